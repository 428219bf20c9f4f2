"""No more games, threads and messages than there may be, whoever wants them and however often."""

from collections.abc import Callable
from random import Random

import pytest

from bot import ArkadiaBot
from db.database import Place
from runtime.limits import PRESETS
from runtime.settings import Settings
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World


@pytest.fixture
def make_bot(database: Place, extensions: tuple[str, ...], rng: Random) -> Callable[[], ArkadiaBot]:
    limits = {**PRESETS["open"], "hosted": 5, "lobbies": 7}
    settings = Settings(token="", database=database, limits=limits)
    return lambda: QuickBot(settings, extensions, rng=rng)


async def test_a_game_moved_to_where_it_is_is_shown_again_only_if_gone(world: World) -> None:
    match = await Match.begin(world)
    ada, place = world.people[0], await match.place()
    before = len(await match.posts())
    for where in (place, world.channel):
        answer = await ada.decide("move-here", where, game=1)
        there = f"Game 1 is in <#{place.id}>. To move it, type `/arkadia lobby` in another channel."
        assert refusal(answer) == there
    assert len(world.threads()) == 1
    assert len(await match.posts()) == before
    await world.delete(await match.newest())
    assert "goes on here" in (await ada.decide("move-here", game=1)).text


@pytest.mark.nightly
async def test_a_game_is_not_carried_to_and_fro(world: World) -> None:
    match = await Match.begin(world)
    ada = world.people[0]
    first = (await match.newest()).pings
    other = world.guild.create_text_channel("other")
    answers = [
        await ada.decide("move-here", other if number % 2 else world.channel, game=1)
        for number in range(1, 26)
    ]
    # Four messages a minute: the first one changed the lobby's rules.
    assert len([answer for answer in answers if "goes on here" in answer.text]) == 3
    assert "You can go on <t:" in answers[-2].text
    threads = [*world.threads(), *other.threads]
    assert len(threads) <= 5
    posts = [post for place in (world.channel, other, *threads) for post in world.posts(place)]
    assert [post.pings for post in posts if post.pings] == [first], "one ping a turn"
    assert len([post for post in posts if post.buttons]) == 1
    await match.turn()
    [there] = other.threads
    assert world.newest(there).pings == ((await match.active()).id,)


@pytest.mark.nightly
async def test_fifty_votes_and_returns_make_a_few_messages(world: World) -> None:
    match = await Match.begin(world, 3)
    place, bela = await match.place(), world.people[1]
    await match.turn()
    before = len(await match.posts())
    for number in range(50):
        answer = await bela.decide("withdraw-cancel" if number % 2 else "cancel", place)
        assert answer.answered
    assert len(await match.posts()) == before + 4
    assert "That's the limit" in refusal(answer) or "no longer want" in refusal(answer)
    for number in range(50):
        assert (await bela.run(f"arkadia seat {'back' if number % 2 else 'away'}", place)).answered
    assert len(await match.posts()) == before + 4
    assert "You've resigned" in (await bela.run("arkadia seat resign", place, sure="yes")).text


async def test_who_is_blocked_opens_and_inherits_no_games(world: World, moderator: Person) -> None:
    ada, bela, chiara, _ = world.people
    assert "Everybody can open games" in (await moderator.run("arkadia-admin block")).text
    blocked = told(await moderator.run("arkadia-admin block", person=ada.actor))
    assert f"These players can't open games here: <@{ada.id}>." in blocked
    for command in ("arkadia start", "arkadia practice"):
        assert "don't let you do this" in refusal(await ada.run(command))
    assert world.threads() == []
    await bela.run("arkadia start")
    assert "You have a seat" in (await ada.press(world.newest(), "Join")).text
    await chiara.press(world.newest(), "Join")
    await bela.decide("leave", game=1)
    assert (await world.bot.services.tables.get(1)).row.host_id == chiara.id
    await moderator.run("arkadia-admin block", person=ada.actor, allow=True)
    assert "is open in" in (await ada.run("arkadia start")).text


async def test_only_moderators_moderate_whatever_discord_shows(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    known = await world.bot.tree.fetch_commands()
    group = next(command for command in known if command.name == "arkadia-admin")
    world.guild.set_command_permissions(group, {bela.actor: True})
    for command, options in (
        *(("close", {"game": 1, "sure": "yes"}), ("block", {"person": ada.actor})),
        *(("settings", {}), ("list", {}), ("status", {})),
    ):
        answer = await bela.run(f"arkadia-admin {command}", **options)
        assert "That doesn't work here" in refusal(answer)
    assert (await world.bot.services.tables.get(1)).row.state == "lobby"


async def test_a_block_closes_a_persons_lobbies_if_wished(world: World, moderator: Person) -> None:
    ada, bela, *_ = world.people
    most(world, hosted=3)
    for _ in range(3):
        await ada.run("arkadia start")
    said = "You're hosting 3 unfinished games here. Finish or cancel one first."
    assert refusal(await ada.run("arkadia start")) == said
    await bela.run("arkadia start")
    for close, said in ((False, "are still open"), (True, "have been closed")):
        answer = await moderator.run("arkadia-admin block", person=ada.actor, close=close)
        assert f"3 lobbies hosted by this player {said}" in answer.text
    tables = world.bot.services.tables
    states = [(await tables.get(number)).row.state for number in (1, 2, 3, 4)]
    assert states == ["closed", "closed", "closed", "lobby"]
    assert [post.text for post in world.posts() if "closed" in post.text]


def most(world: World, **limits: int) -> None:
    openings = world.bot.services.tables.lobby._openings
    openings.limits = {**openings.limits, **limits}


async def test_a_newcomers_first_lobby_finds_room_and_practice_needs_none(world: World) -> None:
    ada, bela, chiara, _ = world.people
    most(world, lobbies=4)
    for person in (ada, bela):
        await person.run("arkadia practice")
    for person in (ada, bela, ada, ada):
        assert "is open in" in (await person.run("arkadia start")).text
    for person in (ada, bela):
        refused = refusal(await person.run("arkadia start"))
        assert "4 games on this server are waiting for players" in refused
    assert "Game 7 is open in" in (await chiara.run("arkadia start")).text
    tables = world.bot.services.tables
    states = [(await tables.get(number)).row.state for number in range(3, 8)]
    assert states == ["closed", *["lobby"] * 4]
    assert [post for post in world.posts() if "made room for a newcomer's first game" in post.text]
    assert "Game 8 has begun" in (await ada.run("arkadia practice")).text


async def test_hosting_is_inherited_by_those_alone_who_may_host_one_more(world: World) -> None:
    ada, bela, chiara, _ = world.people
    most(world, hosted=1)
    await bela.run("arkadia start")
    await ada.run("arkadia start")
    for person in (bela, chiara):
        await person.press(world.newest(), "Join")
    await ada.decide("leave", game=2)
    tables = world.bot.services.tables
    assert (await tables.get(2)).row.host_id == chiara.id, "Bela hosts one already"
    await chiara.decide("leave", game=2)
    assert (await tables.get(2)).row.state == "cancelled"
    assert [post for post in world.posts() if "nobody else can host another game here" in post.text]
