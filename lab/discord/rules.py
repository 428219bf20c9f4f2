"""Refusals of Discord that SimCord lacks: texts too long, files too large, menus out of bounds.

Each function yields the faults of one thing as sentences, none if Discord would accept it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from simcord.components import walk_components

Json: TypeAlias = dict[str, Any]

BUTTON: Final = 2
MENU: Final = 3
MOST_BYTES: Final = 10 * 1024 * 1024


def _long(what: str, text: object, most: int, least: int = 0) -> Iterator[str]:
    if not isinstance(text, str) or not least <= len(text) <= most:
        length = len(text) if isinstance(text, str) else repr(text)
        yield f"{what} must have {least} to {most} characters, and has {length}"


def message_faults(body: Mapping[str, Any], sizes: Sequence[int]) -> Iterator[str]:
    """Yield the faults of a message.

    Args:
        body: the request's JSON.
        sizes: the number of bytes of each file that comes with it.
    """
    if len(sizes) > 10 or sum(sizes) > MOST_BYTES:
        yield f"too many or too large files: {sizes}"
    for file in body.get("attachments") or ():
        yield from _long("description of a file", file.get("description") or "", 1024)
    if body.get("nonce") is not None:
        yield from _long("nonce", str(body["nonce"]), 25)
    for part in walk_components(body.get("components") or ()):
        if part.get("type") == BUTTON and not (part.get("label") or part.get("emoji")):
            yield "a button without a label"
        if part.get("type") == MENU:
            yield from _menu_faults(part)


def _menu_faults(menu: Mapping[str, Any]) -> Iterator[str]:
    options, most = menu.get("options") or [], menu.get("max_values", 1)
    chosen = sum(bool(option.get("default")) for option in options)
    if not chosen <= most <= len(options):
        yield f"a menu of up to {most} of {len(options)} options, {chosen} of them chosen"


def choice_faults(choices: Sequence[Json]) -> Iterator[str]:
    """Yield the faults of an autocomplete's suggestions."""
    if len(choices) > 25:
        yield f"{len(choices)} suggestions"
    for choice in choices:
        yield from _long("name of a suggestion", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            yield from _long("value of a suggestion", choice["value"], 100, 1)


MENUS: Final = (2, 3)
"""The types of commands that stand in the menus of users and messages."""


def command_faults(command: Mapping[str, Any], *, top: bool = True) -> Iterator[str]:
    """Yield the faults of a command with its groups and options."""
    if top and command.get("type") in MENUS:
        yield from _long("name of an entry in a menu", command.get("name"), 32, 1)
        if command.get("description") or command.get("options"):
            yield f"{command.get('name')} is an entry in a menu, with a description or options"
        return
    if not re.fullmatch(r"[-_\w]{1,32}", str(command.get("name"))):
        yield f"a command or option named {command.get('name')}"
    yield from _long(f"description of {command.get('name')}", command.get("description"), 100, 1)
    options = command.get("options") or []
    if len(options) > 25 or len(command.get("choices") or ()) > 25:
        yield f"{command.get('name')} has more than 25 options or choices"
    for option in options:
        yield from command_faults(option, top=False)
    if top and (length := _length(command)) > 8000:
        yield f"{command.get('name')} has {length} characters in all"


def _length(part: Mapping[str, Any]) -> int:
    """Return the characters that Discord counts: of each text its longest translation."""
    own = 0
    for key in ("name", "description"):
        texts = [str(part.get(key) or ""), *(part.get(f"{key}_localizations") or {}).values()]
        own += max(map(len, texts))
    own += len(str(part["value"])) if "value" in part else 0
    return own + sum(
        _length(inner) for key in ("options", "choices") for inner in part.get(key) or ()
    )
