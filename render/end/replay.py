"""A whole game as an animation that Discord plays in the channel: a GIF of the turns."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Final

from engine.game import Game
from engine.record import Record
from engine.scenes import Scene, scenes
from engine.story import story_of
from engine.view import View
from i18n.translation import ENGLISH, Words
from render.board.scene import scene_raster
from render.end.picture import end_raster
from render.files.gif import GifWriter
from render.options import Theme
from words.marks import Marks

LIMIT: Final = 8 * 1024 * 1024
"""Bytes an animation may have at most."""
_TURN_MS: Final = 900
_LAST_MS: Final = 5000


def _nothing(done: int, total: int) -> None:
    return None


def replay_frames(record: Record) -> list[tuple[View, Marks]]:
    """Return the public view and its marks at the start of a recorded game and after each turn.

    Raises:
        IllegalActionError: if an action of the record is not legal.
    """
    return [
        (scene.view, Marks(changed=scene.changed)) for scene in scenes(record.start, record.actions)
    ]


def draw_replay(
    record: Record,
    *,
    names: Sequence[str],
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
    progress: Callable[[int, int], None] = _nothing,
) -> bytes:
    """Draw a GIF of a finished game: its start, its turns, and the ranking.

    Frames are drawn and written one at a time; nothing is kept but the one before.

    Args:
        record: the game.
        names: the players' names by seat.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
        progress: called with how many frames are done and how many there are.

    Raises:
        IllegalActionError: if an action of the record is not legal.
    """
    file = io.BytesIO()
    writer: GifWriter | None = None
    last: Scene | None = None
    for scene in scenes(record.start, record.actions):
        raster = scene_raster(scene, names=names, title=title, theme=theme, words=words)
        # Made with the first frame, which knows the size.
        writer = writer or GifWriter(file, raster.width, raster.height)
        writer.add(raster.pixels(), _TURN_MS)
        progress(scene.number + 1, scene.total + 2)
        last = scene
    assert writer is not None
    assert last is not None
    story = story_of(Game.from_log(record.start, map(str, record.actions)))
    end = end_raster(last.view, names=names, story=story, title=title, theme=theme, words=words)
    writer.add(end.pixels(), _LAST_MS)
    writer.close()
    progress(last.total + 2, last.total + 2)
    # An error here rather than a refusal of Discord's, whose limit is 10 MiB.
    if file.tell() > LIMIT:
        raise ValueError(f"{last.total} turns do not fit into {LIMIT} bytes")
    return file.getvalue()
