"""Texts are made to fit: nothing longer than it may be, and nothing left out without a word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.texts.fitting import Part, cut, fitted, pages, size

texts = st.text("ab\n \U0001f600", max_size=60)
limits = st.integers(40, 90)
parts = st.lists(st.builds(Part, texts, st.integers(0, 3)), min_size=1, max_size=8)
paragraphs = st.lists(st.text("ab\n\U0001f600", min_size=1, max_size=200), max_size=12)


@given(texts, limits)
def test_a_text_is_cut_to_its_limit(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert size(short) <= limit
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_sizes_are_those_of_the_strictest_reader() -> None:
    assert size("ä😀") == len("ä😀".encode("utf-16-le")) // 2 == 3


@given(parts, limits)
def test_parts_fit(parts: list[Part], limit: int) -> None:
    assert size(fitted(parts, "more elsewhere", limit)) <= limit


@given(parts, limits)
def test_what_fits_is_not_touched(parts: list[Part], limit: int) -> None:
    whole = "\n".join(part.text for part in parts)
    text = fitted(parts, "more elsewhere", limit)
    assert (text == whole) == (size(whole) <= limit)


def test_the_most_important_lines_stay_in_their_place() -> None:
    parts = [Part("old " * 20, 4), Part("new", 3), Part("standing", 1), Part("your turn", 0)]
    assert fitted(parts, "see the log", 60) == "see the log\nnew\nstanding\nyour turn"


def test_of_a_part_that_is_too_long_the_first_lines_stay() -> None:
    parts = [Part("\n".join(["head", *["- line"] * 9]), 1), Part("your turn")]
    assert fitted(parts, "more", 40) == "head\n- line\n- line\nmore\nyour turn"


def test_what_is_left_out_whole_leaves_its_place_to_the_note() -> None:
    old = Part("\n".join(["old", *["- line"] * 9]), 2, whole=True)
    parts = [Part("heading"), old, Part("new", 1)]
    assert fitted(parts, "more", 40) == "heading\nmore\nnew"


@given(paragraphs, limits)
def test_all_pages_together_are_the_whole(paragraphs: list[str], limit: int) -> None:
    found = pages(paragraphs, limit)
    assert all(size(page) <= limit for page in found)
    assert "".join("".join(found).split()) == "".join("".join(paragraphs).split())


@given(paragraphs, limits)
def test_pages_stay_as_they_are_when_something_follows(paragraphs: list[str], limit: int) -> None:
    before = pages(paragraphs[:-1], limit)
    assert pages(paragraphs, limit)[: max(0, len(before) - 1)] == before[:-1]


def test_short_paragraphs_are_kept_whole() -> None:
    assert pages(["aaaa\nbbbb", "cccc\ndddd", "e"], 12) == ["aaaa\nbbbb", "cccc\ndddd\n\ne"]
