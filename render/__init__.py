"""Pictures made of views: boards, hands, charts, replays. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives the bytes of a picture. Nothing is remembered
between two pictures but tiles, in a bounded cache; every function may be called from any thread,
and the same arguments give the same bytes.

The first picture loads the code that draws, and Pillow with it, in the thread that draws it.
Neither the start of the bot needs them, nor a process that only names a theme.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from render.options import IconKind, Size, Theme

_DRAWING = "render.pictures"


def load_drawing() -> None:
    """Load the code that draws; if another thread does so, wait for it."""
    import_module(_DRAWING)


if TYPE_CHECKING:
    from render.pictures import (
        draw_all_tiles,
        draw_board,
        draw_course,
        draw_end,
        draw_forms,
        draw_icon,
        draw_lookback,
        draw_replay,
        draw_scene,
        draw_screen,
        draw_since,
        draw_sprites,
        draw_standings,
        draw_story,
        draw_turn,
        replay_frames,
        sprite_spots,
    )
else:

    def __getattr__(name: str) -> Callable[..., object]:
        """Return a stand-in for a function that draws, which loads it when it is called."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

        def draw(*what: object, **how: object) -> object:
            return getattr(import_module(_DRAWING), name)(*what, **how)

        return draw


__all__ = [
    "IconKind",
    "Size",
    "Theme",
    "draw_all_tiles",
    "draw_board",
    "draw_course",
    "draw_end",
    "draw_forms",
    "draw_icon",
    "draw_lookback",
    "draw_replay",
    "draw_scene",
    "draw_screen",
    "draw_since",
    "draw_sprites",
    "draw_standings",
    "draw_story",
    "draw_turn",
    "load_drawing",
    "replay_frames",
    "sprite_spots",
]
