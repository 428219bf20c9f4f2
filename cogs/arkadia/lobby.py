"""The lobby of a game: its commands and the buttons of its public message."""

from __future__ import annotations

import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.arkadia.settings import set_some, show_settings
from db.games.rows import State
from db.outbox.rows import RENAME
from delivery.causes import cause_of
from delivery.sender import HIDDEN
from engine.edition_files import load_edition
from i18n.translation import N_, own_name
from tabletop.closing import voters_to_cancel
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply
from ui.club.rules import first_ranked
from ui.components.presses import Press, at_table, on
from ui.input.games import LIVE, find_table
from ui.input.languages import language_choices, read_language
from ui.input.levels import level_choices, read_level
from ui.input.options import THEME_CHOICES
from ui.input.presets import preset_choices
from ui.input.suggestions import Choices, choice, game_option, quiet
from ui.interactions import Interaction, services_of, words_of
from ui.interactions.audience import table_seen
from ui.interactions.rights import why_not
from ui.news import reply_and_show, show_and_tell
from ui.texts.escaping import plain_name
from ui.texts.game.early_end import as_counted

log = logging.getLogger("arkadia.lobby")

LOBBY: Final[tuple[State, ...]] = ("lobby",)


class LobbyCommands(commands.Cog):
    """The commands that change a lobby's seats, place and settings, and begin its game."""

    lobby = app_commands.Group(name="lobby", description=N_("Who plays, and where"))

    @lobby.command(description=N_("Take a seat in a game that has not begun"))
    @game_option(LOBBY)
    async def join(self, interaction: Interaction, game: int | None = None) -> None:
        """Seat the person in a lobby."""
        table = await find_table(interaction, game, LOBBY)
        await _join(interaction, table)

    @lobby.command(description=N_("Give your seat up before the game begins"))
    @game_option(LOBBY)
    async def leave(self, interaction: Interaction, game: int | None = None) -> None:
        """Give up the person's seat in a lobby."""
        table = await find_table(interaction, game, LOBBY, leaving=True)
        await _leave(interaction, table)

    @lobby.command(description=N_("Begin the game you host"))
    @app_commands.describe(
        lot=N_("Where the castle lies in the free set-up"),
    )
    @game_option(LOBBY)
    async def begin(
        self,
        interaction: Interaction,
        lot: app_commands.Range[str, 1, 10] | None = None,
        game: int | None = None,
    ) -> None:
        """Begin the game of a lobby."""
        table = await find_table(interaction, game, LOBBY)
        # The notation writes a lot as G5:4x3; people type it in any case.
        place = lot.strip().upper().replace("X", "x") if lot else None
        await _begin(interaction, table, place)

    @lobby.command(description=N_("Give a free seat to a computer player"))
    @app_commands.describe(level=N_("How well it plays"))
    @app_commands.autocomplete(level=level_choices)
    @game_option(LOBBY)
    async def add(
        self,
        interaction: Interaction,
        level: app_commands.Range[str, 1, 40] = "journeyman",
        game: int | None = None,
    ) -> None:
        """Add a computer player to a lobby."""
        table = await find_table(interaction, game, LOBBY)
        await _add_computer(interaction, table.number, level)

    @lobby.command(description=N_("Take the last computer player out"))
    @game_option(LOBBY)
    async def remove(self, interaction: Interaction, game: int | None = None) -> None:
        """Remove a computer player from a lobby."""
        table = await find_table(interaction, game, LOBBY)
        await _remove_computer(interaction, table)

    @lobby.command(description=N_("See a lobby's rules, or change those of yours"))
    @app_commands.describe(preset=N_("Clock and help"), at_once=N_("Prepared turns at once"))
    @app_commands.autocomplete(preset=preset_choices())
    @game_option(LOBBY)
    async def settings(
        self,
        interaction: Interaction,
        preset: app_commands.Range[str, 1, 100] | None = None,
        at_once: bool | None = None,
        game: int | None = None,
    ) -> None:
        """Show the settings of a lobby, to its host to be changed, or change some of them."""
        table = await find_table(interaction, game, LOBBY)
        if preset is None and at_once is None:
            await show_settings(interaction, table)
        else:
            await set_some(interaction, table.number, preset, at_once=at_once)

    @lobby.command(description=N_("Cancel a game, or agree to it"))
    @app_commands.describe(agree=N_("False takes your agreement back"))
    @game_option(LIVE)
    async def cancel(
        self, interaction: Interaction, agree: bool = True, game: int | None = None
    ) -> None:
        """Cancel a lobby or a game, or vote for that."""
        table = await find_table(interaction, game, LIVE)
        await _cancel(interaction, table, agree=agree)

    @lobby.command(description=N_("Go on with a game in this channel"))
    @game_option(LIVE)
    async def move(self, interaction: Interaction, game: int) -> None:
        """Move a game to the channel in which the command is used."""
        words = words_of(interaction)
        tables = services_of(interaction).tables
        table = await table_seen(interaction, game)
        if interaction.channel_id is None:
            raise RefusalError(words("A game needs a channel. Type this in one."))
        if table.row.closing_at is None and await _stands_here(interaction, table):
            text = words(
                "Game {number} goes on in {place}.", number=game, place=f"<#{table.place}>"
            )
            raise RefusalError(text)
        if lacks := await why_not(interaction, interaction.channel_id):
            raise RefusalError(lacks)
        await tables.display.move(table.number, interaction.user.id, interaction.channel_id)
        text = words("Game {number} goes on here.", number=table.number)
        await reply_and_show(interaction, table.number, text)

    @lobby.command(description=N_("A game's background"))
    @app_commands.describe(theme=N_("The background of your Discord"))
    @app_commands.choices(theme=THEME_CHOICES)
    @game_option(LIVE)
    async def theme(self, interaction: Interaction, theme: str, game: int | None = None) -> None:
        """Choose the theme of a game's public pictures."""
        table = await find_table(interaction, game, LIVE)
        await services_of(interaction).tables.display.set_theme(
            table.number, interaction.user.id, theme
        )
        words = words_of(interaction)
        text = words(
            "The next pictures of game {number} are made for that background. "
            "`/arkadia preferences` sets it for the pictures that only you see.",
            number=table.number,
        )
        await reply(interaction, text)

    @lobby.command(description=N_("A game's language"))
    @app_commands.describe(language=N_("In which language"))
    @app_commands.autocomplete(language=language_choices)
    @game_option(LIVE)
    async def language(
        self,
        interaction: Interaction,
        language: app_commands.Range[str, 1, 20],
        game: int | None = None,
    ) -> None:
        """Choose the language of a game's public messages."""
        words = words_of(interaction)
        spoken = read_language(language, words)
        table = await find_table(interaction, game, LIVE)
        tables = services_of(interaction).tables
        await tables.display.set_language(table.number, interaction.user.id, spoken)
        text = words(
            "Messages and pictures of game {number} that everybody sees are in {language} from "
            "now on. `/arkadia preferences` sets yours.",
            number=table.number,
            language=own_name(spoken),
        )
        await reply_and_show(interaction, table.number, text)
        # Last, since Discord lets a thread be renamed twice in ten minutes only.
        await services_of(interaction).outbox.begin_all(RENAME)

    @begin.autocomplete("lot")
    @quiet
    async def _lot(self, interaction: Interaction, typed: str) -> Choices[str]:
        game = getattr(interaction.namespace, "game", None)
        table = await find_table(interaction, game if isinstance(game, int) else None, LOBBY)
        lots = [str(lot) for lot in load_edition(table.row.edition).lots]
        return [choice(lot, lot) for lot in lots if typed.upper() in lot.upper()]


