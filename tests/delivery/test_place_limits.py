"""Turns at places: few at once in one place, and so many in all; no place waits for another's."""

import asyncio
from collections import Counter

from delivery.pace import IN_A_PLACE, PlaceLimits


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
