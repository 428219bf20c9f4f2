"""A stored game replayed: the one place where the database's side knows the engine.

A log means what it meant only as long as rules and edition are those by which the game began. So
they are compared before anything is replayed.
"""

from __future__ import annotations

from typing import ClassVar

from db.games.rows import StoredGame
from engine import RULES_VERSION, EngineError, Game, Start, load_edition
from i18n.marking import N_


class UnreadableGameError(EngineError):
    """A stored game cannot be replayed; it may be as it was again when its files are."""

    sentences: ClassVar[dict[str, str]] = {
        "other-rules": N_("it began by version {version} of the rules; this bot plays by {today}"),
        "other-edition": N_("the edition “{edition}” is not the one that it began with"),
        "not-begun": N_("it has not begun"),
    }


def replay(stored: StoredGame) -> Game:
    """The game that was stored.

    Raises:
        UnreadableGameError: if it began by other rules or with another edition, or not at all.
        EngineError: if its start or its log contradicts the rules.
    """
    if stored.deck is None or stored.lot is None or stored.rules_version is None:
        raise UnreadableGameError("not-begun")
    edition = load_edition(stored.edition)
    if stored.rules_version != RULES_VERSION:
        raise UnreadableGameError("other-rules", version=stored.rules_version, today=RULES_VERSION)
    if stored.fingerprint != edition.fingerprint:
        raise UnreadableGameError("other-edition", edition=edition.id)
    start = Start.create(
        edition,
        stored.setup,
        [seat.colour or "" for seat in stored.seats],
        [edition.card(name) for name in stored.deck.split()],
        edition.lot(stored.lot),
        mirror=stored.mirror,
    )
    return Game.from_log(start, (entry.entry for entry in stored.log))


def why_unreadable(stored: StoredGame) -> EngineError | None:
    """Why a game cannot be replayed; None if it can."""
    try:
        replay(stored)
    except EngineError as error:
        return error
    return None
