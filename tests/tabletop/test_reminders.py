"""When people are told again: never in their quiet hours, never too soon, never too often."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from db.outbox.rows import StoredWaiting
from db.people.rows import Preferences
from tabletop.quiet import quiet_of
from tabletop.reminders import MOST, after_notice, next_time
from tabletop.time_control import HOUR

ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"),
    *("Pacific/Auckland", "America/Santiago", "Africa/Casablanca", "UTC-03:30"),
)
YEAR = 365 * 24 * HOUR
JANUARY = round(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)

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


def waits(since: int, *, called: bool = True) -> StoredWaiting:
    return StoredWaiting(game_id=1, guild_id=2, user_id=3, turn=4, since=since, called=called)


@given(chosen_by_somebody, st.integers(JANUARY, JANUARY + YEAR), st.booleans(), st.integers(0, 400))
def test_a_turn_is_told_of_in_time_and_twice_again_at_most(
    chosen: Preferences, since: int, called: bool, outage: int
) -> None:
    if chosen.quiet_from == chosen.quiet_until:  # all day long, which nobody can choose
        return
    waiting, told = waits(since, called=called), list[int]()
    now = since + outage * HOUR  # the bot was down so long
    while (at := next_time(waiting, chosen, now)) is not None:
        assert at >= now
        assert not quiet_of(chosen).covers(at)
        told.append(at)
        now, waiting = at, after_notice(waiting, at)
    reminders = told if called else told[1:]
    most = {"never": 0, "once": 1, "daily": MOST}[chosen.remind]
    assert len(reminders) == (most if chosen.mention else 0)
    assert bool(told) or called or not chosen.mention
    hours = 24 if chosen.remind == "daily" else chosen.remind_after
    begun = [told[0] if told and not called else since, *reminders]
    assert all(b - a >= hours * HOUR for a, b in pairwise(begun))


def test_the_morning_after_the_clock_was_put_on_comes_an_hour_earlier() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    chosen = Preferences(zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60)
    for day, utc in ((28, "07:00"), (29, "06:00"), (30, "06:00")):
        evening = datetime(2026, 3, day - 1, 23, tzinfo=berlin)
        since = round(evening.timestamp() * 1000)
        at = next_time(waits(since, called=False), chosen, since)
        assert at is not None
        assert datetime.fromtimestamp(at / 1000, UTC).strftime("%d %H:%M") == f"{day} {utc}"
