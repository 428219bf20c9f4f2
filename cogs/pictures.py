"""Pictures of tables as files for messages, drawn off the event loop and with alt text."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable

import discord

from cogs.app import Interaction, app_of
from engine.events import Event, PiecePlaced, TileLaid, WorkersPlaced
from engine.game import Turn
from engine.view import View
from render import (
    Chart,
    Marks,
    Size,
    Theme,
    describe_board,
    describe_end,
    describe_screen,
    draw_board,
    draw_end,
    draw_screen,
    draw_turn,
)
from tables.story import Story
from tables.table import Table
from translation import Words

NO_MARKS = Marks()


def theme_of(interaction: Interaction) -> Theme:
    """The theme that a person has chosen for what only they see."""
    return Theme(app_of(interaction).personal.preferences(interaction.user.id).theme)


def marks_of(turns: Iterable[Turn]) -> Marks:
    """Marks for what some turns changed, oldest turn first."""
    events: list[Event] = [event for turn in turns for event in turn.events]
    squares = 0
    for event in events:
        if isinstance(event, TileLaid):
            squares |= event.squares
        elif isinstance(event, WorkersPlaced):
            squares |= event.own | event.neutral
    placed = [event for event in events if isinstance(event, PiecePlaced)]
    return Marks(
        last=squares,
        last_ring=frozenset(event.ring for event in placed),
        values_before=placed[0].before if placed else None,
    )


def marks_now(table: Table, user: int | None = None) -> Marks:
    """Marks for the last turn, or for the one a person is playing once something was done in it."""
    game = table.running_game()
    active = table.active
    if active is not None and active.user_id == user and game.turn.steps:
        return marks_of([game.turn])
    return marks_of([game.last_turn]) if game.last_turn else NO_MARKS


async def board_file(
    table: Table,
    words: Words,
    *,
    user: int | None = None,
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    size: Size = Size.NORMAL,
) -> discord.File:
    """The board as a person sees it in the turn being played; as everybody does without one."""
    view = table.open_view(user)
    picture = await asyncio.to_thread(
        draw_board,
        view,
        names=table.names,
        title=words("Game {number}", number=table.number),
        marks=marks,
        theme=theme,
        size=size,
        words=words,
    )
    alt = describe_board(view, names=table.names, words=words)
    return file_of(picture, f"arkadia-{table.number}-turn-{view.turn}.png", alt)


async def turn_file(
    view: View, table: Table, words: Words, *, marks: Marks, theme: Theme, title: str = ""
) -> discord.File:
    """The board over what lies behind the screen of the view's seat, for its owner only."""
    picture = await asyncio.to_thread(
        draw_turn,
        view,
        names=table.names,
        title=title or words("Game {number}", number=table.number),
        marks=marks,
        theme=theme,
        words=words,
    )
    board = describe_board(view, names=table.names, words=words)
    alt = f"{describe_screen(view, names=table.names, words=words)} {board}"
    return file_of(picture, f"arkadia-{table.number}-turn-{view.turn}.png", alt)


async def screen_file(
    table: Table,
    user: int,
    words: Words,
    *,
    turn: int = 0,
    mirrored: bool = False,
    theme: Theme = Theme.DARK,
) -> discord.File:
    """What lies behind a person's screen, for that person only.

    Args:
        turn: quarter turns clockwise in which the cards' tiles are shown.
        mirrored: whether they are shown on their back.
    """
    view = table.view(user)
    picture = await asyncio.to_thread(
        draw_screen,
        view,
        names=table.names,
        turn=turn,
        mirrored=mirrored,
        theme=theme,
        words=words,
    )
    alt = describe_screen(view, names=table.names, words=words)
    return file_of(picture, f"arkadia-{table.number}-screen.png", alt)


async def end_file(
    table: Table, story: Story, words: Words, *, theme: Theme = Theme.DARK
) -> discord.File:
    """The final board with the ranking and how the gold came together."""
    view = table.view()
    chart = Chart(sold=story.sold, unsold=story.unsold, values=story.values, sales=story.sales)
    picture = await asyncio.to_thread(
        draw_end,
        view,
        names=table.names,
        chart=chart,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )
    alt = describe_end(view, names=table.names, words=words)
    return file_of(picture, f"arkadia-{table.number}-end.png", alt)


def file_of(content: bytes, name: str, alt: str | None = None) -> discord.File:
    """Bytes as a file with alt text within Discord's limit."""
    return discord.File(io.BytesIO(content), name, description=alt[:1024] if alt else None)
