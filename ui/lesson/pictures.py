"""Pictures of the lesson's game, with their alt texts, for the pages of the rules."""

from __future__ import annotations

import discord

from i18n.naming import capital
from i18n.translation import Words
from render import Theme, draw_turn
from ui.lesson.examples import PLAYERS, Sight
from ui.lesson.scenes import LessonScene, marks_of
from ui.pictures import drawn_file
from words.alt import describe_board
from words.marks import Marks
from words.steps import describe_turn


def names_in(words: Words) -> list[str]:
    """Return the names of the lesson's people: their colours, which can stand in any sentence."""
    return [capital(words.name(colour)) for colour in PLAYERS]


async def scene_file(
    scene: LessonScene, sight: Sight, theme: Theme, words: Words, name: str
) -> discord.File:
    """Return a picture of a scene of the lesson, with its alt text."""
    marks = marks_of(scene, sight)
    return await drawn_file(
        name,
        _alt(scene, marks, words),
        draw_turn,
        scene.view,
        names=names_in(words),
        title=words("Lesson"),
        marks=marks,
        theme=theme,
        words=words,
    )


def _alt(scene: LessonScene, marks: Marks, words: Words) -> str:
    """Return the alt text: the outcome of a choice, or else the decision to be made."""
    changed, names = scene.changed, names_in(words)
    if changed.squares or changed.pieces:
        return describe_board(scene.view, names=names, changed=changed, words=words)
    return describe_turn(scene.view, names=names, marks=marks, whole=True, words=words)
