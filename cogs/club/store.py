"""The tables of the club: their rows, all SQL, and what is done with people and servers in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from db import sql
from db.features import FeatureTables, OfPeople, OfServers
from db.games.archive import put_in, put_results
from db.games.rows import GameSummary, StoredResult, StoredSeat
from db.settings import set_setting, setting
from i18n.translation import N_

RecordKind: TypeAlias = Literal["highest", "closest", "longest"]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, with its results."""

    game_id: int
    ended_at: int
    leaving_counts: bool
    seats: tuple[tuple[StoredSeat, StoredResult], ...] = field(metadata=sql.ELSEWHERE)

    @classmethod
    def of(cls, row: GameSummary, results: Iterable[StoredResult]) -> FinishedGame:
        """Return a game that is over with the results of its seats."""
        seats = tuple(zip(row.seats, results, strict=True))
        return cls(row.game_id, row.ended_at or 0, row.leaving_counts, seats)


@dataclass(frozen=True, slots=True)
class StoredStanding:
    """A row with the sums of a person's counted games on a server."""

    guild_id: int
    user_id: int
    name: str
    figures: str  # the figures that people read, as JSON that the store does not read
    memory: str  # from what the figures of the next game are made, as JSON
    games: int = 0  # the number of counted games against people
    # the number of those that were counted when the ranking began to list all people
    unlisted: int = 0


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A row with a record of a server's games among people."""

    guild_id: int
    kind: RecordKind
    value: int  # what the game reached
    earlier: int | None  # the record before it; ``None`` for the first game
    game_id: int
    at: int


def set_ranked(connection: sql.Connection, guild_id: int, user_id: int, shown: bool) -> None:
    """Store whether a person wants to be in a server's ranking."""
    connection.execute(
        "INSERT INTO ranked (guild_id, user_id, shown) VALUES (:guild_id, :user_id, :shown)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET shown = excluded.shown",
        {"guild_id": guild_id, "user_id": user_id, "shown": shown},
    )


def choices_in(connection: sql.Connection, guild_id: int) -> dict[int, bool]:
    """Return the people of a server who chose, and whether they want to be in the ranking."""
    query = "SELECT user_id, shown FROM ranked WHERE guild_id = :guild_id"
    return {user: bool(shown) for user, shown in connection.execute(query, {"guild_id": guild_id})}


PUT_RECORD: Final = sql.insertion("records", StoredRecord, key=("guild_id", "kind"))


def put_records(connection: sql.Connection, reached: Iterable[StoredRecord]) -> None:
    """Store what a game reached where it breaks its server's record; an equal value does not."""
    for one in reached:
        that = "FROM records WHERE guild_id = :guild_id AND kind = :kind"
        known = sql.select_one(connection, StoredRecord, that, sql.values(one))
        if known is not None:
            less = one.value < known.value
            if one.value == known.value or less != (one.kind == "closest"):
                continue
            one = replace(one, earlier=known.value)
        connection.execute(PUT_RECORD, sql.values(one))


def records_of(connection: sql.Connection, guild_id: int) -> tuple[StoredRecord, ...]:
    """Return the records of a server, none before its first game among people."""
    that = "FROM records WHERE guild_id = :guild_id ORDER BY kind"
    return sql.select(connection, StoredRecord, that, {"guild_id": guild_id})


OWNER: Final = {
    "user_id": "CASE WHEN seats.left_name IS NULL THEN seats.user_id ELSE seats.left_id END",
    "name": "coalesce(seats.left_name, seats.name)",
}
"""Whose the result of a seat is: who left it has lost, and who played on is not rated."""

SEATS: Final = (
    "SELECT games.game_id,"
    f" {', '.join(OWNER.get(x, f'seats.{x}') for x in sql.columns(StoredSeat))},"
    f" {', '.join(f'results.{name}' for name in sql.columns(StoredResult))}"
    " FROM games JOIN seats USING (game_id) JOIN results USING (game_id, seat) WHERE"
)


