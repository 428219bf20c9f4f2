"""The parts of a step as plain values: its page, and the outcomes of a press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeAlias

from engine.actions import Action
from ui.panel.desk import Desk
from words.marks import Marks

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


@dataclass(frozen=True, slots=True)
class PageMenu:
    """A menu of at most 25 entries, of which one or several are chosen.

    Attributes:
        most: the most entries that may be chosen.
        several: True if any number up to ``most`` may be chosen, none included.
    """

    verb: str
    prompt: str
    options: Sequence[PageOption]
    most: int = 1
    several: bool = False


PageRow: TypeAlias = PageMenu | Sequence[PageButton]


@dataclass(frozen=True, slots=True)
class Page:
    """The texts and components of a step: at most five rows of five buttons or one menu.

    Attributes:
        todo: one line that says what to do now; empty where the buttons say it.
        lines: the choice being made and its effects, the most important first; the last ones are
            dropped where a phone has no room.
    """

    todo: str
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


PressOutcome: TypeAlias = Go | Do | Undo | AtOnce | Forget | Ask


class PanelStep(Protocol):
    """A step of the panel, which draws its page and handles presses.

    A step has no state: the choices made so far stand in the numbers of the custom id.
    """

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return the page that shows the choices made so far.

        Raises:
            NotOfferedError: if the numbers mean no choices in this step.
        """
        ...

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """Return the outcome of a press.

        Args:
            values: the entries chosen in a menu, or the text filled in in a modal.

        Raises:
            NotOfferedError: if the numbers, the verb or the values make no sense here.
        """
        ...


def whole(values: Sequence[str], options: Sequence[PageOption]) -> list[int]:
    """Return the values chosen in a menu as integers, checked against its options.

    Raises:
        NotOfferedError: if a value is not among the options.
    """
    # Discord sends values back as text and a forged request sends any: only the offered ones count.
    known = {str(option.value): option.value for option in options}
    if any(value not in known for value in values):
        raise NotOfferedError("a value that was not offered")
    return [known[value] for value in values]


def one(values: Sequence[str], options: Sequence[PageOption]) -> int:
    """Return the single value chosen in a menu, checked against its options.

    Raises:
        NotOfferedError: if the value is not among the options, or not the only one.
    """
    chosen = whole(values, options)
    if len(chosen) != 1:
        raise NotOfferedError("one value is needed")
    return chosen[0]
