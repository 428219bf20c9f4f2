"""A store in which everything is kept that can be."""

from __future__ import annotations

from dataclasses import replace

from db.games.archive import put_in, put_results
from db.games.rows import ClockChange, StoredPause, StoredResult, StoredSeat
from db.preferences import Preferences, StoredPlan
from db.store import Store
from db.timers import StoredDue
from db.usage import Charge, UsageRecord
from db.waiting import NewWaiting, StoredWaiting
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUILD, NEW
from tests.features import beside_features

ADA, BELA = PEOPLE[:2]
NAMES = {ADA: "Ada", BELA: "Bela"}
RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))


async def full(store: Store) -> tuple[int, int, int]:
    """A finished, a resigned and a closed game of Ada with everything that a person can leave."""
    finished = await stored(store, played(1))
    resigned = await stored(store, played(2, 20))
    closed = await stored(store, played(3, 10))
    for game in (finished, resigned, closed):
        await store.people.set_note(game, ADA, "keep the red mill")
        await store.people.set_note(game, BELA, "sell silver")
        await store.people.set_plan(game, ADA, StoredPlan(3, "pass"))
    pauses = StoredPause(0, 4_000, 9_000, "stop"), StoredPause(1, 4_000, 9_500, "away")
    await store.games.set_clock(closed, ClockChange(pauses=pauses))
    await store.games.set_votes(closed, "cancel", {ADA, BELA}, at=5_000, ended="closed")
    await store.games.hand_over(resigned, 0, "resigned", "caretaker", at=5_000)
    await store.timers.put(
        StoredDue("remind", 9_000, game_id=closed, user_id=ADA),
        StoredDue("remind", 9_000, game_id=closed, user_id=BELA),
    )
    waiting = StoredWaiting(
        game_id=closed, guild_id=GUILD, user_id=ADA, turn=11, since=9_000, notified=True
    )
    await store.waiting.mark_shown(closed, 1, waiting=NewWaiting(waiting))
    nudged = replace(waiting, game_id=resigned, user_id=BELA, nudged_by=ADA)
    await store.waiting.mark_shown(resigned, 1, waiting=NewWaiting(nudged))
    await store.people.set_preferences(ADA, Preferences(theme="light"))
    await store.people.set_preferences(BELA, Preferences(language="fr"))
    await store.change(put_results, finished, RESULTS)
    await store.change(put_in, finished)
    await store.people.set_value(ADA, "rain", "no")
    await store.people.set_value(BELA, "rain", "no")
    for feature in beside_features("filled"):
        await feature.fill(store, ADA)
        await feature.fill(store, BELA)
    return finished, resigned, closed


async def everywhere(store: Store) -> None:
    """Ada stands wherever a person can."""
    _, resigned, _ = await full(store)
    left = StoredSeat(0, PEOPLE[2], "Chiara", left_turn=3, left_id=ADA, left_name="Ada")
    await store.games.hand_over(resigned, 0, "playing", None, at=6_000, left_turn=3, newcomer=left)
    await store.games.open(replace(NEW, host_id=BELA), limits={}, invited=[ADA])
    act = UsageRecord(kind="post", guild_id=GUILD, user_id=ADA, at=1_000)
    await store.usage.pay(Charge({}, (act,)))
    await store.games.set_blocked(GUILD, ADA, True)
