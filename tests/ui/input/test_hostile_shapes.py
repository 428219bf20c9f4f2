"""What people type is read in a time that grows no faster than its length, whatever its shape."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC
from importlib import import_module
from typing import Final

import pytest
from discord import app_commands

from bot import EXTENSIONS
from cogs.arkadia import Arkadia
from i18n.translation import ENGLISH
from tabletop.time_control import read_control
from tests.engine.scenes import EDITION, lay, scene
from tests.nightly import nightly_except
from tests.ui.input.hostile import LENGTH, SHAPES, grows_too_fast
from ui.components import ComponentCog
from ui.input import typed
from ui.input.actions import border_of, read_place, read_squares
from ui.input.choices import languages_like, read_language
from ui.input.days import read_until
from ui.input.hours import read_quiet, read_reminding, zones_meant
from ui.texts.markup import plain, short
from words.queries import read_query

pytestmark = pytest.mark.slow


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
    "a card of the hand": lambda text: typed.read_card(text, HAND, EDITION, ENGLISH),
    "cards": lambda text: typed.cards_meant(text, EDITION.cards, ENGLISH),
    "cards with a slip": lambda text: typed.cards_slipped(text, EDITION.cards, ENGLISH),
    "a draw": lambda text: typed.read_draw(POSITION, text, ENGLISH),
    "the stack": lambda text: typed.means_stack(text, ENGLISH),
    "a colour": lambda text: typed.read_family(text, EDITION, ENGLISH),
    "a day or length of time": lambda text: read_until(text, NOW, UTC, ENGLISH, "en-US"),
    "quiet hours": lambda text: read_quiet(text, ENGLISH),
    "a reminder": lambda text: read_reminding(text, ENGLISH),
    "a zone": lambda text: zones_meant(text, ENGLISH),
    "a clock": read_control,
    "a language": lambda text: read_language(text, ENGLISH),
    "languages offered": languages_like,
    "a question": lambda text: read_query(text, POSITION.view(0)),
    "a command in an answer": lambda text: typed.read_line(text, COMMANDS),
    "a custom id": lambda text: [pattern.fullmatch(text) for pattern in PATTERNS],
    "a name on one line": short,
    "a name without markup": plain,
}


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
