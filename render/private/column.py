"""The side column of a private picture: the owner's screen, and the players' figures."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, Phase, Screen
from render.art.coins import coin
from render.art.figures import worker_icon
from render.art.panels import banner
from render.art.seals import loose_seal
from render.board.column import (
    HEAD,
    PAD,
    SEAL,
    TEXT,
    Entry,
    Told,
    card_spots,
    cards,
    lay_headings,
    lay_value,
    plate,
    small_card,
)
from render.board.pieces import NEUTRAL
from render.colours import PLAYER, Surface
from render.files.raster import Tile
from render.files.tile_cache import TILES
from render.layout import Box
from render.letters.legible import legible
from render.pen import box_pen


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
    return TILES.get(_own_values, *key, box, told.surface, told.scale)


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
    at, mine = box.width - 56, box.width - 22
    pen.fill(at - 11, 3, 23, box.height - 6, surface.active)
    if floor:
        ground = surface.active
        pen.write(at, -1, str(floor), TEXT, colour=surface.strong, ground=ground, align=0.5)
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
        y = middle - 19
        if floor:
            text = str(pool[number]) if pool[number] else "–"
            pen.write(at, y, text, TEXT, ground=surface.active, align=0.5)
        tone = surface.strong if seals[number] else surface.quiet
        pen.write(mine, y - 2, str(seals[number]), TEXT + 4, colour=tone, align=0.5)
    return pen.raster.tile()


def hand(told: Told, box: Box) -> Tile:
    """Draw the cards of the hand; an empty hand says so."""
    screen, _ = _screen(told)
    none = told.words("No cards")
    return TILES.get(_hand, none, told.view.edition, screen.hand, box, told.surface, told.scale)


def _hand(
    none: str, edition: Edition, held: tuple[Card, ...], box: Box, surface: Surface, scale: float
) -> Tile:
    pen = box_pen(box, surface, scale, fill=surface.active)
    if not held:
        middle = box.width / 2, box.height / 2 - 18
        ground, width = surface.active, box.width - 12
        tone = surface.text
        pen.write(*middle, none, TEXT, colour=tone, ground=ground, align=0.5, width=width)
        return pen.raster.tile()
    # Spots for a full hand: a card that is played leaves the others where they are.
    for card, spot in zip(held, card_spots(box, max(len(held), edition.hand_size)), strict=False):
        small_card(pen, edition, card, spot, surface.active)
    return pen.raster.tile()


def stock(told: Told, box: Box) -> Tile:
    """Draw a seat's workers, own and neutral, its unused banners and its gold."""
    screen, colour = _screen(told)
    banners = told.view.seats[told.view.seat or 0].banners
    counts = (screen.own, screen.neutral, banners, told.view.edition.banners, screen.gold)
    return TILES.get(_stock, colour, counts, box, told.surface, told.scale)


def _stock(
    colour: str,
    counts: tuple[int, int, int, int, int],
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    own, neutral, banners, all_banners, gold = counts
    row = box.height // 2
    for x, figure, count in ((2, colour, own), (box.width // 2, NEUTRAL, neutral)):
        pen.paste(TILES.get(worker_icon, figure, 44, scale, surface.panel), x, row // 2 - 22)
        strong = surface.strong if count else surface.quiet
        pen.write(x + 46, row // 2 - 22, str(count), TEXT + 4, colour=strong)
    for number in range(all_banners):
        edge = surface.text
        flag = TILES.get(banner, PLAYER[colour], number < banners, 0.8 * scale, surface.panel, edge)
        pen.paste(flag, PAD + number * 22, row + row // 2 - 18)
    pen.paste(TILES.get(coin, 38, scale, surface.panel), box.width // 2 + 4, row + row // 2 - 20)
    width = box.width // 2 - 52
    x, y = box.width // 2 + 46, row + row // 2 - 22
    pen.write(x, y, str(gold), TEXT + 4, colour=surface.strong, width=width)
    return pen.raster.tile()


def legend(told: Told, box: Box) -> Tile:
    """Draw the legend of hats: every player's figure and name in turn order."""
    view, words = told.view, told.words
    seats = tuple(
        (
            seat.colour,
            legible(told.names[number]) or words.name(seat.colour),
            number == view.active,
        )
        for number, seat in enumerate(view.seats)
    )
    return TILES.get(_legend, seats, box, told.surface, told.scale)


def _legend(
    seats: tuple[tuple[str, str, bool], ...], box: Box, surface: Surface, scale: float
) -> Tile:
    pen = box_pen(box, surface, scale)
    step = (box.height - 8) // len(seats)
    size = min(step, 56)
    for number, (colour, name, active) in enumerate(seats):
        middle = 4 + number * step + step // 2
        ground = surface.active if active else surface.panel
        if active:
            top = middle - step // 2 + 1
            pen.fill(4, top, box.width - 8, step - 2, PLAYER[colour])
            pen.fill(8, top + 3, box.width - 15, step - 8, ground)
        icon = TILES.get(worker_icon, colour, size, scale, ground)
        pen.paste(icon, 9, middle - size // 2)
        x = size + 12
        width = box.width - x - 6
        tone = surface.strong
        pen.write(x, middle - 19, name, TEXT, colour=tone, ground=ground, width=width, cut=True)
    return pen.raster.tile()


TURN_PANELS: Final = (
    Entry(plate, 134),
    Entry(own_values, 206),
    Entry(hand, 142),
    Entry(stock, 92),
    Entry(legend, 0),
)
"""The panels beside the whole board, on the first screen of a turn, from the top."""

STEP_PANELS: Final = (
    Entry(own_values, 206),
    Entry(cards, 142),
    Entry(hand, 142),
    Entry(stock, 0),
)
"""The panels beside a part of the board shown large, below the small board."""
