"""Whatever somebody types or forges: a private answer, no error, no change, no mention."""

import re
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from engine.actions import Castle
from engine.edition_files import load_edition
from engine.game import Game
from engine.random_play import random_start
from engine.start import FIRST_GAME
from lab.soak.people import Forger
from tests.e2e.forms import start
from tests.e2e.people import refusal, told
from tests.e2e.playing import TO_THE_TOP_FLOOR, Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World

pytestmark = pytest.mark.slow

ABSURD = (
    *("@everyone", "<@1>", "**bold** _it_ ~~s~~ ||x||", "`code`", "```\nblock\n```", "# head"),
    *("'; DROP TABLE log; --", '" OR 1=1', "{number}", "{0.__class__}", "%s%n", "\\", "\x00"),
    *("-1", "0", "999999999999999999999", "1e9", "½", "٣", "Ⅷ", "F７", "e\u0301" * 10, "\u202eabc"),
    *("🏰" * 10, "ａ１", "Z99", "A0", "A13", "A1" * 12, " ", "\n", "a" * 40),
)


def unmarked(text: str) -> str:
    """The text without escapes: what must not be in it is markup that Discord would obey."""
    for sign in "\\*_~|`<":
        text = text.replace(f"\\{sign}", "")
    return text


async def test_absurd_words_are_refused_and_get_no_suggestions(world: World) -> None:
    match = await Match.begin(world)
    ada, place = await match.active(), await match.place()
    card = str((await match.game()).position.hands[0][0])
    for text in ABSURD:
        for command, options in typed_with(text, card):
            whole = refusal(await ada.run(f"arkadia {command}", place, **options))
            assert "@everyone" not in whole
            assert len(whole) <= 2000
            said, fence, quoted = whole.partition("\n```\n/")
            # what was typed is repeated as it is within fences that it cannot end
            assert quoted.find("```") == (len(quoted) - 3 if fence else -1)
            assert "Something went wrong" not in said
            assert "<@" not in unmarked(said)
            assert "**bold**" not in said
            assert "```" not in said
        for command, option, filled in asked_with(text):
            offered = await ada.suggestions(f"arkadia {command}", option, text, place, **filled)
            assert len(offered) <= 25
    assert await match.log() == []
    assert (await match.table()).row.state == "running"
    assert world.env.errors == []


