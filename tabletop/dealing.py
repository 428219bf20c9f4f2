"""Dealing: all that chance decides before a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from db.games.rows import StoredStart
from engine import RULES_VERSION
from engine.actions import Action
from engine.edition import Edition
from engine.edition_writing import compact
from engine.lot import Lot
from engine.redealing import dealt_anew
from engine.start import FIRST_GAME, Start


class Dealer(Protocol):
    """Seats the people and deals."""

    def order(self, seats: int) -> list[int]:
        """The places in the lobby in the order in which they take their turns."""

    def start(
        self, edition: Edition, setup: str, seats: int, lot: Lot | None, *, mirror: bool
    ) -> Start:
        """How a game starts: its colours, its deck, and the castle's lot if none is given."""

    def again(self, start: Start, actions: Sequence[Action], seat: int) -> Start:
        """How a game starts that goes on from the middle of another as one of its seats knew it."""


def stored_start(start: Start) -> StoredStart:
    """How a game starts, as it is kept, with the rules and the edition of today."""
    return StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )


class Chance:
    """A dealer who draws everything at random (rules, section 2).

    Args:
        rng: where chance comes from.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def order(self, seats: int) -> list[int]:
        """The places in any order."""
        return self._rng.sample(range(seats), seats)

    def start(
        self, edition: Edition, setup: str, seats: int, lot: Lot | None, *, mirror: bool
    ) -> Start:
        """Any colours, a shuffled deck, and one of the castle's lots in the free set-up."""
        colours = self._rng.sample(edition.colours, seats)
        deck = list(edition.deck(first_game=setup == FIRST_GAME))
        self._rng.shuffle(deck)
        if setup != FIRST_GAME:
            lot = lot or self._rng.choice(edition.lots)
        return Start.create(edition, setup, colours, deck, lot, mirror=mirror)

    def again(self, start: Start, actions: Sequence[Action], seat: int) -> Start:
        """What that seat could not know is dealt anew."""
        return dealt_anew(start, actions, seat, self._rng)
