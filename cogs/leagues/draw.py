"""The draw of a league: the tables of each round, and the order of their seats.

It is a function of the seed alone, so that everyone who knows the seed can check it. People are
numbers, from 1 in the order of their sign-up. Only whole numbers and SHA-256 decide, which are the
same everywhere.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import Final, TypeAlias

Group: TypeAlias = tuple[int, ...]  # the people of one table, in the order in which they sit

LEAST_TABLE: Final = 2

MOST_TRIES: Final = 60_000  # the most exchanges tried to make the meetings more even
TRIES: Final = 1_000  # the same for each person and round; a quarter of them at each patience

PATIENCES: Final = (4, 2, 0, 0)
"""The cost (halved) that an exchange may add and still be kept, from first to last: threshold
accepting, a relative of simulated annealing."""

SWEEPS: Final = 20
"""The number of times that all tables are seated anew to make the places more even."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a league: its tables, and the people who sit out."""

    tables: tuple[Group, ...]
    resting: Group = ()


def fingerprint(seed: str) -> str:
    """Return the hash of a seed: published before the draw, it shows that the seed was fixed."""
    return hashlib.sha256(seed.encode()).hexdigest()[:16]


def by_lot(numbers: Iterable[int], seed: str, what: str) -> list[int]:
    """Return numbers in a random order that depends on seed and occasion alone."""
    # Hashes and not shuffle(), whose results may differ between versions of Python.
    return sorted(numbers, key=lambda one: hashlib.sha256(f"{seed}/{what}/{one}".encode()).digest())


