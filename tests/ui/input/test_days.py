"""Days, dates, hours, zones and lengths of time as people type them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.preferences import Reminding
from i18n.translation import ENGLISH, Words, languages, words_for
from tabletop.quiet import zone_of
from ui.answers import RefusalError
from ui.input.days import read_until
from ui.input.hours import clocks_now, read_quiet, read_reminding, zones_meant, zones_now
from ui.input.typed import UnclearError
from ui.texts.markup import MOST_OPTIONS

NOW = round(datetime(2026, 11, 25, 15, 30, tzinfo=UTC).timestamp() * 1000)  # a Wednesday


def read(typed: str, zone: str = "UTC", words: Words = ENGLISH, locale: str = "") -> str:
    place = ZoneInfo(zone)
    at = read_until(typed, NOW, place, words, locale or words.language)
    return datetime.fromtimestamp(at / 1000, place).strftime("%a %Y-%m-%d %H:%M")


DAYS: Final = {
    "Sat 2026-11-28 15:30": {"en": "3d", "de": "3 Tage"},
    "Thu 2026-11-26 03:30": {"en": "12 hours"},
    "Wed 2026-12-09 15:30": {"en": "for 2 weeks", "de": "2 weeks"},
    "Fri 2026-11-27 15:30": {"fr": "dans 2 jours"},
    "Thu 2026-11-26 00:00": {"en": "Tomorrow | thurs", "fr": "jusqu’à demain"},
    "Mon 2026-11-30 00:00": {
        "en": "monday | until next Monday. | next week",
        "de": "bis nächsten Montag | Mo",
        "fr": "la semaine prochaine",
    },
    "Wed 2026-12-02 00:00": {"en": "wed"},
    "Sat 2026-11-28 00:00": {"nl": "tot zaterdag | aanstaande zaterdag"},
    "Tue 2026-12-01 00:00": {"en": "next month", "nl": "volgende maand", "en-US": "12/1"},
    "Thu 2026-12-24 00:00": {
        "en": "24 Dec | 24th of december | 24.12. | 12/24 | 2026-12-24",
        "en-US": "24/12",
        "de": "12/24",
        "nl": "op 24-12-2026",
    },
    "Fri 2027-12-24 00:00": {"en": "Dec 24, 2027"},
    "Mon 2027-05-03 00:00": {"en": "3 may"},
    "Wed 2027-03-03 00:00": {"de": "3. März 2027"},
    "Wed 2027-03-24 00:00": {"nl": "24 mrt"},
    "Thu 2027-07-01 00:00": {"fr": "1er juil."},
    # Two numbers are read as a locale has them.
    "Tue 2027-01-12 00:00": dict.fromkeys(("en-GB", "de", "fr"), "12/1")
    | {"nl": "12-1", "en-US": "12.1."},
    "Sat 2026-12-05 00:00": {"en-US": "12/5/2026"},
    "Sat 2026-12-12 00:00": {"en-US": "12/12"},
}
"""What is typed for a day, by locales."""


@pytest.mark.parametrize("day", DAYS)
def test_a_day_may_be_typed_in_many_ways_as_ones_locale_has_it(day: str) -> None:
    for locale, typed in DAYS[day].items():
        for one in typed.split(" | "):
            assert read(one, words=words_for(locale), locale=locale) == day, one


def test_a_day_begins_where_the_person_is() -> None:
    assert read("tomorrow", "Pacific/Auckland") == "Fri 2026-11-27 00:00"
    assert read("2027-03-28", "Europe/Berlin") == "Sun 2027-03-28 00:00"


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
    with pytest.raises(UnclearError, match="That's already in the past"):
        read(typed, locale="en-GB", words=words_for("en-GB"))


@pytest.mark.parametrize(
    "typed", ["", "soon", "31 feb", "32.1.", "montag", "99999d", "13.13.2027", "13/13"]
)
def test_what_is_no_day_is_refused_with_what_is_one(typed: str) -> None:
    with pytest.raises(RefusalError, match="24 Dec"):
        read(typed)


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        *(("22-8", (22, 8)), ("22:00–08:00", (22, 8)), ("22 to 8", (22, 8)), ("22 8", (22, 8))),
        *(("10pm-8am", (22, 8)), ("10 PM - 8 AM", (22, 8)), ("12am-12pm", (0, 12))),
        *(("from 13h to 14h30", (13, 14.5)), ("2230-0700", (22.5, 7)), ("0-7", (0, 7))),
        *(("10 o'clock till 8 o’clock", (10, 8)), ("22 — 24", (22, 0))),
        *(("de: 22 Uhr bis 8 Uhr", (22, 8)), ("de: 10pm to 8am", (22, 8))),
        *(("fr: de 22h à 8 heures", (22, 8)), ("nl: van 22 uur tot 8 uur", (22, 8))),
        *(("", None), ("off", None), (" None ", None), ("-", None)),
    ],
)
def test_quiet_hours(typed: str, hours: tuple[float, float] | None) -> None:
    language, _, said = typed.rpartition(": ")
    minutes = hours and tuple(round(hour * 60) for hour in hours)
    assert read_quiet(said, words_for(language or "en")) == minutes


@pytest.mark.parametrize("typed", ["22", "8-8", "25-8", "22:75-8", "13pm-2am", "at night", "0-24"])
def test_what_names_no_hours_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(RefusalError, match="such as `22-8`"):
        read_quiet(typed, ENGLISH)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("never", ("never", None)), ("off", ("never", None)), ("Daily", ("daily", None))),
        *(("once", ("once", None)), ("8h", ("once", 8)), ("8", ("once", 8))),
        *(("once, after 8 hours", ("once", 8)), ("after 2 days", ("once", 48))),
        *(("once after 1 hour", ("once", 1)), ("daily, at most two in all", ("daily", None))),
        *(("de: nie", ("never", None)), ("de: Täglich", ("daily", None))),
        *(("de: einmal, nach 8 Stunden", ("once", 8)), ("fr: chaque jour", ("daily", None))),
        *(("fr: une fois, après 2 jours", ("once", 48)), ("nl: één keer", ("once", None))),
        ("nl: na 8 uur", ("once", 8)),
    ],
)
def test_reminders(typed: str, meant: tuple[Reminding, int | None]) -> None:
    language, _, said = typed.rpartition(": ")
    assert read_reminding(said, words_for(language or "en")) == meant


@pytest.mark.parametrize("typed", ["often", "0h", "15 days", "400", "-3"])
def test_what_is_no_reminder_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(RefusalError, match="such as `8h`"):
        read_reminding(typed, ENGLISH)


EVENING_NOW = round(datetime(2026, 11, 28, 17, 5, tzinfo=UTC).timestamp() * 1000)

ZONES: Final = {
    "Europe/Berlin": {
        "en": "Berlin | berlin  | Europe/Berlin | europe berlin | Germany",
        "de": "Deutschland | Germany",
    },
    "America/New_York": {"en": "New York | new_york"},
    "America/Sao_Paulo": {"en": "São Paulo | sao paulo"},
    "Asia/Tokyo": {"en": "japan"},
    "Asia/Kolkata": {"en": "India"},
    "UTC": {"en": "UTC | gmt"},
    "UTC+02:00": {"en": "UTC+2"},
    "UTC-03:30": {"en": "GMT-3:30 | utc −0330"},
    "UTC+05:45": {"en": "+5:45"},
    "Europe/Moscow": {"de": "Moskau", "fr": "Moscow"},
    "Europe/Amsterdam": {"fr": "Pays-Bas"},
    "Europe/Vienna": {"fr": "vienne", "nl": "Wenen"},
    "Europe/Brussels": {"nl": "België"},
}
"""What is typed exactly for a zone: its name, or a city's or country's, by languages."""


@pytest.mark.parametrize("zone", ZONES)
def test_what_is_typed_exactly_is_one_zone(zone: str) -> None:
    for language, typed in ZONES[zone].items():
        for one in typed.split(" | "):
            assert zones_meant(one, words_for(language)) == (zone,), one


def test_a_country_with_several_clocks_offers_them() -> None:
    for country in ("United States", "Brazil", "Australia", "Canada"):
        assert 1 < len(zones_meant(country, ENGLISH)) <= MOST_OPTIONS


CITIES = """
Rotterdam, Nice, Austin, Hamburg, München, Munich, Köln, Cologne, Frankfurt, Stuttgart,
Lyon, Marseille, Toulouse, Bordeaux, Lille, Nantes, Strasbourg, Utrecht, Eindhoven, Den
Haag, Gent, Antwerpen, Liège, Graz, Linz, Salzburg, Bern, Basel, Genf, Manchester,
Birmingham, Leeds, Glasgow, Liverpool, Bristol, Edinburgh, Cardiff, Barcelona, Valencia,
Sevilla, Milano, Napoli, Torino, Porto, Kraków, Gdańsk, Brno, Boston, Houston, Dallas,
Seattle, Miami, San Francisco, San Diego, Portland, Philadelphia, Atlanta, Washington,
Las Vegas, Montreal, Ottawa, Calgary, Quebec, Rio de Janeiro, Rosario, Mumbai, Delhi,
Bangalore, Chennai, Osaka, Kyoto, Busan, Beijing, Shenzhen, Guangzhou, Canberra,
Wellington, Cape Town, Durban, Atlantis
"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_a_city_that_names_no_zone_is_not_guessed(language: str) -> None:
    words = words_for(language)
    guessed = {city: zones_meant(city, words) for city in re.split(r",\s+", CITIES)}
    assert [city for city, zones in guessed.items() if zones] == []


