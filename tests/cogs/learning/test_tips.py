"""Tips for newcomers say what matters in a position, in the first turns, until they want none."""

import re

import pytest

from cogs.learning.commands import HAD, TIPS, tips
from engine.game import Game
from engine.position import Position
from engine.view import Phase
from i18n.translation import ENGLISH
from tests.e2e.forms import prefer, start
from tests.e2e.people import Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match, until_a_person_is_due
from tests.e2e.posts import Post
from tests.e2e.world import World
from tests.engine.play import a_start, positions_of_a_game
from tests.engine.scenes import EDITION, earn, give, lay, put_any_pieces, scene, squares, stand
from tests.ui.tables import table_of
from ui.panel.player import PanelPlayer
from ui.texts.markup import height, without_marks


def told(position: Position) -> dict[str, str]:
    """The tips for the person whose turn it is in a scene."""
    game = Game(position.start)
    game.position = position
    player = PanelPlayer.of(table_of(game), 100 + position.active, ENGLISH)
    return {code: without_marks(text) for code, text in tips(player).items()}


@pytest.fixture
def position() -> Position:
    """The first player has neither neutral workers nor seals."""
    return scene()


def test_what_can_be_finished(position: Position) -> None:
    lay(position, "house/red", "A1 B1")
    give(position, 0, own=3)
    assert "finish the red house now: choose it in *Place workers" in told(position)["finish"]


def test_what_a_position_asks_for(position: Position) -> None:
    told_first = told(position)
    found = re.search(r"Your red house can cover the camp on (\w+)\.", told_first["camp"])
    assert found is not None
    assert squares(found[1]) & EDITION.camps
    earn(position, 0, "red 3")
    put_any_pieces(position, 15)
    assert not {"sell", "out", "end"} & {*told_first, *told(position)}
    put_any_pieces(position, 2)
    assert "3 more castle pieces, and the end begins." in told(position)["end"]
    earn(position, 0, "red 5")
    assert "worth 24 gold now" in told(position)["sell"]
    give(position, 0, own=0, neutral=0)
    position.own_stock[0] = position.neutral_stock[0] = 0
    assert "get 2 workers for a banner" in told(position)["out"]


def test_a_building_to_be_joined(position: Position) -> None:
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2")
    assert told(position)["join"].startswith("**Tip.** The red house still needs C1 B2.")
    stand(position, 0, "B2")
    assert "join" not in told(position)


@pytest.mark.slow
def test_tips_are_short_and_each_comes_up_in_real_games() -> None:
    seen: set[str] = set()
    for seed in range(6):
        for position in positions_of_a_game(a_start(seed, "first-game", 2), seed):
            if position.phase is Phase.MUST:
                found = told(position)
                seen |= set(found)
                assert all(height(text) <= 5 for text in found.values())
    assert seen >= set(TIPS) - {"end"}  # random play hardly ever sells late


async def practising(world: World, person: Person) -> Match:
    """A game of one person against a computer player, when it is the person's turn."""
    answer = await person.run("arkadia practice", level="pupil")
    match = Match(world, int(answer.text.split()[1]))
    await until_a_person_is_due(match)
    return match


async def panel(match: Match, person: Person) -> Post:
    return (await person.run("arkadia turn", await match.place())).post


def tip_in(post: Post) -> str:
    """The tip in a panel; empty without one."""
    found = [line for line in post.text.split("\n") if line.startswith("**Tip.** ")]
    assert len(found) == ("No more tips" in post.buttons)
    return "".join(found)


@pytest.mark.nightly
async def test_each_tip_comes_once_and_none_is_too_late(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    given = []
    for _ in range(7):
        tip = tip_in(await panel(match, ada))
        assert tip_in(await panel(match, ada)) == tip  # in the same turn it is the same
        given.append(tip)
        await match.turn()
        await until_a_person_is_due(match)
    assert given[0]
    told = [tip for tip in given if tip]
    assert len({tip.split("*")[-1] for tip in told}) == len(told)
    # However many were told before: another one comes where it fits, at the end of a game as well.
    before = " ".join(f"0.{turn}=told{turn}" for turn in range(9))
    await world.bot.services.personal.set_value(ada.id, HAD, before)
    assert tip_in(await panel(match, ada))


async def test_they_are_remembered_and_ended_by_a_press(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    tip = tip_in(await panel(match, ada))
    await world.restart()
    post = await panel(match, ada)
    assert tip_in(post) == tip
    quiet = await ada.press(post, "No more tips")
    assert "No more tips. `/arkadia preferences` brings them back." in quiet.text
    assert tip_in(quiet.post) == tip_in(await panel(match, ada)) == ""
    form = await ada.press((await ada.run("arkadia preferences")).post, "More…")
    answer = await ada.fill(form, **dict.fromkeys(form.fields, "yes"))
    assert "- Tips in my first practice game: yes" in answer.text
    assert tip_in(await panel(match, ada)) == tip


@pytest.mark.nightly
async def test_only_newcomers_have_them_and_only_in_practice(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    for person in (await match.active(), await match.waiting()):
        assert "Tip" not in (await panel(match, person)).text
    await match.end(record)
    ada = world.people[0]
    practice = await practising(world, ada)
    assert tip_in(await panel(practice, ada)) == ""


async def test_help_fades_in_practice_and_a_person_may_choose_it(world: World) -> None:
    ada = world.people[0]
    match = await practising(world, ada)
    assert "For 2 turns I show what you can complete" in (await match.posts())[0].text
    for seed in range(1, 7):
        await until_a_person_is_due(match)
        assert {"Hint", "Play it for me"} <= set((await panel(match, ada)).buttons)
        await match.turn(seed)
    await until_a_person_is_due(match)
    assert "You can complete" not in (await panel(match, ada)).text
    answer = await prefer(ada, help="none")
    assert "Help during my turns: No help." in answer.text
    assert "Hint" not in (await panel(match, ada)).buttons
    refused = await ada.run("arkadia hint", await match.place())
    assert "You turned hints off" in refused.text
    await prefer(ada, help="offered")
    assert "Hint" in (await panel(match, ada)).buttons


async def test_a_lobby_and_its_game_say_what_help_was_agreed(world: World) -> None:
    ada, grace, *_ = world.people
    await start(ada, seats=2)
    rules = await grace.press(world.newest(), "Settings…")
    assert "Some help: buildings you can complete, but no hints." in rules.text
    await grace.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    match = Match(world, 1)
    assert "Some help: buildings you can complete, but no hints." in (await match.newest()).text
    person = await match.active()
    refused = await person.run("arkadia hint", await match.place())
    assert "Game 1 is played without hints." in refused.text
    assert "Hint" not in (await panel(match, person)).buttons
