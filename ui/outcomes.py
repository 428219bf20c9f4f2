"""Answers as texts: what is kept of one, to be given again when an interaction comes twice."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from ui.rows import RowsView


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
        return RowsView(row["components"] for row in self.rows)


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
