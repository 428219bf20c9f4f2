"""The serializer of editions, and the differences between two of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.edition import Edition, Origin
from engine.edition_form import INVENTED
from engine.squares import square_names

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
