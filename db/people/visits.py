"""All SQL about visits: sessions of people on the pages, and links that are of no use any more."""

from __future__ import annotations

from typing import Final

from db.columns import insertion, select, select_one, values
from db.connection import Connection
from db.people.rows import StoredVisit

PUT: Final = insertion("visits", StoredVisit, key=("hash",))

USE: Final = f"{insertion('visits', StoredVisit)} ON CONFLICT (hash) DO NOTHING RETURNING hash"

DROP_MORE: Final = (
    "DELETE FROM visits WHERE kind = 'session' AND user_id = :user_id AND until_at <"
    " (SELECT until_at FROM visits WHERE kind = 'session' AND user_id = :user_id"
    " ORDER BY until_at DESC LIMIT 1 OFFSET :place)"
)


def session(connection: Connection, code: str, now: int) -> StoredVisit | None:
    """Return the session of a cookie by its hash, unless it has ended."""
    that = "FROM visits WHERE hash = :hash AND kind = 'session' AND until_at > :now"
    return select_one(connection, StoredVisit, that, {"hash": code, "now": now})


def visits_of(connection: Connection, user_id: int) -> tuple[StoredVisit, ...]:
    """Return all about a person's visits, the sessions that end first at the beginning."""
    that = "FROM visits WHERE user_id = :user_id ORDER BY until_at, hash"
    return select(connection, StoredVisit, that, {"user_id": user_id})


def enter(
    connection: Connection, link: StoredVisit, begun: StoredVisit, now: int, most: int
) -> bool:
    """Use a link up and begin its session; return whether the link was still good.

    Args:
        link: the link as one that was used.
        begun: the session.
        now: the present time, before which visits are over.
        most: the sessions that a person has at most; those that end first are ended.
    """
    connection.execute("DELETE FROM visits WHERE until_at <= :now", {"now": now})
    closed = {"user_id": link.user_id, "until_at": link.until_at}
    # Closing all pages closes the links that were given until then, too.
    if connection.execute(
        "SELECT hash FROM visits WHERE kind = 'closed' AND user_id = :user_id"
        " AND until_at >= :until_at",
        closed,
    ).fetchone():
        return False
    if connection.execute(USE, values(link)).fetchone() is None:
        return False
    connection.execute(PUT, values(begun))
    connection.execute(DROP_MORE, {"user_id": begun.user_id, "place": most - 1})
    return True


def close(connection: Connection, mark: StoredVisit) -> int:
    """End all sessions of a person and their unused links; return the number of sessions.

    Args:
        mark: the row by which links are known that were given before.
    """
    given = {"user_id": mark.user_id}
    ended = connection.execute(
        "DELETE FROM visits WHERE kind = 'session' AND user_id = :user_id RETURNING hash", given
    ).fetchall()
    connection.execute(PUT, values(mark))
    return len(ended)


def leave(connection: Connection, code: str) -> None:
    """End one session, by the hash of its cookie."""
    connection.execute("DELETE FROM visits WHERE hash = :hash AND kind = 'session'", {"hash": code})
