"""The commands with which a turn is taken."""

from __future__ import annotations

import logging

from discord import app_commands

from cogs import suggesting
from cogs.answering import reply, think, where_of
from cogs.app import Interaction, app_of, words_of
from cogs.finding import RUNNING, find_table
from cogs.panel.pressing import open_panel
from cogs.pictures import board_file, marks_now
from cogs.placing import read_build, read_workers
from cogs.refusals import plain
from cogs.showing import reply_and_show
from cogs.suggesting import quiet
from cogs.telling import Teller
from engine.actions import Action, Castle, End, Pass
from engine.notation import banner as banner_of
from engine.view import Phase
from tables.table import Table
from translation import N_, Words

log = logging.getLogger("arkadia.turns")

GAME = N_("The game's number, if you play more than one here")


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
        game=GAME,
    )
    async def build(
        self,
        interaction: Interaction,
        card: app_commands.Range[str, 1, 40],
        place: app_commands.Range[str, 1, 60],
        draw: app_commands.Range[str, 1, 40] | None = None,
        turn: app_commands.Range[int, 0, 3] | None = None,
        game: int | None = None,
    ) -> None:
        """Build."""
        await think(interaction)
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = read_build(position, card, place, turn, draw, words_of(interaction))
        await act(interaction, table, action)

    @app_commands.command(description=N_("Place workers round one building or the castle"))
    @app_commands.describe(
        own=N_("Squares for workers of your own, such as D4 E4"),
        neutral=N_("Squares for neutral workers"),
        building=N_("The building: one of its squares, or castle"),
        game=GAME,
    )
    async def workers(
        self,
        interaction: Interaction,
        own: app_commands.Range[str, 1, 100] | None = None,
        neutral: app_commands.Range[str, 1, 100] | None = None,
        building: app_commands.Range[str, 1, 20] | None = None,
        game: int | None = None,
    ) -> None:
        """Place workers."""
        await think(interaction)
        table = await find_table(interaction, game)
        position = table.game_in_turn(interaction.user.id).position
        action = read_workers(position, building, own, neutral, words_of(interaction))
        await act(interaction, table, action)

    @app_commands.command(description=N_("Place a castle piece for a completed building"))
    @app_commands.describe(
        family=N_("The colour of the piece"),
        ring=N_("The ring square of the castle, 1 to 10"),
        game=GAME,
    )
    async def castle(
        self,
        interaction: Interaction,
        family: app_commands.Range[str, 1, 20],
        ring: int,
        game: int | None = None,
    ) -> None:
        """Place a castle piece."""
        await think(interaction)
        await act(
            interaction, await find_table(interaction, game), Castle(family.strip().lower(), ring)
        )

    @app_commands.command(description=N_("Hand in a banner: take two workers, sell seals"))
    @app_commands.describe(
        red=N_("How many red seals you sell"),
        olive=N_("How many olive seals you sell"),
        black=N_("How many black seals you sell"),
        silver=N_("How many silver seals you sell"),
        everything=N_("Sell all your seals"),
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
        await act(interaction, table, banner_of(sale, edition))

    @app_commands.command(description=N_("End your turn"))
    @app_commands.describe(game=GAME)
    async def end(self, interaction: Interaction, game: int | None = None) -> None:
        """End the turn."""
        await think(interaction)
        await act(interaction, await find_table(interaction, game), End())

    @app_commands.command(
        name="pass", description=N_("Pass, when you can neither build nor place a worker")
    )
    @app_commands.describe(game=GAME)
    async def pass_(self, interaction: Interaction, game: int | None = None) -> None:
        """Pass."""
        await think(interaction)
        await act(interaction, await find_table(interaction, game), Pass())

    @app_commands.command(description=N_("Take back the last thing you did in this turn"))
    @app_commands.describe(game=GAME)
    async def undo(self, interaction: Interaction, game: int | None = None) -> None:
        """Take back."""
        await think(interaction)
        table = await find_table(interaction, game)
        words = words_of(interaction)
        table, action = await app_of(interaction).tables.undo(
            table.number, interaction.user.id, table.version
        )
        text = words("Taken back: `{action}`.", action=action)
        await _answer(interaction, table, [text], words)

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


async def act(
    interaction: Interaction, table: Table, action: Action, version: int | None = None
) -> None:
    """Carry out an action for a person; tell them what it did and what comes next."""
    app = app_of(interaction)
    words = words_of(interaction)
    if version is None:  # what the person saw is what was found for the command
        version = table.version
    table, events = await app.tables.act(table.number, interaction.user.id, action, version)
    if isinstance(action, End):
        await reply_and_show(interaction, table.number, _ended(table, words))
        return
    game = table.running_game()
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    await _answer(interaction, table, teller.lines(events), words)


async def _answer(interaction: Interaction, table: Table, lines: list[str], words: Words) -> None:
    """Show the person, and nobody else, the board in the middle of their turn."""
    log.info("Done", extra={"table": table.number, **where_of(interaction)})
    text = "\n".join([*(f"- {line}" for line in lines), next_step(table, words)])
    user = interaction.user.id
    file = await board_file(table, words, user=user, marks=marks_now(table, user))
    await reply(interaction, text, files=[file])


def _ended(table: Table, words: Words) -> str:
    if table.active is None:
        return words("Your turn has ended, and with it the game.")
    return words("Your turn has ended. Next: {name}.", name=plain(table.active.name, 32))


def next_step(table: Table, words: Words) -> str:
    """What the active person can do now, with the commands for it."""
    position = table.running_game().position
    if position.phase is Phase.MUST:
        if position.is_legal(Pass()):
            return words("You can neither build nor place a worker: `/arkadia pass`.")
        return words("Build with `/arkadia build` or place workers with `/arkadia workers`.")
    if position.phase is Phase.CASTLE:
        return words.plural(
            "Place {n} castle piece with `/arkadia castle`.",
            "Place {n} castle pieces with `/arkadia castle`.",
            position.owed,
        )
    banners = position.banners[position.active]
    if position.banner_used or not banners:
        return words("`/arkadia end` ends your turn.")
    return words.plural(
        "Hand in your last banner with `/arkadia banner`, or end your turn with `/arkadia end`.",
        "Hand in one of {n} banners with `/arkadia banner`, or end your turn with `/arkadia end`.",
        banners,
    )
