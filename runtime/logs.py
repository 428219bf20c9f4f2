"""Structured logging: one line an event to standard error, as text or as JSON.

Events are logged with the standard library: ``log.info("Turn shown", extra={"table": 12})``; the
fields of ``extra`` become ``table=12``. Hands and other secrets are never logged.
"""

import asyncio
import hashlib
import json
import logging
import os
import re
from collections import deque
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, Literal

LogFormat = Literal["text", "json"]

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

_carried_out: ContextVar[tuple[asyncio.Task[Any] | None, int] | None] = ContextVar(
    "interaction", default=None
)

_KEY: Final = os.urandom(32)


def pseudonym(person: int) -> str:
    """Return a person's pseudonym for the log, irreversible and stable until the bot stops."""
    return hashlib.blake2b(str(person).encode(), key=_KEY, digest_size=4).hexdigest()


def log_interaction(number: int) -> None:
    """Add an interaction's id to every line that the current task logs from now on."""
    _carried_out.set((asyncio.current_task(), number))


class TextLine(logging.Formatter):
    """A formatter that puts any record on one line, ``time LEVEL logger: message key=value …``."""

    def __init__(self, secret: str = "") -> None:
        super().__init__()
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line, without the secret."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = _extra(record)
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        # The secret is looked for in the whole line: an exception of a library may quote the token.
        line = self.line(time.replace("+00:00", "Z"), record, fields)
        return line.replace(self._secret, "[secret]") if self._secret else line

    def line(self, time: str, record: logging.LogRecord, fields: dict[str, object]) -> str:
        """Return the line of a record, with fields after its message."""
        head = f"{time} {record.levelname} {record.name}: {_flat(record.getMessage())}"
        return " ".join([head, *(f"{key}={_value(value)}" for key, value in fields.items())])


class JsonLine(TextLine):
    """A formatter of JSON objects with time, level, logger, message and the fields."""

    def line(self, time: str, record: logging.LogRecord, fields: dict[str, object]) -> str:
        """Return the object of a record."""
        level, logger, message = record.levelname, record.name, record.getMessage()
        head = {"time": time, "level": level, "logger": logger, "message": message}
        return json.dumps({**fields, **head}, ensure_ascii=False, default=str)


FORMATS: Final[dict[LogFormat, type[TextLine]]] = {"text": TextLine, "json": JsonLine}


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return _interaction() | {key: one for key, one in vars(record).items() if key not in _USUAL}


def _interaction() -> dict[str, object]:
    """Return the id of the interaction that is being handled here, if any.

    A task started meanwhile inherits the context and may outlive the interaction, so the task is
    compared too. A thread has no task, and works for the interaction in whose context it runs.
    """
    carried_out = _carried_out.get()
    if carried_out is None:
        return {}
    task, number = carried_out
    try:
        here = asyncio.current_task() is task
    except RuntimeError:  # no event loop: a thread
        here = True
    return {"interaction": number} if here else {}


def _flat(sentence: str) -> str:
    return sentence.replace("\r", " ").replace("\n", " ")


def _value(value: object) -> str:
    text = str(value)
    plain = re.fullmatch(r"[^\s\"=]+", text)
    return text if plain else json.dumps(text, ensure_ascii=False)


class LastErrors(logging.Handler):
    """A ring buffer of the last errors, which the bot shows to its host."""

    def __init__(self, most: int = 10) -> None:
        super().__init__(logging.ERROR)
        self.records: deque[logging.LogRecord] = deque(maxlen=most)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record without its traceback, whose frames would keep their objects alive."""
        kept = logging.makeLogRecord({**vars(record), "exc_info": None})
        if record.exc_info and record.exc_info[0]:
            kept.why = f"{record.exc_info[0].__name__}: {record.exc_info[1]}"
        self.records.append(kept)


def log_to_stderr(level: int, secret: str = "", written: LogFormat = "text") -> None:
    """Log to standard error: the project's lines from ``level`` on, libraries' from warnings on.

    Args:
        secret: a text that is redacted wherever it occurs.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATS[written](secret))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiosqlite", "PIL", "asyncio"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
