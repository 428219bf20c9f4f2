"""Editions as files: one JSON file is one edition, and what lies in a folder of them is known.

What in the data is sourced and what is reconstructed stands in the file too and is shown to
players. The names of forms, families and colours in it are the words that people read, with a
hyphen for a space; the catalogues of other languages take them from here.
"""

from __future__ import annotations

import copyreg
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine import edition_check
from engine.cards import Card, Form
from engine.edition import Edition, Preset, Provenance
from engine.errors import EditionError
from engine.lot import Lot
from engine.squares import SquareSet, parse_square, square_set

DEFAULT_EDITION: Final = "ravensburger-2006"

FOLDERS: Final[tuple[Path, ...]] = (Path(__file__).parent / "editions",)
"""Where editions lie: ``name.json`` is the edition with that name."""


def _files() -> dict[str, Path]:
    """The file of each edition by its name, in alphabetical order."""
    found = {file.stem: file for folder in FOLDERS for file in folder.glob("*.json")}
    return dict(sorted(found.items()))


def editions() -> tuple[Edition, ...]:
    """Every edition that there is, by the alphabet of their names.

    Raises:
        EditionError: if a file contradicts itself.
    """
    return tuple(load_edition(name) for name in _files())


def load_edition(name: str = DEFAULT_EDITION) -> Edition:
    """The edition with that name; always the same object for the same name.

    Raises:
        EditionError: if there is none, or its file contradicts itself.
    """
    return _load(name)


@cache
def _load(name: str) -> Edition:
    file = _files().get(name)
    if file is None:
        raise EditionError("unknown-edition", token=name)
    try:
        edition = edition_from_json(file.read_text("utf-8"))
    except EditionError as error:
        raise EditionError(
            "bad-edition", token=f"{file.name}: {error.parameters['token']}"
        ) from error
    if edition.id != name:
        raise EditionError("bad-edition", token=f"{file.name}: its id is “{edition.id}”")
    return edition


def _by_text(edition: Edition) -> tuple[Any, ...]:
    return edition_from_json, (edition.text,)


# A process that is sent an edition has the sender's, whatever its files say; copies are the same.
copyreg.pickle(Edition, _by_text)


@cache
def edition_from_json(text: str) -> Edition:
    """The edition that a file's text describes; always the same object for the same text.

    Raises:
        EditionError: if something is missing or contradicts itself.
    """
    try:
        edition = _build(json.loads(text), text)
        problem = edition_check.problem(edition)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EditionError("bad-edition", token=f"{type(error).__name__}: {error}") from error
    if problem is not None:
        raise EditionError("bad-edition", token=problem)
    return edition


def _squares(names: list[str]) -> SquareSet:
    return square_set(parse_square(name) for name in names)


def _card(text: str) -> Card:
    form, family = text.split("/")
    return Card(form, family)


def _build(data: dict[str, Any], text: str) -> Edition:
    families = tuple(data["families"])
    pieces = data["castle_pieces_per_family"]
    workers, first = data["workers"], data["first_game"]
    corner, _, sides = first["lot"].partition(":")
    width, _, height = sides.partition("x")
    return Edition(
        id=data["id"],
        title=data["title"],
        provenance=Provenance(
            **{name: tuple(entries) for name, entries in data["provenance"].items()}
        ),
        columns=data["board"]["columns"],
        rows=data["board"]["rows"],
        camps=_squares(data["camps"]),
        lot_sides=(data["lot"]["long"], data["lot"]["short"]),
        ring_seals=tuple(data["lot"]["ring_seals"]),
        families=families,
        colours=tuple(data["colours"]),
        forms={
            name: Form(
                name,
                form["cards_per_family"] * len(families),
                tuple((x, y) for x, y in form["squares"]),
            )
            for name, form in data["forms"].items()
        },
        cards=tuple(
            Card(name, family)
            for name, form in data["forms"].items()
            for family in families
            for _ in range(form["cards_per_family"])
        ),
        seals={int(value): count for value, count in data["seals_per_family"].items()},
        floors=tuple(pieces[f"floor{number + 1}"] for number in range(len(pieces))),
        own_workers=workers["own"],
        start_workers=workers["start"],
        banners=workers["banners"],
        workers_per_banner=workers["per_banner"],
        neutral_workers=workers["neutral"],
        hand_size=data["hand"],
        face_up=data["face_up"],
        first_lot=Lot(parse_square(corner), int(width), int(height)),
        first_buildings=tuple(
            Preset(_card(building["card"]), _squares(building["squares"]))
            for building in first["buildings"]
        ),
        extra_neutral={int(count): extra for count, extra in first["extra_neutral"].items()},
        text=text,
    )
