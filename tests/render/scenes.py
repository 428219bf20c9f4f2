"""Positions of recorded games, as pictures are given them."""

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

from PIL import Image, ImageSequence

from engine.actions import End
from engine.position import Position
from engine.record import Record
from engine.story import Story, scenes
from engine.view import View
from render.colours import RGB
from render.files.raster import Tile, plain_raster
from words.sentences import Marks

RECORDS = Path(__file__).parents[1] / "engine" / "records"
NAMES = ("Heliotrope", "Max", "Людмила", "山田さくら")


@cache
def record(name: str) -> Record:
    """The first game of one of the engine's golden records."""
    return Record.from_json((RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines()[0])


def names(view: View) -> tuple[str, ...]:
    """A name for each seat."""
    return NAMES[: len(view.seats)]


def position_at(name: str, share: float) -> Position:
    """The position of a recorded game after that share of its turns."""
    game = record(name)
    ends = [number for number, action in enumerate(game.actions) if isinstance(action, End)]
    position = Position(game.start)
    for action in game.actions[: ends[int(share * (len(ends) - 1))] + 1]:
        position.push(action)
    return position


def own_view(name: str, share: float) -> View:
    """The position then as the seat sees it whose turn it is."""
    position = position_at(name, share)
    return position.view(position.active)


def finished(name: str) -> Position:
    """The position at the end of a recorded game."""
    return record(name).replay()


@cache
def film(name: str) -> tuple[tuple[View, Marks], ...]:
    """The public view and its marks after each turn of a recorded game."""
    told = scenes(record(name).start, record(name).actions)
    return tuple((scene.view, Marks(changed=scene.changed)) for scene in told)


def flat_chart(view: View, turns: int = 12) -> Story:
    """A chart for a view's seats that rises evenly."""
    seats = range(len(view.seats))
    return Story(
        sold=tuple(tuple(turn * (seat + 1) for seat in seats) for turn in range(turns)),
        unsold=tuple(tuple(turn % 5 + seat for seat in seats) for turn in range(turns)),
        values=tuple(view.values for _ in range(turns)),
    )


def opened(file: bytes) -> Image.Image:
    """The pixels of a picture's file."""
    return Image.open(io.BytesIO(file)).convert("RGB")


def frames(file: bytes) -> list[Image.Image]:
    """The pixels of each frame of an animation's file."""
    return [one.convert("RGB") for one in ImageSequence.Iterator(Image.open(io.BytesIO(file)))]


def laid(tile: Tile, ground: RGB, margin: int = 0) -> Image.Image:
    """The pixels of a tile on a ground."""
    raster = plain_raster(tile.width + 2 * margin, tile.height + 2 * margin, ground)
    raster.paste(replace(tile, left=0, top=0), margin, margin)
    return raster.pixels().convert("RGB")
