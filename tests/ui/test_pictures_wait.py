"""Pictures that are not sent yet are counted, and further ones wait for their drawing."""

from __future__ import annotations

import asyncio
import gc

import discord
import pytest

from runtime.budgets import Budget
from ui import pictures
from ui.pictures import MOST, drawn_file


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Budget:
    budget = Budget(MOST)
    monkeypatch.setattr(pictures, "WAITING", budget)
    return budget


async def drawn(size: int) -> discord.File:
    return await drawn_file("a.png", None, lambda: bytes(size))


async def test_the_next_is_drawn_when_one_is_sent(waiting: Budget) -> None:
    first = await asyncio.create_task(drawn(1_000))
    assert waiting.memory == 1_000
    next_one = asyncio.create_task(drawn(2_000))
    await asyncio.sleep(0.01)
    assert not next_one.done()
    assert first.fp.read() == bytes(1_000)
    first.close()
    gc.disable()  # it is let go at once, and not when circles are looked for
    del first
    gc.enable()
    assert (await next_one).filename == "a.png"
    assert waiting.memory == 2_000


async def test_the_second_picture_of_a_message_does_not_wait_for_its_first(waiting: Budget) -> None:
    both = [await drawn(1_000), await drawn(3_000)]
    assert len(both) == 2
    assert waiting.memory == 4_000


async def test_what_could_not_be_drawn_is_not_counted(waiting: Budget) -> None:
    def fail() -> bytes:
        raise ValueError("no paint")

    with pytest.raises(ValueError, match="no paint"):
        await drawn_file("a.png", None, fail)
    assert waiting.memory == 0


def test_a_picture_of_a_bot_that_has_ended_is_not_counted(waiting: Budget) -> None:
    ended = asyncio.new_event_loop()
    file = ended.run_until_complete(drawn(1_000))
    assert waiting.memory == 1_000
    del file
    gc.collect()
    assert waiting.memory == 0
    ended.close()
