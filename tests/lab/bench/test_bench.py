"""The benchmarks' Discord knows when the bot has done all there is to do; two runs compare."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import ArkadiaBot
from lab.bench import quiet_discord
from lab.bench.against import compared, figures
from lab.bench.quiet_discord import QuietDiscord
from lab.bench.row import Row, table
from runtime.settings import Settings


async def test_a_command_comes_to_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = QuietDiscord(ArkadiaBot(Settings(token="", database=tmp_path / "bench.sqlite3")))
    await quiet.start()
    try:
        async with asyncio.timeout(60):
            await quiet.run("arkadia help", 101, {})
        monkeypatch.setattr(quiet_discord, "ENDLESS", 0.0)
        endless = asyncio.create_task(asyncio.sleep(3600), name="without an end")
        with pytest.raises(TimeoutError, match="without an end"):
            await quiet.rest()
        endless.cancel()
    finally:
        await quiet.bot.close()


def test_two_runs_compare_by_what_things_cost() -> None:
    def run(milliseconds: float, a_second: float) -> dict[tuple[str, str], list[float]]:
        rows = [
            Row("a command", milliseconds, "ms", "a constant", 0.5, 9, "≤ 3 ms, ≤ 3×", False),
            Row("random play", a_second, "actions/s", "", None, None, "≥ 2.5×", True),
        ]
        return {(name, unit): [figure] for name, unit, figure in figures(table(rows))}

    slower, faster = sorted(compared(run(4, 100_000), run(6, 125_000)), reverse=True)
    assert slower == "1.50×  4 → 6 ms  a command  (1.50)"
    assert faster == "0.80×  100000 → 125000 actions/s  random play  (0.80)"
