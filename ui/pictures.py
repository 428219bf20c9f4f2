"""Draw pictures of tables as files for messages, off the event loop and with alt text."""

import asyncio
import io
from collections.abc import Callable, Sequence
from typing import Any

import discord

import render
from engine.edition_files import load_edition
from engine.errors import EditionError
from engine.story import Scene, Story, changes_of, scenes_since
from engine.view import View
from i18n.translation import Words
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui.interactions import Interaction, services_of
from ui.texts.markup import ALT_TEXT_LIMIT, cut
from words.alt import (
    describe_board,
    describe_end,
    describe_scene,
    describe_screen,
    describe_since,
    describe_story,
)
from words.sentences import NO_MARKS, Marks
from words.steps import describe_turn


def theme_of(interaction: Interaction) -> render.Theme:
    """Return the theme that a person has chosen for private pictures."""
    return render.Theme(services_of(interaction).personal.preferences(interaction.user.id).theme)


def marks_now(table: Table, user: int | None = None) -> Marks:
    """Return marks for the changes of the last turn; for a player, of all turns since their own.

    For the person whose turn it is, the unfinished turn is included.
    """
    game = table.running_game()
    seat = None if user is None else table.person(user)
    last = [game.last_turn] if game.last_turn else []
    if seat is None:
        return Marks(changed=changes_of(last))
    turns = table.turns_since_own(seat.seat) or last
    if table.active == seat:
        turns = [*turns, game.turn]
    return Marks(changed=changes_of(turns))


async def board_file(
    table: Table,
    words: Words,
    *,
    user: int | None = None,
    marks: Marks = NO_MARKS,
    theme: render.Theme = render.Theme.DARK,
    size: render.Size = render.Size.NORMAL,
) -> discord.File:
    """Return a picture of the board as a person may see it; without one, as the public does."""
    return await view_file(
        as_counted(table, table.open_view(user)),
        table.names,
        f"arkadia-{table.number}",
        words,
        title=words("Game {number}", number=table.number),
        marks=marks,
        theme=theme,
        size=size,
    )


async def view_file(
    view: View,
    names: Sequence[str],
    prefix: str,
    words: Words,
    *,
    title: str,
    marks: Marks = NO_MARKS,
    theme: render.Theme = render.Theme.DARK,
    size: render.Size = render.Size.NORMAL,
) -> discord.File:
    """Return a picture of the board in an open view."""
    alt = describe_board(view, names=names, changed=marks.changed, words=words)
    return await drawn_file(
        f"{prefix}-turn-{view.turn}.png",
        alt,
        render.draw_board,
        view,
        names=names,
        title=title,
        marks=marks,
        theme=theme,
        size=size,
        words=words,
    )


async def lobby_files(table: Table, words: Words) -> list[discord.File]:
    """Return the picture of a game's seats; none if its edition's file is gone."""
    try:
        edition = load_edition(table.row.edition)
    except EditionError:
        return []
    taken = len(table.seats)
    seats = table.row.seat_limit if table.row.begun_at is None else taken
    names = words.listing([seat.name for seat in table.seats])
    return [
        await drawn_file(
            f"arkadia-{table.number}-seats-{taken}.png",
            words("Seats: {taken} of {count}: {people}", taken=taken, count=seats, people=names),
            render.draw_gathering,
            edition,
            players=[(seat.name, seat.colour) for seat in table.seats],
            seats=seats,
            title=words("Game {number}", number=table.number),
            words=words,
        )
    ]


async def turn_file(
    view: View,
    table: Table,
    words: Words,
    *,
    marks: Marks,
    theme: render.Theme,
    title: str = "",
    whole: bool = False,
    legend: bool = False,
) -> discord.File:
    """Return a picture of the board and a player's screen, for that player only."""
    alt = describe_turn(view, names=table.names, marks=marks, whole=whole, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-turn-{view.turn}.png",
        alt,
        render.draw_turn,
        view,
        names=table.names,
        title=title,
        marks=marks,
        theme=theme,
        words=words,
        legend=legend,
    )


async def screen_file(
    table: Table,
    user: int,
    words: Words,
    *,
    turn: int = 0,
    mirrored: bool = False,
    theme: render.Theme = render.Theme.DARK,
) -> discord.File:
    """Return a picture of a person's screen, for that person only."""
    view = table.view(user)
    alt = describe_screen(view, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-screen.png",
        alt,
        render.draw_screen,
        view,
        names=table.names,
        turn=turn,
        mirrored=mirrored,
        theme=theme,
        words=words,
    )


async def scene_file(
    scene: Scene, table: Table, words: Words, *, theme: render.Theme = render.Theme.DARK
) -> discord.File:
    """Return a picture of one turn of a game's past, as the public saw it."""
    alt = describe_scene(scene, names=table.names, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-turn-{scene.number}.png",
        alt,
        render.draw_scene,
        scene,
        names=table.names,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )


async def since_file(
    table: Table, number: int, words: Words, *, theme: render.Theme = render.Theme.DARK
) -> discord.File:
    """Return an animation of the completed turns from one on, as the public saw them."""
    game = table.running_game()
    shown = await asyncio.to_thread(scenes_since, game.start, game.actions, number)
    alt = describe_since(shown, names=table.names, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-since-{number}.gif",
        alt,
        render.draw_since,
        shown,
        names=table.names,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )


async def end_file(
    table: Table, story: Story, words: Words, *, theme: render.Theme = render.Theme.DARK
) -> discord.File:
    """Return a picture of the final board, with the ranking and the origin of the gold."""
    view = as_counted(table, table.view())
    alt = describe_end(view, names=table.names, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-end.png",
        alt,
        render.draw_end,
        view,
        names=table.names,
        story=story,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )


async def story_file(
    table: Table, story: Story, words: Words, *, theme: render.Theme = render.Theme.DARK
) -> discord.File:
    """Return a picture with charts of a finished game, turn by turn."""
    view = table.view()
    alt = describe_story(view, story, names=table.names, words=words)
    return await drawn_file(
        f"arkadia-{table.number}-by-turn.png",
        alt,
        render.draw_story,
        view,
        story=story,
        theme=theme,
        words=words,
    )


async def drawn_file(
    name: str, alt: str | None, draw: Callable[..., bytes], /, *what: Any, **how: Any
) -> discord.File:
    """Return a picture drawn in another thread."""
    return file_of(await asyncio.to_thread(draw, *what, **how), name, alt)


def file_of(content: bytes, name: str, alt: str | None = None) -> discord.File:
    """Return a Discord file of some bytes, with alt text cut to Discord's limit."""
    alt = cut(alt, ALT_TEXT_LIMIT) if alt else None
    return discord.File(io.BytesIO(content), name, description=alt)
