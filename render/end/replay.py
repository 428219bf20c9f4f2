"""A whole game as an animation that Discord plays in the channel: a GIF of the turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engine.game import Game
from engine.record import Record
from engine.scenes import scenes
from engine.story import story_of
from engine.view import View
from i18n.translation import ENGLISH, Words
from render.board.scene import scene_raster
from render.end.picture import end_raster
from render.files.gif import animated
from render.files.raster import Raster
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
    end: View | None = None,
) -> bytes:
    """Draw a GIF of a finished game: its start, its turns, and the ranking.

    Args:
        record: the game.
        names: the players' names by seat.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
        progress: called with how many frames are done and how many there are.
        end: the last position, with the result as it counts; None for that of the record.

    Raises:
        IllegalActionError: if an action of the record is not legal.
    """
    look: dict[str, Any] = {"names": names, "title": title, "theme": theme, "words": words}
    story = story_of(Game.from_log(record.start, map(str, record.actions)))

    def frames() -> Iterator[tuple[Raster, int]]:
        for scene in scenes(record.start, record.actions):
            yield scene_raster(scene, **look), _TURN_MS
            progress(scene.number + 1, scene.total + 2)
        # The frame before shows the board, and the file stays smaller.
        yield end_raster(end or scene.view, story=story, behind=False, **look), _LAST_MS
        progress(scene.total + 2, scene.total + 2)

    gif = animated(frames())
    # An error here rather than a refusal of Discord's, whose limit is 10 MiB.
    if len(gif) > LIMIT:
        raise ValueError(f"{len(record.actions)} actions do not fit into {LIMIT} bytes")
    return gif
