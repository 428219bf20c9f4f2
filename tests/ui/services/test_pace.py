"""The bot asks Discord for a little less in a second than it takes, and for answers at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from yarl import URL

from ui.services.pace import AT_ONCE, LEAST, Pace

DISCORD = 50


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that requests waited, all of which came at once."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    loop = SimpleNamespace(time=lambda: 1000.0)
    fake = SimpleNamespace(get_running_loop=lambda: loop, sleep=sleep)
    monkeypatch.setattr("ui.services.pace.asyncio", fake)
    return found


async def ask(pace: Pace, path: str = "/api/v10/channels/1/messages") -> None:
    request: Any = SimpleNamespace(url=URL(f"https://discord.com{path}"))
    session: Any = None
    await pace.wait(session, SimpleNamespace(), request)


async def test_no_second_has_more_requests_than_discord_takes(waits: list[float]) -> None:
    pace = Pace()
    for _ in range(200):
        await ask(pace)
    starts = [0.0] * (200 - len(waits)) + waits
    assert starts.count(0.0) >= AT_ONCE
    assert max(sum(one <= two < one + 1 for two in starts) for one in starts) < DISCORD
    assert starts[-1] < 200 / 38


async def test_an_answer_never_waits(waits: list[float]) -> None:
    pace = Pace()
    for _ in range(AT_ONCE + 5):
        await ask(pace)
    before = len(waits)
    for path in ("interactions/1/token/callback", "v10/webhooks/1/token/messages/@original"):
        await ask(pace, f"/api/{path}")
    assert len(waits) == before > 0


async def test_processes_share_what_discord_takes(waits: list[float]) -> None:
    for share, a_second in ((0.5, 19.0), (0.01, LEAST)):
        pace = Pace(share)
        for _ in range(100):
            await ask(pace)
        assert waits[-1] - waits[-2] == pytest.approx(1 / a_second)
