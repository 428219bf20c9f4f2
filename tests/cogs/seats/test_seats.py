"""A person takes over an empty seat through Discord: asked for, allowed by a player, played on."""

import pytest

from cogs.seats.store import asked_in
from tabletop.outcome import outcome_of
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World
from tests.tabletop.playing import finish
from ui.services import services_in


async def left(
    world: World, rounds: int = 1, *, voted: bool = False
) -> tuple[Match, Person, Person]:
    """A game of three that one has left, with that one and a member who watches."""
    match = await Match.begin(world, 3)
    for _ in range(3 * rounds):
        await match.turn()
    leaver = await match.waiting()
    if voted:
        await match.services.tables.closing.cancel(1, leaver.id)
    await leaver.run("arkadia seat resign", await match.place(), sure="yes")
    return match, leaver, world.people[3]


async def ask(match: Match, person: Person) -> Answer:
    post = await match.newest()
    [label] = [one for one in post.buttons if one.startswith("Play for ")]
    return await person.press(post, label)


async def test_a_member_asks_a_player_allows_and_the_game_goes_on(world: World) -> None:
    match, leaver, dora = await left(world)
    watch = Watch(match)
    assert await watch.look() == []  # while the one who left has a hand
    assert "Any of these players can let you in" in told(await ask(match, dora))
    question = await match.newest()
    names = f"{dora.mention} would like to take over for {leaver.name.capitalize()}."
    assert names in question.text
    assert question.pings == ()
    assert "not in game" in refusal(await dora.press(question, "Let them in"))
    await world.restart()
    await (await match.active()).press(question, "Let them in")
    newest = await match.newest()
    assert f"{dora.name.capitalize()} has taken over for {leaver.name.capitalize()}." in newest.text
    assert not any(label.startswith("Play on") for label in newest.buttons)
    table = await match.table()
    own = table.own_seat(dora.id)
    assert (own.status, own.left_name) == ("playing", leaver.name.capitalize())
    for _ in range(3):
        if (await match.active()) is dora:
            break
        await match.turn()
    assert (await match.active()) is dora
    # Later the person is shown a hand, as its owner: the watch knows the one who left as that.
    assert await watch.look() == []
    place = await match.place()
    screen = await dora.run("arkadia screen", place, text=True)
    board = await dora.run("arkadia board", place, text=True)
    assert not any(post.pictures for post in (*screen.posts, *board.posts))
    assert f"**{dora.name.capitalize()}**" in board.posts[0].text
    hand = (await match.game()).position.hands[own.seat]
    assert all(str(card.family) in screen.text.lower() for card in hand)
    await match.turn()
    assert "behind your screen" in (await dora.run("arkadia screen", place)).text


async def test_the_one_who_left_stays_last_and_the_newcomer_is_not_rated(world: World) -> None:
    match, leaver, dora = await left(world, rounds=2, voted=True)
    assert {user for _, user in (await match.table()).votes} == {leaver.id}
    await ask(match, dora)
    await (await match.active()).press(await match.newest(), "Let them in")
    assert not (await match.table()).votes
    await world.restart()
    assert not (await match.table()).votes
    await dora.run("arkadia seat away", await match.place())
    await dora.run("arkadia seat back", await match.place())
    tables = services_in(world.bot).tables
    await finish(tables, 1)
    table = await match.table()
    seat = table.own_seat(dora.id)
    assert (seat.left_id, seat.left_turn) == (leaver.id, 7)
    outcome = outcome_of(table)
    assert outcome is not None
    assert seat.seat in outcome.gone - {*outcome.winners}
    assert outcome.places[seat.seat] == max(outcome.places.values())


async def test_nobody_gets_a_seat_that_is_not_empty_or_twice(world: World) -> None:
    match, leaver, dora = await left(world)
    post = await match.newest()
    seats, active = (await match.table()).seats, await match.active()
    seat = next(one.seat for one in seats if one.user_id == leaver.id)
    taken = next(one.seat for one in seats if one.seat != seat)
    forged = await dora.forge(post, f"arkadia:play-on:1:{taken}")
    unasked = await active.forge(post, f"arkadia:let-in:1:{seat}:{dora.id}")
    assert all("That's already settled" in refusal(each) for each in (forged, unasked))
    assert refusal(await ask(match, active))  # has one
    await ask(match, dora)
    question = await match.newest()
    async with world.at_once():
        for person in world.people[:3]:
            if person is not leaver:
                await person.press(question, "Let them in")
    assert sum(one.user_id == dora.id for one in (await match.table()).seats) == 1


async def test_for_the_unwanted_and_at_the_limit_nothing_is_asked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _, dora = await left(world)
    tables, active = services_in(world.bot).tables, await match.active()

    async def refused(user: int, other: int) -> bool:
        return (user, other) == (active.id, dora.id)

    tables.refused.add(refused)
    assert "The free seats in game 1 are reserved" in (await ask(match, dora)).text
    tables.refused.remove(refused)
    with monkeypatch.context() as limited:
        limited.setattr(tables.writer, "limits", {"posts": 1})
        await tables.store.usage.pay(tables.writer.charge(await match.table(), dora.id, "post"))
        before = (await match.newest()).text
        assert "That's the limit for now." in refusal(await ask(match, dora))
        assert await tables.store.ask(asked_in, 1) == []
    assert (await match.newest()).text == before
    await ask(match, dora)
    assert dora.mention in (await match.newest()).text
    assert not (await match.table()).votes
