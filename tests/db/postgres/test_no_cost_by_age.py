"""On PostgreSQL, too, questions read as much however many games a server has finished."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

import pytest

from db.games.archive import EVERYBODY, Listing
from db.sql import Connection, Work
from db.store import Store, opened
from tests.db.features import all_tables
from tests.e2e.finished import NOVEMBER
from tests.e2e.many_games import finish_many
from tests.features import beside_features
from tests.nightly import nightly_except

T = TypeVar("T")

MANY: Final = (2_000, 100_000)  # the first in each run of the tests, the other in the night

ADA: Final = SimpleNamespace(id=11, name="ada")
BELA: Final = SimpleNamespace(id=12, name="bela")
PEOPLE: Final = (ADA.id, BELA.id)

READ: Final = (
    "SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)"
    " FROM pg_stat_xact_user_tables"
)
"""The rows of tables that were read so far, and not told to the server's statistics yet."""

Question = Callable[[Store, int, int], Coroutine[Any, Any, object]]


def counted(connection: Connection) -> object:
    return connection.execute("SELECT count(*) FROM games").fetchall()


QUESTIONS: Final[dict[str, Question]] = {
    "all of them, by which a dear one is seen": lambda s, *_: s.ask(counted),
    "newest page": lambda s, guild, _: s.games.finished(everything(guild), 0, limit=10),
    "page behind a game": lambda s, guild, game: s.games.finished(everything(guild), game, limit=9),
    "page before a game": lambda s, guild, game: s.games.finished(
        everything(guild), game, limit=10, newer=True
    ),
    "a person's page": lambda s, guild, _: s.games.finished(
        Listing(guild, [(ADA.id, None)]), 0, limit=10
    ),
    "months": lambda s, guild, _: s.games.finished_months(everything(guild), limit=24),
    "channels": lambda s, guild, _: s.games.channels_with_finished(guild, ADA.id),
    "a game": lambda s, _, game: s.games.load(game),
    "rematch": lambda s, _, game: s.games.rematch_of(game),
    "games that go on": lambda s, guild, _: s.games.find(guild, states=["lobby", "running"]),
    "games in a channel": lambda s, guild, _: s.games.find(
        guild, states=["lobby", "running"], channel_or_thread=guild
    ),
    "games of a person": lambda s, guild, _: s.games.played_by(guild, ADA.id),
    "ended in a week": lambda s, guild, _: s.games.ended_since(guild, NOVEMBER + 1),
    "ended early": lambda s, guild, _: s.games.ended_early(guild, 0, "left"),
    "lengths": lambda s, guild, _: s.games.lengths(guild, "", seats=2, limit=20),
    "running": lambda s, guild, _: s.games.running_in(guild),
    "with computers": lambda s, *_: s.games.with_computers(),
    "has finished": lambda s, *_: s.people.has_finished(ADA.id),
    "a note": lambda s, _, game: s.people.note(game, ADA.id),
    "figures of a scrape": lambda s, *_: s.admin.games_now(),
    "news to tell": lambda s, *_: s.outbox.unsaid(1 << 62),
    "what waits": lambda s, *_: s.outbox.backlog(NOVEMBER),
    "waiting": lambda s, *_: s.waiting.of_person(ADA.id),
    "next timers": lambda s, *_: s.timers.next(["remind", "deadline"], limit=100),
    "games without a timer": lambda s, *_: s.timers.games_without("deadline"),
}

for feature in beside_features("many_games"):
    for what, of_feature in feature.QUESTIONS.items():
        QUESTIONS[what] = partial(lambda ask, s, guild, _: ask(s, guild, PEOPLE), of_feature)


def everything(guild: int) -> Listing:
    return Listing(guild, [(EVERYBODY, None)])


def counting(read: Any, rows: list[int]) -> Callable[[Work[T]], Coroutine[Any, Any, T]]:
    """Reads as a database does, and notes how many rows each time."""

    def reading(work: Work[T]) -> Coroutine[Any, Any, T]:
        def counted(connection: Connection) -> T:
            [[before]] = connection.execute(READ).fetchall()
            found = work(connection)
            [[after]] = connection.execute(READ).fetchall()
            rows.append(int(after - before))
            return found

        return cast(Coroutine[Any, Any, T], read(counted))

    return reading


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with opened(address) as store:
        for tables in all_tables():
            await store.load(tables)
        yield store


async def asked(store: Store, guild: int, games: int) -> dict[str, int]:
    """The rows that each question reads, once a server has finished so many games."""
    place = SimpleNamespace(id=guild)
    world: Any = SimpleNamespace(
        bot=SimpleNamespace(services=SimpleNamespace(tables=SimpleNamespace(store=store))),
        guild=place,
        channel=place,
        people=(ADA, BELA),
    )
    number = await finish_many(world, games)
    for feature in beside_features("many_games"):
        await feature.count(store)
    await store.change(lambda connection: connection.execute("ANALYZE"))
    # Rows that an index alone answers for are not counted as rows of the table.
    await store.ask(lambda connection: connection.execute("SET enable_indexonlyscan = off"))
    database: Any = store._database
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "read", counting(database.read, rows := list[int]()))
        for what, question in QUESTIONS.items():
            rows.clear()
            await question(store, guild, number)
            found[what] = sum(rows)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("games", nightly_except(MANY, MANY[0]))
async def test_questions_read_the_same_of_few_games_and_many(store: Store, games: int) -> None:
    few = await asked(store, 7 << 22, 100)
    many = await asked(store, 9 << 22, games)
    dearer = {
        what: (few[what], rows)
        for what, rows in many.items()
        if rows > 2 * few[what] + 100  # plans are chosen by statistics
    }
    assert [*dearer] == ["all of them, by which a dear one is seen"], dearer
