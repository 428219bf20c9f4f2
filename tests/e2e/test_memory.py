"""What a year of presses and of finished games must not leave behind."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections import Counter, deque
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.games.rows import StoredEntry
from engine.actions import End
from engine.random_play import random_action
from engine.record import Record
from tabletop.once import Once
from tests.e2e.panels import Panel
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import World


@pytest.mark.nightly
async def test_no_message_with_buttons_is_kept_in_memory(world: World) -> None:

    match, rng = await Match.begin(world), Random(2)
    for _ in range(6):
        panel = await Panel.open(match)
        turn = (await match.table()).running_game().position.turn
        while (await match.table()).running_game().position.turn == turn:
            await panel.do(random_action((await match.game()).position, rng))
    person, place = await match.active(), await match.place()
    board = await person.press(await match.newest(), "Board")
    await person.press(board.post, "Refresh")
    await person.press(board.post, "As text")
    await person.run("arkadia log", place)
    helped = await person.run("arkadia help", place)
    await person.press(helped.post, next(iter(helped.post.buttons)))
    store: Any = world.bot._connection._view_store
    kept = (store._views, store._synced_message_views, store._modals, store._dynamic_items)
    assert kept == ({}, {}, {}, {})


KEEPERS = ("cogs", "db", "delivery", "engine", "players", "tabletop", "ui")
"""The packages whose objects are counted; pictures have caches that count their bytes."""


def held() -> Counter[str]:
    """How many objects of each of the bot's types there are, and what their collections hold.

    Threads and open files are counted, too.
    """
    gc.collect()
    found = Counter(threads=threading.active_count(), files=len([*Path("/proc/self/fd").iterdir()]))
    for thing in gc.get_objects():
        kind = type(thing)
        if isinstance(thing, asyncio.Task) and not thing.done():
            found["tasks"] += 1
        if str(kind.__module__).partition(".")[0] in KEEPERS:
            found[kind.__qualname__] += 1
            for name, kept in getattr(thing, "__dict__", {}).items():
                if isinstance(kept, dict | list | set | deque):
                    found[f"{kind.__qualname__}.{name}"] += len(kept)
    return found


async def _a_game_ends(world: World, record: Record) -> None:
    match = await Match.begin(world, record.start.seats, start=record.start)
    store, cache = match.services.tables.store, match.services.tables.cache
    ends = [place for place, action in enumerate(record.actions) if isinstance(action, End)]
    played = record.actions[: ends[-2] + 1]
    entries = [StoredEntry(str(action), None, world.wall()) for action in played]
    news = await store.games.append(match.number, 0, entries, news=True, ended=None)
    await store.waiting.mark_shown(match.number, news, ())
    cache.forget(match.number)
    await match.play(record.actions[len(played) :])
    assert (await match.table()).row.state == "finished"


@pytest.mark.nightly
async def test_a_finished_game_leaves_nothing_but_what_has_a_bound(world: World) -> None:
    # Bounds as if very many had been played; each is told by ``status`` or is some thousand ids.
    world.bot.services[Once]._over.most = world.bot.services.outbox._noted.most = 2
    world.bot.services.texts.most = world.bot.services.tables.cache.limit = 1
    record, counts = TO_THE_END_BY_IDLENESS.record(), []
    await _a_game_ends(world, record)
    for _ in range(2):
        await _a_game_ends(world, record)
        counts.append(held())
    assert counts[0]["Table"]
    # What earlier tests left in this process may go meanwhile: nothing has become more.
    assert counts[1] - counts[0] == Counter()
