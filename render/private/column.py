"""The side column of a private picture: the owner's screen, and the other players."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, Phase, Screen
from render.art.coins import coin
from render.art.figures import worker_icon
from render.art.panels import banner, pennant
from render.art.seals import loose_seal
from render.board.column import (
    HEAD,
    SEAL,
    card_spots,
    cards,
    cards_height,
    lay_headings,
    lay_value,
    open_height,
    plate,
    plate_height,
    small_card,
    values_height,
)
from render.board.players import others
from render.board.told import Entry, Told
from render.colours import PLAYER, RGB, UNOWNED, Surface
from render.files.raster import Tile
from render.files.tile_cache import PASSING, TILES
from render.layout import SMALL, Box
from render.pen import Pen, box_pen


def _screen(told: Told) -> tuple[Screen, str]:
    """Return the screen of the view's seat, and its colour."""
    screen, seat = told.view.screen, told.view.seat
    assert screen is not None
    assert seat is not None
    return screen, told.view.seats[seat].colour


def own_values(told: Told, box: Box) -> Tile:
    """Draw the seal values with their change, pieces left on the floor, and the owner's seals."""
    screen, colour = _screen(told)
    view = told.view
    floor = 0 if view.phase is Phase.OVER else view.floor
    pool = view.pools[floor - 1] if floor else (0,) * len(view.values)
    changed = (told.before, view.values, told.after)
    key = (view.edition.families, changed, (floor, pool), (colour, screen.seals))
    return PASSING.get(_own_values, *key, box, told.surface, told.scale)


def _own_values(
    families: tuple[str, ...],
    changed: tuple[Counts | None, Counts, Counts | None],
    left: tuple[int, Counts],
    own: tuple[str, Counts],
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    head = HEAD
    step = (box.height - head - 4) // len(families)
    floor, pool = left
    colour, seals = own
    at, mine = box.width - 62, box.width - 25
    pen.fill(at - 11, 3, 23, box.height - 6, surface.active)
    if floor:
        ground = surface.active
        pen.write(at, -5, str(floor), SMALL, colour=surface.strong, ground=ground, align=0.5)
    lay_headings(pen, at - 12)
    pen.paste(TILES.get(worker_icon, colour, 36, scale, surface.panel), mine - 18, 1)
    before, now, after = changed
    for number, family in enumerate(families):
        middle = head + number * step + step // 2
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
        y = middle - 22
        if floor:
            text = str(pool[number]) if pool[number] else "–"
            pen.write(at, y, text, SMALL, ground=surface.active, align=0.5)
        tone = surface.strong if seals[number] else surface.quiet
        pen.write(mine, y, str(seals[number]), SMALL, colour=tone, align=0.5)
    return pen.raster.tile()


def hand(told: Told, box: Box) -> Tile:
    """Draw the cards of the hand; an empty hand says so."""
    screen, _ = _screen(told)
    none = told.words("No cards")
    return PASSING.get(_hand, none, told.view.edition, screen.hand, box, told.surface, told.scale)


def _hand(
    none: str, edition: Edition, held: tuple[Card, ...], box: Box, surface: Surface, scale: float
) -> Tile:
    pen = box_pen(box, surface, scale, fill=surface.active)
    if not held:
        middle = box.width / 2, box.height / 2 - 22
        ground, width = surface.active, box.width - 12
        tone = surface.text
        pen.write(*middle, none, SMALL, colour=tone, ground=ground, align=0.5, width=width)
        return pen.raster.tile()
    # Spots for a full hand: a card that is played leaves the others where they are.
    for card, spot in zip(held, card_spots(box, max(len(held), edition.hand_size)), strict=False):
        small_card(pen, edition, card, spot, surface.active)
    return pen.raster.tile()


def hand_height(told: Told) -> int:
    """Return the height of the hand: that of a full one, or of more cards."""
    screen, _ = _screen(told)
    return cards_height(max(told.view.edition.hand_size, len(screen.hand))) + 2


def stock(told: Told, box: Box) -> Tile:
    """Draw a seat's workers, own and neutral, its unused banners and its gold.

    The box has an edge in the owner's colour and an arrow in the owner's turn.
    """
    screen, colour = _screen(told)
    view = told.view
    banners = view.seats[view.seat or 0].banners
    counts = (screen.own, screen.neutral, banners, screen.gold)
    active = view.active == view.seat
    return PASSING.get(_stock, colour, active, counts, box, told.surface, told.scale)


def _stock(
    colour: str,
    active: bool,
    counts: tuple[int, int, int, int],
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    fill = surface.active if active else surface.panel
    edge = PLAYER[colour] if active else surface.panel_edge
    pen = box_pen(box, surface, scale, fill=fill, edge=edge, thick=4 if active else 2)
    own, neutral, banners, gold = counts
    row, half = box.height // 2, box.width // 2 + 6
    if active:
        pen.paste(TILES.get(pennant, 24, surface.strong, scale, fill), 7, row // 2 - 10)
    for x, figure, count in ((32, colour, own), (half + 10, UNOWNED, neutral)):
        pen.paste(TILES.get(worker_icon, figure, 36, scale, fill), x - 2, row // 2 - 15)
        _lay_count(pen, x + 37, row // 2, count, fill)
    low = row + row // 2 - 2
    flag = TILES.get(banner, PLAYER[colour], True, 0.9 * scale, fill, surface.text)
    pen.paste(flag, 36, low - 18)
    _lay_count(pen, 69, low, banners, fill)
    pen.paste(TILES.get(coin, 34, scale, fill), half + 7, low - 17)
    _lay_count(pen, half + 47, low, gold, fill, width=box.width - half - 52)
    return pen.raster.tile()


def _lay_count(
    pen: Pen, x: float, middle: int, count: int, ground: RGB, *, width: float = 0
) -> None:
    """Write a count beside its sign, quiet if there is none."""
    tone = pen.surface.strong if count else pen.surface.quiet
    pen.write(x, middle - 22, str(count), SMALL, colour=tone, ground=ground, width=width)


TURN_PANELS: Final = (
    Entry(stock, 80),
    Entry(own_values, values_height),
    Entry(hand, hand_height),
    Entry(cards, open_height),
    Entry(others, 0),
    Entry(plate, plate_height),
)
"""The panels beside the whole board, on the first screen of a turn, by rank from the top."""

STEP_PANELS: Final = (
    Entry(stock, 80),
    Entry(own_values, values_height),
    Entry(hand, hand_height),
    Entry(cards, open_height),
    Entry(others, 0),
)
"""The panels beside a part of the board shown large, below the small board."""
