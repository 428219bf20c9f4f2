"""The rules of editions' files as data: the schema, the facts, and the findings.

The schema is a JSON Schema, ``editions/schema/edition.json``, so that editors know it too. What a
check finds beyond it stands in ``edition_rules.json``.
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

SCHEMA: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parent / "editions" / "schema" / "edition.json").read_text("utf-8")
)
"""The JSON Schema of an edition's file."""

_KINDS: Final[Mapping[str, str]] = {
    "object": "an object in braces",
    "list": "a list in brackets",
    "filled": "a list that is not empty",
    **{kind: rule.get("description", "") for kind, rule in SCHEMA["$defs"].items()},
}
"""The description of each kind of value, for people."""

FACTS: Final[Mapping[str, str]] = {
    fact: rule["description"] for fact, rule in SCHEMA["$defs"]["facts"]["properties"].items()
}
"""The facts of whose origin a file tells, and what they are about."""

SAYINGS: Final[Mapping[str, str]] = {
    code: entry["says"] for code, entry in _RULES["findings"].items()
}
"""The sentence of each finding, with its names in braces."""

LARGEST: Final[int] = _RULES["largest"]
"""The most characters that a file may have."""


class BoxCount(NamedTuple):
    """A count of components in the box: the amount, the fact it belongs to, its description."""

    amount: int
    fact: str
    what: str


BOX: Final[Mapping[str, BoxCount]] = {
    name: BoxCount(entry["is"], entry["fact"], entry["says"])
    for name, entry in _RULES["box"].items()
}
"""The counts of components by rulebooks or other sources."""


@dataclass(frozen=True)
class Finding:
    """An error, warning or note about an edition's file.

    Attributes:
        code: the key of the finding in the rules.
        parameters: the values of its sentence's placeholders; facts and kinds by their keys.
    """

    code: str
    parameters: Mapping[str, str | int]

    @property
    def level(self) -> Level:
        """The severity: only an error forbids playing the edition."""
        return cast("Level", _RULES["findings"][self.code]["level"])

    @property
    def sentence(self) -> str:
        """The finding's English sentence, with its placeholders not yet filled in."""
        return SAYINGS[self.code]

    def __str__(self) -> str:
        named = {name: _named(name, value) for name, value in self.parameters.items()}
        return one_line(self.sentence.format(**named))


def finding(code: str, **parameters: str | int) -> Finding:
    """Create a finding from its code and its parameters."""
    return Finding(code, parameters)


def _named(name: str, value: str | int) -> str | int:
    """Return a parameter for people, with the description in place of a rules' key."""
    text = str(value)
    if name == "fact":
        return FACTS[text]
    if name == "facts":
        return "; ".join(FACTS[fact] for fact in text.split())
    if name == "kind":
        return _KINDS[text]
    if name == "what":
        counted, _, family = text.partition(" ")
        return BOX[counted].what.format(family=family)
    return value
