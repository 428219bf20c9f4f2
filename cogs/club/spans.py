"""Calendar days, months and years, as people type them to look into the archive."""

import re
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, datetime
from typing import Final

from tabletop.time_control import DAY

DATE: Final = re.compile(r"([0-9]{4})(?: ?[-./ ] ?([0-9]{1,2})(?: ?[-./ ] ?([0-9]{1,2}))?)?")
"""A year, perhaps with a month, perhaps with a day."""


@dataclass(frozen=True, slots=True)
class DaySpan:
    """A calendar day, month or year, in UTC."""

    year: int
    month: int = 0  # from 1; 0 for a whole year
    day: int = 0  # from 1; 0 for a whole month or year

    def __str__(self) -> str:
        parts = (f"{self.year:04}", f"{self.month:02}", f"{self.day:02}")
        return "-".join(part for part in parts if int(part))

    @property
    def number(self) -> int:
        """The span as one number, for a custom id."""
        return (self.year * 100 + self.month) * 100 + self.day

    @property
    def begin(self) -> int:
        """The beginning of the span, in milliseconds UTC."""
        return _at(datetime(self.year, self.month or 1, self.day or 1, tzinfo=UTC))

    @property
    def end(self) -> int:
        """The end of the span, in milliseconds UTC."""
        if self.day:
            return self.begin + DAY
        # The year 9999 is the last that the library knows.
        if self.year == MAXYEAR and self.month in (0, 12):
            return _at(datetime.max.replace(tzinfo=UTC))
        year, month = (self.year, self.month + 1) if 0 < self.month < 12 else (self.year + 1, 1)
        return _at(datetime(year, month, 1, tzinfo=UTC))


def span_of(number: int) -> DaySpan | None:
    """Return the span that ``DaySpan.number`` encodes as this number; None if there is none."""
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    return _span(year, month, day)


def read_span(typed: str) -> DaySpan | None:
    """Return the typed day, month or year; None if the text is not a date.

    >>> read_span("2026 / 12")
    DaySpan(year=2026, month=12, day=0)
    """
    found = DATE.fullmatch(" ".join(typed.split()))
    return _span(*[int(part or 0) for part in found.groups()]) if found else None


def month_of(at: int) -> DaySpan:
    """Return the month in which a time in milliseconds UTC lies."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return DaySpan(when.year, when.month)


def _at(when: datetime) -> int:
    return round(when.timestamp() * 1000)


def _span(year: int, month: int, day: int) -> DaySpan | None:
    try:
        # The library checks the calendar; a number of a custom id may be forged like any other.
        datetime(year, month or 1, day or 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return DaySpan(year, month, day) if month or not day else None
