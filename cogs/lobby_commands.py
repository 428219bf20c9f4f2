"""The commands before and around a game: open, join, begin, cancel, move."""

from __future__ import annotations

from typing import Final, Literal

from discord import app_commands

from cogs import lobby_buttons, suggesting
from cogs.after import open_game
from cogs.answering import RefusalError, reply, think
from cogs.app import Interaction, app_of, guild_of, words_of
from cogs.finding import LIVE, find_table
from cogs.levels import LEVEL_CHOICES
from cogs.showing import reply_and_show
from cogs.suggesting import choice, quiet
from db.rows import State
from engine.edition import load_edition
from engine.start import FIRST_GAME, FREE
from tables.lobbies import Opening
from translation import N_

GAME = N_("The game's number, if more than one is open here")
LOBBY: Final[tuple[State, ...]] = ("lobby",)


class StartCommands(app_commands.Group):
    """Opening a game."""

    @app_commands.command(description=N_("Open a game in this channel for 2 to 4 people"))
    @app_commands.describe(
        setup=N_("First game: seven buildings stand already. Free: an empty board"),
        mirror=N_("Whether tiles may be laid on their back"),
        seats=N_("How many may play"),
        computers=N_("How many computer players take a seat at once"),
        level=N_("How well they play"),
        hints=N_("Whether people may ask for advice with /arkadia hint"),
        patience=N_("Hours a turn may take before others may have a computer take it"),
    )
    @app_commands.choices(
        setup=[
            app_commands.Choice(
                name=N_("First game: some buildings stand already"), value=FIRST_GAME
            ),
            app_commands.Choice(name=N_("Free, on an empty board"), value=FREE),
        ],
        level=LEVEL_CHOICES,
    )
    async def start(
        self,
        interaction: Interaction,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        seats: app_commands.Range[int, 2, 4] = 4,
        computers: app_commands.Range[int, 0, 3] = 0,
        level: str = "journeyman",
        hints: bool = True,
        patience: app_commands.Range[int, 1, 720] = 72,
    ) -> None:
        """Open a lobby."""
        await think(interaction)
        if interaction.channel_id is None:
            raise RefusalError(words_of(interaction)("A game needs a channel."))
        locale = interaction.guild_locale
        opening = Opening(
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            host=interaction.user.id,
            name=interaction.user.display_name,
            setup=setup,
            mirror=mirror,
            seats=max(seats, computers + 1),
            language=locale.value if locale else "en",
            computers=(level,) * computers,
            hints=hints,
            patience=patience,
        )
        await open_game(interaction, opening)


class LobbyCommands(app_commands.Group):
    """Who plays, and where."""

    @app_commands.command(description=N_("Take a seat in a game that has not begun"))
    @app_commands.describe(game=GAME)
    async def join(self, interaction: Interaction, game: int | None = None) -> None:
        """Take a seat."""
        await think(interaction)
        table = await find_table(interaction, game, LOBBY)
        await lobby_buttons.join(interaction, table.number)

    @app_commands.command(description=N_("Give your seat up before the game begins"))
    @app_commands.describe(game=GAME)
    async def leave(self, interaction: Interaction, game: int | None = None) -> None:
        """Give a seat up."""
        await think(interaction)
        table = await find_table(interaction, game, LOBBY)
        await lobby_buttons.leave(interaction, table.number)

    @app_commands.command(description=N_("Begin the game you host"))
    @app_commands.describe(
        lot=N_("Where the castle lies in the free set-up; drawn at random if you name nothing"),
        game=GAME,
    )
    async def begin(
        self,
        interaction: Interaction,
        lot: app_commands.Range[str, 1, 10] | None = None,
        game: int | None = None,
    ) -> None:
        """Begin."""
        await think(interaction)
        table = await find_table(interaction, game, LOBBY)
        place = lot.strip().upper().replace("X", "x") if lot else None
        await lobby_buttons.begin(interaction, table.number, place)

    @app_commands.command(description=N_("Give a free seat of your game to a computer player"))
    @app_commands.describe(level=N_("How well it plays"), game=GAME)
    @app_commands.choices(level=LEVEL_CHOICES)
    async def add(
        self, interaction: Interaction, level: str = "journeyman", game: int | None = None
    ) -> None:
        """Add a computer player."""
        await think(interaction)
        table = await find_table(interaction, game, LOBBY)
        await lobby_buttons.add_computer(interaction, table.number, level)

    @app_commands.command(description=N_("Take the last computer player out of your game"))
    @app_commands.describe(game=GAME)
    async def remove(self, interaction: Interaction, game: int | None = None) -> None:
        """Remove a computer player."""
        await think(interaction)
        table = await find_table(interaction, game, LOBBY)
        await lobby_buttons.remove_computer(interaction, table.number)

    @app_commands.command(
        description=N_("Cancel a game you host, or agree to cancel one that is under way")
    )
    @app_commands.describe(agree=N_("False takes your agreement back"), game=GAME)
    async def cancel(
        self, interaction: Interaction, agree: bool = True, game: int | None = None
    ) -> None:
        """Cancel."""
        await think(interaction)
        table = await find_table(interaction, game, LIVE)
        await lobby_buttons.cancel(interaction, table.number, agree=agree)

    @app_commands.command(
        description=N_("Go on with a game in this channel, if its own channel or message is lost")
    )
    @app_commands.describe(game=N_("The game's number"))
    async def move(self, interaction: Interaction, game: int) -> None:
        """Show a game here from now on."""
        await think(interaction)
        words = words_of(interaction)
        app = app_of(interaction)
        table = await app.tables.get(game, guild_of(interaction))
        if interaction.channel_id is None:
            raise RefusalError(words("A game needs a channel."))
        await app.tables.move(table.number, interaction.user.id, interaction.channel_id)
        text = words("Game {number} goes on here.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @app_commands.command(description=N_("Choose the background of a game's public pictures"))
    @app_commands.describe(theme=N_("The background of your Discord"), game=GAME)
    async def theme(
        self, interaction: Interaction, theme: Literal["dark", "light"], game: int | None = None
    ) -> None:
        """Choose the theme of the public pictures."""
        await think(interaction)
        table = await find_table(interaction, game, LIVE)
        await app_of(interaction).tables.set_theme(table.number, interaction.user.id, theme)
        text = words_of(interaction)(
            "The next pictures of game {number} are made for that background. "
            "`/arkadia preferences` sets it for the pictures that only you see.",
            number=table.number,
        )
        await reply(interaction, text)

    @begin.autocomplete("lot")
    @quiet
    async def _lot(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        lots = [str(lot) for lot in load_edition().lots]
        return [choice(lot, lot) for lot in lots if typed.upper() in lot.upper()]

    @join.autocomplete("game")
    @leave.autocomplete("game")
    @begin.autocomplete("game")
    @add.autocomplete("game")
    @remove.autocomplete("game")
    @quiet
    async def _lobby(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, LOBBY)

    @cancel.autocomplete("game")
    @theme.autocomplete("game")
    @move.autocomplete("game")
    @quiet
    async def _live(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, LIVE)
