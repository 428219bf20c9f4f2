"""Some turns of a running game as a short animation: the board before, then turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.scenes import Scene
from i18n.translation import ENGLISH, Words
from render.board.scene import scene_raster
from render.files.gif import animated
from render.options import Theme

_BEFORE_MS: Final = 1500
_TURN_MS: Final = 2200
_NOW_MS: Final = 4500


def draw_since(
    scenes: Sequence[Scene],
    *,
    names: Sequence[str],
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the way from one board to another as a GIF, a frame for each turn.

    Args:
        scenes: the scene after which it begins, which is shown without marks, and the turns since.
        names: the players' names by seat.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.

    Raises:
        ValueError: if there is no turn.
    """
    first, *turns = scenes
    if not turns:
        raise ValueError("nothing has changed")
    before = replace(first, turn=None, values_before=first.view.values)
    times = (_BEFORE_MS, *(_TURN_MS for _ in turns[1:]), _NOW_MS)
    return animated(
        (scene_raster(scene, names=names, title=title, theme=theme, words=words), lasts)
        for scene, lasts in zip((before, *turns), times, strict=True)
    )
