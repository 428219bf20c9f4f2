"""Waiting in tests for what other tasks do."""

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")
