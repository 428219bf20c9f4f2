"""Pictures made of views: boards, hands, charts, replays. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives the bytes of a picture. Nothing is remembered
between two pictures but tiles, in a bounded cache; every function may be called from any thread,
and the same arguments give the same bytes.
"""

from render.board.forms import draw_forms
from render.board.picture import draw_board
from render.board.scene import draw_scene
from render.board.since import draw_since
from render.charts.course import draw_course
from render.charts.lookback import draw_lookback
from render.charts.standings import draw_standings
from render.end.picture import draw_end, draw_story
from render.end.replay import draw_replay, replay_frames
from render.icons import IconKind, draw_icon
from render.options import Size, Theme
from render.private.screen import draw_screen
from render.private.turn import draw_turn
from render.warm import draw_all_tiles

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
    "draw_standings",
    "draw_story",
    "draw_turn",
    "replay_frames",
]
