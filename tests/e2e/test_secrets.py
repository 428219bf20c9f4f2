"""Hidden things stay hidden on every way out, and so do games whose place one cannot see."""

import sys
from typing import Any

import pytest

import ui.pictures
import ui.public.turn
from db.database import Place
from engine.actions import End
from engine.edition import Card
from tabletop.table import Table
from tests.e2e.corruption import corrupt
from tests.e2e.information_sets import differences
from tests.e2e.people import Answer, Person
from tests.e2e.permissions import hide
from tests.e2e.playing import Match, build_of_unknown_card, one_worker
from tests.e2e.secrets import Watch, names
from tests.e2e.world import World
from tests.features import beside_features
from tests.nightly import nightly_except
from ui.services.servers import KEPT_S


def told(answer: Answer) -> str:
    parts = []
    for post in answer.posts:
        files = [one.content.decode() for one in post.pictures if one.name.endswith(".txt")]
        parts += [post.text, *(picture.alt for picture in post.pictures), *files]
    return "\n".join(parts)


@pytest.fixture
async def match(world: World) -> Match:
    return await Match.begin(world, 2, setup="free")


async def looks(person: Person, match: Match) -> list[tuple[str, list[bytes]]]:
    """The texts and pictures of all ways of looking at a game that everybody has."""
    place = await match.place()
    answers = [
        await person.run("arkadia board", place),
        await person.run("arkadia board", place, text=True),
        await person.run("arkadia log", place),
        await person.through("arkadia record", "As a file", place),
        *[await feature.look(person, place) for feature in beside_features("watching")],
        await person.press(await match.newest(), "Board"),
        await person.press(
            (await person.press(await match.newest(), "Board")).post, "Turn by turn"
        ),
    ]
    return [
        (told(one), [file.content for post in one.posts for file in post.pictures])
        for one in answers
    ]


@pytest.mark.quick
async def test_others_see_nothing_of_a_turn_until_it_ends(match: Match) -> None:
    await match.turn()
    active, waiting, stranger = await match.active(), await match.waiting(), match.world.people[3]
    before = [await looks(person, match) for person in (waiting, stranger)]
    build = await build_of_unknown_card(match)
    sent = len(match.world.public())
    await match.do(build)
    assert len(match.world.public()) == sent
    assert [await looks(person, match) for person in (waiting, stranger)] == before
    assert any(names(build.card).search(text) for text, _ in await looks(active, match))


async def test_a_vote_in_the_middle_of_a_turn_shows_nothing_of_it(match: Match) -> None:
    await match.turn()
    await match.do(await build_of_unknown_card(match))
    before = (await match.table()).messages["turn"]
    watch = Watch(match)
    await match.world.people[1].decide("cancel", await match.place())
    assert "would like to cancel" in (await match.newest()).text
    assert await watch.look() == []
    assert await differences(await match.newest(), match, before) == []


async def test_suggestions_are_of_ones_own_hand_and_the_open_table(match: Match) -> None:
    place = await match.place()
    position = (await match.game()).position
    table = await match.table()
    for seat in table.seats:
        person = match.world.person(seat.user_id)
        offered = await person.suggestions("arkadia build", "card", "", place)
        assert set(offered.values()) == {str(card) for card in position.hands[seat.seat]}
    stranger, waiting = match.world.people[3], await match.waiting()
    options = (
        *(("build", "draw"), ("workers", "own"), ("workers", "building"), ("castle", "family")),
        *(("build", "card"), ("build", "place"), ("castle", "ring")),
    )
    before = [await waiting.suggestions(f"arkadia {one}", of, "", place) for one, of in options]
    await match.do(await build_of_unknown_card(match))
    after = [await waiting.suggestions(f"arkadia {one}", of, "", place) for one, of in options]
    assert after == before, "they do not follow a turn"
    for command, option in options:
        assert await stranger.suggestions(f"arkadia {command}", option, "", place) == {}


