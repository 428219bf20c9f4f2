"""Forgetting people and servers: all of theirs goes, nothing else does, and only by this way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from db.database import Place
from db.errors import StillPlayingError, StillThereError
from db.games.archive import put_in, put_results
from db.games.replaying import replay
from db.games.rows import StoredMessage, StoredPause, StoredSeat
from db.outbox import strip
from db.people import Tombstones
from db.preferences import GameTraces, Preferences, StoredPlan, Traces
from db.settings import StoredChannel
from db.sql import Connection, columns
from db.store import Store
from db.timers import StoredDue
from db.waiting import NewWaiting, StoredWaiting
from tests.db.filled import ADA, BELA, RESULTS, full
from tests.db.real_games import played, stored
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START, entry, running, whole
from tests.raw_bytes import found, raw_bytes
from tests.visiting import REFUSED, rows, visiting

WATCHER = 777_777_777
OTHER_GUILD = 987_654_321
UNUSUAL = "Zuleika 🦄"


def mentions(place: Place, value: object) -> list[str]:
    return [name for name, found in rows(place).items() if any(value in row for row in found)]


async def test_everything_of_a_person_goes_and_nothing_of_others(store: Store) -> None:
    games = await full(store)
    await store.games.set_blocked(GUILD, ADA, True)
    before, theirs = rows(store.place), await store.people.traces(BELA)
    assert set(mentions(store.place, ADA)) >= {"games", "log", "seats", "notes", "votes"}
    assert await store.people.forget(ADA, "a former player") == games
    assert mentions(store.place, ADA) == ["blocked"], "what moderators decided stays"
    assert mentions(store.place, "Player 0") == []
    assert await store.people.traces(ADA) == Traces(None, (), (GUILD,))
    assert await store.people.traces(BELA) == theirs
    after = rows(store.place)
    assert after["erasing"] == []
    assert [row[:3] for row in after["log"]] == [row[:3] for row in before["log"]]
    for game, wanted in zip(games, (played(1), played(2, 20), played(3, 10)), strict=True):
        found = await whole(store, game)
        assert replay(found).actions == wanted.actions
        assert [seat.name for seat in found.seats] == ["a former player", "Player 1"]
        assert {entry.author for entry in found.log} <= {None, BELA}
    await store.admin.note_guilds(set(), 1)
    assert await store.admin.delete_guild(GUILD, 2) == games
    assert mentions(store.place, ADA) == []


async def test_the_seats_have_a_name_in_the_language_of_their_table(store: Store) -> None:
    for language, name in (("en", "Somebody"), ("de", "a former player")):
        game = await store.games.open(replace(NEW, language=language), SEATS[:1], {})
        await store.games.set_state(game, "cancelled", at=1)
        [seat] = SEATS[:1]
        await store.people.forget(seat.user_id or 0, "a former player", names={"en": "Somebody"})
        store.people.let_in(seat.user_id or 0)
        assert [one.name for one in (await whole(store, game)).seats] == [name]


async def test_a_message_that_was_under_way_brings_nothing_of_the_person_back(store: Store) -> None:
    """What follows from it was planned while the person was still there."""
    closed = (await full(store))[0]
    await store.people.forget(ADA, "a former player")
    waiting = StoredWaiting(
        game_id=closed, guild_id=GUILD, user_id=ADA, turn=12, since=9_000, notified=True
    )
    theirs = StoredDue("remind", 9_000, GUILD, closed, ADA)
    others, plan = replace(theirs, user_id=BELA), NewWaiting(waiting, theirs, turn=12)
    await store.waiting.mark_shown(closed, 2, waiting=plan, dues=[theirs, others])
    await store.waiting.note_notified([replace(waiting, turn=11)], [theirs])
    await store.timers.put(theirs)
    assert mentions(store.place, ADA) == []
    assert others in (await store.people.traces(BELA)).due


async def test_two_people_of_one_game_are_forgotten(store: Store) -> None:
    game = await stored(store, played(1))
    for person in (ADA, BELA):
        assert await store.people.forget(person, "a former player") == (game,)
    seats = (await whole(store, game)).seats
    assert [(seat.user_id, seat.is_computer) for seat in seats] == [(None, False)] * 2


async def test_the_name_stands_nowhere_in_the_file(path: Path) -> None:
    store = await Store.open(path)
    seats = [replace(LOBBY[0], name=UNUSUAL), LOBBY[1]]
    game = await store.games.open(NEW, seats)
    await store.games.set_lobby(game, [seats[1]], host_id=GUEST)
    await store.games.set_lobby(game, [replace(seats[1], seat=0), replace(seats[0], seat=1)])
    await store.games.set_state(game, "cancelled", at=5_000)
    await store.close()
    assert UNUSUAL.encode() in path.read_bytes()
    store = await Store.open(path)
    await store.people.forget(HOST, "a former player")
    await store.close()
    assert UNUSUAL.encode() not in path.read_bytes()
    assert [file.name for file in path.parent.iterdir() if file.name.endswith("-wal")] == []


async def test_who_still_plays_is_not_forgotten(store: Store) -> None:
    lobby, hosted = await store.games.open(NEW, LOBBY), await store.games.open(NEW)
    playing, away, aside = [await running(store) for _ in range(3)]
    await store.games.hand_over(away, 1, "away", "journeyman", at=4_000)
    await store.games.set_aside(aside, "because")
    before = rows(store.place)
    with pytest.raises(StillPlayingError) as caught:
        await store.people.forget(HOST, "a former player")
    assert caught.value.games == (lobby, hosted, playing, away, aside)
    assert rows(store.place) == before
    await store.games.set_lobby(lobby, LOBBY[1:], host_id=GUEST)
    await store.games.set_state(hosted, "cancelled", at=5_000)
    for game in (playing, away, aside):
        await store.games.hand_over(game, 1, "resigned", "caretaker", at=5_000)
    assert await store.people.forget(HOST, "a former player") == (hosted, playing, away, aside)
    assert mentions(store.place, HOST) == []
    seat = (await whole(store, playing)).seats[1]
    assert not seat.is_computer
    assert seat == StoredSeat(1, None, "a former player", "green", "resigned", "caretaker")
    await store.games.append(playing, 0, [entry(0, None)], news=True)


async def test_who_never_was_there_is_forgotten_at_once(store: Store) -> None:
    await full(store)
    before = rows(store.place)
    assert await store.people.forget(7, "a former player") == ()
    # The files are purged, as they are for anybody.
    assert rows(store.place) == {**before, "settings": [("forgotten", "unpurged", "yes")]}


async def test_everything_about_a_person(store: Store) -> None:
    finished, resigned, closed = await full(store)
    noted = await stored(store, played(4, 5, 3), OTHER_GUILD)
    await store.people.set_note(noted, WATCHER, "look here")
    found = await store.people.traces(ADA)
    assert found.preferences == Preferences(theme="light")
    assert [game.game_id for game in found.games] == [finished, resigned, closed, noted]
    there = await whole(store, closed)
    given: dict[str, Any] = {name: getattr(there, name) for name in columns(GameTraces)}
    assert found.games[2] == GameTraces(
        **given,
        invited=False,
        left=False,
        hosted=True,
        seat=there.seats[0],
        entries=tuple(entry for entry in there.log if entry.author == ADA),
        votes=("cancel",),
        note="keep the red mill",
        plan=StoredPlan(3, "pass"),
        pauses=(StoredPause(0, 4_000, 9_000, "stop"),),
        waiting=StoredWaiting(
            game_id=closed, guild_id=GUILD, user_id=ADA, turn=11, since=9_000, notified=True
        ),
        nudging=False,
        result=None,
    )
    assert found.games[0].result == RESULTS[0]
    assert found.due == (StoredDue("remind", 9_000, game_id=closed, user_id=ADA),)
    assert found.games[1].seat is not None
    assert found.games[1].seat.status == "resigned"
    assert str(BELA) not in str(asdict(found))
    assert "Player 1" not in str(asdict(found))
    [game] = (await store.people.traces(WATCHER)).games
    assert (game.seat, game.hosted, game.note, game.entries) == (None, False, "look here", ())


async def test_a_server_is_deleted_when_the_bot_has_left_it_long_ago(store: Store) -> None:
    ours = await full(store)
    theirs = [await stored(store, game, OTHER_GUILD) for game in (played(5), played(6, 20))]
    await store.waiting.mark_shown(
        theirs[0],
        1,
        [StoredMessage("turn", OTHER_GUILD, 100, 1)],
        [strip(OTHER_GUILD, theirs[0], OTHER_GUILD, 99)],
    )
    await store.change(put_results, theirs[0], RESULTS)
    await store.change(put_in, theirs[0])
    await store.admin.set_channel(StoredChannel("digest", OTHER_GUILD, 20, "en", 1))
    await store.people.set_note(theirs[0], WATCHER, "look here")
    await store.people.set_plan(theirs[0], WATCHER, StoredPlan(3, "pass"))
    await store.games.set_votes(theirs[1], "cancel", {ADA}, at=5_000)
    before = rows(store.place)
    for _ in range(2):
        with pytest.raises(StillThereError):
            await store.admin.delete_guild(OTHER_GUILD, 9_000)
        await store.admin.note_guilds({GUILD}, 9_000)
    assert {**rows(store.place), "left_guilds": []} == {**before, "left_guilds": []}
    assert await store.admin.guilds_left(9_001) == (OTHER_GUILD,)
    assert await store.admin.delete_guild(OTHER_GUILD, 9_001) == tuple(theirs)
    assert mentions(store.place, OTHER_GUILD) == []
    assert mentions(store.place, WATCHER) == []
    after = rows(store.place)
    assert {row[0] for row in after["log"]} == set(ours)
    assert after["erasing"] == after["left_guilds"] == []
    assert {guild for _, guild, *_ in after["outbox"]} == {GUILD}
    assert await store.admin.guilds_left(99_999) == ()
    assert [await store.games.load(game) for game in theirs] == [None, None]


async def test_on_which_servers_the_bot_is(store: Store) -> None:
    for guild in (1, 2, 3):
        await store.games.open(replace(NEW, guild_id=guild))
    # The last one is on the server again and leaves anew: it left once, and the first time counts.
    for now, at, asked, left in (
        ({1, 2, 3, 4}, 10, 99, ()),
        ({2, 4}, 20, 20, ()),
        ({2}, 30, 21, (1, 3)),
        ({1, 2}, 35, 99, (3,)),
        ({3}, 40, 99, (1, 2)),
        ({3}, 50, 41, (1, 2)),
    ):
        await store.admin.note_guilds(now, at)
        assert await store.admin.guilds_left(asked) == left


@pytest.fixture
async def visitor(store: Store) -> AsyncIterator[Connection]:
    """Another program that has the same database open, with two games of two servers in it."""
    await store.games.append(await running(store), 0, [entry(0), entry(1, GUEST)], news=False)
    await store.games.open(replace(NEW, guild_id=OTHER_GUILD), LOBBY)
    await store.admin.note_guilds({GUILD}, 1)
    with visiting(store.place) as connection:
        yield connection


FORGETTING_HOST = f"INSERT INTO erasing (person) VALUES ({HOST})"
FORGETTING_OTHERS = f"INSERT INTO erasing (person) VALUES ({GUEST + 1})"
DELETING = f"INSERT INTO erasing (guild) VALUES ({GUILD})"
DELETING_OTHERS = f"INSERT INTO erasing (guild) VALUES ({OTHER_GUILD})"

FORBIDDEN = [
    (before, statement)
    for before in ("", FORGETTING_HOST, FORGETTING_OTHERS, DELETING_OTHERS)
    for statement in (
        "DELETE FROM log",
        "DELETE FROM log WHERE seq = 1",
        "UPDATE log SET author = 99",
        "UPDATE log SET author = 99 WHERE seq = 0",
        "UPDATE log SET author = NULL WHERE seq = 1",
        "UPDATE log SET author = NULL",
        "UPDATE log SET author = NULL, entry = 'pass' WHERE seq = 0",
        "UPDATE log SET author = NULL, at = at + 1 WHERE seq = 0",
        "UPDATE log SET author = NULL, seq = 2 WHERE seq = 0",
        "UPDATE log SET author = NULL, game_id = 2 WHERE seq = 0",
        "UPDATE log SET entry = 'pass' WHERE seq = 0",
        "UPDATE log SET at = at + 1",
        "UPDATE log SET author = NULL, advised = NOT advised WHERE seq = 0",
        "INSERT INTO log VALUES (1, 0, 'pass', 1, 1, FALSE)",
        "INSERT INTO log VALUES (1, 3, 'pass', 1, 1, FALSE)",
        "INSERT INTO log VALUES (1, 1, 'pass', 1, 1, FALSE) ON CONFLICT DO NOTHING",
        "INSERT INTO log VALUES (1, 0, 'pass', 1, 1, FALSE)"
        " ON CONFLICT (game_id, seq) DO UPDATE SET author = NULL",
    )
] + [
    (DELETING, "UPDATE log SET author = NULL WHERE seq = 0"),
    (DELETING, "UPDATE log SET game_id = 2, author = NULL"),
    ("", "UPDATE log SET author = NULL WHERE seq = 0"),
    (FORGETTING_OTHERS, "UPDATE log SET author = NULL WHERE seq = 0"),
]

SQLITES_OWN = (
    "UPDATE OR REPLACE log SET seq = 1 WHERE seq = 0",
    "UPDATE OR IGNORE log SET entry = 'pass'",
    "INSERT OR REPLACE INTO log VALUES (1, 0, 'castle red 0', NULL, 3000, FALSE)",
    "INSERT OR IGNORE INTO log VALUES (1, 0, 'pass', 1, 1, FALSE)",
)


async def test_nothing_else_changes_a_log(store: Store, visitor: Connection) -> None:
    log = visitor.execute("SELECT * FROM log").fetchall()
    own_ways = SQLITES_OWN if isinstance(store.place, Path) else ["TRUNCATE log"]
    own = [(before, statement) for before in ("", FORGETTING_HOST) for statement in own_ways]
    for before, statement in FORBIDDEN + own:
        visitor.execute("BEGIN")
        if before:
            visitor.execute(before)
        visitor.execute("SAVEPOINT before")
        with pytest.raises(REFUSED, match="the log"):
            visitor.execute(statement)
        if not isinstance(store.place, Path):  # there an error spoils its transaction
            visitor.execute("ROLLBACK TO before")
        assert visitor.execute("SELECT * FROM log").fetchall() == log, statement
        visitor.execute("ROLLBACK")


async def test_this_alone_changes_a_log(visitor: Connection) -> None:
    for before, statement in (
        (FORGETTING_HOST, "UPDATE log SET author = NULL WHERE seq = 0"),
        (DELETING, "DELETE FROM log WHERE game_id = 1"),
    ):
        visitor.execute("BEGIN")
        visitor.execute(before)
        assert visitor.execute(f"{statement} RETURNING seq").fetchall()
        visitor.execute("ROLLBACK")


PERSON = 1_234_567_890_123_456_789
NAME = "Zuleika Unmistakable"
NOTE = "the seals of the castle are for the fifth turn"


@pytest.mark.slow
async def test_no_byte_is_left_of_the_forgotten(store: Store, place: Place, tmp_path: Path) -> None:
    """Games of a person with all that is kept of them, written over again and again."""
    seats = (replace(SEATS[0], user_id=PERSON, name=NAME), SEATS[1])
    for number in range(40):
        game = await store.games.open(NEW, LOBBY)
        await store.games.begin(game, seats, START, at=2_000)
        for seq in range(8):
            await store.games.append(game, seq, [entry(seq, author=PERSON)], news=False)
        await store.people.set_note(game, PERSON, f"{NOTE} {number}")
        await store.games.set_state(game, "closed", at=5_000)
        await store.people.set_preferences(PERSON, Preferences(confirm=bool(number % 2)))
    assert found(place, PERSON, NAME, NOTE) == [PERSON, NAME, NOTE]
    await store.people.forget(PERSON, "Somebody")
    await store.purge()
    assert found(place, PERSON, NAME, NOTE) == []
    for number in range(40):  # the bot goes on
        await store.people.set_preferences(number + 1, Preferences(confirm=bool(number % 2)))
    assert found(place, PERSON, NAME, NOTE) == []
    backup, _ = await store.back_up(tmp_path, 1_795_348_800_000, kept=None)
    assert found(backup.path, PERSON, NAME, NOTE) == []
    assert len(raw_bytes(place)) > 10_000


def test_tombstones_have_no_id_and_know_who_came_later(tmp_path: Path) -> None:
    path = tmp_path / "arkadia.sqlite3-forgotten"
    stones = Tombstones(path)
    assert (stones.count, stones.forgotten_after(0, [PERSON])) == (0, [])
    assert [stones.add(person) for person in (7, PERSON, 8)] == [1, 2, 3]
    assert Tombstones(path).forgotten_after(1, [7, 8, 9, PERSON]) == [8, PERSON]
    assert str(PERSON) not in path.read_text()
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    other = Tombstones(tmp_path / "other")
    other.add(PERSON)
    assert not set(path.read_text().split()) & set((tmp_path / "other").read_text().split())
