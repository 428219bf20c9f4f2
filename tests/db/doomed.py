"""A process that plays games on a store and says what was acknowledged, until it is killed.

``python -m tests.db.doomed FILE`` prints a line ``GAME LENGTH NEWS`` after each change.
"""

import asyncio
import os
import sys
from pathlib import Path

from db.store import Store
from tests.db.samples import entry, running, running_games, whole

GAMES = 6


async def play(store: Store, game: int) -> None:
    length = len((await whole(store, game)).log)
    while True:
        more = [entry(seq) for seq in range(length, length + 1 + length % 3)]
        news = await store.games.append(game, length, more, news=length % 2 == 0)
        length += len(more)
        os.write(1, f"{game} {length} {news}\n".encode())


async def main(path: Path) -> None:
    store = await Store.open(path)
    games = await running_games(store) or [await running(store) for _ in range(GAMES)]
    await asyncio.gather(*(play(store, game) for game in games))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
