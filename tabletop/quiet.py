"""Times in which no clock runs: the quiet hours of people, and the outages of the bot.

Moments are milliseconds UTC. A zone is one of the IANA database, whose clock may be put on or back,
or a fixed distance from UTC such as ``UTC+02:00``.

The bot records a heartbeat in the database every minute. Where more than a few minutes lie between
two of them it was not there: it was stopped, its computer slept, Discord was out of reach, or the
computer's clock was set on. A person cannot be late then.
"""

import re
from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from db.preferences import Preferences
from db.store import Store
from tabletop.time_control import MINUTE, SECOND, Span

DAY_IN_MINUTES: Final = 24 * 60

SATURDAY: Final = 5  # the number of the day with which a weekend of two days begins

FIXED: Final = re.compile(r"UTC([+-])([0-9]{2}):([0-9]{2})")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The quiet hours of a person.

    Attributes:
        zone: the zone of the person's clock; ``None`` for UTC.
        since, until: begin and end in minutes of the day, both or neither; if ``since`` is later,
            the quiet hours include midnight.
        weekend: whether Saturdays and Sundays are quiet from midnight to midnight.
    """

    zone: str | None = None
    since: int | None = None
    until: int | None = None
    weekend: bool = False

    def covers(self, moment: int) -> bool:
        """Return whether a time is in the quiet hours."""
        local = datetime.fromtimestamp(moment / 1000, zone_of(self.zone))
        if self.weekend and local.weekday() >= SATURDAY:
            return True
        if self.since is None or self.until is None:
            return False
        minute = local.hour * 60 + local.minute
        if self.since < self.until:
            return self.since <= minute < self.until
        # The night lies across midnight.
        return minute >= self.since or minute < self.until

    def __str__(self) -> str:
        """Return the text that ``read_hours`` reads."""
        since, until = self.since or 0, self.until or 0
        return f"{since}-{until} {int(self.weekend)} {self.zone or ''}".rstrip()

    @property
    def night(self) -> int:
        """The length of the quiet hours of each day, in minutes."""
        if self.since is None or self.until is None:
            return 0
        return (self.until - self.since) % DAY_IN_MINUTES or DAY_IN_MINUTES

    def spans(self, moment: int) -> Iterator[tuple[int, int]]:
        """Yield the quiet times after a moment, endlessly; nothing if there are none."""
        if self.night == DAY_IN_MINUTES or not (self.night or self.weekend):
            return
        while True:
            while not self.covers(moment):
                moment = self._next_edge(moment)
            end = self.over(moment)
            yield moment, end
            moment = end

    def over(self, moment: int) -> int:
        """Return the first time from a moment on that is not quiet."""
        while self.covers(moment):
            moment = self._next_edge(moment)
        return moment

    def _next_edge(self, moment: int) -> int:
        zone = zone_of(self.zone)
        today = datetime.fromtimestamp(moment / 1000, zone).date()
        later = [edge for edge in self._edges(today, zone) if edge > moment]
        return _before_the_clock_is_changed(moment, min(later), zone)

    def _edges(self, today: date, zone: tzinfo) -> Iterator[int]:
        # Midnight as well: a weekend begins and ends there.
        minutes = {0, self.since or 0, self.until or 0}
        for day in (today, today + timedelta(days=1)):
            for minute in minutes:
                for fold in (0, 1):  # an hour that comes twice, or never
                    at = time(minute // 60, minute % 60, tzinfo=zone, fold=fold)
                    yield round(datetime.combine(day, at).timestamp() * 1000)


def quiet_of(chosen: Preferences) -> QuietHours:
    """Return the quiet hours that a person has chosen."""
    return QuietHours(chosen.zone, chosen.quiet_from, chosen.quiet_until, chosen.quiet_weekend)


def read_hours(text: str | None) -> QuietHours:
    """Return the quiet hours of a text; none for ``None``.

    >>> read_hours("1320-480 1 Europe/Berlin")
    QuietHours(zone='Europe/Berlin', since=1320, until=480, weekend=True)
    """
    if text is None:
        return QuietHours()
    span, weekend, *zone = text.split(" ")
    since, until = map(int, span.split("-"))
    place, whole = next(iter(zone), None), weekend == "1"
    if since == until:
        return QuietHours(place, weekend=whole)
    return QuietHours(place, since, until, whole)


def zone_of(name: str | None) -> tzinfo:
    """Return the time zone with a stored name; UTC for None or an unknown name."""
    if name is None:
        return UTC
    if fixed := FIXED.fullmatch(name):
        distance = timedelta(hours=int(fixed[2]), minutes=int(fixed[3]))
        return timezone(-distance if fixed[1] == "-" else distance)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def _before_the_clock_is_changed(moment: int, edge: int, zone: tzinfo) -> int:
    """Return the next edge, or the moment before it at which a zone's clock is put on or back."""
    before = _offset(moment, zone)
    if _offset(edge, zone) == before:
        return edge
    # zoneinfo does not tell its transitions, so the one in between is found by bisection.
    low, high = moment, edge
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _offset(middle, zone) == before else (low, middle)
    return high


def _offset(moment: int, zone: tzinfo) -> timedelta | None:
    return datetime.fromtimestamp(moment / 1000, zone).utcoffset()


NOTE_EVERY_S: Final = 60.0  # seconds between two heartbeats

LONGEST_GAP_MS: Final = 3 * MINUTE
"""Milliseconds between two heartbeats that still count for clocks: a quick restart is no outage."""


class Uptime:
    """The record of the bot's outages, which it computes from its stored heartbeats."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._outages: list[Span] = []
        self._seen_at: int | None = None

    async def load(self) -> None:
        """Load the outages, and the last heartbeat before the bot's start."""
        self._outages = list(await self._store.timers.outages())
        self._seen_at = await self._store.timers.seen_at()

    async def note(self) -> bool:
        """Record a heartbeat, and return whether it ends an outage.

        Raises:
            StoreError: if it cannot be recorded; then the bot counts as away.
        """
        now, seen = self._clock(), self._seen_at
        if seen is not None and now < seen - SECOND:
            # Set back, the clock runs through that time again: it must not count as an outage then.
            await self._store.timers.note_clock_set_back(self._store.shards, now)
            self._outages = [(began, min(end, now)) for began, end in self._outages if began < now]
        elif seen is not None and now - seen > LONGEST_GAP_MS:
            await self._store.timers.note_seen(self._store.shards, now, outage_since=seen)
            insort(self._outages, (seen, now))
        else:
            await self._store.timers.note_seen(self._store.shards, now)
            self._seen_at = now
            return False
        self._seen_at = now
        return True

    @property
    def is_here(self) -> bool:
        """True if the last heartbeat is recent."""
        return self._seen_at is None or self._clock() - self._seen_at <= LONGEST_GAP_MS

    def outages(self) -> list[Span]:
        """Return the outages by their beginnings; one that still lasts comes last."""
        if self.is_here or self._seen_at is None:
            return self._outages
        # With a margin ahead: a clock read in the next minutes stands still as well.
        return [*self._outages, (self._seen_at, self._clock() + LONGEST_GAP_MS)]
