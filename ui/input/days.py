"""Read days and lengths of time as people type them: ``3d``, ``monday``, ``24 Dec``.

English is understood in every language, beside the person's own.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from i18n.formats import day_comes_first
from i18n.translation import NC_, Words, folded
from tabletop.quiet import zone_of
from tabletop.time_control import HOUR
from ui.input.typed import UnclearError
from ui.interactions import Interaction, services_of, words_of
from ui.texts.markup import TYPED, plain

# Translators: what people type before a day or a length of time, with commas between.
BEFORE: Final = NC_("typed", "until, till, on, in, for")
# Translators: as in “next monday”, with commas between.
NEXT: Final = NC_("typed", "next")
TOMORROW: Final = NC_("typed", "tomorrow")
# Translators: what people type for units of time, with commas between: “3d”, “3 days”.
HOURS: Final = NC_("typed", "h, hr, hrs, hour, hours")
DAYS: Final = NC_("typed", "d, day, days")
WEEKS: Final = NC_("typed", "w, week, weeks")
MONTHS: Final = NC_("typed", "month, months")

LENGTH: Final = re.compile(r"(\d{1,4}) ?([^\W\d_]+)")
ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})(?:\.(\d{4})?)?")
NUMBERS: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}))?")
DAY_MONTH: Final = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|\.)? ?(?:of |de )?([^\W\d_]+)\.?(?: (\d{4}))?"
)
MONTH_DAY: Final = re.compile(r"([^\W\d_]+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")
OFFERED: Final = (1, 3, 7)  # the days from today that are offered in place of what is no day
LEAST_LETTERS: Final = 3  # letters of a name that are enough


def read_until(typed: str, now: int, zone: tzinfo, words: Words, locale: str) -> int:
    """Return the end of a typed length of time from now, or the beginning of a typed day.

    Args:
        now: the present time in milliseconds UTC, like the result.
        locale: the language of the person's Discord, such as ``en-US``.

    Raises:
        UnclearError: if the text may mean two days, or is neither a length of time nor a day.
    """
    said = re.sub(r"[\s'’]+", " ", folded(typed)).strip(" .!").split(" ")
    while len(said) > 1 and said[0] in words.typed(BEFORE):
        said.pop(0)
    text = " ".join(said)
    if found := LENGTH.fullmatch(text):
        hours = hours_of(found[2], words)
        if hours is not None:
            return now + int(found[1]) * hours * HOUR
    today = datetime.fromtimestamp(now / 1000, zone).date()
    day = _named_day(said, today, words) or _date(text, today, words)
    if day is None and (meant := _numbered(text, today)):
        orders = {day_comes_first(spoken) for spoken in (locale, words.language)}
        if len(orders) == 1:
            meant = meant[:1] if orders == {True} else meant[-1:]
        # Over, it is not what is meant, and the other one may not be, either.
        day = meant[0] if len(meant) == 1 and meant[0] > today else None
        if day is None:
            raise _which(typed, today, _numbered(text, today), words)
    if day is None:
        raise UnclearError(
            words(
                "I don't understand the day “{token}”. Type “3 days”, “2 weeks”, "
                "“Monday”, “24 Dec” or “2026-12-24”.",
                token=plain(typed, TYPED),
            ),
            "until",
            [words.day(today + timedelta(days)) for days in OFFERED],
        )
    return round(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)


def until_typed(interaction: Interaction, typed: str) -> int:
    """Return the end of a length of time or the day that a person typed; see ``read_until``."""
    services = services_of(interaction)
    zone = zone_of(services.personal.preferences(interaction.user.id).zone)
    words, locale = words_of(interaction), interaction.locale.value
    return read_until(typed, services.tables.now(), zone, words, locale)


def _which(typed: str, today: date, meant: Sequence[date], words: Words) -> UnclearError:
    """Return the question which of some days is meant; those that are over are not offered."""
    left = [day for day in meant if day > today]
    token = plain(typed, TYPED)
    if not left:
        return UnclearError(
            words("That's already in the past. Try something later, such as “3 days” or “Monday”."),
            "until",
            [words.day(today + timedelta(days)) for days in OFFERED],
        )
    names = [words.day(day) for day in left]
    return UnclearError(words("Which day is “{token}”?", token=token), "until", names)


def hours_of(unit: str, words: Words) -> int | None:
    """Return the number of hours in a unit, such as 24 for ``day``; None for an unknown unit."""
    units = ((HOURS, 1), (DAYS, 24), (WEEKS, 24 * 7))
    return next((hours for name, hours in units if unit in words.typed(name)), None)


def _named_day(said: list[str], today: date, words: Words) -> date | None:
    """Return the next day of a name such as ``tomorrow``, ``next monday`` or ``next week``."""
    named = [word for word in said if word not in words.typed(NEXT)]
    if len(named) != 1:
        return None
    [name] = named
    if named == said and name in words.typed(TOMORROW):
        return today + timedelta(1)
    if named != said and name in words.typed(WEEKS):
        return today + timedelta(7 - today.weekday())
    if named != said and name in words.typed(MONTHS):
        # No month has 32 days, so this always lands in the next one.
        return (today.replace(day=1) + timedelta(32)).replace(day=1)
    weekday = _place(name, words.weekdays)
    return None if weekday is None else today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


def _place(typed: str, names: Sequence[frozenset[str]]) -> int | None:
    """Return the index of the entry meant by a whole name, or by a unique beginning."""
    whole = [number for number, forms in enumerate(names) if typed in forms]
    begun = [
        number
        for number, forms in enumerate(names)
        if len(typed) >= LEAST_LETTERS and any(name.startswith(typed) for name in forms)
    ]
    return whole[0] if whole else begun[0] if len(begun) == 1 else None


def _date(text: str, today: date, words: Words) -> date | None:
    if found := ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := DOTTED.fullmatch(text):  # so no one writes the month first
        return _next(int(found[1]), int(found[2]), found[3], today)
    for pattern, of_day, of_month in ((DAY_MONTH, 1, 2), (MONTH_DAY, 2, 1)):
        if found := pattern.fullmatch(text):
            number = _place(found[of_month], words.months)
            if number is not None:
                return _next(int(found[of_day]), number + 1, found[3], today)
    return None


def _numbered(text: str, today: date) -> list[date]:
    """Return the days of two numbers: as day and month, and as month and day."""
    found = NUMBERS.fullmatch(text)
    if found is None:
        return []
    one, other, year = int(found[1]), int(found[2]), found[3]
    days = (_next(one, other, year, today), _next(other, one, year, today))
    return list(dict.fromkeys(day for day in days if day is not None))


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
