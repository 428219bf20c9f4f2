"""Finished games as the store gives them, made up for what is counted."""

from collections.abc import Iterable, Sequence

from cogs.club.standings import Figures, Standing, add_game
from cogs.club.store import FinishedGame
from db.games.rows import SeatStatus, StoredResult, StoredSeat
from tests.e2e.people import Answer, Person


async def listed(person: Person) -> Answer:
    """Has a person listed in the ranking, by the button below their figures."""
    return await person.press((await person.run("arkadia-club player")).post, "Show me to others")


def person(
    seat: int,
    user: int | None,
    gold: int,
    *,
    status: SeatStatus = "playing",
    sale: int = 0,
    turns: str = "",
    buildings: str = "",
    stood: int = 0,
    gone: bool = False,
) -> tuple[StoredSeat, StoredResult]:
    """A person's seat with what it came to; one who resigned did so in the first turn or later."""
    level = None if status == "playing" else "caretaker"
    left_turn = None if status != "resigned" else 9 if gone else 1
    return (
        StoredSeat(seat, user, f"P{user}", "green", status, level, left_turn=left_turn),
        StoredResult(seat, gold, sale, turns, buildings, stood, gone),
    )


def computer(seat: int, gold: int, level: str = "master") -> tuple[StoredSeat, StoredResult]:
    return StoredSeat(seat, None, "Aldo", "green", level=level), StoredResult(seat, gold, 0, "", "")


def finished(
    number: int, seats: Sequence[tuple[StoredSeat, StoredResult]], *, at: int | None = None
) -> FinishedGame:
    """A finished game; without a time it ended after all of lower numbers."""
    return FinishedGame(number, number * 1_000 if at is None else at, True, tuple(seats))


def standings_in(games: Iterable[FinishedGame]) -> dict[int, Standing]:
    """The standings after some games, which are in the order of their ends."""
    standings: dict[int, Standing] = {}
    for game in games:
        add_game(game, standings)
    return standings


def figures_in(games: Iterable[FinishedGame]) -> dict[int, Figures]:
    ordered = sorted(games, key=lambda game: (game.ended_at, game.game_id))
    return {person: standing.figures() for person, standing in standings_in(ordered).items()}


def match(number: int, *places: tuple[int | None, int], at: int | None = None) -> FinishedGame:
    seats = [person(seat, user, gold) for seat, (user, gold) in enumerate(places)]
    return finished(number, seats, at=at)
