"""Advice for the person whose turn it is: the best actions a computer player sees, and why."""

from __future__ import annotations

import secrets
from typing import Final

from discord import app_commands

from cogs import suggesting
from cogs.answering import RefusalError, reply, think
from cogs.app import Interaction, app_of, words_of
from cogs.buttons import Press
from cogs.finding import RUNNING, find_table
from cogs.reasons import action_text, reason_text
from cogs.suggesting import quiet
from cogs.telling import Teller
from players.hints import hints_for
from players.player import Budget
from players.workers import WorkersError
from tables.table import Table
from translation import N_

THINKING: Final = Budget(seconds=1.5)
GAME = N_("The game's number, if you play more than one here")


class Hint(Press, what="hint"):
    """Asks for advice."""

    caption = N_("Hint")

    async def press(self, interaction: Interaction) -> None:
        """Give the person advice."""
        await think(interaction)
        await advise(interaction, await self.table(interaction))


class AdviceCommands(app_commands.Group):
    """Asking for advice."""

    @app_commands.command(description=N_("Ask for advice in your turn; only you see it"))
    @app_commands.describe(game=GAME)
    async def hint(self, interaction: Interaction, game: int | None = None) -> None:
        """Give advice."""
        await think(interaction)
        await advise(interaction, await find_table(interaction, game))

    @hint.autocomplete("game")
    @quiet
    async def _game(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggesting.games(interaction, typed, RUNNING)


async def advise(interaction: Interaction, table: Table) -> None:
    """Tell a person the best actions that the master builder sees for them, and why.

    Raises:
        RefusalError: if the game allows no hints, or nobody can think now.
        TableError: if it is not this person's turn.
    """
    words = words_of(interaction)
    game = table.game_in_turn(interaction.user.id)
    if not table.row.hints:
        raise RefusalError(words("Game {number} is played without hints.", number=table.number))
    observation = game.position.observe(game.position.active)
    workers = app_of(interaction).workers
    try:
        found = await workers.run(
            THINKING.seconds or 0.0, hints_for, observation, secrets.randbits(32), THINKING
        )
    except WorkersError as error:
        raise RefusalError(words("No advice can be had now. Please try again.")) from error
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    lines = [words("**What the master builder would do in game {number}:**", number=table.number)]
    for place, hint in enumerate(found, start=1):
        lines.append(f"{place}. {action_text(hint.action, teller)}")
        lines.append(f"  {reason_text(hint.reason, words)}")
    await reply(interaction, "\n".join(lines))
