"""The side column of a board picture: the public knowledge besides the board, panel by panel.

Each panel is one tile, kept by what it says. ``PANELS`` lists them from the top; a panel more is a
function and an entry there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, Phase, View
from i18n.translation import Words
from render.art.coins import coin
from render.art.figures import worker_icon
from render.art.panels import (
    banner,
    card_back,
    castle_piece,
    change_arrow,
    count_plate,
    hand_card,
    open_card,
    pennant,
    progress,
)
from render.art.seals import loose_seal
from render.colours import PLAYER, RGB, Surface
from render.files.raster import Raster, Tile, plain_backdrop
from render.files.tile_cache import PASSING, TILES
from render.layout import COLUMN, GAP, Box
from render.letters.legible import legible
from render.pen import Pen, box_pen
from words.sentences import floors_done

PAD: Final = 8
TEXT: Final = 30
SEAL: Final = 46
HEAD: Final = 34
"""The height of the row of floors above the families' rows."""
_CARD: Final = (94, 68)
_PIECE: Final = 30
"""The width of the castle piece behind the number of pieces until the end."""


@dataclass(frozen=True, slots=True)
class Told:
    """The data that the panels of one picture show.

    Attributes:
        view: the position.
        names: the players' names by seat.
        title: a short name of the game.
        before: the earlier seal values to compare with, or None.
        after: the seal values that a planned castle piece would give, or None.
        surface: the colours.
        scale: pixels a unit.
        words: the language.
    """

    view: View
    names: Sequence[str]
    title: str
    before: Counts | None
    after: Counts | None
    surface: Surface
    scale: float
    words: Words


Panel = Callable[[Told, Box], Tile]


class Entry(NamedTuple):
    """A panel of the column: its function and height; 0 takes a share of the height left over."""

    panel: Panel
    height: int


def lay_column(raster: Raster, told: Told, entries: Sequence[Entry], box: Box = COLUMN) -> None:
    """Lay panels one under another into a box."""
    fixed = sum(entry.height + GAP for entry in entries) - GAP
    shares = sum(not entry.height for entry in entries)
    spare = box.height - fixed
    top, scale = box.top, told.scale
    for panel, height in entries:
        height = height or spare // shares
        tile = panel(told, Box(0, 0, box.width, height))
        raster.paste(tile, round(box.left * scale), round(top * scale))
        top += height + GAP


def plate(told: Told, box: Box) -> Tile:
    """Draw the title plate: the game, the turn, how near the end is."""
    view, words = told.view, told.words
    ending = view.turns_left is not None or view.phase is Phase.OVER
    texts = (
        legible(told.title) or words("Arkadia"),
        words.context("heading", "Turn {number}", number=view.turn),
        _note(view, words),
    )
    done = floors_done(view)
    # By what it says, not by the position: most panels are the same before and after an action.
    return PASSING.get(_plate, texts, done, ending, box, told.surface, told.scale)


def _note(view: View, words: Words) -> str:
    """Return the distance to the end in words; of castle pieces only the number is written."""
    if view.phase is Phase.OVER:
        return words("Game over")
    if view.turns_left is not None:
        # Translators: in a picture, and in the alt text.
        return words.plural("Last turn", "{n} turns left", view.turns_left)
    placed, total = floors_done(view)
    # Translators: in a narrow column of a picture: castle pieces until the end; 14 characters at
    # most.
    return words("End in {n}", n=total - placed)


