"""All SQL about games that a person plays alone, on no server and in no channel."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from db.features import FeatureTables, OfPeople
from db.sql import Connection, select, select_one, values
from i18n.translation import N_

TABLES: Final = FeatureTables(
    "solo",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("solo_games", "user_id"),),
        forget=("DELETE FROM solo_games WHERE user_id = :person",),
        # The start has the order of the stack, which nobody may know before the end.
        export={
            "solo_games": "SELECT game_id, seat, level, log, played_at, over,"
            " CASE WHEN over THEN start END AS start"
            " FROM solo_games WHERE user_id = :person ORDER BY game_id"
        },
        privacy=(N_("- Your newest games from `/arkadia-solo`."),),
    ),
)

ADD: Final = (
    "INSERT INTO solo_games (user_id, seat, level, start, log, version, played_at, over)"
    " VALUES (:user_id, :seat, :level, :start, :log, :version, :played_at, :over)"
    " RETURNING game_id"
)

KEPT: Final = 25  # the games of a person that are kept: as many as a menu has entries


@dataclass(frozen=True, slots=True)
class StoredSolo:
    """A row with a game of one person against computer players."""

    game_id: int
    user_id: int
    seat: int  # the person's seat
    level: str  # the level of the computer players
    start: str = field(repr=False)  # its start as a record, which nobody may see before its end
    log: str  # its entries, a line each
    version: int  # the number of its entries
    played_at: int  # when the last entry was made
    over: bool


def add(connection: Connection, new: StoredSolo) -> int:
    """Store a game and return its number; of too many the oldest goes, first of those over."""
    [number] = connection.execute(ADD, values(new)).fetchone()
    connection.execute(
        "DELETE FROM solo_games WHERE user_id = :user AND game_id NOT IN ("
        "SELECT game_id FROM solo_games WHERE user_id = :user"
        " ORDER BY over, played_at DESC, game_id DESC LIMIT :most)",
        {"user": new.user_id, "most": KEPT},
    )
    return int(number)


def of_person(connection: Connection, user: int) -> tuple[StoredSolo, ...]:
    """Return a person's games, those that go on first, each kind by when it was played last."""
    those = "FROM solo_games WHERE user_id = :user ORDER BY over, played_at DESC, game_id DESC"
    return select(connection, StoredSolo, those, {"user": user})


def game_of(connection: Connection, user: int, number: int) -> StoredSolo | None:
    """Return a game of a person by its number."""
    that = "FROM solo_games WHERE user_id = :user AND game_id = :number"
    return select_one(connection, StoredSolo, that, {"user": user, "number": number})


def append(
    connection: Connection, number: int, version: int, entry: str, *, at: int, over: bool
) -> bool:
    """Append an entry to a game's log, if that still has the length known before."""
    given = {"number": number, "version": version, "line": f"{entry}\n", "at": at, "over": over}
    changed = connection.execute(
        "UPDATE solo_games SET log = log || :line, version = version + 1, played_at = :at,"
        " over = :over WHERE game_id = :number AND version = :version RETURNING game_id",
        given,
    )
    return changed.fetchone() is not None