@pytest.mark.parametrize(
    "typed", ["", "  ", "Berln", "Berli", "UTC+15", "UTC+2:75", "\x00", "EST", "CST", "IST", "MST"]
)
def test_a_misspelt_name_or_an_abbreviation_is_not_guessed(typed: str) -> None:
    assert zones_meant(typed, ENGLISH) == ()


@pytest.mark.parametrize(
    ("typed", "language", "locale", "first"),
    [
        *(("18:05", "de", "de", "Europe/Berlin"), ("6:05 pm", "de", "de", "Europe/Berlin")),
        *(("18 Uhr", "de", "de", "Europe/Berlin"), ("18.03", "fr", "fr", "Europe/Paris")),
        *(("18h", "nl", "nl", "Europe/Amsterdam"), ("17:05", "en", "en-GB", "Europe/London")),
        *(("12:05", "en", "en-US", "America/New_York"), ("22:35", "en", "en-GB", "Asia/Kolkata")),
        ("12 pm", "en", "en-US", "America/New_York"),
    ],
)
def test_the_time_it_is_tells_the_zones_those_of_the_readers_language_first(
    typed: str, language: str, locale: str, first: str
) -> None:
    found = zones_now(typed, EVENING_NOW, words_for(language), locale)
    assert found[0] == first
    assert len(found) <= MOST_OPTIONS


