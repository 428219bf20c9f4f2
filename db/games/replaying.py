"""Replaying stored games, one or all: the one module on the database's side that knows the engine.

A log keeps its meaning only under the rules and the edition with which the game began. So the
rules' versions are compared before anything is replayed, and the edition is the one stored with the
game, even if its file has changed since.
"""

import sqlite3
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from db.games.questions import load
from db.games.rows import State, StoredGame
from db.sql import Connection, one_of
from engine import RULES_VERSION, Edition, EngineError, Game, Start, kept_edition


class UnreadableGameError(EngineError):
    """A stored game cannot be replayed: its rules or its edition differ, or it has not begun."""

    reasons: ClassVar[dict[str, str]] = {
        "other-rules": "it began by version {version} of the rules; this bot plays by {today}",
        "other-edition": "the edition “{edition}” is not the one that it began with",
        "not-begun": "it has not begun",
    }


def replay(stored: StoredGame) -> Game:
    """Replay a stored game."""
    if stored.deck is None or stored.lot is None or stored.rules_version is None:
        raise UnreadableGameError("not-begun")
    # Refused even if it would replay: the same actions may lead elsewhere under other rules.
    if stored.rules_version != RULES_VERSION:
        raise UnreadableGameError("other-rules", version=stored.rules_version, today=RULES_VERSION)
    edition = _edition(stored)
    start = Start.create(
        edition,
        stored.setup,
        [seat.colour or "" for seat in stored.seats],
        [edition.card(name) for name in stored.deck.split()],
        edition.lot(stored.lot),
        mirror=stored.mirror,
    )
    return Game.from_log(start, (entry.entry for entry in stored.log))


def _edition(stored: StoredGame) -> Edition:
    edition = kept_edition(stored.edition_text) if stored.edition_text is not None else None
    if edition is None or edition.fingerprint != stored.fingerprint:
        raise UnreadableGameError("other-edition", edition=stored.edition)
    return edition


def why_unreadable(stored: StoredGame) -> EngineError | None:
    """Return the error that keeps a game from being replayed; None if nothing does."""
    try:
        replay(stored)
    except EngineError as error:
        return error
    return None


PLAYED: Final[tuple[State, ...]] = ("running", "finished", "aside")
"""The states of games whose log must be readable, or was when they were set aside."""

UNFINISHED: Final[tuple[State, ...]] = ("running", "aside")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A game whose log does not replay."""

    game_id: int
    state: State
    reason: Exception  # the error that says why; its text is English


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check of a database's games."""

    count: int  # the number of games replayed
    unreadable: tuple[Unreadable, ...]  # running and finished games that cannot be read
    aside: tuple[Unreadable, ...]  # games that were set aside and still cannot be read
    repaired: tuple[int, ...]  # the numbers of games that were set aside and can be read again


def check_games(
    connection: Connection, states: Collection[State] = PLAYED, *, pause: float = 0.0
) -> Checked:
    """Replay the games of a database that are in some states, and report those that fail.

    Args:
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
