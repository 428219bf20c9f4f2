"""All SQL about tables: each change and each question is one function of a connection.

They run inside a transaction of ``db.writer``; ``db.store`` says what each of them means.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from db.errors import ConflictError, StaleLogError, UnknownTableError, WrongStateError
from db.rows import (
    NewTable,
    SeatStatus,
    State,
    StoredEntry,
    StoredMessage,
    StoredSeat,
    StoredTable,
    TableSummary,
)

SUMMARY: Final = (
    "id, guild_id, channel_id, thread_id, host_id, state, reason, edition, setup, mirror,"
    " seat_limit, hints, patience, language, created_at, begun_at, ended_at, news, shown, theme"
)
NAMES: Final = ("table_id", *SUMMARY.split(", ")[1:])
SEAT: Final = "seat, user_id, name, colour, status, level"

LOBBY: Final[tuple[State, ...]] = ("lobby",)

OPEN: Final[frozenset[State]] = frozenset(("lobby", "running", "aside"))
"""The states of a table that may still change."""

BEFORE: Final[dict[State, tuple[State, ...]]] = {
    "lobby": (),
    "running": ("aside",),
    "finished": ("running",),
    "cancelled": ("lobby", "running", "aside"),
    "closed": ("lobby", "running", "aside"),
    "aside": ("running",),
}
"""From which states a table may come into a state by itself."""


def create_table(
    connection: sqlite3.Connection, table: NewTable, seats: Sequence[StoredSeat]
) -> int:
    """Opens a table in its lobby; its number."""
    [table_id] = connection.execute(
        "INSERT INTO tables (guild_id, channel_id, thread_id, host_id, state, edition, setup,"
        " mirror, seat_limit, hints, patience, language, created_at, news, shown)"
        " VALUES (?, ?, ?, ?, 'lobby', ?, ?, ?, ?, ?, ?, ?, ?, 1, 0) RETURNING id",
        (
            *(table.guild_id, table.channel_id, table.thread_id, table.host_id),
            *(table.edition, table.setup, table.mirror, table.seat_limit),
            *(table.hints, table.patience, table.language, table.created_at),
        ),
    ).fetchone()
    _insert_seats(connection, table_id, seats)
    return int(table_id)


def set_lobby(
    connection: sqlite3.Connection,
    table_id: int,
    seats: Sequence[StoredSeat],
    host_id: int | None,
    news: bool,
) -> int:
    """Replaces the people of a lobby; the count of news."""
    count = _update(
        connection,
        table_id,
        LOBBY,
        "host_id = coalesce(?, host_id), news = news + ?",
        (host_id, news),
    )
    _replace_seats(connection, table_id, seats)
    return count


def begin(
    connection: sqlite3.Connection,
    table_id: int,
    seats: Sequence[StoredSeat],
    lot: str,
    deck: str,
    at: int,
    news: bool,
) -> int:
    """Turns a lobby into a running game; the count of news."""
    count = _update(
        connection,
        table_id,
        LOBBY,
        "state = 'running', lot = ?, deck = ?, begun_at = ?, news = news + ?",
        (lot, deck, at, news),
    )
    _replace_seats(connection, table_id, seats)
    return count


def append(
    connection: sqlite3.Connection,
    table_id: int,
    expected_length: int,
    entries: Sequence[StoredEntry],
    news: bool,
    ended: State | None,
) -> int:
    """Makes the log longer if it is as long as expected; the count of news."""
    row = connection.execute(
        "SELECT state, news, (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = id)"
        " FROM tables WHERE id = ?",
        (table_id,),
    ).fetchone()
    if row is None:
        raise UnknownTableError(table_id)
    state, count, length = row
    if length != expected_length:
        raise StaleLogError(table_id, expected_length, length)
    if state != "running":
        raise WrongStateError(table_id, state)
    for seq, entry in enumerate(entries, length):
        connection.execute(
            "INSERT INTO log (table_id, seq, entry, author, at) VALUES (?, ?, ?, ?, ?)",
            (table_id, seq, entry.entry, entry.author, entry.at),
        )
    if ended is not None:
        return set_state(connection, table_id, ended, None, entries[-1].at, news)
    if news:
        connection.execute("UPDATE tables SET news = news + 1 WHERE id = ?", (table_id,))
        count += 1
    return int(count)


def set_state(
    connection: sqlite3.Connection,
    table_id: int,
    state: State,
    reason: str | None,
    at: int,
    news: bool,
) -> int:
    """Changes the state if the present one allows it; the count of news."""
    return _update(
        connection,
        table_id,
        BEFORE[state],
        "state = ?, reason = ?, ended_at = ?, news = news + ?",
        (state, reason, None if state in OPEN else at, news),
    )


def hand_over(
    connection: sqlite3.Connection,
    table_id: int,
    seat: int,
    status: SeatStatus,
    level: str | None,
    at: int,
    ended: State | None,
    reason: str | None,
    news: bool,
) -> int:
    """Notes who plays a seat; the count of news."""
    count = _change_people(connection, table_id, at, ended, reason, news)
    seats = connection.execute(
        "UPDATE seats SET status = ?, level = ? WHERE table_id = ? AND seat = ?",
        (status, level, table_id, seat),
    )
    if seats.rowcount == 0:
        raise ConflictError(f"There is no seat {seat} at table {table_id}.")
    return count


def set_votes(
    connection: sqlite3.Connection,
    table_id: int,
    about: str,
    votes: Collection[int],
    at: int,
    ended: State | None,
    reason: str | None,
    news: bool,
) -> int:
    """Replaces the votes about one thing; the count of news."""
    count = _change_people(connection, table_id, at, ended, reason, news)
    connection.execute("DELETE FROM votes WHERE table_id = ? AND about = ?", (table_id, about))
    connection.executemany(
        "INSERT INTO votes (table_id, about, user_id) VALUES (?, ?, ?)",
        ((table_id, about, user) for user in set(votes)),
    )
    return count


def set_thread(connection: sqlite3.Connection, table_id: int, thread_id: int | None) -> None:
    """Notes the table's thread."""
    _update(connection, table_id, None, "thread_id = ?", (thread_id,))


