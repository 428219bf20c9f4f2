"""Storage of the club's data: results of games, rankings, records, channels."""

from __future__ import annotations

from db.club import channels, ranking, records, results, standings
from db.operations import Subject, change, question, question_of_share


class Club(Subject):
    """The store's methods for results, standings, people in rankings, and channels."""

    results_of = question(results.results_of)
    finished = question(results.finished)

    uncounted = question_of_share(standings.uncounted)
    count_game = change(standings.count_game)
    standings_of = question(standings.standings_of)
    ranked_standings = question(standings.ranked_standings)
    unlist = change(standings.unlist)
    to_recount = question_of_share(standings.to_recount)
    put_recounted = change(standings.put_recounted)
    ask_for_recount = change(standings.ask_for_recount)
    set_rules = change(standings.set_rules)

    records_of = question(records.records_of)

    set_ranked = change(ranking.set_ranked)
    choices_in = question(ranking.choices_in)
    hidden_players = question(standings.hidden_players)

    set_channel = change(channels.set_channel)
    drop_channel = change(channels.drop_channel)
    channel = question(channels.channel)
