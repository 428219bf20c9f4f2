"""What holds for every level, the caretaker too: it is legal, fair, repeatable, and in time."""

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action, Build
from engine.edition import Edition
from engine.imagining import imagine
from engine.position import Position
from engine.random_play import random_start
from engine.start import FIRST_GAME, SETUPS
from engine.view import Phase
from lab.players import Match, play_all, scores
from players.journeyman import FORGONE, Craftsman, fond_of_large_buildings, fond_of_tents
from players.levels import LEVELS, OPPONENTS, LevelError, decide, level_named
from players.player import Budget
from players.self_play import play
from players.survey import Survey
from tests.editions import ISLAND, SMALL
from tests.engine.information_sets import with_other_cards
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import EDITION, earn, lay, put_pieces, scene, stand
from tests.nightly import nightly_except

FEW = Budget(playouts=4)
NAMES = [level.name for level in OPPONENTS]
ONE_OF_A_KIND = ("pupil", "stonecutter", "journeyman", "warden", "master", "caretaker")
"""A level of each kind of player, with a crowd and without."""


def decided(position: Position, level: str, seed: int = 0, budget: Budget = FEW) -> Action:
    return decide(level, position.observe(position.active), seed, budget)


@pytest.mark.slow
@pytest.mark.parametrize(
    "level",
    nightly_except(["pupil", "apprentice", "stonecutter", "mason", "journeyman"], "journeyman"),
)
@given(POSITIONS)
@settings(max_examples=100)
def test_a_quick_level_is_legal_everywhere(level: str, position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, level))


@pytest.mark.nightly
@pytest.mark.slow
@given(POSITIONS)
@settings(max_examples=100)
def test_the_master_is_legal_everywhere(position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, "master"))


@pytest.mark.slow
@pytest.mark.parametrize("level", nightly_except(NAMES, *ONE_OF_A_KIND))
@given(POSITIONS, SEEDS)
@settings(max_examples=25)
def test_a_level_knows_no_more_than_its_seat(level: str, position: Position, seed: int) -> None:
    if not position.over:
        others = [seat for seat in range(position.start.seats) if seat != position.active]
        other = with_other_cards(position, others, Random(seed))
        assert decided(position, level, seed) == decided(other, level, seed)


@pytest.mark.slow
@pytest.mark.parametrize("level", nightly_except(NAMES, *ONE_OF_A_KIND))
@pytest.mark.parametrize(
    ("setup", "seats"), nightly_except([("first-game", 2), ("free", 3), ("free", 4)], ("free", 3))
)
def test_a_level_plays_whole_games(setup: str, seats: int, level: str) -> None:
    start = random_start(EDITION, setup, seats, Random(seats), mirror=seats == 3)
    # Every action is checked as it is applied, and the replay checks them again.
    players = [level_named("journeyman").player() for _ in range(seats)]
    players[0] = level_named(level).player()
    record = play(start, players, 1, [Budget(playouts=2)] * seats)
    assert record.replay().over


@cache
def moments(edition: Edition) -> list[Position]:
    """Positions of games of an edition: both set-ups, every number of players, early to late."""
    found = []
    for setup, seats in product(SETUPS, edition.seat_counts):
        start = random_start(edition, setup, seats, Random(seats))
        players = [level_named("apprentice").player() for _ in range(seats)]
        actions = play(start, players, 1, [FEW] * seats).actions
        position, step = Position(start), len(actions) // 4
        for number, action in enumerate(actions):
            if number % step == step // 2:
                found.append(position.copy())
            position.push(action)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("edition", [SMALL, ISLAND], ids=lambda edition: edition.id)
@pytest.mark.parametrize("level", nightly_except(NAMES, *ONE_OF_A_KIND))
def test_a_level_decides_in_other_editions(level: str, edition: Edition) -> None:
    for position in moments(edition):
        assert position.is_legal(decided(position, level))


@pytest.mark.slow
@pytest.mark.parametrize("level", nightly_except(LEVELS, "journeyman", "master"))
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    start = random_start(EDITION, "free", 2, Random(5))
    one, other = (
        play(start, [level_named(level).player(), level_named("apprentice").player()], 3, [FEW] * 2)
        for _ in range(2)
    )
    assert one == other


