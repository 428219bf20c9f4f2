"""The golden pictures: what each shows. ``python -m tests.render.golden_pictures`` renews them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.cards import Card
from engine.squares import parse_square, square_set
from render import Ghost, Marks, Size, Theme, draw_board, draw_end, draw_forms, draw_screen
from tests.render.scenes import film, finished, flat_chart, names, position_at

FOLDER = Path(__file__).parent / "golden"


def _turn(name: str, share: float, theme: Theme, size: Size = Size.NORMAL) -> bytes:
    frames = film(name)
    view, marks = frames[int(share * (len(frames) - 1))]
    return draw_board(view, names=names(view), title="Game 12", marks=marks, theme=theme, size=size)


def _preview(marks: Marks, theme: Theme) -> bytes:
    view = position_at("first-game-2", 0.0).view()
    return draw_board(view, names=names(view), marks=marks, theme=theme)


def _squares(text: str) -> int:
    return square_set(parse_square(name) for name in text.split())


def _build() -> bytes:
    ghost = Ghost(Card("house", "red"), _squares("L1 M1"), _squares("L3 M3 L4 L5"))
    return _preview(Marks(ghost=ghost, places=_squares("J1 K1 L1 M1 N1")), Theme.DARK)


def _workers() -> bytes:
    numbered = tuple(parse_square(name) for name in ["K1", "J2", "L2", "J3", "J4", "J5", "K6"])
    marks = Marks(
        numbered=numbered,
        own=_squares("J2"),
        neutral=_squares("K6"),
        focus=_squares("K2 K3 K4 K5"),
        square_names=True,
    )
    return _preview(marks, Theme.LIGHT)


def _castle() -> bytes:
    return _preview(Marks(ring_numbers=True, piece=(5, "olive")), Theme.DARK)


def _screen() -> bytes:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    return draw_screen(view, names=names(view), turn=1)


def _end() -> bytes:
    view = finished("first-game-3").view()
    return draw_end(view, names=names(view), chart=flat_chart(view), theme=Theme.LIGHT)


def _forms() -> bytes:
    return draw_forms(position_at("free-2", 0).view().edition, mirror=True)


PICTURES: dict[str, Callable[[], bytes]] = {
    "board-dark": lambda: _turn("first-game-4", 0.5, Theme.DARK),
    "board-light": lambda: _turn("first-game-3", 0.8, Theme.LIGHT),
    "board-large": lambda: _turn("free-2", 0.6, Theme.DARK, Size.LARGE),
    "build": _build,
    "workers": _workers,
    "castle": _castle,
    "screen": _screen,
    "end": _end,
    "forms": _forms,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(draw())
