"""Answers as texts: what is kept of one, to be given again when an interaction comes twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

BUTTON: Final = 2
MENU: Final = 3


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that a person was given.

    Attributes:
        text: its text.
        rows: its buttons and menus, as Discord has them.
        changes: whether it changed the message that was pressed.
        pictured: whether it had a picture.
    """

    text: str
    rows: Sequence[Mapping[str, Any]] = ()
    changes: bool = False
    pictured: bool = False

    @property
    def view(self) -> discord.ui.View | None:
        """The buttons and menus, to be sent again; None if there are none."""
        if not self.rows:
            return None
        view = discord.ui.View(timeout=None)
        view.stop()
        for place, row in enumerate(self.rows):
            for item in _items(row, place):
                view.add_item(item)
        return view


def packed(
    text: str, view: discord.ui.View | None, *, changes: bool = False, pictured: bool = False
) -> str:
    """Return an answer as the text that is kept of it."""
    rows = view.to_components() if view is not None else []
    kept = {"text": text, "rows": rows, "changes": changes, "pictured": pictured}
    return json.dumps({name: value for name, value in kept.items() if value}, ensure_ascii=False)


def unpacked(outcome: str) -> Given:
    """Return the answer of which a text was kept."""
    return Given(**{"text": "", **json.loads(outcome)})


def _items(row: Mapping[str, Any], place: int) -> Iterator[discord.ui.Item[Any]]:
    for part in row["components"]:
        if part["type"] == BUTTON:
            emoji = part.get("emoji")
            yield discord.ui.Button(
                style=discord.ButtonStyle(part["style"]),
                label=part.get("label"),
                custom_id=part.get("custom_id"),
                url=part.get("url"),
                emoji=discord.PartialEmoji.from_dict(emoji) if emoji else None,
                disabled=part.get("disabled", False),
                row=place,
            )
        elif part["type"] == MENU:
            yield discord.ui.Select(
                custom_id=part["custom_id"],
                placeholder=part.get("placeholder"),
                min_values=part.get("min_values", 1),
                max_values=part.get("max_values", 1),
                disabled=part.get("disabled", False),
                options=[discord.SelectOption.from_dict(option) for option in part["options"]],
                row=place,
            )
