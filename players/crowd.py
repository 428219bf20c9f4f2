"""People who judge much as the journeyman does, and no two of them alike.

Whoever reckons with one way of judging finds out ever more exactly what nobody will do.
"""

from __future__ import annotations

from dataclasses import astuple, fields
from functools import cache
from math import exp
from random import Random
from typing import Final

from players.judgement import Weights

DRIFT: Final = 0.2
"""How far their numbers lie from the journeyman's: see ``astray``."""
PEOPLE: Final = 24
"""So many are in a crowd."""


@cache
def crowd(weights: Weights, drift: float) -> tuple[Weights, ...]:
    """Numbers of so many people, the same in every process; with no drift those of one."""
    if not drift:
        return (weights,)
    return tuple(astray(weights, Random(f"crowd {number}"), drift) for number in range(PEOPLE))


def astray(weights: Weights, rng: Random, drift: float) -> Weights:
    """These numbers, each times a random factor; the rivals weigh as much as before.

    Args:
        weights: the numbers.
        rng: where the factors come from.
        drift: the standard deviation of the logarithm of each.
    """
    values: list[float | tuple[float, ...]] = []
    for value in astuple(weights)[:-1]:
        if isinstance(value, tuple):
            values.append(tuple(each * exp(rng.gauss(0, drift)) for each in value))
        else:
            values.append(value * exp(rng.gauss(0, drift)))
    names = [each.name for each in fields(Weights)]
    return Weights(**dict(zip(names, [*values, weights.rivals], strict=True)))  # type: ignore[arg-type]
