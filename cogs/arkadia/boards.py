"""Looking at a game: its board, and the person's own screen. The answers are private."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.arkadia.pages import give_link, sign_out
from i18n.translation import N_, Words
from render import Size
from tabletop.outcome import as_counted
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, pages, put, reply
from ui.components.presses import at_table
from ui.components.views import view_of
from ui.input.games import PLAYED, find_table
from ui.input.suggestions import game_option
from ui.interactions import Interaction, services_of, words_of
from ui.panel.meanwhile import meanwhile
from ui.pictures import board_file, marks_now, screen_file, since_file, theme_of
from ui.texts.escaping import plain_name, short
from ui.texts.game.events import LITTLE_ROOM, Teller
from ui.texts.game.since import changes_since, since_own_turn
from ui.texts.game.turns import headline
from words.fulltext import board_text, screen_text
from words.queries import LONGEST, query_text, read_query


class BoardCommands(commands.Cog):
    """The commands that show the board and the person's own screen."""

    @app_commands.command(description=N_("Your cards, workers, seals, gold"))
    @app_commands.describe(
        turn=N_("Quarter turns clockwise of your cards' tiles"),
        mirrored=N_("Whether the tiles are shown mirrored"),
        text=N_("In words, for screen readers"),
    )
    @game_option(PLAYED)
    async def screen(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, 3] = 0,
        mirrored: bool = False,
        text: bool = False,
        game: int | None = None,
    ) -> None:
        """Show the person their own screen."""
        table = await find_table(interaction, game, PLAYED)
        if text:
            await write_screen(interaction, table)
        else:
            await look_at_screen(interaction, table, turn, mirrored=mirrored)

    @app_commands.command(description=N_("See the board; everybody may"))
    @app_commands.describe(
        text=N_("In words, for screen readers"),
        ask=N_("A question: near:F7, building:smithy, building:open"),
        size=N_("How large the picture is"),
        page=N_("In a browser: open, or sign out"),
    )
    @app_commands.choices(
        size=[
            # Translators: the size of a picture
            app_commands.Choice(name=N_("Normal"), value="normal"),
            # Translators: the size of a picture
            app_commands.Choice(name=N_("Large"), value="large"),
        ],
        page=[
            # Translators: what is done with the page of a game in a browser
            app_commands.Choice(name=N_("Open"), value="open"),
            # Translators: what is done with the page of a game in a browser
            app_commands.Choice(name=N_("Sign out"), value="close"),
        ],
    )
    @game_option(PLAYED)
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        size: str = "normal",
        ask: app_commands.Range[str, 1, LONGEST] | None = None,
        page: str = "",
        game: int | None = None,
    ) -> None:
        """Show the person the board of a game."""
        if page == "close":
            await sign_out(interaction)
            return
        table = await find_table(interaction, game, PLAYED)
        if page:
            await give_link(interaction, table)
        elif ask is not None:
            await answer_question(interaction, table, ask)
        elif text:
            await write_board(interaction, table)
        else:
            await look_at_board(interaction, table, Size[size.upper()])


async def look_at_board(interaction: Interaction, table: Table, size: Size = Size.NORMAL) -> None:
    """Show the board; only the active player sees the actions of an unfinished turn.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    view = view_of(
        buttons.BOARD_ANEW.button(table.number, words=words),
        buttons.BOARD_TEXT.button(table.number, words=words),
        buttons.TURN_BY_TURN.button(table.number, words=words),
        buttons.STORY.button(table.number, 0, words=words),
    )
    user = interaction.user.id
    if table.person(user):
        view.add_item(buttons.MY_SCREEN.button(table.number, words=words))
    _offer_nudge(interaction, table, view)
    marks, theme = marks_now(table, user), theme_of(interaction)
    file = await board_file(table, words, user=user, marks=marks, theme=theme, size=size)
    await put(interaction, headline(table, words), files=[file], view=view)


async def look_at_changes(interaction: Interaction, table: Table) -> None:
    """Tell a player the others' turns since their own last one, as an animation and in words.

    A watcher is told the last turn of everybody.

    Raises:
        TableError: if the game has not begun.
    """
    words, user, theme = words_of(interaction), interaction.user.id, theme_of(interaction)
    seat = table.person(user)
    if seat is not None:
        turns = table.turns_since_own(seat.seat)
        lines = changes_since(table, seat.seat, words)
        lines = lines or [words("Nothing has changed since your last turn.")]
    else:
        turns = table.last_round()
        teller = Teller.of(table, words)
        lines = [teller.turn(turn) for turn in turns]
    if turns:
        file = await since_file(table, turns[0].number, words, theme=theme)
    else:
        file = await board_file(table, words, user=user, theme=theme)
    view = await meanwhile(interaction, table) if table.row.state == "running" else view_of()
    view.add_item(buttons.STORY.button(table.number, 0, words=words))
    _offer_nudge(interaction, table, view)
    text = pages("\n".join([headline(table, words), *lines]))[0]
    await put(interaction, text, files=[file], view=view)


def _offer_nudge(interaction: Interaction, table: Table, view: discord.ui.View) -> None:
    """Add the button that nudges the person for whom a game has waited long enough."""
    if services_of(interaction).nudges.offered(table, interaction.user.id) and table.active:
        turn, words = table.running_game().position.turn, words_of(interaction)
        label = words.context("button", "Nudge {name}", name=short(table.active.name, LITTLE_ROOM))
        view.add_item(buttons.NUDGE.button(table.number, turn, words=words, label=label))


async def write_board(interaction: Interaction, table: Table) -> None:
    """Describe the board in words, in as many messages as needed.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    view = as_counted(table, table.open_view(interaction.user.id))
    text = board_text(view, names=[plain_name(name) for name in table.names], words=words)
    # Messages of their own, since a whole position in words is longer than one may be.
    for page in pages(f"{headline(table, words)}\n{text}"):
        await reply(interaction, page)


