"""The model of ratings, Plackett's and Luce's as ``openskill`` has it.

A game is its ranking, of any number of people and with ties. The model holds a strength and its
uncertainty for each person.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from db.store import Store

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

START: Final = 1000  # the rating of a person without games
STEP: Final = 40  # points of rating for one of the model's


class Strength(NamedTuple):
    """The strength of a person in the model, and its uncertainty."""

    mu: float
    sigma: float


UNKNOWN: Final = Strength(25.0, 25 / 3)
"""The strength of a person without games, and of one who was forgotten."""


@cache
def model() -> PlackettLuce:
    """Return the model of strengths, which the first rating loads."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


Rule: TypeAlias = Literal["everybody", "chosen", "none"]
"""The people whom the ranking lists: all who play, each with a way out, or those who choose it.

With "none" new games are friendly unless their host says otherwise."""

RULES: Final[tuple[Rule, ...]] = get_args(Rule)

USUAL: Final[Rule] = "chosen"  # the rule of a server whose moderators chose none

SCOPE: Final = "ranking"  # the scope of the settings that hold the rules


async def rule_of(store: Store, guild: int) -> Rule:
    """Return the rule of a server's ranking."""
    found = await store.admin.setting(SCOPE, str(guild))
    return next((rule for rule in RULES if rule == found), USUAL)
