"""Things to put into a store."""

from dataclasses import fields, replace
from typing import Any

from db.database import Place
from db.games.rows import NewGame, StoredEntry, StoredGame, StoredSeat, StoredStart
from db.store import Store, opened

GUILD, CHANNEL, HOST, GUEST = 10, 20, 30, 31

NEW = NewGame(
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
START = StoredStart(
    lot="G5:4x3",
    deck="farm/red house/olive mill/silver",
    rules_version=1,
    fingerprint="5eed",
    edition_text="{}",
)
END = StoredEntry("end", HOST, 5_000)


def fields_of(row: Any, kind: Any = None) -> dict[str, Any]:
    """What a row has in its fields, or in those of another kind of row."""
    return {field.name: getattr(row, field.name) for field in fields(kind or row)}


def entry(number: int, author: int | None = HOST) -> StoredEntry:
    """An entry that tells which one it is."""
    return StoredEntry(f"castle red {number}", author, 3_000 + number)


async def reread(place: Place, game: int = 1) -> StoredGame:
    """A game as it stands in a database that nobody has open."""
    async with opened(place) as store:
        return await whole(store, game)


async def whole(store: Store, game: int) -> StoredGame:
    stored = await store.games.load(game)
    assert stored is not None
    return stored


async def running(store: Store, guild: int = GUILD) -> int:
    """A game where a game has begun and nothing was done; two pieces of news."""
    game = await store.games.open(replace(NEW, guild_id=guild), LOBBY)
    await store.games.begin(game, SEATS, START, at=2_000)
    return game


async def running_games(store: Store) -> tuple[int, ...]:
    found = await store.games.find(GUILD, states=["running"])
    return tuple(game.game_id for game in reversed(found))
