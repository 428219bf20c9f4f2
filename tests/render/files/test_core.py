"""What is used of Pillow's core is there, and does what it did."""

import pytest
from PIL import Image

from render.files.core import core_of, mapped

CLOSED = "this version of Pillow has another core: render/files/core.py is to be written anew"


def _bytes_of(core: object) -> bytes:
    """The pixels of a core, by Pillow's front door."""
    picture = Image.new("L", (2, 2))
    core_of(picture).paste(core, (0, 0, 2, 2))  # type: ignore[arg-type]
    return picture.tobytes()


def test_pasting_into_mapped_memory_writes_there() -> None:
    memory = bytearray(4)
    try:
        mapped(memory, 2, 2).paste(core_of(Image.frombytes("L", (2, 1), b"\x07\x08")), (0, 1, 2, 2))
    except (AttributeError, TypeError, ImportError) as error:
        pytest.fail(f"{CLOSED} ({error})")
    assert memory == b"\0\0\x07\x08", CLOSED


def test_the_core_copies_looks_up_and_subtracts() -> None:
    first, second = (Image.frombytes("L", (2, 2), pixels) for pixels in (b"\1\2\3\4", b"\4\3\2\1"))
    mask = Image.frombytes("1", (2, 2), b"\x80\x40")
    try:
        found = [
            core_of(first).crop((0, 0, 2, 2)),
            core_of(first).point([255 - value for value in range(256)], None),
            core_of(first).chop_subtract_modulo(core_of(second)),
        ]
        core_of(first).paste(9, (0, 0, 2, 2), core_of(mask))
    except (AttributeError, TypeError) as error:
        pytest.fail(f"{CLOSED} ({error})")
    whole, inverted, differences = map(_bytes_of, found)
    assert whole == b"\1\2\3\4", CLOSED
    assert inverted == b"\xfe\xfd\xfc\xfb", CLOSED
    assert differences == b"\xfd\xff\1\3", CLOSED
    assert first.tobytes() == b"\x09\2\3\x09", CLOSED
