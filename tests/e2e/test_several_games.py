"""Who plays several games chooses with buttons, goes from one to the next, and lists them."""

from __future__ import annotations

import pytest

from lab.commands import command_of
from tests.e2e.actions import build_of_unknown_card, one_worker
from tests.e2e.answers import refusal, told
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.world import World


async def due_in(world: World, count: int) -> tuple[Person, list[Match]]:
    """A person whose turn it is in some games of the same people, the first one waiting longest."""
    ada, matches = world.people[0], list[Match]()
    for _ in range(count):
        matches.append(await Match.begin(world))
        if await matches[-1].active() is not ada:
            await matches[-1].turn()
    return ada, matches


async def lengths(matches: list[Match]) -> list[int]:
    """How much was done in each game."""
    return [len(await match.log()) for match in matches]


@pytest.mark.quick
async def test_a_command_is_carried_out_in_the_game_that_is_chosen(world: World) -> None:
    ada, matches = await due_in(world, 2)
    command, options = command_of(await build_of_unknown_card(matches[1]))
    first, second = await lengths(matches)
    asked = await ada.run(command, confirm=False, **options)
    assert asked.private
    assert asked.text.startswith("Which game do you mean? Press it.")
    assert f"/{command} " in asked.text
    assert f" card:{options['card']} place:{options['place']}" in asked.text
    assert [*asked.post.buttons] == ["Game 1: Bela", "Game 2: Bela"]
    await world.restart()
    assert "You did: the" in told(await ada.press(asked.post, "Game 2: Bela"))
    assert await lengths(matches) == [first, second + 1]


@pytest.mark.parametrize("typed", ["note `it`: red clear:True game:1", "two  words"])
async def test_what_was_typed_is_kept_to_the_letter(world: World, typed: str) -> None:
    ada, _ = await due_in(world, 2)
    asked = await ada.run("arkadia note", text=typed)
    await ada.press(asked.post, "Game 2: Bela")
    assert told(await ada.run("arkadia note", game=2)).endswith(typed)
    assert "no note" in told(await ada.run("arkadia note", game=1))


async def test_a_refusal_names_the_chosen_game(world: World) -> None:
    ada, _ = await due_in(world, 2)
    asked = await ada.run("arkadia castle", family="red", ring=3)
    assert "begins with a building" in told(await ada.press(asked.post, "Game 1: Bela"))


async def test_a_button_without_what_was_typed_says_what_to_type(world: World) -> None:
    ada, _ = await due_in(world, 2)
    answer = await ada.forge(world.newest(), "arkadia:this-game:2")
    assert refusal(answer) == "Please type the command again, with `game:2`."


@pytest.mark.slow
async def test_the_next_game_follows_the_end_of_a_turn(world: World) -> None:
    ada, [first, second, third] = await due_in(world, 3)
    await second.do(await one_worker(second), ada)
    ended = await ada.run("arkadia end", game=2)
    panel = await ada.press(ended.post, "Next game (2)")
    assert "**Game 1, turn" in panel.text
    panel = await ada.press(panel.post, "Next game (1)")
    assert "**Game 3, turn" in panel.text
    panel = await ada.press(panel.post, "Next game (1)")
    assert "**Game 1, turn" in panel.text
    for match in (first, third):
        await match.turn()
    assert (
        refusal(await ada.press(panel.post, "Next game (1)")) == "No other game waits for you now."
    )


async def test_one_game_needs_no_way_to_the_next(world: World) -> None:
    ada, [match] = await due_in(world, 1)
    assert not any("Next" in label for label in (await ada.run("arkadia turn")).post.buttons)
    await match.do(await one_worker(match))
    ended = await ada.run("arkadia end", game=1)
    assert not any("Next game" in label for label in ended.post.buttons)


async def test_the_game_whose_clock_runs_out_first_comes_first(world: World) -> None:
    ada, bela = world.people[:2]
    for clock in ("endless", "relaxed", "daily"):
        answer = await ada.run("arkadia start", seats=2, clock=clock)
        number = int(answer.posts[0].text.split()[1])
        await bela.run("arkadia lobby join", game=number)
        await ada.run("arkadia lobby begin", game=number)
        match = Match(world, number)
        if (await match.active()).id != ada.id:
            await match.turn()
    listed = await ada.run("arkadia games")
    assert [*listed.post.buttons] == ["Game 3", "Game 2", "Game 1"]
    panel = await ada.press(listed.post, "Game 3")
    panel = await ada.press(panel.post, "Next game (2)")
    assert "**Game 2, turn" in panel.text


async def test_who_watches_reads_whose_turn_it_is(world: World) -> None:
    match = await Match.begin(world)
    active = await match.active()
    answer = await world.people[3].press(await match.newest(), "Take your turn")
    name = active.name.capitalize()
    assert f"You watch game 1: it is {name}'s turn." in refusal(answer)


async def test_the_list_says_whose_turn_it_is_and_leads_there(world: World) -> None:
    ada, [first, *_] = await due_in(world, 2)
    await first.turn()
    bela, chiara = world.people[1:3]
    await chiara.run("arkadia start", seats=3)
    listed = await ada.run("arkadia games")
    waiting, other = listed.text.split("\n")
    turn = (await Match(world, 2).table()).messages["turn"]
    link = f"https://discord.com/channels/{world.guild.id}/{turn.channel_id}/{turn.message_id}"
    assert waiting.startswith(
        f"- [Game 2]({link}) with Bela: **it is your turn**. The turn began <t:"
    )
    assert "with Bela: it is Bela's turn, then yours. Deadline: <t:" in other
    assert [*listed.post.buttons] == ["Game 2", "Game 1"]
    panel = await ada.press(listed.post, "Game 2")
    assert panel.text.startswith("**Game 2, turn")
    board = await ada.press((await ada.run("arkadia games")).post, "Game 1")
    assert board.post.pictures
    listed = await bela.run("arkadia games", everybody=True)
    assert "Seats taken: 1 of 3, by Chiara" in listed.text
    await bela.press(listed.post, "Join game 3")
    assert (await Match(world, 3).table()).person(bela.id)
