"""Measure the prose of pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

LONGEST_FOR_PEOPLE: Final = 30
"""Words that a sentence may have on a page for players, moderators or hosts."""


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
        plain = re.sub(r"\]\([^)]*\)", "]", paragraph).strip()
        yield from filter(None, re.split(r"(?<=[.!?])[)”\"]?\s+|(?<=:)\s+(?=[A-Z])", plain))
