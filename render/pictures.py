"""All functions that draw, which ``render`` loads from here when one is called."""

from render.board.forms import draw_forms
from render.board.picture import draw_board
from render.board.scene import draw_scene
from render.board.since import draw_since
from render.charts.course import draw_course
from render.charts.lookback import draw_lookback
from render.charts.standings import draw_standings
from render.end.picture import draw_end, draw_story
from render.end.replay import draw_replay, replay_frames
from render.icons import draw_icon
from render.private.screen import draw_screen
from render.private.turn import draw_turn
from render.sprites import draw_sprites, sprite_spots
from render.warm import draw_all_tiles

__all__ = [
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
