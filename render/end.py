"""The picture of a finished game: the players on a podium before the last board, and their gold."""

from collections.abc import Sequence
from typing import Final

from engine.story import Story
from engine.view import Result, View
from i18n.translation import ENGLISH, Words
from render import colours
from render.art.signs import paint_crown
from render.art.tokens import paint_coin, paint_worker, worker_icon
from render.board.picture import plain_board_raster
from render.canvas import Canvas
from render.charts import gold_chart, value_chart
from render.files.raster import Raster, Tile, as_png, plain_raster, tile_over
from render.files.tile_cache import PASSING, TILES
from render.layout import BOARD_WIDTH, GAP, HEIGHT, LARGE, SMALL, WIDTH, Box, Pen, Size, Theme
from render.letters.text import legible
from words.sentences import NO_MARKS

RIBBON: Final[colours.RGB] = colours.FAMILY["red"]  # the ground of the ribbon's letters
_COURSE: Final = 30  # the height of a course of stones
_TEETH: Final = 14
_SHADE: Final = 12  # how far a block's shadow falls to the east and south
PLATE: Final = (150, 62)  # the width and height of the plate for a player's gold


def standing(
    width: int, stone: int, figure: int, colour: str, crowned: bool, ground: colours.RGB
) -> Tile:
    """Draw a player on a block of the podium, to be laid by its upper left corner.

    Args:
        width, stone: the block's width and height without its battlements, in units.
        figure: the height of the figure.
        crowned: whether the player has won.
    """
    above = _TEETH + figure + (figure // 3 if crowned else 0)
    canvas = Canvas(width + _SHADE, above + stone, 1.0)
    canvas.box(_SHADE, above + _SHADE, width + _SHADE, above + stone, colours.darker(ground, 0.45))
    canvas.box(0, above - _TEETH, width, above + stone, colours.INK)
    for left in range(0, width, 52):
        canvas.box(left + 26, above - _TEETH - 1, left + 52, above - 2, ground)
    canvas.box(2, above, width - 2, above + stone, colours.STONE)
    canvas.box(2, above, 12, above + stone, colours.STONE_LIGHT)
    canvas.box(width - 16, above, width - 2, above + stone, colours.STONE_DARK)
    for left in range(0, width, 52):
        right = min(left + 26, width)
        canvas.box(left + 2, above - _TEETH + 2, right - 2, above + 6, colours.STONE_LIGHT)
    for number, y in enumerate(range(above + 34, above + stone, _COURSE)):
        canvas.line([(4, y), (width - 4, y)], colours.STONE_LINE, 1.6)
        for x in range(30 + number % 2 * 30, width - 8, 60):
            canvas.line([(x, y), (x, min(y + _COURSE, above + stone))], colours.STONE_LINE, 1.6)
    paint_worker(canvas, colour, width / 2, above - figure / 2 + 4, figure, colours.PAPER, tool=0)
    if crowned:
        paint_crown(canvas, width / 2, figure * 0.22, figure * 0.46)
    _paint_plate(canvas, colour, (width - PLATE[0]) / 2, above + 14)
    return tile_over(canvas, ground).moved(0, -above)


def _paint_plate(canvas: Canvas, colour: str, x: float, y: float) -> None:
    """Paint the plate for a player's gold, with a coin, the number still missing."""
    right, low = x + PLATE[0], y + PLATE[1]
    canvas.box(x, y, right, low, colours.INK, radius=13)
    canvas.box(x + 2, y + 2, right - 2, low - 2, colours.PLAYER[colour], radius=12)
    canvas.box(x + 7, y + 7, right - 7, low - 7, colours.PAPER, radius=8)
    coin = canvas.part(34, 34)
    paint_coin(coin, 34)
    canvas.lay(coin, x + 13, y + 14)


def ribbon(width: int, height: int, ground: colours.RGB) -> Tile:
    """Draw the ribbon for the winner's name, with a tail at each end."""
    tail, low = 46, 12
    canvas = Canvas(width, height + low, 1.0)
    deep = colours.darker(RIBBON, 0.42)
    for side in (1, -1):
        near, far = (0, tail + 34) if side > 0 else (width, width - tail - 34)
        middle = low + height / 2
        outline = [(near, low), (far, low), (far, low + height), (near, low + height)]
        canvas.polygon([*outline, (near + side * 26, middle)], deep, edge=colours.INK, width=2)
    canvas.box(tail, 0, width - tail, height, colours.INK)
    canvas.box(tail + 2, 2, width - tail - 2, height - 2, colours.GOLD)
    canvas.box(tail + 2, 8, width - tail - 2, height - 8, RIBBON)
    return tile_over(canvas, ground)


_PAD: Final = 10
_HEAD: Final = 48  # the height of a chart's heading
_RIBBON: Final = Box(150, 14, WIDTH - 300, 112)
_FOOT: Final = 530  # where the blocks of the podium end, and the panel with names and bars begins
_BLOCK: Final = 236
_BETWEEN: Final = 22
_STEPS: Final = (196, 158, 120, 86)  # the heights of the blocks by rank
_FIGURES: Final = (144, 108)  # the heights of a winner's figure, and of another player's
_NAMES: Final = 46
_BAR: Final = 48  # the most that a bar is high
_VEIL: Final = 0.72  # how much of the board behind the podium the page covers
_GOLD: Final = Box(GAP, GAP, WIDTH - 2 * GAP, round(HEIGHT * 0.56))
_VALUES: Final = Box(GAP, _GOLD.height + 2 * GAP, _GOLD.width, HEIGHT - _GOLD.height - 3 * GAP)


def end_raster(
    view: View,
    *,
    names: Sequence[str],
    story: Story,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
    behind: bool = True,
) -> Raster:
    """Draw the end of a game: the podium, each player's gold by sale, the last board ``behind``."""
    result, surface = view.result, theme.surface
    assert result is not None
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    if behind:
        board = plain_board_raster(view, NO_MARKS, theme, Size.NORMAL).tile()
        pen.paste(board, (WIDTH - BOARD_WIDTH) / 2, 0)
        pen.raster.veil(surface.page, _VEIL)
    shown = [
        legible(name) or words.name(seat.colour)
        for name, seat in zip(names, view.seats, strict=True)
    ]
    winners = [shown[seat] for seat in result.winners]
    if len(winners) == 1:
        told = words("{name} wins", name=winners[0])
    else:
        told = words("{names} win together", names=words.all_of(winners))
    lay_ribbon(pen, legible(title) or words("Final ranking"), told)
    _lay_podium(pen, view, result, shown)
    _lay_bars(pen, view, result, story)
    return pen.raster


draw_end = as_png(end_raster)


def lay_ribbon(pen: Pen, title: str, told: str) -> None:
    """Lay the name of the game and of its winner."""
    tile = TILES.get(ribbon, _RIBBON.width, _RIBBON.height, pen.surface.page)
    pen.paste(tile, _RIBBON.left, _RIBBON.top)
    middle, width = WIDTH / 2, _RIBBON.width - 130
    for top, text, size, colour in (
        (18, title, SMALL, colours.GOLD),
        (57, told, LARGE, colours.PAPER),
    ):
        pen.write(
            middle, top, text, size, colour=colour, ground=RIBBON, align=0.5, width=width, cut=True
        )


def _lay_podium(pen: Pen, view: View, result: Result, names: Sequence[str]) -> None:
    """Lay the players on blocks, the higher the better: second, first, third, fourth."""
    surface, ranked = pen.surface, list(result.ranking)
    # A winner stands in the middle; who has won alike stands beside it, as high.
    order = [ranked[1], ranked[0], *ranked[2:]] if len(ranked) > 1 else ranked
    left = (WIDTH - len(order) * _BLOCK - (len(order) - 1) * _BETWEEN) // 2
    pen.fill(0, _FOOT, WIDTH, HEIGHT - _FOOT, surface.panel)
    pen.fill(0, _FOOT, WIDTH, 3, surface.panel_edge)
    for rank, seat in order:
        won, stone = seat in result.winners, _STEPS[rank - 1]
        colour, figure = view.seats[seat].colour, _FIGURES[0 if won else 1]
        tile = PASSING.get(standing, _BLOCK, stone, figure, colour, won, surface.page)
        pen.paste(tile, left, _FOOT - stone)
        middle, at = left + _BLOCK / 2, _FOOT - stone + 14 + PLATE[1] / 2
        gold, tone = str(result.gold[seat]), colours.PAPER
        pen.digits(middle + 22, at, gold, LARGE, colour=colours.INK, ground=tone, align=0.5)
        name, strong = names[seat], surface.strong
        pen.write(middle, _FOOT + 4, name, SMALL, colour=strong, align=0.5, width=_BLOCK, cut=True)
        left += _BLOCK + _BETWEEN


def _lay_bars(pen: Pen, view: View, result: Result, story: Story) -> None:
    """Lay each player's bar, as long as the gold is much; the last sale is hollow."""
    top, count = _FOOT + _NAMES, len(result.ranking)
    pitch = min((HEIGHT - top - GAP) // count, _BAR + GAP)
    top += (HEIGHT - top - pitch * count) // 2
    # Never 0, by which the lengths of the bars are divided.
    most = max(1, *result.gold)
    for _, seat in result.ranking:
        colour = view.seats[seat].colour
        icon = TILES.get(worker_icon, colour, pitch - 2, 1.0, pen.surface.panel)
        pen.paste(icon, _PAD, top)
        room = Box(_PAD + 58, top + 3, WIDTH - 3 * _PAD - 58, pitch - 6)
        before = result.gold[seat] - result.sold[seat]
        sales = filter(None, story.sales[seat]) if story.sales else [before] * (before > 0)
        _lay_bar(pen, [*sales, result.sold[seat]], room, most, colours.PLAYER[colour])
        top += pitch


def _lay_bar(pen: Pen, parts: Sequence[int], box: Box, most: int, colour: colours.RGB) -> None:
    """Lay a player's bar: a full part a banner's sale, a hollow one for the sale at the end."""
    surface, done = pen.surface, 0
    for number, part in enumerate(parts, start=1):
        left, right = (round(box.width * gold / most) for gold in (done, done + part))
        done += part
        wide, x = right - left - 3, box.left + left
        # A sale of little gold may be narrower than its own edge.
        if wide < 4:
            continue
        pen.fill(x, box.top, wide, box.height, surface.text)
        pen.fill(x + 2, box.top + 2, wide - 4, box.height - 4, colour)
        ground = colour
        if number == len(parts) and wide > 16:
            pen.fill(x + 5, box.top + 5, wide - 10, box.height - 10, surface.panel)
            ground = surface.panel
        tone = colours.PAPER if colours.is_dark(ground) else colours.INK
        if wide >= 24 * len(str(part)) + 16:
            middle = box.top + box.height / 2
            pen.digits(x + wide / 2, middle, str(part), colour=tone, ground=ground, align=0.5)


def _chart_box(pen: Pen, box: Box, heading: str) -> Box:
    """Lay a box with a heading and return the room within."""
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    width = box.width - 2 * _PAD
    pen.write(box.left + _PAD, box.top + 3, heading, SMALL, colour=surface.strong, width=width)
    return Box(box.left + 6, box.top + _HEAD, box.width - 12, box.height - _HEAD - 6)


def draw_story(
    view: View, *, story: Story, theme: Theme = Theme.DARK, words: Words = ENGLISH
) -> bytes:
    """Draw the course of a finished game as a PNG: all players' gold by turn, and the values."""
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    gold = _chart_box(pen, _GOLD, words("Gold and unsold seals, by turn"))
    players = tuple(seat.colour for seat in view.seats)
    pen.paste(gold_chart(story, players, gold, surface), gold.left, gold.top)
    values = _chart_box(pen, _VALUES, words("Seal values"))
    families = view.edition.families
    pen.paste(value_chart(story, families, values, surface), values.left, values.top)
    return pen.raster.png()
