"""What is kept of a person who plays alone."""

from random import Random

from cogs.solo.store import TABLES, StoredSolo, add
from db.store import Store
from engine.edition_files import load_edition
from engine.random_play import random_start
from engine.record import Record


async def fill(store: Store, person: int) -> None:
    await store.load(TABLES)
    start = Record(random_start(load_edition(), "free", 2, Random(1)), ()).to_json()
    await store.change(add, StoredSolo(0, person, 0, "pupil", start, "", 0, 1, over=False))
