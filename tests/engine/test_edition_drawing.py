"""An edition drawn in characters is the same edition again, and a wrong line is named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.edition import Edition
from engine.edition_drawing import data_of_drawing, drawing_of
from engine.edition_reading import edition_from_json
from engine.edition_writing import compact, differences, edition_data, pretty
from engine.errors import EditionError
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION

EDITIONS = pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda one: one.id)


@EDITIONS
def test_it_is_the_same_edition_again(edition: Edition) -> None:
    data = data_of_drawing(drawing_of(edition))
    assert data == edition_data(edition)
    for text in (pretty(data), compact(edition), json.dumps(data)):
        again = edition_from_json(text)
        assert again.fingerprint == edition.fingerprint
        assert again.provenance == edition.provenance
        assert compact(again) == compact(edition)
        assert not [*differences(again, edition)]


def test_what_was_seen_is_kept_with_who_saw_it() -> None:
    data = json.loads(EDITION.text)
    data["provenance"]["camps"] = {"known": "seen", "by": "Ada, of Bonn", "on": "2026-11-01"}
    seen = edition_from_json(json.dumps(data))
    assert "camps: seen, 2026-11-01, Ada, of Bonn" in drawing_of(seen)
    assert data_of_drawing(drawing_of(seen)) == edition_data(seen)


def test_families_of_one_letter_are_told_apart() -> None:
    data = json.loads(SMALL.text)
    text = json.dumps(data).replace('"white', '"brass').replace("/white", "/brass")
    edition = edition_from_json(text)
    assert data_of_drawing(drawing_of(edition)) == edition_data(edition)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("edition small", "edtion small", "line 1 “edtion small”: expected “edition”"),
        ("revision 1", "revision one", "line 3 “revision one”: expected a number"),
        ("cards 2 open 1", "cards 2", "expected cards … open"),
        ("B-W", "B-X", "expected what “X” of the lot means"),
        ("\nfirst game", "\nfirst", "expected “first game”"),
        ("#", ".", "expected the castle's lot"),
        ("seals 12x1", "seals twelve", "expected a number"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, said: str) -> None:
    drawing = drawing_of(SMALL)
    assert old in drawing
    with pytest.raises(EditionError) as caught:
        data_of_drawing(drawing.replace(old, new))
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n\n", "edition"])
def test_no_drawing_at_all_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        data_of_drawing(text)


def test_too_many_buildings_have_no_letters() -> None:
    with pytest.raises(EditionError, match="52"):
        drawing_of(replace(SMALL, first_buildings=SMALL.first_buildings * 53))
