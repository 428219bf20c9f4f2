"""Things to put into a store."""

from __future__ import annotations

from db import NewTable, Store, StoredEntry, StoredSeat

GUILD, CHANNEL, HOST, GUEST = 10, 20, 30, 31

NEW = NewTable(
    guild_id=GUILD,
    channel_id=CHANNEL,
    host_id=HOST,
    edition="ravensburger-2006",
    setup="first-game",
    mirror=True,
    seat_limit=4,
    language="en",
    created_at=1_000,
)
LOBBY = (StoredSeat(0, HOST, "Ada"), StoredSeat(1, GUEST, "Grace"))
SEATS = (StoredSeat(0, GUEST, "Grace", "violet"), StoredSeat(1, HOST, "Ada", "green"))
LOT = "G5:4x3"
DECK = "farm/red house/olive mill/silver"
END = StoredEntry("end", HOST, 5_000)


def entry(number: int, author: int | None = HOST) -> StoredEntry:
    """An entry that tells which one it is."""
    return StoredEntry(f"castle red {number}", author, 3_000 + number)


async def running(store: Store) -> int:
    """A table where a game has begun and nothing was done; two pieces of news."""
    table = await store.create_table(NEW, LOBBY)
    await store.begin(table, SEATS, lot=LOT, deck=DECK, at=2_000)
    return table
