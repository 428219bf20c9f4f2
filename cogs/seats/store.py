"""All SQL about people who ask for a seat that was left."""

from pathlib import Path
from typing import Final

from db.features import FeatureTables, OfPeople, OfServers
from db.games.changes import update_game
from db.games.rows import State
from db.sql import Connection
from db.usage import Charge, pay
from i18n.translation import N_

TABLES: Final = FeatureTables(
    "seats",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("seat_asks", "user_id"),),
        forget=("DELETE FROM seat_asks WHERE user_id = :person",),
        export={"asked_for": "SELECT game_id, seat FROM seat_asks WHERE user_id = :person"},
        privacy=(N_("- Your request for an empty seat, until it's taken."),),
    ),
    server=OfServers(
        erase=(
            "DELETE FROM seat_asks WHERE game_id IN"
            " (SELECT game_id FROM games WHERE guild_id = :guild)",
        )
    ),
)

RUNNING: Final[tuple[State, ...]] = ("running",)


def ask_for(connection: Connection, game: int, seat: int, user: int) -> bool:
    """Note that a person asks for a seat; return whether that is new."""
    row = {"game": game, "seat": seat, "user": user}
    asked = "INSERT INTO seat_asks VALUES (:game, :seat, :user) ON CONFLICT DO NOTHING"
    return bool(connection.execute(f"{asked} RETURNING seat", row).fetchall())


def ask_and_tell(
    connection: Connection, game: int, seat: int, user: int, charge: Charge, seen: int
) -> int:
    """Note that a person asks for a seat, which is news once; return the game's count of news.

    Args:
        charge: the act that it is, recorded if it is news.
        seen: the count of news before.
    """
    if not ask_for(connection, game, seat, user):
        return seen
    pay(connection, charge)
    return update_game(connection, game, RUNNING, "news = news + 1", seen)


def asked_in(connection: Connection, game: int) -> list[tuple[int, int]]:
    """Return the seats of a game that are asked for, each with a person who does."""
    asked = "SELECT seat, user_id FROM seat_asks WHERE game_id = :game ORDER BY seat, user_id"
    return [(seat, user) for seat, user in connection.execute(asked, {"game": game})]


def drop(connection: Connection, game: int, seat: int) -> None:
    """Forget who asked for a seat, once it is taken."""
    given = {"game": game, "seat": seat}
    connection.execute("DELETE FROM seat_asks WHERE game_id = :game AND seat = :seat", given)
