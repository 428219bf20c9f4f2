"""Whatever fails while something is told, and however: it is told once, to each once.

A new kind of notice is one entry in the ``KINDS`` of a module ``notices``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import pytest

from db.outbox import CHANGES
from db.timers import StoredDue
from delivery.outbox import Outbox
from tabletop.lobby import LOBBY
from tabletop.turn_time import CLOCK, RETURN
from tests.e2e import notices
from tests.e2e.sent import Recorder
from tests.e2e.world import ALL_RETRIES, World
from tests.features import beside_features
from ui.public.announcement import ROLE_FREE
from ui.public.places import THREAD
from ui.public.thread_board import BOARD_SOON, NAME_SOON

KINDS: Final = dict(notices.KINDS)
SILENT: Final = {CLOCK, RETURN, LOBBY, THREAD, ROLE_FREE, BOARD_SOON, NAME_SOON}
"""Timers that say nothing themselves: what they lead to is a kind of notice, or a change."""

for module in beside_features("notices"):
    KINDS.update(module.KINDS)
    SILENT.update(module.SILENT)

PRIVATE: Final = re.compile(r"/(interactions|webhooks|applications|users|gateway|oauth2)")

REFUSED: Final = {
    "503": (503, 0),
    "50013": (403, 50013),
    "40333": (403, 40333),
    "50001": (403, 50001),
    "locked": (400, 50083),
    "full": (400, 160006),
    "wording": (400, 200001),
    "unknown": (403, 987654),
}
"""Discord's refusals, one or more of each cause: the status and the code."""

HOW: Final = (*REFUSED, "lost", "killed before", "killed after")
"""Discord refuses a request; it is carried out and answered too late, or not at all; the bot is
killed before it is carried out, or when it was and nothing is noted."""

OFTEN: Final = 1
"""Ways in which each request fails in each run of the tests, and not in the night alone."""


@dataclass
class Fault:
    """Breaks the so-manieth request for the public.

    Attributes:
        count: the requests so far.
    """

    world: World
    recorder: Recorder
    number: int
    how: str
    count: int = 0

    def __call__(self, method: str, path: str) -> None:
        if PRIVATE.match(path):
            return
        self.count += 1
        if self.count != self.number:
            return
        if self.how == "killed before":
            raise asyncio.CancelledError
        if self.how == "killed after":
            self.recorder.dying.append((method, path))
        elif self.how == "lost":
            self.world.lose_answer(method, path)
        else:
            status, code = REFUSED[self.how]
            fault = {"method": method, "path": path, "status": status, "code": code}
            self.world.env.backend.faults.append({**fault, "message": self.how, "times": 1})


async def tell(world: World, recorder: Recorder, kind: str, number: int, how: str) -> int:
    """Tells a kind of notice, of which one request fails; how many requests it took at first."""
    case = KINDS[kind]
    await case.prepare(world)
    recorder.before = fault = Fault(world, recorder, number, how)
    with suppress(asyncio.CancelledError):  # what causes it may be killed itself
        await case.cause(world)
    count = fault.count
    if how.startswith("killed"):
        await world.crash()
    for _ in range(3):
        await world.later(seconds=ALL_RETRIES)
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()
    await case.judge(world)
    return count


async def test_every_kind_that_is_registered_is_here(world: World) -> None:
    registered = set(world.bot.services.dispatcher._handlers) - set(CHANGES) - SILENT
    assert registered == {case.told for case in KINDS.values()}


@pytest.mark.parametrize("kind", KINDS)
async def test_it_is_told_without_a_fault(world: World, recorder: Recorder, kind: str) -> None:
    assert await tell(world, recorder, kind, 0, "") == KINDS[kind].requests


def faults() -> Iterator[Any]:
    """Each request of each kind, which fails in each way.

    One way is tried in each run of the tests, another for the next request; all in the night.
    """
    requests = ((kind, n) for kind, case in KINDS.items() for n in range(1, case.requests + 1))
    for place, (kind, number) in enumerate(requests):
        for which, how in enumerate(HOW):
            often = (which - 2 * place) % len(HOW) < OFTEN
            yield pytest.param(kind, number, how, marks=() if often else pytest.mark.nightly)


@pytest.mark.parametrize(("kind", "number", "how"), [*faults()])
async def test_it_is_told_once_whichever_request_fails(
    world: World, recorder: Recorder, kind: str, number: int, how: str
) -> None:
    assert await tell(world, recorder, kind, number, how) >= number


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_process_killed_once_it_is_noted_leaves_no_retry(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = KINDS[kind]
    await case.prepare(world)
    world.fail("POST", "/channels/*/messages", status=503)
    await case.cause(world)
    assert await failing(world)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Outbox, "_forget", killed)
    await world.later(seconds=60)
    left = await failing(world)
    monkeypatch.undo()
    await world.crash()
    assert left == []


async def failing(world: World) -> list[StoredDue]:
    """Returns the timers that have failed so far."""
    kinds = world.bot.services.dispatcher._handlers
    dues = await world.bot.store.timers.next(kinds, limit=100)
    return [due for due in dues if due.attempts]
