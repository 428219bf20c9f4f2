"""Weeks of many games in virtual time: ``python -m tests.tabletop.weeks TABLES DAYS SEED``.

People of eight time zones play when they have time, forget a game, go on holidays with and
without saying so, and sleep; clocks are put back meanwhile. The bot is stopped and started again,
and Discord is out of reach now and then. Everything is real but time, Discord, and what people do.
"""

from __future__ import annotations

import asyncio
import heapq
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from db.database import Place
from db.games.rows import Late, StoredEntry, StoredMessage
from db.preferences import Preferences
from db.store import Store
from db.timers import StoredDue
from delivery.causes import NotShownError
from delivery.dispatcher import Dispatcher
from engine.actions import End
from engine.random_play import random_action
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.personal import Personal
from tabletop.publishing import Shown
from tabletop.quiet import LONGEST_GAP_MS, NOTE_EVERY_S, quiet_of, read_hours, zone_of
from tabletop.reminders import ENDED, REMIND, Call, Reminders, ends_to_tell
from tabletop.seats import STAND_IN
from tabletop.table import Table
from tabletop.time_control import (
    DAY,
    HOUR,
    MINUTE,
    PRESETS,
    SECOND,
    Span,
    TimeControl,
    at_most,
    elapsed,
)
from tabletop.turn_time import CLOCK, RETURN, control_of
from tests.tabletop.showing import showing

GUILD: Final = 1
TELLING: Final = 10 * SECOND
"""What is told may stand there so much later than it was decided."""

BEGIN: Final = round(datetime(2026, 10, 19, 6, tzinfo=UTC).timestamp() * 1000)
"""The week before Europe's clocks are put back, and America's a week later."""

ZONES: Final = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
)
CLOCKS: Final = (
    PRESETS["daily"],
    PRESETS["relaxed"],
    TimeControl(12 * HOUR, 12 * HOUR),
    TimeControl(8 * HOUR),
    TimeControl(2 * HOUR, 24 * HOUR),
    PRESETS["endless"],
)
LATE: Final[tuple[Late, ...]] = ("nothing", "ask", "turn", "seat")
NEAR_ITS_END: Final = 4
LAST_TURNS: Final = 6
"""Of each so many games the last turns alone are played."""

MOST_A_SECOND: Final = 50
REQUEST: Final = 25
"""Milliseconds that a request takes at least; what waits for another one comes later."""


class Post(NamedTuple):
    """A public message.

    Attributes:
        news: the count of news that it shows.
        warns: whether it is the first one that tells that the time is nearly up.
        pinged: whom it notified.
    """

    at: int
    table: int
    turn: int
    news: int
    warns: bool
    pinged: int | None


class Named(NamedTuple):
    """Which reminder of a turn it is, from 1."""

    table: int
    turn: int
    number: int


@dataclass
class Person:
    """Somebody with habits.

    Attributes:
        hours: at which they look, by their own clock.
        absences: holidays, and whether they say so.
    """

    user: int
    chosen: Preferences
    hours: tuple[int, ...]
    care: float
    absences: list[tuple[int, int, bool]]

    def is_gone(self, now: int) -> bool:
        """Whether they are on a holiday."""
        return any(begin <= now < end for begin, end, _ in self.absences)


@dataclass
class Found:
    """What came of it; ``wrong`` says what must not be."""

    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


