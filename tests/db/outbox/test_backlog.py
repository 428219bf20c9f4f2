"""What waits to be said or done is told with its kind, its time and its reason."""

from __future__ import annotations

from db.outbox import Backlog, StoredItem, strip
from db.store import Store
from db.timers import StoredDue
from tests.db.samples import GUILD, NEW, SEATS

NOW = 100_000


async def test_nothing_waits(store: Store) -> None:
    await store.timers.put(StoredDue("clock", NOW + 1, game_id=1))
    assert await store.outbox.backlog(NOW) == ()


async def test_what_failed_waits_since_its_first_failure(store: Store) -> None:
    for number in (1, 2):
        await store.timers.put(StoredDue("late", 10, game_id=number))
    late = StoredDue("late", 10, game_id=1)
    await store.timers.put_off([late], 5_000, "unavailable", 4_000)
    [again] = [due for due in await store.timers.next(["late"], limit=9) if due.game_id == 1]
    assert (again.attempts, again.since, again.why) == (1, 4_000, "unavailable")
    await store.timers.put_off([again], NOW + 9_000, "forbidden", 6_000)
    assert await store.outbox.backlog(NOW) == (
        Backlog("late", "forbidden", 1, 4_000, NOW + 9_000),
        Backlog("late", "", 1, 10, 10),
    )


async def test_changes_of_messages_wait_with_their_reason(store: Store) -> None:
    item = strip(GUILD, 3, 20, 500)
    await store.outbox.put(item)
    assert await store.outbox.backlog(NOW) == (Backlog("strip", "", 1, 0, 0),)
    for at in (1_000, 2_000):
        due = StoredDue("strip", at + 500, GUILD, 3, why="unavailable")
        await store.outbox.put_off([item], due, at)
    assert await store.outbox.backlog(NOW) == (Backlog("strip", "unavailable", 1, 1_000, 2_500),)
    await store.outbox.done([item])
    await store.timers.drop(due)
    assert await store.outbox.backlog(NOW) == ()


async def test_news_that_were_not_tried_yet_wait_for_their_turn(store: Store) -> None:
    game = await store.games.open(NEW, SEATS)
    await store.outbox.put(StoredItem("digest", GUILD, 0, 20), StoredItem("digest", GUILD, 5, 20))
    assert set(await store.outbox.backlog(NOW)) == {
        Backlog("digest", "", 2, 0, 0),
        Backlog("game", "", 1, 0, 0),
    }
    await store.waiting.mark_shown(game, 1)
    assert set(await store.outbox.backlog(NOW)) == {Backlog("digest", "", 2, 0, 0)}


async def test_games_that_cannot_be_shown_are_known_with_their_cause(store: Store) -> None:
    one, other = [await store.games.open(NEW, SEATS) for _ in range(2)]
    await store.timers.put(StoredDue("game", NOW, game_id=one, why="locked"))
    await store.timers.put(StoredDue("game", NOW, game_id=other))
    assert await store.outbox.untold(GUILD) == {one: "locked"}
    assert await store.outbox.untold(GUILD + 1) == {}
    await store.waiting.mark_shown(one, 1)
    assert await store.outbox.untold(GUILD) == {}
