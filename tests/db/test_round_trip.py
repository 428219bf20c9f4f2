"""Every field of every row comes back as it went in, none of them at its default."""

from __future__ import annotations

from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from db.games import rows
from db.outbox import DELETE, Topic
from db.preferences import Preferences, StoredPlan
from db.store import Store
from db.timers import StoredDue
from db.waiting import NewWaiting, StoredWaiting
from tests.db import samples
from tests.db.samples import fields_of, whole

NEW = rows.NewGame(
    guild_id=10,
    channel_id=20,
    host_id=30,
    edition="another-2026",
    setup="free",
    mirror=True,
    seat_limit=3,
    language="de",
    created_at=1_000,
    thread_id=21,
    theme="light",
    help="none",
    clock="12h",
    late="turn",
    absence="computer",
    leaving_counts=False,
    rematch_of=1,
    series=3,
    begins_full=True,
    begun_in=1,
    begun_turn=7,
    invited_only=True,
    at_once=True,
)
SEATS = (
    rows.StoredSeat(0, 30, "Ada", "violet", "away", "journeyman", 2, 60_000, 3, 7, "Dora"),
    rows.StoredSeat(1, 31, "Grace", "green", "resigned", "caretaker", 1, 1, 2, 8, "Elle"),
)
START = replace(samples.START, rules_version=7)
LOG = (
    rows.StoredEntry("pass", 30, 3_000, advised=True),
    rows.StoredEntry("end", 31, 4_000, advised=True),
)
TURN = rows.StoredMessage("turn", 21, 100, 7)
CHOSEN = Preferences(
    theme="light",
    confirm=False,
    mention=False,
    language="fr",
    remind="daily",
    remind_after=8,
    remind_in="message",
    tell_end=False,
    zone="Europe/Berlin",
    quiet_from=1320,
    quiet_until=480,
    quiet_weekend=True,
    quiet_turns=True,
    invites="met",
    help="completions",
)
PAUSE = rows.StoredPause(1, 4_000, 9_000, "stop")
CLOCK = rows.ClockChange(
    warned_at=4_100,
    warned_news=4,
    expired_at=4_200,
    quiet="1320-480 0 Europe/Berlin",
    banks=((0, 7),),
    pauses=(replace(PAUSE, until_at=None), PAUSE),
    dues=(StoredDue("clock", 8_000, 10, 1, 30, 2, 7_000, "failed"),),
)
PLAN = StoredPlan(3, "workers own D4", "D4 D5", "workers own E4", "E4", True, 2)
WAITING = StoredWaiting(
    game_id=1,
    guild_id=10,
    user_id=30,
    turn=7,
    since=2_000,
    notified=True,
    reminded=1,
    reminded_at=3_000,
    channel_id=21,
    message_id=101,
    nudged_by=31,
    nudged_at=3_500,
)


@pytest.mark.parametrize(
    "row", [NEW, *SEATS, *LOG, TURN, CHOSEN, PLAN, WAITING, CLOCK, CLOCK.dues[0]], ids=repr
)
def test_the_samples_have_no_field_at_its_default(row: Any) -> None:
    for field in fields(row):
        if field.default is not MISSING:
            assert getattr(row, field.name) != field.default


async def test_a_game_comes_back_as_it_went_in(store: Store) -> None:
    game = await store.games.open(NEW, [rows.StoredSeat(0, 30, "Ada")])
    await store.games.begin(game, SEATS, START, at=2_000)
    await store.games.append(game, 0, LOG, news=True)
    await store.games.set_clock(game, CLOCK)
    await store.games.set_votes(game, "cancel", {30}, at=4_500)
    await store.waiting.mark_shown(game, 1, [TURN])
    assert (await whole(store, game)).quiet == CLOCK.quiet  # forgotten when the game is over
    await store.games.set_state(game, "closed", at=5_000, reason="for the night")
    kept = rows.StoredGame(
        **fields_of(NEW),
        **fields_of(START),
        game_id=game,
        state="closed",
        reason="for the night",
        begun_at=2_000,
        ended_at=5_000,
        news=6,
        shown=1,
        warned_at=4_100,
        warned_news=4,
        expired_at=4_200,
        seats=(replace(SEATS[0], bank=7), SEATS[1]),
        log=LOG,
        messages=(TURN,),
        votes=frozenset({("cancel", 30)}),
        pauses=(PAUSE,),
    )
    assert await whole(store, game) == kept
    summary = rows.GameSummary(**fields_of(kept, rows.GameSummary))
    assert await store.games.find(10, states=["closed"]) == (summary,)


async def test_a_lobby_comes_back_as_it_was_replaced(store: Store) -> None:
    game = await store.games.open(NEW)
    seats = [replace(seat, seat=1 - seat.seat) for seat in SEATS]
    await store.games.set_lobby(game, seats, host_id=31)
    stored = await whole(store, game)
    assert (stored.seats, stored.host_id) == ((seats[1], seats[0]), 31)


async def test_what_belongs_to_a_person_comes_back_as_it_went_in(store: Store) -> None:
    game = await store.games.open(NEW)
    for theme in ("dark", "light"):
        await store.people.set_preferences(30, replace(CHOSEN, theme=theme))
        assert await store.people.all_preferences() == {30: replace(CHOSEN, theme=theme)}
    for plan in (PLAN, replace(PLAN, entry="pass"), replace(PLAN, turn=9)):
        await store.people.set_plan(game, 30, plan)
        assert await store.people.plan(game, 30) == plan


async def test_whom_a_game_waits_for_comes_back_as_it_went_in(store: Store) -> None:
    game = await store.games.open(NEW)
    due = StoredDue("remind", 9_000, WAITING.guild_id, game, WAITING.user_id)
    await store.waiting.mark_shown(game, 1, waiting=NewWaiting(WAITING, due))
    assert await store.waiting.of_person(30) == (WAITING,)
    assert await store.timers.next(["remind"], limit=2) == (due,)
    again = replace(WAITING, since=8_000, reminded=0)
    await store.waiting.mark_shown(game, 1, waiting=NewWaiting(again))
    assert await store.waiting.of_person(30) == (WAITING,), "the same turn was told before"
    told = replace(WAITING, reminded=2, reminded_at=9_000, message_id=102)
    await store.waiting.note_notified([told])
    assert await store.waiting.of_person(30) == (told,)
    deletions = Topic(DELETE, WAITING.guild_id, game)
    [item] = await store.outbox.to_do(deletions)
    assert item.message_id == 101, "a newer message tells the same"
    await store.waiting.note_notified([replace(told, turn=6, message_id=103)])
    assert await store.waiting.of_person(30) == (told,), "another turn is being played by now"
    await store.waiting.mark_shown(game, 1, waiting=NewWaiting(turn=told.turn))
    kept = replace(told, channel_id=None, message_id=None)
    assert await store.waiting.of_person(30) == (kept,), "a computer plays, and they may come back"
    await store.waiting.mark_shown(game, 1, waiting=NewWaiting(turn=told.turn + 1))
    assert await store.waiting.of_person(30) == ()
    assert [item.message_id for item in await store.outbox.to_do(deletions)] == [101, 102, 103]
