"""Epochs of history, what limits count, and questions beside changes."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.database import Place
from db.errors import (
    ClosedError,
    DiskError,
    LimitReachedError,
    NotInvitableError,
    SlowQuestionError,
    StoreError,
)
from db.outbox import StoredItem, Topic
from db.preferences import Preferences
from db.settings import NEWS_LEFT_OUT, NUMBERS_LEFT_OUT
from db.sql import ALONE, Connection, Shards
from db.sqlite.schema import TODAY
from db.store import Store
from db.usage import Charge, UsageRecord, pay
from lab.postgres import PostgresServer, binaries
from lab.tables import tables_on
from runtime.limits import DAY, HOUR, PRESETS, RULES, Limits
from tests.db.real_games import played, stored
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START
from tests.nightly import nightly_except
from tests.tabletop.playing import Clock, begun, play_turn, refused


@asynccontextmanager
async def opened(place: Place, shards: Shards = ALONE) -> AsyncIterator[Store]:
    store = await Store.open(place, shards)
    try:
        yield store
    finally:
        await store.close()


async def note(store: Store, value: str) -> None:
    await store.admin.set_setting("test", "value", value)


async def news_of(store: Store, game: int) -> tuple[int, int]:
    """How much there is to tell of a game, and how much was told."""
    found = await store.games.load(game)
    assert found is not None
    return found.news, found.shown


async def all_told(store: Store, game: int) -> int:
    """Notes that a game's news were shown, and returns how many there are."""
    news, _ = await news_of(store, game)
    await store.waiting.mark_shown(game, news)
    return news


async def test_what_goes_on_is_told_anew_once_and_no_number_comes_twice(store: Store) -> None:
    running, over = await stored(store, played(4, 5)), await stored(store, played(2))
    news, end = await all_told(store, running), await all_told(store, over)
    assert await store.begin_epoch() == 1
    epoch = store.epoch
    assert epoch > 0
    assert await news_of(store, running) == (news + NEWS_LEFT_OUT, news)
    assert await news_of(store, over) == (end, end)
    assert await store.outbox.unsaid(0) == (Topic("game", 0, running),)
    assert await stored(store, played(5, 5)) == over + NUMBERS_LEFT_OUT + 1
    await all_told(store, running)
    await store.close()
    async with opened(store.place) as again:
        assert again.epoch == epoch
        assert Topic("game", 0, running) not in await again.outbox.unsaid(0)
        await again.begin_epoch()
        assert again.epoch > epoch, "two in one second differ"


async def test_a_notice_cannot_be_taken_for_a_later_one(store: Store) -> None:
    row = StoredItem("standings", GUILD, 3, 5)
    await store.outbox.put(row)
    await store.outbox.note_said(row, shown=1, channel=5, message=6)
    week = StoredItem("digest", GUILD, 0, 5, news=2900)
    await store.outbox.put(week)
    await store.outbox.note_said(week, shown=2900, channel=5, message=7)
    await store.begin_epoch()
    there = await store.outbox.notice(row.topic)
    assert there is not None
    assert there.shown == there.news > 1000
    there = await store.outbox.notice(week.topic)
    assert there is not None
    assert there.shown == there.news == 2900


