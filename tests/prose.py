"""Measure the prose of docstrings and pages.

A docstring begins with a verb or a noun, and names its subject.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]

OPENING: Final = re.compile(r"(what|whether|who|whom|whose|how|where|that)\b", re.IGNORECASE)
"""Words that open a clause: a docstring that begins with one names no subject and no action."""

FORBIDDEN: Final = re.compile(r"\b(somebody|so many|what is to)\b", re.IGNORECASE)
"""What no docstring of a public thing says."""

LONGEST: Final = 35  # words that a sentence of a page may have

LONGEST_FOR_PEOPLE: Final = 30
"""Words that a sentence may have on a page for players, moderators or hosts."""


class Docstring(NamedTuple):
    """A docstring with its place."""

    path: Path  # the file, relative to the project's folder
    line: int  # the line of the documented class, function or module
    name: str  # the dotted name of that class or function; empty for a module
    text: str  # the whole docstring

    @property
    def is_public(self) -> bool:
        """True if the documented class or function may be used by other modules."""
        return not any(part.startswith("_") for part in self.name.split("."))


def sources() -> list[Path]:
    """Return the project's Python files, tests left out."""
    tops = [path for path in ROOT.iterdir() if path.name[0] != "." and path.name not in OTHERS]
    found = [file for top in tops for file in ([top] if top.is_file() else top.rglob("*.py"))]
    return sorted(file for file in found if file.suffix == ".py")


OTHERS: Final = frozenset({"tests", "build", "dist", "docs"})


def docstrings(path: Path) -> Iterator[Docstring]:
    """Yield the docstrings of a module, its classes and its functions."""
    tree = ast.parse(path.read_text("utf-8"))
    place = path.relative_to(ROOT)

    def below(node: ast.AST, name: str) -> Iterator[Docstring]:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield Docstring(place, getattr(node, "lineno", 1), name, text)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield from below(child, f"{name}.{child.name}" if name else child.name)

    yield from below(tree, "")


def sentences_of(page: Path) -> Iterator[str]:
    """Yield the sentences of a page, code blocks, tables and headings left out."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    paragraphs: list[str] = [""]
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith(("|", "#", "!", "<")):
            paragraphs.append("")
        elif re.match(r"\s*([-*]|\d+\.)\s", line):
            paragraphs.append(line)
        else:
            paragraphs[-1] += f" {line}"
    for paragraph in paragraphs:
        plain = re.sub(r"\]\([^)]*\)", "]", paragraph)
        yield from (
            part
            for part in re.split(r"(?<=[.!?])[)”\"]?\s+|(?<=:)\s+(?=[A-Z])", plain.strip())
            if part
        )
