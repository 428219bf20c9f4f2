"""Read hours, delays and time zones: a city, a country, or the time that it is there now.

Cities and countries are understood by their English names and by those of the person's language.
Nothing else is taken for a zone: whoever typed it is asked what time it is for them.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final
from zoneinfo import available_timezones

from db.preferences import Reminding
from i18n.formats import is_well_known
from i18n.translation import ENGLISH, NC_, Words, folded
from tabletop.quiet import DAY_IN_MINUTES, zone_of
from ui.answers import RefusalError
from ui.input.days import hours_of
from ui.texts.markup import MOST_OPTIONS, TYPED, plain

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

LONGEST: Final = 14 * 24  # the greatest delay of a reminder, in hours

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
            "I can't read “{typed}” as quiet hours. Type a start and an end, such as "
            "`22-8` or `22:30-7`, or type `off`.",
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
    """Return the typed frequency of reminders, and the delay in hours if one was typed."""
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
            "I don't understand “{typed}”. Type `never`, `daily`, or a number of hours "
            "from 1 to {most}, such as `8h`.",
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


FARTHEST: Final = timedelta(hours=14)  # the greatest distance of a zone from UTC

DISTANCE: Final = re.compile(r"(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?:[:.]?(\d{2}))?")

CHOSEN: Final = re.compile(r"@((?:-?\d{1,3} ?)+)")  # an option: distances from UTC, in minutes
SPOKEN: Final = 10  # per cent of a country's people, from which a language is spoken there
MOST_NAMED: Final = 4  # other places that are named beside a zone
NEARLY_MIN: Final = 7  # minutes by which a typed time may be off: zones differ by fifteen


def zones_meant(typed: str, words: Words) -> Sequence[str]:
    """Return the zones that have exactly the typed name, one for each clock.

    >>> zones_meant("germany", ENGLISH)
    ('Europe/Berlin',)
    >>> zones_meant("utc+2", ENGLISH)
    ('UTC+02:00',)
    """
    if (fixed := _fixed(typed.strip().casefold())) is not None:
        return (fixed,)
    key = _key(typed)
    for known in (_places(words), _named()):
        if key in known:
            return _distinct(known[key])
    return ()


def zones_now(typed: str, now: int, words: Words, locale: str) -> Sequence[str]:
    """Return the zones in which it is the typed time now, those of the reader's language first.

    Args:
        typed: a time of the day, or the value of an option of ``clocks_now``.
        locale: the language of the reader's Discord, such as ``en-US``.
    """
    if found := CHOSEN.fullmatch(typed):
        there = [minutes for minutes in found[1].split() if int(minutes) in _distances(now)]
        zones = [zone for minutes in there for zone in _distances(now)[int(minutes)]]
    else:
        zones = [
            zone
            for distance, some in _distances(now).items()
            if any(_is_at(now, distance, *time) for time in read_clock(typed, words))
            for zone in some
        ]
    return _distinct(sorted(zones, key=lambda zone: _rank(zone, words, locale)))


def clocks_now(now: int, words: Words, locale: str) -> Sequence[tuple[str, Sequence[str]]]:
    """Return the hours of the day that it is somewhere now, with a zone for each of their clocks.

    Each comes as the value of an option, by which ``zones_now`` knows it. There are 24 at most.
    """
    hours: dict[int, list[int]] = {}
    for distance in sorted(_distances(now)):
        hours.setdefault(_minute(now, distance) // 60, []).append(distance)
    found = []
    for _, distances in sorted(hours.items()):
        value = "@" + " ".join(map(str, distances))
        found.append((value, zones_now(value, now, words, locale)))
    return found


def _is_at(now: int, distance: int, hour: int, minute: int | None) -> bool:
    there = _minute(now, distance)
    if minute is None:
        return there // 60 == hour
    apart = (there - hour * 60 - minute) % DAY_IN_MINUTES
    return min(apart, DAY_IN_MINUTES - apart) <= NEARLY_MIN


def _minute(now: int, distance: int) -> int:
    return (now // 60_000 + distance) % DAY_IN_MINUTES


def _distances(now: int) -> dict[int, list[str]]:
    """Return the zones of all countries by their present distance from UTC in minutes."""
    return _distances_on(now // (3600 * 1000))


@lru_cache(maxsize=2)
def _distances_on(hour: int) -> dict[int, list[str]]:
    moment, found = datetime.fromtimestamp(hour * 3600, UTC), dict[int, list[str]]()
    for _, zone in _rows():
        distance = moment.astimezone(zone_of(zone)).utcoffset() or timedelta()
        found.setdefault(round(distance.total_seconds() / 60), []).append(zone)
    return found


@lru_cache(maxsize=2048)
def _rank(zone: str, words: Words, locale: str) -> tuple[bool, bool, bool, float]:
    """Return a sort key: the reader's own country, its language, others; well-known ones first."""
    code = next(code for code, one in _rows() if one == zone)
    spoken = words.spoken_in(code)
    return not locale.endswith(f"-{code}"), spoken < SPOKEN, not is_well_known(zone), -spoken