def sizes(people: int, seats: int) -> list[int]:
    """Return the sizes of the tables in a round, the largest first.

    Tables have the given number of seats, or one fewer where that does not come out even; where it
    still does not, as few people as possible sit out.

    >>> sizes(10, 4), sizes(5, 4)
    ([4, 3, 3], [4])
    """
    least = max(LEAST_TABLE, seats - 1)
    for playing in range(people, 0, -1):
        for large in range(playing // seats, -1, -1):
            rest = playing - large * seats
            if rest % least == 0:
                return [seats] * large + [least] * (rest // least)
    return [people] if people >= LEAST_TABLE else []


def draw(
    people: Sequence[int], seats: int, rounds: int, seed: str, past: Sequence[Round] = ()
) -> tuple[Round, ...]:
    """Draw the rounds after the past ones, for all who play on, with meetings as even as can be."""
    left = rounds - len(past)
    if left <= 0 or len(people) < LEAST_TABLE:
        return ()
    occasion = f"round {len(past) + 1}"
    search = _Search(_first_idea(people, seats, left, seed, past), past)
    search.improve(Random(f"{seed}/{occasion}"))
    tables = [
        by_lot(group, seed, f"seats {number}")
        for number, (groups, _) in enumerate(search.rounds, start=len(past) + 1)
        for group in groups
    ]
    seated = iter(_seated(tables, past, Random(f"{seed}/seats {len(past) + 1}")))
    return tuple(
        Round(tuple(next(seated) for _ in groups), tuple(sorted(resting)))
        for groups, resting in search.rounds
    )


def schedule(
    count: int, seats: int, rounds: int, seed: str, left: Mapping[int, int] | None = None
) -> tuple[Round, ...]:
    """Draw all rounds of a league, anew where people left, by the first round without them."""
    gone = left or {}
    drawn: tuple[Round, ...] = ()
    for begin in sorted({1, *(first for first in gone.values() if first <= rounds)}):
        drawn = drawn[: begin - 1]
        people = [one for one in range(1, count + 1) if gone.get(one, rounds + 1) > begin]
        drawn += draw(people, seats, rounds, seed, drawn)
    return drawn


def draw_text(rounds: Iterable[Round]) -> str:
    """Return rounds as text, a line for each: its tables, with people in the order of seats."""
    lines = []
    for number, one in enumerate(rounds, 1):
        tables = ["-".join(map(str, table)) for table in one.tables]
        rest = f" ({', '.join(map(str, one.resting))} out)" if one.resting else ""
        lines.append(f"round {number}: {' '.join(tables)}{rest}")
    return "\n".join(lines)


_Idea: TypeAlias = "list[tuple[list[list[int]], list[int]]]"


def _first_idea(
    people: Sequence[int], seats: int, rounds: int, seed: str, past: Sequence[Round]
) -> _Idea:
    """Return rounds to begin the search with: a round robin of pairs, or drawn by lot."""
    first = len(past) + 1
    if seats == LEAST_TABLE and not past:
        return _round_robin(by_lot(people, seed, "pairs"), rounds)
    rested = Counter(one for round_ in past for one in round_.resting)
    idea: _Idea = []
    for number in range(first, first + rounds):
        order = by_lot(people, seed, f"order {number}")
        wanted = sizes(len(order), seats)
        order.sort(key=lambda one: rested[one], reverse=True)  # who rested most plays first
        playing = by_lot(order[: sum(wanted)], seed, f"tables {number}")
        resting = order[sum(wanted) :]
        rested.update(resting)
        groups = []
        for size in wanted:
            groups.append(playing[:size])
            playing = playing[size:]
        idea.append((groups, resting))
    return idea


def _round_robin(people: Sequence[int], rounds: int) -> _Idea:
    """Return rounds of pairs in which all meet once before any meet again: the circle method."""
    bye = 0
    ring = [*people] if len(people) % 2 == 0 else [*people, bye]
    idea: _Idea = []
    for _ in range(rounds):
        half = len(ring) // 2
        pairs = [list(pair) for pair in zip(ring[:half], reversed(ring[half:]), strict=True)]
        resting = [one for pair in pairs if bye in pair for one in pair if one != bye]
        idea.append(([pair for pair in pairs if bye not in pair], resting))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return idea


class _Search:
    """A local search that exchanges people between tables of a round until meetings are even.

    It minimizes the sum of the squares of how often each two people meet, and of how often each
    sits at one of the smaller tables.
    """

    def __init__(self, rounds: _Idea, past: Sequence[Round]) -> None:
        self.rounds = rounds
        all_people = {one for round_ in past for table in round_.tables for one in table}
        all_people |= {one for groups, _ in rounds for group in groups for one in group}
        self._present = sorted({one for groups, _ in rounds for group in groups for one in group})
        self._met = {one: dict.fromkeys(all_people, 0) for one in all_people}
        self._small = dict.fromkeys(all_people, 0)
        self._changeable = [groups for groups, _ in rounds if len(groups) > 1]
        for round_ in past:
            self._count([list(table) for table in round_.tables])
        for groups, _ in rounds:
            self._count(groups)

    def _count(self, groups: Sequence[Sequence[int]]) -> None:
        large = max(map(len, groups), default=0)
        for group in groups:
            for one in group:
                self._small[one] += len(group) < large
                for other in group:
                    self._met[one][other] += other != one

    def improve(self, rng: Random) -> None:
        """Try exchanges, kept where they make it better, or hardly worse."""
        if not self._changeable:
            return
        least = self._least()
        best = cost = sum(count * count for counts in self._counts() for count in counts)
        kept = [[*map(list, groups)] for groups in self._changeable]
        tries = min(MOST_TRIES, TRIES * len(self._present) * len(self.rounds))
        chance = rng.random  # the one function of Random that is the same in all versions of Python
        for patience in PATIENCES:
            for _ in range(tries // len(PATIENCES)):
                # It cannot get better: small leagues are done after a few exchanges.
                if best == least:
                    break
                groups = self._changeable[int(chance() * len(self._changeable))]
                first = int(chance() * len(groups))
                second = int(chance() * (len(groups) - 1))
                here, there = groups[first], groups[second + (second >= first)]
                one, other = int(chance() * len(here)), int(chance() * len(there))
                worse = self._worse(here, one, there, other)
                if worse <= patience:
                    self._exchange(here, one, there, other)
                    cost += 2 * worse
                    if cost < best:
                        best, kept = cost, [[*map(list, groups)] for groups in self._changeable]
        for groups, better in zip(self._changeable, kept, strict=True):
            groups[:] = better

    def _counts(self) -> tuple[list[int], list[int]]:
        """Return the meetings of each two people, and each person's seats at smaller tables."""
        pairs = [self._met[one][other] for one, other in combinations(self._present, 2)]
        return pairs, [self._small[one] for one in self._present]

    def _least(self) -> int:
        """Return a lower bound of the cost: all counts as even as whole numbers allow."""
        least = 0
        for counts in self._counts():
            each, more = divmod(sum(counts), len(counts))
            least += len(counts) * each * each + more * (2 * each + 1)
        return least

    def _worse(self, here: list[int], one: int, there: list[int], other: int) -> int:
        """Return half of the cost that an exchange adds."""
        leaver, comer = here[one], there[other]
        by_leaver, by_comer = self._met[leaver], self._met[comer]
        # Only the meetings at two tables change, so the whole sum is not made anew for each try.
        worse = len(here) + len(there) - 2
        for place, person in enumerate(here):
            if place != one:
                worse += by_comer[person] - by_leaver[person]
        for place, person in enumerate(there):
            if place != other:
                worse += by_leaver[person] - by_comer[person]
        if len(here) != len(there):
            gains, loses = (leaver, comer) if len(here) > len(there) else (comer, leaver)
            worse += self._small[gains] - self._small[loses] + 1
        return worse

    def _exchange(self, here: list[int], one: int, there: list[int], other: int) -> None:
        leaver, comer = here[one], there[other]
        for group, goes, comes in ((here, leaver, comer), (there, comer, leaver)):
            for person in group:
                if person != goes:
                    self._meet(goes, person, -1)
                    self._meet(comes, person, +1)
        if len(here) != len(there):
            smaller = 1 if len(here) > len(there) else -1
            self._small[leaver] += smaller
            self._small[comer] -= smaller
        here[one], there[other] = comer, leaver

    def _meet(self, one: int, other: int, more: int) -> None:
        self._met[one][other] += more
        self._met[other][one] += more


def _seated(tables: Sequence[list[int]], past: Iterable[Round], rng: Random) -> list[Group]:
    """Return the people of tables in orders that give each place to each person equally often.

    One table after the other gets the best of its orders, again and again, and a random one of
    equally good ones, which opens ways to better ones.
    """
    sat = Counter(
        (one, place)
        for round_ in past
        for table in round_.tables
        for place, one in enumerate(table)
    )
    seated: list[Group] = [tuple(table) for table in tables]
    for order in seated:
        sat.update((one, place) for place, one in enumerate(order))
    for _ in range(SWEEPS):
        for number, order in enumerate(seated):
            sat.subtract((one, place) for place, one in enumerate(order))
            rows = [[sat[one, place] for place in range(len(order))] for one in order]
            ways = [
                (sum(row[place] for row, place in zip(rows, way, strict=True)), way)
                for way in permutations(range(len(order)))
            ]
            least = min(cost for cost, _ in ways)
            best = [way for cost, way in ways if cost == least]
            way = best[int(rng.random() * len(best))]
            seated[number] = tuple(one for _, one in sorted(zip(way, order, strict=True)))
            sat.update((one, place) for place, one in enumerate(seated[number]))
    return seated
