"""Free memory goes back to the system."""

import asyncio
import ctypes
import gc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from runtime.allocator import give_memory_back
from runtime.vitals import memory_in_use

SIZE = 40_000
"""Bytes of a block: below the size from which glibc asks the system for each."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Python itself looks for no circles meanwhile."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="needs glibc")
@pytest.mark.usefixtures("no_collector")
async def test_holes_between_what_stays_go_back_to_the_system() -> None:
    blocks: list[Any] = [b"x" * SIZE for _ in range(1000)]
    stays, circle = blocks[::2], blocks[1::2]
    circle.append(circle)
    del blocks, circle
    before = memory_in_use()
    with suppress(TimeoutError):
        await asyncio.wait_for(give_memory_back(0.01), 0.1)
    # Half of the blocks are free, each with a page or two of its neighbours' at its edges.
    assert before - memory_in_use() > len(stays) * SIZE / 2
