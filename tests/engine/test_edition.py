"""Component data: the edition that is played, and that another one is another file."""

import json
from pathlib import Path
from random import Random

import pytest

from engine.edition import edition_from_json, edition_ids, load_edition
from engine.errors import EditionError
from engine.position import Position
from engine.random_play import play_out, random_start
from engine.record import Record
from engine.squares import iter_squares
from engine.text import view_text
from tests.engine.scenes import EDITION, squares

SMALL_TEXT = (Path(__file__).parent / "small_edition.json").read_text("utf-8")


def test_the_edition_is_found_by_its_name() -> None:
    assert edition_ids() == ("ravensburger-2006",)
    assert load_edition() is load_edition("ravensburger-2006")
    for name in ("", "x", "../editions/ravensburger-2006", "ravensburger-2006.json"):
        with pytest.raises(EditionError) as caught:
            load_edition(name)
        assert caught.value.code == "unknown-edition"


def test_the_components_of_the_box() -> None:
    assert (EDITION.columns, EDITION.rows) == (16, 12)
    assert EDITION.camps.bit_count() == 24
    assert EDITION.ring_size == 10
    assert [EDITION.ring_seals.count(family) for family in EDITION.families] == [2, 2, 2, 2]
    tiles = [form.tiles for form in EDITION.forms.values()]
    assert tiles == [8, 8, 8, 4, 4, 4, 4]
    assert [count * 4 for count in EDITION.floors] == [12, 12, 4]
    assert EDITION.provenance.reconstructed


def test_a_form_lies_in_as_many_ways_as_its_shape_has() -> None:
    ways = [len(form.orientations()) for form in EDITION.forms.values()]
    mirrored = [len(form.orientations(mirror=True)) for form in EDITION.forms.values()]
    assert ways == [2, 4, 2, 4, 2, 4, 2]
    assert mirrored == [2, 4, 2, 4, 4, 8, 2]


def test_neighbours_end_at_the_edge() -> None:
    assert EDITION.border(squares("A1")) == squares("B1 A2")
    assert EDITION.border(squares("P12")) == squares("O12 P11")
    assert EDITION.border(squares("P5 P6")) == squares("P4 O5 O6 P7")
    assert EDITION.board.bit_count() == len(list(iter_squares(EDITION.board))) == 192


@pytest.mark.parametrize("setup", ["first-game", "free"])
@pytest.mark.parametrize("seats", [2, 3])
def test_another_edition_plays_without_another_line_of_code(setup: str, seats: int) -> None:
    small = edition_from_json(SMALL_TEXT)
    rng = Random(1)
    for _ in range(30):
        position = Position(random_start(small, setup, seats, rng))
        assert len(position.hands) == seats
        play_out(position, rng)
        assert position.result is not None
        assert view_text(position.view())


def test_another_editions_records_are_records(monkeypatch: pytest.MonkeyPatch) -> None:
    small = edition_from_json(SMALL_TEXT)
    monkeypatch.setattr("engine.record.load_edition", lambda name: {"small": small}[name])
    record = Record(random_start(small, "first-game", 3, Random(1)), ())
    assert Record.from_json(record.to_json()) == record


def test_a_hollow_keeps_a_building_open() -> None:
    small = edition_from_json(SMALL_TEXT)
    position = Position(random_start(small, "first-game", 2, Random(1)))
    cloister = squares("A1 B1 C1 A2 C2 A3 B3 C3")
    position.hands[0] = (small.card("cloister/blue"),)
    assert cloister in set(position.placements(small.card("cloister/blue")))
    position.apply(position.parse("build cloister/blue A1 B1 C1 A2 C2 A3 B3 C3 draw stack"))
    assert position.buildings[-1].border == squares("D1 D2 D3 A4 B4 C4 B2") & small.board
    assert position.neutral_stock[0] == 2  # the camp in the hollow is not covered


def changed(path: str, value: object) -> str:
    """The small edition's text with another value in one place."""
    data = json.loads(SMALL_TEXT)
    *way, last = path.split(".")
    place = data
    for name in way:
        place = place[name]
    place[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("board.columns", 17, "17x7"),
        ("board.rows", 0, "9x0"),
        ("camps", ["A9"], "camp"),
        ("camps", ["Z1"], "Z1"),
        ("camps", ["C3", "E3", "F5", "E5", "B4", "H2", "G5", "D1", "A3"], "lot"),
        ("lot.ring_seals", ["blue"], "ring_seals"),
        ("lot.ring_seals", ["red", None, None, None, None, None], "ring_seals"),
        ("lot.short", 1, "border"),
        ("families", ["blue", "blue"], "twice"),
        ("families", ["blue", "white/x"], "«white/x»"),
        ("colours", ["red", "own"], "«own»"),
        ("colours", ["red", "pink"], "colours"),
        ("forms.shed.tiles", 7, "shed"),
        ("forms.barn.squares", [[0, 0], [2, 0]], "hang together"),
        ("cards.palace", {"per_family": 1}, "palace"),
        ("castle_pieces_per_family", {"floor1": 4}, "floors"),
        ("castle_pieces_per_family.floor1", 2, "too few"),
        ("castle_pieces_per_family.floor3", 3, "more pieces than places"),
        ("workers.start", 6, "more workers"),
        ("workers.neutral", 3, "neutral"),
        ("hand", 4, "not enough cards"),
        ("first_game.extra_neutral", {}, "extra_neutral"),
        ("first_game.extra_neutral", {"2": 1, "4": 1}, "extra_neutral"),
        ("first_game.lot", "A1:3x2", "lot"),
        ("first_game.buildings", [{"card": "barn/white", "squares": ["D3", "E3"]}], "overlaps"),
        ("first_game.buildings", [{"card": "barn/white", "squares": ["D2", "F2"]}], "shape"),
        ("first_game.buildings", [{"card": "barn/gold", "squares": ["D2", "E2"]}], "barn/gold"),
        ("hand", "two", "TypeError"),
        ("provenance", {"guessed": []}, "guessed"),
    ],
)
def test_data_that_contradicts_itself_is_refused(path: str, value: object, said: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_from_json(changed(path, value))
    assert caught.value.code == "bad-edition"
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_what_is_no_edition_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        edition_from_json(text)