class Channel:
    """Shows tables, unless Discord is out of reach."""

    def __init__(self, weeks: Weeks) -> None:
        self._weeks = weeks

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Note what would be posted."""
        if self._weeks.discord_is_gone:
            raise NotShownError("unavailable")
        message = self._weeks.post(table)
        pinged = self._weeks.posts[-1].pinged
        if table.row.state == "finished":
            return Shown(table.row.news, dues=self._weeks.end(table))
        return Shown(
            table.row.news, [message] if message else [], pinged=[] if pinged is None else [pinged]
        )


class Messages:
    """Reminds people, unless Discord is out of reach."""

    def __init__(self, weeks: Weeks) -> None:
        self._weeks = weeks

    async def directly(self, user: int, calls: Sequence[Call], *, doubted: bool) -> None:
        """Note a direct message."""
        self._weeks.remind(user, calls)

    async def in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool, doubted: bool
    ) -> tuple[int, StoredMessage]:
        """Note a message where a game is played."""
        self._weeks.remind(user, calls)
        place = calls[0].table.place
        return len(calls), StoredMessage("turn", place, len(self._weeks.reminders))


class Weeks:
    """Many games for some days.

    Attributes:
        now: the virtual time.
        posts: all messages, in their order.
        reminders: when whom was told again, and of which turns how often.
        ends: when whom was told of the end of which game.
        sent: when messages were sent, of whatever kind.
        outages: when nobody could play, as it really was.
    """

    def __init__(self, store: Store, tables: int, days: int, seed: int) -> None:
        self.now = BEGIN
        self.posts: list[Post] = []
        self.reminders: list[tuple[int, int, Named]] = []
        self.ends: list[tuple[int, int, int]] = []
        self.sent: list[int] = []
        self.outages: list[Span] = []
        self.found = Found()
        self.discord_is_gone = False
        self._store = store
        self._rng = Random(seed)
        self._begun = BEGIN
        self._end = BEGIN + days * DAY
        self._count = tables
        self._numbers: list[int] = []
        self._people: dict[int, Person] = {}
        self._events: list[tuple[int, int, str, int]] = []
        self._order = 0
        self._banks: dict[tuple[int, int], tuple[float, float]] = {}

    # The bot

    async def _start(self) -> None:
        """A new process: nothing is left of the one before but the database."""
        self.personal = Personal(self._store)
        await self.personal.load()
        self.dispatcher = Dispatcher(self._store, lambda: self.now)
        self.tables = tables_on(self._store, lambda: self.now, self._rng, personal=self.personal)
        await self.tables.uptime.load()
        reminders = Reminders(self.tables, self.personal, self.dispatcher)
        messages = Messages(self)
        reminders.start(messages, lambda items: None)
        self.dispatcher.handle(REMIND, reminders.remind)
        self.dispatcher.handle(ENDED, reminders.tell_ends)
        self._publisher = showing(self.tables, Channel(self), reminders, self.dispatcher)
        self.dispatcher.handle(CLOCK, self._tick)
        self.dispatcher.handle(RETURN, self._return)
        await self.tables.uptime.note()
        await self._catch_up()

    async def _catch_up(self) -> None:
        for number in await self._store.outbox.unshown():
            await self._publisher.publish(number)
        await self.tables.clock.wind_all()
        for number in self._numbers:
            await self._computers(number)

    async def _tick(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            before = await self.tables.get(due.game_id)
            played = {seat.seat for seat in before.seats if seat.status == "playing"}
            if await self.tables.clock.tick(due.game_id):
                self._check_hand_over(await self.tables.get(due.game_id), played)
                await self._publisher.publish(due.game_id)
                await self._computers(due.game_id)

    async def _return(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            if await self.tables.seats.return_from(due.game_id, due.user_id):
                self.found.counts["returns"] += 1
                await self._publisher.publish(due.game_id)

    async def _computers(self, number: int) -> None:
        """Computer players take their turns at once."""
        table = await self.tables.get(number)
        while table.computer_due:
            action = random_action(table.running_game().position, self._rng)
            table = await self.tables.turns.act_for_computer(number, table.version, action)
            self.found.counts["actions of computers"] += 1
        await self._publisher.publish(number)

    def post(self, table: Table) -> StoredMessage | None:
        """Note a message about a table as it is, with whom it notifies."""
        self.now += REQUEST
        self.sent.append(self.now)
        row, active = table.row, table.active
        if row.state != "running" or active is None:
            self.posts.append(Post(self.now, table.number, 0, row.news, False, None))
            return None
        turn, before = table.running_game().position.turn, table.messages.get("turn")
        warns = row.expired_at is None and row.shown < (row.warned_news or 0)
        asked = before is None or before.turn != turn or warns
        user = active.user_id if active.level is None and asked else None
        if user is not None and not self.personal.may_ping(user, self.now):
            user = None
        self.posts.append(Post(self.now, table.number, turn, row.news, warns, user))
        return StoredMessage("turn", table.place, len(self.posts), turn)

    def remind(self, user: int, calls: Sequence[Call]) -> None:
        """Note that somebody is told again of some turns, or of ends, in one message."""
        if self.discord_is_gone:
            raise NotShownError("unavailable")
        self.sent.append(self.now)
        over = [(self.now, user, call.table.number) for call in calls if call.waiting is None]
        self.ends += over
        self.found.counts["ends told later"] += len(over)
        if not over:
            self.reminders += [(self.now, user, _named(call)) for call in calls]
            self.found.counts["reminding messages"] += 1

    def end(self, table: Table) -> list[StoredDue]:
        """Note who is told at once that a game is over; gives when the others are."""
        told = self.personal.pinged_at_end(table, self.now)
        self.ends += [(self.now, user, table.number) for user in told]
        return ends_to_tell(table, told, self.personal, self.now)

    async def _look(self) -> None:
        """The dispatcher does what is due now; its pauses take virtual time."""

        async def pass_time(seconds: float) -> None:
            self.now += round(seconds * 1000)

        with patch("delivery.dispatcher.asyncio.sleep", pass_time):
            while await self.dispatcher._do_due() == 0.0:
                pass

    # What people do

    async def play(self) -> Found:
        """Let the days pass; gives what came of it."""
        await self._open()
        while self._events:
            due = await self._store.timers.next((CLOCK, RETURN, REMIND, ENDED), limit=1)
            at, _, what, user = self._events[0]
            if due and due[0].at < at:
                await self._pass_to(max(self.now, due[0].at))
                await self._look()
                continue
            heapq.heappop(self._events)
            await self._pass_to(max(self.now, at))
            if self.now >= self._end:
                break
            await (self._person(user) if what == "person" else self._mishap())
            await self._look()
        self._check_posts()
        await self._check_ends()
        return self.found

    async def _pass_to(self, at: int) -> None:
        self.now = at
        self.tables.uptime._seen_at = at - self._rng.randrange(round(NOTE_EVERY_S * 1000))

    def _at(self, at: int, what: str, user: int = 0) -> None:
        self._order += 1
        heapq.heappush(self._events, (at, self._order, what, user))

    async def _open(self) -> None:
        rng = self._rng
        for user in range(1, max(8, self._count // 2) + 1):
            person = self._habits(user)
            self._people[user] = person
            await self._store.people.set_preferences(user, person.chosen)
            self._at(BEGIN + rng.randrange(DAY), "person", user)
        await self._start()
        for number in range(self._count):
            host, *others = rng.sample(sorted(self._people), rng.choice((2, 2, 3, 4)))
            table = await self.tables.lobby.open(
                Opening(
                    GUILD,
                    number + 1,
                    host,
                    f"P{host}",
                    clock=str(CLOCKS[number % len(CLOCKS)]),
                    late=LATE[number // len(CLOCKS) % len(LATE)],
                    absence=rng.choice(("stop", "computer")),
                )
            )
            for other in others:
                await self.tables.lobby.join(table.number, other, f"P{other}")
            table = await self.tables.lobby.begin(table.number, host)
            if number % NEAR_ITS_END == 0:
                table = await self._play_ahead(table)
            self._numbers.append(table.number)
            for seat in table.seats:
                self._banks[table.number, seat.seat] = (float(seat.bank), 0.0)
            await self._publisher.publish(table.number)
        self._begun = self.now
        self._at(BEGIN + rng.randrange(DAY), "mishap")

    async def _play_ahead(self, table: Table) -> Table:
        """A game of which the last turns alone are left."""
        game, entries, ends = table.running_game().copy(), list[StoredEntry](), list[int]()
        while not game.position.over:
            author = table.seats[game.position.active].user_id
            action = random_action(game.position, self._rng)
            game.apply(action)
            entries.append(StoredEntry(str(action), author, self.now))
            if isinstance(action, End):
                ends.append(len(entries))
        await self._store.games.append(table.number, 0, entries[: ends[-LAST_TURNS]], news=False)
        self.tables.cache.forget(table.number)
        return await self.tables.get(table.number)

    def _habits(self, user: int) -> Person:
        rng = self._rng
        night = (22 * 60, 7 * 60) if rng.random() < 0.7 else (None, None)
        chosen = Preferences(
            zone=rng.choice(ZONES),
            quiet_from=night[0],
            quiet_until=night[1],
            quiet_weekend=rng.random() < 0.15,
            quiet_turns=rng.random() < 0.2,
            mention=rng.random() < 0.9,
            remind=rng.choice(("never", "once", "once", "daily", "daily")),
            remind_after=rng.choice((6, 12, 24)),
            remind_in=rng.choice(("game", "message")),
        )
        begin = BEGIN + rng.randrange(20 * DAY)
        absences = [(begin, begin + rng.randint(1, 6) * DAY, rng.random() < 0.6)]
        hours = tuple(sorted(rng.sample(range(7, 24), rng.randint(1, 3))))
        return Person(user, chosen, hours, rng.uniform(0.5, 1.0), absences)

    async def _person(self, user: int) -> None:
        """Somebody looks at all their games, perhaps."""
        person, rng = self._people[user], self._rng
        self._at(self._next_look(person), "person", user)
        for begin, end, told in person.absences:
            if told and begin <= self.now < end:
                await self._leave(user, end)
        if person.is_gone(self.now) or rng.random() > person.care:
            return
        for number in self._numbers:
            table = await self.tables.get(number)
            seat = table.person(user)
            if table.row.state != "running" or seat is None:
                continue
            if seat.status == "away" and rng.random() < 0.8:
                table = await self.tables.seats.come_back(number, user)
                await self._publisher.publish(number)
            if table.active is not None and table.active.user_id == user:
                if table.active.status == "playing":
                    await self._take_turn(table, user)
            elif table.row.expired_at is not None and rng.random() < 0.7:
                await self._decide(table, user)

    def _next_look(self, person: Person) -> int:
        zone = zone_of(person.chosen.zone)
        local = datetime.fromtimestamp(self.now / 1000, zone)
        for day in (0, 1, 2):
            date = local.date() + timedelta(day)
            for hour in person.hours:
                look = datetime(date.year, date.month, date.day, hour, tzinfo=zone)
                at = round(look.timestamp() * 1000) + self._rng.randrange(HOUR)
                if at > self.now:
                    return at
        raise AssertionError("a day has no hours")

    async def _leave(self, user: int, until: int) -> None:
        for number in self._numbers:
            table = await self.tables.get(number)
            seat = table.person(user)
            if table.row.state != "running" or seat is None or seat.status != "playing":
                continue
            if table.pause_of(seat.seat, self.now) is not None or until <= self.now:
                continue
            try:
                await self.tables.seats.be_away(number, user, until)
            except TableError as error:
                if error.code not in ("few-days", "limit-game-posts", "limit-posts"):
                    raise
                continue
            self.found.counts["absences"] += 1
            await self._publisher.publish(number)
            await self._computers(number)

    async def _take_turn(self, table: Table, user: int) -> None:
        number, turn = table.number, table.running_game().position.turn
        seat, began = table.own_seat(user).seat, table.turn_began_at
        while table.row.state == "running" and table.running_game().position.turn == turn:
            action = random_action(table.running_game().position, self._rng)
            table, _ = await self.tables.turns.act(number, user, action)
        self.found.counts["turns"] += 1
        if table.row.state == "running":
            self._check_bank(table, seat, began)
        await self._publisher.publish(number)
        await self._computers(number)

    async def _decide(self, table: Table, user: int) -> None:
        """The others have a computer play for somebody whose time is up."""
        active = table.active
        if active is None or active.level is not None:
            return
        played = {seat.seat for seat in table.seats if seat.status == "playing"}
        try:
            table = await self.tables.seats.leave_to_computer(
                table.number, user, active.seat, STAND_IN, one_turn=self._rng.random() < 0.5
            )
        except TableError as error:
            if error.code not in (
                "too-early",
                "too-early-minutes",
                "limit-game-posts",
                "limit-posts",
                "away",
            ):
                raise
            return
        self._check_hand_over(table, played)
        await self._publisher.publish(table.number)
        await self._computers(table.number)

    # What happens to the bot

    async def _mishap(self) -> None:
        """The bot is stopped for a while, or Discord is out of reach."""
        rng = self._rng
        self._at(self.now + rng.randrange(6 * HOUR, 60 * HOUR), "mishap")
        length = rng.choice((30_000, 2 * MINUTE, 10 * MINUTE, 3 * HOUR, 20 * HOUR))
        await self.tables.uptime.note()
        began = self.now + rng.randrange(round(NOTE_EVERY_S * 1000))
        self.outages.append((began, began + length))
        self.now = began + length
        if rng.random() < 0.5:
            self.found.counts["restarts"] += 1
            await self._start()
        else:
            self.found.counts["outages of Discord"] += 1
            self.discord_is_gone = True
            await self._look()
            self.discord_is_gone = False
            await self.tables.uptime.note()
            await self._catch_up()

    # What must hold

    def _check_bank(self, table: Table, seat: int, began: int) -> None:
        """A bank is what it must be by how it really was, but for what an outage may change."""
        control, number = control_of(table.row), table.number
        bank, doubt = self._banks[number, seat]
        user = table.seats[seat].user_id or 0
        slow = control.turn is not None and control.turn >= 6 * HOUR
        pauses = [
            (pause.began_at, pause.until_at or self.now)
            for pause in table.pauses
            if pause.seat == seat
        ]
        hours = read_hours(self.personal.clock_hours(user) if slow else None)
        quiet = list(_until(at_most(hours.spans(began), control.quiet), self.now))
        during = [span for span in self.outages if span[1] > began - LONGEST_GAP_MS]
        used = elapsed(began, self.now, sorted([*pauses, *quiet, *during]))
        if control.turn is not None:
            paid = max(0.0, used - control.turn)
            bank = min(control.bank, max(0.0, bank - paid) + control.refill)
        doubt += sum(
            min(end - begin, LONGEST_GAP_MS) + NOTE_EVERY_S * 1000 for begin, end in during
        )
        self._banks[number, seat] = (bank, doubt)
        if abs(table.seats[seat].bank - bank) > doubt:
            self.found.wrong.append(
                f"bank of seat {seat} in game {number}: {table.seats[seat].bank}, not {bank}"
            )
        self.found.counts["banks"] += 1

    def _check_hand_over(self, table: Table, played: set[int]) -> None:
        """Nobody's seat or turn is taken without a message that told of it long enough before."""
        for seat in table.seats:
            if seat.seat not in played or seat.status != "away":
                continue
            self.found.counts["hand-overs"] += 1
            notice = control_of(table.row).notice
            turn = table.running_game().position.turn
            told = [
                post.at
                for post in self.posts
                if (post.table, post.turn, post.warns) == (table.number, turn, True)
            ]
            if not told or told[0] + notice > self.now + TELLING:
                self.found.wrong.append(f"game {table.number}: handed over, told at {told}")

    def _check_posts(self) -> None:
        shown = Counter((post.table, post.news) for post in self.posts)
        self.found.wrong += [f"told twice: {which}" for which, n in shown.items() if n > 1]
        pings = Counter((post.table, post.turn) for post in self.posts if post.pinged)
        self.found.wrong += [f"pinged {n} times: {which}" for which, n in pings.items() if n > 2]
        for post in self.posts:
            if post.pinged is None:
                continue
            chosen = self._people[post.pinged].chosen
            if not chosen.quiet_turns and quiet_of(chosen).covers(post.at):
                self.found.wrong.append(f"pinged in quiet hours: {post}")
        seconds = Counter(at // 1000 for at in self.sent if at > self._begun)
        most = max(seconds.values(), default=0)
        if most > MOST_A_SECOND:
            self.found.wrong.append(f"{most} messages in one second")
        self._check_reminders()
        self.found.counts["messages"] = len(self.posts)
        self.found.counts["warnings"] = sum(post.warns for post in self.posts)
        self.found.counts["most messages in a second"] = most

    def _check_reminders(self) -> None:
        told = Counter(which for _, _, which in self.reminders)
        self.found.wrong += [f"reminded twice: {which}" for which, n in told.items() if n > 1]
        for at, user, which in self.reminders:
            chosen = self._people[user].chosen
            if which.number > 2:
                self.found.wrong.append(f"reminded once more: {which}")
            unwanted = chosen.remind == "never" and which.number > 0
            if unwanted or quiet_of(chosen).covers(at):
                self.found.wrong.append(f"reminded at the wrong time: {which}")
        self.found.counts["reminders"] = len(self.reminders)

    async def _check_ends(self) -> None:
        """Who wants to know is told once of each game's end, and not in quiet hours."""
        told = Counter((user, number) for _, user, number in self.ends)
        self.found.wrong += [f"end told twice: {which}" for which, n in told.items() if n > 1]
        for at, user, number in self.ends:
            if quiet_of(self._people[user].chosen).covers(at):
                self.found.wrong.append(f"end of game {number} told to {user} in quiet hours")
        for number in self._numbers:
            table = await self.tables.get(number)
            if table.row.state != "finished":
                continue
            self.found.counts["games to their end"] += 1
            for user in self.personal.end_recipients(table):
                waits = quiet_of(self._people[user].chosen).over(table.row.ended_at or 0)
                if (user, number) not in told and waits + DAY < self._end:
                    self.found.wrong.append(f"end of game {number} not told to {user}")


def _named(call: Call) -> Named:
    assert call.waiting is not None
    return Named(call.table.number, call.waiting.turn, call.number)


def _until(spans: Iterable[Span], now: int) -> Iterator[Span]:
    """The spans that begin before a time."""
    for span in spans:
        if span[0] >= now:
            return
        yield span


async def pass_weeks(database: Place, tables: int, days: int, seed: int) -> Found:
    """What comes of so many days at so many tables."""
    store = await Store.open(database)
    try:
        return await Weeks(store, tables, days, seed).play()
    finally:
        await store.close()


def main() -> int:
    """Run it and tell what was found."""
    tables, days, seed = (int(text) for text in [*sys.argv[1:], *("200", "21", "1")][:3])
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(pass_weeks(Path(folder) / "weeks.sqlite3", tables, days, seed))
    lines = [f"{count:8,} {what}" for what, count in sorted(found.counts.items())]
    lines += [*found.wrong[:50], f"{len(found.wrong):8,} wrong", ""]
    sys.stdout.write("\n".join(lines))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
