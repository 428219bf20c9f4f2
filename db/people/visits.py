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


def is_closed(connection: Connection, mark: str, until: int) -> bool:
    """Return whether a person closed all pages since a link was given.

    Args:
        mark: the hash of what such a person's row is known by.
        until: when the link ends; those that were given before end before.
    """
    that = "kind = 'closed' AND hash = :mark AND until_at >= :until"
    found = connection.execute(f"SELECT 1 FROM visits WHERE {that}", {"mark": mark, "until": until})
    return found.fetchone() is not None


def visits_of(connection: Connection, user_id: int) -> tuple[StoredVisit, ...]:
    """Return all about a person's visits, the sessions that end first at the beginning."""
    that = "FROM visits WHERE user_id = :user_id ORDER BY until_at, hash"
    return select(connection, StoredVisit, that, {"user_id": user_id})


def enter(
    connection: Connection,
    link: StoredVisit,
    begun: StoredVisit,
    now: int,
    most: int,
    mark: str = "",
) -> bool:
    """Use a link up and begin its session; return whether the link was still good.

    Args:
        link: the link as one that was used.
        begun: the session.
        now: the present time, before which visits are over.
        most: the sessions that a person has at most; those that end first are ended.
        mark: the hash by which the row is known of a person who has closed all pages.
    """
    connection.execute("DELETE FROM visits WHERE until_at <= :now", {"now": now})
    # Closing all pages closes the links that were given until then, too.
    if is_closed(connection, mark, link.until_at):
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
