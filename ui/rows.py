"""Rows of buttons and menus as Discord's JSON, and a view that sends them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Self, TypeAlias

import discord

BUTTON: Final = 2
MENU: Final = 3
"""Discord's numbers of the kinds of component."""

ROW_WIDTH: Final = 5
"""Buttons that a row has room for."""

MOST_ROWS: Final = 5
"""Rows of buttons and menus that a message may have."""

Part: TypeAlias = dict[str, Any]
"""A button or menu as Discord's JSON has it."""


class RowsView(discord.ui.View):
    """A view of rows that are Discord's JSON already; stopped, so that discord.py does not keep it.

    A panel has fifty buttons and options, which took more than twice as long as objects.

    Attributes:
        rows: the buttons or the menu of each row; an empty row is not sent.
    """

    def __init__(self, rows: Iterable[Sequence[Part]] = ()) -> None:
        super().__init__(timeout=None)
        self.stop()
        self.rows = [list(row) for row in rows]
        self.rows += [[] for _ in range(MOST_ROWS - len(self.rows))]

    def to_components(self) -> list[Part]:
        """Return the rows as they are sent; discord.py calls this."""
        return [{"type": 1, "components": row} for row in self.rows if row]

    def add_item(self, item: discord.ui.Item[Any]) -> Self:
        """Add a button at the end of its row, or of the first one that has room."""
        row = next(filter(self.has_room, range(MOST_ROWS))) if item.row is None else item.row
        self.rows[row].append(item.to_component_dict())
        return self

    def has_room(self, row: int) -> bool:
        """Return whether another button fits into a row."""
        # A menu is as wide as five buttons.
        taken = self.rows[row]
        return len(taken) < ROW_WIDTH and not any(part["type"] == MENU for part in taken)
