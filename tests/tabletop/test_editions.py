"""A table of another edition: played to the end, read again, and corrected meanwhile."""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

import pytest

from db.store import Store
from engine.edition import Edition
from engine.edition_files import edition_from_json, load_edition
from engine.errors import EditionError
from lab.postgres import PostgresServer
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.tabletop.corrected import GAMES
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, play_turn


@pytest.mark.parametrize(
    "edition", [SMALL, ISLAND, load_edition("atoll")], ids=lambda edition: edition.id
)
async def test_a_whole_game_of_another_edition(
    store: Store, tables: Tables, edition: Edition
) -> None:
    opening = Opening(GUILD, CHANNEL, ADA, "Ada", seat_limit=3, edition=edition.id)
    number = (await tables.lobby.open(opening)).number
    for other in (BELA, CHIARA):
        await tables.lobby.join(number, other, f"P{other}")
    await tables.lobby.begin(number, ADA)
    table = await tables.cache.get(number)
    while table.row.state == "running":
        table = await play_turn(tables, number, table.version)
    again = await tables_on(store, tables.now, Random(1)).get(number)
    assert again.game is not None
    assert table.game is not None
    assert again.game.start.edition is edition
    assert again.game.position == table.game.position


async def test_seats_are_the_editions(tables: Tables) -> None:
    with pytest.raises(TableError, match="bad-seats") as caught:
        await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", seat_limit=4, edition=SMALL.id))
    assert caught.value.parameters == {"least": 2, "most": 3}


async def test_an_unknown_edition_is_refused(tables: Tables) -> None:
    with pytest.raises(EditionError):
        await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada", edition="none"))


ROOT = Path(__file__).parents[2]


@pytest.mark.nightly
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