async def _keep_open(interaction: Interaction, table: Table) -> None:
    """Keep the lobby open for another week."""
    await services_of(interaction).tables.lobby.keep_open(table.number, interaction.user.id)
    words = words_of(interaction)
    text = words("Game {number} stays open for another week.", number=table.number)
    await reply_and_show(interaction, table.number, text)


async def _agree_to_cancel(interaction: Interaction, table: Table) -> None:
    """Add the person's vote to cancel, while at least one vote stands."""
    words = words_of(interaction)
    if table.row.state == "running" and not voters_to_cancel(table):
        raise RefusalError(
            words(
                "Game {number} goes on: all votes to cancel it are withdrawn.",
                number=table.number,
            )
        )
    await _cancel(interaction, table)


async def _add_computer_pressed(interaction: Interaction, press: Press) -> None:
    """Add a computer player of the chosen level for the host."""
    number = (await press.table(interaction)).number
    await _add_computer(interaction, number, press.chosen)


async def _stands_here(interaction: Interaction, table: Table) -> bool:
    """Return whether a game's message stands in the channel of the command."""
    row = table.row
    newest = table.messages.get("turn" if row.state == "running" else "lobby")
    here = interaction.channel_id in (row.channel_id, row.thread_id)
    if newest is None or newest.channel_id != table.place or not here:
        return False
    if row.shown < row.news:  # what is newest does not arrive there
        return False
    client = interaction.client
    try:
        # Asked of Discord: a deletion while the bot was down was told to no one.
        place = client.get_partial_messageable(newest.channel_id, guild_id=row.guild_id)
        await place.fetch_message(newest.message_id)
        thread = await client.fetch_channel(row.thread_id) if row.thread_id else None
        return not (isinstance(thread, discord.Thread) and thread.locked)
    except discord.HTTPException as error:
        if cause_of(error) in ("missing", "gone", *HIDDEN):
            return False
        # It cannot be looked for, which does not lose it.
        log.info("Not looked for", extra={"table": table.number, "why": str(error)})
        return True


