"""The side column of a board picture: the public knowledge besides the board, panel by panel.

Each panel is one tile, kept by what it says. ``PANELS`` lists them by rank: whose turn it is, the
values, the cards, the rest. A panel more is a function and an entry there.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, Phase, View
from i18n.translation import Words
from render.art.coins import coin
from render.art.panels import (
    card_back,
    castle_piece,
    change_arrow,
    count_plate,
    open_card,
    progress,
)
from render.art.seals import loose_seal
from render.board.players import players
from render.board.told import Entry, Told, page_pen
from render.colours import RGB, Surface
from render.files.raster import Tile
from render.files.tile_cache import PASSING, TILES
from render.layout import LARGE, SMALL, Box
from render.letters.legible import legible
from render.pen import Pen, box_pen
from words.sentences import floors_done

PAD: Final = 8
SEAL: Final = 46
HEAD: Final = 32
"""The height of the row of floors above the families' rows."""
_FAMILY: Final = (37, 33)
"""The height of a family's row, and that where there are more than four."""
_CARD: Final = (97, 46)
_PIECE: Final = 28
"""The width of the castle piece behind the number of pieces until the end."""
_LINE: Final = 36
_BAR: Final = 9
_FLOOR: Final = 23
"""From one column of a floor's pieces to the next."""


def plate_height(told: Told) -> int:
    """Return the height of the plate: a line for the end, and one for the title if there is one."""
    return _LINE * (1 + bool(told.title)) + _BAR + 10


def plate(told: Told, box: Box) -> Tile:
    """Draw the plate: the game if it is named, how near the end is, and the turn if it fits."""
    view, words = told.view, told.words
    ending = view.turns_left is not None or view.phase is Phase.OVER
    turn = words.context("heading", "Turn {number}", number=view.turn)
    lines = [legible(told.title)] if told.title else []
    if box.height >= _LINE * (len(lines) + 2) + _BAR + 10:
        lines.append(turn)
    texts = (*lines, _note(view, words))
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
    texts: tuple[str, ...],
    done: tuple[int, int],
    ending: bool,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    # Without a box of its own until the end has begun: it is looked at last before.
    page = surface.panel if ending else surface.page
    pen = box_pen(box, surface, scale) if ending else page_pen(box, surface, scale)
    width, top = box.width - 2 * PAD, 0
    for text in texts[:-1]:
        pen.write(PAD, top, text, SMALL, colour=surface.text, ground=page, width=width)
        top += _LINE
    colour = surface.bad if ending else surface.text
    room = width if ending else width - _PIECE - PAD // 2
    wide = pen.write(PAD, top, texts[-1], SMALL, colour=colour, ground=page, width=room)
    if not ending:
        piece = TILES.get(castle_piece, _PIECE, scale, page)
        pen.paste(piece, PAD + min(wide + PAD, width - _PIECE), top + 6)
    filled = surface.bad if ending else surface.good
    bar = (*done, width, _BAR, filled, surface.panel_edge, scale, page)
    pen.paste(TILES.get(progress, *bar), PAD, top + _LINE + 8)
    return pen.raster.tile()


def values_height(told: Told) -> int:
    """Return the height of the panel of values: a row for each family below the headings."""
    count = len(told.view.edition.families)
    return HEAD + _FAMILY[count > 4] * count + 4


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
    columns = [box.width - 16 - _FLOOR * number for number in reversed(range(len(pools)))]
    for floor, x in enumerate(columns, start=1):
        here = floor == current
        if here:
            pen.fill(x - 11, 3, 23, box.height - 6, surface.active)
        ground = surface.active if here else surface.panel
        colour = surface.strong if here else surface.quiet
        pen.write(x, -5, str(floor), SMALL, colour=colour, ground=ground, align=0.5)
        for number, count in enumerate(pools[floor - 1]):
            y = head + number * step + (step - 44) // 2
            text = str(count) if count else "–"
            pen.write(x, y, text, SMALL, colour=colour, ground=ground, align=0.5)
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
    pen.paste(TILES.get(coin, 28, pen.scale, pen.surface.panel), 54, 3)
    pen.paste(TILES.get(castle_piece, 26, pen.scale, pen.surface.panel), right - 26, 4)


def lay_value(
    pen: Pen, middle: int, step: int, before: int | None, now: int, after: int | None
) -> None:
    """Write a family's value into a row, with its change since before or its planned value."""
    surface = pen.surface
    if after is not None and after != now:
        colour = surface.good if after > now else surface.bad
        wide = pen.write(50, middle - 23, f"{now}→", SMALL, colour=surface.text)
        pen.write(52 + wide, middle - 29, str(after), LARGE, colour=colour)
        return
    # Editions with many families have lower rows.
    size = LARGE if step >= _FAMILY[0] else SMALL
    wide = pen.write(54, middle - size * 5 // 8, str(now), size, colour=surface.strong)
    change = now - before if before is not None else 0
    if change:
        colour = surface.good if change > 0 else surface.bad
        arrow = TILES.get(change_arrow, change > 0, 18, colour, pen.scale, surface.panel)
        pen.paste(arrow, 54 + wide, middle - 8)
        pen.write(71 + wide, middle - 22, str(abs(change)), SMALL, colour=colour)


def cards_height(count: int) -> int:
    """Return the height of a panel with some small cards."""
    rows = -(-count // 2)
    return rows * (_CARD[1] + 3) + 5


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
    down = max(2, (box.height - rows * height) // (rows + 1))
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
    pen = page_pen(box, surface, scale)
    page = surface.page
    if not face_up and not stack:
        middle, width = (box.width / 2, box.height / 2 - 22), box.width - 2
        colour = surface.text
        pen.write(*middle, none, SMALL, colour=colour, ground=page, align=0.5, width=width)
        return pen.raster.tile()
    spots = card_spots(box, edition.face_up + 1)
    for card, spot in zip(face_up, spots, strict=False):
        small_card(pen, edition, card, spot, page)
    x, y = spots[-1]
    width, height = _CARD
    if stack:
        pen.paste(TILES.get(card_back, width, height, scale, page), x, y)
    plate_of = TILES.get(count_plate, str(stack), 56, scale, page, bool(stack))
    pen.paste(plate_of, x + (width - 56) // 2, y + (height - 40) // 2)
    return pen.raster.tile()


def open_height(told: Told) -> int:
    """Return the height of the open cards and the stack."""
    return cards_height(told.view.edition.face_up + 1)


PANELS: Final = (
    Entry(players, 0),
    Entry(values, values_height),
    Entry(cards, open_height),
    Entry(plate, lambda told: plate_height(told) + _LINE),
)
"""The panels of the public picture from the top."""
