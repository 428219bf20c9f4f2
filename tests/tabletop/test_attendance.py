"""When the bot was not there: stops, sleeps, and clocks that are set."""

from __future__ import annotations

from db.store import Store
from tabletop.attendance import LONGEST_GAP_MS, Attendance
from tabletop.time_control import DAY, HOUR, MINUTE
from tests.tabletop.playing import Clock


async def of(store: Store, clock: Clock) -> Attendance:
    """What a bot knows that was just started."""
    attendance = Attendance(store, clock)
    await attendance.load()
    return attendance


async def test_minute_by_minute_nothing_is_an_outage(store: Store, clock: Clock) -> None:
    attendance = await of(store, clock)
    assert attendance.is_here
    for _ in range(5):
        assert not await attendance.note()
        clock.now += MINUTE
    assert attendance.outages() == []
    assert (await of(store, clock)).outages() == []


async def test_a_stop_lasts_from_the_last_note_to_the_next_one(store: Store, clock: Clock) -> None:
    attendance = await of(store, clock)
    await attendance.note()
    seen = clock.now
    clock.now += HOUR
    attendance = await of(store, clock)
    assert not attendance.is_here
    assert attendance.outages() == [(seen, clock.now + LONGEST_GAP_MS)]
    clock.now += MINUTE
    assert await attendance.note()
    assert attendance.outages() == [(seen, clock.now)]
    assert (await of(store, clock)).outages() == [(seen, clock.now)]


async def test_a_quick_restart_is_none(store: Store, clock: Clock) -> None:
    await (await of(store, clock)).note()
    clock.now += LONGEST_GAP_MS
    attendance = await of(store, clock)
    assert not await attendance.note()
    assert attendance.outages() == []


async def test_a_clock_that_was_set_on_and_back_leaves_nothing_behind(
    store: Store, clock: Clock
) -> None:
    attendance = await of(store, clock)
    await attendance.note()
    begin = clock.now
    clock.now += 365 * DAY
    assert await attendance.note()
    clock.now = begin + MINUTE
    assert await attendance.note()
    assert attendance.outages() == [(begin, clock.now)]
    clock.now += MINUTE
    assert not await attendance.note()
    assert (await of(store, clock)).outages() == attendance.outages()


async def test_a_clock_that_was_set_back_stops_nothing(store: Store, clock: Clock) -> None:
    clock.now = DAY
    attendance = await of(store, clock)
    await attendance.note()
    clock.now -= HOUR
    assert await attendance.note()
    assert attendance.is_here
    assert attendance.outages() == []
