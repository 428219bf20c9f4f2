"""Long texts come in messages that Discord takes, and nothing of them is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cogs.answering import MESSAGE_LIMIT, pages
from cogs.guide import HELP, RULES, about_text
from cogs.posting import settled
from translation import ENGLISH


@given(st.lists(st.text(alphabet="ab c", max_size=60), max_size=40), st.integers(5, 80))
def test_pages_fit_and_keep_every_word(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    found = pages(text, limit)
    assert all(len(page) <= limit for page in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_a_short_text_is_one_page() -> None:
    assert pages("one\ntwo") == ["one\ntwo"]
    assert pages("") == [""]


def test_what_newcomers_read_fits_a_message() -> None:
    assert all(len(page) <= MESSAGE_LIMIT for page in RULES)
    assert len(HELP) <= MESSAGE_LIMIT
    assert len(pages(about_text(ENGLISH))) <= 5


def test_of_a_log_everybody_has_seen_what_was_done_in_ended_turns() -> None:
    log = ["workers own A1", "end", "build a", "undo", "build b", "end", "build c", "undo", "pass"]
    assert settled(log) == ["workers own A1", "end", "build b", "end"]
    assert settled(["undo", "undo", "x", "end", "undo"]) == ["x", "end"]
    assert settled([]) == []
