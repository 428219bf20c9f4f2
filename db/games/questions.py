"""All SQL that finds and reads games: each question is one function of a connection."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final, TypeVar

from db.games import rows
from db.sql import Connection, Shards, among, listed, numbers, read, select

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")

GOING_ON: Final = "state IN ('lobby', 'running', 'aside')"
"""The games that are not over, of which a server has few at a time."""

THREAD: Final = "thread_id = :place"
THEIRS: Final = (
    "(host_id = :user OR EXISTS (SELECT 1 FROM seats"
    " WHERE seats.game_id = games.game_id AND user_id = :user) OR EXISTS (SELECT 1 FROM"
    " invited WHERE invited.game_id = games.game_id AND user_id = :user))"
)
"""The games that a person hosts, plays in or is invited to."""

EARLY: Final = (
    "SELECT games.game_id FROM early_ends CROSS JOIN games"
    " WHERE early_ends.guild_id = :guild_id AND early_ends.ended_at >= :since"
    " AND games.game_id = early_ends.game_id AND (EXISTS"
    " (SELECT 1 FROM seats WHERE seats.game_id = games.game_id AND left_turn >"
    " (SELECT count(*) FROM seats AS all_seats WHERE all_seats.game_id = games.game_id))"
    " OR state = 'cancelled' AND"
    " (SELECT count(*) FROM log WHERE log.game_id = games.game_id AND entry = :end)"
    " >= (SELECT count(*) FROM seats WHERE seats.game_id = games.game_id))"
    " ORDER BY early_ends.ended_at, games.game_id"
)
"""The games that people ended or left once they counted."""


def ended_early(
    connection: Connection, guild_id: int, since: int, end: str
) -> tuple[rows.GameSummary, ...]:
    """Return games of a server that counted, and that its people left or agreed to cancel.

    Args:
        end: the entry of a log that ends a turn.
    """
    given = {"guild_id": guild_id, "since": since, "end": end}
    found = numbers(connection, EARLY, given)
    games = summaries(connection, found)
    return tuple(games[number] for number in found)


def load(connection: Connection, game_id: int) -> rows.StoredGame | None:
    """Return a game with its people and its log; ``None`` if no game has the number."""
    given = {"game_id": game_id}

    def parts(kind: type[R], table: str, *, order: str) -> tuple[R, ...]:
        that = f"FROM {table} WHERE game_id = :game_id ORDER BY {order}"
        return select(connection, kind, that, given)

    row = connection.execute(
        f"SELECT {listed(rows.StoredGame)} FROM games WHERE game_id = :game_id", given
    ).fetchone()
    if row is None:
        return None
    kept = connection.execute(
        "SELECT text FROM editions WHERE fingerprint ="
        " (SELECT fingerprint FROM games WHERE game_id = :game_id)",
        given,
    ).fetchone()
    invited = "SELECT user_id FROM invited WHERE game_id = :game_id ORDER BY user_id"
    votes = connection.execute("SELECT about, user_id FROM votes WHERE game_id = :game_id", given)
    return read(
        rows.StoredGame,
        row,
        edition_text=kept[0] if kept else None,
        seats=parts(rows.StoredSeat, "seats", order="seat"),
        invited=numbers(connection, invited, given),
        log=parts(rows.StoredEntry, "log", order="seq"),
        messages=parts(rows.StoredMessage, "messages", order="kind"),
        votes=frozenset((about, user) for about, user in votes),
        pauses=parts(rows.StoredPause, "pauses", order="began_at, seat"),
    )


def games_played(connection: Connection, guild_id: int, user: int) -> tuple[int, ...]:
    """Return the numbers of the running games of a server in which a person has a seat."""
    return numbers(
        connection,
        # From the games that run, of which there are few, and not from all that a person played.
        "SELECT games.game_id FROM games CROSS JOIN seats WHERE seats.game_id = games.game_id"
        " AND user_id = :user AND guild_id = :guild_id AND state = 'running'"
        " ORDER BY games.game_id",
        {"guild_id": guild_id, "user": user},
    )


def games_in(
    connection: Connection,
    guild_id: int,
    *,
    states: Collection[rows.State],
    channel_or_thread: int | None = None,
    user: int | None = None,
    limit: int | None = None,
) -> tuple[rows.GameSummary, ...]:
    """Return the games of a server that are in some states, without logs, the newest first.

    Games that are over are many: ask for those of a place, with a limit, or see the archive.

    Args:
        limit: the most games to return of each state.
    """
    given = {"guild_id": guild_id, "place": channel_or_thread, "user": user, "limit": limit}
    most = "" if limit is None else " LIMIT :limit"
    theirs = "" if user is None else f" AND {THEIRS}"
    places = ("TRUE",) if channel_or_thread is None else ("channel_id = :place", THREAD)
    found: set[int] = set()
    # Each state and each kind of place by itself: then an index gives the newest ones first.
    for state in states:
        for place in places:
            query = (
                f"SELECT game_id FROM games WHERE state = :state AND guild_id = :guild_id"
                f" AND {place}{theirs} ORDER BY game_id DESC{most}"
            )
            found.update(numbers(connection, query, {**given, "state": state}))
    newest = sorted(found, reverse=True)[:limit]
    games = summaries(connection, newest)
    return tuple(games[number] for number in newest)


def ended_since(connection: Connection, guild_id: int, since: int) -> tuple[rows.GameSummary, ...]:
    """Return the games of a server that had begun, and have ended since a time, in any order."""
    query = (
        "SELECT game_id FROM games WHERE guild_id = :guild_id AND ended_at >= :since"
        " AND begun_at IS NOT NULL AND state <> 'aside'"
    )
    found = numbers(connection, query, {"guild_id": guild_id, "since": since})
    return tuple(summaries(connection, found).values())


def summaries(connection: Connection, games: Collection[int]) -> dict[int, rows.GameSummary]:
    """Return some games with their people, by number."""
    seats: dict[int, list[rows.StoredSeat]] = {}
    invited: dict[int, list[int]] = {}
    found: dict[int, rows.GameSummary] = {}
    for chosen, given in among("game_id", games):
        query = f"SELECT {listed(rows.StoredSeat)}, game_id FROM seats WHERE {chosen} ORDER BY seat"
        for *seat, game_id in connection.execute(query, given):
            seats.setdefault(game_id, []).append(read(rows.StoredSeat, seat))
        query = f"SELECT game_id, user_id FROM invited WHERE {chosen} ORDER BY user_id"
        for game_id, user in connection.execute(query, given):
            invited.setdefault(game_id, []).append(user)
        query = f"SELECT {listed(rows.GameSummary)}, game_id FROM games WHERE {chosen}"
        for *row, game_id in connection.execute(query, given):
            of = {"seats": seats.get(game_id, ()), "invited": invited.get(game_id, ())}
            people = {name: tuple(those) for name, those in of.items()}
            found[game_id] = read(rows.GameSummary, row, **people)
    return found


def newest_in_thread(connection: Connection, guild_id: int, thread_id: int) -> int | None:
    """Return the number of the newest game of a thread, in any state; None without one."""
    # By the thread alone, of which no other server has games: SQLite would look through the games
    # of the server.
    query = "SELECT game_id, guild_id FROM games WHERE thread_id = :thread_id"
    found = connection.execute(query, {"thread_id": thread_id})
    return max((number for number, guild in found if guild == guild_id), default=None)


def rematch_of(connection: Connection, game_id: int) -> int | None:
    """Return the number of a game's rematch; ``None`` without one that was not given up."""
    found = numbers(
        connection,
        "SELECT game_id FROM games WHERE rematch_of = :game_id"
        " AND state NOT IN ('cancelled', 'closed')",
        {"game_id": game_id},
    )
    return next(iter(found), None)


