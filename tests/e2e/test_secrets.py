"""Hidden things stay hidden on every way out, and the tests would see it if they did not."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import ui.pictures
import ui.public.posts.turn
from engine.actions import End
from engine.cards import Card
from tabletop.table import Table
from tests.e2e.actions import build_of_unknown_card, one_worker
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match
from tests.e2e.secrets import Watch, names
from tests.e2e.twins import differences
from tests.e2e.world import World


def told(answer: Answer) -> str:
    """Everything an answer says, in all its messages and files."""
    parts = []
    for post in answer.posts:
        parts += [post.text, *(picture.alt for picture in post.pictures)]
        parts += [
            picture.content.decode() for picture in post.pictures if picture.name.endswith(".txt")
        ]
    return "\n".join(parts)


def pictures(answer: Answer) -> list[bytes]:
    return [picture.content for post in answer.posts for picture in post.pictures]


@pytest.fixture
async def match(world: World) -> Match:
    return await Match.begin(world, 2, setup="free")


async def looks(person: Person, match: Match) -> list[Answer]:
    """All ways of looking at a game that everybody has."""
    place = await match.place()
    return [
        await person.run("arkadia board", place),
        await person.run("arkadia board", place, text=True),
        await person.run("arkadia log", place),
        await person.run("arkadia record export", place),
        await person.run("arkadia record story", place),
        await person.press(await match.newest(), "Board"),
    ]


@pytest.mark.quick
async def test_others_see_nothing_of_a_turn_until_it_ends(match: Match) -> None:
    active, waiting, stranger = await match.active(), await match.waiting(), match.world.people[3]
    before = [await looks(person, match) for person in (waiting, stranger)]
    build = await build_of_unknown_card(match)
    sent = len(match.world.public())
    await match.do(build)
    assert len(match.world.public()) == sent
    after = [await looks(person, match) for person in (waiting, stranger)]
    assert [[told(a) for a in answers] for answers in after] == [
        [told(a) for a in answers] for answers in before
    ]
    assert [[pictures(a) for a in answers] for answers in after] == [
        [pictures(a) for a in answers] for answers in before
    ]
    assert any(names(build.card).search(told(answer)) for answer in await looks(active, match))


async def test_a_vote_in_the_middle_of_a_turn_shows_nothing_of_it(match: Match) -> None:
    await match.turn()
    build = await build_of_unknown_card(match)
    await match.do(build)
    before = (await match.table()).messages["turn"]
    watch = Watch(match)
    await match.world.people[1].run("arkadia lobby cancel", await match.place())
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
    stranger = match.world.people[3]
    for command, option in (
        *(("build", "card"), ("build", "place"), ("build", "draw"), ("workers", "own")),
        *(("workers", "building"), ("castle", "family"), ("castle", "ring")),
    ):
        assert await stranger.suggestions(f"arkadia {command}", option, "", place) == {}


async def test_suggestions_to_others_do_not_follow_a_turn(match: Match) -> None:
    place, waiting = await match.place(), await match.waiting()
    asked = (("build", "draw"), ("workers", "own"), ("workers", "building"), ("castle", "family"))

    async def offered() -> list[dict[str, Any]]:
        return [
            await waiting.suggestions(f"arkadia {command}", option, "", place)
            for command, option in asked
        ]

    before = await offered()
    await match.do(await build_of_unknown_card(match))
    assert await offered() == before


@pytest.mark.slow
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
    assert stranger.text.startswith("You watch game 1")
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


@pytest.mark.slow
@pytest.mark.parametrize("what", ["card", "gold"])
async def test_a_leak_in_public_would_be_found(
    match: Match, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(match)
    assert await watch.look() == []
    standing = ui.public.posts.turn._standing

    def leaky(table: Table, *rest: Any) -> list[str]:
        return [*standing(table, *rest), leaking(table, what)]

    monkeypatch.setattr(ui.public.posts.turn, "_standing", leaky)
    await match.do(await one_worker(match))
    assert await watch.look() == []
    await match.do(End())
    assert await watch.look() != []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["card", "gold", "seals", "workers"])
async def test_a_message_that_depends_on_hidden_things_would_be_found(
    match: Match, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = ui.pictures.board_file

    async def leaky(table: Table, *rest: Any, **options: Any) -> Any:
        file = await drawn(table, *rest, **options)
        file.description = f"{file.description} {leaking(table, what)}"
        return file

    monkeypatch.setattr(ui.public.posts.turn, "board_file", leaky)
    before = (await match.table()).messages.get("turn")
    await match.do(await one_worker(match))
    await match.do(End())
    assert await differences(await match.newest(), match, before) == ["alt text"]


@pytest.mark.slow
async def test_anothers_hand_in_a_private_answer_would_be_found(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(match)
    boards = sys.modules["cogs.arkadia.boards"]  # as the bot has loaded it
    monkeypatch.setattr(boards, "headline", lambda table, words: leaking(table, "card"))
    await match.world.people[3].run("arkadia board", await match.place())
    assert await watch.look() != []