def finished(
    connection: sql.Connection, guild_id: int, after: tuple[int, int], *, limit: int
) -> tuple[FinishedGame, ...]:
    """Return games of a server that are over and came to something, in the order of their ends.

    Games that began in the middle of another game, and games without results, are left out.

    Args:
        after: the end and the number of a game, behind which to begin.
    """
    games = connection.execute(
        f"SELECT {sql.listed(FinishedGame)} FROM games"
        " WHERE state IN ('finished', 'cancelled', 'closed') AND guild_id = :guild_id"
        " AND begun_in IS NULL AND (ended_at, game_id) > (:at, :number)"
        " AND EXISTS (SELECT 1 FROM results WHERE results.game_id = games.game_id)"
        " ORDER BY ended_at, game_id LIMIT :limit",
        {"guild_id": guild_id, "at": after[0], "number": after[1], "limit": limit},
    ).fetchall()
    width = len(sql.columns(StoredSeat)) + 1
    seats: dict[int, list[tuple[StoredSeat, StoredResult]]] = {}
    for chosen, given in sql.among("games.game_id", [row[0] for row in games]):
        for row in connection.execute(f"{SEATS} {chosen} ORDER BY seats.seat", given):
            pair = sql.read(StoredSeat, row[1:width]), sql.read(StoredResult, row[width:])
            seats.setdefault(row[0], []).append(pair)
    return tuple(sql.read(FinishedGame, row, seats=tuple(seats[row[0]])) for row in games)


def stored_results(
    connection: sql.Connection, games: Collection[int]
) -> dict[int, tuple[StoredResult, ...]]:
    """Return the stored results of some games, seat by seat; games without any are left out."""
    that = "FROM results WHERE game_id = :game_id ORDER BY seat"
    found = {game: sql.select(connection, StoredResult, that, {"game_id": game}) for game in games}
    return {game: seats for game, seats in found.items() if seats}


COLUMNS: Final = sql.columns(StoredStanding)

# Only of people with a seat: someone forgotten meanwhile is not brought back.
PUT: Final = (
    f"INSERT INTO standings ({', '.join(COLUMNS)})"
    " SELECT CAST(:guild_id AS bigint), CAST(:user_id AS bigint), :name, :figures, :memory,"
    " CAST(:games AS bigint), CAST(:unlisted AS bigint)"
    " WHERE EXISTS (SELECT 1 FROM seats WHERE user_id = :user_id)"
    " ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name,"
    " figures = excluded.figures, memory = excluded.memory, games = excluded.games"
)

THEIR_CHOICE: Final = (
    "FROM standings LEFT JOIN ranked ON ranked.guild_id = standings.guild_id"
    " AND ranked.user_id = standings.user_id WHERE standings.guild_id = :guild_id"
)
SHOWN: Final = "coalesce(ranked.shown, :everybody AND games > unlisted)"
"""Whether a person is in the ranking: by their choice, else by the server's rule."""

RULES: Final = ("standings", "rules")
"""The setting that names the rules by which the standings were made."""


def uncounted(
    connection: sql.Connection, shards: sql.Shards, guild_id: int | None, *, limit: int
) -> tuple[int, ...]:
    """Return the numbers of finished games that are not counted, in the order of their ends.

    Games of a server whose standings are made anew are left out.
    """
    of_guild = shards.condition("guild_id") if guild_id is None else "guild_id = :guild_id"
    return sql.numbers(
        connection,
        f"SELECT game_id FROM uncounted WHERE {of_guild} AND NOT EXISTS"
        " (SELECT 1 FROM recounts WHERE recounts.guild_id = uncounted.guild_id)"
        " ORDER BY ended_at, game_id LIMIT :limit",
        {"guild_id": guild_id, "limit": limit},
    )


def count_game(
    connection: sql.Connection,
    game_id: int,
    results: Sequence[StoredResult],
    standings: Sequence[StoredStanding],
    records: Sequence[StoredRecord] = (),
) -> bool:
    """Store what a finished game came to; False if it is counted already, or was set aside."""
    query = "DELETE FROM uncounted WHERE game_id = :game_id RETURNING game_id"
    if connection.execute(query, {"game_id": game_id}).fetchone() is None:
        return False
    put_results(connection, game_id, results)
    if results:
        put_in(connection, game_id)
    put_standings(connection, standings)
    put_records(connection, records)
    return True


def put_standings(connection: sql.Connection, standings: Sequence[StoredStanding]) -> None:
    """Store the standings of some people."""
    connection.executemany(PUT, [sql.values(standing) for standing in standings])


