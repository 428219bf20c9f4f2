"""A page of the panel as plain values, as Discord has it, and what a press on it may lead to.

A panel has no memory: all of its state stands in the custom ids of its buttons and menus,
``arkadia:turn:<game>:<seat>:<p or a><version>:<step>:<verb>:<numbers>``; menus say ``pick`` for
``turn`` and modals ``form``. Everything is a short word or a number of at most nine digits. Once
history was lost, ``e<epoch>`` follows the version, which may come again.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

import discord

from engine.actions import Action
from ui import components as parts
from ui.interactions import Interaction
from ui.texts.markup import CUSTOM_ID_LIMIT, LABEL_LIMIT, OPTION_LIMIT
from words.sentences import Marks

GAMES: Final = r"(?!0:|9[0-9]{8}:)[0-9]{1,9}"
"""The numbers of games; 0 and those from 900 million on stand on panels of features instead."""

PressKind = Literal["turn", "pick", "form"]

# Custom ids come back from clients and may be forged, so the pattern bounds every part of them:
# no number is longer than any that the panel writes itself needs to be.
_REST: Final = (
    r":(?P<seat>[0-9]):(?P<mode>[ap])(?P<version>[0-9]{1,9})"
    r"(?:e(?P<epoch>[0-9]{1,12}))?"
    r":(?P<step>[a-z]{1,8}):(?P<verb>[a-z]{1,8})"
    r":(?P<numbers>(?:[0-9]{1,9}(?:\.[0-9]{1,9}){0,7})?)"
)


def template(kind: PressKind, table: str = "[0-9]{1,9}") -> str:
    """Return the regular expression for the custom ids of one kind of component."""
    return f"arkadia:{kind}:(?P<table>{table}){_REST}"


@dataclass(frozen=True, slots=True)
class PanelAddress:
    """A place in a panel: the game, the seat, the version, the step and its numbers.

    >>> address = PanelAddress(12, 0, False, 34, "build", (3, 1, 70, 0))
    >>> custom_id = address.custom_id("turn", "left")
    >>> custom_id
    'arkadia:turn:12:0:p34:build:left:3.1.70.0'
    >>> PanelAddress.read(re.fullmatch(template("turn"), custom_id)) == (address, "left")
    True
    """

    table: int  # the number of the game
    seat: int  # the seat whose panel it is
    ahead: bool  # True while a later turn is prepared, instead of one taken now
    # for optimistic concurrency: the length of the log in one's own turn; when preparing, the
    # number of actions before the turn that is being played
    version: int
    step: str
    # the choices made in the step so far; each step gives them their sense
    numbers: tuple[int, ...] = ()
    epoch: int = 0  # the stretch of history that the version belongs to

    def custom_id(self, kind: PressKind, verb: str) -> str:
        """Return the custom id of a component; the verb tells a panel's components apart."""
        # The two modes count versions differently, so a button of one must never pass for the
        # other's.
        mode = "a" if self.ahead else "p"
        numbers = ".".join(str(number) for number in self.numbers)
        epoch = f"e{self.epoch}" if self.epoch else ""
        return (
            f"arkadia:{kind}:{self.table}:{self.seat}:{mode}{self.version}{epoch}"
            f":{self.step}:{verb}:{numbers}"
        )

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[Self, str]:
        """Return the panel and the verb that a matched custom id names."""
        numbers = match["numbers"]
        address = cls(
            int(match["table"]),
            int(match["seat"]),
            match["mode"] == "a",
            int(match["version"]),
            match["step"],
            tuple(int(number) for number in numbers.split(".")) if numbers else (),
            int(match["epoch"] or 0),
        )
        return address, match["verb"]


PanelPress: TypeAlias = Callable[[Interaction, PanelAddress, str, Sequence[str]], Awaitable[None]]
"""Carries out a press on a panel: its place, the verb, and what was chosen or filled in."""


def panel_presses(
    act: PanelPress, table: str = GAMES
) -> tuple[parts.PressHandler, parts.PressHandler]:
    """Return the handlers of the buttons and of the menus of panels.

    One pair does for all panels: a thousand that are open cost no memory, and survive restarts.
    """

    async def pressed(interaction: Interaction, press: parts.Press) -> None:
        await act(interaction, *PanelAddress.read(press.match), press.values)

    kinds: tuple[PressKind, PressKind] = ("turn", "pick")
    on_button, on_menu = (re.compile(template(kind, table)) for kind in kinds)
    return parts.PressHandler(on_button, pressed), parts.PressHandler(on_menu, pressed)


def panel_form(act: PanelPress, table: str = GAMES) -> parts.ModalHandler:
    """Return the handler of the modals that panels open; the text comes back as a press."""

    async def sent(interaction: Interaction, form: parts.Submitted) -> None:
        await act(interaction, *PanelAddress.read(form.match), list(form.texts.values()))

    return parts.on_form(template("form", table), sent)


ButtonLook = Literal["plain", "main", "go", "stop"]


class NotOfferedError(Exception):
    """An error for a request that the step never offered: a forged number, verb or value."""


