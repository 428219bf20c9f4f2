"""Component data: the edition that is played, and that another one is another file."""

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engine.edition_files import BUILT_IN, Shelf, editions, load_edition
from engine.edition_reading import edition_from_json
from engine.errors import EditionError
from engine.squares import iter_squares
from tests.editions import ISLAND, SMALL, SMALL_TEXT
from tests.engine.scenes import EDITION, squares


def test_the_edition_is_found_by_its_name() -> None:
    assert load_edition() in editions()
    assert load_edition() is load_edition("ravensburger-2006")
    for name in ("", "x", "../editions/ravensburger-2006", "ravensburger-2006.json"):
        with pytest.raises(EditionError) as caught:
            load_edition(name)
        assert caught.value.code == "unknown-edition"


def test_a_copy_of_an_edition_is_the_same_one() -> None:
    assert pickle.loads(pickle.dumps(EDITION)) is copy.deepcopy(EDITION) is EDITION


@pytest.mark.slow
def test_a_process_that_does_not_know_an_edition_is_sent_it() -> None:
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fingerprint)"
    done = subprocess.run(
        [sys.executable, "-c", read],
        input=pickle.dumps(ISLAND),
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    assert done.stdout.decode().strip() == ISLAND.fingerprint


FIRST_REVISIONS = {
    "ravensburger-2006": "c2c34bf7d9b18b79b7a5bb049f4881befa93e989dfbdf38761ae0c61256a9081",
    "atoll": "bee18fa212bc40316b0908fc5b565c94eda232201225f03f4f6a986146af404e",
}


def test_the_first_revision_of_each_built_in_edition_stays_what_it_is() -> None:
    """Games were played with it, and records name it alone: a correction is another file."""
    built_in = Shelf(BUILT_IN)
    first = [built_in.played(edition.id) for edition in built_in.offered]
    assert {one.id: one.fingerprint for one in first if one is not None} == FIRST_REVISIONS


def test_the_components_of_the_box() -> None:
    assert (EDITION.columns, EDITION.rows) == (16, 12)
    assert EDITION.camps.bit_count() == 24
    assert EDITION.ring_size == 10
    assert [EDITION.ring_seals.count(family) for family in EDITION.families] == [2, 2, 2, 2]
    tiles = [form.tiles for form in EDITION.forms.values()]
    assert tiles == [8, 8, 8, 4, 4, 4, 4]
    assert [count * 4 for count in EDITION.floors] == [12, 12, 4]
    assert EDITION.provenance.known("reconstructed")


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
        ("first_game.buildings", [{"card": "barn/white", "squares": ["D3", "E3"]}], "overlaps"),
        (
            "first_game.buildings",
            [{"card": "barn/white", "squares": ["D2", "F2"]}],
            "shape of its form",
        ),
        ("first_game.buildings", [{"card": "barn/gold", "squares": ["D2", "E2"]}], "barn/gold"),
        ("hand", "two", '“hand” cannot be "two"'),
        ("provenance", {"guessed": {"known": "seen"}}, "guessed"),
    ],
)
def test_data_that_contradicts_itself_is_refused(path: str, value: object, said: str) -> None:
    with pytest.raises(EditionError) as caught:
        edition_from_json(changed(path, value))
    assert caught.value.code == "bad-edition"
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board.columns", 10),
        ("camps", ["A7", "B2", "I1"]),
        ("lot.ring_seals", [None, "blue", "white", "blue", "white", None]),
        ("families", ["white", "blue"]),
        ("colours", ["red", "brown", "pink"]),
        ("forms.barn.squares", [[0, 0], [0, 1]]),
        ("castle_pieces_per_family.floor3", 1),
        ("workers.own", 6),
        ("workers.start", 3),
        ("workers.per_banner", 2),
        ("workers.banners", 2),
        ("workers.neutral", 7),
        ("hand", 1),
        ("face_up", 2),
        ("first_game.lot", "D4:3x2"),
        ("first_game.extra_neutral", {"2": 1, "3": 1}),
        ("first_game.buildings", []),
    ],
)
def test_a_change_that_matters_to_play_changes_the_fingerprint(path: str, value: object) -> None:
    another = edition_from_json(changed(path, value))
    assert another.fingerprint != SMALL.fingerprint


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title", "Another title"),
        ("revision", 2),
        ("seals_per_family", {"1": 13}),
    ],
)
def test_a_change_for_readers_keeps_the_fingerprint(path: str, value: object) -> None:
    another = edition_from_json(changed(path, value))
    assert another.fingerprint == SMALL.fingerprint


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_what_is_no_edition_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        edition_from_json(text)
