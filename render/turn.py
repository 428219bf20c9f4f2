"""The board as its active player sees it: what lies behind the screen stands under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, View
from render.art.cards import coin
from render.art.figures import worker_icon
from render.art.panels import open_card
from render.art.seals import seal
from render.board import board_frame, surface_of
from render.check import check_screen, check_view
from render.colours import Surface
from render.frame import TILES, Tile
from render.layout import BOARD_HEIGHT, GAP, HEIGHT, WIDTH, Box
from render.options import NO_MARKS, Marks, Size, Theme
from render.pen import box_pen
from render.sentences import card_name, title_case
from translation import ENGLISH, Words

_TOP: Final = BOARD_HEIGHT + GAP
_STRIP: Final = HEIGHT - _TOP - GAP
_STOCK: Final = Box(WIDTH - GAP - 470, _TOP, 470, _STRIP)
_LABEL: Final = 40


def draw_turn(
    view: View,
    *,
    names: Sequence[str],
    title: str = "",
    marks: Marks = NO_MARKS,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """The board as a PNG with a seat's hand and stock in place of the players; for its owner alone.

    Args:
        view: the view of the seat.
        names, title, marks, theme, words: as for ``draw_board``.

    Raises:
        TypeError: if something is not of the type asked for.
        DrawError: if it is the public's view, or view or marks contradict themselves.
    """
    check_view(view, names)
    screen = check_screen(view)
    surface, edition = surface_of(theme), view.edition
    frame = board_frame(
        view, names=names, title=title, marks=marks, theme=theme, size=Size.NORMAL, words=words
    )
    frame.fill(0, BOARD_HEIGHT, WIDTH, HEIGHT - BOARD_HEIGHT, surface.page)
    count = max(len(screen.hand), edition.hand_size)
    width = (_STOCK.left - GAP * (count + 1)) // count
    for number, card in enumerate(screen.hand):
        text = title_case(card_name(card, words))
        tile = TILES.get(_card, edition, card, text, width, surface)
        frame.paste(tile, GAP + number * (width + GAP), _TOP)
    colour = view.seats[view.seat or 0].colour
    stock = screen.own, screen.neutral, screen.gold
    key = (colour, stock, edition.families, screen.seals, surface)
    frame.paste(TILES.get(_stock, *key), _STOCK.left, _STOCK.top)
    return frame.png()


def _card(edition: Edition, card: Card, text: str, width: int, surface: Surface) -> Tile:
    pen = box_pen(Box(0, 0, width, _STRIP), surface, 1.0)
    shapes = tuple(way.cells for way in edition.forms[card.form].orientations())
    size = width - 12, _STRIP - _LABEL - 6
    key = (card.form, card.family, shapes, *size, 1.0, surface.panel)
    pen.paste(TILES.get(open_card, *key), 6, 6)
    room = width - 12
    pen.write(width / 2, _STRIP - _LABEL, text, 25, colour=surface.strong, align=0.5, width=room)
    return pen.frame.tile()


def _stock(
    colour: str,
    stock: tuple[int, int, int],
    families: tuple[str, ...],
    seals: Counts,
    surface: Surface,
) -> Tile:
    pen = box_pen(_STOCK, surface, 1.0)
    own, neutral, gold = stock
    for number, (figure, amount) in enumerate(((colour, own), ("neutral", neutral))):
        x = 16 + number * 150
        pen.paste(TILES.get(worker_icon, figure, 66, 1.0, surface.panel), x, 8)
        strong = surface.strong if amount else surface.quiet
        pen.write(x + 72, 12, str(amount), 46, colour=strong)
    pen.paste(TILES.get(coin, 54, 1.0, surface.panel), 318, 14)
    pen.write(380, 12, str(gold), 46, colour=surface.strong, width=_STOCK.width - 390)
    step = (_STOCK.width - 24) // len(families)
    for number, (family, amount) in enumerate(zip(families, seals, strict=True)):
        left = 16 + number * step
        pen.paste(TILES.get(seal, family, 52, 1.0, surface.panel), left, 86)
        strong = surface.strong if amount else surface.quiet
        pen.write(left + 60, 84, str(amount), 42, colour=strong)
    return pen.frame.tile()
