"""The side column of a board picture: the public knowledge besides the board, panel by panel.

Each panel is one tile, kept by what it says. ``PANELS`` lists them by rank: whose turn it is, the
values, the cards, the rest. A panel more is a function and an entry there.
"""

from typing import Final, NamedTuple

from engine.edition import Card, Edition
from engine.opportunities import occupied
from engine.view import Counts, Phase, View
from i18n.translation import Words
from render.art import panels
from render.art.drawing import DIGIT, NUMBER
from render.art.signs import camp_sign
from render.art.tokens import loose_seal
from render.board.players import Entry, Told, page_pen, players
from render.colours import GOLD, INK, LIGHT, PLATFORMS, RGB, Surface
from render.files.raster import Tile
from render.files.tile_cache import PASSING, TILES
from render.layout import LARGE, SMALL, Box, Pen, box_pen
from render.letters.text import legible
from words.sentences import floors_done

PAD: Final = 8
SEAL: Final = 46
HEAD: Final = 36  # the height of a line of headings above the families' rows
_ROWS: Final = ((48, NUMBER, NUMBER), (40, LARGE, LARGE), (33, SMALL, SMALL))
"""The height of a family's row with the sizes of its numbers and of its value: where fewer than
four play, where four do, and where there are more than four families."""
_CARD: Final = 46  # the width of a card
_ARROW: Final = 21  # the size of the arrow beside a value that changes
_TAG: Final = (58, 46)
_TAG_AT: Final = 47  # the width and height of the gold plate of a worth, and where it begins
_PIECE: Final = 22  # the width of the castle piece behind the number of pieces until the end
_BLOCK: Final = (38, 30)
"""The width of the block on which the number of pieces of a floor under construction stands: where
that floor is shown alone, and beside others."""
_HEAD: Final = (28, 36)  # the width and height of the block with a floor's number above a column
_TENT: Final = 36  # the width of the tent before the number of camps that are left
_LINE: Final = 43
_BAR: Final = 22
_FOOT: Final = 16
_FLOOR: Final = 31  # from one column of a floor's pieces to the next


def plate_height(told: Told) -> int:
    """Return the height of the plate: a line for the end, and one for the title if there is one."""
    return _LINE * (1 + bool(told.title)) + _BAR + _FOOT


def plate(told: Told, box: Box) -> Tile:
    """Draw the plate: the game if it is named, how near the end is, and the turn if it fits."""
    view, words = told.view, told.words
    ending = view.turns_left is not None or view.phase is Phase.OVER
    turn = words.context("heading", "Turn {number}", number=view.turn)
    lines = [legible(told.title)] if told.title else []
    if box.height >= _LINE * (len(lines) + 2) + _BAR + _FOOT:
        lines.append(turn)
    texts = (*lines, _note(view, words))
    done, camps = floors_done(view), (view.camps & ~occupied(view)).bit_count()
    # By what it says, not by the position: most panels are the same before and after an action.
    return PASSING.get(_plate, texts, done, camps, ending, box, told.surface, told.scale)


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
    camps: int,
    ending: bool,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    # Without a box of its own until the end has begun: it is looked at last before.
    page = surface.panel if ending else surface.page
    pen = box_pen(box, surface, scale) if ending else page_pen(box, surface, scale)
    width, top = box.width - 2 * PAD, 0
    for text in texts:
        last = text is texts[-1]
        colour = surface.bad if ending and last else surface.text
        room = width if ending or not last else width - _PIECE - PAD // 2
        wide = pen.write(PAD, top, text, DIGIT, colour=colour, ground=page, width=room, least=DIGIT)
        top += _LINE
    if not ending:
        piece = TILES.get(panels.castle_piece, _PIECE, scale, page)
        pen.paste(piece, PAD + min(wide + PAD, width - _PIECE), top - _LINE + 12)
    # The castle as a bar of its pieces, so that the end is seen coming; beside it the camps.
    number = pen.digits(
        box.width - PAD, box.height - 16, str(camps), colour=surface.text, ground=page, align=1
    )
    width -= _TENT + round(number) + 6
    bar = TILES.get(panels.castle_bar, *done, width, _BAR, surface.panel_edge, scale, page)
    pen.paste(bar, PAD, box.height - _BAR - 6)
    pen.paste(TILES.get(camp_sign, _TENT, scale, page), PAD + width + 5, box.height - _TENT + 1)
    return pen.raster.tile()


