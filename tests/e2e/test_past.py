"""A game's past, a turn at a time; and the pictures people ask for."""

import io
from random import Random

import pytest
from PIL import Image

from engine.actions import End
from engine.random_play import random_action
from engine.story import scene_at
from tests.e2e.people import Answer, Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.posts import Picture
from tests.e2e.secrets import Watch
from tests.e2e.world import World

STEPS = ("⏮ Start", "◀ Back", "▶ Next", "⏭ Last", "Go to turn…")


async def opened(person: Person, match: Match) -> Answer:
    """The past as it is opened from the board."""
    board = await person.press(await match.newest(), "Board")
    answer = await person.press(board.post, "Turn by turn")
    assert answer.private
    assert board.posts == answer.posts  # in its place
    return answer


async def go_to(person: Person, answer: Answer, typed: str) -> Answer:
    """What somebody gets who types the number of a turn."""
    form = await person.press(answer.post, "Go to turn…")
    return await person.fill(form, turn=typed)


async def test_a_running_games_past_is_shown_turn_by_turn(world: World) -> None:
    match = await Match.begin(world, 3)
    for seed in range(5):
        await match.turn(seed)
    stranger = world.people[3]
    shown = await opened(stranger, match)
    assert "turn 5 of 5" in shown.text
    assert shown.post.pictures[0].alt.startswith("Turn 5 of 5: ")
    assert shown.post.buttons["▶ Next"].disabled
    texts = {shown.text}
    for number in (4, 3, 2, 1):
        await stranger.press(shown.post, "◀ Back")
        assert f"turn {number} of 5" in shown.text
        texts.add(shown.text)
    assert len(texts) == 5
    await stranger.press(shown.post, "◀ Back")
    assert "how it began" in shown.text
    assert shown.post.buttons["⏮ Start"].disabled
    await stranger.press(shown.post, "▶ Next")
    assert "turn 1 of 5" in shown.text
    await match.turn(9)
    await stranger.press(shown.post, "⏭ Last")
    assert "turn 6 of 6" in shown.text
    await stranger.press(shown.post, "Board")
    assert "Turn by turn" in shown.post.buttons


async def test_each_turn_is_told_as_the_log_tells_it(world: World) -> None:
    match = await Match.begin(world, 2)
    for seed in range(4):
        await match.turn(seed)
    ada = world.people[0]
    told = (await ada.run("arkadia log", await match.place())).text
    shown = await opened(ada, match)
    for _ in range(4):
        lines = shown.text.splitlines()[1:]
        assert lines
        assert "\n".join(lines) in told
        await ada.press(shown.post, "◀ Back")


async def test_a_number_is_typed_as_people_type_it(world: World) -> None:
    match = await Match.begin(world, 2)
    for seed in range(3):
        await match.turn(seed)
    ada = world.people[0]
    shown = await opened(ada, match)
    for typed, expected in (("2", "turn 2 of 3"), (" turn 1", "turn 1 of"), ("99", "turn 3 of 3")):
        await go_to(ada, shown, typed)
        assert expected in shown.text
    answer = await go_to(ada, shown, "the last")
    assert "from 0 for the start to 3" in answer.text
    await world.restart()
    await ada.press(shown.post, "⏮ Start")
    assert "how it began" in shown.text


@pytest.mark.nightly
async def test_what_is_done_in_a_turn_is_not_in_the_past_before_it_ends(world: World) -> None:
    match = await Match.begin(world, 2)
    watch, rng = Watch(match), Random(4)
    assert await watch.look() == []
    for _ in range(8):
        person = await match.active()
        while not isinstance(action := random_action((await match.game()).position, rng), End):
            await match.do(action)
            assert await watch.look() == []
            before = await opened(person, match)
            assert f" of {(await match.game()).position.turn - 1}" in before.text or (
                "how it began" in before.text
            )
            assert await watch.look() == []
        await match.do(action)
        assert await watch.look() == []
        for who in world.people:
            await opened(who, match)
        assert await watch.look() == []


@pytest.mark.nightly
async def test_under_the_replay_a_finished_game_is_stepped_through(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    ada = world.people[0]
    shown = await ada.press(await match.newest(), "Replay")
    assert tuple(shown.post.buttons) == STEPS
    last = scene_at(record.start, record.actions, 10_000).number
    await ada.press(shown.post, "◀ Back")
    assert f"turn {last - 1} of {last}" in shown.text
    [picture] = shown.post.pictures
    assert picture.name.endswith(".png")
    assert "Gold from sales: " in picture.alt
    await ada.press(shown.post, "⏭ Last")
    assert f"turn {last} of {last}" in shown.text
    assert shown.post.buttons["▶ Next"].disabled


DISCORD_PLAYS_UP_TO = 8 * 1024 * 1024


def size_of(picture: Picture) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture.content)).size


async def test_a_board_is_large_if_asked_for(world: World) -> None:
    match = await Match.begin(world, 2)
    ada, place = world.people[0], await match.place()
    normal = await ada.run("arkadia board", place)
    large = await ada.run("arkadia board", place, size="large")
    assert size_of(normal.post.pictures[0]) == (1220, 776)
    assert size_of(large.post.pictures[0]) == (1525, 970)


async def test_cards_are_turned_if_asked_for(world: World) -> None:
    match = await Match.begin(world, 2)
    ada, place = world.people[0], await match.place()
    straight = await ada.run("arkadia screen", place)
    turned = await ada.run("arkadia screen", place, turn=1)
    assert straight.post.pictures[0].content != turned.post.pictures[0].content
    assert turned.private


@pytest.mark.nightly
async def test_a_finished_game_is_replayed_as_an_animation(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    ada, place = world.people[0], await match.place()
    early = await ada.run("arkadia record", place, game=match.number)
    assert "Replay" not in early.post.buttons
    await match.end(record)
    final = await match.newest()
    board, charts = final.pictures
    assert size_of(board) == size_of(charts) == (1220, 776)
    assert "turn by turn" in charts.alt
    answer = await ada.press(final, "Replay")
    [animation] = answer.post.pictures
    assert animation.name.endswith(".gif")
    assert len(animation.content) <= DISCORD_PLAYS_UP_TO
    frames = getattr(Image.open(io.BytesIO(animation.content)), "n_frames", 1)
    assert frames > 1
    assert answer.private
