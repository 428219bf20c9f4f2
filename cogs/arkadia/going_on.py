"""A panel that goes on by itself into the person's next turn, after computer players' turns."""

from __future__ import annotations

import asyncio
import logging

import discord

from cogs.arkadia.panel import show_current
from db.errors import StoreError
from runtime.logs import log_interaction
from tabletop.errors import UnreadableTableError
from ui.answers import UnansweredError, anew, put
from ui.interactions import Interaction, where_of, words_of
from ui.panel.drawing import desk_of
from ui.public.posts.final import final_view, won_line
from ui.services import Services
from ui.texts.game.since import since_own_turn

log = logging.getLogger("arkadia.panel")


class PanelsGoingOn:
    """The background work that shows people their next turn, where only computers played."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._showing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Listen for games in which computer players have acted."""
        self._services.tables.computers_done.connect(self._begin)

    async def close(self) -> None:
        """Finish what is being shown."""
        self._services.tables.computers_done.disconnect()
        await asyncio.gather(*self._showing, return_exceptions=True)

    def _begin(self, number: int) -> None:
        interaction = self._services.going_on.take(number)
        if interaction is not None:
            task = asyncio.create_task(self._show(interaction, number))
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)

    async def _show(self, interaction: Interaction, number: int) -> None:
        log_interaction(interaction.id)
        try:
            await _go_on(interaction, self._services, number)
        # The public message has the same news and a button: this answer is an extra.
        except (UnansweredError, StoreError, UnreadableTableError, discord.HTTPException) as error:
            log.info("Panel does not go on", extra={**where_of(interaction), "why": str(error)})
        except Exception:  # one panel's trouble must not be lost without a trace
            log.exception("Panel does not go on", extra=where_of(interaction))


async def _go_on(interaction: Interaction, services: Services, number: int) -> None:
    """Show a person their turn, or the end, below the public message; their old answer goes."""
    table, words = await services.tables.get(number), words_of(interaction)
    user = interaction.user.id
    async with anew(interaction):
        if table.active is None:
            await put(interaction, won_line(table, words), view=final_view(table, words))
        else:
            desk = desk_of(interaction, table)
            await show_current(interaction, desk, since_own_turn(table, user, words))
