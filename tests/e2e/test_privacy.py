"""People read what is kept of them, take it along, and are forgotten: nothing leads to them."""

import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot import EXTENSIONS, ArkadiaBot
from db.database import Place
from db.preferences import Preferences
from db.sqlite.opening import copy_database
from engine.record import Record
from runtime.settings import Settings
from tests.db.likes import like, like_less, liked, tables_of_likes
from tests.e2e.corruption import corrupt
from tests.e2e.finished import DAY, NOVEMBER, a_game, finished
from tests.e2e.forms import forget, prefer, start
from tests.e2e.loading import QuickBot
from tests.e2e.people import Answer, refusal, told
from tests.e2e.permissions import only_seen_by
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match, one_worker
from tests.e2e.world import World
from tests.raw_bytes import found
from tests.visiting import rows, visiting

POLICY = "https://example.org/privacy.{language}.html"
CONTACT = "write to help@example.org"


@pytest.fixture
def make_bot(database: Place, rng: Random) -> Callable[[], ArkadiaBot]:
    settings = Settings(token="", database=database, policy_url=POLICY, contact=CONTACT)
    return lambda: QuickBot(settings, EXTENSIONS, rng=rng)


@pytest.mark.databases(nightly=True)
async def test_it_is_told_what_is_kept_and_where_to_ask(world: World) -> None:
    ada = world.people[0]
    answer = await ada.through("arkadia help", "Privacy")
    assert answer.private
    address = "<https://example.org/privacy.en.html>"
    for part in ("your Discord ID", "deleted 30 days later", address, CONTACT):
        assert part in answer.text.replace("Your", "your"), part
    assert list(answer.post.buttons) == ["Export", "Forget me…"]
    assert CONTACT in (await ada.run("arkadia help")).text
    await prefer(ada, language="de")
    told = await ada.through("arkadia help", "Datenschutz")
    assert "<https://example.org/privacy.de.html>" in told.text


@pytest.mark.databases(nightly=True)
@pytest.mark.quick
async def test_the_file_has_all_about_oneself_and_nothing_of_others(world: World) -> None:
    match = await Match.begin(world)
    ada, bela, *_ = world.people
    place = await match.place()
    await ada.note("keep the red ones", place)
    await bela.note("a secret of Bela", place)
    await match.turn()
    await match.turn()
    answer = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Export")
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


@pytest.mark.databases(nightly=True)
async def test_what_a_feature_off_kept_is_told_and_forgotten(world: World, tmp_path: Path) -> None:
    ada, store = world.people[0], world.bot.store
    await store.load(tables_of_likes(tmp_path))
    await store.change(like, ada.id, "mine")
    await world.restart()
    store = world.bot.store
    told = await ada.through("arkadia help", "Privacy")
    assert "- What you like." in told.text
    [file] = (await ada.press(told.post, "Export")).post.pictures
    kept = json.loads(file.content)["features"]
    assert kept["likes"] == {"colours": [{"colour": "mine", "loud": 1}]}
    shown = await ada.press(told.post, "Forget me…")
    assert "- you lose: mine;" in shown.text
    assert (await ada.press(shown.post, "Forget me for good")).text == "No."
    assert await store.ask(liked, ada.id) == 1
    await store.change(like_less, ada.id)
    assert "Your data is gone" in (await forget(ada)).text
    assert await store.ask(liked, ada.id) == 0


@pytest.mark.databases(nightly=True)
@pytest.mark.slow
async def test_who_is_forgotten_leaves_no_trace(world: World, database: Place) -> None:
    ada, bela, chiara, _ = world.people
    running = await Match.begin(world, 3)
    await running.turn()
    over, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await over.end(record)
    await start(ada, seats=2)
    await bela.press(world.newest(), "Join")
    await ada.note("mine alone", await running.place())
    await prefer(ada, theme="light")
    shown = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Forget me…")
    assert "you leave these lobbies: 3;" in shown.text
    assert "takes over your seat in these games: 1;" in shown.text
    assert "finished games (1)" in shown.text
    assert str(ada.id) in str(rows(database))
    answer = await ada.press(shown.post, "Forget me for good")
    assert told(answer) == "Your data is gone. Thank you for playing!"
    kept = str(rows(database))
    assert str(ada.id) not in kept
    assert "'Ada'" not in kept
    assert "mine alone" not in kept
    assert world.bot.services.personal.preferences(ada.id) == Preferences()
    table = await running.table()
    assert table.row.state == "running"
    assert [seat.name for seat in table.seats if seat.status == "resigned"] == ["Former player"]
    assert "left the game. A computer plays" in (await running.newest()).text
    assert "Former player" in (await bela.run("arkadia log", game=over.number)).text
    assert [post for post in world.posts() if "Bela (host)" in post.text]
    for _ in range(3):
        await running.turn()
    await world.restart()
    assert await world.bot.store.games.load(over.number) is not None
    assert (await chiara.run("arkadia board", game=running.number)).post.pictures


@pytest.mark.databases(nightly=True)
@pytest.mark.nightly
async def test_a_game_that_was_set_aside_does_not_keep_one(world: World, database: Place) -> None:
    match = await Match.begin(world)
    await match.do(await one_worker(match))
    await corrupt(world, database, match.number)
    ada = world.people[0]
    assert (await forget(ada)).text.startswith("Your data is gone.")
    assert str(ada.id) not in str(rows(database))


