"""Where Discord leaves little room, and what stands there in the languages that there are.

Which message stands where is seen in the language that is made for tests: in it every message can
be told from all others.
"""

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


def limits(value: object) -> Iterator[tuple[str, int]]:
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
                yield from limits(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from limits(inside)


def too_long(sent: list[Sent]) -> set[tuple[str, str]]:
    """What languages say that is longer than where it stands, each with the language."""
    found = [catalogues.read(file) for file in catalogues.catalogue_files()]
    wrong = set()
    for english, room in _rooms(sent).items():
        for catalogue in found:
            for message in catalogue:
                if message.context == NAMES or english not in _texts(message.id):
                    continue
                for text in _texts(message.string)[_texts(message.id).index(english) :]:
                    if len(BRACES.sub("", text)) > room:
                        wrong.add((str(catalogue.locale), text))
    return wrong


def _rooms(sent: list[Sent]) -> dict[str, int]:
    """The least room of each message that is shown where there is little, beside what is filled in.

    A text is taken for the message that has most in common with it: one that is little more than
    names in braces, such as ``{name}: {text}``, is like many others.
    """
    patterns = [
        (english, re.compile("(.*)".join(map(re.escape, BRACES.split(pseudo(english)))), re.DOTALL))
        for message in template()
        if message.context != NAMES
        for english in _texts(message.id)
        if english
    ]
    rooms: dict[str, int] = {}
    for text, room in {room for one in sent if by_people(one) for room in limits(one.body)}:
        matches = [(one, found) for one, pattern in patterns if (found := pattern.fullmatch(text))]
        if matches:
            english, match = min(matches, key=lambda it: sum(map(len, it[1].groups())))
            left = room - sum(map(len, match.groups()))
            rooms[english] = min(rooms.get(english, left), left)
    return rooms


def _texts(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)
