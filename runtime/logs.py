"""The log: one line an event, a sentence and then ``key=value``, to standard error.

Events are logged with the standard library: ``log.info("Turn shown", extra={"table": 12})``.
What stands in ``extra`` becomes ``table=12``. A hand or another secret never goes into it.
"""

from __future__ import annotations

import json
import logging
import re
from collections import deque
from datetime import UTC, datetime
from typing import Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class OneLine(logging.Formatter):
    """Writes a record on one line, whatever stands in it."""

    def __init__(self, secret: str = "") -> None:
        super().__init__()
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """The record as ``time LEVEL logger: sentence key=value …``."""
        time = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        words = [
            f"{time} {record.levelname} {record.name}: {_flat(record.getMessage())}",
            *(f"{key}={_value(value)}" for key, value in _extra(record).items()),
        ]
        if record.exc_info:
            words.append(f"error={_value(self.formatException(record.exc_info))}")
        line = " ".join(words)
        return line.replace(self._secret, "[secret]") if self._secret else line


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in vars(record).items() if key not in _USUAL}


def _flat(sentence: str) -> str:
    return sentence.replace("\r", " ").replace("\n", " ")


def _value(value: object) -> str:
    text = str(value)
    plain = re.fullmatch(r"[^\s\"=]+", text)
    return text if plain else json.dumps(text, ensure_ascii=False)


class LastErrors(logging.Handler):
    """Keeps the last errors that were logged, for the one who runs the bot to be shown.

    Attributes:
        records: the newest last.
    """

    def __init__(self, most: int = 10) -> None:
        super().__init__(logging.ERROR)
        self.records: deque[logging.LogRecord] = deque(maxlen=most)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record without its trace, which may hold on to much."""
        kept = logging.makeLogRecord({**vars(record), "exc_info": None})
        if record.exc_info and record.exc_info[0]:
            kept.why = f"{record.exc_info[0].__name__}: {record.exc_info[1]}"
        self.records.append(kept)


def log_to_stderr(level: int, secret: str = "") -> None:
    """Sends all that is logged to standard error; discord.py speaks of warnings and worse only.

    Args:
        level: the least level of our own lines.
        secret: a text that is blotted out wherever it occurs.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiosqlite", "PIL", "asyncio"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
