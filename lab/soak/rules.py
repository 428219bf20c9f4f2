"""What Discord refuses: texts too long, components of the wrong kind or number, ids used twice.

Each function gives the faults of one thing as sentences, none if Discord would take it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lab.soak.places import Json, controls

BUTTON: Final = 2
MENU: Final = 3
FIELD: Final = 4
ROW: Final = 1
LINK_STYLE: Final = 5
MOST_BYTES: Final = 10 * 1024 * 1024


def _long(what: str, text: object, most: int, least: int = 0) -> Iterator[str]:
    if not isinstance(text, str) or not least <= len(text) <= most:
        length = len(text) if isinstance(text, str) else repr(text)
        yield f"{what} must have {least} to {most} characters, and has {length}"


def message_faults(body: Mapping[str, Any], sizes: Sequence[int], *, whole: bool) -> list[str]:
    """The faults of a message.

    Args:
        body: the request's JSON.
        sizes: the number of bytes of each file that comes with it.
        whole: whether it is a new message, which must not be empty.
    """
    faults = list(_long("content", body.get("content") or "", 2000))
    if whole and not (body.get("content") or body.get("embeds") or sizes or body.get("components")):
        faults.append("an empty message")
    if len(sizes) > 10 or sum(sizes) > MOST_BYTES:
        faults.append(f"too many or too large files: {sizes}")
    for file in body.get("attachments") or ():
        faults += _long("description of a file", file.get("description") or "", 1024)
    if len(body.get("embeds") or ()) > 10:
        faults.append("too many embeds")
    nonce = body.get("nonce")
    if nonce is not None:
        faults += _long("nonce", str(nonce), 25)
    faults += _mention_faults(body.get("allowed_mentions") or {})
    return faults + component_faults(body.get("components") or ())


def _mention_faults(allowed: Mapping[str, Any]) -> Iterator[str]:
    parse = allowed.get("parse") or []
    if not set(parse) <= {"users", "roles", "everyone"}:
        yield f"allowed_mentions cannot parse {parse}"
    for kind in ("users", "roles"):
        named = allowed.get(kind)
        if isinstance(named, list) and (len(named) > 100 or (named and kind in parse)):
            yield f"allowed_mentions names {kind} badly"


def component_faults(rows: Sequence[Json]) -> list[str]:
    """The faults of a message's rows of buttons and menus."""
    faults: list[str] = []
    if len(rows) > 5:
        faults.append(f"{len(rows)} rows")
    for row in rows:
        parts = row.get("components") or []
        kinds = [part.get("type") for part in parts]
        if row.get("type") != ROW or not parts:
            faults.append(f"a row of type {row.get('type')} with {len(parts)} components")
        if kinds != [MENU] and (set(kinds) != {BUTTON} or len(kinds) > 5):
            faults.append(f"a row of {kinds}")
        for part in parts:
            faults += _menu_faults(part) if part.get("type") == MENU else _button_faults(part)
    ids = [part["custom_id"] for part in controls(list(rows))]
    if len(set(ids)) < len(ids):
        faults.append(f"a custom id twice in {ids}")
    return faults


def _button_faults(button: Mapping[str, Any]) -> Iterator[str]:
    yield from _long("label of a button", button.get("label") or "", 80)
    if button.get("style") != LINK_STYLE:
        yield from _long("custom id", button.get("custom_id"), 100, 1)
    if not (button.get("label") or button.get("emoji")):
        yield "a button without a label"
    if button.get("style") not in (1, 2, 3, 4, LINK_STYLE):
        yield f"a button of style {button.get('style')}"


def _menu_faults(menu: Mapping[str, Any]) -> Iterator[str]:
    yield from _long("custom id", menu.get("custom_id"), 100, 1)
    yield from _long("placeholder", menu.get("placeholder") or "", 150)
    options = menu.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} options"
    values = [option.get("value") for option in options]
    if len(set(values)) < len(values):
        yield f"a value twice in {values}"
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    chosen = sum(bool(option.get("default")) for option in options)
    if not (0 <= least <= most <= len(options) and most >= 1 and chosen <= most):
        yield f"a menu of {least} to {most} of {len(options)} options, {chosen} of them chosen"
    for option in options:
        yield from _long("label of an option", option.get("label"), 100, 1)
        yield from _long("value of an option", option.get("value"), 100, 1)
        yield from _long("description of an option", option.get("description") or "", 100)


def form_faults(form: Mapping[str, Any]) -> list[str]:
    """The faults of a form."""
    faults = [*_long("title", form.get("title"), 45, 1)]
    faults += _long("custom id", form.get("custom_id"), 100, 1)
    if not 1 <= len(form.get("components") or ()) <= 5:
        faults.append("a form needs one to five fields")
    fields = list(controls(form.get("components")))
    if len({entry["custom_id"] for entry in fields}) < len(fields):
        faults.append("a field's custom id twice")
    for entry in fields:
        if entry.get("type") == FIELD:
            faults += _long("label of a field", entry.get("label") or "-", 45, 1)
            faults += _long("placeholder", entry.get("placeholder") or "", 100)
    return faults


def choice_faults(choices: Sequence[Json]) -> list[str]:
    """The faults of suggestions."""
    faults = [] if len(choices) <= 25 else [f"{len(choices)} suggestions"]
    for choice in choices:
        faults += _long("name of a suggestion", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            faults += _long("value of a suggestion", choice["value"], 100, 1)
    return faults


def command_faults(command: Mapping[str, Any], *, top: bool = True) -> list[str]:
    """The faults of a command with its groups and options."""
    faults = []
    if not re.fullmatch(r"[-_\w]{1,32}", str(command.get("name"))):
        faults.append(f"a command or option named {command.get('name')}")
    faults += _long(f"description of {command.get('name')}", command.get("description"), 100, 1)
    options = command.get("options") or []
    if len(options) > 25 or len(command.get("choices") or ()) > 25:
        faults.append(f"{command.get('name')} has more than 25 options or choices")
    for option in options:
        faults += command_faults(option, top=False)
    if top and (length := _length(command)) > 8000:
        faults.append(f"{command.get('name')} has {length} characters in all")
    return faults


def _length(part: Mapping[str, Any]) -> int:
    """The characters that count: of each text its longest translation."""
    own = 0
    for key in ("name", "description"):
        texts = [str(part.get(key) or ""), *(part.get(f"{key}_localizations") or {}).values()]
        own += max(map(len, texts))
    own += len(str(part["value"])) if "value" in part else 0
    return own + sum(
        _length(inner) for key in ("options", "choices") for inner in part.get(key) or ()
    )
