"""Sorting more lines than one wants to hold in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import islice
from tempfile import TemporaryFile
from typing import Final, TextIO

CHUNK: Final = 100_000
"""How many lines are sorted in memory at a time."""


def sorted_lines(lines: Iterable[str], chunk: int = CHUNK) -> Iterator[str]:
    """The lines in the order of their characters; beyond one chunk they wait in temporary files."""
    remaining = iter(lines)
    with ExitStack() as stack:
        files: list[TextIO] = []
        while True:
            part = sorted(islice(remaining, chunk))
            if len(part) < chunk:
                break
            file = stack.enter_context(TemporaryFile("w+", encoding="utf-8"))
            file.writelines(f"{line}\n" for line in part)
            file.seek(0)
            files.append(file)
        yield from merge(part, *((line.rstrip("\n") for line in file) for file in files))
