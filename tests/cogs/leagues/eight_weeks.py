"""A season of six during eight weeks of a club: its points are those of the records."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tabletop.tables import Tables
from tests.cogs.leagues.playing import Club


@dataclass
class Season:
    club: Club
    number: int
    people: range

    async def games(self) -> list[int]:
        return await self.club.games(self.number)

    def __post_init__(self) -> None:
        self.show, self.close = self.club.show, self.club.close

    async def judge(self, played: Mapping[int, Any]) -> None:
        """The points: 12 for the first of three, 0 for the last, and who resigned is last."""
        league = await self.club.leagues.get(self.number)
        assert league.row.state == "finished"
        users = {one.entrant: one.user_id or 0 for one in league.row.entrants}
        earned = dict.fromkeys(users.values(), Fraction(0))
        for table in league.row.tables:
            game = played[table.game_id or 0]
            last = {s.user_id or 0 for s in game.stored.seats if s.status == "resigned"} | game.gone
            worth = {
                (s.user_id or 0): -9 if (s.user_id or 0) in last else -game.places[s.user_id or 0]
                for s in game.stored.seats
            }
            for user, own in worth.items():
                behind = sum(other < own for other in worth.values())
                equal = sum(other == own for other in worth.values())
                earned[user] += 12 * (behind + Fraction(equal - 1, 2)) / (len(worth) - 1)
        assert {users[one.person]: one.points for one in league.standings} == earned


async def begun(tables: Tables) -> Season:
    club, people = Club(tables), range(31, 37)
    await club.start()
    return Season(club, await club.begun([*people], seats=3, rounds=4), people)
