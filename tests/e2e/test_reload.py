"""Every extension can be loaded anew while games run; nobody notices anything but the change."""

import importlib.util
import re
from importlib.machinery import ModuleSpec
from random import Random
from types import ModuleType

import discord
import pytest

from bot import EXTENSIONS
from db.errors import StoreError
from engine.actions import End
from engine.random_play import random_action
from tests.e2e.forms import start
from tests.e2e.panels import Panel
from tests.e2e.people import Person, refusal
from tests.e2e.playing import Match, against, one_worker, until_a_person_is_due
from tests.e2e.traces import Traces
from tests.e2e.world import World
from tests.nightly import nightly_except


async def reload(owner: Person, extension: str) -> None:
    """Loads an extension anew, and lets the bot do what follows from that."""
    part = extension.rpartition(".")[2]
    answer = await owner.run("arkadia-admin reload", part=part)
    done = f"Reloaded: {part}."
    assert not answer.answered or answer.text == done  # not yet, where things happen at once


async def turns_told(match: Match) -> list[int]:
    text = "\n".join(post.text for post in await match.posts())
    return [int(number) for number in re.findall(r"^Turn (\d+):", text, re.MULTILINE)]


@pytest.mark.slow
@pytest.mark.parametrize("extension", nightly_except(EXTENSIONS, *EXTENSIONS[::9]))
async def test_in_a_lobby_and_in_the_middle_of_turns_by_panel_and_by_commands(
    world: World, owner: Person, extension: str
) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=3)
    await reload(owner, extension)
    assert "Aldo the master" in (await ada.choose(world.newest(), "master")).text
    await bela.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    match, rng = Match(world, 1), Random(5)
    await until_a_person_is_due(match)
    place, person = await match.place(), await match.active()
    assert await person.suggestions("arkadia build", "card", "", place)
    assert "it's too old" in (await person.forge(await match.newest(), "arkadia:old:1")).text
    assert "You're not in game" in (await world.people[3].run("arkadia end", place)).text
    panel = await Panel.open(match)
    await reload(owner, extension)
    while not any(isinstance(action, End) for action in match.done):
        await panel.do(random_action((await match.game()).position, rng))
    await until_a_person_is_due(match)
    await match.do(random_action((await match.game()).position, rng))
    await reload(owner, extension)
    ended = match.done.count(End())
    while match.done.count(End()) == ended:
        await match.do(random_action((await match.game()).position, rng))
    await until_a_person_is_due(match)
    turn = (await match.table()).running_game().position.turn
    assert turn > 2
    assert await turns_told(match) == list(range(1, turn))
    assert (await match.active()).mention in (await match.newest()).text


@pytest.mark.quick
async def test_a_computer_player_goes_on_where_it_was_interrupted(
    world: World, owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await against(world, "apprentice")
    await until_a_person_is_due(match)
    monkeypatch.setattr("tabletop.computers.PAUSE_S", 10_000.0)
    for seed in range(3):
        if not (await match.table()).computer_due:
            await match.turn(seed)
    assert (await match.table()).computer_due
    monkeypatch.setattr("tabletop.computers.PAUSE_S", 0.0)
    monkeypatch.setattr("tabletop.computers.RETRY_AFTER_S", 0.0)
    games = world.bot.services.tables.store.games
    outages, waiting = [StoreError("gone")], games.with_computers

    async def asked() -> tuple[int, ...]:
        if outages:
            raise outages.pop()
        return await waiting()

    monkeypatch.setattr(games, "with_computers", asked)
    await reload(owner, "cogs.computers")
    await until_a_person_is_due(match)
    turn = (await match.table()).running_game().position.turn
    assert await turns_told(match) == list(range(1, turn))


@pytest.mark.slow
async def test_what_is_shown_or_could_not_be_is_shown_once(world: World, owner: Person) -> None:
    match = await Match.begin(world)
    world.fail("POST", "/channels/*/messages", times=None)
    await match.turn()
    assert await turns_told(match) == []
    world.recover()
    await reload(owner, "cogs.public_messages")
    assert await turns_told(match) == [1]
    await world.env.advance_time(4000.0)
    assert await turns_told(match) == [1]
    await match.do(await one_worker(match))
    person, place = await match.active(), await match.place()
    async with world.at_once():
        await person.run("arkadia end", place)
        await reload(owner, "cogs.public_messages")
    assert await turns_told(match) == [1, 2]


@pytest.mark.slow
async def test_all_at_once_as_on_a_signal(world: World, owner: Person) -> None:
    match = await Match.begin(world)
    sent = [sent.path for sent in world.sent if sent.path.endswith("/commands")]
    answer = await owner.run("arkadia-admin reload")
    assert all(name.rpartition(".")[2] in answer.text for name in EXTENSIONS)
    await match.turn()
    assert await turns_told(match) == [1]
    assert [sent.path for sent in world.sent if sent.path.endswith("/commands")] == sent


async def test_only_its_owner_loads_the_bot_anew(world: World, owner: Person) -> None:
    moderator = world.newcomer("mona", permissions=discord.Permissions(manage_guild=True))
    refused = await moderator.run("arkadia-admin reload", part="health")
    assert refusal(refused) == "Only the person who runs this bot can do this."
    unknown = await owner.run("arkadia-admin reload", part="bot")
    assert refusal(unknown).startswith("The bot has these parts: arkadia, ")
    offered = await owner.suggestions("arkadia-admin reload", "part", "comp")
    assert offered == {"computers": "computers"}


async def test_what_cannot_be_loaded_goes_on_as_it_was(
    world: World, owner: Person, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world)
    load = importlib.util.module_from_spec

    def spoilt(spec: ModuleSpec) -> ModuleType:
        module = load(spec)
        if spec.name == "cogs.public_messages":
            monkeypatch.setattr(spec.loader, "exec_module", lambda _: 1 / 0)
        return module

    monkeypatch.setattr("importlib.util.module_from_spec", spoilt)
    answer = await owner.run("arkadia-admin reload", part="public_messages")
    said = "Couldn't load {}: see the log. If an earlier version was running, it still is."
    assert refusal(answer) == said.format("public_messages")
    assert len(traces.take()) == 1
    await match.turn()
    assert await turns_told(match) == [1]

    async def interrupted(name: str) -> None:
        raise RuntimeError("dictionary changed size during iteration")

    monkeypatch.setattr(world.bot, "reload_extension", interrupted)
    assert refusal(await owner.run("arkadia-admin reload", part="upkeep")) == said.format("upkeep")
    assert len(traces.take()) == 1
