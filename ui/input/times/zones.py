"""Read time zones: a city, a country, a distance from UTC, or the time that it is there now.

Cities and countries are understood by their English names and by those of the person's language.
Nothing else is taken for a zone: whoever typed it is asked what time it is for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final
from zoneinfo import available_timezones

from i18n.formats import is_well_known
from i18n.translation import ENGLISH, Words, folded
from tabletop.quiet import DAY_IN_MINUTES, zone_of
from ui.input.times.hours import read_clock
from ui.limits import MOST_OPTIONS

FARTHEST: Final = timedelta(hours=14)
"""The greatest distance of a zone from UTC."""

DISTANCE: Final = re.compile(r"(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?:[:.]?(\d{2}))?")

CHOSEN: Final = re.compile(r"@((?:-?\d{1,3} ?)+)")
"""The value of an option for one time of the day: the distances from UTC, in minutes."""

SPOKEN: Final = 10
"""The share of a country's people, in per cent, from which a language is spoken there."""

MOST_NAMED: Final = 4
"""Other places that are named beside a zone."""

NEARLY_MIN: Final = 7
"""Minutes by which a typed time may be off: zones differ by fifteen."""


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


def zones_begun(typed: str, words: Words) -> Sequence[str]:
    """Return the zones of the cities and countries of which a word begins as it was typed."""
    key, places = _key(typed), _places(words)
    found = [place for place in sorted(places) if key and f" {key}" in f" {place}"]
    return _distinct([zone for place in found for zone in places[place]])


def zones_now(typed: str, now: int, words: Words, locale: str) -> Sequence[str]:
    """Return the zones in which it is the typed time now, those of the reader's language first.

    Args:
        typed: a time of the day, or the value of an option of ``clocks_now``.
        now: the present time in milliseconds UTC.
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
    """Return the minute of the day at a distance from UTC."""
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
    """Return a sort key: the reader's own country, then those of the language, then others.

    Of each of them well-known places come before islands.
    """
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
        called = [zone.rpartition("/")[2], names[code]]
        for said in (ENGLISH, words):
            called += [said.city(zone), said.country(code)]
        for name in called:
            found.setdefault(_key(name), {})[zone] = None
    return {key: tuple(zones) for key, zones in found.items()}


@cache
def _rows() -> list[tuple[str, str]]:
    """Return every country's code with each of its zones."""
    return [(code, zone) for code, _, zone, *_ in _table("zone.tab")]


def _table(name: str) -> list[list[str]]:
    lines = files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _key(text: str) -> str:
    """Return small letters without accents, one space between words."""
    return " ".join(re.findall(r"(?:[^\W_]|\+)+", folded(text)))
