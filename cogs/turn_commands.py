"""The commands with which a turn is taken."""

from __future__ import annotations

from discord import app_commands

from cogs import suggesting
from cogs.acting import act, take_back
from cogs.answering import think
from cogs.app import Interaction, words_of
from cogs.finding import RUNNING, find_table
from cogs.panel.pressing import open_panel
from cogs.placing import read_build, read_workers
from cogs.suggesting import quiet
from engine.actions import Castle, End, Pass
from engine.notation import banner as banner_of
from translation import N_

GAME = N_("The game's number, if you play more than one here")
CONFIRM = N_("Whether you are asked before it is done; `/arkadia preferences` sets the usual way")


class TurnCommands(app_commands.Group):
    """Build, place workers, go on with the castle, hand in a banner, end, take back."""

    @app_commands.command(
        description=N_("Take your turn with buttons and pictures, or prepare the next one")
    )
    @app_commands.describe(game=GAME)
    async def turn(self, interaction: Interaction, game: int | None = None) -> None:
        """Open the panel."""
        await open_panel(interaction, await find_table(interaction, game))

    @app_commands.command(description=N_("Build: play a card, lay its tile, draw a card"))
    @app_commands.describe(
        card=N_("A card of your hand"),
        place=N_("The squares of the tile, such as F7 F8; some are enough if only one place fits"),
        draw=N_("What you draw: the stack or an open card"),
        turn=N_("Quarter turns clockwise, 0 to 3, if you name only some squares"),
        confirm=CONFIRM,
        game=GAME,
    )
    async def build(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 40],
        place: app_commands.Range[str, 1, 60],
        draw: app_commands.Range[str, 1, 40] | None = None,
        turn: app_commands.Range[int, 0, 3] | None = None,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Build."""
        await think(interaction)
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = read_build(position, card, place, turn, draw, words_of(interaction))
        await act(interaction, table, action, confirm)

    @app_commands.command(description=N_("Place workers round one building or the castle"))
    @app_commands.describe(
        own=N_("Squares for workers of your own, such as D4 E4"),
        neutral=N_("Squares for neutral workers"),
        building=N_("The building: one of its squares, or castle"),
        confirm=CONFIRM,
        game=GAME,
    )
    async def workers(
        self,
        interaction: Interaction,
        own: app_commands.Range[str, 1, 100] | None = None,
        neutral: app_commands.Range[str, 1, 100] | None = None,
        building: app_commands.Range[str, 1, 20] | None = None,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Place workers."""
        await think(interaction)
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = read_workers(position, building, own, neutral, words_of(interaction))
        await act(interaction, table, action, confirm)

    @app_commands.command(description=N_("Place a castle piece for a completed building"))
    @app_commands.describe(
        family=N_("The colour of the piece"),
        ring=N_("The ring square of the castle, 1 to 10"),
        confirm=CONFIRM,
        game=GAME,
    )
    async def castle(
        self,
        interaction: Interaction,
        family: app_commands.Range[str, 1, 20],
        ring: int,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Place a castle piece."""
        await think(interaction)
        table = await find_table(interaction, game)
        await act(interaction, table, Castle(family.strip().lower(), ring), confirm)

    @app_commands.command(description=N_("Hand in a banner: take two workers, sell seals"))
    @app_commands.describe(
        red=N_("How many red seals you sell"),
        olive=N_("How many olive seals you sell"),
        black=N_("How many black seals you sell"),
        silver=N_("How many silver seals you sell"),
        everything=N_("Sell all your seals"),
        confirm=CONFIRM,
        game=GAME,
    )
    async def banner(
        self,
        interaction: Interaction,
        red: app_commands.Range[int, 0, 99] = 0,
        olive: app_commands.Range[int, 0, 99] = 0,
        black: app_commands.Range[int, 0, 99] = 0,
        silver: app_commands.Range[int, 0, 99] = 0,
        everything: bool = False,
        confirm: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Hand in a banner."""
        await think(interaction)
        table = await find_table(interaction, game)
        edition = table.game_in_turn(interaction.user.id).start.edition
        sale = {"red": red, "olive": olive, "black": black, "silver": silver}
        screen = table.view(interaction.user.id).screen
        if everything and screen is not None:
            sale = dict(zip(edition.families, screen.seals, strict=True))
        await act(interaction, table, banner_of(sale, edition), confirm)

    @app_commands.command(description=N_("End your turn"))
    @app_commands.describe(confirm=CONFIRM, game=GAME)
    async def end(
        self, interaction: Interaction, confirm: bool | None = None, game: int | None = None
    ) -> None:
        """End the turn."""
        await think(interaction)
        await act(interaction, await find_table(interaction, game), End(), confirm)

    @app_commands.command(
        name="pass", description=N_("Pass, when you can neither build nor place a worker")
    )
    @app_commands.describe(confirm=CONFIRM, game=GAME)
    async def pass_(
        self, interaction: Interaction, confirm: bool | None = None, game: int | None = None
    ) -> None:
        """Pass."""
        await think(interaction)
        await act(interaction, await find_table(interaction, game), Pass(), confirm)

    @app_commands.command(description=N_("Take back the last thing you did in this turn"))
    @app_commands.describe(confirm=CONFIRM, game=GAME)
    async def undo(
        self, interaction: Interaction, confirm: bool | None = None, game: int | None = None
    ) -> None:
        """Take back."""
        await think(interaction)
        table = await find_table(interaction, game)
        await take_back(interaction, table, confirm)

    @build.autocomplete("card")
    @quiet
    async def _card(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggesting.hand(interaction, typed)

    @build.autocomplete("place")
    @quiet
    async def _place(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggesting.places(interaction, typed)

    @build.autocomplete("draw")
    @quiet
    async def _draw(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggesting.draws(interaction, typed)

    @workers.autocomplete("building")
    @quiet
    async def _building(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await suggesting.buildings(interaction, typed)

    @workers.autocomplete("own")
    @quiet
    async def _own(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggesting.worker_squares(interaction, typed, "neutral")

    @workers.autocomplete("neutral")
    @quiet
    async def _neutral(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await suggesting.worker_squares(interaction, typed, "own")

    @castle.autocomplete("family")
    @quiet
    async def _family(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggesting.families(interaction, typed)

    @castle.autocomplete("ring")
    @quiet
    async def _ring(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.ring_squares(interaction, typed)

    @turn.autocomplete("game")
    @build.autocomplete("game")
    @workers.autocomplete("game")
    @castle.autocomplete("game")
    @banner.autocomplete("game")
    @end.autocomplete("game")
    @pass_.autocomplete("game")
    @undo.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, RUNNING)
