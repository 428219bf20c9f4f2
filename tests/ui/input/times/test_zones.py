"""A time zone is typed by its name, or found by what time it is there; none is guessed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from i18n.translation import ENGLISH, words_for
from tabletop.quiet import zone_of
from ui.input.times.zones import clocks_now, zones_begun, zones_meant, zones_now
from ui.limits import MOST_OPTIONS

NOW = round(datetime(2026, 11, 28, 17, 5, tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("berlin ", "Europe/Berlin"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("new_york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Germany", "Europe/Berlin"),
        ("japan", "Asia/Tokyo"),
        ("India", "Asia/Kolkata"),
        ("UTC", "UTC"),
        ("gmt", "UTC"),
        ("UTC+2", "UTC+02:00"),
        ("GMT-3:30", "UTC-03:30"),
        ("+5:45", "UTC+05:45"),
        ("utc −0330", "UTC-03:30"),
    ],
)
def test_what_is_typed_exactly_is_one_zone(typed: str, zone: str) -> None:
    assert zones_meant(typed, ENGLISH) == (zone,)


@pytest.mark.parametrize(
    ("language", "typed", "zone"),
    [
        ("de", "Deutschland", "Europe/Berlin"),
        ("de", "Moskau", "Europe/Moscow"),
        ("fr", "Pays-Bas", "Europe/Amsterdam"),
        ("fr", "vienne", "Europe/Vienna"),
        ("nl", "België", "Europe/Brussels"),
        ("nl", "Wenen", "Europe/Vienna"),
        ("de", "Germany", "Europe/Berlin"),
        ("fr", "Moscow", "Europe/Moscow"),
    ],
)
def test_cities_and_countries_are_known_by_their_names_in_the_persons_language(
    language: str, typed: str, zone: str
) -> None:
    assert zones_meant(typed, words_for(language)) == (zone,)


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
    "typed",
    ["", "  ", "Berln", "Berli", "UTC+15", "UTC+2:75", "\x00", "EST", "CST", "IST", "MST"],
)
def test_a_misspelt_name_or_an_abbreviation_is_not_guessed(typed: str) -> None:
    assert zones_meant(typed, ENGLISH) == ()


@pytest.mark.parametrize(
    ("typed", "language", "locale", "first"),
    [
        ("18:05", "de", "de", "Europe/Berlin"),
        ("18.03", "fr", "fr", "Europe/Paris"),
        ("18h", "nl", "nl", "Europe/Amsterdam"),
        ("6:05 pm", "de", "de", "Europe/Berlin"),
        ("17:05", "en", "en-GB", "Europe/London"),
        ("12:05", "en", "en-US", "America/New_York"),
        ("12 pm", "en", "en-US", "America/New_York"),
        ("18 Uhr", "de", "de", "Europe/Berlin"),
        ("22:35", "en", "en-GB", "Asia/Kolkata"),
    ],
)
def test_the_time_it_is_tells_the_zones_those_of_the_readers_language_first(
    typed: str, language: str, locale: str, first: str
) -> None:
    found = zones_now(typed, NOW, words_for(language), locale)
    assert found[0] == first
    assert len(found) <= MOST_OPTIONS


def test_a_time_of_the_morning_may_be_one_of_the_afternoon() -> None:
    found = zones_now("6:05", NOW, ENGLISH, "en-GB")
    clocks = {datetime.fromtimestamp(NOW / 1000, ZoneInfo(zone)).hour for zone in found}
    assert clocks == {6, 18}


@pytest.mark.parametrize("typed", ["", "25:00", "18:31", "@", "@99999", "@61", "soon"])
def test_what_is_no_time_anywhere_tells_none(typed: str) -> None:
    assert zones_now(typed, NOW, ENGLISH, "en-GB") == ()


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
    for found in (
        zones_meant(typed, ENGLISH),
        zones_begun(typed, ENGLISH),
        zones_now(typed, NOW, ENGLISH, "en-US"),
    ):
        assert len(found) <= MOST_OPTIONS
        assert all(zone == "UTC" or zone_of(zone) is not zone_of(None) for zone in found)
