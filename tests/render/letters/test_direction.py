"""python-bidi tells the levels of a line's characters in what it prints for debugging."""

import pytest

from render.letters.shaping import levels

CLOSED = (
    "this version of python-bidi prints levels otherwise: render/letters/shaping.py is to be "
    "written anew"
)


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        ("Ann", [0, 0, 0]),
        ("שלום", [1, 1, 1, 1]),
        ("Dan שב 7", [0, 0, 0, 0, 1, 1, 1, 2]),
        ("محمد Al", [1, 1, 1, 1, 1, 2, 2]),
    ],
)
def test_levels_are_told_for_each_character(text: str, depths: list[int]) -> None:
    try:
        found = levels(text)
    except (IndexError, TypeError) as error:
        pytest.fail(f"{CLOSED} ({error})")
    assert found == depths, CLOSED
