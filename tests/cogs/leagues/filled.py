"""What a person leaves in a league."""

from dataclasses import replace

from cogs.leagues.store import TABLES, StoredEntrant, open_league, set_entrants
from db.store import Store
from tests.cogs.leagues.samples import LEAGUE


async def fill(store: Store, person: int) -> None:
    """Have a person open a league and sign up for it."""
    await store.load(TABLES)
    league = await store.change(open_league, replace(LEAGUE, host_id=person), most=9)
    await store.change(set_entrants, league, [StoredEntrant(1, person, f"Player {person}")])
