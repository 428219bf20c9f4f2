"""Editions as drawings in characters, which people edit without any tool: writer and parser."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from engine import squares as grid
from engine.edition import Edition, Origin
from engine.edition_writing import INVENTED, RING_ORDER
from engine.errors import EditionError

_EMPTY: Final = "."
_CAMP: Final = "^"
_LOT: Final = "#"
_BLANK: Final = "-"
_SQUARE: Final = "#"
_SIGNS: Final = ascii_lowercase + ascii_uppercase
_ROW: Final = re.compile(r"\s*\d+ (\S+)")
_MEANING: Final = re.compile(r"(\S) = (\S+)")


def drawing_of(edition: Edition) -> str:
    """Draw an edition as a text of boards, shapes and short lines.

    Raises:
        EditionError: if it has more preset buildings than there are letters.
    """
    if len(edition.first_buildings) > len(_SIGNS):
        raise EditionError("bad-edition", reason=f"more than {len(_SIGNS)} buildings to draw")
    return "\n".join(_lines(edition)) + "\n"


def _lines(edition: Edition) -> Iterator[str]:
    yield f"edition {edition.id}"
    yield f"title {edition.title}"
    yield f"revision {edition.revision}"
    yield f"families {' '.join(edition.families)}"
    yield f"colours {' '.join(edition.colours)}"
    yield f"seals {' '.join(f'{count}x{value}' for value, count in edition.seals.items())}"
    yield f"pieces {' '.join(map(str, edition.floors))}"
    yield (
        f"workers {edition.own_workers} start {edition.start_workers}"
        f" banner {edition.workers_per_banner} neutral {edition.neutral_workers}"
    )
    yield f"banners {edition.banners}"
    yield f"cards {edition.hand_size} open {edition.face_up}"
    yield f"extra {' '.join(f'{count}:{more}' for count, more in edition.extra_neutral.items())}"
    yield "\nforms"
    for form in edition.forms.values():
        yield f"{form.name} {form.tiles // max(len(edition.families), 1)}"
        yield from _drawn_cells(form.shape)
    yield "\ncamps"
    yield from _drawn_board(edition, [(_CAMP, edition.camps)])
    yield "\nlot"
    yield from _drawn_lot(edition)
    yield "\nfirst game"
    placed = list(zip(_SIGNS, edition.first_buildings, strict=False))
    yield from _drawn_board(
        edition,
        [(_LOT, edition.first_lot.squares), *((sign, preset.squares) for sign, preset in placed)],
    )
    yield from (f"{sign} = {preset.card}" for sign, preset in placed)
    yield "\nknown"
    if edition.provenance.invented:
        yield INVENTED
    for fact, origin in edition.provenance.facts.items():
        parts = (origin.known, origin.on, origin.by, origin.source)
        yield f"{fact}: {', '.join(filter(None, parts))}"


def _drawn_cells(cells: Iterable[tuple[int, int]]) -> Iterator[str]:
    drawn = set(cells)
    for row in range(max(row for _, row in drawn) + 1):
        columns = range(max(column for column, _ in drawn) + 1)
        yield "".join(_SQUARE if (column, row) in drawn else _EMPTY for column in columns)


def _drawn_board(edition: Edition, layers: Sequence[tuple[str, grid.SquareSet]]) -> Iterator[str]:
    signs = {square: sign for sign, squares in layers for square in grid.iter_squares(squares)}
    width = len(str(edition.rows))
    yield f"{'':{width}} {grid.COLUMN_LETTERS[: edition.columns]}"
    for row in range(edition.rows):
        line = (signs.get(grid.square_at(column, row), _EMPTY) for column in range(edition.columns))
        yield f"{row + 1:{width}} {''.join(line)}"


def letters_of(names: Iterable[str], taken: str = "") -> dict[str, str]:
    """Return for each name a letter of its own, one of the name's if possible."""
    # By rule and not by a table, because editions can have any names.
    letters: dict[str, str] = {}
    for name in names:
        used = taken + "".join(letters.values())
        free = (sign for sign in name + ascii_lowercase if sign.isalpha())
        letters[name] = next((sign for sign in free if sign not in used), "?")
    return letters


