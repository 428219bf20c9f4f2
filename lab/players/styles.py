"""Scripted styles: each follows one idea that people have, to see what it is worth.

They judge the board as the journeyman does, with one thing weighed otherwise or sold otherwise.
They play in matches and leagues only, never at people's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final

from engine.actions import Action, Banner, End
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.view import Phase
from players.craftsman import Craftsman, fond_of_tents
from players.journeyman import Journeyman
from players.judgement import Weights
from players.player import Budget, Player

EVERYTHING: Final = 10_000
"""A number of candidates that no position has: all are judged."""


class Seller:
    """A player that hands in banners by a given rule, and else plays as the journeyman."""

    def __init__(self, sale: Callable[[Imagined], Banner | End]) -> None:
        self._sale = sale
        self._journeyman = Journeyman()

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action of a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.phase is Phase.CAN and observation.view.active == observation.seat:
            return self._sale(imagine(observation, rng))
        return self._journeyman.decide(observation, rng, budget)


def once_at_the_peak(position: Imagined) -> Banner | End:
    """Sell valuable seals once they bring 30 gold together; else use a banner only for workers."""
    dear = _sold(position, 4)
    if not _can_sell(position):
        return End()
    if _gold(position, dear) >= 30:
        return Banner(dear)
    return End() if position.own_stock[position.active] else Banner()


def early_and_often(position: Imagined) -> Banner | End:
    """Sell seals worth two or more as soon as there are three of them together."""
    sold = _sold(position, 2)
    enough = sum(count for _, count in sold) >= 3
    return Banner(sold) if _can_sell(position) and enough else End()


def _can_sell(position: Imagined) -> bool:
    return bool(position.banners[position.active]) and not position.banner_used


def _sold(position: Imagined, least: int) -> tuple[tuple[str, int], ...]:
    """Return all seals of families worth ``least`` or more."""
    families = position.start.edition.families
    held = position.seals[position.active]
    values = position.values
    return tuple(
        (family, count)
        for family, count, value in zip(families, held, values, strict=True)
        if count and value >= least
    )


def _gold(position: Imagined, sold: tuple[tuple[str, int], ...]) -> int:
    return sum(position.value(family) * count for family, count in sold)


STYLES: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {
        "blocker": partial(Journeyman, replace(Weights(), rivals=2.0)),
        "hoarder": partial(Seller, once_at_the_peak),
        "rusher": partial(Journeyman, replace(Weights(), piece=(4.0, 2.0))),
        "camper": partial(Craftsman, fond_of_tents, EVERYTHING),
        "seller": partial(Seller, early_and_often),
    }
)
"""The styles by name: blocks others, sells once, rushes the end, lives on tents, sells early."""
