"""What a step of the panel consists of, and what a press on it leads to: plain values."""

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
    """A button: what is pressed, what stands on it."""

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
        most: how many may be chosen at a time; with more than one, none may be, too.
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
        lines: what is being decided, and what it would bring, the most important first: the last
            ones go where a phone has no room.
    """

    todo: str
    lines: Sequence[str]
    rows: Sequence[PageRow]
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class Go:
    """Show a step; nothing is done. A note says what could not be done as asked."""

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
    """Forget what was prepared."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a modal with one field; what is filled in comes back as a text with this verb."""

    verb: str
    title: str
    label: str
    example: str


PressOutcome: TypeAlias = Go | Do | Undo | Forget | Ask


class PanelStep(Protocol):
    """One step of the panel. It has no state: the numbers of the custom id are all it knows."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """The step with these choices.

        Raises:
            NotOfferedError: if the numbers make no sense here.
        """
        ...

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> PressOutcome:
        """What a press leads to.

        Args:
            values: what was chosen in a menu or filled in in a modal.

        Raises:
            NotOfferedError: if the numbers, the verb or the values make no sense here.
        """
        ...


def whole(values: Sequence[str], options: Sequence[PageOption]) -> list[int]:
    """The values that were chosen in a menu of these options.

    Raises:
        NotOfferedError: if one is not among them.
    """
    known = {str(option.value): option.value for option in options}
    if any(value not in known for value in values):
        raise NotOfferedError("a value that was not offered")
    return [known[value] for value in values]


def one(values: Sequence[str], options: Sequence[PageOption]) -> int:
    """The only value that was chosen in a menu of these options.

    Raises:
        NotOfferedError: if it is not among them, or not the only one.
    """
    chosen = whole(values, options)
    if len(chosen) != 1:
        raise NotOfferedError("one value is needed")
    return chosen[0]
