"""A time zone is typed as people would say it."""

from __future__ import annotations

from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from i18n.translation import ENGLISH, words_for
from tabletop.quiet import zone_of
from ui.input.times.zones import USUAL, zones_meant
from ui.limits import MOST_OPTIONS


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *(("Berlin", "Europe/Berlin"), ("berlin ", "Europe/Berlin")),
        *(("Europe/Berlin", "Europe/Berlin"), ("europe berlin", "Europe/Berlin")),
        *(("New York", "America/New_York"), ("new_york", "America/New_York")),
        *(("São Paulo", "America/Sao_Paulo"), ("sao paulo", "America/Sao_Paulo")),
        *(("Germany", "Europe/Berlin"), ("japan", "Asia/Tokyo"), ("India", "Asia/Kolkata")),
        *(("CET", "Europe/Berlin"), ("est", "America/New_York"), ("UK", "Europe/London")),
        *(("UTC", "UTC"), ("gmt", "UTC"), ("UTC+2", "UTC+02:00"), ("GMT-3:30", "UTC-03:30")),
        *(("+5:45", "UTC+05:45"), ("utc −0330", "UTC-03:30"), ("Berln", "Europe/Berlin")),
        *(("Kolkatta", "Asia/Kolkata"), ("Aucklan", "Pacific/Auckland")),
    ],
)
def test_what_is_clear_is_one_zone(typed: str, zone: str) -> None:
    assert zones_meant(typed, ENGLISH) == (zone,)


@pytest.mark.parametrize(
    ("language", "typed", "zone"),
    [
        *(("de", "Deutschland", "Europe/Berlin"), ("de", "Moskau", "Europe/Moscow")),
        *(("fr", "Pays-Bas", "Europe/Amsterdam"), ("fr", "vienne", "Europe/Vienna")),
        *(("nl", "België", "Europe/Brussels"), ("nl", "Wenen", "Europe/Vienna")),
        *(("de", "Germany", "Europe/Berlin"), ("fr", "Moscow", "Europe/Moscow")),
    ],
)
def test_cities_and_countries_are_known_by_their_names_in_the_persons_language(
    language: str, typed: str, zone: str
) -> None:
    assert zones_meant(typed, words_for(language)) == (zone,)


def test_a_country_with_several_clocks_offers_them() -> None:
    for country in ("USA", "Brazil", "Australia", "Canada"):
        assert 1 < len(zones_meant(country, ENGLISH)) <= MOST_OPTIONS


@pytest.mark.parametrize("typed", ["", "  ", "Munich", "Atlantis", "UTC+15", "UTC+2:75", "\x00"])
def test_what_is_no_zone_is_not_guessed(typed: str) -> None:
    assert zones_meant(typed, ENGLISH) == ()


def test_every_zone_is_known_by_its_name() -> None:
    for zone in available_timezones():
        if "/" in zone:
            assert zones_meant(zone, ENGLISH) == (zone,)


def test_the_usual_ones_fit_a_menu_and_each_is_one() -> None:
    assert len(USUAL) <= MOST_OPTIONS
    assert all(zones_meant(zone, ENGLISH) == (zone,) for zone in USUAL)


@given(st.text(max_size=50))
def test_whatever_is_typed_leads_to_zones_there_are(typed: str) -> None:
    found = zones_meant(typed, ENGLISH)
    assert len(found) <= MOST_OPTIONS
    assert all(zone == "UTC" or zone_of(zone) is not zone_of(None) for zone in found)