def set_theme(connection: sqlite3.Connection, table_id: int, theme: str) -> None:
    """Notes for which background the table's pictures are made."""
    _update(connection, table_id, None, "theme = ?", (theme,))


def move(connection: sqlite3.Connection, table_id: int, channel_id: int) -> int:
    """Takes an unfinished table to another channel, where nothing of it stands yet."""
    connection.execute("DELETE FROM messages WHERE table_id = ?", (table_id,))
    assignments = "channel_id = ?, thread_id = NULL, news = news + 1"
    return _update(connection, table_id, ("lobby", "running"), assignments, (channel_id,))


def set_message(connection: sqlite3.Connection, table_id: int, message: StoredMessage) -> None:
    """Notes where the message of a kind stands, in place of the one before."""
    connection.execute(
        "INSERT OR REPLACE INTO messages (table_id, kind, channel_id, message_id, turn)"
        " VALUES (?, ?, ?, ?, ?)",
        (table_id, message.kind, message.channel_id, message.message_id, message.turn),
    )


def forget_message(connection: sqlite3.Connection, table_id: int, kind: str) -> None:
    """Forgets the message of a kind."""
    connection.execute("DELETE FROM messages WHERE table_id = ? AND kind = ?", (table_id, kind))


def mark_shown(
    connection: sqlite3.Connection, table_id: int, news: int, messages: Sequence[StoredMessage]
) -> None:
    """Notes that so much of the news was shown, and where."""
    _update(connection, table_id, None, "shown = max(shown, ?)", (news,))
    for message in messages:
        set_message(connection, table_id, message)


def set_setting(connection: sqlite3.Connection, scope: str, key: str, value: str | None) -> None:
    """Notes or forgets a setting."""
    if value is None:
        connection.execute("DELETE FROM settings WHERE scope = ? AND key = ?", (scope, key))
    else:
        connection.execute(
            "INSERT OR REPLACE INTO settings (scope, key, value) VALUES (?, ?, ?)",
            (scope, key, value),
        )


def get_setting(connection: sqlite3.Connection, scope: str, key: str) -> str | None:
    """A setting, if it was made."""
    row = connection.execute(
        "SELECT value FROM settings WHERE scope = ? AND key = ?", (scope, key)
    ).fetchone()
    return None if row is None else str(row[0])


def load(connection: sqlite3.Connection, table_id: int) -> StoredTable | None:
    """A whole table."""
    row = connection.execute(
        f"SELECT {SUMMARY}, lot, deck FROM tables WHERE id = ?", (table_id,)
    ).fetchone()
    if row is None:
        return None
    seats = connection.execute(
        f"SELECT {SEAT} FROM seats WHERE table_id = ? ORDER BY seat", (table_id,)
    )
    log = connection.execute(
        "SELECT entry, author, at FROM log WHERE table_id = ? ORDER BY seq", (table_id,)
    )
    messages = connection.execute(
        "SELECT kind, channel_id, message_id, turn FROM messages WHERE table_id = ? ORDER BY kind",
        (table_id,),
    )
    votes = connection.execute("SELECT about, user_id FROM votes WHERE table_id = ?", (table_id,))
    return StoredTable(
        **_summary(row, tuple(StoredSeat(*seat) for seat in seats)),
        lot=row[-2],
        deck=row[-1],
        log=tuple(StoredEntry(*entry) for entry in log),
        messages=tuple(StoredMessage(*message) for message in messages),
        votes=frozenset((about, user) for about, user in votes),
    )


