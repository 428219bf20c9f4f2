"""What a person leaves in the club."""

from cogs.club.store import TABLES, StoredStanding, put_standings, set_ranked
from db.store import Store
from tests.db.samples import GUILD


async def fill(store: Store, person: int) -> None:
    """Have a person shown in the ranking, with what their games came to."""
    await store.load(TABLES)
    await store.change(set_ranked, GUILD, person, True)
    standing = StoredStanding(GUILD, person, f"Player {person}", "{}", "[1]")
    await store.change(put_standings, [standing])