@given(POSITIONS)
@settings(max_examples=50)
def test_there_is_an_answer_when_time_is_up_already(position: Position) -> None:
    if not position.over:
        assert position.is_legal(decided(position, "master", budget=Budget(seconds=0)))


@pytest.mark.parametrize("level", NAMES)
def test_a_level_answers_for_the_seat_to_act_only(level: str) -> None:
    with pytest.raises(ValueError, match="turn"):
        decide(level, scene().observe(1), 0, FEW)


@pytest.mark.parametrize("level", NAMES)
def test_a_level_passes_when_it_must(level: str) -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    assert str(decided(position, level)) == "pass"


@pytest.mark.parametrize("level", ["apprentice", "stonecutter", "mason", "journeyman"])
def test_a_level_sells_what_is_dear(level: str) -> None:
    position = scene()
    earn(position, 0, "red 8 black 1")
    put_pieces(position, "red 5, red 10, red 2")
    position.apply(position.parse("workers own G4"))
    assert position.values == [5, 2, 1, 2]
    assert str(decided(position, level)) == "banner sell red 8"


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_a_level_finishes_what_pays(level: str) -> None:
    position = scene()
    lay(position, "monastery/red", "A1 B1 C1 D1")
    stand(position, 0, "A2 B2 C2")
    stand(position, 1, "E1")
    action = decided(position, level, budget=Budget(playouts=60))
    completed = position.completions(action)
    assert completed[0].gains[0] >= 4


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(LevelError, match=r"“alchemist”.*apprentice, .*, master"):
        decide("alchemist", scene().observe(0), 0, FEW)


def test_a_name_is_said_once_and_fits_the_menus_it_stands_in() -> None:
    names = [level.name for level in LEVELS.values()]
    assert names == list(LEVELS)
    assert len({level.caption for level in LEVELS.values()}) == len(names)
    assert all(len(level.caption) <= 40 and len(level.note) <= 80 for level in LEVELS.values())
    assert LEVELS["caretaker"] not in OPPONENTS


def test_the_guild_has_at_least_five_steps_and_begins_with_the_pupil() -> None:
    assert len(OPPONENTS) >= 5
    assert (OPPONENTS[0].name, OPPONENTS[-1].name) == ("pupil", "master")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_careful_newcomer_beats_the_one_to_begin_against() -> None:
    match = Match(("newcomer", OPPONENTS[0].name), 40, 5, FIRST_GAME)
    assert scores(match, list(play_all(match, 1)))[0].share.mean > 0.5


@pytest.mark.parametrize("level", ["pupil", "apprentice", "stonecutter", "mason"])
def test_what_is_nearly_finished_is_seen_whatever_else_is_not(level: str) -> None:
    position = scene()
    lay(position, "monastery/red", "A1 B1 C1 D1")
    stand(position, 0, "A2 B2 C2")
    stand(position, 1, "E1")
    for seed in range(20):
        action = decided(position, level, seed)
        assert position.completions(action), str(action)


def test_the_apprentice_forgets_the_castle() -> None:
    position = scene()
    earn(position, 0, "red 8")
    lay(position, "house/black", "A1 B1")
    stand(position, None, "A2 B2")
    position.apply(position.parse("workers own C1"))
    assert str(decided(position, "apprentice")) == "castle red 1"
    assert position.tops[0] == 0, "it changes no value, though its red seals could be dearer"


@pytest.mark.slow
@given(POSITIONS, SEEDS)
@settings(max_examples=40)
def test_a_fondness_costs_little(position: Position, seed: int) -> None:
    if position.phase is not Phase.MUST:
        return
    seen = position.observe(position.active)
    survey = Survey(imagine(seen, Random(seed)))
    worths = {_place(choice.action): choice.worth for choice in survey.ranked()}
    for fondness in (fond_of_large_buildings, fond_of_tents):
        action = Craftsman(fondness, 10_000).decide(seen, Random(seed), FEW)
        if worths:
            assert worths[_place(action)] >= max(worths.values()) - FORGONE


def _place(action: Action) -> object:
    """An action without what is drawn."""
    return (action.card, action.squares) if isinstance(action, Build) else action
