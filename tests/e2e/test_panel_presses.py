"""Random presses on panels, new, old, forged and others'; and the panel between turns."""

import asyncio
import io
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest
from PIL import Image
from simcord.components import walk_components

from engine.actions import Action
from engine.edition_files import load_edition
from engine.game import Game
from engine.random_play import random_start
from engine.start import FIRST_GAME
from players.thinking import ThinkingPool
from tests.e2e.panels import choose_in, leads_on, verb_of
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match, against, until_a_person_is_due
from tests.e2e.posts import Post
from tests.e2e.secrets import Watch
from tests.e2e.world import World
from tests.nightly import nightly_except
from ui.texts.events import names_of

PRESSES = 120
KEPT = 12


@dataclass
class Monkey:
    """Presses whatever there is."""

    world: World
    match: Match
    rng: Random
    # panels that were seen, with their owners, the newest last
    panels: list[tuple[Person, Post]] = field(default_factory=list)

    def keep(self, person: Person, answer: Answer) -> None:
        """Remembers the panel that an answer shows."""
        for post in answer.posts:
            if post.owner == person.id and _ids(post):
                self.panels = [*self.panels[-KEPT:], (person, post)]

    async def open(self) -> None:
        """Somebody opens a panel, or tries to."""
        person = self.rng.choice(self.world.people[:3])
        answer = await person.press(await self.match.newest(), "Take your turn")
        self.check(person, answer)

    def check(self, person: Person, *answers: Answer) -> None:
        """Every press is answered, to the one who pressed alone."""
        for answer in answers:
            assert answer.answered
            assert answer.private
            self.keep(person, answer)

    async def press(self) -> None:
        """A press of one kind or another."""
        if not self.panels or self.rng.random() < 0.12:
            await self.open()
            return
        number = -1 if self.rng.random() < 0.85 else self.rng.randrange(len(self.panels))
        owner, post = self.panels[number]
        custom_id, values = self._part(post)
        kind = self.rng.random()
        person = owner
        if kind < 0.1:
            person = self.rng.choice(self.world.people)
        elif kind < 0.25:
            custom_id = self._forged(custom_id)
            values = values and [self.rng.choice(["-1", "0", "7", "999", "x", values[0]])]
        if kind > 0.85:
            async with self.world.at_once():
                twice = [await person.forge(post, custom_id, values) for _ in range(2)]
            self.check(person, *twice)
            return
        answer = await person.forge(post, custom_id, values)
        self.check(person, answer)

    def _part(self, post: Post) -> tuple[str, list[str] | None]:
        """A button, disabled or not, or a menu with some choice of values."""
        ids = _ids(post)
        parts = [part for part in walk_components(post.components) if part.get("custom_id") in ids]
        on = re.compile(":(do|end|pass|fill|draw[a-d]|family[a-d]|who|site|card[a-d]):")
        pressable = [part for part in parts if not part.get("disabled")]
        forward = [part for part in pressable if on.search(part["custom_id"])]
        part = self.rng.choice(forward if forward and self.rng.random() < 0.7 else parts)
        if "options" not in part:
            return part["custom_id"], None
        values = [option["value"] for option in part["options"]]
        most = part.get("max_values", 1)
        least = part.get("min_values", 1)
        return part["custom_id"], self.rng.sample(values, self.rng.randint(least, most))

    def _forged(self, custom_id: str) -> str:
        """The custom id with one of its parts changed, as somebody might who wants to cheat."""
        parts = custom_id.split(":")
        at = self.rng.randrange(2, len(parts))
        lies = {
            2: ["1", "2", "999999999"],  # the lesson has 0, for everybody
            3: ["0", "1", "2", "9"],
            4: [f"p{self.rng.randrange(40)}", f"a{self.rng.randrange(40)}", "p", "x1"],
            5: ["choose", "build", "workers", "castle", "banner", "end", "nowhere"],
            6: [
                *("do", "end", "pass", "planned", "undo", "fill"),
                *("jump", "sella", "carda", "drawb", "zzz"),
            ],
            7: ["", "0", "1.2.3.4", "0.0", "9.9.9.9", "1.0.0.0", "0.999999999.0.0", "1..2", "-1"],
        }
        parts[at] = self.rng.choice(lies[at])
        return ":".join(parts)


def _ids(post: Post) -> list[str]:
    """The custom ids of a panel's parts; none where a message is no panel."""
    ids = [part.get("custom_id", "") for part in walk_components(post.components)]
    return [found for found in ids if re.match("arkadia:(turn|pick):", found)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", nightly_except(range(4), 1))
async def test_whatever_is_pressed(world: World, seed: int) -> None:
    rng = Random(10 + seed)
    seats = 2 + seed % 2
    dealt = random_start(load_edition(), FIRST_GAME, seats, rng)
    match = await Match.begin(world, seats=seats, start=dealt)
    watch, monkey = Watch(match), Monkey(world, match, rng)
    start = (await match.game()).start
    log = await match.log()
    for number in range(PRESSES):
        await monkey.press()
        longer = await match.log()
        assert longer[: len(log)] == log
        assert len(longer) <= len(log) + 1
        log = longer
        assert await watch.look() == []
        if number % 40 == 39:
            await world.restart()
    replayed = Game.from_log(start, log)
    assert replayed.position == (await match.game()).position
    assert log
    assert not world.env.errors


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
        done = await ada.press(placed.post, "Place")
        await world.delete(done.post)
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
        assert (
            f"There's no way to {said} with this tile" in panel.text if said else "A1" in panel.text
        )
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
    assert "An animation: the board before, then the turn that followed." in picture.alt
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
        buildable = next(iter(panel.post.buttons))
        answer = await person.press(panel.post, buildable)
        said.append("You can't undo this: building" in answer.text)
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
    panel = await ada.press(answer.post, "Prepare next turn")
    assert "your next turn" in panel.text
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
