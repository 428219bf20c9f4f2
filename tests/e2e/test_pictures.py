"""Pictures that people ask for: sizes, turned cards, the replay."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.posts import Picture
from tests.e2e.world import World

DISCORD_PLAYS_UP_TO = 8 * 1024 * 1024


def size_of(picture: Picture) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture.content)).size


@pytest.mark.slow
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


@pytest.mark.slow
async def test_a_finished_game_is_replayed_as_an_animation(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    ada, place = world.people[0], await match.place()
    early = await ada.run("arkadia record replay", place, game=match.number)
    assert "is not over" in early.text
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