async def _add_computer(interaction: Interaction, number: int, level: str) -> None:
    """Give a free seat to a computer player for the host and show it."""
    words = words_of(interaction)
    chosen = await read_level(interaction, level)
    table = await services_of(interaction).tables.lobby.add_computer(
        number, interaction.user.id, chosen
    )
    if table.row.state == "running":
        await _tell_begun(interaction, number)
        return
    # Still a lobby: with its last seat taken, a game may begin by itself.
    name = table.seats[-1].name
    text = words("{name} joins game {number}.", name=name, number=number)
    await reply_and_show(interaction, number, text)


async def _remove_computer(interaction: Interaction, table: Table) -> None:
    """Take the seat of the computer player that came last for the host and show it."""
    words, number = words_of(interaction), table.number
    await services_of(interaction).tables.lobby.remove_computer(number, interaction.user.id)
    text = words("A computer player has left game {number}.", number=number)
    await reply_and_show(interaction, number, text)


async def _join(interaction: Interaction, table: Table) -> None:
    """Take a seat for a person and show it."""
    words, user, number = words_of(interaction), interaction.user, table.number
    table = await services_of(interaction).tables.lobby.join(number, user.id, user.display_name)
    if table.row.state == "running":
        await _tell_begun(interaction, number)
        return
    text = words("You have a seat in game {number}.", number=number)
    ranked, view = await first_ranked(interaction, table.row.leaving_counts)
    await reply_and_show(interaction, number, "\n".join([text, *ranked]), view=view)


async def _leave(interaction: Interaction, table: Table) -> None:
    """Give a person's seat up and show it."""
    words, number = words_of(interaction), table.number
    host = table.row.host_id
    left = await services_of(interaction).tables.lobby.leave(number, interaction.user.id)
    text = words("You have left game {number}.", number=number)
    if left.host is not None and left.row.host_id != host:
        text = words(
            "You have left game {number}. {name} is its host now.",
            number=number,
            name=plain_name(left.host.name),
        )
    await reply_and_show(interaction, number, text)


async def _begin(interaction: Interaction, table: Table, lot: str | None = None) -> None:
    """Begin a game for its host and show it."""
    await services_of(interaction).tables.lobby.begin(table.number, interaction.user.id, lot)
    await _tell_begun(interaction, table.number)


async def _tell_begun(interaction: Interaction, number: int) -> None:
    """Show that a game has begun, and tell the person where, which is known then."""
    words = words_of(interaction)

    async def tell(table: Table) -> None:
        place = f"<#{table.place}>"
        text = words("Game {number} has begun in {place}.", number=number, place=place)
        ranked, view = await first_ranked(interaction, table.row.leaving_counts)
        await reply(interaction, "\n".join([text, *ranked]), view=view)

    # Shown first, which makes the game's thread; then the answer can name it.
    await show_and_tell(interaction, number, tell)


async def _cancel(interaction: Interaction, table: Table, *, agree: bool = True) -> None:
    """Cancel a game, or agree to it, or take that back, and show it."""
    words, user, number = words_of(interaction), interaction.user.id, table.number
    table = await services_of(interaction).tables.closing.cancel(number, user, agree=agree)
    if table.row.state == "cancelled":
        told = words("Game {number} is cancelled.", number=number)
        text = "\n".join([told, *as_counted(table, words)])
    elif agree:
        text = words(
            "You agree to cancel game {number}. It goes on until everybody agrees; "
            "`/arkadia lobby cancel agree:False` takes it back.",
            number=number,
        )
    else:
        text = words("You no longer agree to cancel game {number}.", number=number)
    await reply_and_show(interaction, number, text)


PRESSES: Final = (
    at_table(buttons.JOIN, _join),
    at_table(buttons.LEAVE, _leave),
    at_table(buttons.BEGIN, _begin),
    at_table(buttons.KEEP_OPEN, _keep_open),
    at_table(buttons.CANCEL, _cancel),
    at_table(buttons.AGREE_TO_CANCEL, _agree_to_cancel),
    on(buttons.ADD_COMPUTER, _add_computer_pressed),
    at_table(buttons.REMOVE_COMPUTER, _remove_computer),
)
