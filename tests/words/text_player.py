"""Somebody who plays by the text form alone: nothing but its lines is read to find an action."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Final

_BUILDING: Final = re.compile(
    r"· (?P<name>.+) at (?P<squares>[A-P0-9 ]+): (?P<count>\d+) vacant squares? "
    r"\((?P<vacant>.+)\); "
    r"if completed now: (?P<gains>.+), plus 1 seal"
    r"(?: and a castle piece)? for completing it"
)
_DONE: Final = re.compile(r"· (?P<name>.+) at (?P<squares>[A-P0-9 ]+)")
_ROW: Final = re.compile(r"Row (\d+): (.+)")
_PLACE: Final = re.compile(r"(\d+) \(([A-P]\d+)\)")
_LETTERS: Final = "ABCDEFGHIJKLMNOP"
_BESIDE: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Site:
    """A building under construction, as its line tells of it."""

    name: str
    squares: tuple[str, ...]
    vacant: tuple[str, ...]
    gains: dict[str, int]


def sites(board: str) -> list[Site]:
    return [
        Site(
            match["name"],
            tuple(match["squares"].split()),
            tuple(match["vacant"].split()),
            {name: int(count) for name, count in re.findall(r"(\w+) (\d+)", match["gains"])},
        )
        for match in map(_BUILDING.fullmatch, board.splitlines())
        if match is not None
    ]


def vacant(board: str) -> set[str]:
    """The names of all vacant squares."""
    found = set()
    for line in board.splitlines():
        match = _ROW.fullmatch(line)
        for run in match[2].split(", ") if match and match[2] != "none" else ():
            first, _, last = run.partition("–")
            columns = _LETTERS[_LETTERS.index(first) : _LETTERS.index(last or first) + 1]
            found |= {f"{column}{match[1]}" for column in columns if match}
    return found


def line_after(text: str, head: str) -> str:
    """The rest of the line that begins so."""
    [line] = [line for line in text.splitlines() if line.startswith(head)]
    return line.removeprefix(head)


def workers(board: str, screen: str) -> str | None:
    """The action that completes the building that lacks least, if the stock is enough."""
    [own, neutral] = map(int, re.findall(r"\d+", line_after(screen, "Workers: ")))
    for site in sites(board):
        if 0 < len(site.vacant) <= own + neutral:
            mine, others = site.vacant[:own], site.vacant[own:]
            words = ["workers"]
            words += ["own", *_ordered(mine)] if mine else []
            words += ["neutral", *_ordered(others)] if others else []
            return " ".join(words)
    return None


def _ordered(squares: Iterable[str]) -> list[str]:
    return sorted(squares, key=lambda name: (int(name[1:]), name[0]))


def castle(board: str) -> str:
    """The action that places the first piece left on the first free ring square."""
    match = re.search(r", floor (\d+)\. Free ring squares: (.+)", line_after(board, "Castle at "))
    assert match is not None
    places = _PLACE.findall(match[2])
    pieces = line_after(board, f"Pieces left for floor {match[1]}: ").rstrip(".")
    return f"castle {pieces.split()[0]} {places[0][0]}"


def builds(board: str, screen: str) -> list[str]:
    """Every way to lay a tile of the hand, as the lines tell of shapes and squares."""
    free, taken = _cells(vacant(board)), _cells(_taken(board))
    cards = re.findall(r"(\w+) ([a-z ]+) ([#./]+)(?=, |\.$)", line_after(screen, "Your hand: "))
    faces, _, stack = line_after(board, "Open cards: ").rstrip(".").partition(". In the stack: ")
    draw = "none" if faces == "none" else _card(*faces.split(", ")[0].split(" ", 1))
    found, rows = list[str](), range(1, 1 + max((row for _, row in free), default=0))
    for family, form, drawn in cards:
        for shape, column, row in product(_turned(drawn), range(len(_LETTERS)), rows):
            cells = {(column + x, row + y) for x, y in shape}
            beside = {(x + i, y + j) for x, y in cells for i, j in _BESIDE}
            if cells <= free and beside & taken:
                names = " ".join(_ordered(f"{_LETTERS[x]}{y}" for x, y in cells))
                drawing = draw if stack == "0" else "stack"
                found.append(f"build {_card(family, form)} {names} draw {drawing}")
    return found


def _card(family: str, form: str) -> str:
    return f"{form.replace(' ', '-')}/{family}"


def _cells(names: Iterable[str]) -> set[tuple[int, int]]:
    return {(_LETTERS.index(name[0]), int(name[1:])) for name in names}


def _taken(board: str) -> set[str]:
    taken: set[str] = set()
    for line in board.splitlines():
        match = _BUILDING.fullmatch(line) or _DONE.fullmatch(line)
        if match:
            taken |= set(match["squares"].split())
        elif workers := re.search(r"orkers? on ([A-P0-9 ]+)\.?$", line):
            taken |= set(workers[1].split())
        elif line.startswith("Ring squares: "):
            taken |= {name for _, name in _PLACE.findall(line)}
    return taken


def _turned(drawn: str) -> list[list[tuple[int, int]]]:
    rows = enumerate(drawn.split("/"))
    cells = [(x, y) for y, row in rows for x, sign in enumerate(row) if sign == "#"]
    ways = []
    for _ in range(4):
        cells = [(-y, x) for x, y in cells]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        way = sorted((x - left, y - top) for x, y in cells)
        if way not in ways:
            ways.append(way)
    return ways
