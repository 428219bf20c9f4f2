"""The players' panels of a column: the data that panels show, and their empty boxes first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.story import Changes
from engine.view import Counts, Phase, View
from i18n.translation import Words
from render.art.panels import banner, castle_piece, hand_card, pennant
from render.art.tokens import sold_seal, worker_icon
from render.colours import PLAYER, RGB, Surface
from render.files.raster import Raster, Tile, plain_raster
from render.files.tile_cache import PASSING, TILES
from render.layout import COLUMN, GAP, SMALL, Box, Pen, box_pen
from render.letters.text import Style, legible, text_width


@dataclass(frozen=True)
class Told:
    """The data that the panels of one picture show."""

    view: View
    names: Sequence[str]
    title: str  # a short name of the game
    changed: Changes  # the news that the picture marks
    after: Counts | None  # the seal values that a planned castle piece would give, or None
    surface: Surface
    scale: float
    words: Words

    @property
    def before(self) -> Counts | None:
        """The earlier seal values to compare with, or None."""
        return self.changed.values_before


Panel = Callable[[Told, Box], Tile]


class Entry(NamedTuple):
    """A panel of the column: its function, and how it gets its height.

    A height is in units, or a function that says how much the picture needs; 0 takes a share of
    what is left over.
    """

    panel: Panel
    height: int | Callable[[Told], int]


def lay_column(raster: Raster, told: Told, entries: Sequence[Entry], box: Box = COLUMN) -> None:
    """Lay panels one under another into a box."""
    found = [
        (panel, height if isinstance(height, int) else height(told)) for panel, height in entries
    ]
    shares = sum(not height for _, height in found)
    spare = box.height + GAP - sum(height + GAP for _, height in found)
    top, scale = box.top, told.scale
    for panel, height in found:
        height = height or spare // shares
        tile = panel(told, Box(0, 0, box.width, height))
        raster.paste(tile, round(box.left * scale), round(top * scale))
        top += height + GAP


def page_pen(box: Box, surface: Surface, scale: float) -> Pen:
    """Return a pen for a new raster of a box's size in the page's colour."""
    size = round(box.width * scale), round(box.height * scale)
    return Pen(plain_raster(*size, surface.page), surface, scale)


_LINE: Final = 31  # from one line of a row to the next
_EDGES: Final = 4  # what the edges of a row take of its height
_SEAL: Final = 42
_BETWEEN: Final = GAP // 2
_TALL: Final = 84  # the height from which a row has room for a figure below the name
_NARROW: Final = 60  # the least width of a name's letters, in hundredths


class Sale(NamedTuple):
    """The seals of each family that a player sold by banners; zeros for a banner alone."""

    colour: str
    sold: Counts
    families: tuple[str, ...]

    @classmethod
    def of(cls, view: View, changed: Changes, seat: int) -> "Sale | None":
        """Return a seat's sale in the news, or None."""
        sold = changed.sold_by(seat)
        return cls(view.seats[seat].colour, sold, view.edition.families) if sold else None


class SeatRow(NamedTuple):
    """The contents of a player's row.

    Attributes:
        banners, cards: how many the player has.
        workers: how many are left to be placed, or None to leave them out.
        owed: castle pieces that the player has to place now.
        sale: the sale by a banner in the news, or None.
    """

    name: str
    colour: str
    active: bool
    banners: int
    cards: int
    workers: int | None
    owed: int
    sale: Sale | None

    @property
    def lines(self) -> int:
        """The number of lines that the row has if there is room for them."""
        return 3 if self.sale else 2


def seat_row(told: Told, seat: int, *, stock: bool) -> SeatRow:
    """Return the contents of a seat's row; with the workers left if ``stock``."""
    view, open_seat = told.view, told.view.seats[seat]
    # Pieces owed stand where the cards do: in that moment they are the more urgent number.
    owed = view.owed if view.phase is Phase.CASTLE and view.active == seat else 0
    return SeatRow(
        legible(told.names[seat]) or told.words.name(open_seat.colour),
        open_seat.colour,
        view.active == seat,
        open_seat.banners,
        open_seat.cards,
        view.workers_left(seat) if stock else None,
        owed,
        Sale.of(view, told.changed, seat),
    )


def players(told: Told, box: Box) -> Tile:
    """Draw all players in turn order: hat, name, banners left, cards, and a sale."""
    rows = [seat_row(told, seat, stock=False) for seat in range(len(told.view.seats))]
    return PASSING.get(_rows, tuple(rows), box, told.surface, told.scale)


def others(told: Told, box: Box) -> Tile:
    """Draw all players but the view's own, with the workers they have left."""
    count = len(told.view.seats)
    # From the next in turn on.
    order = [(step + (told.view.seat or 0)) % count for step in range(1, count)]
    rows = tuple(seat_row(told, seat, stock=True) for seat in order)
    return PASSING.get(_rows, rows, box, told.surface, told.scale)


