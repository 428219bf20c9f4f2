"""The whole game as an animation, with a message that tells how far it is while it is made."""

from __future__ import annotations

import asyncio

from cogs.answering import RefusalError, reply
from cogs.app import Interaction, words_of
from cogs.buttons import Press
from cogs.pictures import file_of
from engine.record import Record
from render import draw_replay, replay_frames
from tables.table import Table
from translation import N_

STEP_SECONDS = 1.5
"""How often the message tells how far it is."""


class Replay(Press, what="replay"):
    """Shows the whole game as an animation."""

    caption = N_("Replay")

    async def press(self, interaction: Interaction) -> None:
        """Make the animation for the person."""
        table = await self.table(interaction)
        await send_replay(interaction, table)


async def send_replay(interaction: Interaction, table: Table) -> None:
    """Make the animation of a finished game and send it to a person, telling how far it is.

    Raises:
        RefusalError: if the game is not over.
        TableError: if it has not begun.
    """
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        raise RefusalError(
            words("Game {number} is not over; then it can be replayed.", number=table.number)
        )
    await reply(interaction, words("Drawing the game…"))
    done = 0

    def progress(count: int, total: int) -> None:
        nonlocal done
        done = 100 * count // total

    frames = replay_frames(Record.of(game.position, game.actions))
    title = words("Game {number}", number=table.number)
    drawing = asyncio.create_task(
        asyncio.to_thread(
            draw_replay, frames, names=table.names, title=title, words=words, progress=progress
        )
    )
    while not drawing.done():
        await asyncio.wait({drawing}, timeout=STEP_SECONDS)
        if not drawing.done():
            text = words("Drawing the game… {percent} %", percent=done)
            await interaction.edit_original_response(content=text)
    alt = words("Game {number}, turn by turn.", number=table.number)
    file = file_of(await drawing, f"arkadia-{table.number}.gif", alt)
    await interaction.edit_original_response(
        content=words("Game {number}, turn by turn:", number=table.number), attachments=[file]
    )
