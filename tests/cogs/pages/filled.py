"""What a person can leave on the pages: a link that was used, and a session."""

from cogs.pages.store import TABLES, StoredVisit, enter
from db.store import Store

GAME, UNTIL = 3, 9_000


async def fill(store: Store, person: int) -> None:
    await store.load(TABLES)
    link = StoredVisit(f"link of {person}", "used", person, GAME, "en", UNTIL)
    begun = StoredVisit(f"session of {person}", "session", person, GAME, "en", UNTIL)
    assert await store.change(enter, link, begun, 5_000, 20)
