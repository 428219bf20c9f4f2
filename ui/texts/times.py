"""Moments and times of the day, as they are shown."""

from __future__ import annotations

import re
from datetime import datetime, time
from typing import Final

from tabletop.quiet import zone_of

RELATIVE: Final = re.compile(r"(<t:\d+):R>")


def clock(zone: str, now: int) -> time:
    """Return the local time in a zone at a moment in milliseconds UTC."""
    return datetime.fromtimestamp(now / 1000, zone_of(zone)).time()


def moment(at: int, style: str = "R") -> str:
    """Return Discord's markup for a moment, which each reader sees in their own zone.

    >>> moment(1_700_000_000_000)
    '<t:1700000000:R>'
    """
    return f"<t:{at // 1000}:{style}>"


def absolute(text: str) -> str:
    """Return a text whose moments do not count on: in an old message they would mislead.

    >>> absolute("It began <t:1700000000:R>.")
    'It began <t:1700000000:f>.'
    """
    return RELATIVE.sub(r"\1:f>", text)


def hour_of(minutes: int) -> time:
    """Convert a minute of the day, from 0, to a ``datetime.time``."""
    return time(minutes // 60, minutes % 60)


def time_of_day(minutes: int) -> str:
    """Return a minute of the day as it is typed, such as ``22:30``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