class Count(NamedTuple):
    """A column of numbers beside the values: a number for each family."""

    middle: int  # where it stands, in units from the panel's left edge
    head: int | None  # the number of the floor whose pieces are counted, or None
    numbers: Counts
    here: bool  # whether it is the one that matters now


class Heading(NamedTuple):
    """A word above columns: where its middle is, and the width that it may take."""

    word: str
    middle: int
    width: int


def own_values_height(told: Told, most: int = 3) -> int:
    """Return the height of the panel of values beside one's own seals, of a floor alone.

    With ``most`` people or fewer a column has room for larger numbers.
    """
    count = len(told.view.edition.families)
    row = 2 if count > 4 else len(told.view.seats) > most
    return HEAD + _ROWS[row][0] * count + 6


def cards_height(told: Told, most: int = 3) -> int:
    """Return the height of a panel of cards; with ``most`` people or fewer they are larger."""
    return 83 if len(told.view.seats) > most else 102


def worth_heading(words: Words) -> Heading:
    """Return the heading of the values."""
    # Translators: a heading in a narrow column of a picture; what a seal is worth. 6 characters.
    return Heading(words.context("heading", "worth"), 45, 76)


def left_heading(words: Words, middle: int, width: int) -> Heading:
    """Return the heading of the castle pieces that are left."""
    # Translators: a heading in a narrow column of a picture; castle pieces left. 6 characters.
    return Heading(words.context("heading", "left"), middle, width)


def values(told: Told, box: Box) -> Tile:
    """Draw the value of each family's seals, with its trend, and the pieces left of each floor."""
    view, wide = told.view, box.width
    floor = view.floor if view.phase is not Phase.OVER else 0
    counts = tuple(
        Count(wide - 19 - _FLOOR * (len(view.pools) - number), number, pool, number == floor)
        for number, pool in enumerate(view.pools, start=1)
    )
    middle = (counts[0].middle + counts[-1].middle) // 2
    heads = worth_heading(told.words), left_heading(told.words, middle, 96)
    return lay_values(told, box, heads, counts)


def lay_values(told: Told, box: Box, heads: tuple[Heading, ...], counts: tuple[Count, ...]) -> Tile:
    """Draw the families' values under headings, with some columns of numbers beside them."""
    view = told.view
    changed = (told.before, view.values, told.after)
    families = view.edition.families
    return PASSING.get(_values, families, changed, heads, counts, box, told.surface, told.scale)


