"""The animation of what changed: the board before, then each turn, the last one longest."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.events import BannerUsed
from engine.story import Scene, scenes_since
from render import Theme, draw_scene, draw_since
from render.layout import BOARD_WIDTH
from tests.render.scenes import frames, names, opened, record
from words.alt import LIMIT, describe_since


def _scenes(game: str, first: int, turns: int) -> list[Scene]:
    return scenes_since(record(game).start, record(game).actions, first)[: turns + 1]


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    ("game", "first", "turns"), [("first-game-4", 18, 3), ("first-game-2", 1, 1)]
)
def test_each_frame_is_of_its_turn(game: str, first: int, turns: int, theme: Theme) -> None:
    shown = _scenes(game, first, turns)
    assert [scene.number for scene in shown] == list(range(first - 1, first + turns))
    look = {"names": names(shown[0].view), "title": "Game 12", "theme": theme}
    animation = draw_since(shown, **look)  # type: ignore[arg-type]
    assert len(animation) < 400_000
    before, *after = frames(animation)
    assert len(after) == turns
    for frame, scene in zip(after, shown[1:], strict=True):
        whole = opened(draw_scene(scene, **look))  # type: ignore[arg-type]
        # Two colours of the palette that are all but alike become one in an animation.
        grey = ImageChops.difference(frame, whole).convert("L")
        assert not grey.point([0] * 9 + [255] * 247).getbbox()
    for one, other in pairwise([before, *after]):
        assert ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("game", ["first-game-2", "first-game-3", "first-game-4"])
@pytest.mark.parametrize("open_gold", [True, False])
def test_a_scene_shows_what_a_banner_sold_beside_the_board(game: str, open_gold: bool) -> None:
    scene = next(one for one in _scenes(game, 1, 60) if any(u.sold for u in one.changed.banners))
    scene = scene if open_gold else replace(scene, gold=None)
    assert scene.turn is not None
    unsold = [
        ply._replace(events=tuple(e for e in ply.events if not isinstance(e, BannerUsed)))
        for ply in scene.turn.plies
    ]
    bare = replace(scene, turn=replace(scene.turn, plies=unsold))
    shown, without = (opened(draw_scene(one, names=names(scene.view))) for one in (scene, bare))
    different = ImageChops.difference(shown, without).getbbox()
    assert different is not None
    assert different[0] > BOARD_WIDTH


def test_the_last_turn_is_shown_longest() -> None:
    picture = Image.open(io.BytesIO(draw_since(_scenes("first-game-4", 18, 3), names=["A"] * 4)))
    lasts = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
    assert len(lasts) == 4
    assert max(lasts) == lasts[-1]
    assert min(lasts) >= 1000


def test_without_a_turn_there_is_nothing_to_show() -> None:
    with pytest.raises(ValueError, match="nothing has changed"):
        draw_since(_scenes("first-game-4", 18, 0), names=["A"] * 4)


def test_its_description_tells_each_turn() -> None:
    shown = _scenes("first-game-4", 18, 3)
    told = describe_since(shown, names=["Ada", "Bela", "Cleo", "Dora"])
    assert told.startswith("An animation of 3 turns, beginning with the board before them.")
    assert len(told) <= LIMIT
    for name in ("Bela", "Cleo", "Dora"):
        assert f"{name} (" in told
