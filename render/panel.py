"""The panels round the board: turn, seal values, castle floors, cards, players.

Each panel is one tile, kept by what it says; a picture of a known position pastes eight of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.edition import Edition
from engine.view import Counts, Phase, View
from render.art.figures import worker_icon
from render.art.panels import (
    banner,
    card_back,
    change_arrow,
    hand_card,
    open_card,
    pennant,
    progress,
)
from render.art.seals import seal
from render.colours import PLAYER, Surface
from render.frame import TILES, Frame, Tile
from render.layout import CARDS_BOX, POOLS_BOX, TURN_BOX, VALUES_BOX, Box, player_boxes
from render.pen import box_pen
from render.script import legible
from render.sentences import end_note, floors_done
from translation import Words

PAD = 14


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

    def lay(box: Box, tile: Tile) -> None:
        frame.paste(tile, round(box.left * scale), round(box.top * scale))

    ending = view.turns_left is not None or view.phase is Phase.OVER
    texts = (
        words("Turn {number}", number=view.turn),
        legible(title) or words("Arkadia"),
        end_note(view, words),
    )
    lay(TURN_BOX, TILES.get(_turn, texts, floors_done(view), ending, surface, scale))
    heading, families = words("Seal values"), view.edition.families
    lay(
        VALUES_BOX,
        TILES.get(_values, heading, families, view.values, before, surface, scale),
    )
    floor = view.floor if view.phase is not Phase.OVER else 0
    lay(POOLS_BOX, TILES.get(_pools, words("Floor"), families, view.pools, floor, surface, scale))
    none = words("No cards left")
    lay(
        CARDS_BOX,
        TILES.get(_cards, none, view.edition, view.face_up, view.stack, surface, scale),
    )
    for seat, (open_seat, box) in enumerate(
        zip(view.seats, player_boxes(len(view.seats)), strict=True)
    ):
        colour = open_seat.colour
        active = view.active == seat
        counts = (open_seat.banners, view.edition.banners, open_seat.cards)
        name = legible(names[seat]) or words.name(colour)
        status = _status(view, words) if active else ""
        key = (name, colour, counts, active, status, box.width, box.height)
        lay(box, TILES.get(_player, *key, surface, scale))


def _status(view: View, words: Words) -> str:
    if view.phase is Phase.CASTLE:
        return words("castle ×{n}", n=view.owed)
    if view.phase is Phase.CAN:
        return words("banner?")
    return words("to move")


def _turn(
    texts: tuple[str, str, str],
    done: tuple[int, int],
    ending: bool,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(TURN_BOX, surface, scale)
    turn, label, note = texts
    width = TURN_BOX.width - 2 * PAD
    pen.write(PAD, 1, turn, 38, colour=surface.strong, width=width)
    pen.write(PAD, 46, label, 26, colour=surface.quiet, weight="plain", width=width, cut=True)
    pen.write(PAD, 78, note, 27, colour=surface.bad if ending else surface.text, width=width)
    filled = surface.bad if ending else surface.good
    bar = (*done, width, 10, filled, surface.panel_edge, scale, surface.panel)
    pen.paste(TILES.get(progress, *bar), PAD, 114)
    return pen.frame.tile()


def _values(
    heading: str,
    families: tuple[str, ...],
    values: Counts,
    before: Counts | None,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(VALUES_BOX, surface, scale)
    pen.write(PAD, 6, heading, 27, colour=surface.quiet, width=VALUES_BOX.width - 2 * PAD)
    for number, family in enumerate(families):
        y = 40 + number * 52
        pen.paste(TILES.get(seal, family, 52, scale, surface.panel), 16, y - 1)
        pen.write(116, y - 7, str(values[number]), 50, colour=surface.strong, align=0.5)
        change = values[number] - before[number] if before is not None else 0
        if change:
            colour = surface.good if change > 0 else surface.bad
            arrow = TILES.get(change_arrow, change > 0, 28, colour, scale, surface.panel)
            pen.paste(arrow, 156, y + 11)
            pen.write(190, y + 4, str(abs(change)), 36, colour=colour)
    return pen.frame.tile()


def _pools(
    heading: str,
    families: tuple[str, ...],
    pools: tuple[Counts, ...],
    current: int,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(POOLS_BOX, surface, scale)
    pen.write(PAD, 7, heading, 26, colour=surface.quiet, width=76)
    first, step = 104, 36
    for number, family in enumerate(families):
        tile = TILES.get(seal, family, 36, scale, surface.panel)
        pen.paste(tile, first + number * step - 18, 6)
    for floor, pool in enumerate(pools, start=1):
        y = 44 + (floor - 1) * 36
        ground = surface.active if floor == current else surface.panel
        pen.fill(4, y, POOLS_BOX.width - 8, 35, ground)
        colour = surface.strong if floor == current else surface.quiet
        pen.write(36, y - 1, str(floor), 29, colour=colour, ground=ground, align=0.5)
        for number, count in enumerate(pool):
            x = first + number * step
            text = str(count) if count else "–"
            pen.write(x, y - 1, text, 29, colour=colour, ground=ground, align=0.5)
    return pen.frame.tile()


def _cards(
    none: str,
    edition: Edition,
    face_up: tuple[Card, ...],
    stack: int,
    surface: Surface,
    scale: float,
) -> Tile:
    pen = box_pen(CARDS_BOX, surface, scale)
    if not face_up and not stack:
        middle = CARDS_BOX.width / 2, CARDS_BOX.height / 2 - 18
        pen.write(*middle, none, 28, colour=surface.quiet, align=0.5, width=CARDS_BOX.width - 20)
        return pen.frame.tile()
    width, height = 108, 92
    spots = [(7 + (number % 2) * 114, 6 + (number // 2) * 98) for number in range(4)]
    for card, (x, y) in zip(face_up, spots, strict=False):
        shapes = tuple(way.cells for way in edition.forms[card.form].orientations())
        key = (card.form, card.family, shapes, width, height, scale, surface.panel)
        pen.paste(TILES.get(open_card, *key), x, y)
    x, y = spots[3]
    if stack:
        pen.paste(TILES.get(card_back, width, height, scale, surface.panel), x, y)
    pen.box(Box(x + 24, y + 22, 60, 48), fill=surface.panel, edge=surface.panel_edge)
    pen.write(x + 54, y + 22, str(stack), 38, colour=surface.strong, align=0.5)
    return pen.frame.tile()


def _player(
    name: str,
    colour: str,
    counts: tuple[int, int, int],
    active: bool,
    status: str,
    width: int,
    height: int,
    surface: Surface,
    scale: float,
) -> Tile:
    fill = surface.active if active else surface.panel
    edge = PLAYER[colour] if active else surface.panel_edge
    box = Box(0, 0, width, height)
    pen = box_pen(box, surface, scale, fill=fill, edge=edge, thick=5 if active else 2)
    left, room = 16, width - 30
    if active:
        pen.paste(TILES.get(pennant, 28, surface.strong, scale, fill), left, 14)
        left, room = left + 32, room - 32
    pen.write(left, 5, name, 35, colour=surface.strong, ground=fill, width=room, cut=True)
    pen.paste(TILES.get(worker_icon, colour, 92, scale, fill), 12, 54)
    banners, of, cards = counts
    for number in range(of):
        flag = TILES.get(banner, PLAYER[colour], number < banners, scale, fill)
        pen.paste(flag, 116 + number * 30, 56)
    pen.paste(TILES.get(hand_card, 40, scale, fill), 114, 103)
    pen.write(160, 101, str(cards), 36, ground=fill)
    if status:
        tone = surface.text
        pen.write(width - 14, 108, status, 26, colour=tone, ground=fill, align=1, width=width - 204)
    return pen.frame.tile()
