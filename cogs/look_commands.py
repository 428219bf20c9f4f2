"""The commands with which people look at games. They change nothing."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from cogs import suggesting
from cogs.after import send_record
from cogs.answering import pages, reply, think
from cogs.app import Interaction, app_of, guild_of, words_of
from cogs.finding import LIVE, PLAYED, find_table
from cogs.log_pages import log_page
from cogs.looking import look_at_board, look_at_screen, write_board
from cogs.refusals import plain
from cogs.replaying import send_replay
from cogs.reviewing import send_review
from cogs.suggesting import quiet
from db.rows import State, TableSummary
from render import Size
from translation import N_, Words

GAME = N_("The game's number, if there is more than one here")
MOST_GAMES = 25
FINISHED: Final[tuple[State, ...]] = ("finished",)


class LookCommands(app_commands.Group):
    """Screen, board, log, games."""

    @app_commands.command(description=N_("See your cards, workers, seals and gold; only you do"))
    @app_commands.describe(
        turn=N_("Quarter turns clockwise in which your cards' tiles are shown"),
        mirrored=N_("Whether they are shown on their back"),
        game=GAME,
    )
    async def screen(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, 3] = 0,
        mirrored: bool = False,
        game: int | None = None,
    ) -> None:
        """Show one's own screen."""
        await think(interaction)
        table = await find_table(interaction, game, PLAYED)
        await look_at_screen(interaction, table, turn, mirrored=mirrored)

    @app_commands.command(description=N_("See the board; everybody may"))
    @app_commands.describe(
        text=N_("The whole position in words, for screen readers"),
        size=N_("How large the picture is"),
        game=GAME,
    )
    @app_commands.choices(
        size=[
            app_commands.Choice(name=N_("Normal"), value="normal"),
            app_commands.Choice(name=N_("Large"), value="large"),
        ]
    )
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        size: str = "normal",
        game: int | None = None,
    ) -> None:
        """Show the board."""
        await think(interaction)
        table = await find_table(interaction, game, PLAYED)
        if text:
            await write_board(interaction, table)
        else:
            await look_at_board(interaction, table, Size[size.upper()])

    @app_commands.command(description=N_("Read what happened, turn by turn"))
    @app_commands.describe(page=N_("The page, from 1; the newest if you name none"), game=GAME)
    async def log(
        self,
        interaction: Interaction,
        page: app_commands.Range[int, 1, 999] | None = None,
        game: int | None = None,
    ) -> None:
        """Show the log."""
        await think(interaction)
        table = await find_table(interaction, game, PLAYED)
        text, view = log_page(table, page, words_of(interaction))
        await reply(interaction, text, view=view)

    @app_commands.command(description=N_("List your games on this server and whose turn it is"))
    @app_commands.describe(everybody=N_("Also games in which you do not play"))
    async def games(self, interaction: Interaction, everybody: bool = False) -> None:
        """List games."""
        await think(interaction)
        words = words_of(interaction)
        app = app_of(interaction)
        user = interaction.user.id
        rows = await app.tables.store.tables_in(
            guild_of(interaction),
            states=LIVE,
            user=None if everybody else user,
            limit=MOST_GAMES,
        )
        lines = [await _line(interaction, row, words) for row in rows]
        nothing = words("You play no game here. `/arkadia start` opens one.")
        if everybody:
            nothing = words("Nobody plays here. `/arkadia start` opens a game.")
        for page in pages("\n".join(lines) or nothing):
            await reply(interaction, page)

    @board.autocomplete("game")
    @screen.autocomplete("game")
    @log.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, PLAYED)


class RecordCommands(app_commands.Group):
    """The game written down."""

    @app_commands.command(description=N_("Get a game as a file: the record, or the actions so far"))
    @app_commands.describe(game=GAME)
    async def export(self, interaction: Interaction, game: int | None = None) -> None:
        """Export a game."""
        await think(interaction)
        await send_record(interaction, await find_table(interaction, game, PLAYED))

    @app_commands.command(description=N_("Watch a finished game as an animation"))
    @app_commands.describe(game=GAME)
    async def replay(self, interaction: Interaction, game: int | None = None) -> None:
        """Replay a game."""
        await think(interaction)
        await send_replay(interaction, await find_table(interaction, game, FINISHED))

    @app_commands.command(description=N_("Look back at your turns of a finished game"))
    @app_commands.describe(game=GAME)
    async def review(self, interaction: Interaction, game: int | None = None) -> None:
        """Look back at one's own turns."""
        await think(interaction)
        await send_review(interaction, await find_table(interaction, game, FINISHED))

    @export.autocomplete("game")
    @review.autocomplete("game")
    @replay.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, PLAYED)


async def _line(interaction: Interaction, row: TableSummary, words: Words) -> str:
    """One line of the list of games."""
    names = ", ".join(plain(seat.name, 32) for seat in row.seats)
    place = f"<#{row.thread_id or row.channel_id}>"
    if row.state == "lobby":
        return words(
            "- Game {number} in {place} waits for people: {names}",
            number=row.table_id,
            place=place,
            names=names,
        )
    table = await app_of(interaction).tables.get(row.table_id, row.guild_id)
    active = table.active
    if active is None:
        return words(
            "- Game {number} in {place}: {names}", number=row.table_id, place=place, names=names
        )
    if active.user_id == interaction.user.id:
        return words(
            "- Game {number} in {place}: {names}. **It is your turn.**",
            number=row.table_id,
            place=place,
            names=names,
        )
    return words(
        "- Game {number} in {place}: {names}. It is {name}'s turn.",
        number=row.table_id,
        place=place,
        names=names,
        name=plain(active.name, 32),
    )
