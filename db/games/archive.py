"""All SQL about the archive: the finished games of servers, and what is kept of each game's end.

Lists read the newest games of each shelf, a channel and a set-up, along the table's key. So a page
costs the same however many games there are.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple

from db.games.questions import summaries
from db.games.rows import GameSummary, StoredResult
from db.sql import Connection, insertion, numbers, values

EVERYBODY: Final = 0  # the person under whom games stand that all who see their channel may know of

PEOPLE: Final = (
    "(SELECT count(*) FROM seats WHERE seats.game_id = games.game_id"
    " AND NOT (user_id IS NULL AND level IS NOT NULL AND status = 'playing'))"
)

KEY: Final = "user_id, guild_id, channel_id, setup, ended_at, game_id"

PUT: Final = (
    f"INSERT INTO archive ({KEY}) SELECT {EVERYBODY}, guild_id, channel_id, setup, ended_at,"
    f" game_id FROM games WHERE game_id = :game_id AND {PEOPLE} > 1"
    f" ON CONFLICT ({KEY}) DO NOTHING",
    # The games of one person alone are found by that person, whatever channel they are in.
    f"INSERT INTO archive ({KEY}) SELECT user_id, guild_id,"
    f" CASE WHEN {PEOPLE} > 1 THEN channel_id ELSE 0 END, setup, ended_at, games.game_id"
    " FROM games JOIN seats ON seats.game_id = games.game_id"
    " WHERE games.game_id = :game_id AND user_id IS NOT NULL"
    f" ON CONFLICT ({KEY}) DO NOTHING",
)

TO_COUNT: Final = (
    "INSERT INTO uncounted (game_id, guild_id, ended_at)"
    " SELECT game_id, guild_id, ended_at FROM games WHERE game_id = :game_id"
    " AND NOT EXISTS (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
)

ONCE: Final = " ON CONFLICT (game_id) DO NOTHING"

# An early end counts for a person who had left before it; who counts the game looks closer.
LEFT_TO_COUNT: Final = (
    f"{TO_COUNT} AND begun_at IS NOT NULL AND EXISTS (SELECT 1 FROM seats"
    " WHERE seats.game_id = games.game_id AND (left_turn IS NOT NULL OR status = 'away'))"
)

RECOUNT: Final = (
    "INSERT INTO recounts (guild_id) SELECT guild_id FROM games WHERE game_id = :game_id"
    " AND EXISTS (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
    " ON CONFLICT (guild_id) DO NOTHING"
)

ONE_MORE: Final = (
    "INSERT INTO endings (guild_id, state, games)"
    " SELECT guild_id, state, 1 FROM games WHERE game_id = :game_id"
    " ON CONFLICT (guild_id, state) DO UPDATE SET games = endings.games + 1"
)

TO_TELL: Final = (
    "INSERT INTO untold (game_id) SELECT game_id FROM games"
    " WHERE game_id = :game_id AND shown < news ON CONFLICT (game_id) DO NOTHING"
)

# Which of them did end early is for the reader to say, who looks at the log.
MAY_BE_EARLY: Final = (
    "INSERT INTO early_ends (game_id, guild_id, ended_at)"
    " SELECT game_id, guild_id, ended_at FROM games WHERE game_id = :game_id"
    " AND begun_at IS NOT NULL AND leaving_counts AND begun_in IS NULL"
    " AND (state = 'cancelled' OR EXISTS (SELECT 1 FROM seats"
    " WHERE seats.game_id = games.game_id AND left_turn IS NOT NULL))"
)

TAKE_OUT: Final = (
    RECOUNT,
    "DELETE FROM archive WHERE guild_id = (SELECT guild_id FROM games WHERE game_id = :game_id)"
    " AND user_id IN (SELECT user_id FROM seats WHERE game_id = :game_id"
    f" UNION SELECT {EVERYBODY}) AND game_id = :game_id",
    "DELETE FROM uncounted WHERE game_id = :game_id",
    "DELETE FROM untold WHERE game_id = :game_id",
    "UPDATE endings SET games = games - 1 WHERE state = 'finished'"
    " AND guild_id = (SELECT guild_id FROM games WHERE game_id = :game_id)",
)

# Two statements, since SQLite takes but the first column of a pair to find where it goes on.
NEXT_SHELF: Final = tuple(
    "SELECT channel_id, setup FROM archive WHERE user_id = :user_id AND guild_id = :guild_id"
    f" AND {beyond} ORDER BY channel_id, setup LIMIT 1"
    for beyond in ("channel_id = :channel_id AND setup > :setup", "channel_id > :channel_id")
)

OF_SHELF: Final = (
    "SELECT ended_at, game_id FROM archive WHERE user_id = :user_id AND guild_id = :guild_id"
    " AND channel_id = :channel_id AND setup = :setup"
    " AND (ended_at, game_id) > (:from_at, :from_id) AND (ended_at, game_id) < (:to_at, :to_id)"
)


class Shelf(NamedTuple):
    """Games of the archive that lie together, in the order of their ends."""

    user_id: int
    channel_id: int
    setup: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A selection of a server's finished games.

    Attributes:
        guild_id: the server.
        of: people in whose games to look, ``EVERYBODY`` for the games that channels show; each with
            the channels to look in, or None for all.
        setup: only games with this set-up; None for all.
        since, until: only games that ended from the one time on, and before the other.
    """

    guild_id: int
    of: Sequence[tuple[int, Collection[int] | None]]
    setup: str | None = None
    since: int = 0
    until: int = 1 << 62  # a time after the end of every game


