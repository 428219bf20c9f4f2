"""Counting: a command, buttons, a modal and a menu."""

from __future__ import annotations

import io
import re
from typing import Any

import discord
from discord import app_commands
from PIL import Image

from bot import ArkadiaBot

group = app_commands.Group(name="count", description="Counts", guild_only=True)


@group.command(description="Shows a number")
@app_commands.describe(start="The first number")
async def show(interaction: discord.Interaction[ArkadiaBot], start: int = 0) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(More(start))
    view.add_item(Rename())
    picture = io.BytesIO()
    Image.new("P", (4, 4)).save(picture, "PNG")
    picture.seek(0)
    await interaction.response.send_message(
        f"The number is {start}, {interaction.user.mention}",
        view=view,
        file=discord.File(picture, "number.png", description=f"The number {start}"),
        allowed_mentions=discord.AllowedMentions(users=[interaction.user]),
    )


@group.command(description="Whispers a word")
@app_commands.describe(word="The word")
async def whisper(interaction: discord.Interaction[ArkadiaBot], word: str) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.followup.send(f"Psst: {word}")


@whisper.autocomplete("word")
async def words(
    interaction: discord.Interaction[ArkadiaBot], typed: str
) -> list[app_commands.Choice[str]]:
    known = ("tavern", "mill", "farm")
    return [
        app_commands.Choice(name=w.upper(), value=w) for w in known if w.startswith(typed.lower())
    ]


class More(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"more:(?P<n>[0-9]{1,9})"):
    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(discord.ui.Button(label="More", custom_id=f"more:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str], /
    ) -> More:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        store = interaction.client.store
        if await store.admin.setting("count", "now") != (str(self.number) if self.number else None):
            await interaction.response.send_message("Too late.", ephemeral=True)
            return
        await store.admin.set_setting("count", "now", str(self.number + 1))
        view = discord.ui.View(timeout=None)
        view.add_item(More(self.number + 1))
        await interaction.response.edit_message(content=f"Now {self.number + 1}", view=view)


class Rename(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"rename"):
    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Rename", custom_id="rename"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str], /
    ) -> Rename:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Name())


class Name(discord.ui.Modal, title="A name"):
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Names(self.name.value))
        await interaction.response.send_message("Which?", view=view, ephemeral=True)


class Names(discord.ui.Select[Any]):
    def __init__(self, name: str) -> None:
        options = [discord.SelectOption(label=word, value=word) for word in (name, "Nobody")]
        super().__init__(custom_id="names", options=options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"Hello {self.values[0]}", view=None)


async def setup(bot: ArkadiaBot) -> None:
    bot.tree.add_command(group)
    bot.add_dynamic_items(More, Rename)
