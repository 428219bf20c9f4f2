"""A person's data: explained, exported as a file, and deleted on request."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from typing import Final

from discord import app_commands
from discord.ext import commands

from db.outbox.rows import RENAME
from db.people.rows import Traces
from i18n.translation import N_, SOURCE, languages, words_for
from tabletop.forgetting import traces
from ui import buttons
from ui.answers import put, reply
from ui.components.presses import with_numbers
from ui.components.views import view_of
from ui.interactions import Interaction, services_of, where_of, words_of
from ui.pictures import file_of
from ui.texts.person.privacy import preview_text, privacy_text

log = logging.getLogger("arkadia.privacy")


class PrivacyCommands(commands.Cog):
    """Commands about a person's data."""

    @app_commands.command(description=N_("What is kept of you: read it, get it, be forgotten"))
    async def privacy(self, interaction: Interaction) -> None:
        """Explain which data the bot keeps, and why."""
        words = words_of(interaction)
        view = view_of(
            buttons.EXPORT_TRACES.button(words=words), buttons.FORGET_ME.button(words=words)
        )
        await reply(interaction, privacy_text(services_of(interaction).settings, words), view=view)


async def _export_traces(interaction: Interaction) -> None:
    """Send the file to the person."""
    words, user = words_of(interaction), interaction.user.id
    kept = await traces(services_of(interaction).tables, user)
    # Beside the loop: of a person with a thousand games it takes seconds.
    file = file_of(await asyncio.to_thread(_written, user, kept), "arkadia-about-me.json")
    await reply(interaction, words("Everything that is kept of you:"), files=[file])


def _written(user: int, kept: Traces) -> bytes:
    """Return a person's data as JSON."""
    data = {"person": user, **dataclasses.asdict(kept)}
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


async def _forget_me(interaction: Interaction) -> None:
    """Explain to the person the effects of a deletion; nothing is deleted yet."""
    words = words_of(interaction)
    found = await traces(services_of(interaction).tables, interaction.user.id)
    view = view_of(
        buttons.FORGET_SURE.button(words=words), buttons.EXPORT_TRACES.button(words=words)
    )
    await put(interaction, preview_text(found, words), view=view)


async def _forget_sure(interaction: Interaction) -> None:
    """Delete the person's data, and update the public messages of their games."""
    words, services, user = words_of(interaction), services_of(interaction), interaction.user.id
    # Others read the name, so it is in the language of each table.
    names = {language: words_for(language)("Former player") for language in languages()}
    left = await services.forgetting.forget(user, names[SOURCE], names)
    # The log would otherwise name the person who has just been forgotten.
    log.info("Forgotten", extra={**where_of(interaction), "left": len(left.games)})
    try:
        await put(interaction, words("You are forgotten. Thank you for playing."))
    finally:
        await services.outbox.begin_all(RENAME)
        # Also if the answer fails: the person is forgotten already, and the others must see it.
        for number in left.games:
            await services.publisher.publish(number)
        for number in left.leagues:
            services.league_scheduler.wake(number)


PRESSES: Final = (
    with_numbers(buttons.EXPORT_TRACES, _export_traces),
    with_numbers(buttons.FORGET_ME, _forget_me),
    with_numbers(buttons.FORGET_SURE, _forget_sure),
)
