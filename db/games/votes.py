"""All SQL that changes votes during a game, and wishes after its end."""

from __future__ import annotations

from collections.abc import Collection

from db.errors import StaleError
from db.games.changes import change_people, update_game
from db.games.rows import State
from db.sql import Connection
from db.usage import Charge, pay


def set_votes(
    connection: Connection,
    game_id: int,
    about: str,
    agreeing: Collection[int],
    *,
    at: int,
    ended: State | None = None,
    reason: str | None = None,
    news: bool = True,
    charge: Charge | None = None,
    seen: int | None = None,
) -> int:
    """Replace the people who agree to a vote in a game; the change may end the game.

    Raises:
        LimitReachedError: if a limit of the acts in ``charge`` is reached.
    """
    pay(connection, charge)
    count = change_people(connection, game_id, at, ended, reason, news, seen)
    _replace(connection, game_id, about, agreeing)
    return count


def set_wishes(
    connection: Connection,
    game_id: int,
    about: str,
    people: Collection[int],
    *,
    before: Collection[int] | None = None,
) -> None:
    """Replace the people who share a wish after a game's end, such as for a rematch.

    Args:
        before: the people who wished for it when the change was decided; ``None`` to skip the
            check.

    Raises:
        StaleError: if other people wished for it meanwhile.
    """
    states: tuple[State, ...] = ("finished",)
    update_game(connection, game_id, states, "news = news")  # locks the game's row
    if before is not None:
        found = connection.execute(
            "SELECT user_id FROM votes WHERE game_id = :game_id AND about = :about",
            {"game_id": game_id, "about": about},
        )
        if {user for [user] in found} != set(before):
            raise StaleError(game_id)
    _replace(connection, game_id, about, people)


def _replace(connection: Connection, game_id: int, about: str, votes: Collection[int]) -> None:
    given = {"game_id": game_id, "about": about}
    connection.execute("DELETE FROM votes WHERE game_id = :game_id AND about = :about", given)
    connection.executemany(
        "INSERT INTO votes (game_id, about, user_id) VALUES (:game_id, :about, :user_id)",
        ({**given, "user_id": user} for user in set(votes)),
    )
