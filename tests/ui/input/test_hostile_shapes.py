"""What people type is read in a time that grows no faster than its length, whatever its shape.

Times are compared with each other alone: four times as many characters may take four times as
long, and a parser that goes back over what it has read takes sixteen.
"""

import contextlib
import itertools
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC
from importlib import import_module
from typing import Final

import pytest
from discord import app_commands

from bot import EXTENSIONS
from cogs.arkadia import Arkadia
from engine.errors import EngineError
from i18n.translation import ENGLISH
from tabletop.time_control import read_control
from tests.engine.scenes import EDITION, lay, scene
from tests.nightly import nightly_except
from ui.answers import RefusalError
from ui.components import ComponentCog
from ui.input.actions import border_of, read_place, read_squares
from ui.input.choices import languages_like, read_language
from ui.input.days import read_until
from ui.input.hours import read_quiet, read_reminding, zones_meant
from ui.input.typed import (
    cards_meant,
    cards_slipped,
    means_stack,
    read_card,
    read_draw,
    read_family,
    read_line,
)
from ui.texts.markup import plain, short
from words.queries import read_query

pytestmark = pytest.mark.slow

LENGTH: Final = {"all": 6000, "few": 3000}
"""What Discord lets a person type where suggestions are asked for, and half of it."""

SHARE: Final = 4
"""How many times shorter the text is with which that length is compared."""

NOTICED: Final = 0.01
"""Seconds below which nothing is compared: no person waits for them."""

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


def cogs(base: type[ComponentCog] = ComponentCog) -> Iterator[type[ComponentCog]]:
    """All cogs of the bot that have buttons, menus or forms."""
    for extension in EXTENSIONS:
        import_module(extension)
    for one in base.__subclasses__():
        yield one
        yield from cogs(one)


POSITION: Final = scene()
lay(POSITION, "house/red", "A1 A2")
HAND: Final = POSITION.hands[0]
NOW: Final = 1_700_000_000_000
PATTERNS: Final = [
    *(press.pattern for cog in cogs() for press in cog.presses),
    *(modal.pattern for cog in cogs() for modal in cog.modals),
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
    "a zone": lambda text: zones_meant(text, ENGLISH),
    "a clock": read_control,
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


@pytest.mark.parametrize("shapes", nightly_except(SHAPES, "few"))
@pytest.mark.parametrize("parser", PARSERS)
def test_time_grows_with_the_length(parser: str, shapes: str) -> None:
    tried, length = PARSERS[parser], LENGTH[shapes]
    assert [shape for shape in SHAPES[shapes] if grows_too_fast(tried, shape, length)] == []


@pytest.mark.parametrize(
    "planted",
    [
        lambda text: re.split(r"\s*(?:-|to)\s*", text),
        lambda text: re.search(r"(a\s*|\s*b)*c", text),
        lambda text: [text[:end].split(" ") for end in range(0, len(text), 4)],
    ],
)
def test_a_parser_that_reads_again_and_again_is_found(planted: Callable[[str], object]) -> None:
    assert grows_too_fast(planted, ("A1", " ", " B1 x"), LENGTH["all"])


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
