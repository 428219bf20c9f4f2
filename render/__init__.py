"""Pictures made of views: boards, hands, charts, replays. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives the bytes of a picture. Nothing is remembered
between two pictures but tiles, in a bounded cache; every function may be called from any thread,
and the same arguments give the same bytes.
"""

from render.options import IconKind, Size, Theme
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
    "replay_frames",
    "sprite_spots",
]
