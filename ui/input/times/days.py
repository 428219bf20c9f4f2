"""Days and lengths of time as people type them: ``3d``, ``monday``, ``24 Dec``, ``2026-12-24``."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from translation import Words
from ui.answers import RefusalError
from ui.texts.escaping import plain

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

LENGTH: Final = re.compile(r"(?:in |for )?(\d{1,4}) ?(h|d|w|hours?|days?|weeks?)")
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
NUMBERS: Final = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")
DAY_MONTH: Final = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]{3})[a-z]*\.?(?: (\d{4}))?"
)
MONTH_DAY: Final = re.compile(r"([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")


def read_until(typed: str, now: int, zone: tzinfo, words: Words) -> int:
    """The time that somebody means: after a length of time, or when a day begins where they are.

    Args:
        now: in milliseconds UTC, as is what is given back.

    Raises:
        RefusalError: if it is not understood.
    """
    text = re.sub(r"\s+", " ", typed.casefold()).strip(" .!")
    text = re.sub(r"^(?:until|till|on) ", "", text)
    if found := LENGTH.fullmatch(text):
        hours = {"h": 1, "d": 24, "w": 24 * 7}[found[2][0]]
        return now + int(found[1]) * hours * 3_600_000
    today = datetime.fromtimestamp(now / 1000, zone).date()
    day = _named_day(text, today) or _date(text, today)
    if day is None:
        raise RefusalError(
            words(
                "“{token}” is not a day that I understand. Type `3d`, `2 weeks`, `monday`, "
                "`24 Dec` or `2026-12-24`.",
                token=plain(typed, 40),
            )
        )
    return round(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)


def _named_day(text: str, today: date) -> date | None:
    """The next day of a name such as ``tomorrow``, ``next monday`` or ``next week``."""
    if text == "tomorrow":
        return today + timedelta(1)
    if text == "next week":
        return today + timedelta(7 - today.weekday())
    if text == "next month":
        return (today.replace(day=1) + timedelta(32)).replace(day=1)
    name = text.removeprefix("next ")
    for weekday, full in enumerate(DAYS):
        if len(name) >= 3 and full.startswith(name):
            return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)
    return None


def _date(text: str, today: date) -> date | None:
    """The date that is written; without a year, the next such day."""
    if found := ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := NUMBERS.fullmatch(text):
        day, month = int(found[1]), int(found[2])
        if month > 12:  # as Americans write it
            day, month = month, day
        return _next(day, month, found[3], today)
    if (found := DAY_MONTH.fullmatch(text)) and found[2] in MONTHS:
        return _next(int(found[1]), MONTHS.index(found[2]) + 1, found[3], today)
    if (found := MONTH_DAY.fullmatch(text)) and found[1] in MONTHS:
        return _next(int(found[2]), MONTHS.index(found[1]) + 1, found[3], today)
    return None


def _next(day: int, month: int, year: str | None, today: date) -> date | None:
    if year:
        return _day(int(year), month, day)
    this_year = _day(today.year, month, day)
    if this_year is None or this_year <= today:
        return _day(today.year + 1, month, day)
    return this_year


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
