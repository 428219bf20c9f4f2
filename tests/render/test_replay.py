"""Replays and stepping: each turn as everybody may see it, in frames that hold what changed."""

import random
from dataclasses import replace
from itertools import pairwise
from operator import sub
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine import Edition, Game, Position
from engine.actions import End
from engine.random_play import random_game, random_start
from engine.squares import square_names
from engine.story import Scene, scene_at, scenes, story_of
from i18n.translation import ENGLISH
from render import Theme, draw_end, draw_replay, draw_scene
from render.end import end_raster
from render.replay import LIMIT, scene_raster
from tests.editions import ISLAND, SMALL
from tests.nightly import nightly_except
from tests.render.scenes import flat_chart, frames, names, record
from words.alt import LIMIT as ALT_LIMIT
from words.alt import describe_scene

GAMES = ["first-game-2", "first-game-4", "free-3", "idle-end"]
LOOKED_THROUGH = ["first-game-2", "free-3"]


def of(game: str) -> list[Scene]:
    return list(scenes(record(game).start, record(game).actions))


def full_frames(game: str) -> list[Image.Image]:
    """Every frame of a replay, drawn whole."""
    found = of(game)
    look: Any = {"names": names(found[0].view), "title": "", "theme": Theme.DARK, "words": ENGLISH}
    log = Game.from_log(record(game).start, map(str, record(game).actions))
    last = end_raster(found[-1].view, story=story_of(log), behind=False, **look)
    rasters = [*(scene_raster(scene, **look) for scene in found), last]
    return [raster.pixels().convert("RGB") for raster in rasters]


@pytest.mark.slow
@pytest.mark.parametrize("game", nightly_except(LOOKED_THROUGH, "free-3"))
def test_frames_of_differences_show_the_same_pixels_as_whole_ones(game: str) -> None:
    told, whole = list[tuple[int, int]](), full_frames(game)
    who = names(of(game)[0].view)
    gif = draw_replay(record(game), names=who, progress=lambda *both: told.append(both))
    # It tells how far it is.
    assert told == [(done, len(whole)) for done in range(1, len(whole) + 1)]
    for frame, expected in zip(frames(gif), whole, strict=True):
        assert frame.size == expected.size
        assert ImageChops.difference(frame, expected).getbbox() is None
    assert len(gif) <= 1_000_000 < LIMIT


@pytest.mark.parametrize("game", GAMES)
def test_scenes_are_the_turns_of_the_game(game: str) -> None:
    found, players = of(game), len(record(game).start.colours)
    last = len(found) - 1
    assert [(scene.number, scene.total) for scene in found] == [(n, last) for n in range(last + 1)]
    assert [scene.mover for scene in found] == [None, *(n % players for n in range(last))]
    for before, scene in pairwise(found):
        assert scene.values_before == before.view.values
        assert scene.turn is not None
        assert scene.turn.number == scene.number
    result = found[-1].view.result
    assert result is not None
    assert found[-1].gold == tuple(map(sub, result.gold, result.sold))


@pytest.mark.parametrize("actions", range(40, 60))
def test_of_a_running_game_only_the_public_past_is_told(actions: int) -> None:
    start, done = record("first-game-4").start, record("first-game-4").actions[:actions]
    found = list(scenes(start, done))
    assert {(scene.gold, scene.view.screen) for scene in found} == {(None, None)}
    ends = [number for number, action in enumerate(done, 1) if isinstance(action, End)]
    assert len(found) == len(ends) + 1
    # What was done in the turn being played changes nothing of what is told.
    assert found == list(scenes(start, done[: ends[-1]]))


@pytest.mark.parametrize(("asked", "shown"), [(-3, 0), (0, 0), (7, 7), (10_000, None)])
def test_a_turn_is_found_by_its_number(asked: int, shown: int | None) -> None:
    game = record("first-game-3")
    scene = scene_at(game.start, game.actions, asked)
    assert scene.number == (scene.total if shown is None else shown)
    assert scene == of("first-game-3")[scene.number]


def test_the_picture_tells_mover_gold_and_changes() -> None:
    scene = next(scene for scene in of("first-game-2") if scene.changed.pieces)
    assert scene.turn is not None
    assert scene.gold is not None
    other_seat = replace(scene.turn, seat=1 - scene.turn.seat)
    others = [
        scene,
        replace(scene, turn=other_seat),
        replace(scene, gold=(scene.gold[0] + 1, scene.gold[1])),
        replace(scene, gold=None),
        replace(scene, number=scene.number + 1),
        replace(scene, values_before=scene.view.values),
    ]
    assert len({draw_scene(one, names=("Ada", "Bo")) for one in others}) == len(others)


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", nightly_except([SMALL, ISLAND], SMALL), ids=lambda edition: edition.id
)
def test_games_of_other_editions_are_replayed_too(edition: Edition) -> None:
    rng = random.Random(3)
    seats = max(edition.extra_neutral)
    game = random_game(random_start(edition, "first-game", seats, rng), rng)
    view = game.replay().view()
    ended = sum(isinstance(action, End) for action in game.actions)
    assert len(frames(draw_replay(game, names=names(view)))) == ended + 2
    for theme in Theme:
        assert draw_end(view, names=names(view), story=flat_chart(view), theme=theme)


@pytest.mark.parametrize("game", GAMES)
def test_scenes_are_told_in_whole_sentences(game: str) -> None:
    for scene in of(game):
        for whom in (names(scene.view), ["W" * 400] * len(scene.view.seats)):
            text = describe_scene(scene, names=whom)
            assert 0 < len(text) <= ALT_LIMIT
            assert text.endswith(".")
        if scene.turn is None:
            assert text.startswith("The start of the game; ")
            continue
        text = describe_scene(scene, names=names(scene.view))
        assert text.startswith(f"Turn {scene.number} of {scene.total}: ")
        for tile in scene.changed.tiles:
            assert f"on {' '.join(square_names(tile.squares))}." in text
        for family, before, after in zip(
            scene.view.edition.families, scene.values_before, scene.view.values, strict=True
        ):
            assert (f"{family} {before} → {after}" in text) == (before != after)
        assert "Gold from sales: " in text
    hidden = replace(of(game)[3], gold=None)
    assert "Gold" not in describe_scene(hidden, names=names(hidden.view))


def test_no_scene_without_a_game() -> None:
    start = record("free-2").start
    [only] = scenes(start, ())
    assert (only.number, only.total, only.gold) == (0, 0, None)
    assert only.view == Position(start).view()
    assert draw_scene(only, names=("Ada", "Bo"))