def test_a_time_of_the_morning_may_be_one_of_the_afternoon() -> None:
    found = zones_now("6:05", EVENING_NOW, ENGLISH, "en-GB")
    clocks = {datetime.fromtimestamp(EVENING_NOW / 1000, ZoneInfo(zone)).hour for zone in found}
    assert clocks == {6, 18}


@pytest.mark.parametrize("typed", ["", "25:00", "18:31", "@", "@99999", "@61", "soon"])
def test_what_is_no_time_anywhere_tells_none(typed: str) -> None:
    assert zones_now(typed, EVENING_NOW, ENGLISH, "en-GB") == ()


@pytest.mark.parametrize("month", [1, 7])
def test_each_clock_of_the_world_is_among_those_that_are_asked(month: int) -> None:
    now = round(datetime(2027, month, 15, 23, 50, tzinfo=UTC).timestamp() * 1000)
    asked = clocks_now(now, ENGLISH, "en-US")
    assert len(asked) <= MOST_OPTIONS
    offered = [zone for _, zones in asked for zone in zones]
    for zone in ("Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Auckland"):
        here = datetime.fromtimestamp(now / 1000, ZoneInfo(zone)).utcoffset()
        assert any(
            datetime.fromtimestamp(now / 1000, ZoneInfo(one)).utcoffset() == here for one in offered
        )
    for value, zones in asked:
        assert zones_now(value, now, ENGLISH, "en-US") == zones


def test_every_zone_is_known_by_its_name() -> None:
    for zone in available_timezones():
        if "/" in zone:
            assert zones_meant(zone, ENGLISH) == (zone,)


@given(st.text(max_size=50))
def test_whatever_is_typed_leads_to_zones_there_are(typed: str) -> None:
    for found in (zones_meant(typed, ENGLISH), zones_now(typed, EVENING_NOW, ENGLISH, "en-US")):
        assert len(found) <= MOST_OPTIONS
        assert all(zone == "UTC" or zone_of(zone) is not zone_of(None) for zone in found)
