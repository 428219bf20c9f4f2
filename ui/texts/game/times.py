"""Times of the day."""

from __future__ import annotations

from datetime import datetime, time

from tabletop.quiet import zone_of


def clock(zone: str, now: int) -> time:
    """What a zone's clock shows at a moment in milliseconds."""
    return datetime.fromtimestamp(now / 1000, zone_of(zone)).time()


def hour_of(minutes: int) -> time:
    """A minute of the day as a time."""
    return time(minutes // 60, minutes % 60)


def time_of_day(minutes: int) -> str:
    """A minute of the day as it is typed, such as ``22:30``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
