"""Editions' files: what a check says of them, drawn ones, where they come from."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from engine.edition import Edition
from engine.edition_drawing import data_of_drawing, drawing_of
from engine.edition_files import BUILT_IN, DEFAULT_EDITION, Shelf, edition_from_json, read_edition
from engine.edition_rules import BOX, FACTS, SAYINGS, SCHEMA
from engine.edition_writing import compact, differences, edition_data, pretty
from engine.errors import EditionError
from tests.editions import ISLAND, SMALL, SMALL_TEXT, changed
from tests.engine.scenes import EDITION

FORM = {"missing-key", "unknown-key", "mistyped-key", "wrong-value"}
SEEN: Final = {"known": "seen", "by": "Ada", "on": "2026-11-01"}
DATA: Final = edition_data(EDITION)
CAMPS, FIRST = DATA["camps"], DATA["first_game"]
MORE_MILLS: Final = {"forms.mill.cards_per_family": 3}


def said(text: str, level: str) -> list[str]:
    """What is said of a text at a level."""
    return [str(found) for found in read_edition(text).findings if found.level == level]


def test_nothing_is_wrong_with_the_editions_that_are_there() -> None:
    for edition in (EDITION, SMALL, ISLAND):
        assert said(edition.text, "error") == said(edition.text, "warning") == []


@pytest.mark.parametrize("file", sorted(BUILT_IN.glob("*.json")), ids=lambda file: file.stem)
def test_a_file_of_the_project_has_no_errors_and_its_editions_name(file: Path) -> None:
    reading = read_edition(file.read_text("utf-8"))
    assert [str(found) for found in reading.errors] == []
    assert reading.edition is not None
    assert file.stem.partition(".")[0] == reading.edition.id


LOOKS: Final[list[tuple[Any, ...]]] = [
    # Only one source has the number of camps, and all have that of the tiles.
    ({"camps": CAMPS[:22]}, [], ["camps: 22; the only source says 24"]),
    ({"camps": [*CAMPS, "A1", "B1"]}, [], ["camps: 26; the only source says 24"]),
    (MORE_MILLS, ["tiles and cards: 48; the rulebooks say 40"], []),
    (
        MORE_MILLS | {"provenance.cards": SEEN},
        [],
        ["tiles and cards: 48, as seen in the box; the rulebooks say 40"],
    ),
    ({"lot.ring_seals.0": None}, ["printed seals of red: 1; the rulebooks say 2"], []),
    (
        {"first_game.buildings.0.squares": ["I11", "I12"]},
        [],
        ["the building house/red of the first-game set-up covers no camp"],
    ),
]


@pytest.mark.parametrize(("changes", "errors", "warnings"), LOOKS)
def test_looks_wrong(changes: dict[str, Any], errors: list[str], warnings: list[str]) -> None:
    text = changed(EDITION, changes)
    assert (said(text, "error"), said(text, "warning")) == (errors, warnings)
    assert (read_edition(text).edition is None) == bool(errors)


MISTYPED = {key.replace("buildings", "buldings"): value for key, value in FIRST.items()}


WRONG: Final[list[tuple[Any, ...]]] = [
    ({"camps.1": "A4"}, ["the camp on A4 is named twice"]),
    (
        {"first_game": MISTYPED, "lot.colour": "grey"},
        [
            "“lot.colour” is not known here",
            "“first_game.buldings” is not known here; “first_game.buildings” may be meant",
        ],
    ),
    (
        {"first_game.buildings.5.squares": ["L3", "M3", "M4", "M5"]},
        [
            "the building trade-centre/silver lies mirrored: as drawn, its tile would have to "
            "be turned over"
        ],
    ),
    (
        {"provenance.camps": {"known": "seen", "by": "Ada"}},
        ["it is not said who saw this in the box"],
    ),
    ({"provenance.camps": {"known": "sourced"}}, ["it is not said from which source this is"]),
    ({"provenance.camps": {"known": "guessed"}}, ['“provenance.camps.known” cannot be "guessed"']),
    ({"provenance.camps": SEEN | {"on": "2026-02-30"}}, ["“provenance.camps.on” cannot be"]),
    # What is hostile is refused before it costs anything.
    (
        {"forms.mill.cards_per_family": 10**9, "board.rows": 10**9},
        ["“board.rows” cannot be", "“forms.mill.cards_per_family” cannot be"],
    ),
]


@pytest.mark.parametrize(("changes", "errors"), WRONG)
def test_what_is_wrong(changes: dict[str, object], errors: list[str]) -> None:
    found = said(changed(EDITION, changes), "error")
    for line, error in zip(found, errors, strict=True):
        assert line.startswith(error)


TWINS: Final[dict[str, object]] = {
    "forms.smithy.squares": [[2, 0], [0, 1], [1, 1], [2, 1]],
    "forms.mill.squares": [[0, 0], [0, 1], [0, 2], [0, 3]],
}


def test_tiles_that_are_one_drawn_twice_are_named() -> None:
    text = changed(EDITION, TWINS)
    warned = [*said(text, "warning"), *said(text, "error")]
    assert "mill and monastery have the same shape" in warned
    assert any("smithy and trade-centre are each other's mirror image" in line for line in warned)


def test_the_castles_places_and_what_was_not_seen_are_told() -> None:
    notes = said(EDITION.text, "note")
    assert any(line.startswith("places where the castle can lie: 10 (F5:4x3 G5") for line in notes)
    assert any("not seen in a box: the board's size in squares; " in line for line in notes)
    text = changed(EDITION, {"provenance": dict.fromkeys(FACTS, SEEN)})
    assert not any("not seen" in line for line in said(text, "note"))
    assert edition_from_json(text).provenance.certain


NO_EDITION: Final = [
    ("{" * 100_000, "the file is too long"),
    ("[" * 60_000, "not JSON"),
    ('{"id": "a", "id": "b"}', "“id” is given twice"),
    ("[]", "an edition is one JSON object"),
]


@pytest.mark.parametrize(("text", "wrong"), NO_EDITION)
def test_what_is_no_edition_at_all_is_said_in_a_line(text: str, wrong: str) -> None:
    first = read_edition(text).findings[0]
    assert str(first).startswith(wrong)
    assert str(first).isprintable()


def test_every_count_of_the_box_is_compared() -> None:
    other: dict[str, object] = {
        "board.rows": 13,
        "camps": [*CAMPS, "A1"],
        "lot.ring_seals": ["red"] * 8 + [None] * 2,
        "castle_pieces_per_family": {"floor1": 4, "floor2": 4, "floor3": 2},
        "workers": DATA["workers"] | {"own": 12, "banners": 5, "neutral": 25},
        "seals_per_family.1": 21,
        "first_game.buildings": FIRST["buildings"][:-1],
        "forms.mill.cards_per_family": 2,
        "colours": [*DATA["colours"], "white"],
    }
    found = read_edition(changed(EDITION, other)).findings
    counted = {
        str(one.parameters["what"]).split(" ")[0] for one in found if "what" in one.parameters
    }
    assert counted == set(BOX) - {"ring", "families"}


def mistaken(edition: Edition, rng: Random) -> dict[str, Any]:
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
        data = mistaken(rng.choice((EDITION, SMALL, ISLAND)), rng)
        found = {one.code for one in read_edition(json.dumps(data)).findings}
        assert schema.is_valid(data) == found.isdisjoint(FORM), data


ENCLOSED: Final = [
    {"card": f"barn/{family}", "squares": squares.split()}
    for family, squares in (("white", "A1 B1"), ("blue", "A2 B2"), ("white", "C1 C2"))
]
CONTRADICTIONS: Final[list[tuple[str, object, str]]] = [
    ("board.columns", 17, "17x7"),
    ("board.rows", 0, "9x0"),
    ("camps", ["A9"], "camp"),
    ("camps", ["Z1"], "Z1"),
    ("camps", ["C3", "E3", "F5", "E5", "B4", "H2", "G5", "D1", "A3"], "lot"),
    ("camps", [f"{column}{row}" for column in "BDFH" for row in range(1, 8)], "no place"),
    ("lot.ring_seals", ["blue"], "ring_seals"),
    ("lot.long", 4, "ring_seals"),
    ("lot.ring_seals", ["red", None, None, None, None, None], "ring_seals"),
    ("lot.short", 1, "3x1"),
    ("lot.long", 10, "10x2"),
    ("families", ["blue", "blue"], "“blue” is named twice"),
    ("families", ["blue", "white/x"], "“white/x”"),
    ("colours", ["red", "own"], "“own”"),
    ("colours", ["red", "pink"], "colours"),
    ("forms.shed.cards_per_family", 0, "shed"),
    ("forms.shed.cards_per_family", -1, "shed"),
    ("forms.barn.squares", [[0, 0], [2, 0]], "hang together"),
    ("castle_pieces_per_family", {"floor1": 4}, "floor2"),
    ("castle_pieces_per_family.floor1", 2, "too few"),
    ("castle_pieces_per_family.floor3", 3, "more castle pieces than places"),
    ("workers.start", 6, "more workers at the start"),
    ("workers.neutral", 3, "too few neutral workers for the start"),
    ("hand", 4, "too few cards"),
    ("first_game.extra_neutral", {}, "extra_neutral"),
    ("first_game.extra_neutral", {"2": 1, "4": 1}, "extra_neutral"),
    ("first_game.extra_neutral", {"1": 1, "2": 1}, "from 2 or more on"),
    ("first_game.lot", "A1:3x2", "lot"),
    ("first_game.buildings", ENCLOSED, "enclosed"),
    ("first_game.buildings", [{"card": "barn/white", "squares": ["D3", "E3"]}], "overlaps"),
    ("first_game.buildings", [{"card": "barn/white", "squares": ["D2", "F2"]}], "shape of its"),
    ("first_game.buildings", [{"card": "barn/gold", "squares": ["D2", "E2"]}], "barn/gold"),
    ("hand", "two", '“hand” cannot be "two"'),
    ("provenance", {"guessed": {"known": "seen"}}, "guessed"),
]


@pytest.mark.parametrize(("path", "value", "told"), CONTRADICTIONS)
def test_data_that_contradicts_itself_is_refused(path: str, value: object, told: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_from_json(changed(SMALL, {path: value}))
    assert caught.value.code == "bad-edition"
    assert told in str(caught.value)


def test_every_mistake_is_found() -> None:
    texts = [changed(EDITION, changes) for changes, *_ in (*LOOKS, *WRONG)]
    texts += [changed(SMALL, {path: value}) for path, value, _ in CONTRADICTIONS]
    texts += [changed(EDITION, TWINS), *(text for text, _ in NO_EDITION)]
    assert {one.code for text in texts for one in read_edition(text).findings} == set(SAYINGS)


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


@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda one: one.id)
def test_it_is_the_same_edition_again(edition: Edition) -> None:
    data = data_of_drawing(drawing_of(edition))
    assert data == edition_data(edition)
    for text in (pretty(data), compact(edition), json.dumps(data)):
        again = edition_from_json(text)
        assert (again.fingerprint, again.provenance) == (edition.fingerprint, edition.provenance)
        assert compact(again) == compact(edition)
        assert not [*differences(again, edition)]


def test_what_was_seen_is_kept_with_who_saw_it() -> None:
    ada = SEEN | {"by": "Ada, of Bonn"}
    seen = edition_from_json(changed(EDITION, {"provenance.camps": ada}))
    assert "camps: seen, 2026-11-01, Ada, of Bonn" in drawing_of(seen)
    assert data_of_drawing(drawing_of(seen)) == edition_data(seen)


def test_families_of_one_letter_are_told_apart() -> None:
    text = SMALL.text.replace('"white', '"brass').replace("/white", "/brass")
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
