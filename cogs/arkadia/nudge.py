"""A nudge: one friendly message to the opponent for whom a game waits."""

from __future__ import annotations

from typing import Final

from tabletop.table import Table
from ui import buttons
from ui.answers import reply
from ui.components.presses import at_turn
from ui.interactions import Interaction, services_of, words_of
from ui.texts.escaping import plain_name


async def nudge(interaction: Interaction, table: Table, turn: int | None = None) -> None:
    """Have the person nudged for whom a game waits, and say so to the opponent who asked.

    Raises:
        TableError: if that is not possible now.
    """
    words, services = words_of(interaction), services_of(interaction)
    name = await services.nudges.nudge(table, interaction.user.id, turn)
    text = words(
        "{name} gets one friendly message about game {number}; this turn has no more of them.",
        name=plain_name(name),
        number=table.number,
    )
    await reply(interaction, text)


PRESSES: Final = (at_turn(buttons.NUDGE, nudge),)
