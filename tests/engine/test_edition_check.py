"""Editions' files: what a check says of them, drawn ones, where they come from."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from engine.edition import Edition
from engine.edition_drawing import data_of_drawing, drawing_of
from engine.edition_files import BUILT_IN, DEFAULT_EDITION, Shelf, edition_from_json, read_edition
from engine.edition_rules import BOX, FACTS, SAYINGS, SCHEMA
from engine.edition_writing import compact, differences, edition_data, pretty
from engine.errors import EditionError
from tests.editions import ISLAND, SMALL, SMALL_TEXT
from tests.engine.scenes import EDITION

FORM = {"missing-key", "unknown-key", "mistyped-key", "wrong-value"}
SEEN = {"known": "seen", "by": "Ada", "on": "2026-11-01"}
Change = Callable[[dict[str, Any]], None]


def box(*changes: Change) -> str:
    """The box's file with some changes."""
    data = json.loads(EDITION.text)
    for change in changes:
        change(data)
    return json.dumps(data)


def said(text: str, level: str) -> list[str]:
    """What is said of a text at a level."""
    return [str(found) for found in read_edition(text).findings if found.level == level]


def camps(count: int) -> Change:
    """A change to a number of camps that leaves the castle its places."""
    more = ["A1", "B1"]

    def change(data: dict[str, Any]) -> None:
        data["camps"] = [*data["camps"], *more][:count]

    return change


def test_nothing_is_wrong_with_the_editions_that_are_there() -> None:
    for edition in (EDITION, SMALL, ISLAND):
        assert said(edition.text, "error") == said(edition.text, "warning") == []


@pytest.mark.parametrize("file", sorted(BUILT_IN.glob("*.json")), ids=lambda file: file.stem)
def test_a_file_of_the_project_has_no_errors_and_its_editions_name(file: Path) -> None:
    reading = read_edition(file.read_text("utf-8"))
    assert [str(found) for found in reading.errors] == []
    assert reading.edition is not None
    assert file.stem.partition(".")[0] == reading.edition.id


@pytest.mark.parametrize("count", [22, 26])
def test_another_number_of_camps_is_doubted_as_one_source_says_it(count: int) -> None:
    text = box(camps(count))
    assert said(text, "warning") == [f"camps: {count}; the only source says 24"]
    assert read_edition(text).edition is not None


def test_a_camp_named_twice_is_an_error() -> None:
    def twice(data: dict[str, Any]) -> None:
        data["camps"][1] = data["camps"][0]

    assert said(box(twice), "error") == ["the camp on A4 is named twice"]


def test_48_tiles_are_an_error_unless_somebody_saw_them() -> None:
    def more(data: dict[str, Any]) -> None:
        data["forms"]["mill"]["cards_per_family"] = 3

    def seen(data: dict[str, Any]) -> None:
        data["provenance"]["cards"] = SEEN

    assert said(box(more), "error") == ["tiles and cards: 48; the rulebooks say 40"]
    assert said(box(more, seen), "error") == []
    assert said(box(more, seen), "warning") == [
        "tiles and cards: 48, as seen in the box; the rulebooks say 40"
    ]


def test_a_missing_printed_seal_is_an_error() -> None:
    def without(data: dict[str, Any]) -> None:
        data["lot"]["ring_seals"][0] = None

    assert said(box(without), "error") == ["printed seals of red: 1; the rulebooks say 2"]


def test_an_unknown_key_is_named_with_the_one_that_was_meant() -> None:
    def mistyped(data: dict[str, Any]) -> None:
        data["first_game"]["buldings"] = data["first_game"].pop("buildings")
        data["lot"]["colour"] = "grey"

    assert said(box(mistyped), "error") == [
        "“lot.colour” is not known here",
        "“first_game.buldings” is not known here; “first_game.buildings” may be meant",
    ]


def test_a_mirrored_building_is_called_mirrored() -> None:
    def mirrored(data: dict[str, Any]) -> None:
        data["first_game"]["buildings"][5]["squares"] = ["L3", "M3", "M4", "M5"]

    (error,) = said(box(mirrored), "error")
    assert error == (
        "the building trade-centre/silver lies mirrored: as drawn, its tile would have to be "
        "turned over"
    )


def test_a_building_that_covers_no_camp_looks_wrong() -> None:
    def moved(data: dict[str, Any]) -> None:
        data["first_game"]["buildings"][0]["squares"] = ["I11", "I12"]

    assert said(box(moved), "warning") == [
        "the building house/red of the first-game set-up covers no camp"
    ]


def test_tiles_that_are_one_drawn_twice_are_named() -> None:
    def twin(data: dict[str, Any]) -> None:
        data["forms"]["smithy"]["squares"] = [[2, 0], [0, 1], [1, 1], [2, 1]]
        data["forms"]["mill"]["squares"] = [[0, 0], [0, 1], [0, 2], [0, 3]]

    warned = [*said(box(twin), "warning"), *said(box(twin), "error")]
    assert "mill and monastery have the same shape" in warned
    assert any("smithy and trade-centre are each other's mirror image" in line for line in warned)


