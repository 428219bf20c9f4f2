"""Not with me: who is named finds no seat, and reads what anybody reads for whom none is free."""

import pytest

from tabletop.errors import TableError
from tests.e2e.forms import prefer, start
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.tabletop.playing import finish
from ui.services import services_in


async def form(person: Person) -> Answer:
    """The form as it is opened from the preferences."""
    opened = await person.through("arkadia preferences", "Block players…")
    assert opened.fields.keys() == {"people"}
    return opened


async def names(person: Person, *others: Person) -> Answer:
    return await person.fill(await form(person), people=[other.actor for other in others])


async def test_who_is_named_reads_what_all_read_for_whom_no_seat_is_free(world: World) -> None:
    ada, bela, chiara, dora = world.people
    opened = await form(ada)
    await world.restart()
    answer = await ada.fill(opened, people=[bela.actor])
    assert not answer.post.pictures
    assert (
        told(answer)
        == f"From now on, {bela.mention} can't play with you. Only you know about this."
    )
    assert answer.private
    await start(ada, seats=3, **{"with": dora.actor, "with-2": chiara.actor})
    kept = refusal(await bela.press(world.newest(), "Join"))
    await ada.decide("cancel", game=1)
    await world.restart()
    await start(ada, seats=3)
    before = world.newest()
    assert refusal(await bela.press(before, "Join")) == kept.replace("game 1", "game 2")
    assert world.now(before).text == before.text  # nobody is told
    await chiara.press(world.newest(), "Join")
    await dora.press(world.newest(), "Join")
    with pytest.raises(TableError, match="full"):  # as everybody
        await services_in(world.bot).tables.lobby.join(2, bela.id, "Bela")


async def test_who_is_named_keeps_no_seat_for_whom_named_them(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await prefer(ada, invites="nobody")
    unwilling = refusal(await bela.run("arkadia start", **{"with": ada.actor}))
    await prefer(ada, invites="anyone")
    await names(ada, bela, chiara)
    assert refusal(await bela.run("arkadia start", **{"with": ada.actor})) == unwilling
    # The list is changed and stays its owner's.
    shown = (await form(ada)).fields["people"]["default_values"]
    assert {int(one["id"]) for one in shown} == {bela.id, chiara.id}
    assert not (await form(bela)).fields["people"].get("default_values")
    assert told(await names(ada)) == "You haven't blocked anybody, so everybody can play with you."
    await start(ada, seats=2)
    assert "seat" in told(await bela.press(world.newest(), "Join"))


async def test_in_a_rematch_there_is_no_seat_for_who_was_named_since(world: World) -> None:
    match = await Match.begin(world, 3)
    ada, bela, chiara, _ = world.people
    tables = services_in(world.bot).tables
    await finish(tables, 1)
    await services_in(world.bot).publisher.publish(1)
    await names(ada, bela)
    final = await match.newest()
    await ada.press(final, "Rematch")
    await chiara.press(final, "Rematch")
    again = await tables.get(2)
    assert again.row.state == "running"
    assert [again.person(one.id) is None for one in (ada, bela, chiara)] == [False, True, False]
