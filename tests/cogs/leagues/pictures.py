"""The picture of a league's standings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cogs.leagues.texts import StandingRow, draw_standings
from i18n.translation import Words


def _standings() -> bytes:
    rows = [
        StandingRow(number, name, str(40 - 4 * number), 5, 5 - number, 40 - number, own=number == 2)
        for number, name in enumerate(("Ada", "Bela", "Łukasz Żółć-Śmigły", "国際連合"), start=1)
    ]
    rows[-1] = replace(rows[-1], left=True)
    return draw_standings(rows, title="Winter league", state="Round 5 of 5", over=True)


PICTURES: Final[dict[str, Callable[[], bytes]]] = {"standings": _standings}


def draw_all(words: Words) -> None:
    """Draws all that has words in it, with names that are short."""
    rows = [StandingRow(1, "A", "36", 5, 4, 39, left=False, own=False)]
    state = words("round {round} of {rounds}", round=12, rounds=12)
    draw_standings(rows, title="A", state=state, words=words)
