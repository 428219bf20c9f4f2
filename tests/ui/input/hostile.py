"""Hostile shapes of what people type, and whether a parser's time grows faster than its length.

Times are compared with each other alone: four times as many characters may take four times as
long, and a parser that goes back over what it has read takes sixteen.
"""

import contextlib
import itertools
import time
from collections.abc import Callable
from typing import Final

from engine.errors import EngineError
from ui.answers import RefusalError
from ui.texts.markup import plain

LENGTH: Final = {"all": 6000, "few": 3000}
"""What Discord lets a person type where suggestions are asked for, and half of it."""

SHARE: Final = 4  # how many times shorter the text is with which that length is compared

NOTICED: Final = 0.01  # seconds below which nothing is compared: no person waits for them

HEADS: Final = ("", "A1", "22:30 ", "3 ", "red ", "near:", "arkadia:join:1", "```\n/")
FILLERS: Final = (
    *(" ", "\t \n", "A1 ", "A1-", "A", "1", "7F/", "..", "from ", "h ", "a'b ", "next ", "1h"),
    *("\u0301\u0327", "\ufdfa", "\u0130", "```\n/", "+-", "1.1", ":1", "to ", "a_", "1 TO "),
    *("(\u202e", "é"),
)
TAILS: Final = (" B1 x",)

SHAPES: Final = {
    "all": list(itertools.product(HEADS, FILLERS, TAILS)),
    # Each filler after one of the heads.
    "few": [
        (HEADS[number % len(HEADS)], filler, TAILS[0]) for number, filler in enumerate(FILLERS)
    ],
}


def grows_too_fast(
    parser: Callable[[str], object], shape: tuple[str, str, str], length: int
) -> bool:
    """Whether a parser takes more than twice its share of the time for a longer text."""
    long = taken(parser, shape, length)
    if long < NOTICED:
        return False
    # The least of several: another process may have slowed one.
    most = 2 * SHARE * min(taken(parser, shape, length // SHARE) for _ in range(3))
    return long > most and min(taken(parser, shape, length) for _ in range(3)) > most


def taken(parser: Callable[[str], object], shape: tuple[str, str, str], length: int) -> float:
    """Seconds of the processor that a text of a shape takes."""
    head, filler, tail = shape
    text = (head + filler * length)[: length - len(tail)] + tail
    plain.cache_clear()
    began = time.process_time()
    with contextlib.suppress(EngineError, RefusalError):
        parser(text)
    return time.process_time() - began
