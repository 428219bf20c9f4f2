"""An edition is corrected while forty games run in two processes: none of them is disturbed."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from engine.edition_reading import edition_from_json
from lab.postgres import PostgresServer
from tests.engine.scenes import EDITION
from tests.tabletop.corrected import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
@pytest.mark.slow
async def test_forty_games_are_played_to_their_end_by_what_they_began_with(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with postgres.lent() as address:
        processes = [
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.tabletop.corrected",
                str(address),
                str(shard),
                str(tmp_path),
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            for shard in range(2)
        ]
        for process in processes:
            assert process.stdout is not None
            assert (await process.stdout.readline()).strip() == b"ready"
        data = json.loads(EDITION.text)
        corrected = json.dumps(data | {"camps": [*data["camps"][:-1], "A1"], "revision": 2})
        (tmp_path / "corrected.json").write_text(corrected, "utf-8")
        ended = [await process.communicate(b"corrected\n") for process in processes]
    for out, _ in ended:
        assert json.loads(out) == {
            "ended": GAMES,
            "played": [EDITION.fingerprint],
            "offered": edition_from_json(corrected).fingerprint,
        }