def with_computers(connection: Connection, shards: Shards) -> tuple[int, ...]:
    """Return the numbers of the running games in which a computer plays a seat."""
    return numbers(
        connection,
        "SELECT game_id FROM games WHERE state = 'running'"
        f" AND {shards.condition('guild_id')} AND EXISTS (SELECT 1 FROM seats"
        " WHERE seats.game_id = games.game_id AND level IS NOT NULL) ORDER BY game_id",
        {},
    )


def lengths(
    connection: Connection, guild_id: int, clock: str, *, seats: int, limit: int
) -> tuple[int, ...]:
    """Return how long the latest finished games of a server took, in milliseconds.

    Only games among people alone are looked at, of the last 200 that ended.
    """
    return numbers(
        connection,
        "SELECT ended_at - begun_at FROM"
        " (SELECT * FROM games WHERE guild_id = :guild_id AND ended_at IS NOT NULL"
        " ORDER BY ended_at DESC LIMIT 200) AS latest"
        " WHERE state = 'finished' AND clock = :clock AND begun_in IS NULL AND :seats ="
        " (SELECT sum(CASE WHEN level IS NULL THEN 1 ELSE 100 END) FROM seats"
        " WHERE seats.game_id = latest.game_id) ORDER BY ended_at DESC LIMIT :limit",
        {"guild_id": guild_id, "clock": clock, "seats": seats, "limit": limit},
    )


def running_in(connection: Connection, guild_id: int) -> int:
    """Return the number of games that are being played on a server."""
    query = "SELECT count(*) FROM games WHERE state = 'running' AND guild_id = :guild_id"
    [found] = numbers(connection, query, {"guild_id": guild_id})
    return found


def unshown_in(shards: Shards) -> str:
    """Return the SQL query for the numbers of the games with news that were not shown."""
    ours = shards.condition("guild_id")
    return (
        f"SELECT game_id FROM games WHERE {GOING_ON}"
        f" AND shown < news AND {ours} UNION SELECT game_id FROM untold WHERE (SELECT shown < news"
        # Not joined: PostgreSQL would rather go through all games in their order.
        f" AND {ours} FROM games WHERE games.game_id = untold.game_id)"
    )
