"""Storage of the club's data: results of games, rankings, weekly digests."""

from __future__ import annotations

from db.club import digests, ranking, results
from db.operations import Subject, change, question, question_of_share


class Club(Subject):
    """The store's methods for results of games, people in rankings, and weekly digests."""

    put_results = change(results.put_results)
    results_of = question(results.results_of)
    without_results = question_of_share(results.without_results)
    finished = question(results.finished)
    finished_state = question(results.finished_state)

    set_ranked = change(ranking.set_ranked)
    ranked_in = question(ranking.ranked_in)

    set_digest = change(digests.set_digest)
    drop_digest = change(digests.drop_digest)
    digest = question(digests.digest)
