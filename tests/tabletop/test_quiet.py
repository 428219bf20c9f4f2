"""Quiet hours, outages that stop clocks, and reminders that wait for the morning."""

from datetime import UTC, datetime
from itertools import pairwise, takewhile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from db.preferences import Preferences
from db.store import Store
from db.waiting import StoredWaiting
from tabletop.quiet import LONGEST_GAP_MS, QuietHours, Uptime, quiet_of, zone_of
from tabletop.reminders import MOST, after_notice, next_time
from tabletop.time_control import DAY, HOUR, MINUTE
from tests.tabletop.playing import Clock

ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC+05:45"),
    *("Pacific/Auckland", "Africa/Casablanca", "UTC-03:30", "America/Santiago"),
)


def at(text: str, zone: str | None = None) -> int:
    """The moment of a local time, such as ``2026-03-29 01:30``."""
    local = datetime.fromisoformat(text).replace(tzinfo=zone_of(zone))
    return round(local.timestamp() * 1000)


def local(moment: int, zone: str) -> str:
    return datetime.fromtimestamp(moment / 1000, zone_of(zone)).strftime("%a %H:%M")


BERLIN = QuietHours("Europe/Berlin", 22 * 60, 8 * 60)
JANUARY = at("2026-01-01")


def test_a_night_goes_over_midnight_and_a_siesta_does_not() -> None:
    clocks = {"21:59": False, "22:00": True, "00:00": True, "07:59": True, "08:00": False}
    for day in ("2026-01-14", "2026-07-14"):
        found = {one: BERLIN.covers(at(f"{day} {one}", "Europe/Berlin")) for one in clocks}
        assert found == clocks
    siesta = QuietHours("UTC+02:00", 13 * 60, 15 * 60)
    assert siesta.over(at("2026-01-14 12:30")) == at("2026-01-14 13:00")
    assert not siesta.covers(at("2026-01-14 23:30"))
    assert QuietHours().over(5) == 5


def test_a_weekend_is_quiet_to_its_end_and_the_night_after_it() -> None:
    weekend = QuietHours("Europe/Berlin", 22 * 60, 8 * 60, weekend=True)
    friday = at("2026-01-16 22:30", "Europe/Berlin")
    days = QuietHours("Europe/Berlin", weekend=True)
    ends = [local(quiet.over(friday), "Europe/Berlin") for quiet in (weekend, days)]
    assert ends == ["Mon 08:00", "Fri 22:30"]


@pytest.mark.parametrize(
    ("hours", "moment", "ends"),
    [
        ((22, 8), "2026-03-28 23:00", "Sun 08:00"),  # seven hours of a night put on by one
        ((22, 2.5), "2026-03-28 23:00", "Sun 03:00"),  # there is no 02:30 in this night
        ((22, 8), "2026-10-24 23:00", "Sun 08:00"),
        ((22, 2.5), "2026-10-24 23:00", "Sun 02:30"),  # the first of two
        ((2.5, 2.75), "2026-10-25 02:30", "Sun 02:45"),
    ],
)
def test_the_clock_is_put_on_and_back(hours: tuple[float, float], moment: str, ends: str) -> None:
    since, until = (round(hour * 60) for hour in hours)
    quiet = QuietHours("Europe/Berlin", since, until)
    assert local(quiet.over(at(moment, "Europe/Berlin")), "Europe/Berlin") == ends


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    quiet = QuietHours("Europe/Berlin", 120, 180)
    first = at("2026-10-25 02:30", "Europe/Berlin")
    assert [quiet.covers(first + hours * HOUR) for hours in range(3)] == [True, True, False]
    assert quiet.over(first) == first + HOUR + 30 * MINUTE


@given(
    zone=st.sampled_from(ZONES),
    hours=st.lists(st.integers(0, 1439), min_size=2, max_size=2, unique=True),
    weekend=st.booleans(),
    moment=st.integers(0, 365 * 24 * 60),
)
@example(zone="Australia/Lord_Howe", hours=[110, 130], weekend=False, moment=132930)
def test_quiet_ends_when_it_does(zone: str, hours: list[int], weekend: bool, moment: int) -> None:
    quiet = QuietHours(zone, hours[0], hours[1], weekend)
    now = JANUARY + moment * MINUTE
    end = quiet.over(now)
    assert not quiet.covers(end)
    assert all(quiet.covers(minute) for minute in range(now, end, MINUTE))
    assert end == now or quiet.covers(end - 1)