async def answer_question(interaction: Interaction, table: Table, asked: str) -> None:
    """Answer a person's question about the board in words, in as many messages as needed.

    Raises:
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    view = table.open_view(interaction.user.id)
    text = query_text(view, read_query(asked, view, words=words), words=words)
    for page in pages(text):
        await reply(interaction, page)


async def look_at_screen(
    interaction: Interaction, table: Table, turn: int = 0, *, mirrored: bool = False
) -> None:
    """Show a person their own screen: the things that are hidden from the other players.

    Args:
        turn: quarter turns clockwise in which the cards' tiles are shown.
        mirrored: whether they are shown on their back.

    Raises:
        RefusalError: if the person has no seat.
        TableError: if the game has not begun.
    """
    words = words_of(interaction)
    user = interaction.user.id
    _must_have_a_screen(table, user, words)
    theme = theme_of(interaction)
    file = await screen_file(table, user, words, turn=turn, mirrored=mirrored, theme=theme)
    lines = [words("**Game {number}**: what is behind your screen.", number=table.number)]
    if table.row.state == "running":
        # Repeated here, because the message that told it may be far up in the channel.
        lines += since_own_turn(table, user, words)
    note = await services_of(interaction).personal.note(table, user)
    if note is not None:
        lines.append(words("Your note: {note}", note=note))
    view = view_of(
        buttons.SCREEN_ANEW.button(table.number, words=words),
        buttons.SCREEN_TEXT.button(table.number, words=words),
    )
    # Not for people who have resigned: they still have a screen, but no turn.
    if table.row.state == "running" and user in {seat.user_id for seat in table.people}:
        active = table.active is not None and table.active.user_id == user
        label = "" if active else words.context("button", "Prepare my turn")
        view.add_item(
            buttons.TAKE_TURN.button(table.number, table.row.news, words=words, label=label)
        )
    await put(interaction, pages("\n".join(lines))[0], files=[file], view=view)


async def write_screen(interaction: Interaction, table: Table) -> None:
    """Describe a person's own screen in words, to that person only.

    Raises:
        RefusalError: if the person has no seat.
        TableError: if the game has not begun.
    """
    words, user = words_of(interaction), interaction.user.id
    _must_have_a_screen(table, user, words)
    names = [plain_name(name) for name in table.names]
    for page in pages(screen_text(table.view(user), names=names, words=words)):
        await reply(interaction, page)


def _must_have_a_screen(table: Table, user: int, words: Words) -> None:
    if table.person(user) is None:
        raise RefusalError(
            words(
                "You watch game {number}; only its players have a screen. `/arkadia board` shows "
                "what everybody sees.",
                number=table.number,
            )
        )


PRESSES: Final = (
    at_table(buttons.MY_SCREEN, look_at_screen),
    at_table(buttons.SCREEN_ANEW, look_at_screen),
    at_table(buttons.SCREEN_TEXT, write_screen),
    at_table(buttons.BOARD, look_at_board),
    at_table(buttons.BOARD_ANEW, look_at_board),
    at_table(buttons.BOARD_TEXT, write_board),
    at_table(buttons.WHAT_CHANGED, look_at_changes),
    at_table(buttons.NEWEST_BOARD, look_at_changes),
)
