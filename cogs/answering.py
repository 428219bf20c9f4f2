"""Answering people: always, privately unless said otherwise, and with the reason when refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from cogs.app import Interaction, app_of, words_of
from cogs.refusals import refusal_text
from db.errors import StoreError
from engine.errors import EngineError
from tables.errors import UnreadableTableError
from translation import Words

log = logging.getLogger("arkadia.answers")

MESSAGE_LIMIT: Final = 2000

PATIENCE: Final = 1.5
"""Seconds after which Discord, which waits for three, is told that an answer follows."""

THINKING: Final = "thinking"
DEFERRING: Final = "deferring"


class RefusalError(Exception):
    """Something cannot be done; its text says why, for the person who asked."""


async def reply(
    interaction: Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Answer a person privately, whether the interaction was answered before or not."""
    await _stop_thinking(interaction)
    attached = list(files)
    shown = view if view is not None else discord.utils.MISSING
    if interaction.response.is_done():
        await interaction.followup.send(text, files=attached, view=shown, ephemeral=True)
    else:
        await interaction.response.send_message(text, files=attached, view=shown, ephemeral=True)


async def put(
    interaction: Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Answer by changing the private message that was pressed; by a new one if there is none.

    Only a message that its owner alone sees is ever changed.
    """
    await _stop_thinking(interaction)
    message = interaction.message
    if message is None or not message.flags.ephemeral or interaction.response.is_done():
        await reply(interaction, text, files=files, view=view)
        return
    try:
        await interaction.response.edit_message(content=text, attachments=list(files), view=view)
    except discord.NotFound as error:
        log.info("Message gone", extra={**where_of(interaction), "why": str(error)})
        for file in files:
            file.reset(seek=True)
        await reply(interaction, text, files=files, view=view)


async def think(interaction: Interaction) -> None:
    """Begin something that may take long: then Discord is told in time that an answer follows.

    Most answers are there in a few milliseconds and need no such message.
    """
    interaction.extras[THINKING] = asyncio.create_task(_defer_later(interaction))


async def _defer_later(interaction: Interaction) -> None:
    await asyncio.sleep(PATIENCE)
    interaction.extras[DEFERRING] = True
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        log.warning("Not deferred", extra={**where_of(interaction), "why": str(error)})


async def _stop_thinking(interaction: Interaction) -> None:
    """Take back that Discord is told of a later answer, unless it is being told already."""
    thinking: asyncio.Task[None] | None = interaction.extras.pop(THINKING, None)
    if thinking is None:
        return
    if interaction.extras.get(DEFERRING):
        await thinking
    else:
        thinking.cancel()


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """The one place in which what went wrong becomes an answer and a line in the log."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    try:
        await reply(interaction, await _text(interaction, error, words_of(interaction)))
    except discord.HTTPException as failure:
        log.warning("Not answered", extra={**where_of(interaction), "why": str(failure)})


async def _text(interaction: Interaction, error: BaseException, words: Words) -> str:
    where = where_of(interaction)
    if isinstance(error, RefusalError):
        return str(error)
    if isinstance(error, EngineError):
        log.info("Refused", extra={**where, "code": error.code})
        return refusal_text(error, words)
    if isinstance(error, UnreadableTableError):
        await app_of(interaction).publisher.publish(error.number)
        return words(
            "Game {number} had to be set aside: its log cannot be read.", number=error.number
        )
    if isinstance(error, app_commands.CheckFailure):
        return words("You may not do this here.")
    if isinstance(error, StoreError):
        log.error("Not saved", extra={**where, "why": str(error)})
        return words(
            "That could not be saved, so nothing was done. Please try again in a moment. (id {id})",
            id=interaction.id,
        )
    log.error("Failed", extra=where, exc_info=error)
    return words(
        "Something went wrong, and it stands in the bot's log as {id}. What you did before is "
        "saved: look with `/arkadia board` and try again.",
        id=interaction.id,
    )


def where_of(interaction: Interaction) -> dict[str, object]:
    """Which interaction something in the log is about; what was typed is not told."""
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    button = ":".join(str(data.get("custom_id", "?")).split(":")[:2])  # no more: it may name a card
    what = command.qualified_name if command else button
    return {"interaction": interaction.id, "what": what, "user": interaction.user.id}


def pages(text: str, limit: int = MESSAGE_LIMIT - 100) -> list[str]:
    """A long text in pieces that fit a message, broken between lines."""
    found = [""]
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), limit):
            piece = line[start : start + limit]
            if len(found[-1]) + len(piece) + 1 > limit:
                found.append(piece)
            else:
                found[-1] = f"{found[-1]}\n{piece}" if found[-1] else piece
    return [page for page in found if page.strip()] or [""]
