"""Files of records: JSON Lines, or one record over many lines; sorted outside of memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import chain, islice
from pathlib import Path
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


STANDARD_INPUT: Final = "-"
_STANDARD_INPUT_NUMBER: Final = 0
_ENCODING: Final = "utf-8-sig"


class ReadingError(Exception):
    """A file cannot be read, or contains no text; the message is one line."""


def read_record_texts(name: str) -> Iterator[str]:
    """Yield the text of each record of a file, or of standard input for ``-``, as it is read.

    Raises:
        ReadingError: if there is no such file, it cannot be read, is not text or is empty.
    """
    place = "standard input" if name == STANDARD_INPUT else name
    empty = True
    try:
        with _open(name) as file:
            for text in record_texts(file):
                empty = False
                yield text
    except UnicodeDecodeError as error:
        raise ReadingError(f"{place}: not a text in UTF-8") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ReadingError(f"{place}: {reason or error}") from error
    if empty:
        raise ReadingError(f"{place}: there is no record in it")


def record_texts(lines: TextIO | Iterator[str]) -> Iterator[str]:
    """Yield the text of each record among lines, without blank ones.

    When the first line is not JSON by itself and the second does not open an object, all lines
    together are taken for one record.
    """
    # Only two lines are held back for the decision, so a file of any size can be streamed.
    filled = (line for line in lines if not line.isspace())
    opening = [line for _, line in zip(range(2), filled, strict=False)]
    if len(opening) < 2 or _is_json(opening[0]) or opening[1].lstrip().startswith("{"):
        yield from chain(opening, filled)
    else:
        yield "".join(chain(opening, filled))


def _open(name: str) -> TextIO:
    if name == STANDARD_INPUT:
        return open(_STANDARD_INPUT_NUMBER, encoding=_ENCODING, closefd=False)
    return Path(name).open(encoding=_ENCODING)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
