"""What newcomers read, page by page: the guide, the commands, where the components are from."""

from __future__ import annotations

import asyncio
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from engine.edition_files import load_edition
from render import Theme, describe_forms, draw_forms
from translation import N_, Words
from ui import buttons
from ui.answers import pages, put, reply, think
from ui.components.presses import Press
from ui.components.views import view_of
from ui.interactions import Interaction, services_of, words_of
from ui.lesson.page import scene_file
from ui.lesson.scenes import scene_after
from ui.lesson.script import EXAMPLES
from ui.pictures import file_of, theme_of
from ui.texts.guide import HELP, RULES, about_text, rules_text
from ui.texts.privacy import contact_lines


class GuideCommands(commands.Cog):
    """Rules, help, about."""

    @app_commands.command(description=N_("Learn the game in a few minutes"))
    async def rules(self, interaction: Interaction) -> None:
        """Show the guide."""
        await think(interaction)
        text, files, view = await rules_page(1, words_of(interaction), theme_of(interaction))
        await reply(interaction, text, files=files, view=view)

    @app_commands.command(description=N_("See all commands"))
    async def help(self, interaction: Interaction) -> None:
        """Show the commands."""
        words = words_of(interaction)
        contact = contact_lines(services_of(interaction).settings, words)
        view = view_of(
            buttons.LEARN.button(words=words),
            buttons.PRACTICE.button(words=words),
        )
        await reply(interaction, "\n".join([words(HELP), *contact]), view=view)

    @app_commands.command(description=N_("What of the game's components is known, and what is not"))
    async def about(self, interaction: Interaction) -> None:
        """Tell where the component data comes from."""
        await think(interaction)
        for page in pages(about_text(words_of(interaction))):
            await reply(interaction, page)


class RulesBack(Press, face=buttons.RULES_BACK):
    """Turns one page back."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        await _turn_to(interaction, self.numbers[0])


class RulesOn(Press, face=buttons.RULES_ON):
    """Turns one page on."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        await _turn_to(interaction, self.numbers[0])


PRESSES: Final = (RulesBack, RulesOn)


async def _turn_to(interaction: Interaction, page: int) -> None:
    text, files, view = await rules_page(page, words_of(interaction), theme_of(interaction))
    await put(interaction, text, files=files, view=view)


async def rules_page(
    page: int, words: Words, theme: Theme
) -> tuple[str, list[discord.File], discord.ui.View]:
    """A page of the guide, from 1, with its pictures and buttons."""
    last = len(RULES)
    page = min(max(page, 1), last)
    edition = load_edition()
    files = [
        await scene_file(
            scene_after(example.before, example.actions),
            *(example.sight, theme, words, f"arkadia-example-{number}.png"),
        )
        for number, example in enumerate(EXAMPLES.get(tuple(RULES)[page - 1], ()), 1)
    ]
    if page == last:
        picture = await asyncio.to_thread(draw_forms, edition, words=words)
        alt = describe_forms(edition, words=words)
        files = [file_of(picture, "arkadia-buildings.png", alt)]
    view = view_of(
        buttons.RULES_BACK.button(max(page - 1, 1), words=words, disabled=page == 1),
        buttons.RULES_ON.button(min(page + 1, last), words=words, disabled=page == last),
        buttons.LEARN.button(words=words),
        buttons.PRACTICE.button(words=words),
    )
    return rules_text(page, edition, words), files, view
