"""The parts of a step as plain values: its page, and the outcomes of a press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from engine.actions import Action
from ui.panel.desk import Desk
from words.marks import Marks

ButtonLook = Literal["plain", "main", "go", "stop"]


class NotOfferedError(Exception):
    """A custom id asks for something that the step does not have; it was not made by us."""


@dataclass(frozen=True, slots=True)
class PageButton:
    """A button: its verb, its label, how it looks."""

    verb: str
    label: str
    look: ButtonLook = "plain"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class PageOption:
    """An entry of a menu."""

    value: int
    label: str
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class PageMenu:
    """A menu of at most 25 entries, of which one is chosen, or none up to several.

    Attributes:
        most: entries that may be chosen at a time.
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
    """A step as it is shown: at most five rows of five buttons or one menu.

    Attributes:
        todo: one line that says what to do now; empty where the buttons say it.
        lines: the choice being made and its effects, the most important first: the last ones go
            where a phone has no room.
    """

    todo: str
    lines: Sequence[str]
    rows: Sequence[PageRow]
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class Go:
    """Show a step and change nothing; a note says why a wish could not be met."""

    step: str
    numbers: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """Carry out an action, or prepare it."""

    action: Action


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action of the turn."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Delete the prepared action."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a modal with one field; the text filled in comes back with this verb."""

    verb: str
    title: str
    label: str
    example: str


PressOutcome: TypeAlias = Go | Do | Undo | Forget | Ask


class PanelStep(Protocol):
    """A step of the panel, without state: the numbers of the custom id are all it knows."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """Return the page for these choices.

        Raises:
            NotOfferedError: if the numbers make no sense here.
        """
        ...

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> PressOutcome:
        """Return the outcome of a press.

        Args:
            values: the entries chosen in a menu, or the text filled in in a modal.

        Raises:
            NotOfferedError: if the numbers, the verb or the values make no sense here.
        """
        ...


def whole(values: Sequence[str], options: Sequence[PageOption]) -> list[int]:
    """Return the values chosen in a menu as numbers of its options.

    Raises:
        NotOfferedError: if one is not among them.
    """
    # Discord sends values back as text and a forged request sends any: only the offered ones count.
    known = {str(option.value): option.value for option in options}
    if any(value not in known for value in values):
        raise NotOfferedError("a value that was not offered")
    return [known[value] for value in values]


def one(values: Sequence[str], options: Sequence[PageOption]) -> int:
    """Return the only value chosen in a menu.

    Raises:
        NotOfferedError: if it is not among them, or not the only one.
    """
    chosen = whole(values, options)
    if len(chosen) != 1:
        raise NotOfferedError("one value is needed")
    return chosen[0]
