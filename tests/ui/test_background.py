"""What works in the background ends with its cog, and an error that ends it is told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.delivery.waiting import until
from ui.components.background import BackgroundCog

NOTHING: Any = None


class Working(BackgroundCog):
    """Works until it is ended, or has an error."""

    ended = error = False

    async def work(self) -> None:
        try:
            await asyncio.sleep(0 if self.error else 60)
            raise ValueError("a defect")
        finally:
            self.ended = True


async def test_an_error_that_ends_the_work_is_told_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    cog = Working(NOTHING, NOTHING)
    cog.error = True
    await cog.cog_load()
    await until(lambda: bool(caplog.records))
    [record] = caplog.records
    assert (record.name, record.levelname) == ("arkadia.background", "ERROR")
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "a defect"
    await cog.cog_unload()


async def test_an_unload_ends_the_work_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    cog = Working(NOTHING, NOTHING)
    await cog.cog_load()
    await asyncio.sleep(0)
    await cog.cog_unload()
    assert cog.ended
    assert caplog.records == []
