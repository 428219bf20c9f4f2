"""The panel between turns: what it offers then, and that it goes on where computers alone play."""

from __future__ import annotations

import asyncio
import io
from random import Random
from typing import Any, Final

import pytest
from PIL import Image
from simcord.components import walk_components

from engine.actions import Action, End
from engine.random_play import random_action
from players.thinking import ThinkingPool
from tests.e2e.computers import against, until_a_person_is_due
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.sent import Sent
from tests.e2e.world import World
from tests.often import often
from ui.texts.game.events import names_of


async def private_posts(match: Match, person: Person) -> list[Post]:
    """The private messages that stand in the game's place for a person."""
    return [post for post in person.sees(await match.place()) if post.owner == person.id]


async def up_to_the_end(match: Match, seed: int = 1) -> Answer:
    """Plays a turn by commands; the answer is that to its end."""
    rng = Random(seed)
    while True:
        action = random_action((await match.game()).position, rng)
        answer = await match.do(action)
        if isinstance(action, End):
            return answer


@pytest.mark.quick
async def test_a_turn_that_has_ended_offers_what_can_be_done_meanwhile(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    answer = await up_to_the_end(match)
    assert [*answer.post.buttons] == ["Prepare next turn", "Board", "What changed"]
    changed = await person.press(answer.post, "What changed")
    assert "Nothing has changed since your last turn." in changed.text
    await match.turn(seed=2)
    changed = await person.press(changed.post, "What changed")
    assert "Since your last turn:" in changed.text
    [picture] = changed.post.pictures
    assert picture.name.endswith(".gif")
    assert "An animation: the board before, then the turn that followed." in picture.alt
    panel = await person.press(changed.post, "Take your turn")
    assert ": your turn." in panel.text


async def test_that_a_building_stays_is_said_once_a_person(world: World) -> None:
    match = await Match.begin(world, 2)
    said = []
    for _ in range(3):
        person = await match.active()
        panel = await person.run("arkadia turn", await match.place())
        buildable = next(iter(panel.post.buttons))
        answer = await person.press(panel.post, buildable)
        said.append("cannot be undone" in answer.text)
        if len(said) == 2:
            await match.turn()
    assert said == [True, False, True]


async def test_everybody_may_ask_a_turns_message_what_changed(world: World) -> None:
    match = await Match.begin(world, 2)
    await match.turn(seed=1)
    await match.turn(seed=2)
    post = world.newest(await match.place())
    watcher = world.people[2]
    for person in (watcher, await match.active()):
        changed = await person.press(post, "What changed")
        assert changed.private
        assert changed.post.pictures[0].content.startswith(b"GIF89a")
    panel = await person.press(post, "Take your turn")
    changed = await person.press(panel.post, "What changed")
    assert changed.post.pictures[0].content.startswith(b"GIF89a")


async def test_marks_are_explained_in_a_newcomers_first_turns(world: World) -> None:
    match = await Match.begin(world, 2)

    async def height() -> int:
        panel = await (await match.active()).press(await match.newest(), "Take your turn")
        return Image.open(io.BytesIO(panel.post.pictures[0].content)).height

    explained = await height()
    for number in range(1, 7):
        assert await height() == explained
        await match.turn(seed=number)
    assert await height() == 776 < explained


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players think so long that people see them think."""
    decide = ThinkingPool.decide

    async def after_a_while(*args: Any, **kwargs: Any) -> Action:
        await asyncio.sleep(20.0)
        return await decide(*args, **kwargs)

    monkeypatch.setattr(ThinkingPool, "decide", after_a_while)


@pytest.mark.usefixtures("slowly")
async def test_against_computers_the_panel_goes_on_by_itself(
    world: World,
) -> None:
    match = await against(world, "apprentice", "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    for seed in range(1, 4):
        posts = len(await match.posts())
        answer = await up_to_the_end(match, seed)
        assert "Your next turn comes here by itself." in answer.text
        assert len(await match.posts()) == posts
        await until_a_person_is_due(match)
        assert len(await match.posts()) == posts + 1
        newest = (await private_posts(match, ada))[-1]
        assert ": your turn." in newest.text
        assert newest.pictures
        assert newest.id > (await match.newest()).id
        assert answer.posts == [newest], "the answer before is no more"


@pytest.mark.usefixtures("slowly")
async def test_a_turn_that_is_being_prepared_is_not_taken_away(
    world: World,
) -> None:
    match = await against(world, "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    answer = await up_to_the_end(match)
    panel = await ada.press(answer.post, "Prepare next turn")
    assert "your next turn" in panel.text
    await until_a_person_is_due(match)
    assert "your next turn" in (await private_posts(match, ada))[-1].text


NOTHING_TO_DO: Final = ("has begun in",)
"""Answers that lead elsewhere by what they say."""

TYPED_WRONGLY: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("arkadia build", {"card": "hosue red", "place": "F7"}),
    ("arkadia build", {"card": "?", "place": "F7"}),
    ("arkadia workers", {"own": "D4", "building": "hosue"}),
    ("arkadia workers", {"building": "castle"}),
    ("arkadia castle", {"family": "rde", "ring": 1}),
    ("arkadia end", {}),
    ("arkadia undo", {}),
    ("arkadia turn", {"game": 99}),
)


def leads_on(sent: Sent) -> bool:
    """Whether an answer has something that can be pressed, or says that nothing is to do."""
    message = sent.body.get("data", sent.body)
    parts = walk_components(message.get("components") or ())
    if any("custom_id" in part and not part.get("disabled") for part in parts):
        return True
    return any(said in message["content"] for said in NOTHING_TO_DO)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.usefixtures("slowly")
async def test_each_private_answer_of_a_practice_game_leads_on_and_a_round_is_one_post(
    world: World,
) -> None:
    ada = world.people[0]
    await ada.run("arkadia practice", level="apprentice")
    match = Match(world, 1)
    rng = Random(3)
    posts = 0
    for turn in range(60):
        table = await until_a_person_is_due(match)
        if turn:
            assert len(await match.posts()) <= posts + 1
        posts = len(await match.posts())
        if table.active is None:
            break
        command, options = TYPED_WRONGLY[turn % len(TYPED_WRONGLY)]
        await ada.run(command, await match.place(), **options)
        panel = await Panel.open(match, ada) if turn % 2 else None
        ended = False
        while not ended:
            action = random_action((await match.game()).position, rng)
            ended = isinstance(action, End)
            await (panel.do(action) if panel else match.do(action))
    assert table.running_game().position.over
    private = [sent for sent in world.sent if sent.owner == ada.id and sent.method != "DELETE"]
    messages = [sent for sent in private if "content" in (sent.body or {}).get("data", sent.body)]
    assert len(messages) > 60
    assert [sent.body for sent in messages if not leads_on(sent)] == []
    last = (await private_posts(match, ada))[-1]
    assert "Review my turns" in last.buttons


async def test_a_slip_of_a_letter_in_a_card_is_taken_as_meant(world: World) -> None:
    match = await Match.begin(world, 2)
    person, position = await match.active(), (await match.game()).position
    card = position.hands[position.active][0]
    [squares, *_] = position.placements(card)
    typed = f"{card.form[:-2]}{card.form[-1]}{card.form[-2]} {card.family}"
    options = {"card": typed, "place": names_of(squares), "draw": "stack", "confirm": False}
    done = await person.run("arkadia build", await match.place(), **options)
    assert len(await match.log()) == 1
    assert {"End turn", "Undo"} & {*done.post.buttons}


async def test_a_second_mistake_is_offered_a_remedy_too(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    refused = await person.run("arkadia build", await match.place(), card="?", place="A1 P12")
    card = next(iter(refused.post.buttons))
    again = await person.press(refused.post, card)
    assert again.text != refused.text
    assert again.post.buttons


@pytest.mark.parametrize("number", often([0, 1, 4, 5, 99], 1, 99))
async def test_an_invented_remedy_is_refused(world: World, number: int) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    answer = await person.forge(await match.newest(), f"arkadia:instead:{number}:0")
    assert answer.text == "Please type the command again."
    assert await match.log() == []
