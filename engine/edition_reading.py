"""The parser of editions' files, which returns an edition or all of its errors."""

from __future__ import annotations

import copyreg
import json
from functools import cache
from typing import Any, NamedTuple

from engine.cards import Card, Form
from engine.edition import Edition, Origin, Preset, Provenance
from engine.edition_rules import FACTS, Finding, contradictions, oddities, unnameable
from engine.edition_writing import parsed
from engine.errors import EditionError
from engine.lot import Lot
from engine.squares import SquareSet, parse_square, square_set


class Reading(NamedTuple):
    """The result of parsing an edition's file.

    Attributes:
        edition: the edition that the file describes, or None if there is an error.
        findings: errors first, then warnings, then notes.
    """

    edition: Edition | None
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that forbid playing the edition."""
        return tuple(found for found in self.findings if found.level == "error")


def read_edition(text: str) -> Reading:
    """Parse the text of an edition's file, and check the edition.

    The checks run in stages: form, names, consistency. A stage that finds errors ends the check.
    """
    data, found = parsed(text)
    if not found:
        found = [*unnameable(data)]
    if found:
        return Reading(None, tuple(found))
    edition = _build(data, text)
    found = [*contradictions(edition), *oddities(edition)]
    levels = ("error", "warning", "note")
    found.sort(key=lambda one: levels.index(one.level))
    right = found[:1] == [] or found[0].level != "error"
    return Reading(edition if right else None, tuple(found))


@cache
def edition_from_json(text: str) -> Edition:
    """Return the edition that a file's text describes, memoized by the text.

    Raises:
        EditionError: if data is missing or contradicts itself.
    """
    reading = read_edition(text)
    if reading.edition is None:
        raise EditionError("bad-edition", reason=str(reading.findings[0]))
    return accepted_edition(text)


@cache
def accepted_edition(text: str) -> Edition:
    """Return the edition that an already accepted text describes, without checking it again.

    Raises:
        EditionError: if no edition can be built from the text.
    """
    # Games began with such a text, so checks that have become stricter since must not refuse it.
    try:
        return _build(json.loads(text), text)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise EditionError("bad-edition", reason=f"{type(error).__name__}: {error}") from error


def _by_text(edition: Edition) -> tuple[Any, ...]:
    return accepted_edition, (edition.text,)


# An edition pickles as its text: a worker process has the sender's edition, whatever its own files
# say, and copies and unpickled editions are the one memoized object.
copyreg.pickle(Edition, _by_text)


def _squares(names: list[str]) -> SquareSet:
    return square_set(parse_square(name) for name in names)


def _card(text: str) -> Card:
    form, family = text.split("/")
    return Card(form, family)


def _origins(data: str | dict[str, dict[str, Any]]) -> dict[str, Origin]:
    """Return the origin of each fact in the rules' order; none for an invented edition."""
    if isinstance(data, str):
        return {}
    # An accepted text may be older than a fact.
    return {fact: Origin(**data[fact]) for fact in FACTS if fact in data}


def _build(data: dict[str, Any], text: str) -> Edition:
    families = tuple(data["families"])
    pieces = data["castle_pieces_per_family"]
    workers, first = data["workers"], data["first_game"]
    corner, _, sides = first["lot"].partition(":")
    width, _, height = sides.partition("x")
    return Edition(
        id=data["id"],
        title=data["title"],
        revision=data.get("revision", 1),
        provenance=Provenance(_origins(data["provenance"])),
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
