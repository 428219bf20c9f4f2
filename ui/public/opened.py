"""The place of a game that was just opened: a post of a forum is known once it is shown."""

from __future__ import annotations

from tabletop.table import Table
from ui.interactions import Interaction, services_of
from ui.news import show
from ui.public.forum import forum_of


async def with_place(interaction: Interaction, table: Table) -> Table:
    """Return a new game with its place, shown before if that is a post of a forum."""
    tables = services_of(interaction).tables
    if await forum_of(tables.store, table.row.guild_id) is None:
        return table
    await show(interaction, table.number)
    return await tables.get(table.number)
