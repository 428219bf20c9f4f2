"""Prepared turns: a second choice, played at once where that was agreed, and told afterwards."""

from collections.abc import Sequence
from itertools import combinations, permutations

import pytest

from engine.actions import End, Workers
from engine.preview import in_turn, rests_on
from engine.squares import iter_squares
from tests.e2e.forms import filled, start
from tests.e2e.panels import Panel
from tests.e2e.people import Person, refusal
from tests.e2e.playing import Match
from tests.e2e.world import World


async def agreed(world: World, seats: int = 2) -> Match:
    """A game at whose table prepared turns may be played at once."""
    host, *others = world.people[:seats]
    await start(host, seats=seats)
    answer = await filled(world, host, "Clock…", once="yes")
    assert "may be played at once when it comes" in answer.text
    assert "may be played at once when it comes" in world.newest().text
    for other in others:
        await other.decide("join", game=1)
    await host.decide("begin", game=1)
    return Match(world, 1)


async def apart(match: Match, count: int) -> list[Workers]:
    """Single workers that complete nothing, none on a square on which another one rests."""
    table = await match.table()
    position = in_turn(table.running_game().before_turn, await waiting_seat(match))
    squares = {1 << square for _, gap in position.worker_sites() for square in iter_squares(gap)}
    every = [Workers(square, 0) for square in sorted(squares)]
    rests = {one: rests_on(position, one) for one in every if not position.completions(one)}
    for some in combinations(rests, count):
        if not any(rests[one] & other.own for one, other in permutations(some, 2)):
            return list(some)
    raise AssertionError("all of them rest on each other")


async def waiting_seat(match: Match) -> int:
    """The seat that is next."""
    table = await match.table()
    assert table.active is not None
    return (table.active.seat + 1) % len(table.seats)


async def typed(person: Person, match: Match, actions: Sequence[Workers], **more: object) -> str:
    """Prepares by the slash command; gives the answer."""
    names = dict(zip(("turn", "otherwise"), map(str, actions), strict=False))
    answer = await person.run("arkadia seat prepare", await match.place(), **names, **more)
    assert answer.private
    return answer.text


@pytest.mark.quick
async def test_what_was_prepared_is_played_at_once_and_its_owner_is_told(world: World) -> None:
    match = await agreed(world)
    ada, bela = await match.active(), await match.waiting()
    wanted, other = await apart(match, 2)
    panel = await Panel.open(match, bela)
    await panel.show(wanted, in_turn((await match.game()).position, await waiting_seat(match)))
    await panel.press("do")
    assert "Prepared: a worker on" in panel.post.text
    await panel.press("atonce")
    assert "It is played at once if these stay vacant:" in panel.post.text
    await panel.press("wait")
    await panel.press("atonce")
    await world.restart()
    posts = len(await match.posts())
    await match.do(other)
    assert len(await match.log()) == 1
    await match.do(End())
    assert await match.log() == [str(other), "end", str(wanted), "end"]
    assert await match.active() == ada
    newest = await match.newest()
    assert len(await match.posts()) == posts + 1
    assert newest.pings == (ada.id,)
    assert newest.text.count("Turn ") == 2
    told = await bela.press(newest, "Take your turn")
    assert "Turn 2 was played as you prepared it: a worker on" in told.text
    await world.restart()
    await match.turn(seed=3)
    assert await match.active() == bela
    told = await bela.press(await match.newest(), "Take your turn")
    assert "Turn 2 was played as you prepared it" in told.text
    assert not any("repared" in text for sent in world.public() for text in sent.strings[1:2])


async def test_the_second_choice_is_played_where_the_first_is_hindered(world: World) -> None:
    match = await agreed(world)
    bela = await match.waiting()
    first, second = await apart(match, 2)
    text = await typed(bela, match, (first, second), at_once=True)
    assert "Else: a worker on" in text
    await match.do(first)
    await match.do(End())
    assert (await match.log())[2:] == [str(second), "end"]
    told = await bela.press(await match.newest(), "Take your turn")
    assert "Turn 2 was played by your second choice: a worker on" in told.text


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_is_hindered_is_offered_with_the_reason(world: World, at_once: bool) -> None:
    match = await agreed(world)
    bela = await match.waiting()
    first, second = await apart(match, 2)
    await typed(bela, match, (first, second), at_once=at_once)
    position = (await match.game()).position
    avoided = first.own | rests_on(position, second)
    beside = rests_on(position, first) & ~avoided
    beside &= -beside
    assert beside
    await match.do(Workers(beside, 0))
    await match.do(End())
    log = await match.log()
    if not at_once:
        assert log[2:] == []
        panel = await Panel.open(match, bela)
        assert "You prepared: a worker on" in panel.post.text
        return
    assert log[2:] == [str(second), "end"], "the second choice does not rest on what changed"


async def test_where_it_was_not_agreed_nothing_is_played_at_once(world: World) -> None:
    match = await Match.begin(world)
    bela = await match.waiting()
    wanted, other = await apart(match, 2)
    answer = await bela.run(
        "arkadia seat prepare", await match.place(), turn=str(wanted), at_once=True
    )
    assert "no prepared turn is played at once" in refusal(answer)
    panel = await Panel.open(match, bela)
    await panel.show(wanted, in_turn((await match.game()).position, await waiting_seat(match)))
    await panel.press("do")
    assert "Play it at once" not in panel.post.buttons
    forged = panel.button("forget").custom_id.replace(":forget:", ":atonce:")
    assert "no prepared turn" in (await bela.forge(panel.post, forged)).text
    await match.do(other)
    await match.do(End())
    assert len(await match.log()) == 2
    panel = await Panel.open(match, bela)
    assert "You prepared: a worker on" in panel.post.text


async def test_what_would_complete_a_building_waits_for_its_owner(world: World) -> None:
    match = await agreed(world)
    bela = await match.waiting()
    position = in_turn((await match.game()).position, await waiting_seat(match))
    completing = next(
        action
        for action in position.legal_actions()
        if isinstance(action, Workers) and position.completions(action)
    )
    answer = await bela.run(
        "arkadia seat prepare", await match.place(), turn=str(completing), at_once=True
    )
    assert "it completes a building" in refusal(answer)
    text = await typed(bela, match, (completing,))
    assert "It waits for you: it completes a building" in text
    assert "is forgotten" in await typed(bela, match, ())
    refused = await (await match.active()).run(
        "arkadia seat prepare", await match.place(), turn=str(completing)
    )
    assert "You have no turn to prepare" in refusal(refused)


async def test_two_prepared_turns_follow_each_other(world: World) -> None:
    match = await agreed(world, 3)
    third = await apart(match, 3)
    table = await match.table()
    assert table.active is not None
    order = [world.person(table.seats[(table.active.seat + by) % 3].user_id) for by in range(3)]
    for person, action in zip(order[1:], third[1:], strict=True):
        await typed(person, match, (action,), at_once=True)
    await match.do(third[0])
    await match.do(End())
    assert (await match.log())[2:] == [str(third[1]), "end", str(third[2]), "end"]
    assert await match.active() == order[0]
    assert (await match.newest()).pings == (order[0].id,)
