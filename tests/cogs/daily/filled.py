"""What is kept of a person about positions of the day."""

from cogs.daily.store import TABLES, StoredAnswer, StoredRating, answer
from db.store import Store


async def fill(store: Store, person: int) -> None:
    """The person answers the position of a day, and is rated."""
    await store.load(TABLES)
    given = StoredAnswer(20_000, person, "end", True, True, True, 7_000)
    rating = StoredRating(25_000, 8_000, 1)
    await store.change(answer, given, lambda _person, _day: (rating, rating))
