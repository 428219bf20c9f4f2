"""The command that opens a lobby for a new game."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from engine.edition_files import load_edition
from i18n.translation import N_
from tabletop.opening import Opening
from tabletop.time_control import USUAL
from ui import buttons
from ui.answers import RefusalError, reply_and_show
from ui.components import view_of
from ui.features import NOTHING, told_of_ranked
from ui.input.choices import level_choices, preset_choices, read_level, read_preset
from ui.input.suggestions import most_seats
from ui.interactions import Interaction, asked_in, guild_of, public_language, services_of, words_of
from ui.public.announcement import not_notified
from ui.public.places import home_of, with_place
from ui.texts.markup import plain_name

MOST_SEATS: Final = most_seats()


class OpeningCommands(commands.Cog):
    """The command that opens a lobby for a new game."""

    @app_commands.command(description=N_("Open a game in this channel"))
    @app_commands.describe(
        with_1=N_("Whose seat is kept"),
        with_2=N_("Whose seat is kept"),
        with_3=N_("Whose seat is kept"),
        preset=N_("Clock and help"),
        computers=N_("Computer players from the start"),
        level=N_("How well they play"),
    )
    # A Discord option cannot take several people, and “with” is a keyword of Python.
    @app_commands.rename(with_1="with", with_2="with-2", with_3="with-3")
    @app_commands.autocomplete(preset=preset_choices(), level=level_choices)
    async def start(
        self,
        interaction: Interaction,
        with_1: discord.User | None = None,
        with_2: discord.User | None = None,
        with_3: discord.User | None = None,
        preset: app_commands.Range[str, 1, 100] | None = None,
        computers: app_commands.Range[int, 0, MOST_SEATS - 1] = 0,
        level: app_commands.Range[str, 1, 40] = "journeyman",
    ) -> None:
        """Open a lobby for a new game."""
        if interaction.channel_id is None:
            words = words_of(interaction)
            raise RefusalError(words("A game needs a channel. Type this in one."))
        invited = _people(interaction, with_1, with_2, with_3)
        needed = 1 + len(invited) + computers
        base = read_preset(interaction, preset) or USUAL
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            # Named people and computers need their seats; all else is set in the lobby.
            seat_limit=needed if invited else max(needed, load_edition().seat_counts[-1]),
            invited=invited,
            language=await public_language(interaction),
            computers=(await read_level(interaction, level),) * computers,
            help=base.help,
            clock=str(base.clock),
            late=base.late,
            asked=asked_in(interaction),
        )
        await _open(interaction, opening)


def _people(interaction: Interaction, *named: discord.User | None) -> tuple[int, ...]:
    """For whom seats are to be kept: other people, each once."""
    people = [user for user in named if user is not None and user != interaction.user]
    for user in people:
        if user.bot:
            words = words_of(interaction)
            raise RefusalError(
                words(
                    "{name} is a bot. `computers:` adds computer players.",
                    name=plain_name(user.display_name),
                )
            )
    # A person named twice gets one seat.
    return tuple(dict.fromkeys(user.id for user in people))


async def _open(interaction: Interaction, opening: Opening) -> None:
    words = words_of(interaction)
    services = services_of(interaction)
    table = await with_place(interaction, await services.tables.lobby.open(opening))
    text = words(
        "Game {number} is open in {place}. When the others have pressed *Join*, press *Begin*.",
        number=table.number,
        place=f"<#{table.place}>",
    )
    extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
    stays = await home_of(interaction.client).why_not(interaction, table)
    lines = [text, *stays, *await not_notified(interaction, table), *extra.lines]
    view = view_of(buttons.SETTINGS.button(table.number, words=words), *extra.buttons)
    await reply_and_show(interaction, table.number, "\n".join(lines), view=view)
