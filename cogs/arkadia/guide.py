"""The guide, the help and the components' provenance, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.arkadia.rulings import answer_question, ruling_choices
from engine.edition import Edition
from i18n.translation import N_, Words
from render import Theme, draw_forms
from ui import buttons
from ui.answers import pages, put, reply
from ui.components.faces import ButtonFace
from ui.components.presses import with_numbers
from ui.components.views import nearest_page, page_buttons, view_of
from ui.input.games import edition_here
from ui.interactions import Interaction, services_of, words_of
from ui.lesson.examples import EXAMPLES
from ui.lesson.pictures import scene_file
from ui.lesson.scenes import scene_after
from ui.pictures import drawn_file, theme_of
from ui.services.invite import invite_link
from ui.texts.guide import HELP, HELP_PAGES, RULES, about_text, provenance_text, rules_text
from ui.texts.person.privacy import contact_lines
from words.alt import describe_forms


class GuideCommands(commands.Cog):
    """The commands for the rules, the help, and information about the bot."""

    @app_commands.command(description=N_("Learn the game in a few minutes"))
    @app_commands.describe(ask=N_("What you would like to know"))
    @app_commands.autocomplete(ask=ruling_choices)
    async def rules(
        self, interaction: Interaction, ask: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show the guide to the rules, or the answer to a question about them."""
        if ask is not None:
            await answer_question(interaction, ask)
            return
        text, files, view = await rules_page(1, *await _reader(interaction))
        await reply(interaction, text, files=files, view=view)

    @app_commands.command(description=N_("Learn, your turn, looking, games, settings"))
    async def help(self, interaction: Interaction) -> None:
        """Show the topics of the help."""
        words = words_of(interaction)
        contact = contact_lines(services_of(interaction).settings, words)
        await reply(interaction, "\n".join([words(HELP), *contact]), view=help_view(words))

    @app_commands.command(description=N_("What is known of the game's components"))
    async def about(self, interaction: Interaction) -> None:
        """Show information about the bot."""
        words = words_of(interaction)
        view = view_of(
            buttons.PROVENANCE.button(words=words),
            buttons.LEARN.button(words=words),
            discord.ui.Button(
                label=words("Add to a server"), url=invite_link(interaction.application_id)
            ),
        )
        await reply(interaction, about_text(await edition_here(interaction), words), view=view)


async def _help_page(interaction: Interaction, page: int) -> None:
    """Replace the button's message with the chosen page of the help."""
    words, texts = words_of(interaction), tuple(HELP_PAGES.values())
    page = nearest_page(page, len(texts))
    await put(interaction, words(texts[page - 1]), view=help_view(words, page))


async def _show_provenance(interaction: Interaction) -> None:
    """Tell where the component data comes from."""
    edition, words = await edition_here(interaction), words_of(interaction)
    for page in pages(provenance_text(edition, words)):
        await reply(interaction, page)


async def _read_rules(interaction: Interaction) -> None:
    """Show the first page of the guide in a new message."""
    text, files, view = await rules_page(1, *await _reader(interaction))
    await reply(interaction, text, files=files, view=view)


async def _turn_to(interaction: Interaction, page: int) -> None:
    text, files, view = await rules_page(page, *await _reader(interaction))
    await put(interaction, text, files=files, view=view)


async def _reader(interaction: Interaction) -> tuple[Edition, Words, Theme]:
    """Return the edition played in the channel and the reader's language."""
    return await edition_here(interaction), words_of(interaction), theme_of(interaction)


def help_view(words: Words, shown: int = 0) -> discord.ui.View:
    """Return the buttons of the help: one for each page, and those of the shown page.

    Args:
        words: the language.
        shown: the page that is shown, from 1; 0 for none.
    """
    view = view_of()
    for page, caption in enumerate(HELP_PAGES, 1):
        button = buttons.HELP_PAGE.button(page, words=words, disabled=page == shown, row=0)
        button.label = words(caption)
        view.add_item(button)
    more: dict[str, Sequence[ButtonFace]] = {
        "Learning": (
            buttons.LEARN,
            buttons.READ_RULES,
            buttons.RULINGS,
            buttons.BOX_WORDS,
            buttons.PRACTICE,
        ),
        "Settings": (buttons.PREFER_LOOKS, buttons.PREFER_NOTICES, buttons.PREFER_QUIET),
    }
    for face in more.get(tuple(HELP_PAGES)[shown - 1], ()) if shown else ():
        view.add_item(face.button(words=words, row=1))
    return view


async def rules_page(
    page: int, edition: Edition, words: Words, theme: Theme
) -> tuple[str, list[discord.File], discord.ui.View]:
    """Return a page of the guide, from 1, with its pictures and buttons."""
    last = len(RULES)
    page = nearest_page(page, last)
    files = [
        await scene_file(
            scene_after(example.before, example.actions),
            example.sight,
            theme,
            words,
            f"arkadia-example-{number}.png",
        )
        for number, example in enumerate(EXAMPLES.get(tuple(RULES)[page - 1], ()), 1)
    ]
    if page == last:
        alt, name = describe_forms(edition, words=words), "arkadia-buildings.png"
        files = [await drawn_file(name, alt, draw_forms, edition, theme=theme, words=words)]
    view = view_of(
        *page_buttons(buttons.RULES_BACK, buttons.RULES_ON, page=page, count=last, words=words),
        buttons.RULINGS.button(words=words),
        buttons.LEARN.button(words=words),
        buttons.PRACTICE.button(words=words),
    )
    return rules_text(page, edition, words), files, view


PRESSES: Final = (
    with_numbers(buttons.HELP_PAGE, _help_page),
    with_numbers(buttons.PROVENANCE, _show_provenance),
    with_numbers(buttons.READ_RULES, _read_rules),
    with_numbers(buttons.RULES_BACK, _turn_to),
    with_numbers(buttons.RULES_ON, _turn_to),
)