def _rows(rows: tuple[SeatRow, ...], box: Box, surface: Surface, scale: float) -> Tile:
    pen, top = page_pen(box, surface, scale), 0
    for row, height in zip(rows, heights(rows, box.height), strict=True):
        # Each row is a tile of its own, since a turn changes one or two of them.
        tile = PASSING.get(_row, row, Box(0, 0, box.width, height), surface, scale)
        pen.paste(tile, 0, top)
        top += height + _BETWEEN
    return pen.raster.tile()


def heights(rows: Sequence[SeatRow], height: int) -> list[int]:
    """Share a height among rows, so that those with more lines get more, if there is enough."""
    room = height - _BETWEEN * (len(rows) - 1)
    least = [_EDGES + _LINE * row.lines for row in rows]
    if sum(least) > room:
        return [room // len(rows)] * len(rows)
    return [one + (room - sum(least)) // len(rows) for one in least]


def _row(row: SeatRow, box: Box, surface: Surface, scale: float) -> Tile:
    fill = surface.active if row.active else surface.panel
    edge = PLAYER[row.colour] if row.active else surface.panel_edge
    pen = box_pen(box, surface, scale, fill=fill, edge=edge, thick=4 if row.active else 2)
    lines = min(row.lines, (box.height - _EDGES) // _LINE)
    # A sale is news, a name is not: where there is room for one of them, it is the sale.
    named, sale = lines == row.lines, row.sale if lines > 1 else None
    used = lines * _LINE
    top = (box.height - used) // 2
    left, right, upper = 67, box.width - 8, 0
    if named and not sale and box.height >= _TALL:
        style = Style("bold", pen.px(SMALL), surface.strong, fill, _NARROW)
        # A long name has a line of its own, above the figure too.
        upper = _LINE * (text_width(row.name, style) > pen.px(right - left))
    # A sale below the name begins at the edge, so the figure stands above it.
    lower = _LINE if sale and named else 0
    size = min(box.height - upper - lower - 4, 50 if row.active else 58)
    # Whose turn it is has an arrow where the others have their colour.
    if row.active:
        sign = TILES.get(pennant, 20, surface.strong, scale, fill)
        pen.paste(sign, 4, (box.height + upper - lower) // 2 - 10)
    else:
        pen.fill(5, 8, 5, box.height - 16, PLAYER[row.colour])
    icon = TILES.get(worker_icon, row.colour, size, scale, fill)
    pen.paste(icon, 68 - size, max(2, (box.height + upper - lower - size) // 2))
    if sale:
        y = top + used - _LINE - 4 if named else top - 4
        lay_sale(pen, sale, (6 if named else left, y), right, fill)
    if named:
        x, y = (14, top - 6) if upper else (left, top - 6)
        tone, width = surface.strong, right - x
        pen.write(x, y, row.name, SMALL, colour=tone, ground=fill, width=width, cut=True)
    below = top + (_LINE if lines > 1 else 0)
    _lay_facts(pen, row, left, below, right, fill)
    return pen.raster.tile()


def lay_sale(pen: Pen, sale: Sale, at: tuple[int, int], right: int, ground: RGB) -> None:
    """Lay a used banner, and how many seals of each family it sold, as far as ``right``."""
    x, y = at
    surface, scale = pen.surface, pen.scale
    flag = TILES.get(banner, PLAYER[sale.colour], 0.9 * scale, ground, surface.text)
    pen.paste(flag, x, y + 2)
    x += 26
    if not any(sale.sold):
        # Handed in for its workers alone.
        tone = surface.text
        pen.write(x, y - 1, "–", SMALL, colour=tone, ground=ground)
    counts = zip(sale.families, sale.sold, strict=True)
    shown = [(family, count) for family, count in counts if count]
    pitch = min(_SEAL + 2, (right - x) // max(1, len(shown)))
    for family, count in shown:
        pen.paste(TILES.get(sold_seal, family, count, _SEAL, scale, ground), x, y)
        x += pitch


def _lay_facts(pen: Pen, row: SeatRow, left: int, y: int, right: int, ground: RGB) -> None:
    """Lay the workers left, the banners and the cards of a player, or the pieces owed."""
    surface, scale = pen.surface, pen.scale

    def number(x: float, count: int | str, align: float = 0) -> float:
        tone = surface.text if count else surface.quiet
        return pen.digits(x, y + 16, str(count), colour=tone, ground=ground, align=align)

    text = f"×{row.owed}" if row.owed else str(row.cards)
    wide = number(right, text, 1)
    icon = castle_piece if row.owed else hand_card
    pen.paste(TILES.get(icon, 24, scale, ground), right - wide - 24, y + 4)
    x = float(left)
    if row.workers is not None:
        tone = surface.text if row.workers else surface.quiet
        pen.digits(x, y + 16, str(row.workers), colour=tone, ground=ground, width=36)
        x = left + 38
    flag = TILES.get(banner, PLAYER[row.colour], 0.74 * scale, ground, surface.text)
    pen.paste(flag, x, y + 1)
    number(x + 20, row.banners)
