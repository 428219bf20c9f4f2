"""Draw a turn as it is taken: the picture that moves at the head of the README."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from PIL import Image

from engine.actions import Build, Castle, End
from engine.changes import changes_of
from engine.game import played_turns
from engine.opportunities import opportunities
from engine.position import Position
from engine.record import Record
from render.board.picture import draw_board
from render.private.turn import draw_turn
from words.marks import Ghost, Marks

WIDTH: Final = 550
_STEP_MS: Final = 1600
_LAST_MS: Final = 3000
_COLOURS: Final = 48


def draw_turn_film(record: Record, number: int, names: tuple[str, ...]) -> bytes:
    """Draw a GIF of a turn: the screen as it begins, the tile, the castle piece, the board.

    Args:
        record: a game.
        number: the number of a turn that builds, counted from 1.
        names: the players' names by seat.
    """
    frames = [_shrunk(png) for png in _steps(record, number, names)]
    first, *others = frames
    times = [_STEP_MS] * len(others) + [_LAST_MS]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def _shrunk(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    size = WIDTH, round(image.height * WIDTH / image.width)
    # A few colours are enough for flat drawings, and halve the file.
    return image.resize(size, Image.Resampling.LANCZOS).quantize(_COLOURS)


def _steps(record: Record, number: int, names: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the pictures of a turn, as its player sees them one after another."""
    position = Position(record.start)
    turns = played_turns(record.start, record.actions)
    for action in record.actions:
        view = position.view(position.active)
        if position.turn == number:
            for marks in _marks(position, action):
                yield draw_turn(view, names=names, marks=marks)
        position.push(action)
        if isinstance(action, End) and position.turn == number + 1:
            break
    [turn] = [turn for turn in turns if turn.number == number]
    marks = Marks(changed=changes_of([turn]))
    yield draw_board(position.view(), names=names, marks=marks)


def _marks(position: Position, action: object) -> Iterator[Marks]:
    """Yield what the pictures mark before an action is carried out."""
    match action:
        case Build(card, squares, _):
            yield Marks(chances=opportunities(position.view(position.active)))
            places = list(position.placements(card))
            union = 0
            for place in places:
                union |= place
            for place in (places[len(places) // 2], squares):
                yield Marks(ghost=Ghost(card, place), places=union)
        case Castle(family, ring):
            yield Marks(ring_numbers=True, piece=(ring, family))