def test_the_castles_places_and_what_was_not_seen_are_told() -> None:
    notes = said(EDITION.text, "note")
    assert any(line.startswith("places where the castle can lie: 10 (F5:4x3 G5") for line in notes)
    assert any("not seen in a box: the board's size in squares; " in line for line in notes)

    def all_seen(data: dict[str, Any]) -> None:
        data["provenance"] = dict.fromkeys(FACTS, SEEN)

    assert not any("not seen" in line for line in said(box(all_seen), "note"))
    assert edition_from_json(box(all_seen)).provenance.certain


@pytest.mark.parametrize(
    ("origin", "wrong"),
    [
        ({"known": "seen", "by": "Ada"}, "it is not said who saw this in the box"),
        ({"known": "sourced"}, "it is not said from which source this is"),
        ({"known": "guessed"}, '“provenance.camps.known” cannot be "guessed"'),
        ({"known": "seen", "by": "Ada", "on": "2026-02-30"}, "“provenance.camps.on” cannot be"),
    ],
)
def test_how_a_fact_is_known_is_said_in_full(origin: dict[str, str], wrong: str) -> None:
    def change(data: dict[str, Any]) -> None:
        data["provenance"]["camps"] = origin

    (error,) = said(box(change), "error")
    assert error.startswith(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{" * 100_000, "the file is too long"),
        ("[" * 60_000, "not JSON"),
        ('{"id": "a", "id": "b"}', "“id” is given twice"),
        ("[]", "an edition is one JSON object"),
    ],
)
def test_what_is_no_edition_at_all_is_said_in_a_line(text: str, wrong: str) -> None:
    first = read_edition(text).findings[0]
    assert str(first).startswith(wrong)
    assert str(first).isprintable()


def test_a_hostile_file_is_refused_before_it_costs_anything() -> None:
    def huge(data: dict[str, Any]) -> None:
        data["forms"]["mill"]["cards_per_family"] = 10**9
        data["board"]["rows"] = 10**9

    assert len(said(box(huge), "error")) == 2


def test_every_count_of_the_box_is_compared() -> None:
    def other(data: dict[str, Any]) -> None:
        data["board"]["rows"] = 13
        data["camps"].append("A1")
        data["lot"]["ring_seals"] = ["red"] * 8 + [None] * 2
        data["castle_pieces_per_family"] = {"floor1": 4, "floor2": 4, "floor3": 2}
        data["workers"] |= {"own": 12, "banners": 5, "neutral": 25}
        data["seals_per_family"]["1"] = 21
        data["first_game"]["buildings"].pop()
        data["forms"]["mill"]["cards_per_family"] = 2
        data["colours"].append("white")

    found = read_edition(box(other)).findings
    counted = {
        str(one.parameters["what"]).split(" ")[0] for one in found if "what" in one.parameters
    }
    kept = {"ring", "families"}
    assert counted == set(BOX) - kept


