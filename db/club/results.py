"""All SQL about the results of finished games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from db.club.rows import FinishedGame, StoredResult
from db.columns import columns, insertion, listed, numbers, read, select, values
from db.connection import Connection
from db.games.rows import StoredSeat
from db.share import Share

PUT_RESULT: Final = insertion("results", StoredResult, "game_id", key=("game_id", "seat"))

SEATS: Final = (
    f"SELECT game_id, {', '.join(f'seats.{name}' for name in columns(StoredSeat))},"
    f" {', '.join(f'results.{name}' for name in columns(StoredResult))}"
    " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat)"
    " WHERE state = 'finished' AND guild_id = :guild_id ORDER BY game_id, seats.seat"
)


def put_results(connection: Connection, game_id: int, results: Sequence[StoredResult]) -> None:
    """Store the result of each seat of a finished game."""
    connection.executemany(PUT_RESULT, [values(result, game_id=game_id) for result in results])


def without_results(
    connection: Connection, share: Share, guild_id: int | None, *, limit: int
) -> tuple[int, ...]:
    """Return the numbers of finished games without stored results, the oldest first.

    Args:
        guild_id: only those of this server.
        limit: the most numbers to return.
    """
    of_guild = share.condition("guild_id") if guild_id is None else "guild_id = :guild_id"
    return numbers(
        connection,
        f"SELECT game_id FROM games WHERE state = 'finished' AND {of_guild} AND NOT EXISTS"
        " (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
        " ORDER BY game_id LIMIT :limit",
        {"guild_id": guild_id, "limit": limit},
    )


def finished(connection: Connection, guild_id: int) -> tuple[FinishedGame, ...]:
    """Return the finished games of a server with their results, in the order of their ends.

    Games that began in the middle of another game are left out.
    """
    given, width = {"guild_id": guild_id}, len(columns(StoredSeat)) + 1
    # Two queries for a whole server: a ranking needs thousands of games at once.
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
    """Return a cache key: a few numbers that change whenever ``finished`` would change.

    A finished game changes only when its people are forgotten.
    """
    # The sum sees a game that takes the place of another, the count of ids a person forgotten.
    [row] = connection.execute(
        "SELECT count(*), coalesce(sum(game_id), 0), count(user_id)"
        " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat)"
        " WHERE state = 'finished' AND guild_id = :guild_id",
        {"guild_id": guild_id},
    ).fetchall()
    return tuple(int(number) for number in row)


def results_of(
    connection: Connection, games: Collection[int]
) -> dict[int, tuple[StoredResult, ...]]:
    """Return the stored results of some games, seat by seat; games without any are left out."""
    that = "FROM results WHERE game_id = :game_id ORDER BY seat"
    found = {game: select(connection, StoredResult, that, {"game_id": game}) for game in games}
    return {game: seats for game, seats in found.items() if seats}
