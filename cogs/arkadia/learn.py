"""The interactive lesson, which a person can leave and resume."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from i18n.translation import N_
from ui import buttons
from ui.answers import put, reply
from ui.components.presses import Press
from ui.interactions import Interaction, services_of, words_of
from ui.lesson.page import LessonPage, lesson_page
from ui.lesson.scenes import number_of
from ui.lesson.script import STEPS
from ui.pictures import theme_of


class LearnCommands(commands.Cog):
    """The command that opens the lesson."""

    @app_commands.command(description=N_("Learn the game by playing, in five minutes"))
    async def learn(self, interaction: Interaction) -> None:
        """Show the lesson at the person's current step."""
        await show_lesson(interaction)


class Learn(Press, face=buttons.LEARN):
    """A button that begins or resumes the lesson."""

    async def press(self, interaction: Interaction) -> None:
        """Show the lesson in a new message."""
        await show_lesson(interaction)


class LessonAnew(Press, face=buttons.LESSON_ANEW):
    """A button that restarts the lesson."""

    async def press(self, interaction: Interaction) -> None:
        """Replace the button's message with the first step of the lesson."""
        await _turn_to(interaction, 1)


class LessonBack(Press, face=buttons.LESSON_BACK):
    """A button that shows the previous step of the lesson."""

    async def press(self, interaction: Interaction) -> None:
        """Replace the button's message with the previous step."""
        await _turn_to(interaction, self.numbers[0])


class LessonSkip(Press, face=buttons.LESSON_SKIP):
    """A button that goes to the next step of the lesson without an answer."""

    async def press(self, interaction: Interaction) -> None:
        """Replace the button's message with the next step."""
        await _turn_to(interaction, self.numbers[0])


class LessonOn(Press, face=buttons.LESSON_ON):
    """A button that shows the next step of the lesson."""

    async def press(self, interaction: Interaction) -> None:
        """Replace the button's message with the next step."""
        await _turn_to(interaction, self.numbers[0])


class LessonChoice(Press, face=buttons.LESSON_CHOICE):
    """A button that tries one of the choices in a step of the lesson."""

    async def press(self, interaction: Interaction) -> None:
        """Show the result of the choice in the button's message."""
        await _turn_to(interaction, *self.numbers)


PRESSES: Final = (Learn, LessonAnew, LessonBack, LessonSkip, LessonOn, LessonChoice)


async def show_lesson(interaction: Interaction) -> None:
    """Show the lesson at the person's last step; from the start if they had finished it."""
    chosen = services_of(interaction).personal.preferences(interaction.user.id)
    number = number_of(chosen.lesson)
    if number == len(STEPS):
        number = 1
    words, theme = words_of(interaction), theme_of(interaction)
    page = await lesson_page(number, words, theme, resumed=number > 1)
    await _remember(interaction, page)
    await reply(interaction, page.text, files=page.files, view=page.view)


async def _turn_to(interaction: Interaction, number: int, tried: int = 0) -> None:
    page = await lesson_page(number, words_of(interaction), theme_of(interaction), tried=tried)
    await _remember(interaction, page)
    await put(interaction, page.text, files=page.files, view=page.view)


async def _remember(interaction: Interaction, page: LessonPage) -> None:
    """Keep at which step the person is, if that has changed."""
    personal, user = services_of(interaction).personal, interaction.user.id
    chosen = personal.preferences(user)
    learned = chosen.learned or page.step is STEPS[-1]
    # By its name, so that a step put in between moves no one.
    now = replace(chosen, lesson=page.step.name, learned=learned)
    # A choice that is tried stays on its step, and each write waits for the disk.
    if now != chosen:
        await personal.prefer(user, now)
