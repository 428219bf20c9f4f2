"""Replaying stored games: the one module on the database's side that knows the engine.

A log keeps its meaning only under the rules and the edition with which the game began. So the
rules' versions are compared before anything is replayed, and the edition is the one stored with the
game, even if its file has changed since.
"""

from __future__ import annotations

from typing import ClassVar

from db.games.rows import StoredGame
from engine import RULES_VERSION, Edition, EngineError, Game, Start, kept_edition


class UnreadableGameError(EngineError):
    """A stored game cannot be replayed: its rules or its edition differ, or it has not begun."""

    sentences: ClassVar[dict[str, str]] = {
        "other-rules": "it began by version {version} of the rules; this bot plays by {today}",
        "other-edition": "the edition “{edition}” is not the one that it began with",
        "not-begun": "it has not begun",
    }


def replay(stored: StoredGame) -> Game:
    """Replay a stored game.

    Raises:
        UnreadableGameError: if the game began by another version of the rules, the stored edition
            is not the one that it began with, or it has not begun.
        EngineError: if its start or its log contradicts the rules.
    """
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
    """Return the edition by which a game began, from the text stored then."""
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