def changed(edition: Edition, rng: Random) -> dict[str, Any]:
    """An edition's data with one to three changes that somebody might make by mistake."""
    data: dict[str, Any] = json.loads(edition.text)
    for _ in range(rng.randint(1, 3)):
        place: Any = data
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            inner = place[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
                place = inner
                continue
            break
        wrong: list[Any] = [0, 1, 3, 1000, -1, "red", "A1", "H7", None, [], {}, "yellow", 1.5, True]
        match rng.randrange(3):
            case 0:
                place[key] = rng.choice(wrong)
            case 1 if isinstance(place, dict):
                place[f"{key}s"] = place.pop(key)
            case 1:
                place.append(place[key])
            case _:
                del place[key]
    return data


def test_the_schema_of_the_files_says_what_the_check_says_of_their_form() -> None:
    rng, schema = Random(1), Draft202012Validator(dict(SCHEMA))
    for _ in range(300):
        data = changed(rng.choice((EDITION, SMALL, ISLAND)), rng)
        found = {one.code for one in read_edition(json.dumps(data)).findings}
        assert schema.is_valid(data) == found.isdisjoint(FORM), data


def seldom_wrong() -> Iterator[dict[str, Any]]:
    """Editions with mistakes that hardly come about by chance."""
    for path, value in (
        ("forms.farm.squares", [[0, 0], [2, 0], [0, 1]]),
        ("forms.farm.squares", [[0, 0], [0, 1], [0, 2]]),
        ("forms.smithy.squares", [[2, 0], [0, 1], [1, 1], [2, 1]]),
        (
            "first_game.buildings",
            [{"card": "trade-centre/red", "squares": ["L3", "M3", "M4", "M5"]}],
        ),
        ("first_game.extra_neutral", {}),
        ("castle_pieces_per_family.floor3", 9),
        ("provenance.camps", {"known": "seen", "by": "Ada"}),
        ("provenance.camps", {"known": "sourced"}),
        ("workers.start", 12),
        ("first_game.extra_neutral.3", 20),
        ("lot.long", 10),
        ("camps", ["P13", *edition_data(EDITION)["camps"][1:]]),
        ("camps", [f"{column}{row}" for column in "BDFHJLNP" for row in range(1, 13)]),
        ("camps", ["A2", *edition_data(EDITION)["camps"]]),
        ("first_game.lot", "A1:4x3"),
    ):
        data: dict[str, Any] = json.loads(json.dumps(edition_data(EDITION)))
        *way, last = path.split(".")
        place = data
        for key in way:
            place = place[key]
        place[last] = value
        yield data
    small: dict[str, Any] = edition_data(SMALL)
    small["forms"]["shed"]["cards_per_family"] = 0
    yield small
    seen = edition_data(EDITION)
    seen["workers"]["neutral"] = 25
    seen["provenance"]["workers"] = {"known": "seen", "by": "Ada", "on": "2026-11-01"}
    yield seen


def test_every_mistake_is_found() -> None:
    rng = Random(1)
    texts = [json.dumps(changed(rng.choice((EDITION, SMALL, ISLAND)), rng)) for _ in range(400)]
    texts += [json.dumps(data) for data in seldom_wrong()]
    texts += ["{" * 100_000, "[]", "[", '{"id": "a", "id": "b"}']
    found = {one.code for text in texts for one in read_edition(text).findings}
    assert found == set(SAYINGS)


def write(folder: Path, name: str, text: str, **changes: Any) -> None:
    data = json.loads(text) | changes
    (folder / name).write_text(json.dumps(data), "utf-8")


def test_a_folder_is_beside_the_projects_own(tmp_path: Path) -> None:
    write(tmp_path, "any name.json", SMALL_TEXT)
    (tmp_path / "notes.txt").write_text("no edition")
    shelf = Shelf()
    shelf.look_in(BUILT_IN, tmp_path, default="small")
    assert shelf.offered[0].id == shelf.named().id == "small"
    assert shelf.named(DEFAULT_EDITION) is EDITION
    assert not shelf.problems


def test_a_bad_file_is_left_out_and_the_others_are_there(tmp_path: Path) -> None:
    write(tmp_path, "good.json", SMALL_TEXT)
    write(tmp_path, "camps.json", SMALL_TEXT, id="camps", camps=["A1", "A1"])
    (tmp_path / "bytes.json").write_bytes(b"\xff")
    (tmp_path / "folder.json").mkdir()
    shelf = Shelf(BUILT_IN, tmp_path)
    assert "small" in [edition.id for edition in shelf.offered]
    assert set(shelf.problems) == {"bytes.json", "camps.json", "folder.json"}
    assert shelf.problems["camps.json"] == "the camp on A1 is named twice"


def test_the_newest_revision_is_offered_and_older_ones_are_kept(tmp_path: Path) -> None:
    write(tmp_path, "a.json", SMALL_TEXT, revision=2, hand=1)
    write(tmp_path, "b.json", SMALL_TEXT)
    write(tmp_path, "c.json", SMALL_TEXT, hand=1)
    shelf = Shelf(BUILT_IN, tmp_path)
    assert [one.revision for one in shelf.offered if one.id == "small"] == [2]
    newest = shelf.named("small")
    assert newest.hand_size == 1
    assert shelf.played("small", newest.fingerprint) is newest
    older = shelf.played("small", SMALL.fingerprint)
    assert older is not None
    assert older.fingerprint == SMALL.fingerprint
    assert shelf.played("small") is older
    assert shelf.played("small", "5eed") is None
    assert shelf.played("island", ISLAND.fingerprint) is None
    assert shelf.problems == {"c.json": "b.json has revision 1 of “small” too"}


def test_a_folders_file_goes_before_the_projects_own(tmp_path: Path) -> None:
    write(tmp_path, "ours.json", EDITION.text, title="As in my box")
    shelf = Shelf(BUILT_IN, tmp_path)
    assert shelf.named().title == "As in my box"


def test_a_default_that_is_not_there_is_the_usual_one_until_it_is(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.look_in(BUILT_IN, tmp_path, default="small")
    assert shelf.named() is EDITION
    assert shelf.problems == {"small": "there is no edition “small”"}
    write(tmp_path, "small.json", SMALL_TEXT)
    shelf.read()
    assert shelf.named().id == "small"
    assert not shelf.problems
    (tmp_path / "small.json").unlink()
    shelf.read()
    with pytest.raises(EditionError):
        shelf.named("small")


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
