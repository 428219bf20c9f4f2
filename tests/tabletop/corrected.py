"""A process that plays twenty games, and plays on when told that a file was corrected.

``python -m tests.tabletop.corrected DATABASE SHARD FOLDER`` is one of two: it begins its games by
the editions of the folder, says ``ready``, waits for a line, reads the folder anew, plays every
game to its end, and prints how many ended and by which edition.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

from db.sql import Shards
from db.store import Store
from engine.edition_files import BUILT_IN, SHELF, load_edition
from lab.tables import tables_on
from tabletop.opening import Opening
from tests.tabletop.playing import ADA, BELA, CHANNEL, Clock, finish, play_turn

GAMES = 20
TURNS = 3


async def main(database: str, shard: int, folder: Path) -> None:
    SHELF.look_in(BUILT_IN, folder)
    store = await Store.open(database, Shards(2, (shard,)))
    tables = tables_on(store, Clock(), Random(shard))
    numbers = []
    for seed in range(GAMES):
        guild = (2 + shard) << 22
        table = await tables.lobby.open(Opening(guild, CHANNEL, ADA, "Ada", seat_limit=2))
        await tables.lobby.join(table.number, BELA, "Bela")
        await tables.lobby.begin(table.number, ADA)
        for turn in range(TURNS):
            await play_turn(tables, table.number, seed + turn)
        numbers.append(table.number)
    print("ready", flush=True)  # noqa: T201
    await asyncio.to_thread(sys.stdin.readline)
    SHELF.read()
    ended, played = 0, set()
    for number in numbers:
        tables.cache.forget(number)
        await play_turn(tables, number, number)
        table = await finish(tables, number, number)
        ended += table.row.state == "finished"
        played.add(table.game.start.edition.fingerprint if table.game else "")
    offered = load_edition().fingerprint
    print(json.dumps({"ended": ended, "played": sorted(played), "offered": offered}))  # noqa: T201
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
