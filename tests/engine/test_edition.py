"""Component data: another edition is another file, and whole games of made-up ones."""

import copy
import pickle
from itertools import product
from random import Random

import pytest

from engine import Edition, Game, Imagined, Position, Record, imagine
from engine.actions import Build, Draw
from engine.edition_files import BUILT_IN, Shelf, edition_from_json, editions, load_edition
from engine.errors import EditionError
from engine.game import played_turns
from engine.random_play import random_action, random_game, random_start
from engine.squares import iter_squares
from engine.start import SETUPS
from engine.tools import view_text
from tests.editions import ISLAND, SMALL, changed
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
    assert (EDITION.columns, EDITION.rows, EDITION.ring_size) == (16, 12, 10)
    assert EDITION.camps.bit_count() == 24
    assert [EDITION.ring_seals.count(family) for family in EDITION.families] == [2, 2, 2, 2]
    assert [count * 4 for count in EDITION.floors] == [12, 12, 4]
    assert EDITION.provenance.known("reconstructed")
    forms = EDITION.forms.values()
    assert [form.tiles for form in forms] == [8, 8, 8, 4, 4, 4, 4]
    assert [len(form.orientations()) for form in forms] == [2, 4, 2, 4, 2, 4, 2]
    assert [len(form.orientations(mirror=True)) for form in forms] == [2, 4, 2, 4, 4, 8, 2]
    for family in EDITION.families:  # there are as many cards as tiles
        cards = [card.form for card in EDITION.cards if card.family == family]
        assert [cards.count(form) for form in EDITION.forms] == [2, 2, 2, 1, 1, 1, 1]


def test_neighbours_end_at_the_edge() -> None:
    assert EDITION.border(squares("A1")) == squares("B1 A2")
    assert EDITION.border(squares("P12")) == squares("O12 P11")
    assert EDITION.border(squares("P5 P6")) == squares("P4 O5 O6 P7")
    assert EDITION.board.bit_count() == len(list(iter_squares(EDITION.board))) == 192


@pytest.mark.parametrize(
    ("path", "value", "same"),
    [
        ("board.columns", 10, False),
        ("camps", ["A7", "B2", "I1"], False),
        ("lot.ring_seals", [None, "blue", "white", "blue", "white", None], False),
        ("families", ["white", "blue"], False),
        ("colours", ["red", "brown", "pink"], False),
        ("forms.barn.squares", [[0, 0], [0, 1]], False),
        ("castle_pieces_per_family.floor3", 1, False),
        ("workers.own", 6, False),
        ("workers.start", 3, False),
        ("workers.per_banner", 2, False),
        ("workers.banners", 2, False),
        ("workers.neutral", 7, False),
        ("hand", 1, False),
        ("face_up", 2, False),
        ("first_game.lot", "D4:3x2", False),
        ("first_game.extra_neutral", {"2": 1, "3": 1}, False),
        ("first_game.buildings", [], False),
        ("title", "Another title", True),
        ("revision", 2, True),
        ("seals_per_family", {"1": 13}, True),
    ],
)
def test_what_matters_to_play_changes_the_fingerprint(path: str, value: object, same: bool) -> None:
    another = edition_from_json(changed(SMALL, {path: value}))
    assert (another.fingerprint == SMALL.fingerprint) is same


ATOLL = load_edition("atoll")
EDITIONS = pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND, ATOLL], ids=lambda e: e.id)
KINDS = pytest.mark.parametrize("setup", SETUPS)


@pytest.mark.slow
@EDITIONS
@KINDS
def test_whole_games_are_logged_undone_and_recorded(edition: Edition, setup: str) -> None:
    for seats, seed in product(edition.seat_counts, range(5)):
        rng = Random(seed)
        game = Game(random_start(edition, setup, seats, rng, mirror=rng.random() < 0.5))
        entries: list[str] = []
        while not game.position.over:
            action = random_action(game.position, rng)
            assert game.position.is_legal(action)
            assert game.position.parse(str(action)) == action
            before = game.position.copy()
            events = game.apply(action)
            entries.append(str(action))
            if (reason := game.undo_refusal()) is None:
                assert game.undo() == action
                assert game.position == before
                assert game.apply(action) == events
                entries += ["undo", str(action)]
            elif reason.code == "card-drawn":
                assert isinstance(action, Build) or game.position.drawn == before.drawn
                drew = [ply.action for ply in game.turn.plies if isinstance(ply.action, Build)]
                assert drew[0].draw is not Draw.NONE
        assert Game.from_log(game.start, entries).position == game.position
        record = Record.of(game.position, game.actions)
        assert Record.from_json(record.to_json()) == record
        assert record.replay() == game.position
        turns = played_turns(game.start, game.actions)
        assert [ply.action for turn in turns for ply in turn.plies] == game.actions


@pytest.mark.slow
@EDITIONS
@KINDS
def test_every_view_is_told_and_every_position_imagined(edition: Edition, setup: str) -> None:
    for seats in edition.seat_counts:
        rng = Random(seats)
        record = random_game(random_start(edition, setup, seats, rng), rng)
        position = Position(record.start)
        for action in record.actions:
            seat = rng.randrange(seats)
            for view in (position.view(), position.view(seat)):
                text = view_text(view)
                assert all(name in text for name in (*edition.families, *edition.forms))
            observation = position.observe(seat)
            imagined = imagine(observation, rng)
            assert imagined.observe(seat) == observation
            assert isinstance(imagined, Imagined)
            position.push(action)


def test_every_form_is_laid_and_every_family_stands_on_the_castle() -> None:
    forms: set[str] = set()
    seen: set[int | None] = set()
    for seed in range(20):
        rng = Random(seed)
        position = random_game(random_start(ISLAND, "free", 4, rng), rng).replay()
        forms.update(building.card.form for building in position.buildings)
        seen.update(position.tops)
    assert forms == set(ISLAND.forms)
    assert seen >= set(range(len(ISLAND.families)))


def test_a_hollow_keeps_a_building_open() -> None:
    position = Position(random_start(SMALL, "first-game", 2, Random(1)))
    cloister = squares("A1 B1 C1 A2 C2 A3 B3 C3")
    position.hands[0] = (SMALL.card("cloister/blue"),)
    assert cloister in set(position.placements(SMALL.card("cloister/blue")))
    position.apply(position.parse("build cloister/blue A1 B1 C1 A2 C2 A3 B3 C3 draw stack"))
    assert position.buildings[-1].border == squares("D1 D2 D3 A4 B4 C4 B2") & SMALL.board
    assert position.neutral_stock[0] == 2  # the camp in the hollow is not covered
