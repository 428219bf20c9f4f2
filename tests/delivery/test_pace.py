"""The bot asks Discord for a little less in a second than it takes, and for answers at once."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, repeat
from types import SimpleNamespace
from typing import Any

import pytest
from yarl import URL

from delivery.pace import IN_A_PLACE, Pace, PlaceLimits

DISCORD = 50


class Time:
    """A time that passes only while somebody waits.

    Attributes:
        late: the seconds by which everybody wakes too late, in turns.
    """

    def __init__(self) -> None:
        self.now = 1000.0
        self.late: Iterator[float] = repeat(0.0)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds + next(self.late)

    def time(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    fake = {"get_running_loop": lambda: found, "sleep": found.sleep, "Lock": asyncio.Lock}
    monkeypatch.setattr("delivery.pace.asyncio", SimpleNamespace(**fake))
    return found


async def ask(pace: Pace, path: str = "/api/v10/channels/1/messages") -> None:
    request: Any = SimpleNamespace(url=URL(f"https://discord.com{path}"))
    session: Any = None
    await pace.wait(session, SimpleNamespace(), request)


async def made(time: Time, share: float, count: int) -> list[float]:
    """When a process with such a share makes so many requests that all come at once."""
    time.now, pace, found = 1000.0, Pace(share), []
    for _ in range(count):
        await ask(pace)
        found.append(time.now - 1000)
    return found


def most(times: list[float]) -> int:
    times = sorted(times)
    return max(bisect_left(times, one + 1 - 1e-9) - place for place, one in enumerate(times))


@pytest.mark.parametrize(
    "shares", [(1.0,), (0.5, 0.5), (0.75, 0.25), *((1 / n,) * n for n in (3, 4, 5, 8, 11, 24))]
)
async def test_no_second_has_more_requests_of_all_processes_than_discord_takes(
    time: Time, shares: tuple[float, ...]
) -> None:
    each = [await made(time, share, 1 + round(200 * share)) for share in shares]
    assert most([one for times in each for one in times]) < DISCORD
    assert max(times[-1] for times in each) < 200 / 38, "none starves"


async def test_who_wakes_too_late_asks_no_more_in_a_second_for_it(time: Time) -> None:
    time.late = cycle([0.0] * 25 + [0.5])
    times = await made(time, 1.0, 400)
    assert most(times) < DISCORD
    assert times[-1] < 400 / 38 * 1.5


async def test_an_answer_never_waits(time: Time) -> None:
    pace = Pace()
    for _ in range(16):
        await ask(pace)
    before = time.now
    for path in ("interactions/1/token/callback", "v10/webhooks/1/token/messages/@original"):
        await ask(pace, f"/api/{path}")
    assert time.now == before > 1000


# Turns at places: few at once in one place, and so many in all; no place waits for another's.


class Speakers:
    """People who speak in turns, each until they are let go."""

    def __init__(self, most: int) -> None:
        self.limits = PlaceLimits(most)
        self.speaking: Counter[int] = Counter()
        self.go_on = asyncio.Event()

    async def speak(self, place: int) -> None:
        async with self.limits.turn(place):
            self.speaking[place] += 1
            await self.go_on.wait()


async def at_rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_busy_place_leaves_room_to_others() -> None:
    all_ = Speakers(most=IN_A_PLACE + 1)
    tasks = [asyncio.create_task(all_.speak(1)) for _ in range(50)]
    tasks += [asyncio.create_task(all_.speak(place)) for place in (2, 3)]
    await at_rest()
    assert all_.speaking == {1: IN_A_PLACE, 2: 1}, "the third place waits for room"
    all_.go_on.set()
    await asyncio.gather(*tasks)
    assert all_.speaking == {1: 50, 2: 1, 3: 1}


async def test_who_is_cancelled_while_waiting_takes_no_turn() -> None:
    all_ = Speakers(most=1)
    tasks = [asyncio.create_task(all_.speak(place)) for place in (1, 2, 3)]
    await at_rest()
    tasks[1].cancel()
    all_.go_on.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all_.speaking == {1: 1, 3: 1}