def tables_in(
    connection: sqlite3.Connection,
    guild_id: int,
    states: Collection[State],
    channel_or_thread: int | None,
    user: int | None,
    limit: int | None,
) -> tuple[TableSummary, ...]:
    """Tables of a server without their logs, the newest first."""
    conditions = [f"guild_id = ? AND state IN ({', '.join('?' * len(states))})"]
    values: list[int | str] = [guild_id, *states]
    if channel_or_thread is not None:
        conditions.append("? IN (channel_id, thread_id)")
        values.append(channel_or_thread)
    if user is not None:
        conditions.append(
            "(host_id = ? OR EXISTS (SELECT 1 FROM seats WHERE table_id = id AND user_id = ?))"
        )
        values += [user, user]
    chosen = f"FROM tables WHERE {' AND '.join(conditions)} ORDER BY id DESC LIMIT ?"
    values.append(-1 if limit is None else limit)
    seats: dict[int, list[StoredSeat]] = {}
    for table_id, *seat in connection.execute(
        f"SELECT table_id, {SEAT} FROM seats"
        f" WHERE table_id IN (SELECT id {chosen}) ORDER BY table_id, seat",
        values,
    ):
        seats.setdefault(table_id, []).append(StoredSeat(*seat))
    return tuple(
        TableSummary(**_summary(row, tuple(seats.get(row[0], ()))))
        for row in connection.execute(f"SELECT {SUMMARY} {chosen}", values)
    )


def running_ids(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of the tables where a game runs."""
    rows = connection.execute("SELECT id FROM tables WHERE state = 'running' ORDER BY id")
    return tuple(table_id for [table_id] in rows)


def with_computers(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of the tables where a game runs and a computer plays a seat."""
    rows = connection.execute(
        "SELECT id FROM tables WHERE state = 'running' AND EXISTS"
        " (SELECT 1 FROM seats WHERE table_id = id AND level IS NOT NULL) ORDER BY id"
    )
    return tuple(table_id for [table_id] in rows)


def unshown(connection: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of the tables with news that were not shown."""
    rows = connection.execute("SELECT id FROM tables WHERE shown < news ORDER BY id")
    return tuple(table_id for [table_id] in rows)


def _update(
    connection: sqlite3.Connection,
    table_id: int,
    states: Collection[State] | None,
    assignments: str,
    values: Sequence[int | str | None],
) -> int:
    """Changes a table that is in one of these states; the count of its news."""
    allowed = "" if states is None else f" AND state IN ({', '.join('?' * len(states))})"
    rows = connection.execute(
        f"UPDATE tables SET {assignments} WHERE id = ?{allowed} RETURNING news",
        (*values, table_id, *(states or ())),
    ).fetchall()
    if rows:
        return int(rows[0][0])
    row = connection.execute("SELECT state FROM tables WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise UnknownTableError(table_id)
    raise WrongStateError(table_id, row[0])


def _change_people(
    connection: sqlite3.Connection,
    table_id: int,
    at: int,
    ended: State | None,
    reason: str | None,
    news: bool,
) -> int:
    if ended is not None:
        return set_state(connection, table_id, ended, reason, at, news)
    return _update(connection, table_id, ("running", "aside"), "news = news + ?", (news,))


def _insert_seats(
    connection: sqlite3.Connection, table_id: int, seats: Iterable[StoredSeat]
) -> None:
    connection.executemany(
        f"INSERT INTO seats (table_id, {SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((table_id, s.seat, s.user_id, s.name, s.colour, s.status, s.level) for s in seats),
    )


def _replace_seats(
    connection: sqlite3.Connection, table_id: int, seats: Iterable[StoredSeat]
) -> None:
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    _insert_seats(connection, table_id, seats)


def _summary(row: Sequence[Any], seats: tuple[StoredSeat, ...]) -> dict[str, Any]:
    """The parts of a ``TableSummary`` from the columns of ``SUMMARY``."""
    values = dict(zip(NAMES, row, strict=False))
    return {
        **values,
        "mirror": bool(values["mirror"]),
        "hints": bool(values["hints"]),
        "seats": seats,
    }
