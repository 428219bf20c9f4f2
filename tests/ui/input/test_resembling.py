"""Half-typed words are understood in any order, with one slip of a letter."""

from __future__ import annotations

import pytest

from ui.input.resembling import begin, fits, is_slip


@pytest.mark.parametrize(
    ("typed", "word", "slipped"),
    [
        ("hosue", "house", True),
        ("huose", "house", True),
        ("hose", "house", True),
        ("hosu", "house", True),
        ("houses", "house", True),
        ("huse", "house", True),
        ("nouse", "house", True),
        ("hou", "house", True),
        ("hausse", "house", False),
        ("housess", "house", False),
        ("hu", "house", False),
        ("", "house", False),
        ("farm", "house", False),
    ],
)
def test_a_slip_is_one_letter(typed: str, word: str, slipped: bool) -> None:
    assert is_slip(typed, word) == slipped


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hosue", "red house"),
        ("hosue red", "red house"),
        ("red hosue", "red house"),
        ("taven bla", "black tavern"),
        ("monastry", "silver monastery"),
        ("germn", "German de"),
        ("mastr", "Master builder"),
        ("ED HOU", "red house"),
    ],
)
def test_a_name_is_found_in_any_order_with_one_slip(typed: str, name: str) -> None:
    assert fits(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("farm", "red house"),
        ("rde huose", "red house"),
        ("monstary", "silver monastery"),
        ("rdd", "olive farm"),
        ("ho", "olive farm"),
        ("house house", "red house"),
        ("red red house", "red house"),
    ],
)
def test_other_names_are_not(typed: str, name: str) -> None:
    assert not fits(typed, name)


def test_more_words_than_a_name_has_do_not_begin_it() -> None:
    assert not begin(["a", "b"], ["a"])
    assert not begin(["a"], [])
    assert begin(["re", "red"], ["red", "reeve"])
    assert not begin(["a"] * 40, [f"a{n}" for n in range(39)])
    assert not begin(["é" * 6000], ["monastery", "farm"], slips=1)