def _values(
    families: tuple[str, ...],
    changed: tuple[Counts | None, Counts, Counts | None],
    heads: tuple[Heading, ...],
    counts: tuple[Count, ...],
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(box, surface, scale)
    floors = any(one.head is not None for one in counts)
    head = HEAD + floors * HEAD
    step = (box.height - head - 6) // len(families)
    for word, middle, width in heads:
        pen.write(middle, -3, word, SMALL, colour=surface.quiet, align=0.5, width=width)
    for one in counts:
        if one.head is not None:
            plate = TILES.get(
                panels.number_plate, *_HEAD, PLATFORMS[-1], True, scale, surface.panel
            )
            pen.paste(plate, one.middle - _HEAD[0] / 2, HEAD - 2)
            text, middle, tone = str(one.head), HEAD + 18, PLATFORMS[-1]
            pen.digits(one.middle, middle, text, colour=INK, ground=tone, align=0.5)
    for number, family in enumerate(families):
        middle = head + number * step + step // 2
        size = min(SEAL, step + 8)
        icon = TILES.get(loose_seal, family, size, scale, surface.panel)
        pen.paste(icon, 24 - size / 2, middle - size / 2)
        lay_value(pen, middle, step, number, changed)
        for one in counts:
            count, ground, tone = one.numbers[number], surface.panel, surface.strong
            if not count or not (one.here or one.head is None):
                tone = surface.quiet
            elif one.here:
                # Those that can be had now lie there as blocks.
                ground, tone = PLATFORMS[2], INK
                wide = _BLOCK[floors]
                plate = TILES.get(
                    panels.number_plate, wide, step - 4, ground, True, scale, surface.panel
                )
                pen.paste(plate, one.middle - wide / 2, middle - step // 2 + 2)
            text = str(count) if count or one.head is None else "–"
            pen.digits(
                one.middle,
                middle + 2 * (ground != surface.panel),
                text,
                # Three floors side by side must not read as one number.
                DIGIT if floors else _sizes(step)[0],
                colour=tone,
                ground=ground,
                align=0.5,
                width=54,
            )
    return pen.raster.tile()


def _sizes(step: int) -> tuple[int, int]:
    """Return the sizes of the numbers and of the value in a row of a height."""
    return next(
        ((number, value) for least, number, value in _ROWS if step >= least), (SMALL, SMALL)
    )


def lay_value(
    pen: Pen,
    middle: int,
    step: int,
    number: int,
    changed: tuple[Counts | None, Counts, Counts | None],
) -> None:
    """Write a family's value into a row, with its change since before or its planned value."""
    before, values, after = changed
    now = values[number]
    then = now if after is None else after[number]
    planned = then != now
    was = now if planned or before is None else before[number]
    high = min(_TAG[1], step - 2)
    tag = TILES.get(panels.number_plate, _TAG[0], high, GOLD, False, pen.scale, pen.surface.panel)
    pen.paste(tag, _TAG_AT, middle - high / 2)
    left, room = _TAG_AT + 4, _TAG[0] - 8
    if then != was:
        room -= _ARROW
        tone = LIGHT.good if then > was else LIGHT.bad
        arrow = TILES.get(panels.change_arrow, then > was, _ARROW, tone, pen.scale, GOLD)
        # An arrow before a number says what is planned, one behind it what was done.
        pen.paste(arrow, left if planned else left + room, middle - _ARROW // 2)
        left += _ARROW * planned
    size, x = _sizes(step)[1], left + room / 2
    pen.digits(x, middle, str(then), size, colour=INK, ground=GOLD, align=0.5, width=room)


def cards(told: Told, box: Box) -> Tile:
    """Draw the open cards, and how many are left in the stack."""
    view = told.view
    # Translators: in a narrow column of a picture; 14 characters at most.
    none = told.words("No cards left")
    return lay_cards(told, box, none, view.face_up, view.edition.face_up + 1, view.stack)


def lay_cards(
    told: Told,
    box: Box,
    none: str,
    shown: tuple[Card, ...],
    room: int,
    stack: int | None = None,
    fill: RGB | None = None,
) -> Tile:
    """Draw some cards side by side, and behind them the stack; or words if there are none.

    Args:
        none: the words.
        room: the places that cards have if there are no more of them.
        stack: how many cards the stack has, or None for no stack.
        fill: the panel's colour, or None for the usual one.
    """
    key = (none, told.view.edition, shown, room, stack, fill)
    return PASSING.get(_cards, *key, box, told.surface, told.scale)


def _cards(
    none: str,
    edition: Edition,
    shown: tuple[Card, ...],
    room: int,
    stack: int | None,
    fill: RGB | None,
    box: Box,
    surface: Surface,
    scale: float,
) -> Tile:
    ground = fill or surface.panel
    pen = box_pen(box, surface, scale, fill=ground)
    if not shown and not stack:
        middle, width = (box.width / 2, box.height / 2 - 22), box.width - 12
        colour = surface.text
        pen.write(*middle, none, SMALL, colour=colour, ground=ground, align=0.5, width=width)
        return pen.raster.tile()
    width, height, top = _CARD, box.height - 12, 6
    places = max(room, len(shown) + (stack is not None))
    pitch = min(width + 3, (box.width - width - 8) / max(1, places - 1))
    left = (box.width - width - pitch * (places - 1)) / 2
    for number, card in enumerate(shown):
        shapes = tuple(way.cells for way in edition.forms[card.form].orientations())
        key = (card.form, card.family, shapes, width, height, scale, ground)
        pen.paste(TILES.get(panels.open_card, *key), left + number * pitch, top)
    if stack is not None:
        tile = TILES.get(panels.stack_card, stack, width, height, scale, ground)
        pen.paste(tile, left + (places - 1) * pitch, top)
    return pen.raster.tile()


PANELS: Final = (
    Entry(players, 0),
    Entry(values, lambda told: own_values_height(told) + HEAD),
    Entry(cards, cards_height),
    # The number of the turn is the first to go where names need the room.
    Entry(plate, lambda told: plate_height(told) + _LINE * (len(told.view.seats) < 4)),
)
"""The panels of the public picture from the top."""