def note_end(connection: Connection, game_id: int, *, finished: bool) -> None:
    """Note that a game has ended: it is to be told, and to be counted if it came to something."""
    given = {"game_id": game_id}
    if finished:
        put_in(connection, game_id)
    more = (RECOUNT, TO_COUNT + ONCE) if finished else (LEFT_TO_COUNT + ONCE,)
    for statement in (ONE_MORE, TO_TELL, MAY_BE_EARLY + ONCE, *more):
        connection.execute(statement, given)


def put_in(connection: Connection, game_id: int) -> None:
    """Put a game into the archive that came to something."""
    for statement in PUT:
        connection.execute(statement, {"game_id": game_id})


def take_out(connection: Connection, game_id: int) -> None:
    """Take a game that was finished out of the archive, because it cannot be read."""
    for statement in TAKE_OUT:
        connection.execute(statement, {"game_id": game_id})


def channels(connection: Connection, guild_id: int, user_id: int = EVERYBODY) -> frozenset[int]:
    """Return the channels in which there are finished games, of everybody or of one person."""
    return frozenset(shelf.channel_id for shelf in _shelves(connection, guild_id, user_id))


def page(
    connection: Connection, listing: Listing, beyond: int, *, limit: int, newer: bool = False
) -> tuple[GameSummary, ...]:
    """Return some games of a listing, the one that ended last first.

    Args:
        beyond: the number of a game: the page begins with the game that ended before it. 0, or a
            game that is not finished, for the games that ended last.
        newer: True for those that ended just after that game, and not those before.
    """
    query = "SELECT ended_at FROM games WHERE game_id = :game_id AND state <> 'aside'"
    edge = [(at, beyond) for at in numbers(connection, query, {"game_id": beyond})]
    # A place before every game, and one behind it: numbers of games begin with 1.
    low, high = (listing.since, 0), (listing.until, 0)
    if edge:
        low, high = (max(low, edge[0]), high) if newer else (low, min(high, edge[0]))
    order = "ASC" if newer else "DESC"
    statement = f"{OF_SHELF} ORDER BY ended_at {order}, game_id {order} LIMIT :limit"
    found: set[tuple[int, int]] = set()
    for shelf in _chosen(connection, listing):
        given = {
            **shelf._asdict(),
            "guild_id": listing.guild_id,
            "from_at": low[0],
            "from_id": low[1],
            "to_at": high[0],
            "to_id": high[1],
            "limit": limit,
        }
        found.update((at, number) for at, number in connection.execute(statement, given))
    nearest = sorted(found, reverse=not newer)[:limit]
    rows = summaries(connection, [number for _, number in nearest])
    return tuple(rows[number] for _, number in sorted(nearest, reverse=True))


def months(connection: Connection, listing: Listing, *, limit: int) -> tuple[int, ...]:
    """Return the end of the last game of each month in UTC, the newest month first."""
    shelves, found, until = list(_chosen(connection, listing)), list[int](), listing.until
    latest = f"SELECT max(ended_at) FROM ({OF_SHELF} ORDER BY ended_at DESC, game_id DESC LIMIT 1)"
    while len(found) < limit:
        ends = [
            row[0]
            for shelf in shelves
            for row in connection.execute(
                f"{latest} AS last",
                {
                    **shelf._asdict(),
                    "guild_id": listing.guild_id,
                    "from_at": listing.since,
                    "from_id": 0,
                    "to_at": until,
                    "to_id": 0,
                },
            )
            if row[0] is not None
        ]
        if not ends:
            break
        found.append(max(ends))
        until = _month_begins(found[-1])
    return tuple(found)


def _month_begins(at: int) -> int:
    day = datetime.fromtimestamp(at / 1000, UTC)
    return round(datetime(day.year, day.month, 1, tzinfo=UTC).timestamp() * 1000)


def _chosen(connection: Connection, listing: Listing) -> Iterable[Shelf]:
    for user_id, wanted in listing.of:
        for shelf in _shelves(connection, listing.guild_id, user_id):
            is_chosen = wanted is None or shelf.channel_id in wanted
            if is_chosen and listing.setup in (None, shelf.setup):
                yield shelf


def _shelves(connection: Connection, guild_id: int, user_id: int) -> Iterator[Shelf]:
    given: dict[str, int | str] = {"user_id": user_id, "guild_id": guild_id}
    row: tuple[int, str] | None = (-1, "")
    while row is not None:
        channel_id, setup = row
        beyond = {**given, "channel_id": channel_id, "setup": setup}
        found = (connection.execute(statement, beyond).fetchone() for statement in NEXT_SHELF)
        row = next((one for one in found if one is not None), None)
        if row is not None:
            yield Shelf(user_id, *row)


PUT_RESULT: Final = insertion("results", StoredResult, "game_id", key=("game_id", "seat"))


def put_results(connection: Connection, game_id: int, results: Sequence[StoredResult]) -> None:
    """Store the result of each seat of a finished game."""
    connection.executemany(PUT_RESULT, [values(result, game_id=game_id) for result in results])
