"""Records: a whole game as one JSON object, self-contained and deterministic to replay; files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, TextIO, TypeVar

from engine.actions import Action, parse_action
from engine.edition import Edition
from engine.edition_files import SHELF, has_every_clone, load_edition, same_edition
from engine.edition_writing import edition_data
from engine.errors import EditionError, NotationError, RecordError, StartError
from engine.position import Position
from engine.start import Start

FORMAT: Final = "arkadia-record/1"
KEYS: Final = (
    "format",
    "edition",
    "setup",
    "mirror",
    "lot",
    "players",
    "deck",
    "actions",
    "result",
)
OPTIONAL_KEYS: Final = ("components", "names", "started", "seats", "continues")

T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a finished game in a record: each seat's gold, and the winning seats."""

    gold: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A game in its file format: its start, its actions, and its outcome if it is finished.

    >>> from random import Random
    >>> from engine.random_play import random_game, random_start
    >>> rng = Random(1)
    >>> record = random_game(random_start(load_edition(), "free", 2, rng), rng)
    >>> Record.from_json(record.to_json()).replay().over
    True
    """

    start: Start
    actions: tuple[Action, ...]
    outcome: Outcome | None = None

    @classmethod
    def of(cls, position: Position, actions: list[Action]) -> Record:
        """Return the record of a position and the actions that led to it."""
        result = position.result
        outcome = None if result is None else Outcome(result.gold, result.winners)
        return cls(position.start, tuple(actions), outcome)

    def replay(self) -> Position:
        """Replay the record, check every action and the outcome, and return the last position.

        Raises:
            RecordError: if an action is not legal, or the outcome is not the game's.
        """
        position = _position_after(self.start, self.actions)
        result = position.result
        reached = None if result is None else Outcome(result.gold, result.winners)
        if self.outcome != reached:
            raise RecordError("bad-result", token=_say(self.outcome), expected=_say(reached))
        return position

    def to_json(self) -> str:
        """Return the record as one line of JSON in canonical form."""
        start = self.start
        data: dict[str, Any] = {
            "format": FORMAT,
            **_edition_data(start.edition),
            "setup": start.setup,
            "mirror": start.mirror,
            "lot": str(start.lot),
            "players": list(start.colours),
            "deck": [str(card) for card in start.deck],
            "actions": [str(action) for action in self.actions],
            "result": self._result(),
        }
        return json.dumps(data, ensure_ascii=False)

    def result_json(self) -> str:
        """Return the outcome in the form that it has in the record's JSON."""
        return json.dumps(self._result())

    def _result(self) -> dict[str, list[int]] | None:
        if self.outcome is None:
            return None
        return {"gold": list(self.outcome.gold), "winners": list(self.outcome.winners)}

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Parse a record; ``replay`` checks the legality of its actions.

        Raises:
            RecordError: if it is not a record, or an action is not in the notation; the error names
                the first action that is wrong, which may be an illegal one before it.
        """
        data = _object(text)
        if data["format"] != FORMAT:
            raise RecordError("bad-format", token=_say(data["format"]))
        start = _start(data)
        actions = []
        for number, entry in enumerate(_strings(data, "actions"), start=1):
            try:
                actions.append(parse_action(entry, start.edition))
            except NotationError as error:
                # An illegal action before this one is the first error, and raises here.
                _position_after(start, actions)
                raise RecordError(
                    "bad-action", number=number, text=entry, reason=str(error)
                ) from error
        return cls(start, tuple(actions), _outcome(data, start.seats))


def _position_after(start: Start, actions: Iterable[Action]) -> Position:
    """Replay actions, each of them checked, and return the position."""
    position = Position(start)
    for number, action in enumerate(actions, start=1):
        reason = position.refusal(action)
        if reason is not None:
            raise RecordError("bad-action", number=number, text=str(action), reason=str(reason))
        position.push(action)
    return position


def _say(value: object) -> str:
    """Return a value as JSON."""
    if isinstance(value, Outcome):
        value = {"gold": value.gold, "winners": value.winners}
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = "something deeply nested"
    return text


# Python's parser keeps the last of two equal keys; a record with both would be ambiguous.
def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise RecordError("repeated-key", token=name)
        data[name] = value
    return data


def _no_constant(name: str) -> None:
    raise RecordError("not-json", token=f"{name} is no number")


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except RecordError:
        raise
    except RecursionError as error:
        raise RecordError("not-json", token="it is nested too deeply") from error
    except ValueError as error:
        raise RecordError("not-json", token=str(error)) from error
    if not isinstance(data, dict):
        raise RecordError("not-an-object")
    for key in data:
        if key not in KEYS and key not in OPTIONAL_KEYS:
            raise RecordError("unknown-key", token=key)
    for key in KEYS:
        if key not in data:
            raise RecordError("missing-key", token=key)
    return data


def _value(data: dict[str, Any], key: str, kind: type[T], read: Callable[[T], bool]) -> T:
    value = data[key]
    if type(value) is not kind or not read(value):
        raise RecordError("bad-value", token=_say(value), key=key)
    return value


def _string(data: dict[str, Any], key: str) -> str:
    return _value(data, key, str, lambda _: True)


def _strings(data: dict[str, Any], key: str) -> list[str]:
    return _value(data, key, list, lambda value: all(isinstance(entry, str) for entry in value))


def _start(data: dict[str, Any]) -> Start:
    mirror = _value(data, "mirror", bool, lambda _: True)
    try:
        edition = _edition(data)
        return Start.create(
            edition,
            _string(data, "setup"),
            _strings(data, "players"),
            [edition.card(name) for name in _strings(data, "deck")],
            edition.lot(_string(data, "lot")),
            mirror=mirror,
        )
    except (EditionError, NotationError, StartError) as error:
        raise RecordError("bad-start", reason=str(error)) from error


def _edition_data(edition: Edition) -> dict[str, Any]:
    """Return an edition's name, with its data unless every copy of the project knows the name."""
    named = {"edition": edition.id}
    return named if has_every_clone(edition) else {**named, "components": edition_data(edition)}


def _edition(data: dict[str, Any]) -> Edition:
    """Return the edition that a record contains, else the first revision of the one it names."""
    name = _string(data, "edition")
    if "components" in data:
        components = _value(data, "components", dict, lambda value: value.get("id") == name)
        return same_edition(json.dumps(components, ensure_ascii=False))
    return SHELF.played(name) or load_edition(name)


def _outcome(data: dict[str, Any], seats: int) -> Outcome | None:
    if data["result"] is None:
        return None
    result = _value(data, "result", dict, lambda value: set(value) == {"gold", "winners"})

    # The exact type: a bool is an int to ``isinstance``, and true is no amount of gold.
    def numbers(value: list[Any]) -> bool:
        return all(type(entry) is int and entry >= 0 for entry in value)

    gold = _value(result, "gold", list, lambda value: numbers(value) and len(value) == seats)
    winners = _value(result, "winners", list, numbers)
    return Outcome(tuple(gold), tuple(winners))


CHUNK: Final = 100_000  # lines sorted in memory at a time


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
