"""Where Discord leaves little room, and what stands there in the languages that there are.

Which message stands where is seen in the language that is made for tests: in it every message can
be told from all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from i18n import catalogues
from i18n.translation import NAMES
from tests.e2e.sent import Sent
from tests.e2e.speaking import by_people
from tests.pseudo import pseudo, template

BUTTON, FIELD, LABEL = 2, 4, 18
"""Kinds of components."""

LABELS: Final = {BUTTON: 80, FIELD: 45, LABEL: 45}
"""Characters of a label of each kind; those of a menu's entries have no kind."""

BRACES: Final = re.compile(r"\{[^{}]*\}")


def rooms(value: object) -> Iterator[tuple[str, int]]:
    """Texts of a request with how many characters Discord takes of each."""
    if isinstance(value, Mapping):
        kind = value.get("type")
        known = {
            "title": 45 if "components" in value else 0,
            "label": LABELS.get(kind, 100) if isinstance(kind, int) else 100,
            "placeholder": 100 if kind == FIELD else 150,
            "description": 100,
            "name": 100 if "value" in value else 0,
        }
        for key, inside in value.items():
            if isinstance(inside, str) and known.get(key):
                yield inside, known[key]
            elif key not in ("embeds", "attachments"):
                yield from rooms(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from rooms(inside)


def too_long(sent: list[Sent]) -> set[tuple[str, str]]:
    """What languages say that is longer than where it stands, each with the language."""
    shown = {room for one in sent if by_people(one) for room in rooms(one.body)}
    found = [catalogues.read(file) for file in catalogues.catalogue_files()]
    wrong = set()
    for message in template():
        if message.context == NAMES:
            continue
        for place, english in enumerate(_texts(message.id)):
            room = _room(pseudo(english), shown) if english else None
            for catalogue in found if room is not None else ():
                said = catalogue.get(_texts(message.id)[0], message.context)
                assert said is not None
                for text in _texts(said.string)[place:]:
                    if len(BRACES.sub("", text)) > (room or 0):
                        wrong.add((str(catalogue.locale), text))
    return wrong


def _room(told: str, shown: set[tuple[str, int]]) -> int | None:
    """The least room where a message of the language for tests stands, beside what is filled in."""
    head, *rest = BRACES.split(told)
    pattern = re.compile("(.*)".join(map(re.escape, (head, *rest))), re.DOTALL)
    found = (
        room - sum(map(len, match.groups()))
        for text, room in shown
        if text.startswith(head) and (match := pattern.fullmatch(text))
    )
    return min(found, default=None)


def _texts(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)
