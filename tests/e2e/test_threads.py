"""Threads that the bot has done with are archived, and named as their games are, crashes or not."""

import pytest

from tabletop.forgetting import Forgetting
from tests.e2e.forms import prefer
from tests.e2e.people import Person
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.secrets import Watch
from tests.e2e.world import World


def open_threads(world: World) -> list[str]:
    channels = world.env.backend.channels.values()
    return [
        one.name or ""
        for one in channels
        if one.thread_metadata is not None and not one.thread_metadata.archived
    ]


async def practise(world: World, person: Person) -> int:
    answer = await person.run("arkadia practice", level="pupil")
    assert "has begun in" in answer.text
    return int(answer.text.split()[1])


async def test_a_person_has_as_many_practice_threads_open_as_the_host_allows(world: World) -> None:
    ada, bela, *_ = world.people
    for person in (ada, bela):  # a reminder is a message, which opens the thread for another day
        await prefer(person, remind="never")
    numbers = [await practise(world, ada) for _ in range(4)]
    await practise(world, bela)
    await world.later(seconds=5)
    newest = [place.id for place in world.threads()]
    assert len(open_threads(world)) == 4
    first = await world.bot.services.tables.get(numbers[0])
    assert first.row.state == "running"  # it goes on when the person comes back to it
    assert first.row.thread_id in newest
    await world.later(days=2)
    assert open_threads(world) == []


async def test_a_thread_is_archived_a_day_after_its_last_news_or_at_the_end(world: World) -> None:
    ada = world.people[0]
    number = await practise(world, ada)
    await world.later(hours=23)
    await ada.display(game=number, language="de")  # a message of its own
    await world.later(hours=23)
    assert len(open_threads(world)) == 1
    await world.later(hours=2)
    assert open_threads(world) == []
    await ada.decide("cancel", game=await practise(world, ada))
    await world.crash()
    await world.later(minutes=3)
    assert open_threads(world) == []


async def test_the_thread_of_a_game_without_a_result_is_archived_alone(world: World) -> None:
    match = await Match.begin(world)
    other = await Match.begin(world)
    for person in world.people[:2]:
        await person.decide("cancel", game=match.number)
    assert (await match.table()).row.state == "cancelled"
    await world.later(minutes=3)
    [name] = open_threads(world)
    assert f"game {other.number}" in name


async def test_threads_of_who_is_forgotten_lose_the_name_despite_a_kill(world: World) -> None:
    zuleika, bela = world.newcomer("zuleika"), world.people[1]
    match, other = await Match.begin(world), await Match.begin(world)
    thread = await other.place()
    world.env.backend.edit_channel(thread.id, {"name": "Our revenge"})
    await practise(world, zuleika)
    await practise(world, world.people[0])
    assert any("uleika" in name for name in open_threads(world))
    for person in (zuleika, bela):
        await world.bot.services[Forgetting].forget(person.id, "Somebody")
    await world.crash()
    await world.env.settle()
    names = [place.name or "" for place in world.threads()]
    assert not any("uleika" in name for name in names)
    assert "Practice: Somebody" in names
    [name] = [name for name in names if f"Arkadia, game {match.number}: " in name]
    assert "Somebody" in name
    assert "Bela" not in name
    assert "Our revenge" in names, "people gave it that name"


async def boards(match: Match) -> list[Post]:
    return [post for post in await match.posts() if "arkadia:newest" in str(post.buttons)]


def pins(world: World) -> int:
    return sum(sent.method == "PUT" and "/pins/" in sent.path for sent in world.sent)


async def rest(world: World) -> None:
    """A turn waits for so long that its thread gets its name."""
    await world.later(seconds=21)
    await world.later(minutes=10)


async def is_pinned(match: Match, post: Post) -> bool:
    return bool(match.world.env.backend.get_message((await match.place()).id, post.id).pinned)


@pytest.mark.usefixtures("pinned")
async def test_one_message_is_pinned_and_shows_every_turn_that_waits(world: World) -> None:
    match = await Match.begin(world, 3)
    watch = Watch(match)
    assert await boards(match) == []
    await world.later(seconds=21)
    [first] = await boards(match)
    assert await is_pinned(match, first)
    assert first.pings == ()
    assert "turn 1" in first.text
    for turn in range(2, 5):
        assert await watch.look() == []
        await match.turn(turn)
        await world.later(seconds=21)
        [now] = await boards(match)
        assert now.id == first.id
        assert f"turn {turn}" in now.text
        assert now.pictures[0].content != first.pictures[0].content
        assert len(now.pictures) == 1
    assert pins(world) == 1
    assert (await world.people[3].press(now, "What changed")).private
    assert await watch.look() == []


