"""Docstrings name an action and a subject, and sentences of pages are short."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.prose import ROOT, sentences_of

OPENING: Final = re.compile(r"(what|whether|who|whom|whose|how|where|that)\b", re.IGNORECASE)
"""Words that open a clause: a docstring that begins with one names no subject and no action."""

FORBIDDEN: Final = re.compile(r"\b(somebody|so many|what is to)\b", re.IGNORECASE)
"""What no docstring of a public thing says."""

LONGEST: Final = 35  # words that a sentence of a page may have

OTHERS: Final = {"tests", "build", "dist", "docs"}

PAGES = [
    *(path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"),
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/subsystems/*.md")),
    ROOT / "locale" / "README.md",
]

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(node: Documented, path: Path) -> Iterator[tuple[str, str]]:
    """The places and texts of docstrings that say what callers from other modules must know."""
    if text := ast.get_docstring(node):
        yield f"{path}:{getattr(node, 'lineno', 1)}", text
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Documented) and not getattr(child, "name", "").startswith("_"):
            yield from docstrings(child, path)


@cache
def public() -> list[tuple[str, str]]:
    tops = [path for path in ROOT.iterdir() if path.name[0] != "." and path.name not in OTHERS]
    files = [file for top in tops for file in ([top] if top.is_file() else top.rglob("*.py"))]
    sources = [file for file in files if file.suffix == ".py"]
    return [one for file in sources for one in docstrings(ast.parse(file.read_text("utf-8")), file)]


def test_no_docstring_opens_with_a_clause() -> None:
    assert len(public()) > 2000
    assert [f"{place} {text[:60]}" for place, text in public() if OPENING.match(text)] == []


def test_docstrings_name_their_subjects() -> None:
    assert [place for place, text in public() if FORBIDDEN.search(text)] == []


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
