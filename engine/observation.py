"""Observations: the knowledge of an attentive seat, which is its view and counts from events.

Computer players are given observations. People are given views: running totals of things behind
screens are never shown, though a person may count them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.view import Counts, Screen, View


@dataclass(frozen=True, slots=True)
class Observation:
    """A seat's view with the counts that every person at the table could have made.

    Attributes:
        view: the seat's view.
        own, neutral: for each seat the workers behind its screen.
        seals: for each seat its seals by family.
        gold: for each seat its gold from sales so far.
        shown: for each seat the cards that it took openly and still has, in canonical order.
        passed: whether the active seat passed in this turn.
        idle: turns in a row, up to the last one, that were passes without a banner.
    """

    view: View
    own: tuple[int, ...]
    neutral: tuple[int, ...]
    seals: tuple[Counts, ...]
    gold: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...]
    passed: bool
    idle: int

    @property
    def seat(self) -> int:
        """The seat that observes."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def screen(self) -> Screen:
        """The secret stocks and hand of the observing seat."""
        assert self.view.screen is not None
        return self.view.screen
