"""Checking that every game of a database can be replayed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from db.columns import one_of
from db.connection import Connection
from db.games.questions import load
from db.games.replaying import why_unreadable
from db.games.rows import State

PLAYED: Final[tuple[State, ...]] = ("running", "finished", "aside")
"""The states of games whose log must be readable, or was when they were set aside."""

UNFINISHED: Final[tuple[State, ...]] = ("running", "aside")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game whose log does not replay.

    Attributes:
        reason: the error that says why; its text is English.
    """

    game_id: int
    state: State
    reason: Exception


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check of a database's games.

    Attributes:
        count: the number of games replayed.
        unreadable: running and finished games that cannot be read.
        aside: games that were set aside and still cannot be read.
        repaired: the numbers of games that were set aside and can be read again.
    """

    count: int
    unreadable: tuple[Unreadable, ...]
    aside: tuple[Unreadable, ...]
    repaired: tuple[int, ...]


def check_games(
    connection: Connection, states: Collection[State] = PLAYED, *, pause: float = 0.0
) -> Checked:
    """Replay the games of a database that are in some states, and report those that fail.

    Args:
        connection: a connection to a database of today's schema.
        states: the states of the games.
        pause: seconds of rest after each, for the sake of a bot that plays meanwhile.
    """
    condition, given = one_of("state", states)
    rows = connection.execute(
        f"SELECT game_id, state FROM games WHERE {condition} ORDER BY game_id", given
    ).fetchall()
    wrong: list[Unreadable] = []
    repaired: list[int] = []
    for game_id, state in rows:
        reason = _why_unreadable(connection, game_id)
        if reason is not None:
            wrong.append(Unreadable(game_id, state, reason))
        elif state == "aside":
            repaired.append(game_id)
        time.sleep(pause)
    return Checked(
        len(rows),
        tuple(game for game in wrong if game.state != "aside"),
        tuple(game for game in wrong if game.state == "aside"),
        tuple(repaired),
    )


def _why_unreadable(connection: Connection, game_id: int) -> Exception | None:
    try:
        stored = load(connection, game_id)
    except sqlite3.Error as error:  # such as bytes that are no UTF-8
        return error
    return None if stored is None else why_unreadable(stored)
