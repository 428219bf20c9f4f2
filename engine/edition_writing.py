"""Editions' files as they are written: keys and their values, the serializer, and differences."""

import datetime
import difflib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.edition import Edition, Origin
from engine.edition_rules import LARGEST, SCHEMA, Finding, finding
from engine.squares import square_names

INVENTED: Final = "invented"
"""The provenance of an edition that is not of a real box, in place of the origins."""

_SHOWN: Final = 40  # the most characters quoted of an invalid value


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
    return data, [*found, *_wrong(data, SCHEMA, "")]


def _wrong(value: Any, rule: Mapping[str, Any], key: str) -> Iterator[Finding]:
    """Yield the errors of a value by its part of the schema, which uses a few of JSON's words."""
    kind = rule.get("$ref", "").removeprefix("#/$defs/")
    rule = SCHEMA["$defs"][kind] if kind else rule
    if "anyOf" in rule:
        constant, origins = rule["anyOf"]
        if isinstance(value, dict):
            yield from _wrong(value, origins, key)
        elif value != constant["const"]:
            yield _refused(value, kind, key)
    elif rule.get("type") == "object":
        yield from _wrong_object(value, rule, key)
    elif rule.get("type") == "array" and not kind:
        if not isinstance(value, list):
            yield _refused(value, "list", key)
            return
        if len(value) < rule.get("minItems", 0):
            yield _refused(value, "filled", key)
        for number, entry in enumerate(value, 1):
            yield from _wrong(entry, rule["items"], f"{key}.{number}")
    elif not _fits(value, rule):
        yield _refused(value, kind, key)


def _wrong_object(value: Any, rule: Mapping[str, Any], key: str) -> Iterator[Finding]:
    if not isinstance(value, dict):
        yield _refused(value, "object", key)
        return
    start = f"{key}." if key else ""
    if "properties" not in rule:
        names = re.compile(rule.get("propertyNames", {}).get("pattern", ".+"), re.DOTALL)
        for name, entry in value.items():
            if names.fullmatch(name) is None:
                yield finding("unknown-key", key=start + name)
            yield from _wrong(entry, rule["additionalProperties"], start + name)
        return
    known = rule["properties"]
    missing = [name for name in rule["required"] if name not in value]
    for name, entry in value.items():
        if name in known:
            yield from _wrong(entry, known[name], start + name)
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


def _fits(value: Any, rule: Mapping[str, Any]) -> bool:
    """Return whether a value that is no object is as a part of the schema says."""
    if "$ref" in rule:
        return _fits(value, SCHEMA["$defs"][rule["$ref"].removeprefix("#/$defs/")])
    if "enum" in rule:
        return value in rule["enum"]
    if rule["type"] == "array":
        return (
            isinstance(value, list)
            and rule["minItems"] <= len(value) <= rule["maxItems"]
            and all(_fits(entry, rule["items"]) for entry in value)
        )
    if rule["type"] == "integer":
        # The exact type, since a bool is an int too.
        return type(value) is int and rule["minimum"] <= value <= rule["maximum"]
    if value is None:
        return "null" in rule["type"]
    if not isinstance(value, str) or not value:
        return False
    fits = re.fullmatch(rule.get("pattern", ".+"), value, re.DOTALL) is not None
    return fits and (rule.get("format") != "date" or _is_day(value))


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _refused(value: Any, kind: str, key: str) -> Finding:
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return finding("wrong-value", key=key, value=text, kind=kind)


RING_ORDER = "clockwise from the top-left corner of the lot as it lies"


def edition_data(edition: Edition) -> dict[str, Any]:
    """Return the data of an edition's file in canonical order."""
    families = max(len(edition.families), 1)
    return {
        "id": edition.id,
        "title": edition.title,
        "revision": edition.revision,
        "provenance": _origins(edition.provenance.facts),
        "board": {"columns": edition.columns, "rows": edition.rows},
        "camps": square_names(edition.camps),
        "lot": {
            "long": edition.lot_sides[0],
            "short": edition.lot_sides[1],
            "ring_seals": list(edition.ring_seals),
            "ring_order": RING_ORDER,
        },
        "families": list(edition.families),
        "colours": list(edition.colours),
        "forms": {
            form.name: {
                "cards_per_family": form.tiles // families,
                "squares": [list(cell) for cell in form.shape],
            }
            for form in edition.forms.values()
        },
        "seals_per_family": {str(value): count for value, count in edition.seals.items()},
        "castle_pieces_per_family": {
            f"floor{number}": count for number, count in enumerate(edition.floors, 1)
        },
        "workers": {
            "own": edition.own_workers,
            "start": edition.start_workers,
            "per_banner": edition.workers_per_banner,
            "banners": edition.banners,
            "neutral": edition.neutral_workers,
        },
        "hand": edition.hand_size,
        "face_up": edition.face_up,
        "first_game": {
            "lot": str(edition.first_lot),
            "extra_neutral": {
                str(players): extra for players, extra in edition.extra_neutral.items()
            },
            "buildings": [
                {"card": str(preset.card), "squares": square_names(preset.squares)}
                for preset in edition.first_buildings
            ],
        },
    }


def _origins(facts: Mapping[str, Origin]) -> str | dict[str, dict[str, str]]:
    if not facts:
        return INVENTED
    return {
        fact: {name: value for name, value in origin._asdict().items() if value}
        for fact, origin in facts.items()
    }


def compact(edition: Edition) -> str:
    """Serialize an edition as one line of JSON, independent of its file's layout."""
    return json.dumps(edition_data(edition), ensure_ascii=False, separators=(",", ":"))


def pretty(data: dict[str, Any]) -> str:
    """Serialize an edition's data for people: a line for each component, not for each square."""
    # json.dumps with an indent would give each coordinate a line of its own.
    lines = [f" {json.dumps(key)}: {_value(value, 1)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(value: Any, depth: int) -> str:
    """Serialize a value in one line, unless it contains objects."""
    if not _has_objects(value):
        return json.dumps(value, ensure_ascii=False)
    space = " " * (depth + 1)
    if isinstance(value, dict):
        inner = [
            f"{space}{json.dumps(key)}: {_value(one, depth + 1)}" for key, one in value.items()
        ]
        return "{\n" + ",\n".join(inner) + f"\n{' ' * depth}}}"
    inner = [space + _value(one, depth + 1) for one in value]
    return "[\n" + ",\n".join(inner) + f"\n{' ' * depth}]"


def _has_objects(value: Any) -> bool:
    entries = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and any(isinstance(entry, dict) for entry in entries)


def differences(one: Edition, other: Edition) -> Iterator[str]:
    """Yield the changes from one edition to another, a line each."""
    before, after = (_flat(edition_data(edition)) for edition in (one, other))
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        # Camps by what came and went: two lists of twenty squares hide the one that moved.
        if isinstance(old, list) and isinstance(new, list) and key == "camps":
            gone = " ".join(square for square in old if square not in new)
            come = " ".join(square for square in new if square not in old)
            yield f"{key}: {gone or 'none'} became {come or 'none'}"
        else:
            yield f"{key}: {_said(old)} became {_said(new)}"


def _flat(data: dict[str, Any], start: str = "") -> dict[str, Any]:
    """Flatten nested data to dotted keys, with the buildings by their cards."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if key == "buildings":
            value = {f"{place['card']}": " ".join(place["squares"]) for place in value}
        if isinstance(value, dict):
            flat |= _flat(value, f"{start}{key}.")
        else:
            flat[start + key] = value
    return flat


def _said(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)
