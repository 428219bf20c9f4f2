"""A stage of the lesson as a private message: the panel's own page, with the lesson's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import discord

from i18n.translation import Words
from render import Theme
from ui import buttons
from ui.lesson.progress import LESSON, Progress, control_of, gained, squares_of
from ui.lesson.stages import STAGES
from ui.panel import routes
from ui.panel.address import PanelAddress
from ui.panel.desk import Desk
from ui.panel.drawing import components, lay_out
from ui.panel.page import Go, Page, PageButton, PageMenu, PageRow
from ui.panel.steps import STEPS
from ui.pictures import turn_file
from ui.rows import RowsView
from words.sentences import gold_text

POINTER: Final = "👉"
"""What stands before the one control that is asked for; colour alone would not do."""


class LessonPage(NamedTuple):
    """A message that shows a stage of the lesson."""

    text: str
    files: list[discord.File]
    view: discord.ui.View


async def lesson_page(
    progress: Progress,
    desk: Desk,
    go: Go,
    theme: Theme,
    *,
    note: str = "",
    resumed: bool = False,
) -> LessonPage:
    """Return the message for a stage, with the panel at some step.

    Args:
        progress: the stage.
        desk: the learner's desk.
        go: the panel's step, with the choices made there.
        theme: the background that the picture is drawn for.
        note: the sentence on what was pressed last.
        resumed: True if the lesson is taken up where it was left.
    """
    words, stage = desk.words, progress.stage
    page = STEPS[go.step].draw(desk, go.numbers)
    rows: Sequence[PageRow] = [] if stage.is_read else page.rows
    if stage.control:
        rows = _pointing(rows, control_of(stage, desk))
    # Where something is asked for, the panel says what it would bring, as it does in a game.
    lines = page.lines if stage.accepts is not None and go.step != routes.CHOOSE else []
    notes = [f"➡ {one}" for one in (note, go.note) if one]
    text = "\n".join([_head(progress, words), _filled(progress, desk), *notes, *lines])
    file = await turn_file(
        desk.position.view(desk.seat),
        desk.table,
        words,
        marks=page.marks,
        theme=theme,
        title=words("Lesson"),
        whole=not go.numbers,
    )
    address = PanelAddress(LESSON, desk.seat, False, progress.number, go.step, go.numbers)
    view = components(address, Page("", [], rows))
    _add_ways(view, progress, len(rows), words, resumed=resumed)
    return LessonPage(text, [file], view)


def _head(progress: Progress, words: Words) -> str:
    return words(
        "**Lesson {number} of {count}: {title}**",
        number=progress.number + 1,
        count=len(STAGES),
        title=words(progress.stage.title),
    )


def _filled(progress: Progress, desk: Desk) -> str:
    """Return a stage's text with its placeholders filled in from the desk."""
    stage, words, earned = progress.stage, desk.words, gained(desk)
    text = stage.nothing if stage.nothing and not any(earned) else stage.text
    return words(
        text,
        seals=desk.teller.counts(desk.seals),
        worth=gold_text(desk.worth(), words),
        gained=desk.teller.counts(earned),
        banners=desk.position.start.edition.banners,
        **squares_of(desk),
    )


def _pointing(rows: Sequence[PageRow], verb: str) -> list[PageRow]:
    """Return the rows with one control marked, and no other in the colour that says go."""
    return [
        _pointed_menu(row, verb)
        if isinstance(row, PageMenu)
        else [_pointed(button, verb) for button in row]
        for row in rows
    ]


def _pointed_menu(menu: PageMenu, verb: str) -> PageMenu:
    return replace(menu, prompt=f"{POINTER} {menu.prompt}") if menu.verb == verb else menu


def _pointed(button: PageButton, verb: str) -> PageButton:
    if button.verb == verb:
        return button._replace(label=f"{POINTER} {button.label}", look="go")
    return button._replace(look="plain")


def _add_ways(
    view: RowsView, progress: Progress, rows: int, words: Words, *, resumed: bool
) -> None:
    """Add the ways back and on below the panel's own rows, or where these have room."""
    number, ways = progress.number + 1, list[discord.ui.Button[Any]]()
    if progress.number:
        ways.append(buttons.LESSON_BACK.button(number, words=words))
    if progress.number == len(STAGES) - 1:
        ways.append(buttons.PRACTICE.button(words=words))
    else:
        # A stage never locks the lesson: the way on is there unsolved too, under another name.
        on = buttons.LESSON_ON if progress.stage.is_read else buttons.LESSON_SKIP
        ways.append(on.button(number, words=words))
    if resumed:
        ways.append(buttons.LESSON_ANEW.button(words=words))
    lay_out(view, ways, rows)
