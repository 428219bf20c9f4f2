"""Games: their lobbies, their people, their logs."""

from __future__ import annotations

from collections.abc import Sequence

from db.games import changes, lobbies, questions, votes
from db.games.rows import ClockChange, State, StoredEntry
from db.operations import Subject, change, question, question_of_share


class Games(Subject):
    """What is played, and who plays it.

    Changes of a game return its count of news: with ``news=True`` a change gives the public one
    more thing to see. They may be told the count of news ``seen`` that they were thought of for; if
    there are more by now, ``StaleError`` is raised. ``UnknownGameError`` is raised if there is no
    game of the number, ``WrongStateError`` if its state does not allow the change.
    """

    open = change(lobbies.open_game)
    open_begun = change(lobbies.open_begun)
    set_lobby = change(lobbies.set_lobby)
    warn_lobby = change(lobbies.warn_lobby)
    begin = change(lobbies.begin)
    set_blocked = change(lobbies.set_blocked)
    blocked_in = question(lobbies.blocked_in)

    async def append(
        self,
        game_id: int,
        expected_length: int,
        entries: Sequence[StoredEntry],
        *,
        news: bool,
        ended: State | None = None,
        clock: ClockChange | None = None,
        seen: int | None = None,
    ) -> int:
        """Adds at least one entry to a running game's log, which may end the game."""
        given = (game_id, expected_length, entries)
        return await self.writer.change(
            lambda c: changes.append(c, *given, news=news, ended=ended, clock=clock, seen=seen),
            first=changes.standing(game_id),
            supposed=None if seen is None else changes.supposed(game_id, expected_length, seen),
        )

    hand_over = change(changes.hand_over)
    set_clock = change(changes.set_clock)
    set_votes = change(votes.set_votes)
    set_wishes = change(votes.set_wishes)
    set_state = change(changes.set_state)
    set_aside = change(changes.set_aside)
    bring_back = change(changes.bring_back)
    stamp = change(changes.stamp)

    set_thread = change(changes.set_thread)
    set_theme = change(changes.set_theme)
    set_language = change(changes.set_language)
    move = change(changes.move)

    load = question(questions.load)
    find = question(questions.games_in)
    played_by = question(questions.games_played)
    rematch_of = question(questions.rematch_of)
    with_computers = question_of_share(questions.with_computers)
