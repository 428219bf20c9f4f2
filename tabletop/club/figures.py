"""Players' figures, computed from the finished games that count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from db.club.rows import FinishedGame
from tabletop.club.counted_games import CountedGame, CountedSeat, among_people, with_computers
from tabletop.club.rating import LEAST_GAMES, RatingPoint, courses


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a person; ``None`` where there are no games to compute them from.

    Attributes:
        person: the id of the person.
        games, wins: numbers of games and victories against people; a shared victory counts.
        gold: the median of their gold at the end.
        turn: the median of how long their turns took, in milliseconds.
        favourite: the form they built most often, the first in the alphabet of several, and how
            often.
        sale: the most that one of their sales with a banner brought.
        series: the longest run of consecutive victories.
        others, other_wins: numbers of games and victories against computer players.
        course: their rating, game by game.
    """

    person: int
    games: int
    wins: int
    gold: float | None
    turn: float | None
    favourite: tuple[str, int] | None
    sale: int | None
    series: int
    others: int
    other_wins: int
    course: tuple[RatingPoint, ...]

    @property
    def rating(self) -> int | None:
        """The current rating; None until the person has played enough games."""
        return self.course[-1].rating if self.games >= LEAST_GAMES else None


def figures_in(games: Iterable[FinishedGame]) -> dict[int, Figures]:
    """Return the figures of each person who finished one of these games, by id."""
    finished = list(games)
    people, computers = among_people(finished), with_computers(finished)
    rated = courses(people)
    played, others = _by_person(people), _by_person(computers)
    return {
        person: figures_of(
            person, played.get(person, ()), others.get(person, ()), rated.get(person, ())
        )
        for person in {*played, *others}
    }


def figures_of(
    person: int,
    played: Sequence[CountedSeat],
    others: Sequence[CountedSeat],
    course: Sequence[RatingPoint],
) -> Figures:
    """Compute the figures of a person from their counted games.

    Args:
        played: their results among people, in the order of the games' ends.
        others: their results in games with computer players.
        course: their rating, game by game.
    """
    turns = [int(took) for player in played for took in player.result.turns.split()]
    forms = Counter(form for player in played for form in player.result.buildings.split())
    return Figures(
        person=person,
        games=len(played),
        wins=_wins(played),
        gold=median(player.result.gold for player in played) if played else None,
        turn=median(turns) if turns else None,
        favourite=min(forms.items(), key=lambda form: (-form[1], form[0])) if forms else None,
        sale=max((player.result.sale for player in played), default=0) or None,
        series=_longest_series(played),
        others=len(others),
        other_wins=_wins(others),
        course=tuple(course),
    )


def _by_person(games: Iterable[CountedGame]) -> dict[int, list[CountedSeat]]:
    found: dict[int, list[CountedSeat]] = defaultdict(list)
    for game in games:
        for player in game.players:
            if player.person is not None:
                found[player.person].append(player)
    return found


def _wins(played: Iterable[CountedSeat]) -> int:
    return sum(player.rank == 1 for player in played)


def _longest_series(played: Iterable[CountedSeat]) -> int:
    longest = now = 0
    for player in played:
        now = now + 1 if player.rank == 1 else 0
        longest = max(longest, now)
    return longest
