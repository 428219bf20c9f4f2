"""Opening a game: by a command, or once more with the same people's set-up."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from engine.edition_files import DEFAULT_EDITION, load_edition
from engine.start import FIRST_GAME, FREE
from tabletop.lobbies import USUAL_PATIENCE, Opening
from translation import N_
from ui import buttons
from ui.answers import RefusalError
from ui.components.presses import Press
from ui.input.options import EDITION_CHOICES, LEAST_SEATS, LEVEL_CHOICES, MOST_SEATS
from ui.interactions import Interaction, guild_language, guild_of, services_of, words_of
from ui.news import reply_and_show


class NewGameCommands(commands.Cog):
    """Opening a game."""

    @app_commands.command(description=N_("Open a game in this channel"))
    @app_commands.describe(
        setup=N_("First game: some buildings stand already. Free: an empty board"),
        mirror=N_("Whether tiles may be laid on their back"),
        seats=N_("How many may play"),
        computers=N_("How many computer players take a seat at once"),
        level=N_("How well they play"),
        hints=N_("Whether people may ask for advice with /arkadia hint"),
        patience=N_("Hours a turn may take before others may have a computer take it"),
        leaving=N_("Whether leaving for good counts as a loss"),
        edition=N_("Which edition of the game is played"),
    )
    @app_commands.choices(
        setup=[
            app_commands.Choice(
                name=N_("First game: some buildings stand already"), value=FIRST_GAME
            ),
            app_commands.Choice(name=N_("Free, on an empty board"), value=FREE),
        ],
        level=LEVEL_CHOICES,
        edition=EDITION_CHOICES,
    )
    async def start(
        self,
        interaction: Interaction,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] | None = None,
        computers: app_commands.Range[int, 0, MOST_SEATS - 1] = 0,
        level: str = "journeyman",
        hints: bool = True,
        patience: app_commands.Range[int, 1, 720] = USUAL_PATIENCE,
        leaving: bool = False,
        edition: str = DEFAULT_EDITION,
    ) -> None:
        """Open a lobby."""
        if interaction.channel_id is None:
            raise RefusalError(words_of(interaction)("A game needs a channel."))
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=setup,
            mirror=mirror,
            seats=max(seats or load_edition(edition).seat_counts[-1], computers + 1),
            language=guild_language(interaction),
            computers=(level,) * computers,
            hints=hints,
            patience=patience,
            leaving_counts=leaving,
            edition=edition,
        )
        await _open(interaction, opening)


class Rematch(Press, face=buttons.REMATCH):
    """Opens a new game with the same set-up."""

    async def press(self, interaction: Interaction) -> None:
        """Open a lobby like that of this game, hosted by the person, where the game was begun."""
        row = (await self.table(interaction)).row
        if interaction.user.id not in [seat.user_id for seat in row.seats]:
            words = words_of(interaction)
            raise RefusalError(
                words("A rematch is for those who played. `/arkadia start` opens a game of yours.")
            )
        services_of(interaction).tables.restrain(row.game_id, interaction.user.id)
        computers = tuple(seat.level for seat in row.seats if seat.is_computer and seat.level)
        opening = Opening(
            guild=row.guild_id,
            channel=row.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=row.setup,
            mirror=row.mirror,
            seats=row.seat_limit,
            language=row.language,
            computers=computers,
            hints=row.hints,
            patience=row.patience,
            leaving_counts=row.leaving_counts,
            edition=row.edition,
        )
        await _open(interaction, opening)


PRESSES: Final = (Rematch,)


async def _open(interaction: Interaction, opening: Opening) -> None:
    """Open a lobby and show it."""
    words = words_of(interaction)
    table = await services_of(interaction).tables.open(opening)
    text = words(
        "Game {number} is open in {place}. When the others have pressed *Join*, press *Begin*.",
        number=table.number,
        place=f"<#{opening.channel}>",
    )
    await reply_and_show(interaction, table.number, text)
