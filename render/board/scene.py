"""The picture of one turn of a game's past: the board, the mover, and the players' gold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.scenes import Scene
from i18n.translation import ENGLISH, Words
from render.art.coins import coin
from render.art.figures import worker_icon
from render.art.panels import change_arrow, pennant, progress
from render.art.seals import seal
from render.board.picture import plain_board_raster
from render.board.players import Sale, lay_sale
from render.colours import PLAYER
from render.files.raster import Raster
from render.files.tile_cache import TILES
from render.layout import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GAP,
    LARGE,
    MEDIUM,
    SMALL,
    WIDTH,
    Box,
)
from render.letters.legible import legible
from render.letters.text import Style, text_width
from render.options import Size, Theme
from render.pen import Pen
from words.marks import Marks

_PAD: Final = 12
_HEAD: Final = 112
_VALUE: Final = 46
_NAME: Final = 42
_TALL: Final = 150
"""The height from which a figure has the gold under it and not beside it."""
_SALE: Final = 46
_COLUMNS: Final = 2
"""Seal values side by side."""
_LEFT: Final = BOARD_WIDTH + GAP
_WIDE: Final = WIDTH - BOARD_WIDTH - 2 * GAP


class _Player(NamedTuple):
    """The contents of a player's box, which stands out for the mover."""

    name: str
    colour: str
    stands_out: bool
    gold: int | None
    sale: Sale | None