def same_clock(zone: str) -> Sequence[str]:
    """Return other well-known places where it is always as late as in a zone, some of them."""
    others = (one for _, one in _rows() if one != zone and is_well_known(one))
    return [one for one in others if _year(one) == _year(zone)][:MOST_NAMED]


def _fixed(typed: str) -> str | None:
    found = DISTANCE.fullmatch(typed)
    if found is None:
        return None
    hours, minutes = int(found[2]), int(found[3] or 0)
    if minutes >= 60 or timedelta(hours=hours, minutes=minutes) > FARTHEST:
        return None
    return f"UTC{'+' if found[1] == '+' else '-'}{hours:02}:{minutes:02}"


def _distinct(zones: Iterable[str]) -> Sequence[str]:
    """Return the zones without those whose clocks agree all year round with one before."""
    first: dict[tuple[timedelta | None, ...], str] = {}
    for zone in zones:
        first.setdefault(_year(zone), zone)
    return tuple(first.values())[:MOST_OPTIONS]


@lru_cache(maxsize=1024)
def _year(zone: str) -> tuple[timedelta | None, ...]:
    # A day of each month tells zones with summer time from those without, in both hemispheres.
    days = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 13)]
    return tuple(day.astimezone(zone_of(zone)).utcoffset() for day in days)


@cache
def _named() -> dict[str, tuple[str, ...]]:
    """Return every zone by its whole name, without abbreviations, which mean several."""
    full = (zone for zone in available_timezones() if "/" in zone)
    found: dict[str, tuple[str, ...]] = {_key(zone): (zone,) for zone in full}
    return found | {"utc": ("UTC",), "gmt": ("UTC",)}


@lru_cache(maxsize=4)
def _places(words: Words) -> dict[str, tuple[str, ...]]:
    """Return the zones of each city and country; one name may be that of both."""
    names = {code: re.sub(r" \(.*\)", "", name) for code, name in _table("iso3166.tab")}
    found: dict[str, dict[str, None]] = {}
    for code, zone in _rows():
        spellings = [zone.rpartition("/")[2], names[code]]
        for said in (ENGLISH, words):
            spellings += [said.city(zone), said.country(code)]
        for name in spellings:
            found.setdefault(_key(name), {})[zone] = None
    return {key: tuple(zones) for key, zones in found.items()}


@cache
def _rows() -> list[tuple[str, str]]:
    return [(code, zone) for code, _, zone, *_ in _table("zone.tab")]


def _table(name: str) -> list[list[str]]:
    lines = files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _key(text: str) -> str:
    """Return small letters without accents, one space between words."""
    return " ".join(re.findall(r"(?:[^\W_]|\+)+", folded(text)))
