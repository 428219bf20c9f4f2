"""Read hours: the quiet ones of a day, and the delay of a reminder."""

from __future__ import annotations

import re
from typing import Final

from db.people.rows import Reminding
from i18n.translation import NC_, Words, folded
from tabletop.quiet import DAY_IN_MINUTES
from ui.answers import RefusalError
from ui.input.times.days import hours_of
from ui.texts.escaping import TYPED, plain

# Translators: what people type for no quiet hours and no reminder, with commas between.
OFF: Final = NC_("typed", "off, none, never, no, -, 0")
# Translators: what people type of quiet hours, “from 22 to 7 o'clock”, with commas between.
FROM: Final = NC_("typed", "from")
# Translators: what people type between two hours or squares, with commas between.
TO: Final = NC_("typed", "to, till, until, through, thru")
O_CLOCK: Final = NC_("typed", "o'clock, oclock")
# Translators: what people type for a reminder every day, and for one after some hours.
DAILY: Final = NC_("typed", "daily, every day")
ONCE: Final = NC_("typed", "once")
LATER: Final = NC_("typed", "once, after, later")

LONGEST: Final = 14 * 24
"""The greatest delay of a reminder, in hours."""

CLOCK: Final = r"(\d{1,2})(?:[:.h]?(\d{2}))? ?h? ?(am|pm|a|p)?"
TIME: Final = re.compile(CLOCK)
SPAN: Final = re.compile(rf"{CLOCK} ?(?:-|–|—| ) ?{CLOCK}")
LENGTH: Final = re.compile(r"(\d{1,4}) ?([^\W\d_]+)?")
WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def read_quiet(typed: str, words: Words) -> tuple[int, int] | None:
    """Return the start and end of typed quiet hours in minutes of the day, or None for "off".

    >>> from i18n.translation import ENGLISH
    >>> read_quiet("10 pm - 7", ENGLISH)
    (1320, 420)

    Raises:
        RefusalError: if the text cannot be understood.
    """
    text = _folded(typed)
    if not text or text in words.typed(OFF):
        return None
    said = dict.fromkeys(words.typed(FROM) | words.typed(O_CLOCK), "")
    said |= dict.fromkeys(words.typed(TO), "-")
    if found := SPAN.fullmatch(_spaced(WORD.sub(lambda one: said.get(one[0], one[0]), text))):
        begin, end = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:])
        # The same hour twice could mean all day or never, so it is asked again.
        if begin is not None and end is not None and begin != end:
            return begin, end
    raise RefusalError(
        words(
            "“{typed}” names no quiet hours. Type two times of the day, such as `22-8` or "
            "`22:30-7`, or `off`.",
            typed=plain(typed, TYPED),
        )
    )


def read_clock(typed: str, words: Words) -> list[tuple[int, int | None]]:
    """Return the typed time of the day, its minute None if only an hour was typed.

    There are two of it where a time from 1 to 12 may be one of the morning or of the afternoon;
    none if no time was typed.

    >>> from i18n.translation import ENGLISH
    >>> read_clock("2:30", ENGLISH)
    [(2, 30), (14, 30)]
    >>> read_clock("2 pm", ENGLISH)
    [(14, None)]
    """
    said = WORD.sub(lambda one: "" if one[0] in words.typed(O_CLOCK) else one[0], _folded(typed))
    found = TIME.fullmatch(_spaced(said))
    if found is None or (at := _minutes(found[1], found[2], found[3])) is None:
        return []
    minute = at % 60 if found[2] else None
    hours = [at // 60] if found[3] or not 1 <= int(found[1]) <= 12 else [at // 60, at // 60 + 12]
    return [(hour % 24, minute) for hour in hours]


def read_reminding(typed: str, words: Words) -> tuple[Reminding, int | None]:
    """Return the typed frequency of reminders, and the delay in hours if one was typed.

    Raises:
        RefusalError: if the text cannot be understood.
    """
    text = _folded(typed)
    if not text or text in words.typed(OFF):
        return "never", None
    if text.startswith(tuple(words.typed(DAILY))):
        return "daily", None
    if text in words.typed(ONCE):
        return "once", None
    said = WORD.sub(lambda one: "" if one[0] in words.typed(LATER) else one[0], text)
    if found := LENGTH.fullmatch(_spaced(said).strip(" ,")):
        unit = 1 if found[2] is None else hours_of(found[2], words)
        if unit is not None and 1 <= int(found[1]) * unit <= LONGEST:
            return "once", int(found[1]) * unit
    raise RefusalError(
        words(
            "“{typed}” is no reminder I can send. Type `never`, `daily`, or after how many hours, "
            "1 to {most}, such as `8h`.",
            typed=plain(typed, TYPED),
            most=LONGEST,
        )
    )


def _folded(typed: str) -> str:
    return _spaced(folded(typed).replace("’", "'"))


def _spaced(text: str) -> str:
    """Return a text with single spaces; patterns need not look for more."""
    return " ".join(text.split())


def _minutes(hours: str, minutes: str | None, half: str | None) -> int | None:
    """Return the minute of the day; None if no clock shows it."""
    hour, minute = int(hours), int(minutes or 0)
    if minute >= 60 or hour > (12 if half else 24):
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (hour * 60 + minute) % DAY_IN_MINUTES
