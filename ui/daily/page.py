"""The panel of a position of the day: the real panel's steps, without undo, for one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from players.daily.puzzle import Puzzle
from render import Theme
from ui.daily.desk import DAILY
from ui.daily.texts import day_text, question_lines
from ui.panel import routes
from ui.panel.address import PanelAddress
from ui.panel.desk import Desk
from ui.panel.drawing import components
from ui.panel.page import Go, Page, PageMenu, PageRow
from ui.panel.steps import STEPS
from ui.pictures import turn_file
from ui.texts.fitting import on_a_phone


class DailyPage(NamedTuple):
    """A message about a position of the day."""

    text: str
    files: list[discord.File]
    view: discord.ui.View


async def question_page(
    puzzle: Puzzle, desk: Desk, go: Go, theme: Theme, note: str = ""
) -> DailyPage:
    """Return the message that asks for an answer.

    Args:
        go: the panel's step, with the choices made there.
        note: the sentence on what was pressed last.
    """
    page = STEPS[go.step].draw(desk, go.numbers)
    notes = [f"➡ {one}" for one in (note, go.note) if one]
    lines = page.lines if go.step not in (routes.CHOOSE, routes.END) else []
    text = "\n".join(on_a_phone([*question_lines(puzzle, desk), *notes, *lines]))
    file = await turn_file(
        desk.position.view(desk.seat),
        desk.table,
        desk.words,
        marks=page.marks,
        theme=theme,
        title=day_text(puzzle.day, desk.words),
        whole=not go.numbers,
    )
    address = PanelAddress(DAILY, desk.seat, False, puzzle.day, go.step, go.numbers)
    view = components(address, Page("", [], _without_undo(page.rows)))
    return DailyPage(text, [file], view)


def _without_undo(rows: Sequence[PageRow]) -> list[PageRow]:
    """Return rows without the button that takes back: what was done before is the position."""
    return [
        row if isinstance(row, PageMenu) else [one for one in row if one.verb != "undo"]
        for row in rows
    ]
