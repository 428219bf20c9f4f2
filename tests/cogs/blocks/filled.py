"""What is kept of a person about people with whom somebody does not want to sit down."""

from cogs.blocks.store import TABLES, name
from db.store import Store
from tests.db.samples import GUILD

OTHER = 4_242


async def fill(store: Store, person: int) -> None:
    """The person names somebody, and is named."""
    await store.load(TABLES)
    await store.change(name, person, GUILD, [OTHER])
    await store.change(name, OTHER, GUILD, [person])
