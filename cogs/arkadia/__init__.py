"""``/arkadia``: all that players do, one module a subject, together in one cog; the help is here.

Discord has one command ``/arkadia``, and discord.py one cog for it. Each module has a mixin with
the commands of its feature, and lists the buttons, menus and modals that it answers.
"""

import asyncio
import dataclasses
import json
import logging
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.arkadia import (
    boards,
    games,
    lobby,
    opening,
    panel,
    preferences,
    records,
    seats,
    settings,
    turns,
)
from db import errors, outbox
from db.preferences import Traces
from i18n.translation import N_, SOURCE, languages, words_for
from tabletop.forgetting import Forgetting
from ui import buttons, features, pictures
from ui.answers import put, reply
from ui.components import ComponentCog, view_of, with_numbers
from ui.input.games import edition_here
from ui.interactions import Interaction, invite_button, services_of, where_of, words_of
from ui.texts.bot import about_text, help_text
from ui.texts.person import contact_lines, preview_text, privacy_text

log = logging.getLogger("arkadia.privacy")


class HelpCommands(commands.Cog):
    """The command for the help."""

    @app_commands.command(description=N_("What you can do here, and how"))
    async def help(self, interaction: Interaction) -> None:
        """Show what people may want to do, with the command or button of each."""
        words = words_of(interaction)
        extra = features.offers_of(interaction.client, "help", words)
        contact = contact_lines(services_of(interaction).settings, words)
        view = view_of(
            buttons.PRACTICE.button(words=words),
            *extra.buttons,
            buttons.ABOUT.button(words=words),
            buttons.PRIVACY.button(words=words),
        )
        await reply(interaction, help_text(extra.lines, contact, words), view=view)


async def _show_about(interaction: Interaction) -> None:
    words = words_of(interaction)
    view = view_of(invite_button(interaction))
    await reply(interaction, about_text(await edition_here(interaction), words), view=view)


async def _tell_privacy(interaction: Interaction) -> None:
    words, services = words_of(interaction), services_of(interaction)
    kept = await services.tables.store.people.kept_by_features()
    view = view_of(buttons.EXPORT_TRACES.button(words=words), buttons.FORGET_ME.button(words=words))
    await reply(interaction, privacy_text(services.settings, kept, words), view=view)


async def _export_traces(interaction: Interaction) -> None:
    words, user = words_of(interaction), interaction.user.id
    kept = await services_of(interaction).tables.store.people.traces(user)
    # Beside the loop: of a person with a thousand games it takes seconds.
    file = pictures.file_of(await asyncio.to_thread(_written, user, kept), "arkadia-about-me.json")
    await reply(interaction, words("Here's everything I keep about you:"), files=[file])


def _written(user: int, kept: Traces) -> bytes:
    data = {"person": user, **dataclasses.asdict(kept)}
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


async def _forget_me(interaction: Interaction) -> None:
    """Explain to the person the effects of a deletion; nothing is deleted yet."""
    words = words_of(interaction)
    people, user = services_of(interaction).tables.store.people, interaction.user.id
    found, to_leave = await people.traces(user), await people.to_leave(user)
    faces = buttons.FORGET_SURE, buttons.EXPORT_TRACES
    view = view_of(*[face.button(words=words) for face in faces])
    await put(interaction, preview_text(found, to_leave, words), view=view)


async def _forget_sure(interaction: Interaction) -> None:
    """Delete the person's data, and update the public messages of their games."""
    words, services, user = words_of(interaction), services_of(interaction), interaction.user.id
    # Others read the name, so it is in the language of each table.
    names = {language: words_for(language)("Former player") for language in languages()}
    try:
        left = await services[Forgetting].forget(user, names[SOURCE], names)
    except errors.StillPlayingError as error:
        if not error.why:
            raise
        await put(interaction, "\n".join(words(why) for why in error.why))
        return
    # The log would otherwise name the person who has just been forgotten.
    log.info("Forgotten", extra={**where_of(interaction), "left": len(left)})
    try:
        await put(interaction, words("Your data is gone. Thank you for playing!"))
    finally:
        await services.outbox.begin_all(outbox.RENAME)
        # Also if the answer fails: the person is forgotten already, and the others must see it.
        for number in left:
            await services.publisher.publish(number)


PARTS: Final = (lobby, settings, games, boards, records, panel, turns, opening, preferences, seats)


@app_commands.guild_only()
class Arkadia(
    # discord.py takes the commands of the last one first
    records.RecordCommands,
    seats.SeatCommands,
    lobby.LobbyCommands,
    preferences.PreferenceCommands,
    turns.AdviceCommands,
    opening.PracticeCommands,
    HelpCommands,
    games.GamesCommands,
    records.LogCommands,
    boards.BoardCommands,
    turns.TurnCommands,
    opening.OpeningCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia",
    description=N_("The board game Arkadia"),
):
    """The commands, buttons, menus and modals of the game."""

    presses = (
        with_numbers(buttons.ABOUT, _show_about),
        with_numbers(buttons.PRIVACY, _tell_privacy),
        with_numbers(buttons.EXPORT_TRACES, _export_traces),
        with_numbers(buttons.FORGET_ME, _forget_me),
        with_numbers(buttons.FORGET_SURE, _forget_sure),
        *(one for part in PARTS for one in part.PRESSES),
    )
    modals = tuple(form for part in PARTS for form in getattr(part, "MODALS", ()))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Arkadia(bot))
