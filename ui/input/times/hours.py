"""Hours as people type them: quiet ones of a day, and how long until a reminder."""

from __future__ import annotations

import re
from typing import Final

from db.rows import Reminding
from translation import Words
from ui.answers import RefusalError
from ui.texts.escaping import plain

OFF: Final = frozenset(("", "off", "none", "never", "no", "-", "0"))
"""What people type for nothing."""

DAY: Final = 24 * 60
"""Minutes."""

LONGEST: Final = 14 * 24
"""Hours after which a reminder may come at the latest."""

CLOCK: Final = r"(\d{1,2})(?:[:.h]?(\d{2}))?\s*h?\s*(am|pm|a|p)?(?:\s*uhr|\s*o'?clock)?"
SPAN: Final = re.compile(rf"(?:from\s+)?{CLOCK}\s*(?:-|–|—|to|till|until|bis|\s)\s*{CLOCK}")
LATER: Final = re.compile(
    r"(?:once,?)?\s*(?:after)?\s*(\d{1,4})\s*(h|hours?|hrs?|d|days?)?\s*(?:later)?"
)


def read_quiet(typed: str, words: Words) -> tuple[int, int] | None:
    """The minutes of the day between which it is quiet, ``None`` for never.

    Raises:
        RefusalError: if it cannot be understood.
    """
    text = " ".join(typed.casefold().split())
    if text in OFF:
        return None
    if found := SPAN.fullmatch(text):
        begin, end = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:])
        if begin is not None and end is not None and begin != end:
            return begin, end
    raise RefusalError(
        words(
            "“{typed}” names no quiet hours. Type two times of the day, such as `22-8` or "
            "`22:30-7`, or `off`.",
            typed=plain(typed, 40),
        )
    )


def read_reminding(typed: str, words: Words) -> tuple[Reminding, int | None]:
    """How often somebody wants to be reminded, and after how many hours if they say so.

    Raises:
        RefusalError: if it cannot be understood.
    """
    text = " ".join(typed.casefold().split())
    if text in OFF:
        return "never", None
    if text.startswith(("daily", "every day")):
        return "daily", None
    if text == "once":
        return "once", None
    if found := LATER.fullmatch(text):
        hours = int(found[1]) * (24 if (found[2] or "h").startswith("d") else 1)
        if 1 <= hours <= LONGEST:
            return "once", hours
    raise RefusalError(
        words(
            "“{typed}” is no reminder I can send. Type `never`, `daily`, or after how many hours, "
            "1 to {most}, such as `8h`.",
            typed=plain(typed, 40),
            most=LONGEST,
        )
    )


def _minutes(hours: str, minutes: str | None, half: str | None) -> int | None:
    """The minute of the day; ``None`` if no clock shows it."""
    hour, minute = int(hours), int(minutes or 0)
    if minute >= 60 or hour > (12 if half else 24):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (hour * 60 + minute) % DAY
