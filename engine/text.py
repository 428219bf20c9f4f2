"""A view as plain English text, for the command line and for logs of a developer's eyes."""

from __future__ import annotations

from engine.squares import COLUMN_LETTERS, SquareSet, square_at, square_names
from engine.view import Counts, View


def view_text(view: View) -> str:
    """The view as lines: board, castle, values, and what is open of each seat.

    On the board a building is the first letter of its form in the case of its state (capital while
    under construction), a worker its colour's number in the edition from 1 or ``n`` for a neutral
    one, ``^`` a camp, ``#`` the castle, ``.`` a vacant square.
    """
    lines = [_headline(view), "", *_board(view), "", *_castle(view), "", *_buildings(view)]
    lines += ["", *_seats(view)]
    if view.screen is not None:
        lines += ["", *_screen(view)]
    if view.result is not None:
        gold = ", ".join(
            f"{view.seats[seat].colour} {view.result.gold[seat]} gold (rank {rank})"
            for rank, seat in view.result.ranking
        )
        lines += ["", f"result: {gold}"]
    return "\n".join(lines)


def _headline(view: View) -> str:
    mirror = ", mirrored tiles allowed" if view.mirror else ""
    head = f"{view.setup} set-up{mirror}, ply {view.ply}, turn {view.turn}"
    if view.active is None:
        return f"{head}, the game is over"
    head += f", {view.seats[view.active].colour} has to act ({view.phase.value})"
    if view.owed:
        head += f", castle pieces owed: {view.owed}"
    if view.turns_left is not None:
        head += f", turns left: {view.turns_left}"
    return head


def _board(view: View) -> list[str]:
    edition = view.edition
    signs: dict[str, SquareSet] = {"^": view.camps, "#": view.lot.squares, "n": view.neutral}
    for seat in view.seats:
        sign = str(edition.colours.index(seat.colour) + 1)
        signs[sign] = seat.workers
    for building in view.buildings:
        letter = building.card.form[0]
        sign = letter if building.completed else letter.upper()
        signs[sign] = signs.get(sign, 0) | building.squares
    letters = COLUMN_LETTERS[: edition.columns]
    lines = ["   " + " ".join(letters)]
    for row in range(edition.rows):
        cells = []
        for column in range(edition.columns):
            bit = 1 << square_at(column, row)
            found = [sign for sign, squares in signs.items() if squares & bit and sign != "^"]
            cells.append(found[0] if found else "^" if view.camps & bit else ".")
        lines.append(f"{row + 1:2} {' '.join(cells)}")
    return lines


def _counts(view: View, counts: Counts) -> str:
    return ", ".join(f"{name} {n}" for name, n in zip(view.edition.families, counts, strict=True))


def _castle(view: View) -> list[str]:
    ring = " ".join(
        f"{place}:{family or 'blank'}/{height}"
        for place, (family, height) in enumerate(zip(view.ring, view.heights, strict=True), start=1)
    )
    pools = [
        f"pool of floor {floor}: {_counts(view, pool)}"
        for floor, pool in enumerate(view.pools, start=1)
    ]
    return [
        f"castle at {view.lot}, floor {view.floor} under construction",
        f"ring squares (seen from above/pieces): {ring}",
        *pools,
        f"values: {_counts(view, view.values)}",
    ]


def _buildings(view: View) -> list[str]:
    lines = [
        f"{building.card} {' '.join(square_names(building.squares))} "
        f"{'completed' if building.completed else 'under construction'}"
        for building in view.buildings
    ]
    cards = ", ".join(str(card) for card in view.face_up) or "none"
    return ["buildings:", *(lines or ["none"]), f"open cards: {cards}; stack: {view.stack}"]


def _seats(view: View) -> list[str]:
    lines = [f"neutral workers: {' '.join(square_names(view.neutral)) or 'none'}"]
    for number, seat in enumerate(view.seats):
        workers = " ".join(square_names(seat.workers)) or "none"
        lines.append(
            f"seat {number} {seat.colour}: banners {seat.banners}, cards {seat.cards}, "
            f"workers {workers}"
        )
    return lines


def _screen(view: View) -> list[str]:
    screen = view.screen
    assert screen is not None
    return [
        f"behind the screen of seat {view.seat}:",
        f"cards: {', '.join(str(card) for card in screen.hand) or 'none'}",
        f"workers: own {screen.own}, neutral {screen.neutral}",
        f"seals: {_counts(view, screen.seals)}",
        f"gold: {screen.gold}",
    ]
