"""Pictures as files, and what they rest on in Pillow."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from PIL import Image

from render.canvas import Canvas
from render.colours import FAMILY, GRASS, INK, MARK, PAPER, PLAYER, RGB
from render.files.core import core_of, mapped
from render.files.raster import Raster, Tile, backdrop, index_of, plain_raster, tile_over
from render.files.tile_cache import TileCache
from tests.render.colour_difference import in_palette
from tests.render.scenes import opened

RED = (190, 42, 46)


def _tile(size: int = 4) -> Tile:
    return plain_raster(size, size, RED).tile()


def test_png_shows_exactly_what_was_laid() -> None:
    raster = Raster(backdrop(Image.radial_gradient("L")))
    raster.paste(_tile(), 3, 5)
    raster.paste(_tile(), 252, 252)
    raster.fill(100, 7, 50, 3, GRASS)
    laid = raster.pixels().tobytes()
    read = Image.open(io.BytesIO(raster.png()))
    assert (read.mode, read.size) == ("P", (256, 256))
    assert read.tobytes() == laid
    assert read.getpixel((3, 5)) == read.getpixel((255, 255)) == index_of(RED)


def test_what_lies_outside_is_cut_off() -> None:
    raster = plain_raster(8, 8, GRASS)
    raster.paste(_tile(), 6, 6)
    raster.fill(-5, -5, 7, 7, RED)
    read = Image.open(io.BytesIO(raster.png()))
    red = [read.getpixel(at) == index_of(RED) for at in ((0, 0), (2, 2), (5, 5), (7, 7))]
    assert red == [True, False, False, True]


def test_a_ground_is_not_changed_by_its_frames() -> None:
    base = plain_raster(8, 8, GRASS).backdrop()
    before = base.rows
    Raster(base).paste(_tile(), 0, 0)
    assert base.rows == before


def test_soft_edges_are_mixed_with_the_ground_and_the_rest_shows_through() -> None:
    canvas = Canvas(10, 10, 1.0)
    canvas.box(4, 4, 8, 8, (0, 0, 0, 128))
    tile = tile_over(canvas, (255, 255, 255))
    assert (tile.left, tile.top, tile.width, tile.height) == (4, 4, 4, 4)
    raster = plain_raster(10, 10, GRASS)
    raster.paste(tile, 0, 0)
    grey, untouched = (raster.pixels().convert("RGB").getpixel((at, at)) for at in (5, 2))
    assert isinstance(grey, tuple)
    assert max(abs(part - 127) for part in grey) < 24
    assert untouched == plain_raster(1, 1, GRASS).pixels().convert("RGB").getpixel((0, 0))


def test_a_tile_with_holes_has_a_mask() -> None:
    canvas = Canvas(10, 10, 1.0)
    canvas.disc(5, 5, 5, RED)
    tile = tile_over(canvas, GRASS)
    assert tile.mask is not None
    assert tile.memory == 200
    with pytest.raises(ValueError, match="nothing"):
        tile_over(Canvas(10, 10, 1.0), GRASS)


def test_cache_draws_once_and_stays_within_its_bound_with_what_is_used() -> None:
    drawn: list[int] = []

    def draw(number: int) -> Tile:
        drawn.append(number)
        return _tile(10)

    cache = TileCache(limit=250)
    first = cache.get(draw, 1)
    assert cache.get(draw, 1) is first
    for number in range(2, 9):
        cache.get(draw, number)
    assert (drawn, len(cache), cache.memory) == ([*range(1, 9)], 2, 200)
    cache.get(draw, 1)
    assert drawn[-1] == 1
    cache.clear()
    assert (len(cache), cache.memory) == (0, 0)
    cache = TileCache(limit=400)
    for number in range(1, 20):
        cache.get(draw, 0)  # the art that every picture shows
        cache.get(draw, number)  # a panel that one picture shows
    assert (drawn.count(0), cache.memory) == (1, 400)


def test_threads_get_the_same_tile() -> None:
    cache, barrier = TileCache(), threading.Barrier(4)

    def ask(_: int) -> Tile:
        barrier.wait()
        return cache.get(_tile)

    with ThreadPoolExecutor(4) as pool:
        assert len(set(map(id, pool.map(ask, range(4))))) == 1


@pytest.mark.parametrize("colour", [*PLAYER.values(), *FAMILY.values(), INK, PAPER, MARK, GRASS])
def test_palette_is_near_every_colour_drawn(colour: RGB) -> None:
    assert in_palette(colour) == pytest.approx(colour, abs=8)


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (3, 300)])
def test_any_size_is_a_valid_png(size: tuple[int, int]) -> None:
    assert opened(plain_raster(*size, RED).png()).size == size


def test_a_sprite_shows_its_rectangles_and_is_cut_at_the_edges() -> None:
    painted = plain_raster(8, 4, GRASS)
    painted.fill(0, 0, 8, 4, RED)
    sprite = painted.sprite([(0, 0, 4, 4), (4, 2, 4, 2)])
    assert sprite.memory == 24
    raster = plain_raster(10, 10, GRASS)
    raster.lay(sprite, -2, -1)
    raster.lay(sprite.moved(-4), 8, 6)
    first = [*product(range(2), range(3)), *product(range(2, 6), (1, 2))]
    second = [*product(range(4, 8), range(6, 10)), *product((8, 9), (8, 9))]
    for shown in (raster.pixels(), Image.open(io.BytesIO(raster.png()))):
        every = product(range(10), range(10))
        laid = {at for at in every if shown.getpixel(at) == index_of(RED)}
        assert laid == {*first, *second}


CLOSED = "this version of Pillow has another core: render/files/core.py is to be written anew"


def _bytes_of(core: object) -> bytes:
    """The pixels of a core, by Pillow's front door."""
    picture = Image.new("L", (2, 2))
    core_of(picture).paste(core, (0, 0, 2, 2))  # type: ignore[arg-type]
    return picture.tobytes()


def test_the_core_copies_looks_up_subtracts_and_pastes_into_mapped_memory() -> None:
    memory = bytearray(4)
    first, second = (Image.frombytes("L", (2, 2), pixels) for pixels in (b"\1\2\3\4", b"\4\3\2\1"))
    mask = Image.frombytes("1", (2, 2), b"\x80\x40")
    try:
        found = [
            core_of(first).crop((0, 0, 2, 2)),
            core_of(first).point([255 - value for value in range(256)], None),
            core_of(first).chop_subtract_modulo(core_of(second)),
        ]
        core_of(first).paste(9, (0, 0, 2, 2), core_of(mask))
        mapped(memory, 2, 2).paste(core_of(Image.frombytes("L", (2, 1), b"\x07\x08")), (0, 1, 2, 2))
    except (AttributeError, TypeError, ImportError) as error:
        pytest.fail(f"{CLOSED} ({error})")
    assert memory == b"\0\0\x07\x08", CLOSED
    whole, inverted, differences = map(_bytes_of, found)
    assert (whole, inverted) == (b"\1\2\3\4", b"\xfe\xfd\xfc\xfb"), CLOSED
    assert (differences, first.tobytes()) == (b"\xfd\xff\1\3", b"\x09\2\3\x09"), CLOSED