def standings_of(
    connection: sql.Connection, guild_id: int, people: Collection[int]
) -> tuple[StoredStanding, ...]:
    """Return the standings of some people on a server; people without one are left out."""
    return tuple(
        sql.read(StoredStanding, row)
        for chosen, given in sql.among("user_id", people)
        for row in connection.execute(
            f"SELECT {sql.listed(StoredStanding)} FROM standings"
            f" WHERE guild_id = :guild_id AND {chosen}",
            {**given, "guild_id": guild_id},
        )
    )


def ranked_standings(
    connection: sql.Connection, guild_id: int, everybody: bool
) -> tuple[StoredStanding, ...]:
    """Return the standings of the people in the ranking of a server.

    Args:
        everybody: whether people who chose nothing are in it.
    """
    names = ", ".join(f"standings.{name}" for name in COLUMNS)
    rows = connection.execute(
        f"SELECT {names} {THEIR_CHOICE} AND {SHOWN}", {"guild_id": guild_id, "everybody": everybody}
    )
    return tuple(sql.read(StoredStanding, row) for row in rows)


def hidden_players(connection: sql.Connection, guild_id: int, everybody: bool) -> int:
    """Return the number of people with games against people who are not in the ranking."""
    given = {"guild_id": guild_id, "everybody": everybody}
    query = f"SELECT count(*) {THEIR_CHOICE} AND games > 0 AND NOT ({SHOWN})"
    [found] = sql.numbers(connection, query, given)
    return found


def unlist(connection: sql.Connection, guild_id: int) -> None:
    """Leave out of a server's ranking whom it lists by its rule, until their next game counts."""
    connection.execute(
        "UPDATE standings SET unlisted = games WHERE guild_id = :guild_id", {"guild_id": guild_id}
    )


def to_recount(connection: sql.Connection, shards: sql.Shards) -> tuple[int, ...]:
    """Return the servers whose standings are to be made anew."""
    query = f"SELECT guild_id FROM recounts WHERE {shards.condition('guild_id')} ORDER BY guild_id"
    return sql.numbers(connection, query, {})


def put_recounted(
    connection: sql.Connection, guild_id: int, standings: Sequence[StoredStanding]
) -> None:
    """Replace all standings of a server by those that were made anew."""
    given = {"guild_id": guild_id}
    query = "SELECT user_id, unlisted FROM standings WHERE guild_id = :guild_id"
    unlisted = dict(connection.execute(query, given))
    connection.execute("DELETE FROM standings WHERE guild_id = :guild_id", given)
    put_standings(
        connection, [replace(one, unlisted=unlisted.get(one.user_id, 0)) for one in standings]
    )
    connection.execute("DELETE FROM recounts WHERE guild_id = :guild_id", given)


def ask_for_recount(connection: sql.Connection) -> int:
    """Have the standings of all servers made anew, and return the number of the servers."""
    connection.execute(
        "INSERT INTO recounts (guild_id) SELECT DISTINCT guild_id FROM endings"
        " WHERE state = 'finished' ON CONFLICT (guild_id) DO NOTHING"
    )
    return len(sql.numbers(connection, "SELECT guild_id FROM recounts", {}))


def set_rules(connection: sql.Connection, rules: str) -> None:
    """Have all standings made anew if they were made by other rules than these."""
    known = setting(connection, *RULES)
    if known != rules:
        if known is not None:
            ask_for_recount(connection)
        set_setting(connection, *RULES, rules)


TABLES: Final = FeatureTables(
    "club",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("ranked", "user_id"), ("standings", "user_id")),
        forget=(
            "DELETE FROM ranked WHERE user_id = :person",
            "DELETE FROM standings WHERE user_id = :person",
        ),
        export={
            "ranking": "SELECT guild_id, shown FROM ranked WHERE user_id = :person"
            " ORDER BY guild_id",
            "standings": "SELECT guild_id, name, figures, memory, games, unlisted FROM standings"
            " WHERE user_id = :person ORDER BY guild_id",
        },
        privacy=(N_("- Whether you want to be in a server's ranking."),),
    ),
    server=OfServers(
        known=("SELECT guild_id FROM ranked",),
        erase=(
            "DELETE FROM standings WHERE guild_id = :guild",
            "DELETE FROM ranked WHERE guild_id = :guild",
            "DELETE FROM records WHERE guild_id = :guild",
        ),
    ),
)
