"""The completed turns of a game, shown privately one at a time, with a picture and text."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

import discord

from engine.scenes import scene_at
from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.answers import RefusalError, open_modal, pages, put
from ui.components.modals import Submitted, modal_of, on_form
from ui.components.presses import at_table, at_turn
from ui.components.views import view_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.pictures import scene_file, theme_of
from ui.texts.game.events import Teller

LAST: Final = 999_999_999
"""A number that no turn has: the last turn is meant, whichever it is by then."""

TURN: Final = "turn"
"""The field of the modal."""


async def _go_to_turn(interaction: Interaction, table: Table) -> None:
    """Open the modal for the turn's number."""
    words = words_of(interaction)
    modal = modal_of(
        words("Go to a turn"),
        f"arkadia:go-to-turn-form:{table.number}",
        discord.ui.TextInput(
            label=words("Its number"),
            placeholder=words("0 is the start, {last} the last turn", last=_completed(table)),
            custom_id=TURN,
            max_length=20,
        ),
    )
    await open_modal(interaction, modal)


async def _turn_sent(interaction: Interaction, sent: Submitted) -> None:
    """Show the turn with the typed number, or the one nearest to it.

    Raises:
        RefusalError: if the typed text has no number.
    """
    tables = services_of(interaction).tables
    table = await tables.get(int(sent.match[1]), guild_of(interaction))
    # People type “turn 12” as well as “12”.
    found = re.search(r"[0-9]{1,9}", sent.texts.get(TURN, ""))
    if found is None:
        words = words_of(interaction)
        raise RefusalError(
            words(
                "Type the number of a turn, from 0 for the start to {last}.",
                last=_completed(table),
            )
        )
    await look_at_turn(interaction, table, int(found[0]))


async def look_at_turn(interaction: Interaction, table: Table, number: int) -> None:
    """Show one completed turn of the past; the unfinished turn is never shown.

    Args:
        number: the turn's number; 0 is the start, and one that was not played the last turn.

    Raises:
        TableError: if the game has not begun.
    """
    words, game = words_of(interaction), table.running_game()
    scene = scene_at(game.start, game.actions, number)
    teller = Teller.of(table, words)
    if scene.turn is None:
        lines = [words("**Arkadia, game {number}**: how it began.", number=table.number)]
    else:
        head = words(
            "**Arkadia, game {number}**, turn {turn} of {total}: {person}",
            number=table.number,
            turn=scene.number,
            total=scene.total,
            person=teller.person(scene.turn.seat),
        )
        lines = [head, *(f"- {line}" for line in teller.lines(scene.turn.events))]
    file = await scene_file(scene, table, words, theme=theme_of(interaction))
    view = stepping(table, scene.number, words)
    view.add_item(buttons.BOARD.button(table.number, table.row.news, words=words, row=1))
    await put(interaction, pages("\n".join(lines))[0], files=[file], view=view)


def stepping(table: Table, number: int, words: Words) -> discord.ui.View:
    """Return the buttons that lead from one turn to the others.

    Raises:
        TableError: if the game has not begun.
    """
    game, last = table.number, _completed(table)
    at_start, at_end = number <= 0, number >= last
    before, after = max(number - 1, 0), min(number + 1, last)
    return view_of(
        buttons.TURN_START.button(game, words=words, disabled=at_start, row=0),
        # The target stands in the custom id: no state is kept for an open message.
        buttons.TURN_EARLIER.button(game, before, words=words, disabled=at_start, row=0),
        buttons.TURN_LATER.button(game, after, words=words, disabled=at_end, row=0),
        buttons.TURN_LAST.button(game, words=words, disabled=at_end, row=0),
        buttons.GO_TO_TURN.button(game, words=words, disabled=not last, row=1),
    )


def _completed(table: Table) -> int:
    """Return the number of completed turns."""
    position = table.running_game().position
    return position.turn - (not position.over)


PRESSES: Final = (
    at_table(buttons.TURN_BY_TURN, partial(look_at_turn, number=LAST)),
    at_table(buttons.TURN_START, partial(look_at_turn, number=0)),
    at_turn(buttons.TURN_EARLIER, look_at_turn),
    at_turn(buttons.TURN_LATER, look_at_turn),
    at_table(buttons.TURN_LAST, partial(look_at_turn, number=LAST)),
    at_table(buttons.GO_TO_TURN, _go_to_turn),
)
MODALS: Final = (on_form(r"arkadia:go-to-turn-form:([0-9]{1,9})", _turn_sent),)
