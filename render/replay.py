"""A whole game as an animation that Discord plays in the channel: a GIF of the turns."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from engine.actions import End
from engine.position import Position
from engine.record import Record
from engine.view import View
from render.board import board_frame
from render.changes import changes
from render.check import DrawError
from render.options import Marks, Theme
from translation import ENGLISH, Words

LIMIT: Final = 8 * 1024 * 1024
"""Bytes an animation may have at most."""
_WIDTHS: Final = (960, 800, 640, 480)
_TURN_MS: Final = 900
_LAST_MS: Final = 5000


def _nothing(done: int, total: int) -> None:
    return None


def replay_frames(record: Record) -> list[tuple[View, Marks]]:
    """The public view and its marks at the start of a recorded game and after each of its turns.

    Raises:
        IllegalActionError: if an action of the record is not legal.
    """
    position = Position(record.start)
    before = position.view()
    frames = [(before, Marks())]
    for action in record.actions:
        position.apply(action)
        if isinstance(action, End) or position.over:
            after = position.view()
            frames.append((after, changes(before, after)))
            before = after
    return frames


def draw_replay(
    frames: Sequence[tuple[View, Marks]],
    *,
    names: Sequence[str],
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
    progress: Callable[[int, int], None] = _nothing,
) -> bytes:
    """A GIF of a game, one frame for each view, below 8 MiB.

    Args:
        frames: a view and its marks after each turn, in order; ``replay_frames`` gives them.
        names: the players' names by seat.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
        progress: called with how many frames are done and how many there are.

    Raises:
        TypeError: if something is no view.
        DrawError: if there is no frame, or one contradicts itself.
    """
    if not frames:
        raise DrawError("a replay without frames")
    pictures: list[Image.Image] = []
    reduced: list[Image.Image] = []
    for number, (view, marks) in enumerate(frames, start=1):
        frame = board_frame(view, names=names, title=title, marks=marks, theme=theme, words=words)
        pictures.append(frame.pixels())
        reduced.append(_reduced(pictures[-1], _WIDTHS[0]))
        progress(number, len(frames))
    for width in _WIDTHS:
        if width != _WIDTHS[0]:
            reduced = [_reduced(picture, width) for picture in pictures]
        gif = _animated(reduced)
        if len(gif) <= LIMIT:
            return gif
    raise DrawError(f"{len(frames)} frames do not fit into {LIMIT} bytes")


def _reduced(picture: Image.Image, width: int) -> Image.Image:
    """A palette picture at another width, with the same palette."""
    size = (width, round(picture.height * width / picture.width))
    small = picture.convert("RGB").resize(size, Image.Resampling.BOX)
    return small.quantize(palette=picture, dither=Image.Dither.NONE)


def _animated(pictures: Sequence[Image.Image]) -> bytes:
    file = io.BytesIO()
    pictures[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[_TURN_MS] * (len(pictures) - 1) + [_LAST_MS],
        loop=0,
        optimize=False,
    )
    return file.getvalue()