def draw_scene(
    scene: Scene,
    *,
    names: Sequence[str],
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw one turn of a game's past as a PNG.

    Args:
        scene: the turn.
        names: the players' names by seat, in any script and of any length.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    return scene_raster(scene, names=names, title=title, theme=theme, words=words).png()


def scene_raster(
    scene: Scene, *, names: Sequence[str], title: str, theme: Theme, words: Words
) -> Raster:
    """Return the picture of a turn: its marks, the mover, the values, the gold where it is open."""
    seats = [
        _Player(
            legible(names[seat]) or words.name(open_seat.colour),
            open_seat.colour,
            seat == scene.mover,
            None if scene.gold is None else scene.gold[seat],
            Sale.of(scene.view, scene.changed, seat),
        )
        for seat, open_seat in enumerate(scene.view.seats)
    ]
    head = (
        words.context("heading", "Turn {number}", number=scene.number)
        if scene.number
        else words("The start")
    )
    return _raster(scene, Marks(changed=scene.changed), head, seats, title, theme, words)


def _raster(
    scene: Scene,
    marks: Marks,
    head: str,
    seats: Sequence[_Player],
    title: str,
    theme: Theme,
    words: Words,
) -> Raster:
    raster = plain_board_raster(scene.view, marks, theme, Size.NORMAL)
    pen = Pen(raster, theme.surface, 1.0)
    _lay_head(pen, scene, head, legible(title) or words("Arkadia"))
    rows = -(-len(scene.view.edition.families) // _COLUMNS)
    values = rows * _VALUE + _PAD
    top, bottom = 2 * GAP + _HEAD, BOARD_HEIGHT - 2 * GAP - values
    tall = (bottom - top + GAP) // len(seats) - GAP
    for number, player in enumerate(seats):
        _lay_player(pen, player, Box(_LEFT, top + number * (tall + GAP), _WIDE, tall))
    _lay_values(pen, scene, Box(_LEFT, bottom + GAP, _WIDE, values))
    return raster


def _lay_head(pen: Pen, scene: Scene, head: str, title: str) -> None:
    surface, width = pen.surface, _WIDE - 2 * _PAD
    pen.box(Box(_LEFT, GAP, _WIDE, _HEAD), fill=surface.panel, edge=surface.panel_edge)
    x = _LEFT + _PAD
    pen.write(x, GAP + 5, head, MEDIUM, colour=surface.strong, width=width)
    pen.write(x, GAP + 47, title, SMALL, colour=surface.quiet, width=width, cut=True)
    total = max(1, scene.total)
    # Twenty steps for any length, or those of a long game would be narrower than a pixel.
    done = round(20 * scene.number / total)
    bar = (done, 20, width, 10, surface.good, surface.panel_edge, 1.0, surface.panel)
    pen.paste(TILES.get(progress, *bar), x, GAP + _HEAD - 22)


def _lay_player(pen: Pen, player: _Player, box: Box) -> None:
    """Lay a player's box; the mover's has a band under the name and an edge of the own colour.

    The rest of the box stays as it is, so that in an animation little changes from turn to turn.
    """
    surface = pen.surface
    edge = PLAYER[player.colour] if player.stands_out else surface.panel_edge
    pen.box(box, fill=surface.panel, edge=edge, thick=6 if player.stands_out else 2)
    below = Box(
        box.left + _PAD, box.top + 12 + _NAME, box.width - 2 * _PAD, box.height - 20 - _NAME
    )
    tall = below.height > _TALL
    # Beside the figure is one place, for the gold or a sale; a sale is news, a name is not.
    in_band = player.sale if player.gold is not None and not tall else None
    _lay_band(pen, player, box, in_band)
    if player.sale and not in_band:
        left, top = (0, 0) if tall else (84, below.height // 2 - 24)
        at, right = (below.left + left, below.top + top), below.left + below.width
        lay_sale(pen, player.sale, at, right, surface.panel)
        if tall:
            below = below._replace(top=below.top + _SALE, height=below.height - _SALE)
    if below.height > _TALL:
        _lay_figure(pen, player, below._replace(height=below.height - 60), 0.5)
        _lay_gold(pen, player, below._replace(top=below.top + below.height - 58, height=58), 0.5)
    else:
        _lay_figure(pen, player, below, 0)
        _lay_gold(pen, player, below, 1)


def _lay_band(pen: Pen, player: _Player, box: Box, sale: Sale | None) -> None:
    """Lay the name of a player, or a sale in its place, on a band if it is the mover."""
    surface = pen.surface
    fill = surface.active if player.stands_out else surface.panel
    x, y, room = box.left + _PAD, box.top + 7, box.width - 2 * _PAD
    if player.stands_out:
        over = 4 if sale else 0
        pen.fill(box.left + 6, box.top + 10 - over, box.width - 12, _NAME - 4 + 2 * over, fill)
        pen.paste(TILES.get(pennant, 24, surface.strong, 1.0, fill), x, box.top + 18)
        x, room = x + 28, room - 28
    if sale:
        lay_sale(pen, sale, (x, y), x + room, fill)
    else:
        tone = surface.strong
        pen.write(x, y, player.name, SMALL, colour=tone, ground=fill, width=room, cut=True)


def _lay_figure(pen: Pen, player: _Player, box: Box, align: float) -> None:
    size = min(box.width, box.height) if align else min(80, box.height)
    tile = TILES.get(worker_icon, player.colour, size, 1.0, pen.surface.panel)
    x = box.left + round((box.width - size) * align)
    pen.paste(tile, x, box.top + (box.height - size) // 2)


def _lay_gold(pen: Pen, player: _Player, box: Box, align: float) -> None:
    """Lay the gold with a coin before it."""
    if player.gold is None:
        return
    surface, gold = pen.surface, str(player.gold)
    sign = TILES.get(coin, 34, 1.0, surface.panel)
    wide = text_width(gold, Style("bold", LARGE, surface.strong, surface.panel))
    left = box.left + round((box.width - wide - sign.width - 4) * align)
    middle = box.top + box.height // 2
    pen.paste(sign, left, middle - sign.height // 2)
    pen.write(left + sign.width + 4, middle - 28, gold, LARGE, colour=surface.strong)


def _lay_values(pen: Pen, scene: Scene, box: Box) -> None:
    surface, view = pen.surface, scene.view
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    wide = (box.width - _PAD) // _COLUMNS
    values = zip(view.edition.families, view.values, scene.values_before, strict=True)
    for number, (family, value, before) in enumerate(values):
        x = box.left + _PAD // 2 + number % _COLUMNS * wide
        y = box.top + _PAD // 2 + number // _COLUMNS * _VALUE - 2
        pen.paste(TILES.get(seal, family, 40, 1.0, surface.panel), x, y + 3)
        pen.write(x + 54, y, str(value), MEDIUM, colour=surface.strong, align=0.5)
        if value != before:
            colour = surface.good if value > before else surface.bad
            arrow = TILES.get(change_arrow, value > before, 20, colour, 1.0, surface.panel)
            pen.paste(arrow, x + wide - 22, y + 14)