async def test_a_screen_is_for_its_owner(match: Match) -> None:
    table = await match.table()
    for seat in table.seats:
        person = match.world.person(seat.user_id)
        screen = await person.press(await match.newest(), "My screen")
        assert screen.private
        hand = table.running_game().position.hands[seat.seat]
        assert all(names(card).search(told(screen)) for card in hand)
    stranger = await match.world.people[3].press(await match.newest(), "My screen")
    assert stranger.private
    assert stranger.text.startswith("You're not in game 1")
    assert not stranger.post.pictures


def leaking(table: Table, what: str) -> str:
    """A hidden thing of a table as somebody might be tempted to write it."""
    position = table.running_game().position
    if what == "card":
        known = {laid.card for laid in position.buildings} | set(position.face_up)
        secret: Card = next(card for hand in position.hands for card in hand if card not in known)
        return str(secret)
    return {
        "gold": f"They own {position.gold[0] + 7} gold",
        "seals": f"Their seals: {position.seals[1]}",
        "workers": f"{position.own_stock[1]} and {position.neutral_stock[0]} workers are left",
    }[what]


@pytest.mark.parametrize(
    "what", nightly_except(["card", "gold", "seals", "workers"], "card", "seals")
)
async def test_a_leak_is_found(match: Match, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = ui.pictures.board_file

    async def leaky(table: Table, *rest: Any, **options: Any) -> Any:
        file = await drawn(table, *rest, **options)
        file.description = f"{file.description} {leaking(table, what)}"
        return file

    monkeypatch.setattr(ui.public.turn, "board_file", leaky)
    before, watch = (await match.table()).messages.get("turn"), Watch(match)
    assert await watch.look() == []
    await match.do(await one_worker(match))
    assert await watch.look() == []
    await match.do(End())
    assert bool(await watch.look()) == (what in ("card", "gold"))
    assert await differences(await match.newest(), match, before) == ["alt text"]


async def test_anothers_hand_would_be_found(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(match)
    boards = sys.modules["cogs.arkadia.boards"]  # as the bot has loaded it
    monkeypatch.setattr(boards, "headline", lambda table, words: leaking(table, "card"))
    await match.world.people[3].run("arkadia board", await match.place())
    assert await watch.look() != []


COMMANDS = ("board", "screen", "log", "hint", "turn", "end", "lobby", "seat away", "record")
FACES = ("take", "board", "reboard", "text", "screen", "rescreen", "hint", "earlier", "later")
MORE_FACES = ("record", "rematch", "replay", "review", "join", "leave", "begin", "cancel")
NEW_FACES = ("note", "move-here", "set-display", "withdraw-cancel", "set-people")
AGAIN = ("try-again", "go-back", "play-for-me")
TWO_NUMBERS = ("take", "board", "earlier", "later", "try-again")


def knows_nothing(answer: Answer) -> bool:
    return answer.private and answer.text.startswith(("There's no game", "You play no"))


@pytest.mark.parametrize("begun", [True, False])
async def test_a_game_in_a_hidden_channel_is_none_for_others(world: World, begun: bool) -> None:
    ada, bela, _, deniz = world.people
    open_place = world.guild.create_text_channel("open")
    if begun:
        await Match.begin(world)
    else:
        await ada.run("arkadia start")
    await hide(world, ada, bela)
    seen = len(world.posts())
    answers = [await deniz.run(f"arkadia {name}", open_place, game=1) for name in COMMANDS]
    answers.append(await deniz.run("arkadia seat resign", open_place, sure="yes", game=1))
    assert [answer.text for answer in answers if not knows_nothing(answer)] == []
    help_ = await deniz.run("arkadia help", open_place)
    for face in (*FACES, *MORE_FACES, *NEW_FACES, *AGAIN):
        custom_id = f"arkadia:{face}:1" + (":1" if face in TWO_NUMBERS else "")
        answer = await deniz.forge(help_.post, custom_id)
        assert knows_nothing(answer), (face, answer.text)
    listed = await deniz.run("arkadia games", open_place, everybody=True)
    assert listed.text.startswith("There's no game here.")
    assert await deniz.suggestions("arkadia board", "game", "", open_place) == {}
    assert len(world.posts()) == seen
    table = await Match(world, 1).table()
    assert {seat.user_id for seat in table.seats} <= {ada.id, bela.id}
    assert "Game 1" in (await bela.run("arkadia games", open_place, everybody=True)).text


@pytest.mark.slow
async def test_a_hidden_spoilt_game_is_none_for_others(world: World, database: Place) -> None:
    ada, bela, _, deniz = world.people
    open_place = world.guild.create_text_channel("open")
    match = await Match.begin(world)
    await match.turn()
    await hide(world, ada, bela)
    await corrupt(world, database, match.number)
    for command in ("arkadia board", "arkadia log", "arkadia record"):
        answer = await deniz.run(command, open_place, game=match.number)
        assert knows_nothing(answer), (command, answer.text)
    answer = await bela.run("arkadia board", open_place, game=match.number)
    assert "had to be set aside" in answer.text
    answer = await deniz.run("arkadia board", open_place, game=match.number)
    assert knows_nothing(answer), answer.text


async def test_who_is_shut_out_may_leave(world: World, moderator: Person) -> None:
    ada, bela, chiara, _ = world.people
    await Match.begin(world, 3)
    other = world.guild.create_text_channel("open")
    await hide(world, ada, bela)
    answer = await chiara.run("arkadia board", other, game=1)
    assert "in a channel you can't see any more" in answer.text
    resigned = await chiara.run("arkadia seat resign", other, sure="yes", game=1)
    assert "You've resigned" in resigned.text
    assert "Game 1" in (await moderator.run("arkadia-admin list", other)).text
    closed = await moderator.run("arkadia-admin close", other, game=1, sure="yes")
    assert "has been closed" in closed.text


async def test_practice_is_for_its_person_only(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia practice")
    for command in ("arkadia board", "arkadia log", "arkadia record"):
        for options in ({"game": 1}, {}):
            answer = await bela.run(command, **options)
            assert knows_nothing(answer), (command, answer.text)
        assert (await ada.run(command, game=1)).post
    listed = await bela.run("arkadia games", everybody=True)
    assert listed.text.startswith("There's no game here.")
    assert await bela.suggestions("arkadia board", "game") == {}
    [thread] = world.threads()
    await world.archive(thread)
    assert knows_nothing(await bela.run("arkadia board", game=1))
    assert (await ada.run("arkadia board", game=1)).post.pictures


def asked_for(world: World) -> int:
    return sum(sent.method == "GET" for sent in world.sent)


async def test_discord_is_asked_only_by_people_elsewhere(world: World) -> None:
    ada, bela, _, deniz = world.people
    game = await Match.begin(world)
    channel, elsewhere = world.channel, world.guild.create_text_channel("open")
    [thread] = world.threads()
    before = asked_for(world)
    for person in (ada, bela, deniz):
        for place in (channel, thread):
            assert (await person.run("arkadia board", place, game=game.number)).post.pictures
    assert asked_for(world) == before
    assert (await deniz.run("arkadia board", elsewhere, game=game.number)).post.pictures
    assert asked_for(world) == before + 2
    assert await bela.suggestions("arkadia board", "game", "", elsewhere) != {}
    assert asked_for(world) == before + 2, "it is still known"
    await hide(world, ada, bela)
    await world.env.advance_time(KEPT_S + 1)
    assert knows_nothing(await deniz.run("arkadia board", elsewhere, game=game.number))
    assert (await bela.run("arkadia board", elsewhere, game=game.number)).post.pictures
    await world.env.advance_time(KEPT_S + 1)
    world.fail("GET", "/guilds/*/channels", status=500, times=None)
    assert knows_nothing(await deniz.run("arkadia board", elsewhere, game=1))
    assert (await bela.run("arkadia board", elsewhere, game=1)).post.pictures, "it is theirs"
