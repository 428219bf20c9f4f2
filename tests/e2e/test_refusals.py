"""Who may not do something is told so in private, with what to do, and nothing changes."""

from typing import Any

import pytest
import simcord

from tests.e2e.forms import start
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World

TURN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("arkadia build", {"card": "house/red", "place": "F7 F8", "draw": "stack"}),
    ("arkadia workers", {"own": "D4"}),
    ("arkadia castle", {"family": "red", "ring": 3}),
    ("arkadia banner", {"red": 1}),
    ("arkadia banner", {"everything": True}),
    ("arkadia end", {}),
    ("arkadia undo", {}),
)
SEAT: tuple[tuple[str, dict[str, Any]], ...] = (("arkadia seat resign", {"sure": "yes"}),)
LOBBY: tuple[str, dict[str, Any]] = ("arkadia lobby", {})

BEGINS = "First build (`/arkadia build`) or place workers (`/arkadia workers`)."
FIRST_IN_A_TURN = {
    "arkadia castle": BEGINS,
    "arkadia banner": BEGINS,
    "arkadia end": BEGINS,
    "arkadia undo": "There's nothing to undo in this turn.",
}


@pytest.mark.quick
async def test_strangers_watch_and_one_waits_for_ones_turn_and_begins_it(world: World) -> None:
    match = await Match.begin(world)
    active, waiting, place = await match.active(), await match.waiting(), await match.place()
    for command, options in (*TURN, *SEAT):
        answer = await world.people[3].run(command, place, **options)
        assert refusal(answer) == "You're not in game 1, but you can watch with `/arkadia board`."
    for command, options in TURN:
        answer = await waiting.run(command, place, **options)
        assert refusal(answer).startswith(f"It's {active.name.capitalize()}'s turn in game 1.")
        assert [*answer.post.buttons] == ["Prepare next turn", "Board", "What changed"]
    for command, options in TURN[2:]:
        answer = await active.run(command, place, **options)
        assert refusal(answer) == FIRST_IN_A_TURN[command]
        assert "Take your turn" in answer.post.buttons
    assert await match.log() == []


async def test_a_lobby_is_no_running_game_and_its_hosts(world: World) -> None:
    ada = world.people[0]
    await ada.run("arkadia start")
    for command, options in (*TURN, *SEAT):
        answer = await ada.run(command, game=1, **options)
        assert refusal(answer).startswith("Game 1 hasn't begun yet.")
        assert refusal(await ada.run(command, **options)).startswith("There's no game here.")
    bela = world.people[1]
    assert refusal(await bela.decide("begin")).startswith("Only Ada, the host of game 1")
    assert refusal(await bela.decide("leave")).startswith("You're not in game 1")
    assert refusal(await bela.decide("cancel")).startswith("Only Ada")


@pytest.mark.parametrize("ended", ["cancelled", "closed"])
async def test_a_game_over_takes_nothing(world: World, moderator: Person, ended: str) -> None:
    match = await Match.begin(world)
    host, place = world.people[0], await match.place()
    if ended == "cancelled":
        await host.decide("cancel", place)
    else:
        await moderator.run("arkadia-admin close", game=1, sure="yes")
    for command, options in (*TURN, *SEAT, LOBBY):
        for answer in (
            await host.run(command, place, **options),
            await host.run(command, game=1, **options),
        ):
            assert refusal(answer).startswith("Game 1 is over.")
    assert await match.log() == []


async def test_there_is_no_game(world: World) -> None:
    ada = world.people[0]
    for command, options in (*TURN, *SEAT, LOBBY):
        assert "`/arkadia start`" in refusal(await ada.run(command, **options))
        for number, said in ((1, "1"), (-1, "\\-1"), (0, "0"), (2**53 - 1, str(2**53 - 1))):
            answer = await ada.run(command, game=number, **options)
            assert refusal(answer).startswith(f"There's no game {said} on this server.")


async def test_nobody_begins_alone_and_a_seat_is_taken_once(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await start(ada, seats=2)
    begin = world.newest().buttons["Begin"]
    assert begin.disabled
    for answer in (await ada.decide("begin"), await ada.forge(world.newest(), begin.custom_id)):
        assert refusal(answer).startswith("Game 1 needs at least 2 players.")
    await bela.press(world.newest(), "Join")
    join = world.newest().buttons["Join"]
    assert join.disabled
    for answer in (
        await bela.forge(world.newest(), join.custom_id),
        *[await person.decide("join") for person in (bela, ada)],
    ):
        assert refusal(answer).startswith("You have a seat in game 1.")
    for answer in (await chiara.forge(world.newest(), join.custom_id), await chiara.decide("join")):
        assert refusal(answer).startswith("Game 1 is full.")
    assert "Players: Ada (host), Bela" in world.newest().text


async def test_when_the_host_leaves_the_next_person_hosts(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    assert "You've left game 1." in told(await ada.press(world.newest(), "Leave"))
    lobby = world.newest()
    assert lobby.pings == (bela.id,)
    assert lobby.text.startswith(f"{bela.mention}, you're the host of game 1 now")
    assert "Seats (1 of 4): Bela (host)" in lobby.text
    assert refusal(await ada.press(world.newest(), "Cancel")).startswith("Only Bela")
    await bela.press(world.newest(), "Leave")
    assert "won't be played: everybody left" in world.newest().text
    assert not world.newest().buttons


async def test_who_resigned_plays_no_more(world: World) -> None:
    match = await Match.begin(world, 3)
    waiting, place = await match.waiting(), await match.place()
    unsure = await waiting.run("arkadia seat resign", place, sure="no")
    assert refusal(unsure) == "You're still in game 1."
    assert len((await match.table()).playing) == 3
    await waiting.run("arkadia seat resign", place, sure="yes")
    for command, options in (*TURN, *SEAT):
        answer = await waiting.run(command, place, **options)
        assert refusal(answer).startswith("You've resigned from game 1")
    assert await match.log() == []


async def test_a_moderator_closes_a_game_once(world: World, moderator: Person) -> None:
    match = await Match.begin(world)
    for command, options in (("list", {}), ("close", {"game": 1, "sure": "yes"})):
        with pytest.raises(simcord.SetupError):
            await world.people[0].run(f"arkadia-admin {command}", **options)
    active = await match.active()
    listed = (await moderator.run("arkadia-admin list")).text
    game, turn = f"Game 1 in <#{(await match.place()).id}>: ", f"{active.name.capitalize()}'s turn"
    assert all(said in listed for said in (game, f". {turn} began"))
    unsure = await moderator.run("arkadia-admin close", game=1, sure="no")
    assert refusal(unsure) == "Game 1 wasn't closed."
    assert (await match.newest()).pings == (active.id,)
    await moderator.run("arkadia-admin close", game=1, sure="yes", reason="**too** @everyone long")
    post = await match.newest()
    assert "is over without a result" in post.text
    assert "@everyone" not in post.text
    assert "**too**" not in post.text
    assert set(post.pings) == {person.id for person in world.people[:2]}
    answer = await moderator.run("arkadia-admin close", game=1, sure="yes")
    assert refusal(answer).startswith("Game 1 is over.")
    assert refusal(await moderator.run("arkadia-admin list")).startswith("There's no game here.")