def _drawn_lot(edition: Edition) -> Iterator[str]:
    letters = {family: sign.upper() for family, sign in letters_of(edition.families).items()}
    long, short = edition.lot_sides
    seals = dict(zip(grid.Lot(0, long, short).ring, edition.ring_seals, strict=False))
    for row in range(short):
        signs = []
        for column in range(long):
            family = seals.get(grid.square_at(column, row), _EMPTY)
            signs.append(letters.get(family or "", _BLANK) if family != _EMPTY else _EMPTY)
        yield "".join(signs)
    yield from (f"{letter} = {family}" for family, letter in letters.items())


def data_of_drawing(text: str) -> dict[str, Any]:
    """Parse a drawing into the data of an edition's file, without checking that data.

    Raises:
        EditionError: if a line cannot be read; the message quotes it.
    """
    return _Reader(text).data()


class _Reader:
    """A recursive-descent parser of drawings, line by line."""

    def __init__(self, text: str) -> None:
        # Blank lines and spaces at the end are dropped: editors add and remove them unasked.
        lines = [line.rstrip() for line in text.splitlines()]
        self._lines = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
        self._at = 0

    def data(self) -> dict[str, Any]:
        """Parse all sections, which come in a fixed order."""
        name = self._after("edition")
        title = self._after("title")
        revision = self._number(self._after("revision"))
        families = self._after("families").split()
        colours = self._after("colours").split()
        seals = self._pairs("seals", "x")
        pieces = self._numbers(self._after("pieces").split())
        own, start, banner, neutral = self._amounts("workers", "start", "banner", "neutral")
        (banners,) = self._amounts("banners")
        hand, face_up = self._amounts("cards", "open")
        extra = self._pairs("extra", ":")
        forms = self._forms()
        columns, rows, camps = self._camps()
        lot = self._lot()
        first = self._first_game()
        return {
            "id": name,
            "title": title,
            "revision": revision,
            "provenance": self._origins(),
            "board": {"columns": columns, "rows": rows},
            "camps": camps,
            "lot": lot,
            "families": families,
            "colours": colours,
            "forms": forms,
            "seals_per_family": {value: int(count) for count, value in seals},
            "castle_pieces_per_family": {
                f"floor{number}": count for number, count in enumerate(pieces, 1)
            },
            "workers": {
                "own": own,
                "start": start,
                "per_banner": banner,
                "banners": banners,
                "neutral": neutral,
            },
            "hand": hand,
            "face_up": face_up,
            "first_game": {
                "lot": first[0],
                "extra_neutral": {players: int(more) for players, more in extra},
                "buildings": first[1],
            },
        }

    def _refuse(self, expected: str) -> EditionError:
        number, line = self._lines[min(self._at, len(self._lines) - 1)] if self._lines else (1, "")
        return EditionError("bad-edition", reason=f"line {number} “{line}”: expected {expected}")

    def _peek(self) -> str:
        return self._lines[self._at][1] if self._at < len(self._lines) else ""

    def _after(self, word: str) -> str:
        """Consume a line that begins with a word, and return the rest of it."""
        first, _, rest = self._peek().partition(" ")
        if first != word:
            raise self._refuse(f"“{word}”")
        self._at += 1
        return rest

    def _heading(self, text: str) -> None:
        if self._peek() != text:
            raise self._refuse(f"“{text}”")
        self._at += 1

    def _number(self, text: str) -> int:
        if not text.isascii() or not text.isdigit():
            # Back to the line with the wrong number, which the message is to quote.
            self._at -= 1
            raise self._refuse("a number")
        return int(text)

    def _numbers(self, texts: Iterable[str]) -> list[int]:
        return [self._number(text) for text in texts]

    def _amounts(self, first: str, *words: str) -> list[int]:
        """Parse a line such as ``workers 11 start 3``, with given words in a given order."""
        parts = self._after(first).split()
        if [*parts[1::2]] != [*words]:
            self._at -= 1
            raise self._refuse(" … ".join([first, *words]))
        return self._numbers(parts[::2])

    def _pairs(self, word: str, between: str) -> list[tuple[str, str]]:
        pairs = [part.partition(between) for part in self._after(word).split()]
        self._numbers(side for pair in pairs for side in pair[::2])
        return [(left, right) for left, _, right in pairs]

    def _while(self, right: Callable[[str], Any]) -> Iterator[str]:
        """Consume and yield lines while they satisfy a condition."""
        while self._peek() and right(self._peek()):
            self._at += 1
            yield self._lines[self._at - 1][1]

    def _forms(self) -> dict[str, Any]:
        self._heading("forms")
        forms: dict[str, Any] = {}
        while self._peek() and self._peek() != "camps":
            name, _, count = self._peek().partition(" ")
            self._at += 1
            cards = self._number(count)
            shape = list(self._while(re.compile(rf"[{_SQUARE}{_EMPTY}]+$").match))
            forms[name] = {
                "cards_per_family": cards,
                "squares": [
                    [column, row]
                    for row, line in enumerate(shape)
                    for column, sign in enumerate(line)
                    if sign == _SQUARE
                ],
            }
        return forms

    def _board(self) -> list[str]:
        self._at += 1  # the columns' letters
        return [row[1] for row in map(_ROW.match, self._while(_ROW.match)) if row]

    def _camps(self) -> tuple[int, int, list[str]]:
        self._heading("camps")
        rows = self._board()
        return max(map(len, rows), default=0), len(rows), _squares_of(_CAMP, rows)

    def _meanings(self) -> dict[str, str]:
        meanings = (_MEANING.fullmatch(line) for line in self._while(_MEANING.fullmatch))
        return {meaning[1]: meaning[2] for meaning in meanings if meaning}

    def _lot(self) -> dict[str, Any]:
        self._heading("lot")
        rows = list(self._while(re.compile(r"\S+$").match))
        families: dict[str, str | None] = {**self._meanings(), _BLANK: None}
        ring = grid.Lot(0, len(rows[0]) if rows else 0, len(rows)).ring if len(rows) > 1 else ()
        seals = []
        for square in ring:
            row = rows[grid.row_of(square)]
            sign = row[grid.column_of(square)] if grid.column_of(square) < len(row) else ""
            if sign not in families:
                raise self._refuse(f"what “{sign}” of the lot means")
            seals.append(families[sign])
        return {
            "long": len(rows[0]) if rows else 0,
            "short": len(rows),
            "ring_seals": seals,
            "ring_order": RING_ORDER,
        }

    def _first_game(self) -> tuple[str, list[dict[str, Any]]]:
        self._heading("first game")
        rows = self._board()
        buildings = [
            {"card": card, "squares": _squares_of(sign, rows)}
            for sign, card in self._meanings().items()
        ]
        lot = [grid.parse_square(name) for name in _squares_of(_LOT, rows)]
        if not lot:
            raise self._refuse(f"the castle's lot, drawn with {_LOT}, above here")
        width = max(map(grid.column_of, lot)) - grid.column_of(lot[0]) + 1
        height = max(map(grid.row_of, lot)) - grid.row_of(lot[0]) + 1
        return str(grid.Lot(lot[0], width, height)), buildings

    def _origins(self) -> str | dict[str, dict[str, str]]:
        self._heading("known")
        if self._peek() == INVENTED:
            return INVENTED
        origins = {}
        for line in self._while(bool):
            fact, _, rest = line.partition(": ")
            known, _, more = rest.partition(", ")
            origin = Origin("sourced", source=more)._replace(known=known)  # type: ignore[arg-type]
            if known == "seen":
                day, _, person = more.partition(", ")
                origin = origin._replace(source="", on=day, by=person)
            origins[fact] = {name: value for name, value in origin._asdict().items() if value}
        return origins


def _squares_of(sign: str, rows: Sequence[str]) -> list[str]:
    """Return the names of the squares that show a sign, in canonical order."""
    return [
        grid.square_name(grid.square_at(column, row))
        for row, line in enumerate(rows)
        for column, drawn in enumerate(line[: len(grid.COLUMN_LETTERS)])
        if drawn == sign
    ]
