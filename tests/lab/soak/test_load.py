"""A short load: everything is answered, by the bot and by the one that says the same always."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.soak.load import HEAD, Load, LoadTest

pytestmark = pytest.mark.slow


@pytest.mark.nightly
async def test_what_is_asked_is_answered_and_measured(tmp_path: Path) -> None:
    test = LoadTest(Load(rates=(10,), seconds=2.0, games=6), tmp_path / "soak.sqlite3")
    await test.run()
    assert [figures.who for figures in test.figures] == ["arkadia", "constant"]
    for figures in test.figures:
        assert figures.waits
        assert max(figures.waits) < 30
        assert figures.bot > 0
        assert figures.memory > 10
    assert test.report()[0] == HEAD
