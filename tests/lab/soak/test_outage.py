"""A short outage, as a monitor sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.postgres import running
from lab.soak import outage
from tests.runtime.scraping import free_port


@pytest.mark.nightly
@pytest.mark.slow
async def test_what_is_scraped_tells_that_the_database_was_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "SCRAPE_EVERY_S", 1)
    file, short = tmp_path / "outage.json", 4 / 60
    with running() as server:
        minutes = outage.Minutes(sound=short, out=short, after=short)
        said = await outage.outage(minutes, server, free_port(), 1, file)
    assert "scrapes" in said
    found = json.loads(file.read_text(encoding="utf-8"))
    assert 0 < int(found["gone"].removesuffix("s")) < int(found["back"].removesuffix("s"))
    up = found["series"]['arkadia_database_up{instance="bot",job="arkadia"}']
    values = [value.split("x")[0] for value in up.split()]
    assert values[0] == "1"
    assert "0" in values
