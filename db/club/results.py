"""All SQL about the results of finished games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from db.club.rows import FinishedGame, StoredResult
from db.columns import among, columns, insertion, listed, read, select, values
from db.connection import Connection
from db.games.rows import StoredSeat

PUT_RESULT: Final = insertion("results", StoredResult, "game_id", key=("game_id", "seat"))

SEATS: Final = (
    f"SELECT games.game_id, {', '.join(f'seats.{name}' for name in columns(StoredSeat))},"
    f" {', '.join(f'results.{name}' for name in columns(StoredResult))}"
    " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat) WHERE"
)


def put_results(connection: Connection, game_id: int, results: Sequence[StoredResult]) -> None:
    """Store the result of each seat of a finished game."""
    connection.executemany(PUT_RESULT, [values(result, game_id=game_id) for result in results])


def finished(
    connection: Connection, guild_id: int, after: tuple[int, int], *, limit: int
) -> tuple[FinishedGame, ...]:
    """Return games of a server that are over and came to something, in the order of their ends.

    Games that began in the middle of another game, and games without results, are left out.

    Args:
        guild_id: the server.
        after: the end and the number of a game, behind which to begin.
        limit: the most games to return.
    """
    games = connection.execute(
        f"SELECT {listed(FinishedGame)} FROM games"
        " WHERE state IN ('finished', 'cancelled', 'closed') AND guild_id = :guild_id"
        " AND begun_in IS NULL AND (ended_at, game_id) > (:at, :number)"
        " AND EXISTS (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
        " ORDER BY ended_at, game_id LIMIT :limit",
        {"guild_id": guild_id, "at": after[0], "number": after[1], "limit": limit},
    ).fetchall()
    width = len(columns(StoredSeat)) + 1
    seats: dict[int, list[tuple[StoredSeat, StoredResult]]] = {}
    for chosen, given in among("games.game_id", [row[0] for row in games]):
        for row in connection.execute(f"{SEATS} {chosen} ORDER BY seats.seat", given):
            pair = read(StoredSeat, row[1:width]), read(StoredResult, row[width:])
            seats.setdefault(row[0], []).append(pair)
    return tuple(read(FinishedGame, row, seats=tuple(seats[row[0]])) for row in games)


def results_of(
    connection: Connection, games: Collection[int]
) -> dict[int, tuple[StoredResult, ...]]:
    """Return the stored results of some games, seat by seat; games without any are left out."""
    that = "FROM results WHERE game_id = :game_id ORDER BY seat"
    found = {game: select(connection, StoredResult, that, {"game_id": game}) for game in games}
    return {game: seats for game, seats in found.items() if seats}