# Tuples, of which a page has sixty and more: frozen dataclasses take three times as long to make.
class PageButton(NamedTuple):
    """A button: its verb, its label, how it looks."""

    verb: str
    label: str
    look: ButtonLook = "plain"
    disabled: bool = False


class PageOption(NamedTuple):
    """An entry of a menu."""

    value: int
    label: str
    note: str = ""
    chosen: bool = False


Numbers: TypeAlias = tuple[int, ...]
"""The choices made in a step so far; each step gives them their sense."""

Values: TypeAlias = Sequence[str]  # what was chosen in a menu or filled in


@dataclass(frozen=True, slots=True)
class PageMenu:
    """A menu of at most 25 entries, of which one or several are chosen."""

    verb: str
    prompt: str
    options: Sequence[PageOption]
    most: int = 1  # the most entries that may be chosen
    several: bool = False  # True if any number up to ``most`` may be chosen, none included


PageRow: TypeAlias = PageMenu | Sequence[PageButton]


@dataclass(frozen=True, slots=True)
class Page:
    """The texts and components of a step: at most five rows of five buttons or one menu."""

    todo: str  # one line that says what to do now; empty where the buttons say it
    # the choice being made and its effects, the most important first; the last ones are dropped
    # where a phone has no room
    lines: Sequence[str]
    rows: Sequence[PageRow]
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class Go:
    """An outcome of a press: show a step, with a note if a wish could not be met."""

    step: str
    numbers: Numbers = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """An outcome of a press: carry out an action, or prepare it for a later turn."""

    action: Action


@dataclass(frozen=True, slots=True)
class Undo:
    """An outcome of a press: take back the last action of the turn."""


@dataclass(frozen=True, slots=True)
class AtOnce:
    """An outcome of a press: have the prepared turn played at once when it comes, or not."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class Forget:
    """An outcome of a press: delete the prepared action."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An outcome of a press: open a modal with one field, whose text is returned with ``verb``."""

    verb: str
    title: str
    label: str
    example: str


Outcome: TypeAlias = Go | Do | Undo | AtOnce | Forget | Ask


def whole(values: Sequence[str], options: Sequence[PageOption]) -> list[int]:
    """Return the values chosen in a menu as integers, checked against its options."""
    # Discord sends values back as text and a forged request sends any: only the offered ones count.
    known = {str(option.value): option.value for option in options}
    if any(value not in known for value in values):
        raise NotOfferedError("a value that was not offered")
    return [known[value] for value in values]


def one(values: Sequence[str], options: Sequence[PageOption]) -> int:
    """Return the single value chosen in a menu, checked against its options."""
    chosen = whole(values, options)
    if len(chosen) != 1:
        raise NotOfferedError("one value is needed")
    return chosen[0]


STYLES: Final[dict[ButtonLook, int]] = {
    "plain": discord.ButtonStyle.secondary.value,
    "main": discord.ButtonStyle.primary.value,
    "go": discord.ButtonStyle.success.value,
    "stop": discord.ButtonStyle.danger.value,
}


def components(address: PanelAddress, page: Page) -> parts.RowsView:
    """Return a page's rows as Discord's buttons and menus."""
    return parts.RowsView(
        [_menu(address, row)]
        if isinstance(row, PageMenu)
        else [_button(address, button) for button in row]
        for row in page.rows
    )


def _button(address: PanelAddress, button: PageButton) -> parts.Part:
    return {
        "type": parts.BUTTON,
        "style": STYLES[button.look],
        "label": button.label[:LABEL_LIMIT],
        "custom_id": _id(address, "turn", button.verb),
        "disabled": button.disabled,
    }


def _menu(address: PanelAddress, menu: PageMenu) -> parts.Part:
    return {
        "type": parts.MENU,
        "custom_id": _id(address, "pick", menu.verb),
        "placeholder": menu.prompt[:150],
        "min_values": 0 if menu.several else 1,
        "max_values": menu.most,
        "options": [_option(*option) for option in menu.options],
    }


def _option(value: int, label: str, note: str, chosen: bool) -> parts.Part:
    option = {"label": label[:OPTION_LIMIT], "value": str(value), "default": chosen}
    return {**option, "description": note[:OPTION_LIMIT]} if note else option


def _id(address: PanelAddress, kind: PressKind, verb: str) -> str:
    custom_id = address.custom_id(kind, verb)
    assert len(custom_id) <= CUSTOM_ID_LIMIT
    return custom_id


def modal_for(address: PanelAddress, ask_for: Ask) -> discord.ui.Modal:
    """Return the modal for what a step asks for; its submission comes back to the same place."""
    return parts.modal_of(
        ask_for.title,
        address.custom_id("form", ask_for.verb),
        discord.ui.TextInput(
            label=ask_for.label, placeholder=ask_for.example, custom_id="text", max_length=40
        ),
    )


def lay_out(view: parts.RowsView, others: Sequence[discord.ui.Button[Any]], first_row: int) -> None:
    """Add buttons to a view, in rows of their own first and then beside other buttons."""
    first = min(first_row, parts.MOST_ROWS)
    order = (*range(first, parts.MOST_ROWS), *reversed(range(first)))
    for button in others:
        row = next(filter(view.has_room, order), None)
        if row is not None:
            button.row = row
            view.add_item(button)
