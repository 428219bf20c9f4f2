"""What newcomers read: a guide to the game, the commands, where the components are from."""

from __future__ import annotations

import asyncio
from typing import Final

import discord
from discord import app_commands

from cogs.answering import pages, reply, think
from cogs.app import Interaction, words_of
from cogs.buttons import Press, view_of
from cogs.pictures import file_of
from engine.edition import load_edition
from render import draw_forms
from translation import N_, Words

RULES: Final = (
    N_(
        "**1. What it is about**\n"
        "You are master builders. Houses, farms, mills and monasteries rise round a castle, and "
        "the workers you send to them bring you **seals** of four merchant families. What a seal "
        "is worth, the castle decides: for each family, count the castle squares that show its "
        "colour from above. Sell at the right moment; **most gold wins**.\n\n"
        "Every player has a hand of cards, own workers and neutral workers behind a screen. Only "
        "you see your screen: `/arkadia screen`."
    ),
    N_(
        "**2. Your turn: build or place workers**\n"
        "You must do exactly one of these:\n"
        "- **Build** (`/arkadia build`): play a card and lay its tile on vacant squares. It must "
        "touch a building, the castle or a worker with a side. Each camp (tent) you cover brings "
        "you a neutral worker. The building gets a seal of the card's colour. Then draw: from the "
        "stack or one of the open cards.\n"
        "- **Place workers** (`/arkadia workers`): put one or more workers, own and neutral as "
        "you like, on vacant squares next to **one** building or the castle. They stay there for "
        "good.\n"
        "If you can do neither, `/arkadia pass`."
    ),
    N_(
        "**3. Completed buildings**\n"
        "A building is completed when every square next to its sides is filled: by a worker, "
        "another building, the castle or the edge of the board. Then\n"
        "- everybody gains one seal of its colour for each **own** worker next to it; neutral "
        "workers earn nothing;\n"
        "- you, who completed it, also gain the seal lying on it;\n"
        "- you place one **castle piece** for it.\n"
        "One move may complete several buildings, and one worker may earn at each of them."
    ),
    N_(
        "**4. The castle**\n"
        "`/arkadia castle` puts a piece of a colour of your choice on one of the ten ring squares "
        "that has no piece of this floor yet. It covers what was seen there before, so one value "
        "goes up and another may go down.\n"
        "Floors 1 and 2 take ten pieces each; what is left in their pools moves to floor 3. A "
        "family may be worth nothing for a while."
    ),
    N_(
        "**5. Banners, and the end**\n"
        "At the end of a turn you may hand in one of your four banners (`/arkadia banner`): take "
        "two own workers from the supply and, only then, **sell** as many seals as you like at "
        "their present values. Then `/arkadia end`.\n"
        "When floor 2 of the castle is finished, everybody has one more turn, the one who "
        "finished it last. All seals left are sold at the final values. Most gold wins, and a tie "
        "is shared."
    ),
    N_("**6. The buildings**\nAll seven forms with every way they can lie."),
)

HELP: Final = N_(
    "**Your turn**\n"
    "Press *Take your turn* under the newest message, or `/arkadia turn`: buttons, menus and "
    "pictures lead through it; while others play you prepare your next turn there. Or type: "
    "`/arkadia build` a building, or `/arkadia workers` round one (`/arkadia pass` if you can do "
    "neither) · `/arkadia castle` for each building you completed · `/arkadia banner` if you "
    "like · `/arkadia end`. `/arkadia undo` takes back what did not draw a card.\n"
    "**Look**\n"
    "`/arkadia screen` your cards, workers and seals · `/arkadia board` · `/arkadia log` · "
    "`/arkadia games` whose turn it is · `/arkadia note` for yourself · `/arkadia preferences`\n"
    "**Games**\n"
    "`/arkadia start` · `/arkadia lobby join`, `leave`, `begin`, `cancel`, `move` · "
    "`/arkadia seat resign` · `/arkadia record export`, `replay`, `review`\n"
    "**Computer players**\n"
    "`/arkadia practice` plays against them alone · `/arkadia lobby add` · `/arkadia hint` gives "
    "advice · `/arkadia seat away` while you are away, `/arkadia seat back`\n"
    "**New here?**\n"
    "`/arkadia rules` explains the game, `/arkadia about` what is known of its components.\n"
    "Everything that is offered while you type is legal. What only concerns you, only you see."
)


class GuidePage(Press, what="rules", count=1):
    """Turns to a page of the guide, from 1."""

    async def press(self, interaction: Interaction) -> None:
        """Show that page in the message of the button."""
        text, files, view = await rules_page(self.numbers[0], words_of(interaction))
        await interaction.response.edit_message(content=text, attachments=files, view=view)


class PageBack(GuidePage, what="rules-back"):
    """Turns one page back."""

    caption = N_("Back")


class PageOn(GuidePage, what="rules-on"):
    """Turns one page on."""

    caption = N_("Next")
    style = discord.ButtonStyle.primary


class GuideCommands(app_commands.Group):
    """Rules, help, about."""

    @app_commands.command(description=N_("Learn the game in a few minutes"))
    async def rules(self, interaction: Interaction) -> None:
        """Show the guide."""
        await think(interaction)
        text, files, view = await rules_page(1, words_of(interaction))
        await reply(interaction, text, files=files, view=view)

    @app_commands.command(description=N_("See all commands"))
    async def help(self, interaction: Interaction) -> None:
        """Show the commands."""
        await reply(interaction, words_of(interaction)(HELP))

    @app_commands.command(description=N_("What of the game's components is known, and what is not"))
    async def about(self, interaction: Interaction) -> None:
        """Tell where the component data comes from."""
        await think(interaction)
        for page in pages(about_text(words_of(interaction))):
            await reply(interaction, page)


async def rules_page(page: int, words: Words) -> tuple[str, list[discord.File], discord.ui.View]:
    """A page of the guide with its buttons; the last one has the picture of all forms."""
    last = len(RULES)
    page = min(max(page, 1), last)
    files = []
    if page == last:
        edition = load_edition()
        picture = await asyncio.to_thread(draw_forms, edition, words=words)
        names = ", ".join(words.name(form) for form in edition.forms)
        alt = words("The seven forms of buildings in all orientations: {names}.", names=names)
        files = [file_of(picture, "arkadia-buildings.png", alt)]
    view = view_of(
        PageBack(max(page - 1, 1), words=words, disabled=page == 1),
        PageOn(min(page + 1, last), words=words, disabled=page == last),
    )
    return words(RULES[page - 1]), files, view


def about_text(words: Words) -> str:
    """What of the component data is sourced, inferred and reconstructed."""
    edition = load_edition()
    provenance = edition.provenance
    parts = [
        words(
            "**{title}**\nArkadia is a board game by Rüdiger Dorn. This bot is made by people who "
            "like it and has nothing to do with its publisher. The rules are complete. Not every "
            "printed detail of the components could be looked up:",
            title=edition.title,
        ),
        words("**Known from sources**: {facts}.", facts=_listed(provenance.sourced, words)),
        words("**Concluded from them**: {facts}.", facts=_listed(provenance.inferred, words)),
        words(
            "**Made up by us to be playable**: {facts}.",
            facts=_listed(provenance.reconstructed, words),
        ),
        words("Pictures and texts are this project's own."),
    ]
    return "\n".join(parts)


def _listed(facts: tuple[str, ...], words: Words) -> str:
    return "; ".join(words(fact) for fact in facts)
