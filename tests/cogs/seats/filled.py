"""What is kept of a person who asks for an empty seat."""

from cogs.seats.store import TABLES, ask_for
from db.store import Store


async def fill(store: Store, person: int) -> None:
    await store.load(TABLES)
    await store.change(ask_for, 1, 0, person)
