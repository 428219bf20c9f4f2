"""The side column of a private picture: the owner's screen, and the other players."""

from __future__ import annotations

from typing import Final

from engine.view import Phase, Screen
from render.art.coins import coin
from render.art.figures import worker_icon
from render.art.panels import banner, pennant
from render.board.column import (
    CARDS,
    Count,
    Heading,
    cards,
    lay_cards,
    lay_values,
    left_heading,
    own_values_height,
    plate,
    plate_height,
    worth_heading,
)
from render.board.players import others
from render.board.told import Entry, Told
from render.colours import PLAYER, UNOWNED, Surface
from render.files.raster import Tile
from render.files.tile_cache import PASSING, TILES
from render.layout import Box
from render.pen import box_pen


def _screen(told: Told) -> tuple[Screen, str]:
    """Return the screen of the view's seat, and its colour."""
    screen, seat = told.view.screen, told.view.seat
    assert screen is not None
    assert seat is not None
    return screen, told.view.seats[seat].colour


def own_values(told: Told, box: Box) -> Tile:
    """Draw the seal values with their change, pieces left on the floor, and the owner's seals."""
    screen, _ = _screen(told)
    view, words = told.view, told.words
    floor = 0 if view.phase is Phase.OVER else view.floor
    counts = Count(box.width - 28, None, screen.seals, False)
    # Translators: a heading in a narrow column of a picture; your seals. 6 characters.
    yours = Heading(words.context("heading", "yours"), box.width - 28, 52)
    if not floor:
        return lay_values(told, box, (worth_heading(words), yours), (counts,))
    at = box.width - 73
    left = Count(at, None, view.pools[floor - 1], True)
    heads = worth_heading(words), left_heading(words, at - 6, 48), yours
    return lay_values(told, box, heads, (left, counts))


def hand(told: Told, box: Box) -> Tile:
    """Draw the cards of the hand; an empty hand says so."""
    screen, _ = _screen(told)
    none = told.words("No cards")
    # Room for a full hand: a card that is played leaves the others where they are.
    room = told.view.edition.hand_size
    return lay_cards(told, box, none, screen.hand, room, fill=told.surface.active)


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
    row = box.height // 2
    size = 44 if active else 54
    pen.paste(
        TILES.get(worker_icon, colour, size, scale, fill), 57 - size, (box.height - size) // 2
    )
    if active:
        arrow = TILES.get(pennant, 16, surface.strong, scale, fill)
        pen.paste(arrow, 4, box.height // 2 - 8)
    flag = (banner, PLAYER[colour], True, 0.9 * scale, fill, surface.text)
    for x, middle, sign, lifted, count in (
        (58, row // 2 + 2, (worker_icon, colour, 34, scale, fill), 18, own),
        (131, row // 2 + 2, (worker_icon, UNOWNED, 34, scale, fill), 18, neutral),
        (62, row + row // 2 - 1, flag, 18, banners),
        (132, row + row // 2 - 1, (coin, 32, scale, fill), 16, gold),
    ):
        pen.paste(TILES.get(*sign), x, middle - lifted)
        tone = surface.strong if count else surface.quiet
        where, room = (165, box.width - 170) if x > 100 else (91, 38)
        pen.digits(where, middle, str(count), colour=tone, ground=fill, width=room)
    return pen.raster.tile()


TURN_PANELS: Final = (
    Entry(stock, 80),
    Entry(own_values, own_values_height),
    Entry(hand, CARDS),
    Entry(cards, CARDS),
    Entry(others, 0),
    Entry(plate, plate_height),
)
"""The panels beside the whole board, on the first screen of a turn, by rank from the top."""

STEP_PANELS: Final = (
    Entry(stock, 80),
    Entry(own_values, own_values_height),
    Entry(hand, CARDS),
    Entry(cards, CARDS),
    Entry(others, 0),
)
"""The panels beside a part of the board shown large, below the small board."""
