"""All SQL about what clubs look at: what games came to, who is ranked, and weekly digests."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from db.columns import columns, insertion, listed, read, values
from db.connection import Connection
from db.rows import FinishedGame, StoredDigest, StoredResult, StoredSeat
from db.share import ALONE, Share

PUT_RESULT: Final = insertion("results", StoredResult, "game_id", key=("game_id", "seat"))

PUT_DIGEST: Final = insertion("digests", StoredDigest, key=("guild_id",))

SEATS: Final = (
    f"SELECT game_id, {', '.join(f'seats.{name}' for name in columns(StoredSeat))},"
    f" {', '.join(f'results.{name}' for name in columns(StoredResult))}"
    " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat)"
    " WHERE state = 'finished' AND guild_id = :guild_id ORDER BY game_id, seats.seat"
)


def put_results(connection: Connection, game_id: int, results: Sequence[StoredResult]) -> None:
    """Notes what a finished game came to, in place of what was noted before."""
    connection.executemany(PUT_RESULT, [values(result, game_id=game_id) for result in results])


def without_results(
    connection: Connection, guild_id: int | None, limit: int, share: Share = ALONE
) -> tuple[int, ...]:
    """The numbers of finished games of a server, or of all, of which nothing was noted."""
    of_guild = share.condition("guild_id") if guild_id is None else "guild_id = :guild_id"
    rows = connection.execute(
        f"SELECT game_id FROM games WHERE state = 'finished' AND {of_guild} AND NOT EXISTS"
        " (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
        " ORDER BY game_id LIMIT :limit",
        {"guild_id": guild_id, "limit": limit},
    )
    return tuple(game_id for [game_id] in rows)


def finished(connection: Connection, guild_id: int) -> tuple[FinishedGame, ...]:
    """The finished games of a server of which is noted what they came to, in their order.

    Those that began in the middle of another game are left out.
    """
    given, width = {"guild_id": guild_id}, len(columns(StoredSeat)) + 1
    seats: dict[int, list[tuple[StoredSeat, StoredResult]]] = {}
    for row in connection.execute(SEATS, given):
        pair = read(StoredSeat, row[1:width]), read(StoredResult, row[width:])
        seats.setdefault(row[0], []).append(pair)
    games = connection.execute(
        f"SELECT {listed(FinishedGame)} FROM games WHERE state = 'finished'"
        " AND guild_id = :guild_id AND begun_in IS NULL ORDER BY ended_at, game_id",
        given,
    )
    return tuple(
        read(FinishedGame, row, seats=tuple(seats[row[0]])) for row in games if row[0] in seats
    )


def finished_state(connection: Connection, guild_id: int) -> tuple[int, ...]:
    """Numbers of which one is another whenever ``finished`` finds something else.

    A finished game does not change but by forgetting its people.
    """
    [row] = connection.execute(
        "SELECT count(*), coalesce(sum(game_id), 0), count(user_id)"
        " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat)"
        " WHERE state = 'finished' AND guild_id = :guild_id",
        {"guild_id": guild_id},
    ).fetchall()
    return tuple(int(number) for number in row)


def results(
    connection: Connection, numbers: Collection[int]
) -> dict[int, tuple[StoredResult, ...]]:
    """What some games came to, of those of which it is noted."""
    found = {}
    for number in numbers:
        rows = connection.execute(
            f"SELECT {listed(StoredResult)} FROM results WHERE game_id = :game_id ORDER BY seat",
            {"game_id": number},
        )
        if seats := tuple(read(StoredResult, row) for row in rows):
            found[number] = seats
    return found


def set_ranked(connection: Connection, guild_id: int, user_id: int, ranked: bool) -> None:
    """Notes whether a person is in the ranking of a server."""
    given = {"guild_id": guild_id, "user_id": user_id}
    connection.execute(
        "INSERT INTO ranked (guild_id, user_id) VALUES (:guild_id, :user_id)"
        " ON CONFLICT (guild_id, user_id) DO NOTHING"
        if ranked
        else "DELETE FROM ranked WHERE guild_id = :guild_id AND user_id = :user_id",
        given,
    )


def ranked_in(connection: Connection, guild_id: int) -> frozenset[int]:
    """Who is in the ranking of a server."""
    rows = connection.execute(
        "SELECT user_id FROM ranked WHERE guild_id = :guild_id", {"guild_id": guild_id}
    )
    return frozenset(user for [user] in rows)


def ranked_by(connection: Connection, user_id: int) -> tuple[int, ...]:
    """The servers in whose ranking a person is."""
    rows = connection.execute(
        "SELECT guild_id FROM ranked WHERE user_id = :user_id ORDER BY guild_id",
        {"user_id": user_id},
    )
    return tuple(guild for [guild] in rows)


def set_digest(connection: Connection, digest: StoredDigest) -> None:
    """Notes where a server wants to read what went on, and until when it was told."""
    connection.execute(PUT_DIGEST, values(digest))


def note_digest(connection: Connection, told: StoredDigest) -> None:
    """Notes until when it was told, unless it is wanted in another channel by now, or nowhere."""
    connection.execute(
        "UPDATE digests SET told_at = :told_at, message_id = :message_id"
        " WHERE guild_id = :guild_id AND channel_id = :channel_id",
        values(told),
    )


def drop_digest(connection: Connection, guild_id: int) -> None:
    """Notes that a server does not want to read it any more."""
    connection.execute("DELETE FROM digests WHERE guild_id = :guild_id", {"guild_id": guild_id})


def digest(connection: Connection, guild_id: int) -> StoredDigest | None:
    """Where a server wants to read what went on, if it does."""
    row = connection.execute(
        f"SELECT {listed(StoredDigest)} FROM digests WHERE guild_id = :guild_id",
        {"guild_id": guild_id},
    ).fetchone()
    return None if row is None else read(StoredDigest, row)
