"""What a seat can know that watches closely: its view, and what could be counted from events.

Computer players are given observations. People are given views: running totals of what lies behind
a screen are never shown, though whoever cares may count them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.view import Counts, Screen, View


@dataclass(frozen=True, slots=True)
class Observation:
    """A seat's view together with what everybody at the table could have counted.

    Attributes:
        view: what the seat sees.
        own, neutral: for each seat the workers behind its screen.
        seals: for each seat its seals by family.
        gold: for each seat its gold from sales so far.
        shown: for each seat the cards that everybody saw it take and that it still has, in
            canonical order.
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
        """Whose observation it is."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def screen(self) -> Screen:
        """What lies behind that seat's own screen."""
        assert self.view.screen is not None
        return self.view.screen
