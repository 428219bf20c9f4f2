"""Docstrings name an action and a subject, and sentences of pages are short."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.prose import (
    FORBIDDEN,
    LONGEST,
    OPENING,
    ROOT,
    Docstring,
    docstrings,
    sentences_of,
    sources,
)

PAGES = [
    *(path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"),
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/subsystems/*.md")),
    ROOT / "locale" / "README.md",
]


@cache
def public() -> list[Docstring]:
    """The docstrings that say what a caller must know."""
    return [one for path in sources() for one in docstrings(path) if one.is_public]


def test_no_docstring_opens_with_a_clause() -> None:
    assert len(public()) > 2000
    opened = [
        f"{one.path}:{one.line} {one.text[:60]}" for one in public() if OPENING.match(one.text)
    ]
    assert opened == []


def test_docstrings_name_their_subjects() -> None:
    vague = [f"{one.path}:{one.line} {one.name}" for one in public() if FORBIDDEN.search(one.text)]
    assert vague == []


def broken_rows(page: Path) -> list[str]:
    """The rows that a blank line parts from the head of their table, so that they do not render."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    tables = re.findall(r"(?:^[ ]*\|.*\n)+", text, re.MULTILINE)
    return [rows for rows in tables if not re.match(r".*\n[ ]*\|[-:| ]+\|\n", rows)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_row_belongs_to_a_table(page: Path) -> None:
    assert broken_rows(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_sentences_of_pages_are_short(page: Path) -> None:
    long = [text for text in sentences_of(page) if len(text.split()) > LONGEST]
    assert long == []