@pytest.mark.usefixtures("pinned")
async def test_quick_turns_cost_one_edit_and_a_deleted_board_comes_again(world: World) -> None:
    match = await Match.begin(world)
    await world.later(seconds=21)
    [board] = await boards(match)
    place = await match.place()
    world.env.backend.set_pinned(place.id, board.id, False)

    def edits() -> int:
        return sum(one.method == "PATCH" and str(board.id) in one.path for one in world.sent)

    before = edits()
    for turn in range(5):
        await match.turn(turn)
        await world.later(seconds=5)
    await world.later(seconds=21)
    assert edits() == before + 1
    assert "turn 6" in world.now(board).text
    assert not await is_pinned(match, board), "people took it off"
    await world.delete(board)
    await match.turn(1)
    await world.later(seconds=21)
    [again] = await boards(match)
    assert again.id != board.id
    assert await is_pinned(match, again)
    assert pins(world) == 2


@pytest.mark.usefixtures("pinned")
async def test_without_permission_the_board_is_there_and_moderators_read_why(world: World) -> None:
    match = await Match.begin(world)
    world.fail("PUT", "/channels/*/messages/pins/*", status=403, code=50013, times=None)
    await world.later(seconds=21)
    [board] = await boards(match)
    assert not await is_pinned(match, board)
    await match.turn()
    await world.later(hours=30)
    assert len(await boards(match)) == 1
    found = await world.bot.services.tables.store.outbox.backlog(world.wall())
    assert [(one.kind, one.why) for one in found if one.kind == "pin"] == [("pin", "forbidden")]
    said = [post.text for post in world.posts(await match.place())]
    assert not any("permission" in text or "pin" in text.lower().split() for text in said)


@pytest.mark.usefixtures("pinned")
async def test_restarts_pin_it_once_and_nothing_of_a_running_turn_is_seen(world: World) -> None:
    match = await Match.begin(world, 2, setup="free")
    await match.turn()
    for _ in range(2):
        await world.restart()
        await world.later(seconds=30)
    [board] = await boards(match)
    assert pins(world) == 1
    before = (board.text, board.pictures[0].content)
    await match.do(next(iter((await match.game()).position.legal_actions())))
    await world.restart()
    await world.later(seconds=60)
    [now] = await boards(match)
    assert (now.text, now.pictures[0].content) == before


@pytest.mark.usefixtures("pinned")
async def test_the_threads_name_says_whose_turn_waits(world: World) -> None:
    match = await Match.begin(world)
    [thread] = world.threads()
    plain = thread.name
    active = await match.active()
    for turn in range(3):
        await world.later(minutes=9)
        assert thread.name == plain
        await match.turn(turn)
    # Not before the turn has waited: Discord tells each new name in the thread.
    await rest(world)
    active = await match.active()
    assert thread.name == f"{active.name.capitalize()}, turn 4 · {plain}"
    await match.turn(3)
    await rest(world)
    active = await match.active()
    assert thread.name == f"{active.name.capitalize()}, turn 5 · {plain}"
    world.env.backend.edit_channel(thread.id, {"name": "Our thread"})
    await match.turn(4)
    await rest(world)
    assert thread.name == "Our thread"


@pytest.mark.usefixtures("pinned")
@pytest.mark.parametrize("ends", ["finished", "cancelled"])
async def test_at_the_end_the_name_is_plain_again(world: World, ends: str) -> None:
    match = await Match.begin(world)
    [thread] = world.threads()
    plain = thread.name
    await rest(world)
    assert str(thread.name).endswith(f" · {plain}")
    if ends == "finished":
        await match.finish()
    else:
        for person in world.people[:2]:
            await person.decide("cancel", await match.place())
    await rest(world)
    assert thread.name == plain
    [board] = await boards(match)
    assert ends == "cancelled" or "is over" in board.text


@pytest.mark.usefixtures("pinned")
async def test_one_person_alone_has_none(world: World) -> None:
    await world.people[0].run("arkadia practice")
    await rest(world)
    assert await boards(Match(world, 1)) == []
