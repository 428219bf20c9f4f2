"""Pictures: ours beside python-chess's board through cairosvg, and the floor.

Each picture is measured on many positions of a game that was played, all tiles drawn before, the
ways taking turns so that a slow moment hits all of them. The floor of any picture of this size is
copying a frame and deflating it.
"""

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import cairosvg
import chess
import chess.svg
from isal import isal_zlib

from engine.opportunities import opportunities
from engine.view import View
from lab.bench.table import Row, above, limited
from lab.drawing.gallery import Film, films, ghost_marks
from render import Size, draw_board, draw_screen, draw_turn
from render.board.picture import board_raster
from render.files.raster import Raster
from render.files.tile_cache import TILES
from render.private.screen import screen_raster
from render.private.turn import turn_raster
from words.sentences import Marks

ROUNDS: Final = 12
MOVES: Final = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O")


def _floor(frame: Raster) -> Callable[[], object]:
    """Return the floor: copying a finished picture's rows and deflating them."""
    rows = bytes(frame.scanlines())
    return lambda: isal_zlib.compress(bytearray(rows), 1)


def _chess() -> Callable[[], object]:
    """Return the drawing of a chess position, of as many pixels as our picture."""
    board = chess.Board()
    for move in MOVES:
        board.push_san(move)
    last = board.peek()
    side = round(math.sqrt(math.prod(Size.NORMAL.value)))

    def draw() -> object:
        svg = chess.svg.board(board, lastmove=last, size=side)
        return cairosvg.svg2png(bytestring=svg.encode(), output_width=side, output_height=side)

    return draw


def _medians(ways: Sequence[Sequence[Callable[[], object]]]) -> list[float]:
    """Return each way's median milliseconds of processor time, the ways taking turns."""
    took: list[list[float]] = [[] for _ in ways]
    # Once without the clock: tiles and fonts are loaded by the first picture that needs them.
    for way in ways:
        for draw in way:
            draw()
    for _ in range(ROUNDS):
        for times, way in zip(took, ways, strict=True):
            for draw in way:
                # The thread's own time: what else runs on the machine is not counted.
                begin = time.thread_time()
                draw()
                times.append((time.thread_time() - begin) * 1e3)
    return [statistics.median(times) for times in took]


def _rows_of(
    name: str,
    draw: Callable[..., bytes],
    raster: Callable[..., Raster],
    looks: Sequence[tuple[View, Mapping[str, Any]]],
) -> list[Row]:
    """Measure a kind of picture, of some views with how each is drawn."""
    ours = [partial(draw, view, **look) for view, look in looks]
    floor = [_floor(raster(view, **look)) for view, look in looks]
    mine, svg, least = _medians((ours, [_chess()], floor))
    ratio = svg / mine
    return [
        Row(name, mine, "ms", "chess by cairosvg", svg, ratio, "≥ 60×", ratio >= 60),
        above(name, mine, "ms", "copy + isal", least, 2),
        limited(f"{name}, heaviest", max(len(picture()) for picture in ours) / 1000, "kB", 120),
    ]


def _drawn(film: Film) -> list[Row]:
    """Measure boards, first screens with news and chances, steps of the panel, and screens."""
    frames = film.frames[len(film.frames) // 2 :: 2]
    own = [film.position(share / 20) for share in range(6, 19)]
    views = [position.view(position.active) for position in own]
    names = {"names": film.names}
    boards = [(view, names | {"marks": marks}) for view, marks in frames]
    firsts, steps = [], []
    for position, view in zip(own, views, strict=True):
        marks = Marks(changed=film.changed_since_own_turn(view), chances=opportunities(view))
        firsts.append((view, names | {"marks": marks}))
        steps.append((view, names | {"marks": ghost_marks(position)}))
    return [
        *_rows_of("board after a turn", draw_board, board_raster, boards),
        *_rows_of("first screen of a turn", draw_turn, turn_raster, firsts),
        *_rows_of("a step of the panel", draw_turn, turn_raster, steps[:9]),
        *_rows_of("screen picture", draw_screen, screen_raster, [(view, names) for view in views]),
    ]


def rows() -> list[Row]:
    """Measure boards, first screens, steps of the panel, private screens, and the tiles' memory."""
    return [*_drawn(films()[2]), limited("memory of the tiles", TILES.memory / 1e6, "MB", 24)]
