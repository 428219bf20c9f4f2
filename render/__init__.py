"""Pictures made of views: boards, hands, charts, replays. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives the bytes of a picture. Nothing is remembered
between two pictures but tiles, in a bounded cache; every function may be called from any thread,
and the same arguments give the same bytes. ``draw_board`` tells what the arguments are that many
of them have.
"""

from render.art.tokens import IconKind, draw_icon
from render.before_game import draw_forms, draw_gathering
from render.board.picture import draw_board
from render.charts import draw_lookback
from render.end import draw_end, draw_story
from render.layout import Size, Theme
from render.private.screen import draw_screen
from render.private.turn import draw_turn
from render.replay import draw_replay, draw_scene, draw_since

__all__ = [
    "IconKind",
    "Size",
    "Theme",
    "draw_board",
    "draw_end",
    "draw_forms",
    "draw_gathering",
    "draw_icon",
    "draw_lookback",
    "draw_replay",
    "draw_scene",
    "draw_screen",
    "draw_since",
    "draw_story",
    "draw_turn",
]
