"""What an edition's file may say, as data: its form, the facts in it, and what can be wrong.

The data stands in ``edition_rules.json``, so that whatever else checks an edition, such as a page
in a browser, goes by the same rules and says the same sentences.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from engine.errors import one_line

Level: TypeAlias = Literal["error", "warning", "note"]

_RULES: Final = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

FORM: Final[Mapping[str, Any]] = _RULES["form"]
"""The keys of an edition's file and the kind of each value.

``?`` ends a key that may be missing; ``*`` stands for any key and ``#`` for any number; ``+``
follows the kind of a list's entries where there has to be one.
"""

KINDS: Final[Mapping[str, str]] = _RULES["kinds"]
"""What each kind of value is, for a reader."""

FACTS: Final[Mapping[str, str]] = _RULES["facts"]
"""The facts of whose origin a file tells, and what they are about."""

SAYINGS: Final[Mapping[str, str]] = {
    code: entry["says"] for code, entry in _RULES["findings"].items()
}
"""The sentence of each finding, with its names in braces."""

LARGEST: Final[int] = _RULES["largest"]
"""So many characters a file may have."""


class BoxCount(NamedTuple):
    """How many of something the box has, by which fact that is known, and what is counted."""

    amount: int
    fact: str
    what: str


BOX: Final[Mapping[str, BoxCount]] = {
    name: BoxCount(entry["is"], entry["fact"], entry["says"])
    for name, entry in _RULES["box"].items()
}
"""What the rulebooks, or other sources, count."""


@dataclass(frozen=True)
class Finding:
    """Something to be said of an edition's file: a code, and names and numbers that belong to it.

    Attributes:
        code: which of the findings in the rules it is.
        parameters: what its sentence names. Names of facts and kinds are keys of the rules.
    """

    code: str
    parameters: Mapping[str, str | int]

    @property
    def level(self) -> Level:
        """Whether the edition cannot be played, something looks wrong, or is merely told."""
        return cast("Level", _RULES["findings"][self.code]["level"])

    @property
    def sentence(self) -> str:
        """The sentence with its names still in braces."""
        return SAYINGS[self.code]

    def __str__(self) -> str:
        named = {name: _named(name, value) for name, value in self.parameters.items()}
        return one_line(self.sentence.format(**named))


def finding(code: str, **parameters: str | int) -> Finding:
    """A finding of a code with its parameters."""
    return Finding(code, parameters)


def _named(name: str, value: str | int) -> str | int:
    """A parameter as it is said: facts, kinds and things counted stand there by their keys."""
    text = str(value)
    if name == "fact":
        return FACTS[text]
    if name == "facts":
        return "; ".join(FACTS[fact] for fact in text.split())
    if name == "kind":
        return KINDS[text]
    if name == "what":
        counted, _, family = text.partition(" ")
        return BOX[counted].what.format(family=family)
    return value
