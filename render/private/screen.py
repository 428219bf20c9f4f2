"""The picture of a player's screen, for that player alone; its column, and newcomers' legend."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from engine.edition import Card, Cell, Edition
from engine.view import Counts, Phase, Screen, View, proceeds
from i18n.formats import capital
from i18n.translation import ENGLISH, Words
from render.art import signs
from render.art.buildings import large_card
from render.art.drawing import DIGIT, LETTER
from render.art.panels import banner, pennant
from render.art.tokens import coin, loose_seal, seal, worker_icon
from render.board import column
from render.board.players import Entry, Told, others
from render.colours import GRASS, INK, PAPER, PLAYER, UNOWNED, Surface
from render.files.raster import Backdrop, Raster, Tile, as_png, plain_raster
from render.files.tile_cache import BACKDROPS, PASSING, TILES
from render.layout import GAP, HEIGHT, LARGE, MEDIUM, SMALL, WIDTH, Box, Pen, Theme, box_pen
from render.letters.text import Style, legible, text_width
from words.sentences import card_name, gold_text


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
    counts = column.Count(box.width - 31, None, screen.seals, False)
    # Translators: a heading in a narrow column of a picture; your seals. 6 characters.
    yours = column.Heading(words.context("heading", "yours"), box.width - 31, 56)
    if not floor:
        return column.lay_values(told, box, (column.worth_heading(words), yours), (counts,))
    at = box.width - 79
    left = column.Count(at, None, view.pools[floor - 1], True)
    heads = column.worth_heading(words), column.left_heading(words, at - 11, 46), yours
    return column.lay_values(told, box, heads, (left, counts))


def hand(told: Told, box: Box) -> Tile:
    """Draw the cards of the hand; an empty hand says so."""
    screen, _ = _screen(told)
    none = told.words("No cards")
    # Room for a full hand: a card that is played leaves the others where they are.
    room = told.view.edition.hand_size
    return column.lay_cards(told, box, none, screen.hand, room, fill=told.surface.active)


def stock(told: Told, box: Box) -> Tile:
    """Draw a seat's workers, own and neutral, its unused banners and its gold.

    The box has an edge in the owner's colour and an arrow in the owner's turn.
    """
    screen, colour = _screen(told)
    view = told.view
    counts = (screen.own, screen.neutral, view.seats[view.seat or 0].banners, screen.gold)
    active = view.active == view.seat
    return PASSING.get(_stock_of, colour, active, counts, box, told.surface, told.scale)


def _stock_of(
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
    flag = (banner, PLAYER[colour], 0.9 * scale, fill, surface.text)
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
    Entry(stock, 78),
    Entry(own_values, column.own_values_height),
    Entry(hand, column.cards_height),
    Entry(column.cards, column.cards_height),
    Entry(others, 0),
    Entry(column.plate, column.plate_height),
)
"""The panels beside the whole board, on the first screen of a turn, by rank from the top."""

STEP_PANELS: Final = (
    Entry(stock, 80),
    Entry(own_values, partial(column.own_values_height, most=2)),
    Entry(hand, partial(column.cards_height, most=2)),
    Entry(column.cards, partial(column.cards_height, most=2)),
    Entry(others, 0),
)
"""The panels beside a part of the board shown large, below the small board."""

_ACROSS: Final = 3
_ROW: Final = 54
_SAMPLE: Final = 112  # the room of a mark before its meaning
LEGEND_HEIGHT: Final = 2 * _ROW + 2 * GAP


def with_legend(raster: Raster, colour: str, surface: Surface, words: Words) -> Raster:
    """Return a picture with the legend below it.

    Args:
        colour: the player whose hat the marks show.
    """
    whole = plain_raster(WIDTH, raster.height + LEGEND_HEIGHT, surface.page)
    whole.paste(raster.tile(), 0, 0)
    pen, wide = Pen(whole, surface, 1.0), WIDTH // _ACROSS
    for number, (tile, meaning) in enumerate(_marks(colour, words)):
        left = number % _ACROSS * wide
        middle = raster.height + GAP + number // _ACROSS * _ROW + _ROW // 2
        x = left + (_SAMPLE - tile.width) // 2 - tile.left
        whole.paste(tile, x, middle - tile.height // 2 - tile.top)
        where, room, page = (left + _SAMPLE, middle - 22), wide - _SAMPLE - GAP, surface.page
        pen.write(*where, meaning, SMALL, colour=surface.text, ground=page, width=room)
    return whole


def _marks(colour: str, words: Words) -> tuple[tuple[Tile, str], ...]:
    """Return each mark with its meaning."""
    get = TILES.get
    return (
        # Translators: this and the next five explain marks of a picture; 20 characters at most.
        (get(signs.hat_badge, colour, 1.0), words.context("mark", "since your last turn")),
        (get(signs.gain_plaque, colour, 4, 1.0), words.context("mark", "seals gained")),
        (get(signs.chance_pill, 1, "6", 1.0), words.context("mark", "can be completed now")),
        (get(signs.payout_plaque, colour, 2, 1.0), words.context("mark", "seals, if completed")),
        (get(signs.vacancy_chip, 3, 1.0), words.context("mark", "vacant squares")),
        (get(signs.missing_square, 1.0), words.context("mark", "square still to fill")),
    )


_HEAD: Final = 64
_HAND: Final = 400
_NO_HAND: Final = 96
_EMPTY: Final = Box(GAP, _HEAD, WIDTH - 2 * GAP, _NO_HAND)
"""The box of the sentence that there is no hand."""
_SEALS_WIDTH: Final = 816
_SEAL: Final = 90
"""Units that the seal of a card of the hand is wide and high, with some room round it."""
_WIDEST: Final = 392  # units that a card of the hand is wide at most
_MARGIN: Final = 20
_PITCH: Final = 38  # from one line of a card's name to the next
_FOOT: Final = (62, 98)  # the units below a card's drawing, for a name on one line or on two
_TALL: Final = 420  # a panel of seals that is higher has two rows of them


@lru_cache(maxsize=256)
def orientation_cells(edition: Edition, form: str, turn: int, mirrored: bool) -> tuple[Cell, ...]:
    """Return a form's cells after quarter turns clockwise, mirrored if asked and if it differs."""
    ways = edition.forms[form].orientations(mirror=True)
    # A tile that is the same on its back has no mirrored orientation.
    chosen = [way for way in ways if way.mirrored == mirrored] or list(ways)
    return chosen[turn % len(chosen)].cells


