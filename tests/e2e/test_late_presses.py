"""What comes too late is not done, and what comes at the same moment is done once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from db.errors import UnreachableError
from engine.actions import Build
from lab.tables import command_of
from tests.e2e.forms import start
from tests.e2e.panels import Panel, verb_of
from tests.e2e.people import Answer, told
from tests.e2e.playing import TO_THE_TOP_FLOOR, Match, one_worker
from tests.e2e.traces import Traces
from tests.e2e.world import FIRST_ANSWER, World
from ui.answers import PATIENCE_S
from ui.services.servers import IN_TIME_S

TOO_LATE = IN_TIME_S + 1
DONE = "In case you missed it: your last move went through."


async def kept(world: World) -> list[Any]:
    personal = world.bot.services.personal
    preferred = [personal.preferences(person.id) for person in world.people]
    return [await world.bot.store.games.load(1), await world.bot.store.games.load(2), *preferred]


def shown(world: World) -> int:
    return len([request for request in world.sent if request.path.startswith("/channels/")])


@pytest.mark.slow
async def test_whatever_is_done_too_late_is_not_done_and_again_it_is(world: World) -> None:
    ada, bela, chiara, _ = world.people
    match = await Match.begin(world, 3)
    active, place = await match.active(), await match.place()
    await ada.run("arkadia start")
    lobby = world.newest()
    command, options = command_of(await one_worker(match))
    page = (await ada.run("arkadia preferences")).post
    forms = [await ada.press(page, "Notices…") for _ in range(2)]
    filled = {"mention": "yes", "remind": "4h", "remind_in": "game", "tell_end": "no"}
    filled["invites"] = "anyone"
    doings: list[Callable[[], Awaitable[Answer]]] = [
        lambda: active.run(command, place, **options),
        lambda: active.run("arkadia undo", place),
        lambda: chiara.press(lobby, "Join"),
        lambda: chiara.decide("leave", game=2),
        lambda: active.display(place, theme="light"),
        lambda: ada.fill(forms.pop(), **filled),
        lambda: bela.decide("cancel", place),  # the host would cancel it alone
        lambda: active.run("arkadia seat resign", place, sure="yes"),
    ]
    for number, do in enumerate(doings):
        before, sent = await kept(world), shown(world)
        with world.late(TOO_LATE):
            assert not (await do()).answered, number
        assert (await kept(world), shown(world)) == (before, sent), number
        assert world.counted("late") == number + 1
        assert (await do()).answered
        async with asyncio.timeout(60):  # a busy machine may take longer than is taken for rest
            while await kept(world) == before:
                await world.env.settle()
                await asyncio.sleep(0.01)
    assert world.counted("lost") == 0


async def test_what_was_saved_is_said_to_be_done_when_nothing_can_be_read_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: object) -> tuple[int, ...]:
        raise UnreachableError("The database is gone.")

    match = await Match.begin(world)
    person, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    monkeypatch.setattr(world.bot.services.tables.store.games, "played_by", lost)
    await person.run(command, place, **options)
    assert "couldn't be saved" not in told(await person.run("arkadia end", place))
    assert (await match.game()).position.active != 0


async def test_a_panel_is_pressed_again_and_its_form_sent_again(world: World) -> None:
    match = await Match.begin(world)
    panel = await Panel.open(match)
    action = await one_worker(match)
    await panel.show(action, (await match.game()).position)
    press = next(one for one in panel.post.buttons.values() if verb_of(one) == "do")
    with world.late(TOO_LATE):
        assert not (await panel.person.press(panel.post, custom_id=press.custom_id)).answered
    assert await match.log() == []
    await panel.press("do")
    assert await match.log() == [str(action)]
    assert "The game has moved on." in (await panel.person.forge(panel.post, press.custom_id)).text
    assert len(await match.log()) == 1


async def test_what_is_almost_too_late_is_done_once_discord_waits_for_it(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    before = len(world.sent)
    with world.late(PATIENCE_S + 0.5):
        answer = await active.run(command, place, **options)
    assert "Done: Workers on" in told(answer)
    assert len(world.sent) == before + 2, "that an answer follows, and the answer"
    panel = await Panel.open(match)
    with world.late(PATIENCE_S + 0.5):
        ended = await panel.person.press(panel.post, custom_id=panel.button("end").custom_id)
    assert "Over to " in ended.text
    assert ended.post.id == panel.post.id
    assert len(await match.log()) == 2


@pytest.mark.parametrize("ahead", [-7200, 7200])
async def test_a_wrong_clock_locks_nobody_out(world: World, ahead: float) -> None:
    ada = world.people[0]
    world.wall.late = ahead
    await ada.run("arkadia help")
    world.wall.late += 40
    requests = []
    for _ in range(3):
        before = len(world.sent)
        assert (await ada.run("arkadia help")).answered
        requests.append(len(world.sent) - before)
    assert requests == [2, 1, 1], "once it seems old, and Discord knows better"


@pytest.mark.quick
async def test_who_did_not_hear_of_it_is_asked_before_again(world: World, traces: Traces) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:2])
    active, place = await match.active(), await match.place()
    log = await match.log()

    async def unheard() -> None:
        world.fail(*FIRST_ANSWER, status=404, code=10062)
        assert not (await active.run("arkadia undo", place)).answered
        log.append("undo")
        assert await match.log() == log

    await unheard()
    asked = await active.run("arkadia undo", place)
    assert DONE in asked.text
    assert await match.log() == log
    await active.press(asked.post, "Confirm")
    log += ["undo"]
    assert await match.log() == log
    for action in record.actions[:2]:
        log.append(str(action))
        command, options = command_of(action)
        await active.run(command, place, **options)
    assert await match.log() == log
    await unheard()
    await world.crash()
    asked = await active.run("arkadia undo", place)
    assert DONE in asked.text
    assert await match.log() == log
    await world.crash()
    await active.press(asked.post, "Confirm")
    assert await match.log() == [*log, "undo"]
    assert not traces.take()


@pytest.mark.parametrize("looks", [True, False])
async def test_who_heard_or_looked_is_not_asked(world: World, looks: bool, traces: Traces) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:2])
    active, place = await match.active(), await match.place()
    log = await match.log()
    if looks:
        world.fail(*FIRST_ANSWER, status=404, code=10062)
    assert (await active.run("arkadia undo", place)).answered is not looks
    if looks:
        await active.run("arkadia board", place)
    await active.run("arkadia undo", place)
    assert await match.log() == [*log, "undo", "undo"]
    assert not traces.take()


async def at_once(world: World, *doings: Awaitable[Answer]) -> list[str]:
    """What is answered, privately, to all that is done at the same moment."""
    async with world.at_once():
        answers = [await doing for doing in doings]
    assert all(answer.answered and answer.private for answer in answers)
    return [answer.text for answer in answers]


@pytest.mark.quick
async def test_what_comes_at_once_in_a_turn_is_done_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    done = await at_once(world, *[active.run(command, place, **options) for _ in range(2)])
    assert sum("Done:" in said for said in done) == 1
    assert len(await match.log()) == 1
    await active.run("arkadia banner", place)
    back = await at_once(world, *[active.run("arkadia undo", place) for _ in range(2)])
    assert sum("Taken back" in said for said in back) == 1
    assert (len(await match.log()), len((await match.game()).actions)) == (3, 1)
    log, before = await match.log(), len(await match.posts())
    ended = await at_once(world, *[active.run("arkadia end", place) for _ in range(2)])
    assert sum("Over to " in said for said in ended) == 1
    assert await match.log() == [*log, "end"]
    assert len(await match.posts()) == before + 1
    position = (await match.game()).position
    card = position.hands[position.active][0]
    build = Build(card, next(iter(position.placements(card))), position.face_up[0])
    acts = [command_of(action) for action in (build, await one_worker(match))]
    active = await match.active()
    done = await at_once(world, *[active.run(name, place, **given) for name, given in acts])
    # What the other is told depends on which of them read the position first.
    assert sum("Done:" in said for said in done) == 1
    assert len(await match.log()) == len(log) + 2


async def test_what_comes_at_once_in_a_lobby_is_done_once(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    await start(ada, seats=3)
    lobby = world.newest()
    joined = await at_once(world, *[bela.press(lobby, "Join") for _ in range(2)])
    assert [said[:30] for said in joined] == ["You have a seat in game 1."] * 2
    assert "Seats (2 of 3): Ada (host), Bela" in world.newest().text
    lobby = world.newest()
    last = await at_once(world, *[person.press(lobby, "Join") for person in (chiara, deniz)])
    assert sorted(said[:15] for said in last) == ["Game 1 is full.", "You have a seat"]
    assert "Players: " in world.newest().text
    [lobby] = world.posts()
    begun = await at_once(world, *[ada.press(lobby, "Begin") for _ in range(2)])
    assert sum("Game 1 has begun in" in said for said in begun) == 1
    [thread] = world.threads()
    [post] = world.posts(thread)
    assert len(post.pings) == 1
    await start(ada, seats=2)
    await bela.press(world.newest(), "Join")
    lobby = world.newest()
    await at_once(world, ada.press(lobby, "Begin"), bela.press(lobby, "Leave"))
    table = await Match(world, 2).table()
    assert (table.row.state, len(table.seats)) in {("running", 2), ("lobby", 1)}


async def test_a_turn_that_ends_while_the_bot_stops_is_answered_and_told_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    before = len(await match.posts())
    async with world.at_once():
        ended = await active.run("arkadia end", place)
        await world.restart()
    assert "Over to " in ended.text
    assert (await match.log())[-1] == "end"
    assert len(await match.posts()) == before + 1
