"""Tells how long texts are when they arrive."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from ui.answers import open_modal, reply
from ui.components import ButtonFace, ComponentCog, Press, Submitted, modal_of, on, on_form, view_of
from ui.interactions import Interaction, words_of

OPEN = ButtonFace("open-lengths", "Open")


async def tell(interaction: Interaction, text: str) -> None:
    await reply(interaction, str(len(text)))


async def open_lengths(interaction: Interaction, press: Press) -> None:
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Text", custom_id="text")
    await open_modal(interaction, modal_of("Lengths", "lengths", field))


async def sent(interaction: Interaction, sent: Submitted) -> None:
    await tell(interaction, sent.texts["text"])


class Chosen(ComponentCog):
    presses = (on(OPEN, open_lengths),)
    modals = (on_form("lengths", sent),)

    @app_commands.command(description="Tells how long a text is")
    async def length(self, interaction: Interaction, text: str, also: str = "") -> None:
        await tell(interaction, text)

    @length.autocomplete("text")
    async def lengths(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        both = (typed, str(interaction.namespace.also))
        return [app_commands.Choice(name=f"{i}: {len(t)}", value="v") for i, t in enumerate(both)]

    @app_commands.command(description="Shows a button")
    async def button(self, interaction: Interaction) -> None:
        view = view_of(OPEN.button(1, words=words_of(interaction)))
        await reply(interaction, "Press", view=view)


async def setup(bot: commands.AutoShardedBot) -> None:
    await bot.add_cog(Chosen(bot))
