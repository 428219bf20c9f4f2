"""The control of a clock, and how long games take by it."""

from heapq import merge
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.store import Store
from tabletop import time_control
from tabletop.errors import TableError
from tabletop.time_control import DAILY, DAY, HOUR, MINUTE, PRESETS, Span, TimeControl, read_control
from tests.db.real_games import played, stored
from tests.db.samples import GUILD

TIMES = st.integers(0, 2_000)
SPANS = st.lists(st.tuples(TIMES, TIMES).map(lambda span: (min(span), max(span)))).map(sorted)
CONTROLS = st.builds(
    TimeControl,
    st.integers(1, 60 * 24).map(lambda minutes: minutes * MINUTE),
    st.integers(0, 60 * 24).map(lambda minutes: minutes * MINUTE),
)


def counted(began: int, now: int, spans: list[Span]) -> int:
    """The same as ``elapsed``, one moment after the other."""
    return sum(not any(a <= at < b for a, b in spans) for at in range(began, now))


@given(TIMES, TIMES, SPANS)
def test_only_what_lies_in_no_span_counts(began: int, now: int, spans: list[Span]) -> None:
    assert time_control.elapsed(began, now, spans) == counted(began, now, spans)


@given(TIMES, st.integers(0, 500), SPANS)
def test_time_is_up_when_just_that_much_counted(began: int, length: int, spans: list[Span]) -> None:
    end = time_control.reached(began, length, spans)
    assert time_control.elapsed(began, end, spans) == length
    assert length == 0 or time_control.elapsed(began, end - 1, spans) == length - 1


@given(TIMES, TIMES, st.integers(0, 500), SPANS, SPANS)
def test_more_that_does_not_count_never_shortens_anything(
    began: int, now: int, length: int, spans: list[Span], more: list[Span]
) -> None:
    both = list(merge(spans, more))
    assert time_control.elapsed(began, now, both) <= time_control.elapsed(began, now, spans)
    assert time_control.reached(began, length, both) >= time_control.reached(began, length, spans)


def test_spans_may_go_on_for_ever() -> None:
    nights = ((day * DAY + 22 * HOUR, (day + 1) * DAY + 8 * HOUR) for day in count())
    assert time_control.reached(0, 28 * HOUR, nights) == DAY + 14 * HOUR


@given(CONTROLS | st.sampled_from([*PRESETS.values()]))
def test_what_is_written_is_read_again(control: TimeControl) -> None:
    assert read_control(str(control)) == control


def test_a_name_is_a_clock() -> None:
    assert {name: read_control(name.upper()) for name in PRESETS} == PRESETS


def test_a_clock_may_be_typed_in_many_ways() -> None:
    typed = {
        "12h": TimeControl(12 * HOUR),
        "12": TimeControl(12 * HOUR),
        "12h+24h": TimeControl(12 * HOUR, DAY),
        " 1d 12h + 6 hours ": TimeControl(36 * HOUR, 6 * HOUR),
        "90min": TimeControl(90 * MINUTE),
        "2 days": TimeControl(2 * DAY),
    }
    assert {text: read_control(text) for text in typed} == typed
    for wrong in ("", "soon", "0h", "61d", "10m+61d", "-3h", "1h+", "+1h", "3x", "999999h"):
        with pytest.raises(TableError, match="clock"):
            read_control(wrong)


@given(CONTROLS, st.integers(0, 60 * 24 * 60), st.integers(0, 60 * 24 * 60))
def test_a_bank_pays_and_fills_a_little(control: TimeControl, bank: int, used: int) -> None:
    assert control.turn is not None
    bank = min(bank * 1_000, control.bank)
    after = control.bank_after(bank, used * 1_000)
    paid = min(bank, max(0, used * 1_000 - control.turn))
    assert after == min(control.bank, bank - paid + control.refill)


def test_an_empty_bank_is_full_after_twelve_turns() -> None:
    control, bank = PRESETS["daily"], 0
    for _ in range(12):
        bank = control.bank_after(bank, HOUR)
    assert bank == control.bank


def test_notice_is_given_hours_before_on_slow_clocks() -> None:
    notices = [PRESETS[name].notice for name in ("evening", "daily", "relaxed")]
    assert notices == [150_000, 6 * HOUR, 12 * HOUR]


def test_the_clock_says_how_long() -> None:
    asked = [(DAILY.clock, 4), (PRESETS["endless"], 4), (DAILY.clock, 9)]
    found = [time_control.by_clock(*one) for one in asked]
    assert found == [time_control.Length(37 * DAY), None, None]


def test_a_preset_is_known_by_what_is_played_by() -> None:
    for preset in time_control.GAME_PRESETS.values():
        assert time_control.preset_of(str(preset.clock), preset.late, preset.help) == preset
        assert read_control(str(preset.clock)) == preset.clock
    assert time_control.preset_of("72h+24h", "ask", "completions") is None


async def test_finished_games_of_the_server_are_measured(store: Store) -> None:
    lengths, clock = time_control.Lengths(store), read_control("72h+24h")
    for seed in range(time_control.LEAST_MEASURED):
        assert await lengths.of(GUILD, clock, 2) == time_control.by_clock(clock, 2)
        await stored(store, played(seed), GUILD)
    found = await lengths.of(GUILD, clock, 2)
    assert found is not None
    assert found.games == time_control.LEAST_MEASURED
    for guild, control, seats in (
        (GUILD, clock, 3),
        (GUILD + 1, clock, 2),
        (GUILD, DAILY.clock, 2),
    ):
        assert await lengths.of(guild, control, seats) == time_control.by_clock(control, seats)
