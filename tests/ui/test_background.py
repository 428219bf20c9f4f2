"""What works in the background ends with its cog, and by no error."""

import asyncio
from typing import Any

import pytest

from runtime import background
from tests.delivery.waiting import until
from ui.components import BackgroundCog

NOTHING: Any = None


class Working(BackgroundCog):
    """Works until it is ended, after some errors."""

    begun = errors = 0
    ended = False

    async def work(self) -> None:
        self.begun += 1
        try:
            if self.errors:
                self.errors -= 1
                raise OSError("Too many open files")
            await asyncio.sleep(60)
        finally:
            self.ended = True


async def test_an_error_is_told_and_the_work_begun_anew(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "AGAIN_S", 0.001)
    cog = Working(NOTHING, NOTHING)
    cog.errors = 2
    await cog.cog_load()
    await until(lambda: cog.begun == 3)
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
        "Too many open files"
    ] * 2
    assert {record.levelname for record in caplog.records} == {"ERROR"}
    await cog.cog_unload()


async def test_an_unload_ends_the_work_and_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    cog = Working(NOTHING, NOTHING)
    await cog.cog_load()
    await asyncio.sleep(0)
    await cog.cog_unload()
    assert cog.ended
    assert caplog.records == []
