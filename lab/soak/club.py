"""A club of people who play leagues: sign-up, games that open by themselves, a withdrawal.

Every member of the soak's server may manage it; the first of the people looks after the league.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from db.leagues.rows import StoredLeagueTable
from lab.discord.history import History, Message, controls
from lab.discord.interactions import Interaction, Person
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.soak.ledger import Ledger
from lab.soak.saved import NoTableError, Saved
from lab.soak.seats import STUCK, EnoughError, Party
from tabletop.leagues.league import League

CLOSED: Final = 0.4
"""The share of games that a moderator closes, so that leagues come to their end."""

_people: Final = itertools.count(250_000_000_000_000_001)


class Club(Party):
    """Simulated people who play one league after another.

    Attributes:
        leagues: the number of their leagues that have ended.
        joined: the acknowledged sign-ups, each as the numbers of a league and of a person.
    """

    def __init__(self, servers: Servers, saved: Saved, ledger: Ledger, rng: Random) -> None:
        super().__init__(servers, saved, ledger, rng)
        self.leagues = 0
        self.joined: set[tuple[int, int]] = set()
        self._unleft = True

    async def play(self) -> None:
        """Play one league after another, until the soak is over."""
        with contextlib.suppress(EnoughError):
            while True:
                self._people = [self._newcomer() for _ in range(self._rng.choice((3, 4, 5, 6)))]
                self._unleft = True
                if not await self._play_league():
                    return
                self.leagues += 1

    def _newcomer(self) -> Hands:
        user = next(_people)
        return Hands(self._discord, Person(user, f"member{user % 100_000}"))

    async def _play_league(self) -> bool:
        """Play a league to its end; return False if the people are stuck."""
        # A league advances by news or by rounds; steps that change neither are counted as vain.
        vain, before = 0, ((-1, -1), -1)
        while vain < STUCK:
            league = self._own_league()
            if league is not None and league.row.state in ("finished", "cancelled"):
                return True
            now = (self._saved.league_news(league.number), league.row.round) if league else before
            vain, before = (0 if now != before or self._cut else vain + 1), now
            with contextlib.suppress(NoTableError):  # the database has forgotten it meanwhile
                await self._go_on(league)
        self.stuck.append(f"a league of {len(self._people)}: {self._last}")
        return False

    def went_back(self) -> None:
        """Expect no sign-up any more that the database was made to forget."""
        there = set(self._saved.league_numbers())
        self.joined = {
            (number, user)
            for number, user in self.joined
            if number in there and self._saved.league(number).person(user) is not None
        }

    def _own_league(self) -> League | None:
        numbers = self._saved.league_numbers(self._people[0].person.id)
        return self._saved.league(numbers[-1]) if numbers else None

    async def _go_on(self, league: League | None) -> None:
        """Take the next step of a league."""
        host, place = self._people[0], self._discord.channel
        if league is None:
            answer = await host.run(
                "arkadia-league open",
                place,
                name=f"Cup of {host.person.name}",
                seats=self._rng.choice((2, 2, 3)),
                rounds=self._rng.choice((1, 2)),
            )
            await self._note(answer)
        elif league.row.channel_id not in self._discord.history.places:
            await self._note(await host.run("arkadia-league move", place, league=league.number))
        elif league.row.state == "open":
            await self._sign_up(league)
        else:
            await self._play_round(league)

    async def _sign_up(self, league: League) -> None:
        missing = [one for one in self._people if league.person(one.person.id) is None]
        for hands in missing:
            answer = await self._do(hands, league, "join")
            known = answer.has_answer and answer.sent > self._ledger.undone_at
            if known and "You are in " in answer.text:
                self.joined.add((league.number, hands.person.id))
        if not missing:
            await self._do(self._people[0], league, "begin")

    async def _do(self, hands: Hands, league: League, what: str) -> Interaction:
        """Act in a league by a button of its message, or by a command."""
        custom_id = f"arkadia:league-{what}:{league.number}"
        message = self._standing(league, custom_id)
        if message is not None and self._rng.random() < 0.5:
            answer = await hands.press(message, custom_id)
        else:
            answer = await hands.run(
                f"arkadia-league {what}", self._discord.channel, league=league.number
            )
        await self._note(answer)
        return answer

    def _standing(self, league: League, custom_id: str) -> Message | None:
        """Return the newest message of a league with a button; None if its channel was deleted."""
        place = self._discord.history.places.get(league.row.channel_id)
        for message in reversed(place.visible() if place else ()):
            if any(part["custom_id"] == custom_id for part in controls(message.components)):
                return message
        return None

    async def _play_round(self, league: League) -> None:
        """Play a game of the current round, after a look at the standings."""
        games = [table for table in league.tables(league.row.round) if table.state == "running"]
        look = self._rng.choice(("standings", "draw"))
        await self._do(self._rng.choice(self._people), league, look)
        if not games:  # they are opened, or the next round is, by the bot
            await asyncio.sleep(0.5)
        elif self._unleft and self._rng.random() < 0.3:
            await self._leave(league)
        else:
            await self._play_table(self._rng.choice(games))

    async def _leave(self, league: League) -> None:
        """Have one person leave for good."""
        self._unleft = False
        hands = self._people[-1]
        answer = await self._do(hands, league, "leave")
        if answer.has_answer and answer.messages:
            sure = f"arkadia:league-leave-now:{league.number}"
            await self._note(await hands.press(answer.messages[-1], sure))

    async def _play_table(self, table: StoredLeagueTable) -> None:
        number = table.game_id
        assert number is not None
        # Played out, the games of a league would take longer than most soaks.
        if self._rng.random() < CLOSED:
            host, place = self._people[0], self._discord.channel
            await self._note(
                await host.run("arkadia-admin close", place, game=number, sure="yes"), number
            )
        elif await self._play_on(number):
            self.finished += 1


def judge_leagues(clubs: list[Club], saved: Saved, history: History) -> Iterator[str]:
    """Yield the faults of leagues and of their messages."""
    told = _told(history)
    for club in clubs:
        for number, user in club.joined:
            if saved.league(number).person(user) is None:
                yield f"acknowledged and lost: {user} is not in league {number}"
    for number in saved.league_numbers():
        league = saved.league(number)
        if league.row.channel_id not in history.places:
            continue
        news_of_it, shown = saved.league_news(number)
        if shown < news_of_it:
            yield f"behind: league {number}, {shown} of {news_of_it} are shown"
        for news, count in told.get(number, Counter[str]()).items():
            if count > 1:
                yield f"standings told twice: {count} times in league {number}, news {news}"
        games = [one.game_id for one in league.row.tables if one.game_id is not None]
        if len(set(games)) < len(games):
            yield f"a game opened twice: league {number}, games {games}"
        for one in league.row.tables:
            if one.game_id is not None:
                yield from _wrong_at(league, one, saved)


def _wrong_at(league: League, one: StoredLeagueTable, saved: Saved) -> Iterator[str]:
    """Yield the faults of a league's table."""
    where = f"league {league.number}, game {one.game_id}"
    if one.state == "running":
        return
    if one.over_at is None and league.row.state == "running":
        yield f"a game over and not noted: {where}"
    result = saved.table(one.game_id or 0).game
    gold = [seat.gold for seat in one.seats]
    if one.over_at is not None and one.state == "finished" and result is not None:
        end = result.position.result
        if end is None or list(end.gold) != gold:
            yield f"another result: {where}, {gold}"


def _told(history: History) -> dict[int, Counter[str]]:
    """Count each league's news in each channel, by the numbers on the button *Standings*."""
    found: dict[int, Counter[str]] = {}
    for place in history.places.values():
        for message in place.visible():
            for part in controls(message.first["components"]):
                what, _, numbers = part["custom_id"].partition(":league-standings:")
                if what == "arkadia" and numbers:
                    league, _, news = numbers.partition(":")
                    found.setdefault(int(league), Counter())[f"{news} in {place.id}"] += 1
    return found