@pytest.mark.databases(nightly=True)
async def test_pressing_it_forgets_only_who_presses_and_may_be_done_twice(world: World) -> None:
    await Match.begin(world)
    ada, bela, chiara, _ = world.people
    shown = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Forget me…")
    await bela.forge(shown.post, "arkadia:forget-me-now")
    seats = (await Match(world, 1).table()).seats
    assert [seat.user_id for seat in seats if seat.status == "playing"] == [ada.id]
    for _ in range(2):
        answer = await chiara.forge(shown.post, "arkadia:forget-me-now")
        assert answer.text.startswith("Your data is gone.")


@pytest.mark.databases(nightly=True)
async def test_no_byte_is_left(
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
    await ada.note("the seals are for the fifth turn", thread)
    sought = (ada.id, "Zuleika", "the seals are for the fifth turn")
    assert found(database, *sought) == list(sought)
    assert (await forget(ada)).text == "Your data is gone. Thank you for playing!"
    assert found(database, *sought) == []
    assert str(ada.id) not in caplog.text
    assert "Zuleika" not in caplog.text
    assert "Zuleika" not in (world.threads()[0].name or "Zuleika")
    await match.turn()
    assert found(database, *sought) == []


@pytest.mark.databases(nightly=True)
async def test_what_a_crash_left_is_purged_at_the_start(world: World, database: Path) -> None:
    ada = world.people[0]
    await ada.run("arkadia start")
    await ada.press(world.newest(), "Cancel")
    # As far as a process came that was killed before the files were written anew.
    await world.bot.store.people.forget(ada.id, "Somebody")
    assert found(database, ada.id) == [ada.id]
    await world.restart()
    assert found(database, ada.id) == []
    assert await world.bot.store.admin.setting("forgotten", "unpurged") is None


@pytest.mark.databases(nightly=True)
@pytest.mark.nightly
async def test_older_backups_forget_again_who_was_forgotten(world: World, database: Place) -> None:
    if not isinstance(database, Path):
        pytest.skip("a server's backup is put into an empty schema")
    match = await Match.begin(world)
    ada, bela, *_ = world.people
    await match.turn()
    copy = database.with_name("copy")
    copy_database(database, copy)
    await forget(ada)
    await world.bot.close()
    for journal in database.parent.glob(f"{database.name}-[sw]*"):
        journal.unlink()
    copy.rename(database)
    assert found(database, ada.id) == [ada.id]
    await world.env.restart_bot(world._make_bot())
    assert found(database, ada.id) == []
    seats = (await match.table()).seats
    assert [seat.name for seat in seats if seat.status == "resigned"] == ["Former player"]
    await prefer(ada, theme="light")
    await world.restart()
    assert world.bot.services.personal.preferences(ada.id).theme == "light", "she came back"
    assert found(database, bela.id) == [bela.id]


def records(answer: Answer) -> list[Record]:
    assert answer.private
    files = [picture for post in answer.posts for picture in post.pictures]
    assert all(file.name.endswith(".jsonl") for file in files)
    lines = [line for file in files for line in file.content.decode().splitlines()]
    found = [Record.from_json(line) for line in lines]
    for record in found:
        record.replay()
    return found


async def test_all_ones_games_that_can_be_read_and_seen(world: World, database: Place) -> None:
    ada, bela, chiara, deniz = world.people
    secret = world.guild.create_text_channel("secret")
    only_seen_by(world, secret)
    await world.env.settle()
    await finished(world, ada, bela)
    await finished(world, bela, chiara, seed=2)
    await finished(world, chiara, ada, seed=3, at=NOVEMBER + DAY)
    await finished(world, ada, bela, seed=4, channel=secret.id)
    damaged = await finished(world, ada, bela, seed=2)
    with visiting(database) as connection:
        connection.execute("UPDATE games SET lot = 'nowhere' WHERE game_id = :n", {"n": damaged})
    await ada.run("arkadia start")
    answer = await ada.through("arkadia record", "All my games")
    assert "Your 2 finished games here" in answer.posts[0].text
    assert "1 game is missing: it can't be read" in answer.posts[0].text
    actions = [[*record.actions] for record in records(answer)]
    assert actions == [a_game(seed, 2).actions for seed in (1, 3)]
    line = answer.posts[1].pictures[0].content.decode().splitlines()[1]
    assert json.loads(line)["names"] == ["Chiara", "Ada"]
    assert json.loads(line)["started"] == "2026-11-02T00:00:00+00:00"
    answer = await deniz.through("arkadia record", "All my games")
    assert "haven't finished a game" in refusal(answer)


async def test_many_games_are_several_files(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bela, *_ = world.people
    for seed in (1, 2, 3):
        await finished(world, ada, bela, seed=seed)
    monkeypatch.setattr(sys.modules["cogs.arkadia.records"], "MOST_OF_A_FILE", 6_000)
    screens = [(one, (await one.run("arkadia record")).post) for one in (ada, ada, bela)]
    async with world.at_once():
        first, second, third = [await one.press(post, "All my games") for one, post in screens]
    names = [picture.name for post in first.posts for picture in post.pictures]
    assert names == [f"arkadia-games-{number}.jsonl" for number in (1, 2, 3)]
    assert len(records(first)) == 3
    assert "I'm still working on your last request." in refusal(second)
    assert len(records(third)) == 3
