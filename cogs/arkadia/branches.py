"""Playing an earlier turn again: a game that begins in the middle of another."""

from __future__ import annotations

from typing import Final

import discord

from cogs.arkadia.practice import home_of, own_thread
from engine.game import played_turns
from tabletop.branches import NewBranch
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, reply
from ui.components.presses import Press, at_table, at_turn, on
from ui.components.views import view_of
from ui.input.levels import own_level
from ui.interactions import Interaction, services_of, words_of
from ui.interactions.languages import private_language
from ui.limits import MOST_OPTIONS, OPTION_LIMIT
from ui.news import reply_and_show, show
from ui.texts.game.events import Teller


async def _back_to_turn(interaction: Interaction, press: Press) -> None:
    """Begin a branch of the game at the chosen turn."""
    await play_again(interaction, await press.table(interaction), press.chosen_number)


async def play_again(interaction: Interaction, table: Table, turn: int) -> None:
    """Begin a game with an earlier turn of a person's own, against computer players.

    Raises:
        TableError: if that turn was not theirs, others play in the game, or there are too many.
    """
    words, services, user = words_of(interaction), services_of(interaction), interaction.user
    over = table.running_game().position.over
    home = await home_of(interaction) if over else None
    again = NewBranch(
        user=user.id,
        name=user.display_name,
        channel=home.id if home else table.row.channel_id,
        level=await own_level(interaction),
        language=private_language(interaction),
    )
    async with services.branching.turn(user.id):  # who presses twice finds the game in its thread
        opened, is_new = await services.tables.branches.play_again(table.number, turn, again)
        if home is not None and is_new:
            name = words("Again: turn {turn} of game {number}", turn=turn, number=table.number)
            thread = await own_thread(interaction, home, name)
            if thread is not None:
                await services.tables.display.set_thread(opened.number, thread.id)
    if not over:
        await show(interaction, table.number)  # its end stands above where it goes on
        await services.publisher.publish(opened.number)  # elsewhere, if its thread was deleted
        opened = await services.tables.get(opened.number)
    text = words(
        "Game {new} goes on from turn {turn} of game {number}, in {place}. Cards you had not "
        "seen are shuffled again, and it is not rated.",
        new=opened.number,
        turn=turn,
        number=table.number,
        place=f"<#{opened.place}>",
    )
    view = view_of(buttons.TAKE_REMINDED.button(opened.number, words=words))
    await reply_and_show(interaction, opened.number, text, view=view)


async def ask_turn(interaction: Interaction, table: Table) -> None:
    """Show a person a menu of their own turns to go back to.

    Raises:
        RefusalError: if there is none before this one.
        TableError: if the person does not play there.
    """
    words, game = words_of(interaction), table.running_game()
    own = table.playing_seat(interaction.user.id)
    teller = Teller.of(table, words)
    # A menu takes 25 options; people go back to a recent turn.
    numbers = table.turns_to_go_back(own.seat)[-MOST_OPTIONS:]
    if not numbers:
        raise RefusalError(
            words("You have done nothing in game {number} yet.", number=table.number)
        )
    options = [
        discord.SelectOption(
            label=words.context("heading", "Turn {number}", number=turn.number),
            value=str(turn.number),
            description=teller.headline(turn)[:OPTION_LIMIT],
        )
        for turn in reversed(played_turns(game.start, game.actions))
        if turn.number in numbers
    ]
    text = words(
        "Choose one of your turns in game {number}: another game goes on from there, and "
        "this one ends. Cards you had not seen are shuffled again.",
        number=table.number,
    )
    menu = buttons.BACK_TO_TURN.menu(table.number, options=options, words=words)
    await reply(interaction, text, view=view_of(menu))


PRESSES: Final = (
    at_turn(buttons.TRY_AGAIN, play_again),
    at_table(buttons.GO_BACK, ask_turn),
    on(buttons.BACK_TO_TURN, _back_to_turn),
)
