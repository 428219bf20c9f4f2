"""What comes too late is not done, and what comes at the same moment is done once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from db.errors import UnreachableError
from engine.actions import Build, Castle, End
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
DONE = "Your last move went through, in case you didn't see it."


def counted(world: World, outcome: str) -> float:
    registry = world.bot.services.metrics.registry
    return registry.get_sample_value("arkadia_answer_seconds_count", {"outcome": outcome}) or 0


async def kept(world: World) -> list[Any]:
    """All that is kept of two games, and what people prefer."""
    personal = world.bot.services.personal
    preferred = [personal.preferences(person.id) for person in world.people]
    return [await world.bot.store.games.load(1), await world.bot.store.games.load(2), *preferred]


def shown(world: World) -> int:
    """How much the bot did in channels."""
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
        assert counted(world, "late") == number + 1
        assert (await do()).answered
        async with asyncio.timeout(60):  # a busy machine may take longer than is taken for rest
            while await kept(world) == before:
                await world.env.settle()
                await asyncio.sleep(0.01)
    assert counted(world, "lost") == 0


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
    answer = await person.run("arkadia end", place)
    assert "couldn't be saved" not in told(answer)
    assert (await match.game()).position.active != 0


async def test_a_panel_is_pressed_again_and_its_form_sent_again(world: World) -> None:
    match = await Match.begin(world)
    panel = await Panel.open(match)
    action = await one_worker(match)
    position = (await match.game()).position
    await panel.show(action, position)
    press = next(one for one in panel.post.buttons.values() if verb_of(one) == "do")
    with world.late(TOO_LATE):
        assert not (await panel.person.press(panel.post, custom_id=press.custom_id)).answered
    assert await match.log() == []
    await panel.press("do")
    assert await match.log() == [str(action)]
    again = await panel.person.forge(panel.post, press.custom_id)
    assert "The game has moved on." in again.text
    assert len(await match.log()) == 1


async def test_what_is_almost_too_late_is_done_once_discord_waits_for_it(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    before = len(world.sent)
    with world.late(PATIENCE_S + 0.5):
        answer = await active.run(command, place, **options)
    assert "Done: Workers on" in answer.text
    assert answer.private
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


async def test_who_did_not_hear_that_it_was_done_is_asked_before_it_is_done_again(
    world: World, traces: Traces
) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:1])
    active, place = await match.active(), await match.place()
    log = await match.log()
    command, options = command_of(record.actions[1])
    await active.run(command, place, **options)
    world.fail(*FIRST_ANSWER, status=404, code=10062)
    assert not (await active.run("arkadia undo", place)).answered
    assert await match.log() == [*log, str(record.actions[1]), "undo"]
    asked = await active.run("arkadia undo", place)
    assert DONE in asked.text
    assert len(await match.log()) == len(log) + 2
    await active.press(asked.post, "Confirm")
    assert (await match.log())[-2:] == ["undo", "undo"]
    assert not traces.take()


@pytest.mark.quick
async def test_who_did_not_hear_before_the_bot_was_killed_is_asked_once(world: World) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:2])
    active, place = await match.active(), await match.place()
    log = await match.log()
    world.fail(*FIRST_ANSWER, status=404, code=10062)
    assert not (await active.run("arkadia undo", place)).answered
    await world.crash()
    asked = await active.run("arkadia undo", place)
    assert DONE in asked.text
    assert await match.log() == [*log, "undo"]
    await world.crash()
    await active.press(asked.post, "Confirm")
    assert await match.log() == [*log, "undo", "undo"]


async def test_who_heard_of_it_is_not_asked(world: World) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:2])
    active, place = await match.active(), await match.place()
    log = await match.log()
    assert (await active.run("arkadia undo", place)).answered
    await active.run("arkadia undo", place)
    assert await match.log() == [*log, "undo", "undo"]


async def test_who_looked_at_the_game_after_that_is_not_asked(world: World, traces: Traces) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    await match.play(record.actions[:2])
    active, place = await match.active(), await match.place()
    log = await match.log()
    world.fail(*FIRST_ANSWER, status=404, code=10062)
    assert not (await active.run("arkadia undo", place)).answered
    await active.run("arkadia board", place)
    await active.run("arkadia undo", place)
    assert await match.log() == [*log, "undo", "undo"]
    assert not traces.take()


def accepted(*answers: Answer, sign: str) -> list[Answer]:
    """The answers that say it was done; all must be private and answered."""
    assert all(answer.answered and answer.private for answer in answers)
    return [answer for answer in answers if sign in answer.text]


@pytest.mark.quick
async def test_one_action_twice_at_once_is_done_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    command, options = command_of(await one_worker(match))
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(command, place, **options)
    assert len(accepted(first, second, sign="Done:")) == 1
    assert len(await match.log()) == 1


async def test_two_different_actions_at_once_are_one(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    position = (await match.game()).position
    card = position.hands[0][0]
    build = Build(card, next(iter(position.placements(card))), position.face_up[0])
    workers, workers_options = command_of(await one_worker(match))
    command, options = command_of(build)
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(workers, place, **workers_options)
    # What the other is told depends on which of them read the position first.
    assert len(accepted(first, second, sign="Done:")) == 1
    assert len(await match.log()) == 1


async def test_a_turn_ended_twice_at_once_ends_once(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    before = len(await match.posts())
    async with world.at_once():
        first = await active.run("arkadia end", place)
        second = await active.run("arkadia end", place)
    assert len(accepted(first, second, sign="Over to ")) == 1
    assert await match.log() == [(await match.log())[0], "end"]
    assert len(await match.posts()) == before + 1


async def test_one_castle_piece_twice_at_once_is_one(world: World) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    first_piece = next(n for n, action in enumerate(record.actions) if isinstance(action, Castle))
    await match.pass_by(record.actions[:first_piece])
    active, place = await match.active(), await match.place()
    command, options = command_of(record.actions[first_piece])
    async with world.at_once():
        first = await active.run(command, place, **options)
        second = await active.run(command, place, **options)
    assert len(accepted(first, second, sign="Done:")) == 1
    assert len(await match.log()) == first_piece + 1


async def test_undo_twice_at_once_takes_one_back(world: World) -> None:
    match = await Match.begin(world)
    active, place = await match.active(), await match.place()
    await match.do(await one_worker(match))
    await active.run("arkadia banner", place)
    async with world.at_once():
        first = await active.run("arkadia undo", place)
        second = await active.run("arkadia undo", place)
    assert len(accepted(first, second, sign="Taken back")) == 1
    assert len(await match.log()) == 3
    assert len((await match.game()).actions) == 1


async def test_the_last_seat_goes_to_one(world: World) -> None:
    ada, bela, chiara, deniz = world.people
    await start(ada, seats=2)
    lobby = world.newest()
    async with world.at_once():
        answers = [await person.press(lobby, "Join") for person in (bela, chiara, deniz)]
    assert len(accepted(*answers, sign="You have a seat")) == 1
    assert len(accepted(*answers, sign="Game 1 is full.")) == 2
    assert "Players: " in world.newest().text
    assert len(world.posts()) == 1


async def test_one_person_joins_twice_at_once_and_has_one_seat(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    lobby = world.newest()
    async with world.at_once():
        answers = [await bela.press(lobby, "Join") for _ in range(2)]
    assert len(accepted(*answers, sign="You have a seat in game 1.")) == 2
    assert "Seats: 2 of 4: Ada (host), Bela" in world.newest().text


async def test_begin_twice_at_once_begins_one_game(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    lobby = world.newest()
    async with world.at_once():
        answers = [await ada.press(lobby, "Begin") for _ in range(2)]
    assert len(accepted(*answers, sign="Game 1 has begun in")) == 1
    [thread] = world.threads()
    [post] = world.posts(thread)
    assert len(post.pings) == 1


async def test_begin_and_leave_at_once_leave_a_whole_table(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    await bela.press(world.newest(), "Join")
    lobby = world.newest()
    async with world.at_once():
        await ada.press(lobby, "Begin")
        await bela.press(lobby, "Leave")
    table = await Match(world, 1).table()
    assert (table.row.state, len(table.seats)) in {("running", 2), ("lobby", 1)}


@pytest.mark.slow
@pytest.mark.parametrize("games", [6])
async def test_many_games_at_once_do_not_mix(world: World, games: int) -> None:
    matches = [await Match.begin(world) for _ in range(games)]
    workers = [await one_worker(match) for match in matches]
    async with world.at_once():
        for match, action in zip(matches, workers, strict=True):
            await match.do(action)
    async with world.at_once():
        for match in matches:
            await match.do(End())
    for match, action in zip(matches, workers, strict=True):
        assert await match.log() == [str(action), "end"]
        posts = await match.posts()
        assert len(posts) == 2
        assert f"in game {match.number}:" in posts[-1].text


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
