"""A league: all against all, with two, three and four at a table, in both set-ups.

Tables are drawn by a seed, so that a league goes on where it was stopped, and a larger one contains
the smaller. At each table every player has every seat once, with the same deck.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

from engine.start import SETUPS
from lab.players.match import Match
from lab.players.rating import RatedGame, RatedPlayer
from players.player import Budget

SEATS: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class LevelLeague:
    """The plan of a league.

    Attributes:
        names: the players.
        rounds: the tables of each size in each set-up at which every player sits at least.
        seed: the seed of tables and decks.
        budget: the budget for a decision of players that think as long as they are given.
    """

    names: tuple[str, ...]
    rounds: int
    seed: int
    budget: Budget

    def matches(self) -> Iterator[tuple[str, Match]]:
        """Yield every table as a match, with a key that is the same in every run."""
        for round_ in range(self.rounds):
            for setup in SETUPS:
                for seats in SEATS:
                    # A generator for each kind of table: more rounds leave earlier ones alone.
                    rng = Random(f"{self.seed} {round_} {setup} {seats}")
                    for number, names in enumerate(_tables(self.names, seats, rng)):
                        seed = rng.getrandbits(32)
                        key = f"{self.seed}/{round_}/{setup}/{seats}/{number}"
                        budgets = (self.budget,) * seats
                        yield key, Match(names, seats, seed, setup, budgets=budgets)


def _tables(names: Sequence[str], seats: int, rng: Random) -> Iterator[tuple[str, ...]]:
    """Yield tables at which every player sits once; some sit twice if the number demands it."""
    if seats == 2 and len(names) < 4:
        yield from combinations(names, 2)
        return
    drawn = list(names)
    rng.shuffle(drawn)
    for place in range(0, len(drawn), seats):
        table = drawn[place : place + seats]
        rest = [name for name in drawn if name not in table]
        yield tuple(table + rng.sample(rest, seats - len(table)))


class Results:
    """The file of a league's games, one in each line as JSON; a resumed league goes on from it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def tables(self) -> list[RatedGame]:
        """Return all games so far.

        Raises:
            ValueError: if a line is not one of a league's.
        """
        if not self._path.exists():
            return []
        found = []
        for line in self._path.read_text("utf-8").splitlines():
            game = json.loads(line)
            if not isinstance(game, dict) or set(game) != {"deck", "names", "gold"}:
                raise ValueError(f"{self._path} has a line that is not a league's: {line[:60]}")
            found.append(RatedGame(game["deck"], tuple(game["names"]), tuple(game["gold"])))
        return found

    def add(self, games: Iterable[RatedGame]) -> None:
        """Append the games of one deck to the file in a single write."""
        # One write for the deck: a run that is stopped leaves no half of it to be rated.
        text = "".join(f"{json.dumps(game._asdict())}\n" for game in games)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(text)


def play_on(league: LevelLeague, results: Results) -> Iterator[None]:
    """Play the matches that the results lack, one deck after the other; yield after each."""
    done = {table.deck for table in results.tables()}
    for deck, match in league.matches():
        if deck not in done:
            games = [match.play(number) for number in range(match.games)]
            results.add(RatedGame(deck, match.levels, game.gold) for game in games)
        yield


def picture(found: Sequence[RatedPlayer]) -> str:
    """Return the ratings as an SVG: a point for each player in its interval."""
    least, most = min(each.low for each in found), max(each.high for each in found)
    scale = 420 / max(1.0, most - least)

    def across(rating: float) -> float:
        return round(150 + (rating - least) * scale, 1)

    lines = []
    for place, each in enumerate(found):
        y = 20 + 22 * place
        lines.append(
            f'<text x="140" y="{y + 4}" text-anchor="end">{escape(each.name)}</text>'
            f'<line x1="{across(each.low)}" x2="{across(each.high)}" y1="{y}" y2="{y}"'
            ' stroke="#888" stroke-width="3"/>'
            f'<circle cx="{across(each.rating)}" cy="{y}" r="5" fill="#8a2f1d"/>'
            f'<text x="590" y="{y + 4}">{each.rating:+.0f}</text>'
        )
    height = 22 * len(found) + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{height}"'
        f' font-family="sans-serif" font-size="13">'
        f'<rect width="640" height="{height}" fill="#fbf7ee"/>{"".join(lines)}</svg>\n'
    )