def screen_raster(
    view: View,
    *,
    names: Sequence[str],
    turn: int = 0,
    mirrored: bool = False,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> Raster:
    """Draw a seat's hand, workers, seals, banners and gold, as large as a board.

    Args:
        turn: quarter turns clockwise in which the cards' tiles are shown.
        mirrored: whether they are shown on their backs.
    """
    screen = view.screen
    assert screen is not None
    surface = theme.surface
    edition, seat = view.edition, view.seat or 0
    colour, banners = view.seats[seat].colour, view.seats[seat].banners
    raster = Raster(BACKDROPS.get(_backdrop, surface, bool(screen.hand)))
    pen = Pen(raster, surface, 1.0)
    name = legible(names[seat]) or words.name(colour)
    _head(pen, name, words("Only you see this"), colour)
    if screen.hand:
        held = [
            (card, orientation_cells(edition, card.form, turn, mirrored)) for card in screen.hand
        ]
        _lay_hand(pen, held, words)
    else:
        x, y = _EMPTY.left + _EMPTY.width / 2, _EMPTY.top + _EMPTY.height / 2 - 26
        none, quiet = words("You have no cards"), pen.surface.quiet
        pen.write(x, y, none, MEDIUM, colour=quiet, align=0.5, width=_EMPTY.width - 40)
    seals, stock = _panels(bool(screen.hand))
    worth = proceeds(screen.seals, view.values)
    texts = words("Seals"), words("worth {gold} now", gold=gold_text(worth, words))
    _seals(pen, texts, edition.families, screen.seals, view.values, seals)
    counts = (screen.own, screen.neutral, banners, screen.gold)
    _stock(pen, colour, counts, stock)
    return raster


draw_screen = as_png(screen_raster)


def _panels(hand: bool) -> tuple[Box, Box]:
    """Return the boxes of the seals and the stock, below a hand or the line that there is none."""
    top = _HEAD + (_HAND if hand else _NO_HAND) + GAP
    left, height = 2 * GAP + _SEALS_WIDTH, HEIGHT - top - GAP
    return Box(GAP, top, _SEALS_WIDTH, height), Box(left, top, WIDTH - left - GAP, height)


def _backdrop(surface: Surface, hand: bool) -> Backdrop:
    """Return the part of a screen's picture that no game changes: the page and empty boxes."""
    raster = plain_raster(WIDTH, HEIGHT, surface.page)
    pen = Pen(raster, surface, 1.0)
    for box in _panels(hand) if hand else (_EMPTY, *_panels(hand)):
        pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    return raster.backdrop()


def _lay_hand(pen: Pen, held: Sequence[tuple[Card, tuple[Cell, ...]]], words: Words) -> None:
    """Lay the hand's cards over the whole width, as far as cards may be wide."""
    width = min(_WIDEST, (WIDTH - GAP * (len(held) + 1)) // len(held))
    gap = (WIDTH - len(held) * width) // (len(held) + 1)
    told = [_lines(capital(card_name(card, words)), width - _MARGIN) for card, _ in held]
    foot = _FOOT[max(map(len, told)) - 1]
    page = pen.surface.page
    for number, (card, cells) in enumerate(held):
        left = gap + number * (width + gap)
        picture = TILES.get(large_card, card.form, cells, width, _HAND, foot, 1.0, page)
        pen.paste(picture, left, _HEAD)
        pen.paste(TILES.get(loose_seal, card.family, _SEAL, 1.0, GRASS), left + 7, _HEAD + 7)
        lines, middle, room = told[number], left + width / 2, width - _MARGIN
        top = _HEAD + _HAND - foot / 2 - 25 - (len(lines) - 1) * _PITCH / 2
        for place, text in enumerate(lines):
            y = top + place * _PITCH
            pen.write(middle, y, text, SMALL, colour=INK, ground=PAPER, align=0.5, width=room)


def _lines(name: str, room: int) -> tuple[str, ...]:
    """Return a card's name on one line, or on two where small letters would not be enough."""
    least = Style("bold", LETTER, INK, PAPER)
    first, _, last = name.rpartition(" ")
    return (name,) if not first or text_width(name, least) <= room else (first, last)


def _head(pen: Pen, name: str, note: str, colour: str) -> None:
    surface, page = pen.surface, pen.surface.page
    pen.paste(TILES.get(worker_icon, colour, 58, 1.0, page), 14, 3)
    wide = pen.write(
        WIDTH - 20, 12, note, SMALL, colour=surface.text, ground=page, align=1, width=400
    )
    width = WIDTH - 120 - wide
    pen.write(80, 8, name, LARGE, colour=surface.strong, ground=page, width=width, cut=True)


def _seals(
    pen: Pen,
    texts: tuple[str, str],
    families: tuple[str, ...],
    seals: Counts,
    values: Counts,
    box: Box,
) -> None:
    surface, (heading, worth) = pen.surface, texts
    right = box.left + box.width - 20
    wide = pen.write(right, box.top + 3, worth, DIGIT, colour=surface.strong, align=1, width=540)
    room = box.width - 60 - wide
    pen.write(box.left + 20, box.top + 10, heading, SMALL, colour=surface.quiet, width=room)
    # Without a hand the seals have its room.
    rows = 2 if box.height > _TALL else 1
    columns = -(-len(families) // rows)
    width, height = (box.width - 24) // columns, (box.height - 60) // rows
    for number, told in enumerate(zip(families, seals, values, strict=True)):
        left, top = number % columns * width, number // columns * height
        tile = PASSING.get(_family, *told, width, height, surface)
        pen.paste(tile, box.left + 16 + left, box.top + 54 + top)


def _family(family: str, count: int, value: int, width: int, height: int, surface: Surface) -> Tile:
    """Draw a family's seal, the owner's number of them, and their worth."""
    pen = Pen(plain_raster(width, height, surface.panel), surface, 1.0)
    size, top = min(height * 45 // 100, width // 2), height // 12
    pen.paste(TILES.get(seal, family, size, 1.0, surface.panel), 0, top)
    strong = surface.strong if count else surface.quiet
    figure, left = size * 5 // 8, size + 4
    middle = top + (size - figure * 5 // 4) // 2
    pen.write(left, middle, str(count), figure, colour=strong, width=width - size - 12)
    text, low = f"× {value} = {count * value}", top + size + height // 16
    pen.write(8, low, text, max(DIGIT, size * 2 // 5), colour=strong, width=width - 20)
    return pen.raster.tile()


def _stock(pen: Pen, colour: str, stock: tuple[int, int, int, int], box: Box) -> None:
    """Lay workers, own and neutral, banners and gold, each a sign with its number."""
    surface, panel = pen.surface, pen.surface.panel
    half, row = box.width // 2, box.height // 2
    size = min(112, row - 10)
    flag = (banner, PLAYER[colour], 2.4, panel, surface.text)
    icons = (
        (TILES.get(worker_icon, colour, size, 1.0, panel), 4),
        (TILES.get(worker_icon, UNOWNED, size, 1.0, panel), 4),
        (TILES.get(*flag), 4),
        (TILES.get(coin, 80, 1.0, panel), -4),
    )
    for number, ((tile, lower), count) in enumerate(zip(icons, stock, strict=True)):
        x = box.left + (8, half)[number % 2]
        y = box.top + row // 2 + number // 2 * row
        pen.paste(tile, x + (size - tile.width) // 2, y - tile.height // 2 + lower)
        strong = surface.strong if count else surface.quiet
        pen.write(x + size + 2, y - 36, str(count), 60, colour=strong, width=half - size - 12)
