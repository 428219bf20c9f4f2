"""Alone, anywhere: games by private answers where the bot itself is not."""

import re
from dataclasses import dataclass, field
from random import Random

import pytest
import simcord

from cogs.solo.service import SoloGames
from engine.actions import Action, End
from engine.game import Game
from engine.random_play import random_action
from lab.discord.strict import wishes
from tests.e2e.panels import Panel
from tests.e2e.people import Alone, Person, refusal, told
from tests.e2e.world import World
from tests.raw_bytes import is_in

PLACES = ("with the bot", "between people", "server")
INVITES = "https://discord.com/oauth2/authorize?"
COMMANDS = ("learn", "rules", "daily", "games", "practice")


def alone(world: World, place: str) -> Person:
    """Somebody who has the bot for themselves alone, in such a place."""
    for_people = wishes(world.env.backend).for_people
    if place == "server":
        other = world.another_server()
        for_people.add(other.guild.id)
        return other.people[0]
    person = Alone(world.env, world.env.create_user("solo", global_name="Solo"))
    if place == "between people":
        for_people.add(person.home.id)
    return person


@pytest.fixture(params=PLACES)
def person(world: World, request: pytest.FixtureRequest) -> Person:
    return alone(world, request.param)


@dataclass
class Played:
    """A person's game in the place of a match: it can be played in the panel."""

    world: World
    person: Person
    number: int = 1
    done: list[Action] = field(default_factory=list)

    async def game(self) -> Game:
        games = self.world.bot.services[SoloGames]
        return (await games.of(self.person.id, self.number)).game

    async def panel(self) -> Panel:
        """The panel as the list of games opens it."""
        listed = await self.person.run("arkadia-solo games")
        answer = await self.person.choose(listed.post, str(self.number))
        assert answer.private
        return Panel(self, self.person, answer.post)

    async def turn(self, panel: Panel, rng: Random) -> None:
        while True:
            action = random_action((await self.game()).position, rng)
            await panel.do(action)
            if isinstance(action, End):
                return


async def test_all_is_answered_in_private(world: World, person: Person, rng: Random) -> None:
    sent = len(world.sent)
    for command in COMMANDS:
        assert told(await person.run(f"arkadia-solo {command}"))
    match = Played(world, person)
    panel = await match.panel()
    await match.turn(panel, rng)
    assert re.match(r"\*\*Game 1, turn [34]: your turn", panel.post.text)
    assert {one.owner for one in world.sent[sent:]} == {person.id}
    assert {one.path.split("/")[1] for one in world.sent[sent:]} <= {"interactions", "webhooks"}


async def test_a_whole_game_goes_on_after_restarts(world: World, rng: Random) -> None:
    person = alone(world, "between people")
    await person.run("arkadia-solo practice", opponents=2, level="Pupil", setup="free")
    match = Played(world, person)
    panel = await match.panel()
    for count in range(99):
        await match.turn(panel, rng)
        if (await match.game()).position.over:
            break
        if count % 7 == 3:
            await world.restart()
            panel = await match.panel()
    assert "wins game 1 with" in panel.post.text or "A shared victory" in panel.post.text
    assert "Solo" in panel.post.text
    assert len(panel.post.pictures) == 2
    again = await person.press(panel.post, "New game")
    assert "Game 2, turn" in again.text
    listed = await person.run("arkadia-solo games")
    assert "- Game 2 (Pupil): **your turn**." in listed.text
    assert "- Game 1 (Pupil) ended <t:" in listed.text


async def test_what_needs_a_server_says_so(world: World, person: Person) -> None:
    with pytest.raises(simcord.SetupError, match="is not"):
        await person.run("arkadia start")
    listed = await person.run("arkadia-solo games")
    assert "To play with other people, use a server" in listed.text
    assert listed.post.links["Add to a server"].startswith(INVITES)
    if not isinstance(person, Alone):  # in messages Discord's client has none to press one on
        answer = await person.forge(listed.post, "arkadia:join:1")
        assert refusal(answer) == "That only works on a server that I'm on."
        assert answer.post.links["Add to a server"].startswith(INVITES)
    # Practice begins by buttons of answers.
    guide = await person.run("arkadia-solo rules")
    assert "Game 1, turn" in told(await person.press(guide.post, "Play practice"))
    assert world.threads() == []


async def test_others_and_old_forged_or_simultaneous_presses_change_nothing(world: World) -> None:
    ada, bela, *_ = world.people
    games = world.bot.services[SoloGames]
    panel = (await ada.run("arkadia-solo practice")).post
    mine = await bela.run("arkadia-solo practice")
    solo = await games.of(ada.id, 1)
    at = f"arkadia:turn:900000001:{solo.row.seat}:p{solo.row.version}"
    for custom_id in (f"{at}:end:end:", "arkadia:solo-anew:1"):
        assert "You don't have game 1" in refusal(await bela.forge(mine.post, custom_id))
    for step in ("nothing:do:", "choose:dance:", "end:end:", "build:do:999.9.999"):
        await ada.forge(panel, f"{at}:{step}")
        assert (await games.of(ada.id, 1)).row == solo.row
    shown = await ada.press(panel, next(iter(panel.buttons)))
    [draw, *_] = [one for one in shown.post.buttons.values() if ":draw" in one.custom_id]
    async with world.at_once():
        for _ in range(3):
            await ada.press(shown.post, custom_id=draw.custom_id)
    assert (await games.of(ada.id, 1)).row.version == solo.row.version + 1
    answer = await ada.forge(shown.post, draw.custom_id)
    assert "The game has moved on" in answer.text


async def test_an_action_is_taken_back(world: World) -> None:
    ada, *_ = world.people
    await ada.run("arkadia-solo practice")
    match = Played(world, ada)
    panel = await match.panel()
    position = (await match.game()).position
    workers = next(one for one in position.legal_actions() if str(one).startswith("workers"))
    await panel.do(workers)
    await panel.press("undo")
    assert "Taken back: a worker on" in panel.post.text
    solo = await world.bot.services[SoloGames].of(ada.id, 1)
    assert solo.row.log.splitlines()[-2:] == [str(workers), "undo"]


async def test_a_person_reads_what_is_kept_and_is_forgotten(world: World, person: Person) -> None:
    await person.run("arkadia-solo practice")
    listed = await person.run("arkadia-solo games")
    privacy = await person.press(listed.post, "Privacy")
    assert "- Your newest games from `/arkadia-solo`." in privacy.text
    exported = await person.press(privacy.post, "Export")
    assert b'"solo_games"' in exported.post.pictures[0].content
    asked = await person.press(privacy.post, "Forget me…")
    await person.press(asked.post, "Forget me for good")
    assert await world.bot.services[SoloGames].all_of(person.id) == ()


async def test_nothing_of_a_server_is_kept(world: World) -> None:
    person = alone(world, "server")
    for command in COMMANDS:
        await person.run(f"arkadia-solo {command}")
    path = world.bot.store.path
    await world.bot.close()
    content = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert is_in(content, person.id)
    ids = (person.home.id, person.actor.guild.id)
    assert [one for one in ids if is_in(content, one)] == []
