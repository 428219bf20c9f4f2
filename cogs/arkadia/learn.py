"""The lesson, which a person goes through alone and may leave and take up again."""

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
    """Learning by playing."""

    @app_commands.command(description=N_("Learn the game by playing, in five minutes"))
    async def learn(self, interaction: Interaction) -> None:
        """Show the lesson."""
        await show_lesson(interaction)


class Learn(Press, face=buttons.LEARN):
    """A button that begins the lesson or takes it up."""

    async def press(self, interaction: Interaction) -> None:
        """Show the lesson in a message of its own."""
        await show_lesson(interaction)


class LessonAnew(Press, face=buttons.LESSON_ANEW):
    """A button that goes back to the beginning."""

    async def press(self, interaction: Interaction) -> None:
        """Show the first step in the message of the button."""
        await _turn_to(interaction, 1)


class LessonBack(Press, face=buttons.LESSON_BACK):
    """A button that goes one step back."""

    async def press(self, interaction: Interaction) -> None:
        """Show that step in the message of the button."""
        await _turn_to(interaction, self.numbers[0])


class LessonSkip(Press, face=buttons.LESSON_SKIP):
    """A button that goes on without an answer."""

    async def press(self, interaction: Interaction) -> None:
        """Show that step in the message of the button."""
        await _turn_to(interaction, self.numbers[0])


class LessonOn(Press, face=buttons.LESSON_ON):
    """A button that goes one step on."""

    async def press(self, interaction: Interaction) -> None:
        """Show that step in the message of the button."""
        await _turn_to(interaction, self.numbers[0])


class LessonChoice(Press, face=buttons.LESSON_CHOICE):
    """A button that tries one of the lesson's choices."""

    async def press(self, interaction: Interaction) -> None:
        """Show what comes of it in the message of the button."""
        await _turn_to(interaction, *self.numbers)


PRESSES: Final = (Learn, LessonAnew, LessonBack, LessonSkip, LessonOn, LessonChoice)


async def show_lesson(interaction: Interaction) -> None:
    """Show the lesson where the person left it; from its beginning if they came to its end."""
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
