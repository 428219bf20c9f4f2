"""Half-typed words are understood with up to two mistakes and in any order."""

from __future__ import annotations

import pytest

from ui.input.resembling import MOST_MISTAKES, fits, least_mistakes, mistakes, resembles


@pytest.mark.parametrize(
    ("typed", "word", "count"),
    [
        ("house", "house", 0),
        ("hou", "house", 0),
        ("hosue", "house", 1),
        ("huose", "house", 1),
        ("hose", "house", 1),
        ("hosu", "house", 1),
        ("houses", "house", 1),
        ("hausse", "house", 2),
        ("", "house", 0),
        ("farm", "house", 4),
    ],
)
def test_mistakes_are_counted(typed: str, word: str, count: int) -> None:
    assert mistakes(typed, word) == count


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hosue", "red house"),
        ("hosue red", "red house"),
        ("red hosue", "red house"),
        ("rde huose", "red house"),
        ("taven blakc", "black tavern"),
        ("monstary", "silver monastery"),
        ("germn", "German de"),
        ("mastr", "Master builder"),
        ("ED HOU", "red house"),
    ],
)
def test_a_name_is_found_in_any_order_with_two_mistakes(typed: str, name: str) -> None:
    assert fits(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("farm", "red house"),
        ("rde huoes", "black house"),
        ("rdd", "olive farm"),
        ("hxxxe", "red house"),
        ("ho", "olive farm"),
        ("house house", "red house"),
        ("red red house", "red house"),
    ],
)
def test_other_names_are_not(typed: str, name: str) -> None:
    assert not fits(typed, name)


def test_more_words_than_a_name_has_are_too_many_mistakes() -> None:
    assert least_mistakes(["a", "b"], ["a"]) > MOST_MISTAKES
    assert least_mistakes(["a"], []) > MOST_MISTAKES


def test_a_word_much_longer_than_a_name_is_not_compared_letter_by_letter() -> None:
    mistakes.cache_clear()
    assert not resembles(["é" * 6000], ["monastery", "farm"])
    assert mistakes.cache_info().misses == 0
    assert resembles(["monasteryyy"], ["monastery"])