def _plate(
    texts: tuple[str, str, str],
    done: tuple[int, int],
    ending: bool,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    title, turn, note = texts
    middle, width = box.width / 2, box.width - 2 * PAD
    wood = surface.rim
    pen.fill(4, 4, box.width - 8, 44, wood)
    pen.fill(4, 46, box.width - 8, 3, surface.panel_edge)
    tone = (255, 240, 208)
    pen.write(middle, 5, title, 34, colour=tone, ground=wood, align=0.5, width=width)
    pen.write(PAD, 45, turn, 36, colour=surface.strong, width=width)
    colour = surface.bad if ending else surface.text
    room = width if ending else width - _PIECE - PAD // 2
    wide = pen.write(PAD, 83, note, TEXT, colour=colour, width=room)
    if not ending:
        piece = TILES.get(castle_piece, _PIECE, scale, surface.panel)
        pen.paste(piece, PAD + min(wide + PAD, width - _PIECE), 86)
    filled = surface.bad if ending else surface.good
    bar = (*done, width, 9, filled, surface.panel_edge, scale, surface.panel)
    pen.paste(TILES.get(progress, *bar), PAD, box.height - 15)
    return pen.raster.tile()


def values(told: Told, box: Box) -> Tile:
    """Draw the value of each family's seals, with its trend, and the pieces left of each floor."""
    view = told.view
    floor = view.floor if view.phase is not Phase.OVER else 0
    changed = (told.before, view.values, told.after)
    families = view.edition.families
    return PASSING.get(_values, families, changed, view.pools, floor, box, told.surface, told.scale)


def _values(
    families: tuple[str, ...],
    changed: tuple[Counts | None, Counts, Counts | None],
    pools: tuple[Counts, ...],
    current: int,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    head = HEAD
    step = (box.height - head - 4) // len(families)
    columns = [box.width - 17 - 23 * number for number in reversed(range(len(pools)))]
    for floor, x in enumerate(columns, start=1):
        here = floor == current
        if here:
            pen.fill(x - 11, 3, 23, box.height - 6, surface.active)
        ground = surface.active if here else surface.panel
        colour = surface.strong if here else surface.quiet
        pen.write(x, -1, str(floor), TEXT, colour=colour, ground=ground, align=0.5)
        for number, count in enumerate(pools[floor - 1]):
            y = head + number * step + (step - 38) // 2
            text = str(count) if count else "–"
            pen.write(x, y, text, TEXT, colour=colour, ground=ground, align=0.5)
    pen.fill(columns[0] - 15, 6, 2, box.height - 12, surface.panel_edge)
    lay_headings(pen, columns[0] - 18)
    before, now, after = changed
    for number, family in enumerate(families):
        y = head + number * step
        middle = y + step // 2
        icon = TILES.get(loose_seal, family, SEAL, scale, surface.panel)
        pen.paste(icon, 4, middle - SEAL // 2)
        lay_value(
            pen,
            middle,
            step,
            before[number] if before is not None else None,
            now[number],
            after[number] if after is not None else None,
        )
    return pen.raster.tile()


def lay_headings(pen: Pen, right: int) -> None:
    """Lay the headings of two columns: a coin for the values, a castle piece for the floors.

    Args:
        right: the right edge of the second heading.
    """
    pen.paste(TILES.get(coin, 28, pen.scale, pen.surface.panel), 58, 4)
    pen.paste(TILES.get(castle_piece, 26, pen.scale, pen.surface.panel), right - 26, 5)


def lay_value(
    pen: Pen, middle: int, step: int, before: int | None, now: int, after: int | None
) -> None:
    """Write a family's value into a row, with its change since before or its planned value."""
    surface = pen.surface
    if after is not None and after != now:
        colour = surface.good if after > now else surface.bad
        wide = pen.write(54, middle - 19, f"{now} →", TEXT, colour=surface.text)
        pen.write(60 + wide, middle - 24, str(after), 38, colour=colour)
        return
    # Editions with six families have lower rows.
    size = max(TEXT, min(40, step))
    wide = pen.write(54, middle - size * 5 // 8, str(now), size, colour=surface.strong)
    change = now - before if before is not None else 0
    if change:
        colour = surface.good if change > 0 else surface.bad
        arrow = TILES.get(change_arrow, change > 0, 16, colour, pen.scale, surface.panel)
        pen.paste(arrow, 55 + wide, middle - 8)
        pen.write(71 + wide, middle - 19, str(abs(change)), TEXT, colour=colour)


def cards(told: Told, box: Box) -> Tile:
    """Draw the open cards, and how many are left in the stack."""
    view = told.view
    # Translators: in a narrow column of a picture; 14 characters at most.
    none = told.words("No cards left")
    return PASSING.get(
        _cards, none, view.edition, view.face_up, view.stack, box, told.surface, told.scale
    )


def card_spots(box: Box, count: int) -> list[tuple[int, int]]:
    """Return the top left corners of small cards in a panel, two in a row."""
    width, height = _CARD
    across = (box.width - 2 * width) // 3
    rows = -(-count // 2)
    down = max(3, (box.height - rows * height) // (rows + 1))
    return [
        (across + number % 2 * (width + across), down + number // 2 * (height + down))
        for number in range(count)
    ]


def small_card(pen: Pen, edition: Edition, card: Card, spot: tuple[int, int], ground: RGB) -> None:
    """Lay a small card at a spot of a panel whose ground has a given colour."""
    shapes = tuple(way.cells for way in edition.forms[card.form].orientations())
    key = (card.form, card.family, shapes, *_CARD, pen.scale, ground)
    pen.paste(TILES.get(open_card, *key), *spot)


def _cards(
    none: str,
    edition: Edition,
    face_up: tuple[Card, ...],
    stack: int,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    if not face_up and not stack:
        middle = box.width / 2, box.height / 2 - 18
        pen.write(*middle, none, TEXT, colour=surface.quiet, align=0.5, width=box.width - 12)
        return pen.raster.tile()
    spots = card_spots(box, edition.face_up + 1)
    for card, spot in zip(face_up, spots, strict=False):
        small_card(pen, edition, card, spot, surface.panel)
    x, y = spots[-1]
    width, height = _CARD
    if stack:
        pen.paste(TILES.get(card_back, width, height, scale, surface.panel), x, y)
    plate_of = TILES.get(count_plate, str(stack), 60, scale, surface.panel, bool(stack))
    pen.paste(plate_of, x + (width - 60) // 2, y + (height - 44) // 2)
    return pen.raster.tile()


def players(told: Told, box: Box) -> Tile:
    """Draw the players in turn order: hat, name, banners left, cards."""
    view, words = told.view, told.words
    seats = tuple(
        (
            legible(told.names[seat]) or words.name(open_seat.colour),
            open_seat.colour,
            (open_seat.banners, view.edition.banners, open_seat.cards),
            view.active == seat,
        )
        for seat, open_seat in enumerate(view.seats)
    )
    # Pieces owed stand where the cards do: in that moment they are the more urgent number.
    owed = view.owed if view.phase is Phase.CASTLE else 0
    return PASSING.get(_players, seats, owed, box, told.surface, told.scale)


SeatTold = tuple[str, str, tuple[int, int, int], bool]


def _players(
    seats: tuple[SeatTold, ...], owed: int, box: Box, surface: Surface, scale: float
) -> Tile:
    pen = page_pen(box, surface, scale)
    height = (box.height - GAP // 2 * (len(seats) - 1)) // len(seats)
    for number, seat in enumerate(seats):
        top = number * (height + GAP // 2)
        room = Box(0, 0, box.width, height)
        # Each player's box is a tile of its own, since a turn changes one or two of them.
        tile = PASSING.get(_player, *seat, owed * seat[3], room, surface, scale)
        pen.paste(tile, 0, top)
    return pen.raster.tile()


def page_pen(box: Box, surface: Surface, scale: float) -> Pen:
    """Return a pen for a new raster of a box's size in the page's colour."""
    size = round(box.width * scale), round(box.height * scale)
    return Pen(Raster(plain_backdrop(*size, surface.page)), surface, scale)


def _player(
    name: str,
    colour: str,
    counts: tuple[int, int, int],
    active: bool,
    owed: int,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    fill = surface.active if active else surface.panel
    edge = PLAYER[colour] if active else surface.panel_edge
    pen = box_pen(box, surface, scale, fill=fill, edge=edge, thick=4 if active else 2)
    size = min(box.height - 8, 60)
    pen.paste(TILES.get(worker_icon, colour, size, scale, fill), 1, (box.height - size) // 2)
    left, right = size + 3, box.width - 8
    spare = max(0, box.height - 64) // 3
    start = left
    if active:
        pen.paste(TILES.get(pennant, 20, surface.strong, scale, fill), left - 1, max(4, spare) + 9)
        start += 20
    width = right - start
    tone = surface.strong
    pen.write(start, max(3, spare), name, TEXT, colour=tone, ground=fill, width=width, cut=True)
    banners, of, cards_held = counts
    foot = box.height - 28 - spare
    for number in range(of):
        flag = TILES.get(banner, PLAYER[colour], number < banners, 0.68 * scale, fill, surface.text)
        pen.paste(flag, left + number * 18, foot)
    text = f"×{owed}" if owed else str(cards_held)
    wide = pen.write(right, foot - 5, text, TEXT, colour=surface.text, ground=fill, align=1)
    icon = castle_piece if owed else hand_card
    pen.paste(TILES.get(icon, 26, scale, fill), right - wide - 29, foot + 1)
    return pen.raster.tile()


PANELS: Final = (
    Entry(plate, 134),
    Entry(values, 206),
    Entry(cards, 142),
    Entry(players, 0),
)
"""The panels of the public picture from the top."""
