"""A turn of the past as a picture, and animations: of some turns, or of a whole game."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from engine import Game, Record, View
from engine.story import Scene, scenes, story_of
from i18n.translation import ENGLISH, Words
from render import layout
from render.art.panels import change_arrow, pennant
from render.art.tokens import coin, seal, worker_icon
from render.board.picture import plain_board_raster
from render.board.players import Sale, lay_sale
from render.colours import PLAYER
from render.end import end_raster
from render.files.raster import Raster, as_png, palette_bytes
from render.files.tile_cache import TILES
from render.letters.text import Style, legible, text_width
from words.sentences import Marks

_PAD: Final = 12
_HEAD: Final = 112
_VALUE: Final = 46
_NAME: Final = 42
_TALL: Final = 150  # the height from which a figure has the gold under it and not beside it
_SALE: Final = 46
_COLUMNS: Final = 2  # seal values side by side
_LEFT: Final = layout.BOARD_WIDTH + layout.GAP
_WIDE: Final = layout.WIDTH - layout.BOARD_WIDTH - 2 * layout.GAP


class _Player(NamedTuple):
    """The contents of a player's box, which stands out for the mover."""

    name: str
    colour: str
    stands_out: bool
    gold: int | None
    sale: Sale | None


def scene_raster(
    scene: Scene,
    *,
    names: Sequence[str],
    title: str = "",
    theme: layout.Theme = layout.Theme.DARK,
    words: Words = ENGLISH,
) -> Raster:
    """Draw a turn of a game's past: its marks, the mover, the values, the gold where it is open."""
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
    head = words("The start")
    if scene.number:
        head = words.context("heading", "Turn {number}", number=scene.number)
    marks = Marks(changed=scene.changed)
    raster = plain_board_raster(scene.view, marks, theme, layout.Size.NORMAL)
    pen = layout.Pen(raster, theme.surface, 1.0)
    _lay_head(pen, scene, head, legible(title) or words("Arkadia"))
    rows = -(-len(scene.view.edition.families) // _COLUMNS)
    values = rows * _VALUE + _PAD
    top, bottom = 2 * layout.GAP + _HEAD, layout.BOARD_HEIGHT - 2 * layout.GAP - values
    tall = (bottom - top + layout.GAP) // len(seats) - layout.GAP
    for number, player in enumerate(seats):
        _lay_player(pen, player, layout.Box(_LEFT, top + number * (tall + layout.GAP), _WIDE, tall))
    _lay_values(pen, scene, layout.Box(_LEFT, bottom + layout.GAP, _WIDE, values))
    return raster


draw_scene = as_png(scene_raster)


def _lay_head(pen: layout.Pen, scene: Scene, head: str, title: str) -> None:
    surface, width = pen.surface, _WIDE - 2 * _PAD
    pen.box(
        layout.Box(_LEFT, layout.GAP, _WIDE, _HEAD), fill=surface.panel, edge=surface.panel_edge
    )
    x = _LEFT + _PAD
    pen.write(x, layout.GAP + 5, head, layout.MEDIUM, colour=surface.strong, width=width)
    pen.write(x, layout.GAP + 47, title, layout.SMALL, colour=surface.quiet, width=width, cut=True)
    done = width * scene.number / max(1, scene.total)
    pen.fill(x, layout.GAP + _HEAD - 22, width, 10, surface.panel_edge)
    pen.fill(x, layout.GAP + _HEAD - 22, done, 10, surface.good)


def _lay_player(pen: layout.Pen, player: _Player, box: layout.Box) -> None:
    """Lay a player's box; the mover's has a band under the name and an edge of the own colour.

    The rest of the box stays as it is, so that in an animation little changes from turn to turn.
    """
    surface = pen.surface
    edge = PLAYER[player.colour] if player.stands_out else surface.panel_edge
    pen.box(box, fill=surface.panel, edge=edge, thick=6 if player.stands_out else 2)
    below = layout.Box(
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


def _lay_band(pen: layout.Pen, player: _Player, box: layout.Box, sale: Sale | None) -> None:
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
        pen.write(x, y, player.name, layout.SMALL, colour=tone, ground=fill, width=room, cut=True)


def _lay_figure(pen: layout.Pen, player: _Player, box: layout.Box, align: float) -> None:
    size = min(box.width, box.height) if align else min(80, box.height)
    tile = TILES.get(worker_icon, player.colour, size, 1.0, pen.surface.panel)
    x = box.left + round((box.width - size) * align)
    pen.paste(tile, x, box.top + (box.height - size) // 2)


def _lay_gold(pen: layout.Pen, player: _Player, box: layout.Box, align: float) -> None:
    """Lay the gold with a coin before it."""
    if player.gold is None:
        return
    surface, gold = pen.surface, str(player.gold)
    sign = TILES.get(coin, 34, 1.0, surface.panel)
    wide = text_width(gold, Style("bold", layout.LARGE, surface.strong, surface.panel))
    left = box.left + round((box.width - wide - sign.width - 4) * align)
    middle = box.top + box.height // 2
    pen.paste(sign, left, middle - sign.height // 2)
    pen.write(left + sign.width + 4, middle - 28, gold, layout.LARGE, colour=surface.strong)


def _lay_values(pen: layout.Pen, scene: Scene, box: layout.Box) -> None:
    surface, view = pen.surface, scene.view
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    wide = (box.width - _PAD) // _COLUMNS
    values = zip(view.edition.families, view.values, scene.values_before, strict=True)
    for number, (family, value, before) in enumerate(values):
        x = box.left + _PAD // 2 + number % _COLUMNS * wide
        y = box.top + _PAD // 2 + number // _COLUMNS * _VALUE - 2
        pen.paste(TILES.get(seal, family, 40, 1.0, surface.panel), x, y + 3)
        pen.write(x + 54, y, str(value), layout.MEDIUM, colour=surface.strong, align=0.5)
        if value != before:
            colour = surface.good if value > before else surface.bad
            arrow = TILES.get(change_arrow, value > before, 20, colour, 1.0, surface.panel)
            pen.paste(arrow, x + wide - 22, y + 14)


def animated(frames: Iterator[tuple[Raster, int]]) -> bytes:
    """Return a GIF that runs for ever, each frame only its differences from the one before.

    Args:
        frames: the pictures, and how many milliseconds each is shown.
    """
    file = io.BytesIO()
    pictures = (raster.pixels(milliseconds) for raster, milliseconds in frames)
    # Optimized: what does not change is transparent in a frame, which packs best.
    next(pictures).save(
        file,
        "GIF",
        save_all=True,
        append_images=pictures,
        loop=0,
        disposal=1,
        optimize=True,
        palette=palette_bytes(),
    )
    return file.getvalue()


LIMIT: Final = 8 * 1024 * 1024  # bytes an animation may have at most
_TURN_MS: Final = 900
_LAST_MS: Final = 5000


def draw_replay(
    record: Record,
    *,
    names: Sequence[str],
    title: str = "",
    words: Words = ENGLISH,
    progress: Callable[[int, int], object] = lambda done, total: None,
    end: View | None = None,
) -> bytes:
    """Draw a GIF of a finished game: its start, its turns, and the ranking.

    Args:
        progress: called with how many frames are done and how many there are.
        end: the last position, with the result as it counts; None for that of the record.

    Raises:
        IllegalActionError: if an action of the record is not legal.
    """
    look: dict[str, Any] = {"names": names, "title": title, "words": words}
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


_BEFORE_MS: Final = 1500
_LATE_TURN_MS: Final = 2200
_NOW_MS: Final = 4500


def draw_since(
    scenes: Sequence[Scene],
    *,
    names: Sequence[str],
    title: str = "",
    theme: layout.Theme = layout.Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the way from one board to another as a GIF, a frame for each turn.

    Args:
        scenes: the scene after which it begins, which is shown without marks, and the turns since.

    Raises:
        ValueError: if there is no turn.
    """
    first, *turns = scenes
    if not turns:
        raise ValueError("nothing has changed")
    before = replace(first, turn=None, values_before=first.view.values)
    times = (_BEFORE_MS, *(_LATE_TURN_MS for _ in turns[1:]), _NOW_MS)
    return animated(
        (scene_raster(scene, names=names, title=title, theme=theme, words=words), lasts)
        for scene, lasts in zip((before, *turns), times, strict=True)
    )
