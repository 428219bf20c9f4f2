"""Random presses on panels, new, old, forged and others'; and the panel between turns."""

import asyncio
import io
import re
from typing import Any, Final

import pytest
from PIL import Image

from engine.actions import Action
from players.thinking import ThinkingPool
from tests.e2e.panels import choose_in, leads_on, verb_of
from tests.e2e.people import Person
from tests.e2e.playing import Match, against, until_a_person_is_due
from tests.e2e.posts import Post
from tests.e2e.world import World
from ui.texts.events import names_of


async def test_the_panel_of_another_person_stays_shut(world: World) -> None:
    match = await Match.begin(world)
    ada, bela = await match.active(), await match.waiting()
    panel = await ada.press(await match.newest(), "Take your turn")
    for thief in (bela, world.people[3]):
        for button in panel.post.buttons.values():
            answer = await thief.forge(panel.post, button.custom_id)
            if re.match("arkadia:(changes|board|story):", button.custom_id):  # the board is public
                continue
            refusals = ("in game", "another player", "You're watching game")
            assert any(refusal in answer.text for refusal in refusals), answer.text
            assert answer.private
            assert not answer.post.pictures
    assert await match.log() == []


async def test_a_panel_of_a_game_that_is_over(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    panel = await ada.press(await match.newest(), "Take your turn")
    await world.people[0].decide("cancel", game=match.number)
    answer = await choose_in(ada, panel.post, "site", 2)
    assert "is over" in answer.text
    assert not answer.post.buttons
    assert not answer.post.pictures


@pytest.mark.quick
async def test_an_expired_panel_is_replaced_by_a_new_one(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    panel = await ada.press(await match.newest(), "Take your turn")
    await world.env.advance_time(20 * 60)
    answer = await choose_in(ada, panel.post, "site", 2)
    assert "Workers around" in answer.text
    answer = await ada.press(answer.post, "Complete it")
    world.fail("POST", "/interactions/*/*/callback", status=404, code=10008)
    again = await ada.press(answer.post, "Place")
    assert again.private
    assert again.post.id != panel.post.id
    assert len(await match.log()) == 1


async def test_the_game_goes_on_by_command_when_messages_are_deleted(world: World) -> None:
    match = await Match.begin(world)
    for _ in range(3):
        panel = await (await match.active()).press(await match.newest(), "Take your turn")
        await world.delete(panel.post)
        for post in [*await match.posts(), *world.posts()]:
            await world.delete(post)
        ada = await match.active()
        opened = await ada.run("arkadia turn", game=match.number)
        placed = await choose_in(ada, opened.post, "site")
        placed = await choose_in(ada, placed.post, "who")
        await world.delete((await ada.press(placed.post, "Place")).post)
        before = len(await match.log())
        while (await match.log())[-1] != "end":
            again = await ada.run("arkadia turn", game=match.number)
            if "End turn" in again.post.buttons:
                await ada.press(again.post, "End turn")
                continue
            await choose_in(ada, again.post, verb_of(again.post.menus[0]))
        assert len(await match.log()) > before
        assert (await match.newest()).buttons


async def test_the_form_works_after_a_restart_and_says_what_it_did_not_find(world: World) -> None:
    match = await Match.begin(world)
    ada = await match.active()
    panel = await ada.press(await match.newest(), "Take your turn")
    first = next(button for button in panel.post.buttons.values() if not button.disabled)
    panel = await ada.press(panel.post, custom_id=first.custom_id)
    for text, said in (("A1", ""), ("G5", "cover G5"), ("@here `x`", "cover here x")):
        form = await ada.press(panel.post, "Go to…")
        await world.restart()
        panel = await ada.fill(form, text=text)
        assert panel.private
        assert (f"There's no way to {said} with this tile" if said else "A1") in panel.text
    assert await match.log() == []


async def private_posts(match: Match, person: Person) -> list[Post]:
    return [post for post in person.sees(await match.place()) if post.owner == person.id]


@pytest.mark.quick
async def test_a_turn_that_has_ended_offers_what_can_be_done_meanwhile(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    answer = await match.end_turn()
    assert [*answer.post.buttons] == ["Prepare next turn", "Board", "What changed"]
    changed = await person.press(answer.post, "What changed")
    assert "Nothing has changed since your last turn." in changed.text
    await match.turn(seed=2)
    changed = await person.press(changed.post, "What changed")
    assert "Since your last turn:" in changed.text
    [picture] = changed.post.pictures
    assert picture.name.endswith(".gif")
    assert "An animation of the turn, beginning with the board before it." in picture.alt
    for asking in (world.people[2], person):
        changed = await asking.press(await match.newest(), "What changed")
        assert changed.private
        assert changed.post.pictures[0].content.startswith(b"GIF89a")
    panel = await person.press(changed.post, "Take your turn")
    assert ": your turn." in panel.text
    changed = await person.press(panel.post, "What changed")
    assert changed.post.pictures[0].content.startswith(b"GIF89a")


async def test_that_a_building_stays_is_said_once_a_person(world: World) -> None:
    match = await Match.begin(world, 2)
    said = []
    for _ in range(3):
        person = await match.active()
        panel = await person.run("arkadia turn", await match.place())
        answer = await person.press(panel.post, next(iter(panel.post.buttons)))
        said.append("You can't undo this: you'll draw" in answer.text)
        if len(said) == 2:
            await match.turn()
    assert said == [True, False, True]


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
async def test_against_computers_the_panel_goes_on_by_itself(world: World) -> None:
    match = await against(world, "apprentice", "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    for _ in range(3):
        posts = len(await match.posts())
        answer = await match.end_turn()
        assert "Your next turn will appear here." in answer.text
        assert len(await match.posts()) == posts
        await until_a_person_is_due(match)
        assert len(await match.posts()) == posts + 1
        newest = (await private_posts(match, ada))[-1]
        assert ": your turn." in newest.text
        assert newest.pictures
        assert newest.id > (await match.newest()).id
        assert answer.posts == [newest], "the answer before is no more"


@pytest.mark.usefixtures("slowly")
async def test_a_turn_that_is_being_prepared_is_not_taken_away(world: World) -> None:
    match = await against(world, "apprentice")
    ada = world.people[0]
    await until_a_person_is_due(match)
    answer = await match.end_turn()
    assert "your next turn" in (await ada.press(answer.post, "Prepare next turn")).text
    await until_a_person_is_due(match)
    assert "your next turn" in (await private_posts(match, ada))[-1].text


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


async def test_every_mistake_is_offered_a_remedy_and_so_is_the_second(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    for command, options in TYPED_WRONGLY:
        assert leads_on((await person.run(command, await match.place(), **options)).post), command
    refused = await person.run("arkadia build", await match.place(), card="?", place="A1 P12")
    card = next(iter(refused.post.buttons))
    again = await person.press(refused.post, card)
    assert again.text != refused.text
    assert again.post.buttons
    for number in (0, 1, 4, 5, 99):
        answer = await person.forge(await match.newest(), f"arkadia:instead:{number}:0")
        assert answer.text == "Please type the command again.", "it is invented"
    assert await match.log() == []
