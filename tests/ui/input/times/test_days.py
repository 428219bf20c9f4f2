"""Days as people type them, by the clock of the place where they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from i18n.translation import ENGLISH, Words, languages, words_for
from ui.answers import RefusalError
from ui.input.times.days import read_until
from ui.input.unclear import UnclearError

NOW = round(datetime(2026, 11, 25, 15, 30, tzinfo=UTC).timestamp() * 1000)
"""A Wednesday."""


def read(typed: str, zone: str = "UTC", words: Words = ENGLISH, locale: str = "") -> str:
    place = ZoneInfo(zone)
    at = read_until(typed, NOW, place, words, locale or words.language)
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


@pytest.mark.parametrize(
    ("typed", "locale", "day"),
    [
        ("12/1", "en-US", "Tue 2026-12-01 00:00"),
        ("12/1", "en-GB", "Tue 2027-01-12 00:00"),
        ("12/1", "de", "Tue 2027-01-12 00:00"),
        ("12-1", "nl", "Tue 2027-01-12 00:00"),
        ("12/1", "fr", "Tue 2027-01-12 00:00"),
        ("12/5/2026", "en-US", "Sat 2026-12-05 00:00"),
        ("24/12", "en-US", "Thu 2026-12-24 00:00"),
        ("12/24", "de", "Thu 2026-12-24 00:00"),
        ("12.1.", "en-US", "Tue 2027-01-12 00:00"),
        ("12/12", "en-US", "Sat 2026-12-12 00:00"),
    ],
)
def test_two_numbers_are_read_as_the_persons_locale_has_them(
    typed: str, locale: str, day: str
) -> None:
    assert read(typed, words=words_for(locale), locale=locale) == day


@pytest.mark.parametrize(
    ("typed", "language", "locale", "meant"),
    [
        ("12/1", "en", "en-GB", ["12 Jan 2027", "1 Dec 2026"]),
        ("12/1", "de", "en-US", ["12.01.2027", "01.12.2026"]),
        ("12/5/2026", "en-GB", "en-GB", ["5 Dec 2026"]),
        ("12-5-2026", "nl", "nl", ["5 dec 2026"]),
    ],
)
def test_two_numbers_that_may_be_two_days_are_asked_about(
    typed: str, language: str, locale: str, meant: list[str]
) -> None:
    words = words_for(language)
    with pytest.raises(UnclearError) as refused:
        read(typed, words=words, locale=locale)
    assert refused.value.meant == meant
    for name in meant:
        assert read(name, words=words, locale=locale)


@pytest.mark.parametrize("language", languages())
def test_each_day_is_understood_as_it_is_shown(language: str) -> None:
    words = words_for(language)
    for number in range(1, 400):
        day = datetime.fromtimestamp(NOW / 1000, UTC).date() + timedelta(number)
        assert read(words.day(day), words=words)[4:14] == str(day)


@pytest.mark.parametrize("typed", ["12/5/2020", "1-2-2026"])
def test_a_day_that_is_over_is_said_to_be(typed: str) -> None:
    with pytest.raises(UnclearError, match="is over already"):
        read(typed, locale="en-GB", words=words_for("en-GB"))


@pytest.mark.parametrize(
    "typed", ["", "soon", "31 feb", "32.1.", "montag", "99999d", "13.13.2027", "13/13"]
)
def test_what_is_no_day_is_refused_with_what_is_one(typed: str) -> None:
    with pytest.raises(RefusalError, match="24 Dec"):
        read(typed)
