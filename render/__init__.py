"""Pictures and words made of views: boards, hands, charts, alt text. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives bytes of a picture or a text; a view that
contradicts itself is refused with ``DrawError`` (a ``ValueError``) or ``TypeError``. Nothing is
remembered between two pictures but tiles, in a bounded cache; every function may be called from
any thread, and the same arguments give the same bytes.
"""

from render.alt import describe_board, describe_end, describe_forms, describe_scene, describe_screen
from render.board import draw_board
from render.changes import Changes, changes_of
from render.check import DrawError
from render.counting import completed_by
from render.course import describe_course, draw_course
from render.end import draw_end
from render.forms import draw_forms
from render.fulltext import board_text, screen_text
from render.icons import IconKind, draw_icon
from render.lookback import draw_lookback
from render.opportunity_text import opportunity_text
from render.options import NO_MARKS, Chart, Ghost, Marks, Size, Theme
from render.queries import About, Near, Query, Unclear, query_text, read_query
from render.replay import draw_replay, replay_frames
from render.scene import Scene, scene_at, scenes
from render.scene_picture import draw_scene
from render.screen import draw_screen
from render.sentences import card_name, changed, counted, family_name, gold_text
from render.standings import MOST_ROWS, StandingRow, describe_standings, draw_standings
from render.steps import describe_turn
from render.turn import draw_turn
from render.warm import draw_all_tiles

__all__ = [
    "MOST_ROWS",
    "NO_MARKS",
    "About",
    "Changes",
    "Chart",
    "DrawError",
    "Ghost",
    "IconKind",
    "Marks",
    "Near",
    "Query",
    "Scene",
    "Size",
    "StandingRow",
    "Theme",
    "Unclear",
    "board_text",
    "card_name",
    "changed",
    "changes_of",
    "completed_by",
    "counted",
    "describe_board",
    "describe_course",
    "describe_end",
    "describe_forms",
    "describe_scene",
    "describe_screen",
    "describe_standings",
    "describe_turn",
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
    "draw_standings",
    "draw_turn",
    "family_name",
    "gold_text",
    "opportunity_text",
    "query_text",
    "read_query",
    "replay_frames",
    "scene_at",
    "scenes",
    "screen_text",
]
