"""The deal of the lesson, and the pictures of its game that go with the pages of the rules.

All of it is in the game's notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PLAYERS: Final = ("yellow", "orange")
"""The colours of the learner, in the first seat, and of the opponent."""

FIRST_CARDS: Final = (
    "house/black",
    "house/olive",
    "farm/red",
    "tavern/silver",  # the learner's hand
    "farm/silver",
    "house/olive",
    "mill/red",
    "tavern/black",  # the opponent's
    "smithy/silver",
    "tavern/red",
    "farm/olive",  # open
)
"""The beginning of the deck; the other cards follow in the edition's order."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The part of the board that a picture enlarges and marks; by default the whole board.

    Attributes:
        castle: True to show the castle.
        site: a square of the building round which workers are placed.
        card, tile: a building that is about to be laid, and its squares.
    """

    castle: bool = False
    site: str = ""
    card: str = ""
    tile: str = ""


WHOLE: Final = Sight()
CASTLE: Final = Sight(castle=True)


FARM: Final = Sight(site="E6")

BUILT: Final = ("build house/black D6 D7 draw stack", "end")
# Each position is the one before and some actions more, so a change early in the script moves all
# later ones, and the engine refuses those that no longer fit.
ANSWER: Final = "build farm/silver K6 L6 K7 draw stack"
"""What Orange builds."""
GAP: Final = (*BUILT, ANSWER, "end")
"""The farm lacks two squares, and it is the learner's turn."""
EARNED: Final = (*GAP, "workers own E5 F5")
BLACK_UP: Final = (*EARNED, "castle black 1", "end")
BESIDE: Final = (
    *BLACK_UP,
    "build house/olive E4 F4 draw stack",
    "end",
    "build farm/red M4 N4 M5 draw stack",
    "end",
)
"""The opponent has begun a house beside the learner's workers."""
OPPONENTS: Final = ("workers own E3 F3 D4", "castle olive 5", "end")
BANNER: Final = (*BESIDE, *OPPONENTS, "build house/olive N5 N6 draw stack")


@dataclass(frozen=True, slots=True)
class Example:
    """A picture that goes with a page of the rules.

    Attributes:
        before: the actions from the start of the game.
        actions: the actions whose outcome the picture shows.
        sight: the part of the outcome that the picture shows.
    """

    before: tuple[str, ...]
    actions: tuple[str, ...]
    sight: Sight


EXAMPLES: Final = {
    "turn": (Example((), (), Sight(card="house/black", tile="D6 D7")),),
    "completed": (Example(GAP, ("workers own E5 F5",), FARM),),
    "castle": (Example(EARNED, (), CASTLE), Example(EARNED, ("castle black 1",), CASTLE)),
    "banner": (Example(BANNER, ("banner sell olive 2 black 3",), CASTLE),),
}
"""The pictures that go with the pages of the rules, by the name of the page."""

_SALE: Final = EXAMPLES["banner"][0]
_COVERED: Final = EXAMPLES["castle"][1]
_CAMP: Final = EXAMPLES["turn"][0]
_PAID: Final = EXAMPLES["completed"][0]
_SQUARES: Final = Example(BUILT, (), FARM)

RULING_EXAMPLES: Final = {
    **dict.fromkeys(("touch", "vacant", "camp"), _CAMP),
    **dict.fromkeys(("how-many-workers", "worker-squares"), _SQUARES),
    **dict.fromkeys(
        ("workers-castle", "castle-completed"), Example(BUILT, ("workers own F5 K7",), WHOLE)
    ),
    **dict.fromkeys(("completed", "payout", "builder"), _PAID),
    **dict.fromkeys(("piece-square", "must-piece", "value"), _COVERED),
    **dict.fromkeys(("sell", "banner-workers", "sale-values"), _SALE),
    **dict.fromkeys(("first-game", "lot"), Example((), (), WHOLE)),
}
"""The pictures that go with rulings, by their names."""