def test_a_zone_that_there_is_no_more_is_utc() -> None:
    names = (None, "Europe/Atlantis", "../etc/passwd", "UTC+2")
    assert {zone_of(name) for name in names} == {UTC}


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", None])
@pytest.mark.parametrize("weekend", [False, True])
def test_the_spans_are_all_moments_at_which_it_is_quiet(zone: str | None, weekend: bool) -> None:
    quiet = QuietHours(zone, 22 * 60, 7 * 60 + 30, weekend)
    begin = at("2026-10-01")
    end = begin + 40 * DAY
    spans = list(takewhile(lambda span: span[0] < end, quiet.spans(begin)))
    for moment in range(begin, end, 15 * MINUTE):
        inside = any(since <= moment < until for since, until in spans)
        assert quiet.covers(moment) == inside


def test_without_quiet_hours_or_without_an_end_of_them_there_are_no_spans() -> None:
    assert list(QuietHours().spans(0)) == []
    assert list(QuietHours(None, 60, 60).spans(0)) == []


async def of(store: Store, clock: Clock) -> Uptime:
    uptime = Uptime(store, clock)
    await uptime.load()
    return uptime


async def test_a_stop_lasts_from_the_last_note_to_the_next_one(store: Store, clock: Clock) -> None:
    await (await of(store, clock)).note()
    seen = clock.now
    clock.now += HOUR
    uptime = await of(store, clock)
    assert not uptime.is_here
    assert uptime.outages() == [(seen, clock.now + LONGEST_GAP_MS)]
    clock.now += MINUTE
    assert await uptime.note()
    assert uptime.outages() == (await of(store, clock)).outages() == [(seen, clock.now)]


async def test_neither_minutes_nor_a_restart_are_an_outage(store: Store, clock: Clock) -> None:
    uptime = await of(store, clock)
    assert uptime.is_here
    for passes in (*[MINUTE] * 5, LONGEST_GAP_MS):
        assert not await uptime.note()
        clock.now += passes
        assert uptime.outages() == (await of(store, clock)).outages() == []
    uptime = await of(store, clock)
    assert not await uptime.note()
    assert uptime.outages() == []


async def test_a_clock_set_on_and_back_leaves_nothing_behind(store: Store, clock: Clock) -> None:
    uptime = await of(store, clock)
    await uptime.note()
    begin = clock.now
    clock.now += 365 * DAY
    assert await uptime.note()
    clock.now = begin + MINUTE
    assert await uptime.note()
    assert uptime.outages() == [(begin, clock.now)]
    clock.now += MINUTE
    assert not await uptime.note()
    assert (await of(store, clock)).outages() == uptime.outages()


async def test_a_clock_that_was_set_back_stops_nothing(store: Store, clock: Clock) -> None:
    clock.now, uptime = DAY, await of(store, clock)
    await uptime.note()
    clock.now -= HOUR
    assert await uptime.note()
    assert (uptime.is_here, uptime.outages()) == (True, [])


minutes = st.integers(0, 1439)
chosen_by_somebody = st.builds(
    Preferences,
    mention=st.booleans(),
    remind=st.sampled_from(["never", "once", "daily"]),
    remind_after=st.integers(1, 100),
    zone=st.sampled_from(ZONES),
    quiet_from=minutes,
    quiet_until=minutes,
    quiet_weekend=st.booleans(),
)


def waits(since: int, *, notified: bool = True) -> StoredWaiting:
    return StoredWaiting(game_id=1, guild_id=2, user_id=3, turn=4, since=since, notified=notified)


@given(chosen_by_somebody, st.integers(0, 365 * DAY), st.booleans(), st.integers(0, 400))
def test_a_turn_is_told_of_in_time_and_twice_again_at_most(
    chosen: Preferences, since: int, notified: bool, outage: int
) -> None:
    if chosen.quiet_from == chosen.quiet_until:  # all day long, which nobody can choose
        return
    since += JANUARY
    waiting, told = waits(since, notified=notified), list[int]()
    now = since + outage * HOUR  # the bot was down so long
    while (at := next_time(waiting, chosen, now)) is not None:
        assert at >= now
        assert not quiet_of(chosen).covers(at)
        told.append(at)
        now, waiting = at, after_notice(waiting, at)
    reminders = told if notified else told[1:]
    most = {"never": 0, "once": 1, "daily": MOST}[chosen.remind]
    assert len(reminders) == (most if chosen.mention else 0)
    assert bool(told) or notified or not chosen.mention
    hours = 24 if chosen.remind == "daily" else chosen.remind_after
    begun = [told[0] if told and not notified else since, *reminders]
    assert all(b - a >= hours * HOUR for a, b in pairwise(begun))


def test_the_morning_after_the_clock_was_put_on_comes_an_hour_earlier() -> None:
    chosen = Preferences(zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60)
    for day, utc in ((28, "07:00"), (29, "06:00"), (30, "06:00")):
        evening = at(f"2026-03-{day - 1} 23:00", "Europe/Berlin")
        told = next_time(waits(evening, notified=False), chosen, evening)
        assert told == at(f"2026-03-{day} {utc}")