async def test_more_than_is_known_proves_a_loss_once_in_a_while(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stored(store, played(4, 5))
    news = await all_told(store, game)
    for shown in ({"version": 5}, {"news": news}, {"version": 0}):
        assert not await store.is_refuted(game, epoch=0, **shown)
    assert not await store.is_refuted(game + 7, epoch=9, version=99), "it may have been deleted"
    assert store.epoch == 0
    assert not store.outdated.is_set()
    # Two at once prove the same loss.
    assert await store.is_refuted(game, epoch=0, version=6)
    epoch = store.epoch
    assert store.outdated.is_set()
    assert await store.is_refuted(game, epoch=epoch, version=6)
    assert store.epoch == epoch
    assert await news_of(store, game) == (news + NEWS_LEFT_OUT, news)
    await store.close()

    async with opened(store.place) as again:
        await all_told(again, game)
        # What was shown before the epoch proves nothing any more.
        assert not await again.is_refuted(game, epoch=0, version=6)
        # Another loss within the hour is for the host.
        assert not await again.is_refuted(game, epoch=epoch, news=news + NEWS_LEFT_OUT + 1)
        assert not await again.is_refuted(game, epoch=epoch + 1)
        assert again.epoch == epoch
        monkeypatch.setattr("db.store.APART_S", 0)
        assert await again.is_refuted(game, epoch=epoch + 1)
        assert again.epoch > epoch


@pytest.mark.slow
async def test_each_process_tells_its_games_of_one_loss(postgres: PostgresServer) -> None:
    shares = Shards(2, (0,)), Shards(2, (1,))
    with postgres.lent() as address:
        async with opened(address, shares[0]) as one, opened(address, shares[1]) as other:
            games = [
                await stored(store, played(4, 5), guild << 22)
                for store, guild in ((one, 2), (other, 3))
            ]
            for store, game in zip((one, other), games, strict=True):
                await all_told(store, game)
            assert await one.is_refuted(games[0], epoch=0, version=99)
            assert not other.outdated.is_set()
            for store, game in zip((one, other), games, strict=True):
                assert await store.outbox.unsaid(0) == (Topic("game", 0, game),)
                await all_told(store, game)
            # The other one begins anew once it notices, and no epoch.
            assert await other.is_refuted(games[1], epoch=0, version=0)
            assert other.outdated.is_set()
            assert await other.outbox.unsaid(0) == ()
        for shards in shares:
            async with opened(address, shards) as again:
                assert again.epoch == one.epoch


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server of its own, since it is crashed and replaced."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    server = PostgresServer(programs)
    server.start()
    yield server
    server.remove()


@pytest.mark.slow
@pytest.mark.parametrize("promoted", nightly_except([False, True], True))
async def test_a_server_gives_way_to_an_older_copy_under_a_bot(
    server: PostgresServer, promoted: bool
) -> None:
    address = server.fresh()
    async with opened(address) as store:
        tables = tables_on(store, Clock(), Random(1))
        game, idle = await begun(tables), await begun(tables)
        copy = server.copied()
        for _ in range(3):
            await play_turn(tables, game)
        server.replace_by(copy, promoted=promoted)
        # In memory the game is three turns on; the next one that is saved finds out.
        await refused("went-back", play_turn(tables, game))
        assert store.outdated.is_set()
    async with opened(address) as store:
        told = {Topic("game", 0, number) for number in (game, idle)}
        assert told <= {*await store.outbox.unsaid(0)}
        tables = tables_on(store, Clock(), Random(1))
        assert (await tables.get(game)).version == 0
        await play_turn(tables, game, seed=7)
        assert not store.outdated.is_set()


async def test_a_file_that_is_gone_for_a_moment_takes_no_change(path: Path) -> None:
    store = await Store.open(path)
    await note(store, "a")
    away = path.with_name("away")
    path.rename(away)
    with pytest.raises(StoreError):
        await note(store, "b")
    away.rename(path)
    await note(store, "c")
    assert await store.admin.setting("test", "value") == "c"
    await store.close()


async def test_what_a_replaced_file_held_is_kept(path: Path) -> None:
    store = await Store.open(path)
    await note(store, "a")
    await store.back_up(path.parent, 0, kept=None)
    await note(store, "b")
    path.with_name("arkadia-1970-01-01T00-00-00Z.sqlite3").replace(path)
    for _ in range(2):
        with pytest.raises(DiskError, match="another file than before"):
            await note(store, "c")
    await store.close()
    [kept] = path.parent.glob("*-replaced-*")
    for place, value in ((kept, "b"), (path, "a")):
        async with opened(place) as again:
            assert await again.admin.setting("test", "value") == value


MOST, SPAN = 3, HOUR
LIMITS: Limits = {"games": MOST, "server-games": 2 * MOST, "pings": MOST, "again": 1}
GAME = UsageRecord(kind="game", guild_id=GUILD, user_id=HOST, at=10_000)
PING = replace(GAME, kind="ping", target_id=GUEST)
MOMENTS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, SPAN // 2)), max_size=60)


async def done(store: Store, act: UsageRecord, limits: Limits = LIMITS) -> bool:
    """Whether an act was allowed, and recorded."""
    try:
        await store.usage.pay(Charge(limits, (act,)))
    except LimitReachedError:
        return False
    return True


@given(MOMENTS)
def test_no_window_has_more_acts_than_there_may_be(moments: list[tuple[int, int]]) -> None:
    limits = {"games": MOST}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        TODAY.create(connection)
        noted: dict[int, list[int]] = {}
        now = 10_000
        for person, later in moments:
            now += later
            times = noted.setdefault(person, [])
            charge = Charge(limits, (replace(GAME, user_id=person, at=now),))
            if len([time for time in times if time > now - SPAN]) < MOST:
                pay(connection, charge)
                times.append(now)
                continue
            with pytest.raises(LimitReachedError) as caught:
                pay(connection, charge)
            assert (caught.value.limit, caught.value.most) == ("games", MOST)
            assert caught.value.until == times[-MOST] + SPAN
        for times in noted.values():
            for number in range(len(times) - MOST):
                assert times[number + MOST] - times[number] >= SPAN
        [kept] = connection.execute("SELECT count(*) FROM usage").fetchone()
        newest = max((times[-1] for times in noted.values() if times), default=0)
        assert kept == sum(time >= newest - DAY for times in noted.values() for time in times)


async def test_of_many_acts_at_once_as_many_are_done_as_may_be(store: Store) -> None:
    outcomes = await asyncio.gather(*(done(store, GAME) for _ in range(10)))
    assert sum(outcomes) == MOST
    assert await done(store, replace(GAME, guild_id=GUILD + 1)), "another server"
    assert await done(store, replace(GAME, at=GAME.at + SPAN))


async def test_a_charge_that_is_too_much_is_recorded_in_no_part(store: Store) -> None:
    with pytest.raises(LimitReachedError):
        await store.usage.pay(Charge(LIMITS, (GAME,) * (MOST + 1)))
    assert sum([await done(store, GAME) for _ in range(5)]) == MOST


async def test_acts_outlast_a_restart(place: Place) -> None:
    for allowed in (MOST, 0):
        store = await Store.open(place)
        assert sum([await done(store, GAME) for _ in range(5)]) == allowed
        await store.close()


async def test_whoever_fills_a_server_another_person_does_one_act(store: Store) -> None:
    people = range(100, 103)
    outcomes = [await done(store, replace(GAME, user_id=one)) for one in people for _ in range(9)]
    assert (
        outcomes == [True] * MOST + [False] * 6 + [True] * MOST + [False] * 6 + [True] + [False] * 8
    )
    assert await done(store, GAME), "a newcomer"
    assert not await done(store, GAME)


async def test_people_together_reach_a_person_so_often_and_each_of_them_once(store: Store) -> None:
    outcomes = [
        await store.usage.claim(LIMITS, replace(PING, user_id=host, game_id=game))
        for game, host in enumerate((1, 1, 2, 3, 4), 1)
    ]
    assert outcomes == [True, False, True, True, False]
    wait = await store.usage.waits(LIMITS, [PING, replace(PING, target_id=99)])
    assert wait == (PING.at + SPAN, PING.at)
    assert not await done(store, replace(PING, kind="call", user_id=9)), "counted together"


async def test_what_is_claimed_for_a_game_is_claimed_for_good(store: Store) -> None:
    assert await store.usage.claim(LIMITS, replace(PING, game_id=7))
    assert await store.usage.claim(LIMITS, replace(PING, game_id=7, at=PING.at + 5)), "once more"
    assert not await store.usage.claim(LIMITS, replace(PING, game_id=8))
    assert await store.usage.pinged(7) == (GUEST,)
    assert await store.usage.pinged(8) == ()


def test_a_club_has_as_much_room_as_others_or_more() -> None:
    names = {rule.name for rule in RULES}
    assert [set(preset) for preset in PRESETS.values()] == [names, names]
    assert all(PRESETS["club"][name] >= PRESETS["open"][name] for name in names)


async def test_old_acts_are_deleted(store: Store) -> None:
    await done(store, GAME)
    await store.usage.delete_outdated(GAME.at + DAY)
    assert (await store.people.traces(HOST)).acts
    await store.usage.delete_outdated(GAME.at + DAY + 1)
    assert not (await store.people.traces(HOST)).acts


async def test_being_forgotten_lifts_no_limit_and_leaves_no_id(store: Store) -> None:
    for _ in range(MOST):
        await done(store, GAME)
    await done(store, PING)
    [*_, act] = (await store.people.traces(GUEST)).acts
    assert (act.kind, act.user_id, act.target_id) == ("ping", 0, GUEST)
    for person in (HOST, GUEST):
        await store.people.forget(person, "a former player")
        assert not (await store.people.traces(person)).acts
        assert person not in await store.people.all_ids()
    assert not await done(store, GAME)
    assert not await done(store, replace(PING, at=PING.at + 1))
    assert await done(store, replace(GAME, user_id=77)), "only they themselves"


@pytest.mark.parametrize("rematch", [False, True])
async def test_an_invitation_and_its_ping_come_with_the_game(store: Store, rematch: bool) -> None:
    limits = {"invitations": 1, "again": 1}
    before = await store.games.open(NEW, LOBBY)
    new = replace(NEW, rematch_of=before if rematch else None)
    game = await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
    assert await store.usage.pinged(game) == (GUEST,)
    await store.games.set_state(game, "cancelled", at=2_000)
    if rematch:
        game = await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
        assert await store.usage.pinged(game) == ()
        return
    with pytest.raises(LimitReachedError, match="invitations"):
        await store.games.open(new, LOBBY[:1], limits, invited=[GUEST])
    assert len(await store.games.find(GUILD, states=["lobby"])) == 1


async def test_who_is_invited_by_whom(store: Store) -> None:
    async def invite() -> int:
        return await store.games.open(NEW, LOBBY[:1], {}, invited=[GUEST])

    await store.people.set_preferences(GUEST, Preferences(invites="nobody"))
    with pytest.raises(NotInvitableError) as caught:
        await invite()
    assert (caught.value.user_id, caught.value.met) == (GUEST, False)
    await store.people.set_preferences(GUEST, Preferences(invites="met"))
    with pytest.raises(NotInvitableError) as caught:
        await invite()
    assert caught.value.met
    game = await store.games.open(NEW, LOBBY)
    with pytest.raises(NotInvitableError):
        await invite()
    await store.games.begin(game, SEATS, START, at=2_000)
    assert await store.usage.pinged(await invite()) == (GUEST,)
    await store.people.set_preferences(GUEST, Preferences(invites="nobody"))
    again = await store.games.open(replace(NEW, rematch_of=game), LOBBY[:1], {}, invited=[GUEST])
    assert await store.usage.pinged(again) == (), "the seat is kept, and nobody is notified"


ENDLESS = (
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
    " WHERE n < 1000000000) SELECT count(*) FROM numbers"
)

VALUE = "SELECT value FROM settings WHERE scope = 'colour' AND key = 'tile'"


def value(connection: Connection) -> str:
    return str(connection.execute(VALUE).fetchone()[0])


class Held:
    """A question that reads, waits, and reads again."""

    def __init__(self) -> None:
        self.entered, self.released = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> list[str]:
        before = connection.execute(VALUE).fetchone()
        self.entered.set()
        assert self.released.wait(10)
        return [before[0], connection.execute(VALUE).fetchone()[0]]


async def test_no_question_holds_back_a_change_and_each_sees_one_state(store: Store) -> None:
    await store.admin.set_setting("colour", "tile", "red")
    held = Held()
    asked = asyncio.create_task(store.ask(held))
    assert await asyncio.to_thread(held.entered.wait, 10)
    await store.admin.set_setting("colour", "tile", "olive")
    assert await store.change(value) == "olive"
    held.released.set()
    assert await asked == ["red", "red"]
    assert await store.admin.setting("colour", "tile") == "olive"


async def test_a_question_sees_what_was_kept_before_it(store: Store) -> None:
    for number in range(50):
        await store.admin.set_setting("colour", "tile", str(number))
        assert await store.admin.setting("colour", "tile") == str(number)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.sqlite.file.QUESTION_S", 0.2)
    monkeypatch.setattr("db.postgres.database.QUESTION_S", 0.2)


@pytest.mark.usefixtures("impatient")
async def test_a_question_that_takes_too_long_is_given_up(place: Place) -> None:
    store = await Store.open(place)
    await store.admin.set_setting("colour", "tile", "red")
    with pytest.raises(SlowQuestionError, match="did not answer a question"):
        await store.ask(lambda connection: connection.execute(ENDLESS).fetchall())
    assert await store.admin.setting("colour", "tile") == "red"
    await store.close()


async def test_a_question_cannot_write(store: Store) -> None:
    def write(connection: Connection) -> None:
        connection.execute("INSERT INTO settings VALUES ('colour', 'tile', 'red')")

    with pytest.raises(StoreError):
        await store.ask(write)
    assert await store.admin.setting("colour", "tile") is None


async def test_a_closed_store_answers_nothing(place: Place) -> None:
    store = await Store.open(place)
    assert await store.admin.setting("colour", "tile") is None
    await store.close()
    with pytest.raises(ClosedError):
        await store.admin.setting("colour", "tile")


async def test_a_failure_of_the_question_itself_is_its_own(store: Store) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(VALUE)
        raise KeyError("tile")

    with pytest.raises(KeyError):
        await store.ask(fail)
    assert await store.admin.setting("colour", "tile") is None
