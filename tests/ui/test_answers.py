"""Long texts come in messages that Discord takes, and nothing of them is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.answers import pages


@given(st.lists(st.text(alphabet="ab c", max_size=60), max_size=40), st.integers(5, 80))
def test_pages_fit_and_keep_every_word(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    found = pages(text, limit)
    assert all(len(page) <= limit for page in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_a_short_text_is_one_page() -> None:
    assert pages("one\ntwo") == ["one\ntwo"]
    assert pages("") == [""]
