"""Days as people type them, by the clock of the place where they are."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from i18n.translation import ENGLISH, Words, words_for
from ui.answers import RefusalError
from ui.input.times.days import read_until

NOW = round(datetime(2026, 11, 25, 15, 30, tzinfo=UTC).timestamp() * 1000)
"""A Wednesday."""


def read(typed: str, zone: str = "UTC", words: Words = ENGLISH) -> str:
    place = ZoneInfo(zone)
    at = read_until(typed, NOW, place, words)
    return datetime.fromtimestamp(at / 1000, place).strftime("%a %Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("3d", "Sat 2026-11-28 15:30"),
        ("12 hours", "Thu 2026-11-26 03:30"),
        ("for 2 weeks", "Wed 2026-12-09 15:30"),
        ("Tomorrow", "Thu 2026-11-26 00:00"),
        ("monday", "Mon 2026-11-30 00:00"),
        ("until next Monday.", "Mon 2026-11-30 00:00"),
        ("wed", "Wed 2026-12-02 00:00"),
        ("thurs", "Thu 2026-11-26 00:00"),
        ("next week", "Mon 2026-11-30 00:00"),
        ("next month", "Tue 2026-12-01 00:00"),
        ("24 Dec", "Thu 2026-12-24 00:00"),
        ("24th of december", "Thu 2026-12-24 00:00"),
        ("Dec 24, 2027", "Fri 2027-12-24 00:00"),
        ("24.12.", "Thu 2026-12-24 00:00"),
        ("12/24", "Thu 2026-12-24 00:00"),
        ("3 may", "Mon 2027-05-03 00:00"),
        ("2026-12-24", "Thu 2026-12-24 00:00"),
    ],
)
def test_a_day_may_be_typed_in_many_ways(typed: str, day: str) -> None:
    assert read(typed) == day


@pytest.mark.parametrize(
    ("language", "typed", "day"),
    [
        ("de", "3 Tage", "Sat 2026-11-28 15:30"),
        ("de", "bis nächsten Montag", "Mon 2026-11-30 00:00"),
        ("de", "Mo", "Mon 2026-11-30 00:00"),
        ("de", "3. März 2027", "Wed 2027-03-03 00:00"),
        ("de", "2 weeks", "Wed 2026-12-09 15:30"),
        ("fr", "jusqu’à demain", "Thu 2026-11-26 00:00"),
        ("fr", "la semaine prochaine", "Mon 2026-11-30 00:00"),
        ("fr", "1er juil.", "Thu 2027-07-01 00:00"),
        ("fr", "dans 2 jours", "Fri 2026-11-27 15:30"),
        ("nl", "tot zaterdag", "Sat 2026-11-28 00:00"),
        ("nl", "volgende maand", "Tue 2026-12-01 00:00"),
        ("nl", "24 mrt", "Wed 2027-03-24 00:00"),
        ("nl", "op 24-12-2026", "Thu 2026-12-24 00:00"),
        ("nl", "aanstaande zaterdag", "Sat 2026-11-28 00:00"),
    ],
)
def test_a_day_may_be_typed_in_ones_own_language(language: str, typed: str, day: str) -> None:
    assert read(typed, words=words_for(language)) == day


def test_a_day_begins_where_the_person_is() -> None:
    assert read("tomorrow", "Pacific/Auckland") == "Fri 2026-11-27 00:00"
    assert read("2027-03-28", "Europe/Berlin") == "Sun 2027-03-28 00:00"


@pytest.mark.parametrize("typed", ["", "soon", "31 feb", "32.1.", "montag", "99999d", "13.13.2027"])
def test_what_is_no_day_is_refused_with_what_is_one(typed: str) -> None:
    with pytest.raises(RefusalError, match="24 Dec"):
        read(typed)
