"""Storage of games: lobbies, people and logs."""

from db.games import archive, changes, lobbies, questions
from db.sql import Subject, change, question, question_of_shards


class Games(Subject):
    """The store's methods for games and their people.

    A game has a count of news, the changes that its public messages have to show; a change with
    ``news=True`` raises the count, and each change returns it. For optimistic concurrency a caller
    passes as ``seen`` the count that it has read; ``StaleError`` is raised if the stored count is
    another one. ``UnknownNumberError`` is
    raised if there is no game of the number, ``WrongStateError`` if its state does not allow the
    change.
    """

    open = change(lobbies.open_game)
    open_begun = change(lobbies.open_begun)
    giving_way = question(lobbies.giving_way)
    may_host = question(lobbies.may_host)
    set_lobby = change(lobbies.set_lobby)
    set_rules = change(lobbies.set_rules)
    warn_lobby = change(lobbies.warn_lobby)
    begin = change(lobbies.begin)
    set_blocked = change(lobbies.set_blocked)
    blocked_in = question(lobbies.blocked_in)

    append = change(changes.append)
    hand_over = change(changes.hand_over)
    set_clock = change(changes.set_clock)
    set_votes = change(changes.set_votes)
    set_wishes = change(changes.set_wishes)
    set_state = change(changes.set_state)
    set_aside = change(changes.set_aside)
    bring_back = change(changes.bring_back)

    set_theme = change(changes.set_theme)
    set_language = change(changes.set_language)
    move = change(changes.move)

    load = question(questions.load)
    find = question(questions.games_in)
    played_by = question(questions.games_played)
    newest_in_thread = question(questions.newest_in_thread)
    rematch_of = question(questions.rematch_of)

    channels_with_finished = question(archive.channels)
    finished = question(archive.page)
    ended_since = question(questions.ended_since)
    ended_early = question(questions.ended_early)
    finished_months = question(archive.months)
    lengths = question(questions.lengths)
    running_in = question(questions.running_in)
    with_computers = question_of_shards(questions.with_computers)
