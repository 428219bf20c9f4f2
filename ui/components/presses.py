"""Presses on buttons and menus, found by custom id, and what carries them out."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, TypeAlias

import discord

from tabletop.table import Table
from ui.components.faces import Face
from ui.interactions import Interaction
from ui.interactions.audience import table_seen

Component: TypeAlias = discord.Button | discord.SelectMenu
"""A button or menu as it stands on a message."""


# discord.py's ``DynamicItem`` would make an object of every item of the message, a tenth of a
# press on the panel, to find the one that is pressed.
@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button or menu.

    Attributes:
        match: the match of the custom id with the pattern of its handler.
        component: the button or menu as it stands on its message.
        values: the values chosen in a menu; empty for a button.
    """

    match: re.Match[str]
    component: Component
    values: Sequence[str] = ()

    @property
    def chosen(self) -> str:
        """The value chosen in a menu, else an empty text; a forged request may hold any text."""
        return self.values[0] if self.values else ""

    @property
    def chosen_number(self) -> int:
        """The value chosen in a menu, as an integer; 0 if the value is not a number."""
        # ``int`` would read other scripts' digits too, and numbers too large for the database.
        is_number = self.chosen.isascii() and self.chosen.isdecimal() and len(self.chosen) < 20
        return int(self.chosen) if is_number else 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in the custom id of the pressed button or menu."""
        return tuple(int(number) for number in self.match.groups())

    async def table(self, interaction: Interaction) -> Table:
        """Return the table whose number comes first in the custom id.

        Raises:
            TableError: if the server has no such table, or the person may not know of it.
        """
        return await table_seen(interaction, self.numbers[0])


@dataclass(frozen=True, slots=True)
class PressHandler:
    """Carries out the presses on some buttons or menus; a cog lists its handlers in ``presses``.

    Attributes:
        pattern: the regular expression of the custom ids.
        act: carries out a press.
    """

    pattern: re.Pattern[str]
    act: Callable[[Interaction, Press], Awaitable[None]]


def on(face: Face, act: Callable[[Interaction, Press], Awaitable[None]]) -> PressHandler:
    """Return the handler of presses on a face."""
    return PressHandler(re.compile(face.pattern), act)


def with_numbers(
    face: Face, act: Callable[Concatenate[Interaction, ...], Awaitable[None]]
) -> PressHandler:
    """Return a handler that is given the numbers in the custom id, if there are any."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, *press.numbers)

    return on(face, handle)


def at_table(face: Face, act: Callable[[Interaction, Table], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the table whose number comes first in the custom id."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, await press.table(interaction))

    return on(face, handle)


def at_turn(face: Face, act: Callable[[Interaction, Table, int], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the table, and the number of a turn or page after it."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, await press.table(interaction), press.numbers[1])

    return on(face, handle)
