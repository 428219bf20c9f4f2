"""What people type is read in a time that grows no faster than its length, whatever its shape.

Times are compared with each other alone: four times as many characters may take four times as
long, and a parser that goes back over what it has read takes sixteen.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import time
from collections.abc import Callable
from datetime import UTC
from typing import Final

import pytest
from discord import app_commands

from cogs.arkadia import Arkadia
from cogs.club import ClubCog
from cogs.leagues import LeaguesCog
from cogs.moderation import Moderation
from engine.errors import EngineError
from i18n.translation import ENGLISH
from tabletop.time_control import read_control
from tests.engine.scenes import EDITION, lay, scene
from tests.often import often
from ui.answers import RefusalError
from ui.input.actions import border_of, read_place
from ui.input.cards import (
    cards_meant,
    cards_slipped,
    means_stack,
    read_card,
    read_draw,
    read_family,
)
from ui.input.languages import languages_like, read_language
from ui.input.squares import read_squares
from ui.input.suggestions import clocks
from ui.input.times.dates import read_span
from ui.input.times.days import read_until
from ui.input.times.hours import read_quiet, read_reminding
from ui.input.times.zones import zones_meant
from ui.input.typed import read_line
from ui.texts.escaping import plain, short
from words.queries import read_query

pytestmark = pytest.mark.slow

LENGTH: Final = 6000
"""What Discord lets a person type into an option whose suggestions are asked for."""

SHARE: Final = 4
"""How many times shorter the text is with which that length is compared."""

NOTICED: Final = 0.01
"""Seconds below which nothing is compared: no person waits for them."""

HEADS: Final = ("", "A1", "22:30 ", "3 ", "red ", "near:", "arkadia:join:1", "```\n/")
FILLERS: Final = (
    *(" ", "\t \n", "A1 ", "A1-", "A", "1", "7F/", "..", "from ", "h ", "a'b ", "next ", "1h"),
    *(
        "\u0301\u0327",
        "\ufdfa",
        "\u0130",
        "```\n/",
        "+-",
        "1.1",
        ":1",
        "to ",
        "a_",
        "1 TO ",
        "(\u202e",
        "é",
    ),
)
TAILS: Final = (" B1 x",)

SHAPES: Final = {
    "all": list(itertools.product(HEADS, FILLERS, TAILS)),
    # Each filler alone and after one of the heads.
    "few": [
        (head, filler, tail)
        for number, filler in enumerate(FILLERS)
        for head in sorted({"", HEADS[number % len(HEADS)]})
        for tail in TAILS
    ],
}

POSITION: Final = scene()
lay(POSITION, "house/red", "A1 A2")
HAND: Final = POSITION.hands[0]
NOW: Final = 1_700_000_000_000
PATTERNS: Final = [
    handler.pattern
    for cog in (Arkadia, ClubCog, LeaguesCog, Moderation)
    for handler in (*cog.presses, *cog.modals)
]

COMMANDS: Final = [
    one for one in Arkadia.__cog_app_commands__ if isinstance(one, app_commands.Command)
]

PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "squares": lambda text: read_squares(text, EDITION),
    "a place": lambda text: read_place(POSITION, HAND[0], text, None, ENGLISH),
    "a building": lambda text: border_of(POSITION, text, ENGLISH),
    "a card of the hand": lambda text: read_card(text, HAND, EDITION, ENGLISH),
    "cards": lambda text: cards_meant(text, EDITION.cards, ENGLISH),
    "cards with a slip": lambda text: cards_slipped(text, EDITION.cards, ENGLISH),
    "a draw": lambda text: read_draw(POSITION, text, ENGLISH),
    "the stack": lambda text: means_stack(text, ENGLISH),
    "a colour": lambda text: read_family(text, EDITION, ENGLISH),
    "a day or length of time": lambda text: read_until(text, NOW, UTC, ENGLISH, "en-US"),
    "quiet hours": lambda text: read_quiet(text, ENGLISH),
    "a reminder": lambda text: read_reminding(text, ENGLISH),
    "a date": read_span,
    "a zone": lambda text: zones_meant(text, ENGLISH),
    "a clock": read_control,
    "clocks offered": lambda text: clocks(text, ENGLISH),
    "a language": lambda text: read_language(text, ENGLISH),
    "languages offered": languages_like,
    "a question": lambda text: read_query(text, POSITION.view(0)),
    "a command in an answer": lambda text: read_line(text, COMMANDS),
    "a custom id": lambda text: [pattern.fullmatch(text) for pattern in PATTERNS],
    "a name on one line": short,
    "a name without markup": plain,
}


def test_there_are_two_hundred_shapes() -> None:
    assert len(set(SHAPES["all"])) == 200
    assert {head for head, *_ in SHAPES["few"]} == set(HEADS)


@pytest.mark.parametrize("shapes", often(SHAPES, "few"))
@pytest.mark.parametrize("parser", PARSERS)
def test_time_grows_with_the_length(parser: str, shapes: str) -> None:
    slow = [shape for shape in SHAPES[shapes] if grows_too_fast(PARSERS[parser], shape)]
    assert slow == []


@pytest.mark.parametrize(
    "planted",
    [
        lambda text: re.split(r"\s*(?:-|to)\s*", text),
        lambda text: re.search(r"(a\s*|\s*b)*c", text),
        lambda text: [text[:end].split(" ") for end in range(0, len(text), 4)],
    ],
)
def test_a_parser_that_reads_again_and_again_is_found(planted: Callable[[str], object]) -> None:
    assert grows_too_fast(planted, ("A1", " ", " B1 x"))


def grows_too_fast(parser: Callable[[str], object], shape: tuple[str, str, str]) -> bool:
    """Whether a parser takes more than twice its share of the time for a longer text."""
    long = taken(parser, shape, LENGTH)
    if long < NOTICED or long <= 2 * SHARE * taken(parser, shape, LENGTH // SHARE):
        return False
    # Once more, and the least of each: another process may have slowed the first.
    long = min(taken(parser, shape, LENGTH) for _ in range(3))
    return long > 2 * SHARE * min(taken(parser, shape, LENGTH // SHARE) for _ in range(3))


def taken(parser: Callable[[str], object], shape: tuple[str, str, str], length: int) -> float:
    """Seconds of the processor that a text of a shape takes."""
    head, filler, tail = shape
    text = (head + filler * length)[: length - len(tail)] + tail
    plain.cache_clear()
    began = time.process_time()
    with contextlib.suppress(EngineError, RefusalError):
        parser(text)
    return time.process_time() - began
