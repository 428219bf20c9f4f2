"""The story of a game, told privately: its moments in sentences and pictures, and who leads."""

from __future__ import annotations

import asyncio
from typing import Final

from engine.scenes import Scene, scene_at
from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.answers import pages, put
from ui.components.presses import at_turn
from ui.components.views import view_of
from ui.interactions import Interaction, words_of
from ui.pictures import scene_file, theme_of
from ui.texts.game.story import first_turn_for, story_of_game

OWN: Final = 0
"""The number that stands for the first turn since the reader's own."""


async def tell_story(interaction: Interaction, table: Table, first: int = OWN) -> None:
    """Tell a person what happened in a game, with a picture of each moment that is shown.

    Args:
        interaction: the person's.
        table: the game.
        first: the first turn to be told; ``OWN`` for what the person missed.

    Raises:
        TableError: if the game has not begun.
    """
    words, theme = words_of(interaction), theme_of(interaction)
    position = table.running_game().position
    first = min(first, position.turn) or first_turn_for(table, interaction.user.id)
    # In a thread: the game is replayed, once for its moments and once for each picture.
    told, scenes = await asyncio.to_thread(_told, table, first, words)
    files = [await scene_file(scene, table, words, theme=theme) for scene in scenes]
    head = words("**Arkadia, game {number}**: the story", number=table.number)
    shown = []
    if first > 1:
        whole = _from_start(words)
        shown.append(buttons.STORY.button(table.number, 1, words=words, label=whole))
    if not position.over:
        # Its number is the next turn: the message remembers how far the reader was told.
        after, new = position.turn, _since(words)
        shown.append(buttons.STORY.button(table.number, after, words=words, label=new))
    view = view_of(
        *shown,
        buttons.BOARD.button(table.number, position.turn, words=words),
        buttons.TURN_BY_TURN.button(table.number, words=words),
    )
    await put(interaction, pages("\n".join([head, *told]))[0], files=files, view=view)


def _told(table: Table, first: int, words: Words) -> tuple[tuple[str, ...], list[Scene]]:
    """Return the sentences of a story and the scenes of its pictures; one scene at least."""
    game, told = table.running_game(), story_of_game(table, first, words)
    completed = game.position.turn - (not game.position.over)
    shown = told.pictured or (completed,)
    return told.lines, [scene_at(game.start, game.actions, turn) for turn in shown]


def _from_start(words: Words) -> str:
    return words.context("button", "From the start")


def _since(words: Words) -> str:
    return words.context("button", "What came since")


PRESSES: Final = (at_turn(buttons.STORY, tell_story),)
