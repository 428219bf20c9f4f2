"""Limits: so many acts of a kind within a sliding window, whoever did them and to whomever."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.errors import LimitReachedError, NotInvitableError
from db.preferences import Invites, Preferences
from db.sqlite.schema import TODAY
from db.store import Store, opened
from db.usage import Charge, UsageRecord, pay
from runtime.limits import DAY, HOUR, PRESETS, RULES, Limits
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START

MOST, SPAN = 3, HOUR
LIMITS: Limits = {"games": MOST, "server-games": 2 * MOST, "pings": MOST, "again": 1}
GAME = UsageRecord(kind="game", guild_id=GUILD, user_id=HOST, at=10_000)
PING = replace(GAME, kind="ping", target_id=GUEST)
MOMENTS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, SPAN // 2)), max_size=60)


async def done(store: Store, act: UsageRecord, limits: Limits = LIMITS) -> bool:
    try:
        await store.usage.pay(Charge(limits, (act,)))
    except LimitReachedError:
        return False
    return True


@given(MOMENTS)
def test_no_window_has_more_acts_than_there_may_be(moments: list[tuple[int, int]]) -> None:
    limits = {"games": MOST}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        TODAY.create(connection)
        noted: dict[int, list[int]] = {}
        now = 10_000
        for person, later in moments:
            now += later
            times = noted.setdefault(person, [])
            charge = Charge(limits, (replace(GAME, user_id=person, at=now),))
            if len([time for time in times if time > now - SPAN]) < MOST:
                pay(connection, charge)
                times.append(now)
                continue
            with pytest.raises(LimitReachedError) as caught:
                pay(connection, charge)
            assert (caught.value.limit, caught.value.most) == ("games", MOST)
            assert caught.value.until == times[-MOST] + SPAN
        for times in noted.values():
            for number in range(len(times) - MOST):
                assert times[number + MOST] - times[number] >= SPAN
        [kept] = connection.execute("SELECT count(*) FROM usage").fetchone()
        newest = max((times[-1] for times in noted.values() if times), default=0)
        assert kept == sum(time >= newest - DAY for times in noted.values() for time in times)


async def test_of_many_acts_at_once_as_many_are_done_as_may_be(store: Store) -> None:
    outcomes = await asyncio.gather(*(done(store, GAME) for _ in range(10)))
    assert sum(outcomes) == MOST
    assert await done(store, replace(GAME, guild_id=GUILD + 1)), "another server"
    await store.close()
    async with opened(store.place) as again:
        assert not await done(again, GAME), "it outlasts a restart"
        assert await done(again, replace(GAME, at=GAME.at + SPAN))


async def test_a_charge_that_is_too_much_is_recorded_in_no_part(store: Store) -> None:
    with pytest.raises(LimitReachedError):
        await store.usage.pay(Charge(LIMITS, (GAME,) * (MOST + 1)))
    assert sum([await done(store, GAME) for _ in range(5)]) == MOST


async def test_whoever_fills_a_server_another_person_does_one_act(store: Store) -> None:
    people = range(100, 103)
    outcomes = [[await done(store, replace(GAME, user_id=one)) for _ in range(9)] for one in people]
    allowed = (MOST, MOST, 1)
    assert outcomes == [[True] * most + [False] * (9 - most) for most in allowed]
    assert [await done(store, GAME) for _ in range(2)] == [True, False], "a newcomer"


async def test_people_together_reach_a_person_so_often_and_each_of_them_once(store: Store) -> None:
    outcomes = [
        await store.usage.claim(LIMITS, replace(PING, user_id=host, game_id=game))
        for game, host in enumerate((1, 1, 2, 3, 4), 1)
    ]
    assert outcomes == [True, False, True, True, False]
    wait = await store.usage.waits(LIMITS, [PING, replace(PING, target_id=99)])
    assert wait == (PING.at + SPAN, PING.at)
    assert not await done(store, replace(PING, kind="call", user_id=9)), "counted together"


async def test_what_is_claimed_for_a_game_is_claimed_for_good(store: Store) -> None:
    assert await store.usage.claim(LIMITS, replace(PING, game_id=7))
    assert await store.usage.claim(LIMITS, replace(PING, game_id=7, at=PING.at + 5)), "once more"
    assert not await store.usage.claim(LIMITS, replace(PING, game_id=8))
    assert await store.usage.pinged(7) == (GUEST,)
    assert await store.usage.pinged(8) == ()


def test_a_club_has_as_much_room_as_others_or_more() -> None:
    names = {rule.name for rule in RULES}
    assert [set(preset) for preset in PRESETS.values()] == [names, names]
    assert all(PRESETS["club"][name] >= PRESETS["open"][name] for name in names)


async def test_old_acts_are_deleted(store: Store) -> None:
    await done(store, GAME)
    await store.usage.delete_outdated(GAME.at + DAY)
    assert (await store.people.traces(HOST)).acts
    await store.usage.delete_outdated(GAME.at + DAY + 1)
    assert not (await store.people.traces(HOST)).acts


async def test_being_forgotten_lifts_no_limit_and_leaves_no_id(store: Store) -> None:
    for _ in range(MOST):
        await done(store, GAME)
    await done(store, PING)
    [*_, act] = (await store.people.traces(GUEST)).acts
    assert (act.kind, act.user_id, act.target_id) == ("ping", 0, GUEST)
    for person in (HOST, GUEST):
        await store.people.forget(person, "a former player")
        assert not (await store.people.traces(person)).acts
        assert person not in await store.people.all_ids()
    assert not await done(store, GAME)
    assert not await done(store, replace(PING, at=PING.at + 1))
    assert await done(store, replace(GAME, user_id=77)), "only they themselves"


@pytest.mark.parametrize("rematch", [False, True])
async def test_an_invitation_and_its_ping_come_with_the_game(store: Store, rematch: bool) -> None:
    limits = {"invitations": 1, "again": 1}
    before = await store.games.open(NEW, LOBBY)
    new = replace(NEW, rematch_of=before if rematch else None)
    game = await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
    assert await store.usage.pinged(game) == (GUEST,)
    await store.games.set_state(game, "cancelled", at=2_000)
    if rematch:
        game = await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
        assert await store.usage.pinged(game) == ()
        return
    with pytest.raises(LimitReachedError, match="invitations"):
        await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
    assert len(await store.games.find(GUILD, states=["lobby"])) == 1


async def test_who_is_invited_by_whom(store: Store) -> None:
    async def invite(**new: Any) -> int:
        return await store.games.open(replace(NEW, **new), LOBBY[:1], {}, invited=[GUEST])

    async def refused(invites: Invites, met: bool) -> None:
        await store.people.set_preferences(GUEST, Preferences(invites=invites))
        with pytest.raises(NotInvitableError) as caught:
            await invite()
        assert (caught.value.user_id, caught.value.met) == (GUEST, met)

    await refused("nobody", False)
    await refused("met", True)
    game = await store.games.open(NEW, LOBBY)
    await refused("met", True)
    await store.games.begin(game, SEATS, START, at=2_000)
    assert await store.usage.pinged(await invite()) == (GUEST,)
    await store.people.set_preferences(GUEST, Preferences(invites="nobody"))
    again = await invite(rematch_of=game)
    assert await store.usage.pinged(again) == (), "the seat is kept, and nobody is notified"
