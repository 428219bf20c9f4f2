"""The picture of what lies behind a player's screen; for that player alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card, Cell
from engine.edition import Edition
from engine.view import Counts, View
from render.art.cards import coin, large_card
from render.art.figures import worker_icon
from render.art.panels import banner
from render.art.seals import seal
from render.board import surface_of
from render.check import check_screen, check_view
from render.colours import INK, PAPER, PLAYER, Surface
from render.frame import TILES, Frame, Tile, plain_ground
from render.layout import GAP, WIDTH, Box
from render.options import Theme
from render.pen import Pen, box_pen
from render.script import legible
from render.sentences import card_name, title_case
from translation import ENGLISH, Words

HEIGHT: Final = 780
_HEAD: Final = 60
_CARD_HEIGHT: Final = 400
_FOOT: Final = _HEAD + _CARD_HEIGHT + 2 * GAP
_SEALS: Final = Box(GAP, _FOOT, 840, HEIGHT - _FOOT - GAP)
_STOCK: Final = Box(860, _FOOT, WIDTH - 870, HEIGHT - _FOOT - GAP)


def orientation_cells(edition: Edition, form: str, turn: int, mirrored: bool) -> tuple[Cell, ...]:
    """A form's cells after quarter turns clockwise, on its back when asked and different."""
    ways = edition.forms[form].orientations(mirror=True)
    chosen = [way for way in ways if way.mirrored == mirrored] or list(ways)
    return chosen[turn % len(chosen)].cells


def screen_frame(
    view: View,
    *,
    names: Sequence[str],
    turn: int = 0,
    mirrored: bool = False,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> Frame:
    """The whole picture of a screen as a frame; see ``draw_screen``."""
    check_view(view, names)
    screen = check_screen(view)
    surface = surface_of(theme)
    edition, seat = view.edition, view.seat or 0
    colour, banners = view.seats[seat].colour, view.seats[seat].banners
    frame = Frame(plain_ground(WIDTH, HEIGHT, surface.page))
    name = legible(names[seat]) or words.name(colour)
    frame.paste(TILES.get(_head, name, words("Only you see this"), colour, surface), 0, 0)
    count = max(len(screen.hand), edition.hand_size)
    width = min(308, (WIDTH - GAP * (count + 1)) // count)
    for number, card in enumerate(screen.hand):
        cells = orientation_cells(edition, card.form, turn, mirrored)
        text = title_case(card_name(card, words))
        tile = TILES.get(_card, card, cells, text, width, surface)
        frame.paste(tile, GAP + number * (width + GAP), _HEAD + GAP)
    worth = sum(count * value for count, value in zip(screen.seals, view.values, strict=True))
    texts = words("Seals"), words("worth {gold} gold now", gold=worth)
    tile = TILES.get(_seals, texts, edition.families, screen.seals, view.values, surface)
    frame.paste(tile, _SEALS.left, _SEALS.top)
    stock = (screen.own, screen.neutral, banners, edition.banners, screen.gold)
    frame.paste(TILES.get(_stock, colour, stock, surface), _STOCK.left, _STOCK.top)
    return frame


def draw_screen(
    view: View,
    *,
    names: Sequence[str],
    turn: int = 0,
    mirrored: bool = False,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """A seat's hand, workers, seals, banners and gold as a PNG, 1280 by 800.

    Args:
        view: the view of the seat whose screen it is.
        names: the players' names by seat.
        turn: quarter turns clockwise in which the cards' tiles are shown.
        mirrored: whether they are shown on their backs.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.

    Raises:
        TypeError: if it is no view.
        DrawError: if it is the public's view or contradicts itself.
    """
    return screen_frame(
        view, names=names, turn=turn, mirrored=mirrored, theme=theme, words=words
    ).png()


def _head(name: str, note: str, colour: str, surface: Surface) -> Tile:
    pen = Pen(Frame(plain_ground(WIDTH, _HEAD, surface.page)), surface, 1.0)
    pen.paste(TILES.get(worker_icon, colour, 56, 1.0, surface.page), 14, 4)
    pen.write(78, 10, name, 36, colour=surface.strong, ground=surface.page, width=640, cut=True)
    right = WIDTH - 20
    pen.write(right, 14, note, 28, colour=surface.quiet, ground=surface.page, align=1, width=500)
    return pen.frame.tile()


def _card(card: Card, cells: tuple[Cell, ...], text: str, width: int, surface: Surface) -> Tile:
    pen = Pen(Frame(plain_ground(width, _CARD_HEIGHT, surface.page)), surface, 1.0)
    picture = large_card(card.form, card.family, cells, width, _CARD_HEIGHT, 1.0, surface.page)
    pen.paste(picture, 0, 0)
    middle, room = width / 2, width - 20
    top = _CARD_HEIGHT - 54
    pen.write(middle, top, text, 32, colour=INK, ground=PAPER, align=0.5, width=room)
    return pen.frame.tile()


def _seals(
    texts: tuple[str, str],
    families: tuple[str, ...],
    seals: Counts,
    values: Counts,
    surface: Surface,
) -> Tile:
    pen = box_pen(_SEALS, surface, 1.0)
    heading, worth = texts
    pen.write(20, 10, heading, 30, colour=surface.quiet, width=300)
    pen.write(_SEALS.width - 20, 8, worth, 34, colour=surface.strong, align=1, width=480)
    step = (_SEALS.width - 20) // len(families)
    for number, (family, count, value) in enumerate(zip(families, seals, values, strict=True)):
        left = 20 + number * step
        pen.paste(TILES.get(seal, family, 92, 1.0, surface.panel), left, 70)
        strong = surface.strong if count else surface.quiet
        pen.write(left + 104, 64, str(count), 76, colour=strong)
        pen.write(left + 6, 184, f"× {value} = {count * value}", 42, colour=strong)
    return pen.frame.tile()


def _stock(colour: str, stock: tuple[int, int, int, int, int], surface: Surface) -> Tile:
    pen = box_pen(_STOCK, surface, 1.0)
    own, neutral, banners, all_banners, gold = stock
    for number, (figure, count) in enumerate(((colour, own), ("neutral", neutral))):
        x = 24 + number * 186
        pen.paste(TILES.get(worker_icon, figure, 104, 1.0, surface.panel), x, 22)
        strong = surface.strong if count else surface.quiet
        pen.write(x + 106, 38, str(count), 64, colour=strong)
    for number in range(all_banners):
        flag = TILES.get(banner, PLAYER[colour], number < banners, 1.6, surface.panel)
        pen.paste(flag, 28 + number * 42, 178)
    pen.paste(TILES.get(coin, 76, 1.0, surface.panel), 214, 172)
    pen.write(300, 168, str(gold), 64, colour=surface.strong, width=_STOCK.width - 310)
    return pen.frame.tile()
