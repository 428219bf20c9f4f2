"""All SQL that finds and reads games: each question is one function of a connection."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

from db.columns import listed, numbers, one_of, read, select
from db.connection import Connection
from db.games.rows import (
    GameSummary,
    State,
    StoredEntry,
    StoredGame,
    StoredMessage,
    StoredPause,
    StoredSeat,
)
from db.share import Share

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


def load(connection: Connection, game_id: int) -> StoredGame | None:
    """Return a game with its people and its log; ``None`` if no game has the number."""
    given = {"game_id": game_id}

    def parts(kind: type[R], table: str, *, order: str) -> tuple[R, ...]:
        that = f"FROM {table} WHERE game_id = :game_id ORDER BY {order}"
        return select(connection, kind, that, given)

    row = connection.execute(
        f"SELECT {listed(StoredGame)} FROM games WHERE game_id = :game_id", given
    ).fetchone()
    if row is None:
        return None
    kept = connection.execute(
        "SELECT text FROM editions WHERE fingerprint ="
        " (SELECT fingerprint FROM games WHERE game_id = :game_id)",
        given,
    ).fetchone()
    votes = connection.execute("SELECT about, user_id FROM votes WHERE game_id = :game_id", given)
    return read(
        StoredGame,
        row,
        edition_text=kept[0] if kept else None,
        seats=parts(StoredSeat, "seats", order="seat"),
        invited=_invited(connection, "game_id = :game_id", given).get(game_id, ()),
        log=parts(StoredEntry, "log", order="seq"),
        messages=parts(StoredMessage, "messages", order="kind"),
        votes=frozenset((about, user) for about, user in votes),
        pauses=parts(StoredPause, "pauses", order="began_at, seat"),
    )


def games_played(connection: Connection, guild_id: int, user: int) -> tuple[int, ...]:
    """Return the numbers of the running games of a server in which a person has a seat."""
    return numbers(
        connection,
        "SELECT game_id FROM seats JOIN games USING (game_id)"
        " WHERE user_id = :user AND guild_id = :guild_id AND state = 'running' ORDER BY game_id",
        {"guild_id": guild_id, "user": user},
    )


def games_in(
    connection: Connection,
    guild_id: int,
    *,
    states: Collection[State],
    channel_or_thread: int | None = None,
    user: int | None = None,
    limit: int | None = None,
) -> tuple[GameSummary, ...]:
    """Return the games of a server that are in some states, without logs, the newest first.

    Args:
        channel_or_thread: only those of this channel or thread.
        user: only those that this person hosts, plays in or is invited to.
        limit: the most games to return.
    """
    in_state, given = one_of("state", states)
    conditions = ["guild_id = :guild_id", in_state]
    if channel_or_thread is not None:
        conditions.append(":place IN (channel_id, thread_id)")
    if user is not None:
        conditions.append(
            "(host_id = :user OR EXISTS (SELECT 1 FROM seats"
            " WHERE seats.game_id = games.game_id AND user_id = :user) OR EXISTS (SELECT 1 FROM"
            " invited WHERE invited.game_id = games.game_id AND user_id = :user))"
        )
    most = "" if limit is None else " LIMIT :limit"
    chosen = f"FROM games WHERE {' AND '.join(conditions)} ORDER BY game_id DESC{most}"
    everything: dict[str, Any] = {
        **given,
        "guild_id": guild_id,
        "place": channel_or_thread,
        "user": user,
        "limit": limit,
    }
    # Three queries for any number of games, not two for each of them.
    seats: dict[int, list[StoredSeat]] = {}
    for *seat, game_id in connection.execute(
        f"SELECT {listed(StoredSeat)}, game_id FROM seats"
        f" WHERE game_id IN (SELECT game_id {chosen}) ORDER BY game_id, seat",
        everything,
    ):
        seats.setdefault(game_id, []).append(read(StoredSeat, seat))
    invited = _invited(connection, f"game_id IN (SELECT game_id {chosen})", everything)
    return tuple(
        read(
            GameSummary,
            row,
            seats=tuple(seats.get(game_id, ())),
            invited=invited.get(game_id, ()),
        )
        for *row, game_id in connection.execute(
            f"SELECT {listed(GameSummary)}, game_id {chosen}", everything
        )
    )


def _invited(
    connection: Connection, which: str, given: dict[str, Any]
) -> dict[int, tuple[int, ...]]:
    """Return the people for whom seats are kept in some games, by game."""
    found: dict[int, tuple[int, ...]] = {}
    for game_id, user in connection.execute(
        f"SELECT game_id, user_id FROM invited WHERE {which} ORDER BY game_id, user_id", given
    ):
        found[game_id] = (*found.get(game_id, ()), user)
    return found


def rematch_of(connection: Connection, game_id: int) -> int | None:
    """Return the number of a game's rematch; ``None`` without one that was not given up."""
    found = numbers(
        connection,
        "SELECT game_id FROM games WHERE rematch_of = :game_id"
        " AND state NOT IN ('cancelled', 'closed')",
        {"game_id": game_id},
    )
    return next(iter(found), None)


def with_computers(connection: Connection, share: Share) -> tuple[int, ...]:
    """Return the numbers of the running games in which a computer plays a seat."""
    return numbers(
        connection,
        "SELECT game_id FROM games WHERE state = 'running'"
        f" AND {share.condition('guild_id')} AND EXISTS (SELECT 1 FROM seats"
        " WHERE seats.game_id = games.game_id AND level IS NOT NULL) ORDER BY game_id",
        {},
    )
