"""Computer players at tables: in the lobby, in turn, for absent people, through crashes."""

import pytest

from tests.e2e.finished import finished
from tests.e2e.forms import start
from tests.e2e.panels import verb_of
from tests.e2e.people import told
from tests.e2e.playing import Match, against, until_a_person_is_due
from tests.e2e.world import World


async def test_a_host_adds_and_removes_computer_players(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=3)
    assert "Only Ada" in (await bela.choose(world.newest(), "master")).text
    before = world.newest().menus[0].custom_id
    added = await ada.choose(world.newest(), "master")
    # An unchanged menu sends nothing when the same level is chosen once more.
    assert world.newest().menus[0].custom_id != before
    assert "Aldo the master" in added.text
    assert "Aldo the master (computer)" in world.newest().text
    await ada.choose((await ada.run("arkadia lobby")).post, "apprentice")
    assert "Bianca the apprentice" in world.newest().text
    assert not world.newest().menus, "all seats are taken"
    await ada.press(world.newest(), "Remove computer player")
    assert "Bianca" not in world.newest().text
    await bela.press(world.newest(), "Join")
    assert "has begun" in (await ada.press(world.newest(), "Begin")).text


async def test_computers_in_a_row_are_one_message_with_the_turn_before(world: World) -> None:
    match = await against(world, "apprentice", "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    before = len(await match.posts())
    await match.turn(seed=1)
    [theirs] = (await match.posts())[before:]
    assert theirs.text.count("Turn ") == 3
    assert theirs.pings == (ada.id,)


async def test_practice_begins_at_once_with_a_better_one_after_a_game(world: World) -> None:
    ada, bela, *_ = world.people
    assert "has begun" in told(await ada.run("arkadia practice", opponents=1))
    [thread] = world.threads()
    assert "ame 1: the game begins." in world.posts(thread)[0].text
    assert "the pupil" in world.posts(thread)[0].text
    await finished(world, bela, ada)
    await bela.run("arkadia practice")
    [newest] = [one for one in world.threads() if one.id != thread.id]
    assert "the apprentice" in world.posts(newest)[0].text


async def test_a_level_may_be_typed_in_any_way(world: World) -> None:
    ada, bela, *_ = world.people
    offered = await ada.suggestions("arkadia start", "level", "war")
    assert offered == {"Guild warden: Weighs up what everybody might do next": "warden"}
    await ada.run("arkadia start", computers=1, level="  GUILD Warden ")
    assert "the warden" in world.newest().text
    refused = told(await bela.run("arkadia practice", level="grandmaster"))
    assert refused.startswith("There's no such computer player. You can choose: Pupil, ")


@pytest.mark.quick
async def test_a_person_is_away_and_comes_back(world: World) -> None:
    match = await Match.begin(world, 2)
    active = await match.active()
    place = await match.place()
    answer = await active.run("arkadia seat away", place, level="apprentice")
    assert "until you press *I'm back*" in answer.text
    assert "A computer plays for" in (await match.newest()).text
    assert "/arkadia seat back" in (await active.run("arkadia end", place)).text
    await until_a_person_is_due(match)
    assert (await match.game()).position.turn == 2
    assert "Welcome back" in (await active.run("arkadia seat back", place)).text
    assert "A computer plays for" not in (await match.newest()).text


async def test_while_all_are_away_the_game_waits_for_them(world: World) -> None:
    match = await against(world, "apprentice")
    ada, place = world.people[0], await match.place()
    await until_a_person_is_due(match)
    await ada.run("arkadia seat away", place, level="apprentice")
    before = await match.log()
    assert "The game goes on when a player presses" in (await match.newest()).text
    await world.env.advance_time(600.0)
    assert await match.log() == before
    await world.restart()
    await world.env.advance_time(600.0)
    assert await match.log() == before
    await ada.run("arkadia seat back", place)
    table = await until_a_person_is_due(match)
    assert table.active is not None
    assert table.active.user_id == ada.id
    assert "your turn in game" in (await match.newest()).text


async def test_a_game_can_be_played_without_advice(world: World) -> None:
    match = await Match.begin(world, helped="none")
    ada = await match.active()
    assert "without hints" in (await ada.run("arkadia hint", await match.place())).text
    panel = await ada.press(await match.newest(), "Take your turn")
    assert "site" in map(verb_of, panel.post.menus)
    assert "Hint" not in panel.post.buttons


async def test_advice_is_for_the_person_in_turn_shown_and_carried_out(world: World) -> None:
    match = await Match.begin(world, 2)
    place = await match.place()
    active, waiting = await match.active(), await match.waiting()
    panel = await active.press(await match.newest(), "Take your turn")
    answer = await active.press(panel.post, "Hint")
    assert "Ideas, game" in told(answer)
    assert answer.text.count("\n") == 3, "three actions, a line each"
    shown = await active.press(answer.post, "1: show me")
    assert shown.private
    assert shown.post.pictures
    hint = (await active.run("arkadia hint", place)).post
    why = await active.press(hint, "Why?")
    assert told(why).count("\n") == 3, "a line for each"
    assert why.text == (await active.run("arkadia hint", place, why=True)).text
    refused = await waiting.run("arkadia hint", place)
    assert f"It's {active.name.capitalize()}'s turn" in refused.text
    assert await match.log() == []
    hint, other = [(await active.run("arkadia hint", place)).post for _ in range(2)]
    await active.press(hint, "1: do it")
    assert len(await match.log()) == 1
    assert await match.services.tables.advised(match.number) == {0}
    await match.turn()
    assert await match.services.tables.advised(match.number) == {0}
    log = await match.log()
    assert "moved on" in told(await active.press(other, "1: do it"))
    assert await match.log() == log
