"""The slash commands as Discord has them: sent when they changed, their ids kept for mentions."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from db.store import Store

log = logging.getLogger("arkadia.bot")


async def sync_commands(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None, *, always: bool
) -> dict[str, int]:
    """Send the slash commands to Discord, if they changed since they were sent last.

    The ids that Discord assigns to commands are stored, so that texts can link to commands. Of
    several processes only the leader sends commands; the others read the stored ids.

    Args:
        guild_id: the only server that gets the commands; None for all.
        always: True to send them even if they are unchanged.

    Returns:
        The id for mentions of each command by its full name: that of its first word.
    """
    guild = discord.Object(guild_id) if guild_id else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    place = f"{bot.application_id}/{guild_id or 'all'}"
    payloads = await command_payloads(bot.tree, guild)
    wanted = hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
    known = await store.admin.setting("commands", place)
    numbers = await store.admin.setting("command-ids", place)
    if store.share.leads:
        await _leave_last_server(bot, store, guild_id)
    if store.share.leads and (known != wanted or numbers is None or always):
        sent = await _sent(bot, payloads, guild)
        numbers = json.dumps({command["name"]: int(command["id"]) for command in sent})
        await store.admin.set_setting("commands", place, wanted)
        await store.admin.set_setting("command-ids", place, numbers)
        log.info("Commands sent to Discord", extra={"commands": len(sent)})
    return {} if numbers is None else _numbered(bot.tree, json.loads(numbers), guild)


async def _leave_last_server(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None
) -> None:
    """Take the commands away from the server that had its own before, or all would stand twice."""
    assert bot.application_id is not None  # known since the login
    application = str(bot.application_id)
    last = await store.admin.setting("commands-alone", application)
    if last and last != str(guild_id):
        await bot.http.bulk_upsert_guild_commands(bot.application_id, int(last), [])
        await store.admin.set_setting("commands", f"{application}/{last}", None)
    if last != (str(guild_id) if guild_id else None):
        await store.admin.set_setting("commands-alone", application, str(guild_id or "") or None)


async def command_payloads(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
) -> list[dict[str, Any]]:
    """Return the payloads of all commands, with their texts in all languages."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator)
        if translator
        else command.to_dict(tree)
        for command in tree.get_commands(guild=guild)
    ]


def _numbered(
    tree: app_commands.CommandTree[Any], numbers: Mapping[str, int], guild: discord.Object | None
) -> dict[str, int]:
    """Return the ids of all commands by their full names, from the ids by first words."""
    return {
        command.qualified_name: numbers[top.name]
        for top in tree.get_commands(guild=guild)
        if top.name in numbers
        for command in (top.walk_commands() if isinstance(top, app_commands.Group) else [top])
        if isinstance(command, app_commands.Command)
    }


async def _sent(
    bot: commands.AutoShardedBot, payloads: list[dict[str, Any]], guild: discord.Object | None
) -> Sequence[Mapping[str, Any]]:
    """Send the commands, and return them as Discord knows them now.

    ``CommandTree.sync`` would translate all of them once more.
    """
    assert bot.application_id is not None  # known since the login
    if guild is None:
        return await bot.http.bulk_upsert_global_commands(bot.application_id, payloads)
    return await bot.http.bulk_upsert_guild_commands(bot.application_id, guild.id, payloads)