def typed_with(text: str, card: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    return (
        ("build", {"card": text, "place": "F7 F8"}),
        ("build", {"card": card, "place": text}),
        ("build", {"card": card, "place": "A1", "draw": text}),
        *(("workers", {"own": text}), ("workers", {"neutral": text, "own": "D4"})),
        ("workers", {"building": text[:20], "own": "D4"}),
        ("castle", {"family": text[:20], "ring": 1}),
    )


def asked_with(text: str) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    return (
        *(("build", "card", {}), ("build", "draw", {}), ("build", "place", {"card": text})),
        *(("build", "place", {"card": "house/red"}), ("workers", "own", {"building": text[:20]})),
        *(("workers", "building", {}), ("workers", "neutral", {"own": text})),
        ("castle", "family", {}),
    )


async def test_ring_squares_are_one_to_ten(world: World) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    first_piece = next(n for n, action in enumerate(record.actions) if isinstance(action, Castle))
    await match.pass_by(record.actions[:first_piece])
    active, place = await match.active(), await match.place()
    for ring in (0, 11, -1, 2**53 - 1, -(2**53) + 1):
        answer = await active.run("arkadia castle", place, family="red", ring=ring)
        assert "That isn't one of the options." in refusal(answer)
    assert len(await match.log()) == first_piece


async def test_the_castle_lies_where_it_may(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, setup="free")
    await bela.decide("join")
    for lot in ("A1:4x3", "@everyone", "G5:9x9", "5", "G5:4x3 or"):
        assert "castle" in refusal(await ada.forge(world.newest(), "arkadia:begin-at:1", [lot]))
    assert (await world.bot.services.tables.cache.get(1)).row.state == "lobby"


FORGED = (
    *("arkadia:join:0", "arkadia:join:999999999", "arkadia:screen:7", "arkadia:board:7:1"),
    *("arkadia:text:7", "arkadia:begin:7", "arkadia:record:7", "arkadia:rematch:7"),
    *("arkadia:earlier:7:1", "arkadia:later:7:999999999", "arkadia:cancel:7", "arkadia:leave:7"),
)
UNKNOWN = (
    *("arkadia:join:99999999999999999999", "arkadia:join:-1", "arkadia:join:1:1", "arkadia:join:"),
    *("arkadia:join:١", "arkadia:screen:1\n", "arkadia:gone:1", "arkadia:board:1", "arkadia:"),
    *("arkadia:join:1; DROP TABLE log", "arkadia:form:1:0:p0:build:jump:1.2"),
)


async def test_a_button_of_no_game_or_without_a_meaning_is_answered(world: World) -> None:
    match = await Match.begin(world)
    for custom_id in (*FORGED, *UNKNOWN):
        answer = refusal(await world.people[0].forge(await match.newest(), custom_id))
        assert "`/arkadia" in answer if custom_id in UNKNOWN else answer[:15] == "There's no game"


async def test_a_game_of_another_server_is_none_of_this(world: World) -> None:
    match = await Match.begin(world)
    other = world.another_server()
    ada = other.people[0]
    assert refusal(await ada.run("arkadia board", game=1)).startswith("There's no game 1")
    assert refusal(await ada.run("arkadia end", game=1)).startswith("There's no game 1")
    assert refusal(await ada.decide("move-here", game=1)).startswith("There's no game 1")
    await ada.run("arkadia start")
    for custom_id in ("arkadia:screen:1", "arkadia:board:1:1", "arkadia:join:1"):
        assert refusal(await ada.forge(other.newest(), custom_id)).startswith("There's no game 1")
    assert "1" not in await ada.suggestions("arkadia board", "game")
    assert (await match.table()).row.state == "running"


async def test_buttons_of_old_messages_work_or_say_why(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=3)
    lobby = world.newest()
    await bela.press(lobby, "Join")
    match = Match(world, 1)
    await ada.press(world.newest(), "Begin")
    first = await match.newest()
    await match.turn()
    await world.restart()
    assert not world.now(first).buttons
    for label, who in (("Join", world.people[2]), ("Leave", ada), ("Begin", ada)):
        answer = await who.forge(lobby, lobby.buttons[label].custom_id)
        assert refusal(answer).startswith("Game 1 has already begun.")
    screen = await ada.forge(first, first.buttons["My screen"].custom_id)
    assert screen.private
    assert screen.post.pictures
    board = await world.people[3].forge(first, first.buttons["Board"].custom_id)
    assert board.private
    assert "turn 2" in board.text


async def test_nobody_is_mentioned_by_a_name(world: World) -> None:
    names = ("@everyone", "<@145607444398080008>", "**x** https://a.b [c](http://d)", "# _y_ ||z||")
    people = [world.newcomer(f"n{number}", shown=name) for number, name in enumerate(names)]
    await people[0].run("arkadia start")
    for person in people[1:]:
        await person.press(world.newest(), "Join")
    await people[0].press(world.newest(), "Begin")
    for place in (world.channel, *world.threads()):
        for post in world.posts(place):
            assert len(post.pings) <= 1
            assert set(post.pings) <= {person.id for person in people}
            assert "@everyone" not in post.text
            assert "**x**" not in post.text
            assert "https://" not in post.text
            assert not re.search(r"(?<!\\)\[", post.text)


async def test_a_component_claiming_to_be_another_is_answered(world: World) -> None:
    await world.people[0].run("arkadia start")
    lobby = world.newest()
    [menu] = lobby.menus
    for claimed in range(2, 9):
        for custom_id in (lobby.buttons["Begin"].custom_id, menu.custom_id):
            answer = await world.people[2].forge(lobby, custom_id, ["apprentice"], claimed=claimed)
            assert answer.answered
            assert answer.private
    assert world.now(lobby).text == lobby.text


async def test_what_strangers_forge_is_answered_privately_and_changes_nothing(world: World) -> None:
    match = await Match.begin(world)
    await match.turn()
    table, before = await match.table(), await match.posts()
    forger = Forger(Random(1), {match.number: table.version})
    stranger = world.people[3]
    for number in range(120):
        values = forger.values() if number % 3 == 0 else None
        answer = await stranger.forge(before[-1], forger.custom_id(), values)
        assert "went wrong" not in told(answer)
    for page in ("earlier:1:1", "later:1:1", "rules-on:2", "reboard:1", "text:1", "rescreen:1"):
        for post in (before[0], before[-1]):
            assert (await stranger.forge(post, f"arkadia:{page}")).private
    after = await match.table()
    assert (after.row, after.seats, after.version) == (table.row, table.seats, table.version)
    assert await match.posts() == before


async def test_what_is_pressed_on_a_panel_is_private_and_acts_once_a_press(world: World) -> None:
    """Its buttons, disabled or not, forged ones and those of before, by its person and another."""
    match = await Match.begin(world, start=random_start(load_edition(), FIRST_GAME, 2, Random(1)))
    watch, rng, person, ids = Watch(match), Random(1), await match.active(), list[str]()
    panel, log = await person.press(await match.newest(), "Take your turn"), await match.log()
    for number in range(120):
        if number % 12 == 11:
            person = await match.active()
            panel = await person.press(await match.newest(), "Take your turn")
        shown = [one.custom_id for one in panel.post.buttons.values()]
        ids = [*ids[-9:], *shown, Forger(rng, {1: len(log)}).custom_id()]
        ids = [one for one in ids if re.match("arkadia:(turn|pick):[17]", one)]
        custom_id = rng.choice(ids)
        presser = rng.choice((person, person, person, *world.people))
        async with world.at_once() if number % 5 == 0 else nullcontext():
            pressed = [await presser.forge(panel.post, custom_id) for _ in range(2)]
        assert all(answer.answered and answer.private for answer in pressed)
        longer = await match.log()
        assert longer[: len(log)] == log
        assert len(longer) <= len(log) + 1, "the second press is of a panel of before"
        log = longer
        assert await watch.look() == []
        if number % 40 == 39:
            await world.restart()
    assert log
    assert Game.from_log((await match.game()).start, log).position == (await match.game()).position
