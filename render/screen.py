"""The picture of what lies behind a player's screen; for that player alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card, Cell
from engine.edition import Edition
from engine.view import Screen, View
from render.art.cards import coin, large_card
from render.art.figures import worker_icon
from render.art.panels import banner
from render.art.seals import seal
from render.board import surface_of
from render.check import check_screen, check_view
from render.colours import INK, PAPER, PLAYER
from render.frame import TILES, Frame, plain_ground
from render.layout import GAP, WIDTH, Box
from render.options import Theme
from render.pen import Pen
from render.sentences import card_name, title_case
from render.text import legible
from translation import ENGLISH, Words

HEIGHT: Final = 780
_HEAD: Final = 60
_CARD_HEIGHT: Final = 400


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
    pen = Pen(Frame(plain_ground(WIDTH, HEIGHT, surface.page)), surface, 1.0)
    seat = view.seat if view.seat is not None else 0
    _lay_head(pen, view, seat, names[seat], words)
    _lay_hand(pen, view.edition, screen.hand, turn, mirrored, words)
    top = _HEAD + _CARD_HEIGHT + 2 * GAP
    _lay_seals(pen, view, screen, Box(GAP, top, 840, HEIGHT - top - GAP), words)
    _lay_stock(pen, view, screen, seat, Box(860, top, WIDTH - 870, HEIGHT - top - GAP), words)
    return pen.frame


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


def _lay_head(pen: Pen, view: View, seat: int, name: str, words: Words) -> None:
    surface = pen.surface
    colour = view.seats[seat].colour
    shown = legible(name) or words.name(colour)
    pen.paste(TILES.get(worker_icon, colour, 56, 1.0, surface.page), 14, 4)
    pen.write(78, 10, shown, 36, colour=surface.strong, ground=surface.page, width=640)
    note = words("Only you see this")
    pen.write(WIDTH - 20, 14, note, 28, colour=surface.quiet, ground=surface.page, align=1)


def _lay_hand(
    pen: Pen, edition: Edition, hand: Sequence[Card], turn: int, mirrored: bool, words: Words
) -> None:
    count = max(len(hand), edition.hand_size)
    width = min(308, (WIDTH - GAP * (count + 1)) // count)
    for number, card in enumerate(hand):
        cells = orientation_cells(edition, card.form, turn, mirrored)
        left = GAP + number * (width + GAP)
        tile = TILES.get(
            large_card, card.form, card.family, cells, width, _CARD_HEIGHT, 1.0, pen.surface.page
        )
        pen.paste(tile, left, _HEAD + GAP)
        pen.write(
            left + width / 2,
            _HEAD + GAP + _CARD_HEIGHT - 54,
            title_case(card_name(card, words)),
            32,
            colour=INK,
            ground=PAPER,
            align=0.5,
            width=width - 20,
        )


def _lay_seals(pen: Pen, view: View, screen: Screen, box: Box, words: Words) -> None:
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    pen.write(box.left + 20, box.top + 10, words("Seals"), 30, colour=surface.quiet)
    total = sum(count * value for count, value in zip(screen.seals, view.values, strict=True))
    worth = words("worth {gold} gold now", gold=total)
    pen.write(box.left + box.width - 20, box.top + 8, worth, 34, colour=surface.strong, align=1)
    step = (box.width - 20) // len(view.edition.families)
    for number, family in enumerate(view.edition.families):
        left = box.left + 20 + number * step
        pen.paste(TILES.get(seal, family, 92, 1.0, surface.panel), left, box.top + 70)
        count, value = screen.seals[number], view.values[number]
        strong = surface.strong if count else surface.quiet
        pen.write(left + 104, box.top + 64, str(count), 76, colour=strong)
        product = f"× {value} = {count * value}"
        pen.write(left + 6, box.top + 184, product, 42, colour=strong)


def _lay_stock(pen: Pen, view: View, screen: Screen, seat: int, box: Box, words: Words) -> None:
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    open_seat = view.seats[seat]
    left, top = box.left + 24, box.top + 22
    for number, (colour, count) in enumerate(
        ((open_seat.colour, screen.own), ("neutral", screen.neutral))
    ):
        x = left + number * 186
        pen.paste(TILES.get(worker_icon, colour, 104, 1.0, surface.panel), x, top)
        strong = surface.strong if count else surface.quiet
        pen.write(x + 106, top + 16, str(count), 64, colour=strong)
    row = top + 146
    for number in range(view.edition.banners):
        kept = number < open_seat.banners
        flag = TILES.get(banner, PLAYER[open_seat.colour], kept, 1.6, surface.panel)
        pen.paste(flag, left + 4 + number * 42, row + 10)
    pen.paste(TILES.get(coin, 76, 1.0, surface.panel), left + 190, row + 4)
    pen.write(left + 276, row, str(screen.gold), 64, colour=surface.strong)
