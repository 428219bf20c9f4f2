"""Schema validation of an edition's file: its keys, and the kinds of their values."""

from __future__ import annotations

import datetime
import difflib
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from engine.edition_rules import FACTS, FORM, LARGEST, Finding, finding

INVENTED: Final = "invented"
"""The provenance of an edition that is not of a real box, in place of the origins."""

_MOST: Final = 999
_PATTERNS: Final = {
    "word": re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"),
    "square": re.compile(r"[A-P][1-9][0-9]?"),
    "lot": re.compile(r"[A-P][1-9][0-9]?:[1-9]x[1-9]"),
    "card": re.compile(r"[^/]+/[^/]+"),
    "day": re.compile(r"\d{4}-\d{2}-\d{2}"),
}
_KEYS: Final = {"*": re.compile(".+", re.DOTALL), "#": re.compile("[1-9][0-9]{0,2}")}
_KNOWN: Final = ("sourced", "one source", "inferred", "seen", "reconstructed")
_ORIGIN: Final = {"known": "known", "source?": "text", "by?": "text", "on?": "day"}
_SHOWN: Final = 40
"""The most characters quoted of an invalid value."""


def parsed(text: str) -> tuple[dict[str, Any], list[Finding]]:
    """Parse an edition's JSON text, and return its object with the schema's errors.

    If there are errors, the object may lack any key and must not be read.
    """
    # Before parsing, whose time and memory grow with the text.
    if len(text) > LARGEST:
        return {}, [finding("too-long", most=LARGEST)]
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        repeated.extend(dict.fromkeys(key for key in keys if keys.count(key) > 1))
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        return {}, [finding("not-json", reason=str(error))]
    if not isinstance(data, dict):
        return {}, [finding("not-an-object")]
    found = [finding("repeated-key", key=key) for key in repeated]
    return data, [*found, *_wrong(data, FORM, "")]


def _wrong(value: Any, kind: Any, key: str) -> Iterator[Finding]:
    """Yield the errors of a value that must be of a kind, written as in the rules' schema."""
    if kind == "provenance":
        kind = dict.fromkeys(FACTS, _ORIGIN)
        if value == INVENTED:
            return
        if not isinstance(value, dict):
            yield _refused(value, "provenance", key)
            return
    if isinstance(kind, dict):
        yield from _wrong_object(value, kind, key)
    elif isinstance(kind, list):
        if not isinstance(value, list):
            yield _refused(value, "list", key)
            return
        if kind[1:] and not value:
            yield _refused(value, "filled", key)
        for number, entry in enumerate(value, 1):
            yield from _wrong(entry, kind[0], f"{key}.{number}")
    elif not _fits(value, kind):
        yield _refused(value, kind, key)


def _wrong_object(value: Any, kinds: dict[str, Any], key: str) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield _refused(value, "object", key)
        return
    start = f"{key}." if key else ""
    if len(kinds) == 1 and (any_key := next(iter(kinds))) in _KEYS:
        for name, entry in value.items():
            if _KEYS[any_key].fullmatch(name) is None:
                yield finding("unknown-key", key=start + name)
            yield from _wrong(entry, kinds[any_key], start + name)
        return
    known = {name.removesuffix("?"): name for name in kinds}
    missing = [name for name in kinds if not name.endswith("?") and name not in value]
    for name, entry in value.items():
        if name in known:
            yield from _wrong(entry, kinds[known[name]], start + name)
            continue
        meant = difflib.get_close_matches(name, [key for key in known if key not in value], 1)
        # A mistyped key is one error, not an unknown key and a missing one.
        if meant:
            missing = [key for key in missing if key != meant[0]]
            yield finding("mistyped-key", key=start + name, meant=start + meant[0])
        else:
            yield finding("unknown-key", key=start + name)
    for name in missing:
        yield finding("missing-key", key=start + name)


def _fits(value: Any, kind: str) -> bool:
    """Return whether a value that is neither an object nor a list is of a kind."""
    # The exact type, since a bool is an int too. A number is 1 or more, a count 0 or more.
    if kind in ("count", "number"):
        return type(value) is int and (kind == "number") <= value <= _MOST
    if kind == "cell":
        return isinstance(value, list) and len(value) == 2 and all(_fits(x, "count") for x in value)
    if kind == "family" and value is None:
        return True
    if not isinstance(value, str) or not value:
        return False
    if kind == "known":
        return value in _KNOWN
    if kind == "day":
        return _is_day(value)
    pattern = _PATTERNS.get(kind)
    return pattern is None or pattern.fullmatch(value) is not None


def _is_day(text: str) -> bool:
    if _PATTERNS["day"].fullmatch(text) is None:
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _refused(value: Any, kind: str, key: str) -> Finding:
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return finding("wrong-value", key=key, value=text, kind=kind)
