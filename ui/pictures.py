"""Draw pictures of tables as files for messages, off the event loop and with alt text."""

import asyncio
import io
from collections.abc import Callable, Sequence
from typing import Any

import discord

import render
from engine import View, edition_files, errors
from engine.story import Scene, Story, changes_of, scenes_since
from i18n.translation import Words
from render import Theme
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui.interactions import Interaction, services_of
from ui.texts.markup import ALT_TEXT_LIMIT, cut
from words import alt, steps
from words.sentences import NO_MARKS, Marks


def theme_of(interaction: Interaction) -> Theme:
    """Return the theme that a person has chosen for private pictures."""
    return Theme(services_of(interaction).personal.preferences(interaction.user.id).theme)


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
    theme: Theme = Theme.DARK,
    size: render.Size = render.Size.NORMAL,
) -> discord.File:
    """Return a picture of the board as a person may see it; without one, as the public does."""
    view, look = as_counted(table, table.open_view(user)), {"theme": theme, "size": size}
    prefix, title = f"arkadia-{table.number}", _title(table, words)
    return await view_file(view, table.names, prefix, words, title=title, marks=marks, **look)


async def view_file(
    view: View, names: Sequence[str], prefix: str, words: Words, *, marks: Marks, **look: Any
) -> discord.File:
    """Return a picture of the board in an open view."""
    shown = alt.describe_board(view, names=names, changed=marks.changed, words=words)
    look |= {"names": names, "marks": marks, "words": words}
    name = f"{prefix}-turn-{view.turn}.png"
    return await drawn_file(name, shown, render.draw_board, view, **look)


async def lobby_files(table: Table, words: Words) -> list[discord.File]:
    """Return the picture of a game's seats; none if its edition's file is gone."""
    try:
        edition = edition_files.load_edition(table.row.edition)
    except errors.EditionError:
        return []
    taken = len(table.seats)
    seats = table.row.seat_limit if table.row.begun_at is None else taken
    names = words.listing([seat.name for seat in table.seats])
    shown = words("Seats ({taken} of {count}): {people}", taken=taken, count=seats, people=names)
    return [
        await drawn_file(
            f"arkadia-{table.number}-seats-{taken}.png",
            shown,
            render.draw_gathering,
            edition,
            players=[(seat.name, seat.colour) for seat in table.seats],
            seats=seats,
            title=_title(table, words),
            words=words,
        )
    ]


async def turn_file(
    view: View, table: Table, words: Words, *, marks: Marks, whole: bool = False, **look: Any
) -> discord.File:
    """Return a picture of board and screen, for its player only; all may be in its alt text."""
    shown = steps.describe_turn(view, names=table.names, marks=marks, whole=whole, words=words)
    name = f"turn-{view.turn}.png"
    return await _of(table, words, name, shown, render.draw_turn, view, marks=marks, **look)


async def screen_file(table: Table, user: int, words: Words, **look: Any) -> discord.File:
    """Return a picture of a person's screen, for that person only."""
    view = table.view(user)
    shown = alt.describe_screen(view, words=words)
    return await _of(table, words, "screen.png", shown, render.draw_screen, view, **look)


async def scene_file(
    scene: Scene, table: Table, words: Words, *, theme: Theme = Theme.DARK
) -> discord.File:
    """Return a picture of one turn of a game's past, as the public saw it."""
    shown = alt.describe_scene(scene, names=table.names, words=words)
    name, look = f"turn-{scene.number}.png", {"title": _title(table, words), "theme": theme}
    return await _of(table, words, name, shown, render.draw_scene, scene, **look)


async def since_file(table: Table, number: int, words: Words, theme: Theme) -> discord.File:
    """Return an animation of the completed turns from one on, as the public saw them."""
    game = table.running_game()
    scenes = await asyncio.to_thread(scenes_since, game.start, game.actions, number)
    shown = alt.describe_since(scenes, names=table.names, words=words)
    name, look = f"since-{number}.gif", {"title": _title(table, words), "theme": theme}
    return await _of(table, words, name, shown, render.draw_since, scenes, **look)


async def end_files(table: Table, story: Story, words: Words, theme: Theme) -> list[discord.File]:
    """Return the pictures of an end: the last board with the ranking, and charts of all turns."""
    view = as_counted(table, table.view())
    shown = alt.describe_end(view, names=table.names, words=words)
    look = {"story": story, "title": _title(table, words), "theme": theme}
    end = await _of(table, words, "end.png", shown, render.draw_end, view, **look)
    view = table.view()
    shown = alt.describe_story(view, story, names=table.names, words=words)
    name, look = f"arkadia-{table.number}-by-turn.png", {"story": story, "theme": theme}
    return [end, await drawn_file(name, shown, render.draw_story, view, words=words, **look)]


def _title(table: Table, words: Words) -> str:
    return words("Game {number}", number=table.number)


async def _of(
    table: Table,
    words: Words,
    name: str,
    shown: str,
    draw: Callable[..., bytes],
    /,
    *what: Any,
    **how: Any,
) -> discord.File:
    """Return a picture of a table with its people's names."""
    how |= {"names": table.names, "words": words}
    return await drawn_file(f"arkadia-{table.number}-{name}", shown, draw, *what, **how)


async def drawn_file(
    name: str, shown: str | None, draw: Callable[..., bytes], /, *what: Any, **how: Any
) -> discord.File:
    """Return a picture drawn in another thread; what it shows is its alt text."""
    return file_of(await asyncio.to_thread(draw, *what, **how), name, shown)


def file_of(content: bytes, name: str, shown: str | None = None) -> discord.File:
    """Return a Discord file of some bytes, with alt text cut to Discord's limit."""
    shown = cut(shown, ALT_TEXT_LIMIT) if shown else None
    return discord.File(io.BytesIO(content), name, description=shown)
