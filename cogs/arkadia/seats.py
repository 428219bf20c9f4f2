"""The commands for what becomes of a seat during a game."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from translation import N_
from ui.answers import RefusalError
from ui.input import suggestions
from ui.input.games import RUNNING, find_table
from ui.input.options import LEVEL_CHOICES
from ui.input.suggestions import choice, own_table, quiet
from ui.interactions import Interaction, services_of, words_of
from ui.news import reply_and_show
from ui.texts.escaping import plain

GAME = N_("The game's number, if you play more than one here")


class SeatCommands(commands.Cog):
    """What becomes of one's seat during a game."""

    seat = app_commands.Group(name="seat", description=N_("Your seat in a running game"))

    @seat.command(description=N_("Leave a running game; the caretaker plays your seat on"))
    @app_commands.describe(sure=N_("Type yes: it cannot be taken back"), game=GAME)
    async def resign(
        self, interaction: Interaction, sure: Literal["yes", "no"], game: int | None = None
    ) -> None:
        """Resign."""
        words = words_of(interaction)
        table = await find_table(interaction, game, leaving=True)
        if sure != "yes":
            text = words("You play on in game {number}.", number=table.number)
            if table.row.leaving_counts:
                loss = words("Leaving it would count as a loss in the ranking.")
                text = f"{text} {loss}"
            raise RefusalError(text)
        await services_of(interaction).tables.resign(table.number, interaction.user.id)
        text = words(
            "You have resigned from game {number}; the caretaker plays your seat.",
            number=table.number,
        )
        await reply_and_show(interaction, table.number, text)

    @seat.command(
        description=N_("Have a computer play your seat while you are away, or an absent player's")
    )
    @app_commands.describe(
        level=N_("How well it plays"),
        player=N_("Somebody else whose turn has taken too long; you if you name nobody"),
        game=GAME,
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    async def away(
        self,
        interaction: Interaction,
        level: str = "journeyman",
        player: int | None = None,
        game: int | None = None,
    ) -> None:
        """Hand a seat to a computer player."""
        words = words_of(interaction)
        table = await find_table(interaction, game, leaving=True)
        user = interaction.user.id
        seat = table.own_seat(user).seat if player is None else player
        table = await services_of(interaction).tables.leave_to_computer(
            table.number, user, seat, level
        )
        name = plain(table.seats[seat].name, 32)
        if table.seats[seat].status != "away":
            text = words(
                "You agree that a computer plays for {name}. It does when all others agree too.",
                name=name,
            )
        elif table.seats[seat].user_id == user:
            text = words(
                "A computer plays your seat in game {number} until you type `/arkadia seat back`.",
                number=table.number,
            )
        else:
            text = words("A computer plays for {name} from now on.", name=name)
        await reply_and_show(interaction, table.number, text)

    @seat.command(description=N_("Take your seat back from the computer"))
    @app_commands.describe(game=GAME)
    async def back(self, interaction: Interaction, game: int | None = None) -> None:
        """Take a seat back."""
        words = words_of(interaction)
        table = await find_table(interaction, game)
        await services_of(interaction).tables.come_back(table.number, interaction.user.id)
        text = words("Welcome back to game {number}.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @away.autocomplete("player")
    @quiet
    async def _absent(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        table = await own_table(interaction)
        return [
            choice(seat.name, seat.seat)
            for seat in table.playing
            if typed.casefold() in seat.name.casefold()
        ]

    @resign.autocomplete("game")
    @away.autocomplete("game")
    @back.autocomplete("game")
    @quiet
    async def _played(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggestions.games(interaction, typed, RUNNING)
