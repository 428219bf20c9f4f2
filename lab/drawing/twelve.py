"""Draw twelve positions, first turns to last: ``python -m lab.drawing.twelve FOLDER [BEFORE]``.

With the folder of an earlier run, sheets show both side by side at the widths of Discord.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from lab.drawing.gallery import (
    BOXES,
    boxed,
    castle_marks,
    films,
    first_marks,
    ghost_marks,
    sheet,
    worker_marks,
)
from render import Theme, draw_board, draw_turn


def twelve() -> Iterator[tuple[str, bytes]]:
    """Yield the pictures with their names: boards, first screens and steps, in both themes."""
    two, three, four, free = films()
    themes = (Theme.LIGHT, Theme.DARK)
    boards = (two, 0.0), (four, 0.5), (three, 0.3), (two, 0.6), (free, 0.8), (four, 0.97)
    for number, (film, share) in enumerate(boards):
        view, marks = film.frame(share)
        theme = themes[number % 2]
        look = draw_board(view, names=film.names, title="Game 7", marks=marks, theme=theme)
        yield f"{number:02}-board", look
    late, middle = three.position(0.9), three.position(0.4)
    for number, (film, position, marks) in enumerate(
        (
            (four, four.position(0.45), first_marks(four, 0.45)),
            (two, two.position(0.8), first_marks(two, 0.8)),
            (three, middle, ghost_marks(middle)),
            (three, middle, worker_marks(middle.view(middle.active))),
            (three, middle, castle_marks(middle.view(middle.active))),
            (three, late, castle_marks(late.view(late.active))),
        ),
        start=6,
    ):
        view, theme = position.view(position.active), themes[number % 2]
        yield f"{number:02}-turn", draw_turn(view, names=film.names, marks=marks, theme=theme)


def main(folder: Path, before: Path | None) -> None:
    """Draw the pictures into a folder, and the sheets if there are earlier ones."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = []
    for name, png in twelve():
        (folder / f"{name}.png").write_bytes(png)
        sizes.append(len(png) / 1000)
        print(f"{sizes[-1]:7.1f} kB  {name}")
    print(f"{sorted(sizes)[len(sizes) // 2]:7.1f} kB in the median")
    names = sorted(path.stem for path in folder.glob("[0-9]*.png"))
    for width, height in BOXES if before else ():
        pairs: list[Image.Image] = []
        for name in names:
            for place in (before, folder):
                assert place is not None
                pairs.append(boxed((place / f"{name}.png").read_bytes(), width, height))
        per = 3 if width > 400 else 6
        for at in range(0, len(names), per):
            part = pairs[2 * at : 2 * (at + per)]
            sheet(part, 2, (90, 92, 96)).save(folder / f"sheet-{width}-{at // per + 1}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
