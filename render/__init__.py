"""Pictures and words made of views: boards, hands, charts, alt text. No game state, no Discord.

Everything takes an ``engine.view.View`` and gives bytes of a picture or a text; a view that
contradicts itself is refused with ``DrawError`` (a ``ValueError``) or ``TypeError``. Nothing is
remembered between two pictures but tiles, in a bounded cache; every function may be called from
any thread, and the same arguments give the same bytes.
"""

from render.alt import describe_board, describe_end, describe_forms, describe_screen
from render.board import draw_board
from render.changes import changes
from render.check import DrawError
from render.end import draw_end
from render.forms import draw_forms
from render.fulltext import board_text, screen_text
from render.lookback import draw_lookback
from render.options import Chart, Ghost, Marks, Size, Theme
from render.replay import draw_replay, replay_frames
from render.screen import draw_screen
from render.sentences import card_name
from render.turn import draw_turn
from render.warm import draw_all_tiles

__all__ = [
    "Chart",
    "DrawError",
    "Ghost",
    "Marks",
    "Size",
    "Theme",
    "board_text",
    "card_name",
    "changes",
    "describe_board",
    "describe_end",
    "describe_forms",
    "describe_screen",
    "draw_all_tiles",
    "draw_board",
    "draw_end",
    "draw_forms",
    "draw_lookback",
    "draw_replay",
    "draw_screen",
    "draw_turn",
    "replay_frames",
    "screen_text",
]
