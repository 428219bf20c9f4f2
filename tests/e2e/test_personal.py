"""What belongs to one person: preferences, notes, a prepared turn, and being asked first."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import Build, Workers
from engine.random_play import random_action
from lab.commands import command_of
from tests.e2e.panels import Panel, verb_of
from tests.e2e.playing import Match
from tests.e2e.world import World


async def test_commands_ask_first_unless_told_otherwise(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    await ada.run("arkadia preferences", confirm=True)
    action = random_action((await match.game()).position, Random(1))
    command, options = command_of(action)
    answer = await ada.run(command, await match.place(), **options)
    assert answer.private
    assert list(answer.post.buttons) == ["Confirm", "Back"]
    assert answer.post.pictures
    assert await match.log() == []
    back = await ada.press(answer.post, "Back")
    assert "site" in map(verb_of, back.post.menus)
    answer = await ada.run(command, await match.place(), **options)
    await ada.press(answer.post, "Confirm")
    assert await match.log() == [str(action)]
    asked = await ada.run("arkadia undo", await match.place())
    if "Confirm" in asked.post.buttons:
        await ada.press(asked.post, "Confirm")
        assert await match.log() == [str(action), "undo"]
        await ada.run(command, await match.place(), **options, confirm=False)
        assert len(await match.log()) == 3


@pytest.mark.nightly
@pytest.mark.slow
async def test_every_command_of_a_turn_can_be_confirmed(world: World) -> None:
    match = await Match.begin(world)
    for person in world.people:
        await person.run("arkadia preferences", confirm=True)
    rng = Random(6)
    done: list[str] = []
    while len(done) < 40:
        action = random_action((await match.game()).position, rng)
        command, options = command_of(action)
        person = await match.active()
        answer = await person.run(command, await match.place(), **options)
        assert await match.log() == done
        await person.press(answer.post, "Confirm")
        done.append(str(action))
        assert await match.log() == done
    assert {entry.split()[0] for entry in done} >= {"build", "workers", "castle", "banner", "end"}


async def test_nobody_is_notified_who_does_not_want_it(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    await bela.run("arkadia preferences", mention=False)
    await match.turn()
    post = await match.newest()
    assert post.pings == ()
    assert bela.mention not in post.text
    await match.turn()
    assert (await match.newest()).pings == ((await match.active()).id,)


@pytest.mark.slow
async def test_preferences_outlive_a_restart(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia preferences", theme="light", mention=False, language="en")
    await world.restart()
    answer = await ada.run("arkadia preferences")
    assert "light" in answer.text
    assert "notified of your turn: no" in answer.text
    assert "language: English" in answer.text
    unknown = await ada.run("arkadia preferences", language="klingon")
    assert "I do not speak that language" in unknown.text
    assert "English" in await ada.suggestions("arkadia preferences", "language")


@pytest.mark.slow
async def test_a_theme_changes_what_one_sees_and_a_tables_what_all_see(world: World) -> None:
    match = await Match.begin(world)
    ada, public = await match.active(), (await match.newest()).pictures[0].content
    dark = (await ada.run("arkadia board")).post.pictures[0].content
    assert dark == public
    await ada.run("arkadia preferences", theme="light")
    light = (await ada.run("arkadia board")).post.pictures[0].content
    assert light != dark
    await ada.run("arkadia lobby theme", theme="light")
    await match.turn()
    board = (await ada.run("arkadia board")).post.pictures[0].content
    assert (await match.newest()).pictures[0].content == board
    stranger = world.people[3]
    refused = await stranger.run("arkadia lobby theme", theme="dark")
    assert "no seat" in refused.text


@pytest.mark.slow
async def test_a_note_stands_on_its_owners_screen_alone(world: World) -> None:
    match = await Match.begin(world)
    ada, bela = await match.active(), await match.waiting()
    assert "no note" in (await ada.run("arkadia note")).text
    answer = await ada.run("arkadia note", text="keep the mill for K6")
    assert answer.private
    await world.restart()
    assert "keep the mill for K6" in (await ada.run("arkadia note")).text
    assert "Your note: keep the mill" in (await ada.press(await match.newest(), "My screen")).text
    assert "mill for" not in (await bela.press(await match.newest(), "My screen")).text
    assert "no note" in (await bela.run("arkadia note")).text
    assert "no seat" in (await world.people[3].run("arkadia note", text="x", game=1)).text
    await ada.run("arkadia note", clear=True)
    assert "no note" in (await ada.run("arkadia note")).text
    assert not any("mill for" in text for sent in world.public() for text in sent.strings)


async def test_refresh_changes_the_private_message_in_its_place(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    board = await bela.press(await match.newest(), "Board")
    screen = await bela.press(await match.newest(), "My screen")
    text = await bela.press(screen.post, "As text")
    assert "each" in text.text  # what each seal would bring now
    await match.turn()
    fresh = await bela.press(board.post, "Refresh")
    assert fresh.post.id == board.post.id
    assert "turn 2" in fresh.text
    again = await bela.press(screen.post, "Refresh")
    assert again.post.id == screen.post.id
    panel = await bela.press(again.post, "Take your turn")
    assert panel.post.id == screen.post.id
    assert "site" in map(verb_of, panel.post.menus)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Build, Workers])
async def test_a_prepared_turn_is_offered_and_never_played_by_itself(
    world: World, kind: type[Build | Workers]
) -> None:
    match = await Match.begin(world)
    ada, bela = await match.active(), await match.waiting()
    panel = await Panel.open(match, bela)
    assert panel.address.ahead
    if kind is Build:
        first = next(button for button in panel.post.buttons.values() if not button.disabled)
        await panel.press(first.custom_id.split(":")[6])
        answer = await panel.press("drawa")
    else:
        await panel.choose("site", 2)
        await panel.choose("who", 1)
        answer = await panel.press("do")
    assert "Prepared: " in answer.text
    assert await match.log() == []
    await world.restart()
    await match.turn()
    log = await match.log()
    assert await match.active() == bela
    panel = await Panel.open(match, bela)
    assert "You prepared" in panel.post.text or "no longer possible" in panel.post.text
    assert await match.log() == log
    if "You prepared" in panel.post.text:
        await panel.press("planned")
        await panel.press("drawa" if kind is Build else "do")
        assert len(await match.log()) == len(log) + 1
    told = [text for sent in world.public() for text in sent.strings]
    assert not any("repared: " in text or "You prepared" in text for text in told)
    seen = await ada.press(await match.newest(), "Take your turn")
    assert "repared:" not in seen.text


async def test_what_was_prepared_is_forgotten_when_asked_and_when_a_turn_has_passed(
    world: World,
) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    panel = await Panel.open(match, bela)
    await panel.choose("site", 2)
    await panel.choose("who", 1)
    await panel.press("do")
    assert "Prepared: " in panel.post.text
    await panel.press("forget")
    assert "Prepared:" not in panel.post.text
    await panel.choose("site", 2)
    await panel.choose("who", 1)
    await panel.press("do")
    await match.turn()
    await match.turn()
    panel = await Panel.open(match, bela)
    assert "repared:" not in panel.post.text


async def test_everybody_may_watch_but_nobody_may_see_a_screen(world: World) -> None:
    match = await Match.begin(world)
    await match.turn()
    watcher = world.people[3]
    for command in ("arkadia board", "arkadia log", "arkadia rules"):
        options = {} if command.endswith("rules") else {"game": match.number}
        answer = await watcher.run(command, **options)
        assert answer.private
        assert answer.text
    assert "watch" in (await watcher.run("arkadia screen", game=match.number)).text
    assert "watch" in (await watcher.run("arkadia turn", game=match.number)).text
    assert "watch" in (await watcher.press(await match.newest(), "Take your turn")).text


async def test_ones_screen_offers_the_turn_or_to_prepare_it(world: World) -> None:
    match = await Match.begin(world)
    place = await match.place()
    for person, label, said in (
        (await match.active(), "Take your turn", ": your turn."),
        (await match.waiting(), "Prepare my turn", ": your next turn."),
    ):
        post = (await person.run("arkadia screen", place)).post
        assert label in post.buttons
        assert said in (await person.press(post, label)).text
