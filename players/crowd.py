"""Randomly varied evaluation weights, as models of different opponents.

A search against a single opponent model overfits to that model: more playouts then bring little.
"""

from __future__ import annotations

from dataclasses import astuple, fields
from functools import cache
from math import exp
from random import Random
from typing import Final

from players.judgement import Weights

DRIFT: Final = 0.2
"""The standard deviation of the drift of weights; 0.4 was no better (50.6 % ± 11.5)."""
PEOPLE: Final = 24
"""The number of judgements in a crowd."""


@cache
def crowd(weights: Weights, drift: float) -> tuple[Weights, ...]:
    """Return randomly varied copies of weights, the same in every process.

    Without drift, only the given weights are returned.
    """
    if not drift:
        return (weights,)
    # Seeded by text: a crowd must be the same in all workers, or a retried decision would differ.
    return tuple(
        drifted_weights(weights, Random(f"crowd {number}"), drift) for number in range(PEOPLE)
    )


def drifted_weights(weights: Weights, rng: Random, drift: float) -> Weights:
    """Return weights that are each multiplied by a random factor, except ``rivals``.

    Args:
        weights: the weights to start from.
        rng: the source of the factors, which are log-normal.
        drift: the standard deviation of each factor's logarithm.
    """
    values: list[float | tuple[float, ...]] = []
    for value in astuple(weights)[:-1]:
        if isinstance(value, tuple):
            values.append(tuple(each * exp(rng.gauss(0, drift)) for each in value))
        else:
            values.append(value * exp(rng.gauss(0, drift)))
    names = [each.name for each in fields(Weights)]
    return Weights(**dict(zip(names, [*values, weights.rivals], strict=True)))  # type: ignore[arg-type]
