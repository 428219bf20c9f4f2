"""Dealing: all random decisions before a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from db.games.rows import StoredStart
from engine import RULES_VERSION
from engine.actions import Action
from engine.edition import Edition
from engine.edition_writing import compact
from engine.lot import Lot
from engine.redealing import dealt_anew
from engine.start import FIRST_GAME, Start


def stored_start(start: Start) -> StoredStart:
    """Return the row for a game's start, with the current rules and edition."""
    return StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )


class Dealer:
    """Decides turn order, colours, deck and the castle's lot, at random (rules, section 2).

    Args:
        rng: the source of randomness.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def order(self, seats: int) -> list[int]:
        """Return the places of the lobby's seats in random order."""
        return self._rng.sample(range(seats), seats)

    def start(
        self, edition: Edition, setup: str, seats: int, lot: Lot | None, *, mirror: bool
    ) -> Start:
        """Return random colours, a shuffled deck, and a random lot in the free set-up."""
        colours = self._rng.sample(edition.colours, seats)
        deck = list(edition.deck(first_game=setup == FIRST_GAME))
        self._rng.shuffle(deck)
        if setup != FIRST_GAME:
            lot = lot or self._rng.choice(edition.lots)
        return Start.create(edition, setup, colours, deck, lot, mirror=mirror)

    def again(self, start: Start, actions: Sequence[Action], seat: int) -> Start:
        """Return a start in which the cards that the seat could not know are dealt anew."""
        return dealt_anew(start, actions, seat, self._rng)
