"""Quiet hours and reminders are typed as people type them."""

from __future__ import annotations

import pytest

from db.people.rows import Reminding
from i18n.translation import ENGLISH, words_for
from ui.answers import RefusalError
from ui.input.times.hours import read_quiet, read_reminding


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        *(("22-8", (22, 8)), ("22:00–08:00", (22, 8)), ("22 to 8", (22, 8)), ("22 8", (22, 8))),
        *(("10pm-8am", (22, 8)), ("10 PM - 8 AM", (22, 8)), ("12am-12pm", (0, 12))),
        *(("from 13h to 14h30", (13, 14.5)), ("2230-0700", (22.5, 7)), ("0-7", (0, 7))),
        *(("10 o'clock till 8 o’clock", (10, 8)), ("22 — 24", (22, 0))),
    ],
)
def test_quiet_hours(typed: str, hours: tuple[float, float]) -> None:
    assert read_quiet(typed, ENGLISH) == tuple(round(hour * 60) for hour in hours)


@pytest.mark.parametrize(
    ("language", "typed"),
    [("de", "22 Uhr bis 8 Uhr"), ("fr", "de 22h à 8 heures"), ("nl", "van 22 uur tot 8 uur")],
)
def test_quiet_hours_in_ones_own_language(language: str, typed: str) -> None:
    words = words_for(language)
    assert read_quiet(typed, words) == (22 * 60, 8 * 60)
    assert read_quiet("10pm to 8am", words) == (22 * 60, 8 * 60)


@pytest.mark.parametrize("typed", ["", "off", " None ", "-"])
def test_no_quiet_hours(typed: str) -> None:
    assert read_quiet(typed, ENGLISH) is None


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
        *(("once after 1 hour", ("once", 1)), ("daily, twice at most", ("daily", None))),
    ],
)
def test_reminders(typed: str, meant: tuple[Reminding, int | None]) -> None:
    assert read_reminding(typed, ENGLISH) == meant


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("de", "nie", ("never", None)),
        ("de", "Täglich", ("daily", None)),
        ("de", "einmal, nach 8 Stunden", ("once", 8)),
        ("fr", "chaque jour", ("daily", None)),
        ("fr", "une fois, après 2 jours", ("once", 48)),
        ("nl", "één keer", ("once", None)),
        ("nl", "na 8 uur", ("once", 8)),
    ],
)
def test_reminders_in_ones_own_language(
    language: str, typed: str, meant: tuple[Reminding, int | None]
) -> None:
    assert read_reminding(typed, words_for(language)) == meant


@pytest.mark.parametrize("typed", ["often", "0h", "15 days", "400", "-3"])
def test_what_is_no_reminder_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(RefusalError, match="such as `8h`"):
        read_reminding(typed, ENGLISH)
