"""People read what is kept of them, get it, and are forgotten: nothing leads to them afterwards."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot import EXTENSIONS, ArkadiaBot
from db.database import Place
from db.people.rows import Preferences
from db.sqlite.copying import copy_database
from runtime.settings import Settings
from tests.e2e.actions import one_worker
from tests.e2e.kept import everything
from tests.e2e.loading import QuickBot
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.spoiling import tampering
from tests.e2e.world import World
from tests.kept_bytes import found

pytestmark = pytest.mark.databases

POLICY = "https://example.org/privacy.{language}.html"
CONTACT = "write to help@example.org"


@pytest.fixture
def make_bot(database: Place, rng: Random) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database, policy_url=POLICY, contact=CONTACT)
    return lambda: QuickBot(settings, EXTENSIONS, rng=rng)


async def test_it_is_told_what_is_kept_and_where_to_ask(world: World) -> None:
    ada = world.people[0]
    answer = await ada.run("arkadia privacy")
    assert answer.private
    for part in (
        "your Discord id",
        "deleted 30 days later",
        "<https://example.org/privacy.en.html>",
        CONTACT,
    ):
        assert part in answer.text.replace("Your", "your"), part
    assert list(answer.post.buttons) == ["Export", "Forget me…"]
    assert CONTACT in (await ada.run("arkadia help")).text
    await ada.run("arkadia preferences", language="de")
    assert "<https://example.org/privacy.de.html>" in (await ada.run("arkadia privacy")).text


@pytest.mark.quick
async def test_the_file_has_all_about_oneself_and_nothing_of_others(world: World) -> None:
    match = await Match.begin(world)
    ada, bela, *_ = world.people
    place = await match.place()
    await ada.run("arkadia note", place, text="keep the red ones")
    await bela.run("arkadia note", place, text="a secret of Bela")
    await match.turn()
    await match.turn()
    answer = await ada.press((await ada.run("arkadia privacy")).post, "Export")
    assert answer.private
    [file] = answer.post.pictures
    kept = json.loads(file.content)
    assert kept["person"] == ada.id
    [game] = kept["games"]
    assert game["note"] == "keep the red ones"
    assert game["seat"]["name"] == "Ada"
    assert {entry["author"] for entry in game["entries"]} == {ada.id}
    text = file.content.decode()
    assert str(bela.id) not in text
    assert "secret" not in text
    assert "deck" not in text


@pytest.mark.slow
async def test_who_is_forgotten_leaves_no_trace(world: World, database: Place) -> None:
    ada, bela, chiara, _ = world.people
    running = await Match.begin(world, 3)
    await running.turn()
    over, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await over.end(record)
    await ada.run("arkadia start", seats=2)
    lobby = world.newest()
    await bela.press(lobby, "Join")
    await ada.run("arkadia note", await running.place(), text="mine alone")
    await ada.run("arkadia preferences", theme="light")
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    assert "you leave the lobbies of: 3;" in shown.text
    assert "takes your seat for good in: 1;" in shown.text
    assert "finished games (1)" in shown.text
    assert str(ada.id) in everything(database)
    answer = await ada.press(shown.post, "Forget me for good")
    assert answer.private
    assert answer.text == "You are forgotten. Thank you for playing."
    kept = everything(database)
    assert str(ada.id) not in kept
    assert "'Ada'" not in kept
    assert "mine alone" not in kept
    assert world.bot.services.personal.preferences(ada.id) == Preferences()
    table = await running.table()
    assert table.row.state == "running"
    assert [seat.name for seat in table.seats if seat.status == "resigned"] == ["Former player"]
    assert "left for good: the caretaker plays" in (await running.newest()).text
    assert "Former player" in (await bela.run("arkadia log", game=over.number)).text
    assert [post for post in world.posts() if "Bela (host)" in post.text]
    while (await running.table()).row.state == "running" and (
        await running.game()
    ).position.turn < 9:
        await running.turn()
    await world.restart()
    assert await world.bot.store.games.load(over.number) is not None
    assert (await chiara.run("arkadia board", game=running.number)).post.pictures


@pytest.mark.slow
async def test_a_game_that_was_set_aside_does_not_keep_one(world: World, database: Place) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    await world.bot.close()
    with tampering(database) as connection:
        connection.execute("UPDATE log SET entry = 'dance F7'")
    await world.env.restart_bot(world._make_bot())
    ada = world.people[0]
    answer = await ada.run("arkadia privacy")
    shown = await ada.press(answer.post, "Forget me…")
    answer = await ada.press(shown.post, "Forget me for good")
    assert answer.text.startswith("You are forgotten.")
    assert str(ada.id) not in everything(database)


async def test_one_who_was_never_here_is_forgotten_easily(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia preferences", confirm=True)
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    for _ in range(2):
        answer = await ada.forge(shown.post, "arkadia:forget-me-now")
        assert answer.text.startswith("You are forgotten.")


async def test_pressing_it_forgets_only_who_presses(world: World) -> None:
    await Match.begin(world)
    ada, bela, *_ = world.people
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    await bela.forge(shown.post, "arkadia:forget-me-now")
    seats = (await Match(world, 1).table()).seats
    assert [seat.user_id for seat in seats if seat.status == "playing"] == [ada.id]


@pytest.mark.slow
async def test_no_byte_is_left_while_the_bot_runs(
    world: World, database: Place, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "arkadia")
    ada = world.newcomer("zuleika", shown="Zuleika Unmistakable")
    world.people = (ada, *world.people[1:])
    await world.bot.services.personal.prefer(ada.id, Preferences(confirm=False))
    match = await Match.begin(world)
    [thread] = world.threads()
    assert "Zuleika" in (thread.name or "")
    await match.turn()
    await ada.run("arkadia note", thread, text="the seals are for the fifth turn")
    sought = (ada.id, "Zuleika", "the seals are for the fifth turn")
    assert found(database, *sought) == list(sought)
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    answer = await ada.press(shown.post, "Forget me for good")
    assert answer.text == "You are forgotten. Thank you for playing."
    assert found(database, *sought) == []
    assert str(ada.id) not in caplog.text
    assert "Zuleika" not in caplog.text
    assert "Zuleika" not in (world.threads()[0].name or "Zuleika")
    await match.turn()
    assert found(database, *sought) == []


async def test_what_a_crash_left_in_the_files_is_purged_at_the_next_start(
    world: World, database: Path
) -> None:
    ada = world.people[0]
    await ada.run("arkadia preferences", theme="light")
    # As far as a process came that was killed before the files were written anew.
    await world.bot.store.people.forget(ada.id, "Somebody")
    assert found(database, ada.id) == [ada.id]
    await world.restart()
    assert found(database, ada.id) == []
    assert await world.bot.store.admin.setting("forgotten", "unpurged") is None


@pytest.mark.slow
async def test_an_older_backup_forgets_again_who_was_forgotten(
    world: World, database: Place
) -> None:
    if not isinstance(database, Path):
        pytest.skip("a server's backup is put into an empty schema")
    match = await Match.begin(world)
    ada, bela, *_ = world.people
    await match.turn()
    copy = database.with_name("copy")
    copy_database(database, copy)
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    await ada.press(shown.post, "Forget me for good")
    await world.bot.close()
    for journal in database.parent.glob(f"{database.name}-[sw]*"):
        journal.unlink()
    copy.rename(database)
    assert found(database, ada.id) == [ada.id]
    await world.env.restart_bot(world._make_bot())
    assert found(database, ada.id) == []
    assert [seat.name for seat in (await match.table()).seats if seat.status == "resigned"] == [
        "Former player"
    ]
    await ada.run("arkadia preferences", theme="light")
    await world.restart()
    assert world.bot.services.personal.preferences(ada.id).theme == "light", "she came back"
    assert found(database, bela.id) == [bela.id]
