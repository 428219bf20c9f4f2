"""External merge sort, for more lines than memory should hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import islice
from tempfile import TemporaryFile
from typing import Final, TextIO

CHUNK: Final = 100_000
"""Lines sorted in memory at a time."""


def sorted_lines(lines: Iterable[str], chunk: int = CHUNK) -> Iterator[str]:
    """Yield lines sorted by code point; more than ``chunk`` are sorted in temporary files."""
    # A position with many workers can have more legal placements than memory should hold.
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
