"""Visits: sessions of people on the pages, and links that are of no use any more."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from db.features import FeatureTables, OfPeople
from db.sql import Connection, insertion, select_one, values
from i18n.translation import N_


@dataclass(frozen=True, slots=True)
class StoredVisit:
    """A row with a session of a person on the pages, or with what their links are no longer for."""

    # the hash of the session's cookie or of the link; for closed links a word with the id
    hash: str
    # a session, a link that was used, or the mark that a person closed all pages
    kind: Literal["session", "used", "closed"]
    user_id: int
    game_id: int  # the only game that the session is for; 0 for all
    language: str  # the code of the language that the person had in Discord
    until_at: int  # when the row is of no use any more


TABLES: Final = FeatureTables(
    "pages",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("visits", "user_id"),),
        forget=(
            # A link that was given before is still closed; the row is known by a keyed hash, for
            # an hour.
            "UPDATE visits SET user_id = 0 WHERE kind = 'closed' AND user_id = :person",
            "DELETE FROM visits WHERE user_id = :person",
        ),
        export={
            "visits": "SELECT hash, kind, game_id, language, until_at FROM visits"
            " WHERE user_id = :person ORDER BY until_at, hash"
        },
        privacy=(N_("- The browsers you play in, for a week."),),
    ),
)

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
    """Return whether a person closed all pages since a link was given, which ends at ``until``."""
    that = "kind = 'closed' AND hash = :mark AND until_at >= :until"
    found = connection.execute(f"SELECT 1 FROM visits WHERE {that}", {"mark": mark, "until": until})
    return found.fetchone() is not None


def enter(
    connection: Connection,
    link: StoredVisit,
    begun: StoredVisit,
    now: int,
    most: int,
    mark: str = "",
) -> bool:
    """Use a link up and begin its session, if it was neither used nor closed; return whether."""
    connection.execute("DELETE FROM visits WHERE until_at <= :now", {"now": now})
    # Closing all pages closes the links that were given until then, too.
    if is_closed(connection, mark, link.until_at):
        return False
    if connection.execute(USE, values(link)).fetchone() is None:
        return False
    connection.execute(PUT, values(begun))
    connection.execute(DROP_MORE, {"user_id": begun.user_id, "place": most - 1})
    return True


def close(connection: Connection, mark: StoredVisit) -> None:
    """End all sessions of a person and their unused links."""
    ended = "DELETE FROM visits WHERE kind = 'session' AND user_id = :user_id"
    connection.execute(ended, {"user_id": mark.user_id})
    connection.execute(PUT, values(mark))


def leave(connection: Connection, code: str) -> None:
    """End one session, by the hash of its cookie."""
    connection.execute("DELETE FROM visits WHERE hash = :hash AND kind = 'session'", {"hash": code})
