"""Read time zones: city, country, distance from UTC, or nearly one of these.

Cities and countries are understood by their English names and by those of the person's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final
from zoneinfo import available_timezones

from i18n.translation import ENGLISH, Words, folded
from tabletop.quiet import zone_of
from ui.limits import MOST_OPTIONS

FARTHEST: Final = timedelta(hours=14)
"""The greatest distance of a zone from UTC."""

DISTANCE: Final = re.compile(r"(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?:[:.]?(\d{2}))?")

SHORT_FORMS: Final = {
    **dict.fromkeys(("utc", "gmt", "z", "zulu"), "UTC"),
    **dict.fromkeys(("cet", "cest", "mez", "mesz"), "Europe/Berlin"),
    **dict.fromkeys(("eet", "eest"), "Europe/Athens"),
    **dict.fromkeys(("wet",), "Europe/Lisbon"),
    **dict.fromkeys(("bst", "uk", "england", "scotland", "wales"), "Europe/London"),
    **dict.fromkeys(("et", "est", "edt", "eastern"), "America/New_York"),
    **dict.fromkeys(("ct", "cst", "cdt", "central"), "America/Chicago"),
    **dict.fromkeys(("mt", "mst", "mdt", "mountain"), "America/Denver"),
    **dict.fromkeys(("pt", "pst", "pdt", "pacific"), "America/Los_Angeles"),
    **dict.fromkeys(("ist",), "Asia/Kolkata"),
    **dict.fromkeys(("jst",), "Asia/Tokyo"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    **dict.fromkeys(("usa", "us", "america"), "United States"),
}
"""Names of zones other than cities; a country stands for all its zones."""

USUAL: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Adelaide",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
)
"""One of each clock that many people have, from the west to the east; as many as a menu takes."""


def zones_meant(typed: str, words: Words) -> Sequence[str]:
    """Return the zones that a text may mean, the likeliest first; a single one if it is clear.

    >>> zones_meant("germany", ENGLISH)
    ('Europe/Berlin',)
    >>> zones_meant("utc+2", ENGLISH)
    ('UTC+02:00',)
    """
    key = _key(typed)
    if not key:
        return ()
    if (fixed := _fixed(typed.strip().casefold())) is not None:
        return (fixed,)
    key = _key(SHORT_FORMS.get(key, key))
    cities, countries = _cities(words), _countries(words)
    for known in (cities, countries, _named()):
        if key in known:
            return _distinct(known[key])
    places = cities | countries
    begun = [place for place in places if f" {key}" in f" {place}"]
    # Misspelt names come last: a place that begins so is always likelier than one that resembles.
    near = begun or get_close_matches(key, places, n=5, cutoff=0.75)
    return _distinct([zone for place in sorted(near) for zone in places[place]])


def _fixed(typed: str) -> str | None:
    found = DISTANCE.fullmatch(typed)
    if found is None:
        return None
    hours, minutes = int(found[2]), int(found[3] or 0)
    if minutes >= 60 or timedelta(hours=hours, minutes=minutes) > FARTHEST:
        return None
    return f"UTC{'+' if found[1] == '+' else '-'}{hours:02}:{minutes:02}"


def _distinct(zones: Sequence[str]) -> Sequence[str]:
    """Return the zones without those whose clocks agree all year round with one before."""
    first: dict[tuple[timedelta | None, ...], str] = {}
    for zone in zones:
        first.setdefault(_year(zone), zone)
    return tuple(first.values())[:MOST_OPTIONS]


def _year(zone: str) -> tuple[timedelta | None, ...]:
    # A day of each month tells zones with summer time from those without, in both hemispheres.
    days = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 13)]
    return tuple(day.astimezone(zone_of(zone)).utcoffset() for day in days)


@cache
def _named() -> dict[str, tuple[str, ...]]:
    """Return every zone by its whole name."""
    return {_key(zone): (zone,) for zone in sorted(available_timezones() - {"localtime"})}


@lru_cache(maxsize=4)
def _cities(words: Words) -> dict[str, tuple[str, ...]]:
    """Return the zones of every city."""
    called = [(zone.rpartition("/")[2], zone) for _, zone in _rows()]
    called += [(said.city(zone), zone) for said in (ENGLISH, words) for _, zone in _rows()]
    return _grouped(called)


@lru_cache(maxsize=4)
def _countries(words: Words) -> dict[str, tuple[str, ...]]:
    """Return the zones of every country."""
    names = dict(_table("iso3166.tab"))
    called = [(re.sub(r" \(.*\)", "", names[code]), zone) for code, zone in _rows()]
    called += [(said.country(code), zone) for said in (ENGLISH, words) for code, zone in _rows()]
    return _grouped(called)


@cache
def _rows() -> list[tuple[str, str]]:
    """Return every country's code with each of its zones."""
    return [(code, zone) for code, _, zone, *_ in _table("zone.tab")]


def _table(name: str) -> list[list[str]]:
    lines = files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _grouped(called: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return the zones of each name; a name may come several times with the same one."""
    found: dict[str, dict[str, None]] = {}
    for name, zone in called:
        found.setdefault(_key(name), {})[zone] = None
    return {key: tuple(zones) for key, zones in found.items()}


def _key(text: str) -> str:
    """Return small letters without accents, one space between words."""
    return " ".join(re.findall(r"(?:[^\W_]|\+)+", folded(text)))
