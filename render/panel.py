"""The panels round the board: turn, seal values, castle floors, cards, players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.view import Counts, OpenSeat, Phase, View
from render.art.figures import worker_icon
from render.art.panels import (
    banner,
    card_back,
    change_arrow,
    hand_card,
    open_card,
    panel_box,
    pennant,
    progress,
)
from render.art.seals import seal
from render.colours import PLAYER, Surface, blend
from render.frame import TILES, Frame
from render.layout import CARDS_BOX, POOLS_BOX, TURN_BOX, VALUES_BOX, Box, player_boxes
from render.pen import Pen
from render.sentences import end_note, floors_done
from render.text import legible
from translation import Words

PAD = 12


def lay_panels(
    frame: Frame,
    view: View,
    *,
    names: Sequence[str],
    title: str,
    before: Counts | None,
    surface: Surface,
    scale: float,
    words: Words,
) -> None:
    """Lays all panels of a board picture."""
    pen = Pen(frame, surface, scale)
    _lay_turn(pen, view, title, words)
    _lay_values(pen, view, before, words)
    _lay_pools(pen, view, words)
    _lay_cards(pen, view, words)
    for seat, box in enumerate(player_boxes(len(view.seats))):
        _lay_player(pen, view, seat, names[seat], box, words)


def _lay_turn(pen: Pen, view: View, title: str, words: Words) -> None:
    box, surface = TURN_BOX, pen.surface
    left, width = box.left + PAD, box.width - 2 * PAD
    turn = words("Turn {number}", number=view.turn)
    pen.write(left, box.top + 6, turn, 36, colour=surface.strong, width=width)
    label = legible(title) or words("Arkadia")
    pen.write(left, box.top + 50, label, 24, colour=surface.quiet, weight="plain", width=width)
    ending = view.turns_left is not None or view.phase is Phase.OVER
    colour = surface.bad if ending else surface.text
    pen.write(left, box.top + 76, end_note(view, words), 26, colour=colour, width=width)
    placed, total = floors_done(view)
    filled = surface.bad if ending else surface.good
    tile = TILES.get(
        progress, placed, total, width, 10, filled, surface.panel_edge, pen.scale, surface.panel
    )
    pen.frame.paste(tile, pen.px(left), pen.px(box.top + 112))


def _lay_values(pen: Pen, view: View, before: Counts | None, words: Words) -> None:
    box, surface = VALUES_BOX, pen.surface
    pen.write(box.left + PAD, box.top + 5, words("Seal values"), 26, colour=surface.quiet)
    for number, family in enumerate(view.edition.families):
        y = box.top + 42 + number * 52
        tile = TILES.get(seal, family, 52, pen.scale, surface.panel)
        pen.frame.paste(tile, pen.px(box.left + 14), pen.px(y - 1))
        value = view.values[number]
        pen.write(box.left + 116, y - 7, str(value), 50, colour=surface.strong, align=0.5)
        change = value - before[number] if before is not None else 0
        if change:
            colour = surface.good if change > 0 else surface.bad
            arrow = TILES.get(change_arrow, change > 0, 28, colour, pen.scale, surface.panel)
            pen.frame.paste(arrow, pen.px(box.left + 156), pen.px(y + 11))
            pen.write(box.left + 188, y + 5, str(abs(change)), 34, colour=colour)


def _lay_pools(pen: Pen, view: View, words: Words) -> None:
    box, surface = POOLS_BOX, pen.surface
    pen.write(box.left + PAD, box.top + 6, words("Floor"), 24, colour=surface.quiet)
    first, step = box.left + 100, 37
    for number, family in enumerate(view.edition.families):
        tile = TILES.get(seal, family, 34, pen.scale, surface.panel)
        pen.frame.paste(tile, pen.px(first + number * step - 17), pen.px(box.top + 6))
    for floor, pool in enumerate(view.pools, start=1):
        y = box.top + 44 + (floor - 1) * 36
        current = floor == view.floor and view.phase is not Phase.OVER
        ground = surface.active if current else surface.panel
        if current:
            x, width = pen.px(box.left + 4), pen.px(box.width - 8)
            pen.frame.fill(x, pen.px(y), width, pen.px(35), ground)
        colour = surface.strong if current else surface.quiet
        pen.write(box.left + 34, y + 1, str(floor), 28, colour=colour, ground=ground, align=0.5)
        for number, count in enumerate(pool):
            text = str(count) if count else "–"
            x = first + number * step
            pen.write(x, y + 1, text, 28, colour=colour, ground=ground, align=0.5)


def _lay_cards(pen: Pen, view: View, words: Words) -> None:
    box, surface = CARDS_BOX, pen.surface
    width, height = 108, 92
    spots = [
        (box.left + 6 + (number % 2) * (width + 6), box.top + 6 + (number // 2) * (height + 6))
        for number in range(4)
    ]
    for card, (x, y) in zip(view.face_up[:3], spots, strict=False):
        cells = view.edition.forms[card.form].orientations()[0].cells
        tile = TILES.get(
            open_card, card.form, card.family, cells, width, height, pen.scale, surface.panel
        )
        pen.frame.paste(tile, pen.px(x), pen.px(y))
    x, y = spots[3]
    if view.stack:
        tile = TILES.get(card_back, width, height, pen.scale, surface.panel)
        pen.frame.paste(tile, pen.px(x), pen.px(y))
    middle = x + width / 2
    badge = TILES.get(
        panel_box, 60, 48, surface.panel, surface.panel_edge, 2, surface.panel, pen.scale
    )
    pen.frame.paste(badge, pen.px(middle - 30), pen.px(y + 22))
    pen.write(middle, y + 23, str(view.stack), 36, colour=surface.strong, align=0.5)


def _status(view: View, seat: int, words: Words) -> str:
    if view.active != seat:
        return ""
    if view.phase is Phase.CASTLE:
        return words("builds the castle")
    return words("to move")


def _lay_player(pen: Pen, view: View, seat: int, name: str, box: Box, words: Words) -> None:
    surface = pen.surface
    open_seat: OpenSeat = view.seats[seat]
    active = view.active == seat
    colour = PLAYER[open_seat.colour]
    fill = surface.active if active else surface.panel
    edge = colour if active else surface.panel_edge
    tile = TILES.get(
        panel_box, box.width, box.height, fill, edge, 5 if active else 2, surface.page, pen.scale
    )
    pen.frame.paste(tile, pen.px(box.left), pen.px(box.top))
    pen.frame.paste(
        TILES.get(worker_icon, open_seat.colour, 84, pen.scale, fill),
        pen.px(box.left + 14),
        pen.px(box.top + 58),
    )
    left, room = box.left + 16, box.width - 32
    if active:
        sign = TILES.get(pennant, 28, surface.strong, pen.scale, fill)
        pen.frame.paste(sign, pen.px(left), pen.px(box.top + 14))
        left, room = left + 34, room - 34
    shown = legible(name) or words.name(open_seat.colour)
    pen.write(left, box.top + 6, shown, 34, colour=surface.strong, ground=fill, width=room)
    x = box.left + 112
    for number in range(view.edition.banners):
        kept = number < open_seat.banners
        flag = TILES.get(banner, colour, kept, pen.scale, fill)
        pen.frame.paste(flag, pen.px(x + number * 28), pen.px(box.top + 56))
    fan = TILES.get(hand_card, 40, pen.scale, fill)
    pen.frame.paste(fan, pen.px(x), pen.px(box.top + 102))
    pen.write(x + 46, box.top + 101, str(open_seat.cards), 34, ground=fill)
    status = _status(view, seat, words)
    if status:
        pen.write(
            x + 78,
            box.top + 106,
            status,
            26,
            colour=blend(surface.text, surface.quiet, 0.3),
            ground=fill,
            weight="plain",
            width=box.width - 112 - 78 - 12,
        )
