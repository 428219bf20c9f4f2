"""A step of the lesson as a private message, whose state is in the custom ids of its buttons."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import discord

from i18n.translation import Words
from render import Theme, draw_turn
from ui import buttons
from ui.components.views import view_of
from ui.lesson.scenes import LessonScene, answered, filled, marks_of, scene_of, step_at
from ui.lesson.script import STEPS, Choice, Sight, Step
from ui.pictures import file_of
from words.alt import describe_board
from words.marks import Marks
from words.steps import describe_turn


class LessonPage(NamedTuple):
    """A message that shows a step of the lesson.

    Attributes:
        step: the step that the message shows.
    """

    step: Step
    text: str
    files: list[discord.File]
    view: discord.ui.View


async def lesson_page(
    number: int, words: Words, theme: Theme, *, tried: int = 0, resumed: bool = False
) -> LessonPage:
    """Return the message for a step, as it begins or with the outcome of a choice.

    Args:
        number: the step's number, from 1; clamped to the steps that exist.
        theme: the background that the picture is drawn for.
        tried: the number of the pressed choice, from 1; 0 for none.
        resumed: True if the lesson is taken up where it was left.
    """
    # Buttons of old messages outlive changes of the lesson, so any number leads to some step.
    step = step_at(number)
    number = STEPS.index(step) + 1
    choice = step.choices[tried - 1] if 0 < tried <= len(step.choices) else None
    scene = scene_of(step, choice)
    text = _text(number, step, choice, scene, words)
    shown = step.sight if choice is None or scene.refusal else choice.sight
    picture = await scene_file(scene, shown, theme, words)
    view = _view(number, step, choice, words)
    if resumed:
        view.add_item(buttons.LESSON_ANEW.button(words=words, row=1))
    return LessonPage(step, text, [picture], view)


def _text(number: int, step: Step, choice: Choice | None, scene: LessonScene, words: Words) -> str:
    """Return the heading, the answer to a choice, and the task as long as it is unsolved."""
    head = words(
        "**Lesson {number} of {count}: {title}**",
        number=number,
        count=len(STEPS),
        title=words(step.title),
    )
    if choice is None:
        return f"{head}\n{filled(step.text, scene, words)}"
    mark = "✅" if choice.right else "❌"
    label = f"{mark} {words.context('button', choice.label)}"
    told = words.told(label, answered(step, choice, scene, words))
    if choice.right:
        return f"{head}\n{told}"
    # After a wrong answer only the question is repeated: the rest of the text was just read.
    task = filled(step.text, scene_of(step), words).rpartition("\n")[2]
    return f"{head}\n{told}\n{task}"


async def scene_file(
    scene: LessonScene, sight: Sight, theme: Theme, words: Words, name: str = "arkadia-lesson.png"
) -> discord.File:
    """Return the picture of a scene, with its alt text."""
    marks, names = marks_of(scene, sight), [words("You"), words("Orange")]
    # Drawn off the event loop, which has other people to answer meanwhile.
    picture = await asyncio.to_thread(
        draw_turn,
        scene.view,
        names=names,
        title=words("Lesson"),
        marks=marks,
        theme=theme,
        words=words,
    )
    return file_of(picture, name, _alt(scene, marks, words))


def _alt(scene: LessonScene, marks: Marks, words: Words) -> str:
    """Return the alt text: the outcome of a choice, or else the decision to be made."""
    names, changed = [words("The learner"), words("Orange")], scene.changed
    if changed.squares or changed.pieces:
        return describe_board(scene.view, names=names, changed=changed, words=words)
    return describe_turn(scene.view, names=names, marks=marks, whole=True, words=words)


def _view(number: int, step: Step, choice: Choice | None, words: Words) -> discord.ui.View:
    """Return the buttons: the choices, and below them the way back and on."""
    solved = choice.right if choice else not step.choices
    view = view_of(
        *(_choice(number, place, one, choice, words) for place, one in enumerate(step.choices, 1))
    )
    if number > 1:
        view.add_item(buttons.LESSON_BACK.button(number - 1, words=words, row=1))
    if number == len(STEPS):
        view.add_item(buttons.PRACTICE.button(words=words, row=1))
    else:
        # A puzzle never locks the lesson: the way on is there unsolved too, under another name.
        on = buttons.LESSON_ON if solved else buttons.LESSON_SKIP
        view.add_item(on.button(number + 1, words=words, row=1))
    return view


def _choice(
    number: int, place: int, one: Choice, tried: Choice | None, words: Words
) -> discord.ui.Button[Any]:
    """Return a choice as a button; the one that was pressed stands out."""
    button = buttons.LESSON_CHOICE.button(number, place, words=words, row=0)
    button.label = words.context("button", one.label)
    if one is tried:
        button.style = discord.ButtonStyle.success if one.right else discord.ButtonStyle.danger
    return button
