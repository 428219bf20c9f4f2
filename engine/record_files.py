"""Files of records: JSON Lines, or one record that is spread over many lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, TextIO

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
