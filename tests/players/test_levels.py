"""Levels of computer players, who plays on for people, and games played out."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Build, Castle, End, Workers
from engine.edition import Edition
from engine.imagining import Imagination, Imagined, imagine
from engine.legality import can_build
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.start import FIRST_GAME, SETUPS
from engine.view import Phase
from lab.players import Match, play_all, scores
from players import journeyman, master
from players.judgement import WEIGHTS, Weights, scale, worth
from players.levels import LEVELS, OPPONENTS, LevelError, decide, level_named
from players.player import Budget, Caretaker
from players.self_play import play
from players.survey import Survey
from tests.editions import ISLAND, SMALL
from tests.engine.information_sets import with_other_cards
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.scenes import EDITION, act, give, put_any_pieces, scene
from tests.nightly import nightly_except

FEW = Budget(playouts=4)
MONASTERY = {"laid": "monastery/red A1 B1 C1 D1", "workers": {0: "A2 B2 C2", 1: "E1"}}
"""A monastery that a worker on D2 completes."""
ONE_OF_A_KIND = ("pupil", "stonecutter", "journeyman", "warden", "master", "caretaker")
"""A level of each kind of player, with a crowd and without."""


def decided(position: Position, level: str, seed: int = 0, budget: Budget = FEW) -> Action:
    return decide(level, position.observe(position.active), seed, budget)


@pytest.mark.slow
@pytest.mark.parametrize("level", nightly_except(LEVELS, *ONE_OF_A_KIND))
@given(POSITIONS, SEEDS)
@settings(max_examples=40)
def test_a_level_knows_its_seat_alone(level: str, position: Position, seed: int) -> None:
    if not position.over:
        others = [seat for seat in range(position.start.seats) if seat != position.active]
        other = with_other_cards(position, others, Random(seed))
        luck = 0 if level == "caretaker" else seed  # it needs none
        action = decided(position, level, seed)
        assert position.is_legal(action)
        assert action == decided(other, level, luck)


@pytest.mark.slow
@pytest.mark.parametrize("level", nightly_except(LEVELS, *ONE_OF_A_KIND))
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
@pytest.mark.parametrize("level", nightly_except(LEVELS, *ONE_OF_A_KIND))
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


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_for_the_seat_to_act_only(level: str) -> None:
    with pytest.raises(ValueError, match="turn"):
        decide(level, scene().observe(1), 0, FEW)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_passes_when_it_must(level: str) -> None:
    position = scene()
    position.hands[0], position.own_stock[0] = (), 0
    assert str(decided(position, level)) == "pass"


@pytest.mark.parametrize("level", ["apprentice", "stonecutter", "mason", "journeyman"])
def test_a_level_sells_what_is_dear(level: str) -> None:
    position = scene(seals={0: "red 8 black 1"}, pieces="red 5, red 10, red 2")
    position.apply(position.parse("workers own G4"))
    assert position.values == [5, 2, 1, 2]
    assert str(decided(position, level)) == "banner sell red 8"


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_a_level_finishes_what_pays(level: str) -> None:
    position = scene(**MONASTERY)  # type: ignore[arg-type]
    action = decided(position, level, budget=Budget(playouts=60))
    assert position.completions(action)[0].gains[0] >= 4


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(LevelError, match=r"“alchemist”.*apprentice, .*, master"):
        decide("alchemist", scene().observe(0), 0, FEW)


def test_a_name_is_said_once_and_fits_the_menus_it_stands_in() -> None:
    names = [level.name for level in LEVELS.values()]
    assert names == list(LEVELS)
    assert len({level.caption for level in LEVELS.values()}) == len(names)
    assert all(len(level.caption) <= 40 and len(level.note) <= 80 for level in LEVELS.values())
    assert isinstance(LEVELS["caretaker"].player(), Caretaker)
    assert LEVELS["caretaker"] not in OPPONENTS
    assert len(OPPONENTS) >= 5
    assert (OPPONENTS[0].name, OPPONENTS[-1].name) == ("pupil", "master")


@pytest.mark.nightly
def test_the_one_to_begin_against_is_beaten_by_the_next() -> None:
    match = Match((OPPONENTS[1].name, OPPONENTS[0].name), 40, 5, FIRST_GAME)
    assert scores(match, list(play_all(match, 1)))[0].share.mean > 0.5


@pytest.mark.parametrize("level", ["pupil", "apprentice", "stonecutter", "mason"])
def test_what_is_nearly_finished_is_seen_whatever_else_is_not(level: str) -> None:
    position = scene(**MONASTERY)  # type: ignore[arg-type]
    for seed in range(20):
        action = decided(position, level, seed)
        assert position.completions(action), str(action)


def test_the_apprentice_forgets_the_castle() -> None:
    position = scene(laid="house/black A1 B1", workers={None: "A2 B2"}, seals={0: "red 8"})
    act(position, "workers own C1")
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
    for fondness in (journeyman.fond_of_large_buildings, journeyman.fond_of_tents):
        action = journeyman.Craftsman(fondness, 10_000).decide(seen, Random(seed), FEW)
        if worths:
            assert worths[_place(action)] >= max(worths.values()) - journeyman.FORGONE


def _place(action: Action) -> object:
    """An action without what is drawn."""
    return (action.card, action.squares) if isinstance(action, Build) else action


# The caretaker plays a seat on: legally, quietly, and to the end.


@pytest.mark.slow
@pytest.mark.parametrize("caretakers", nightly_except([1, 2, 3, 4], 2))
@pytest.mark.parametrize("setup", ["first-game", "free"])
def test_a_game_with_caretakers_comes_to_its_end(setup: str, caretakers: int) -> None:
    for seed in range(2):
        rng = Random(seed)
        position = Position(random_start(EDITION, setup, max(2, caretakers), rng))
        while not position.over:
            kept = position.active < caretakers
            position.apply(decided(position, "caretaker") if kept else random_action(position, rng))
        assert position.result is not None


def test_it_completes_nothing_for_others_while_it_can_help_it() -> None:
    hand = "house/red house/red house/olive house/olive"
    position = scene(hand=hand, laid="house/black A1 B1", workers={1: "A2 B2"})
    assert position.completions(decided(position, "caretaker")) == []


def test_it_places_a_single_worker_when_it_cannot_build() -> None:
    position = scene()
    position.hands[0] = ()
    for stocks in ((3, 0), (0, 2)):
        position.own_stock[0], position.neutral_stock[0] = stocks
        action = decided(position, "caretaker")
        assert isinstance(action, Workers)
        placed = (action.own.bit_count(), action.neutral.bit_count())
        assert placed == (int(stocks[0] > 0), int(stocks[1] > 0))


def test_its_castle_piece_changes_no_value_and_it_hands_in_no_banner() -> None:
    position = scene(laid="house/red A1 B1", workers={None: "A2 B2"})
    put_any_pieces(position, 3)
    act(position, "workers own C1")
    assert position.owed == 1
    before = position.values[:]
    action = decided(position, "caretaker")
    assert isinstance(action, Castle)
    position.apply(action)
    assert position.values == before
    position.seals[0][0] = 9
    assert decided(position, "caretaker") == End()


# What is played on in the mind: by the rules, halved among choices, counted as judged later.


class Watched(Imagination):
    """Imagines positions that refuse what the rules forbid, and keeps them."""

    def position(self, rng: Random) -> Imagined:
        position = super().position(rng)
        position.__class__ = Strict
        self.last = position
        return position


class Strict(Imagined):
    __slots__ = ()

    def push(self, action: Action) -> None:
        self.apply(action)


@pytest.mark.slow
@given(POSITIONS)
@settings(max_examples=60)
def test_playouts_are_legal_to_the_end(position: Position) -> None:
    if position.over:
        return
    imagination = Watched(position.observe(position.active))
    playouts = master.Playouts(imagination, position.active, turns=1000)
    for action in journeyman.candidates(imagination.position(Random(0)), 3):
        value = playouts.value(action, 1)
        assert imagination.last.over
        assert playouts.value(action, 1) == value


def test_so_many_turns_are_played_after_this_one_whatever_begins_it() -> None:
    position = scene(seals={0: "red 3"})
    act(position, "workers own G4")
    imagination = Watched(position.observe(0))
    for action in (End(), position.parse("banner sell red 3")):
        master.Playouts(imagination, 0, turns=2).value(action, 1)
        assert imagination.last.turn == position.turn + 3


def test_a_finished_game_is_worth_its_gold() -> None:
    position = scene("violet", "green", "orange")
    position.turns_left = 1
    position.gold = [30, 10, 20]
    act(position, "workers own G4")
    playouts = master.Playouts(Imagination(position.observe(0)), 0)
    assert playouts.value(End(), 1) == pytest.approx(30 - 15)


def test_a_crowd_is_the_same_everywhere_and_no_two_of_it_judge_alike() -> None:
    people = master.crowd(master.DRIFT)
    assert len({*people, WEIGHTS}) == len(people) + 1
    assert {one.rivals for one in people} == {WEIGHTS.rivals}
    assert people[0].slope == pytest.approx((0.8159799952, -0.2545462576))
    assert master.crowd(0.0) == (WEIGHTS,)


ACTIONS: list[Action] = [Castle("red", place) for place in range(1, 11)]


def noisy(action: Action, seed: int) -> float:
    """The places are worth 1 to 10, the luck of the deal up to 50, the same for all of them."""
    assert isinstance(action, Castle)
    rng = Random(seed)
    return action.ring + 50 * rng.random() + Random(seed + action.ring).random() * 4


def test_the_best_is_found_under_common_luck_and_the_better_half_tried_more_often() -> None:
    ranked = master.halving(ACTIONS, noisy, Random(1), 400, None)
    assert ranked[0].action == Castle("red", 10)
    assert sorted(str(each.action) for each in ranked) == sorted(map(str, ACTIONS))
    counts = [each.playouts for each in ranked]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 4 * counts[-1]


@pytest.mark.parametrize("playouts", [0, 1, 9, 10, 57, 400])
def test_there_are_never_more_playouts_than_allowed(playouts: int) -> None:
    asked: Counter[str] = Counter()

    def value(action: Action, seed: int) -> float:
        asked[str(action)] += 1
        return 0.0

    master.halving(ACTIONS, value, Random(1), playouts, None)
    assert asked.total() <= playouts
    assert asked.total() >= playouts * 0.5 or playouts < 100


def test_a_single_action_needs_no_thought() -> None:
    def value(action: Action, seed: int) -> float:
        raise AssertionError

    assert master.halving(ACTIONS[:1], value, Random(1), 10, None)[0].action == ACTIONS[0]


def test_it_stops_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(master, "perf_counter", lambda: clock[0])

    def value(action: Action, seed: int) -> float:
        clock[0] += 0.003
        return noisy(action, seed)

    ranked = master.halving(ACTIONS, value, Random(1), None, 2.0)
    assert 1.9 < clock[0] < 2.0 + 0.004
    assert ranked[0].action == Castle("red", 10)


def test_without_time_the_first_stays_first_but_something_has_to_be_limited() -> None:
    assert master.halving(ACTIONS, noisy, Random(1), None, float("-inf"))[0].action == ACTIONS[0]
    with pytest.raises(ValueError, match="limited"):
        master.halving(ACTIONS, noisy, Random(1), None, None)


@pytest.mark.slow
@given(POSITIONS)
def test_a_choice_is_worth_what_the_judgement_gains_by_it(position: Position) -> None:
    if position.phase is not Phase.MUST:
        return
    before = imagine(position.observe(position.active), Random(0))
    # Where the supply runs short camps bring less than the quick look thinks.
    before.neutral_supply = 24
    now = worth(before, before.active)
    for choice in Survey(before).ranked()[::7]:
        after = before.copy()
        after.push(choice.action)
        open_pieces = len(before.open) - len(after.open) + isinstance(choice.action, Build)
        gained = worth(after, before.active) + open_pieces * scale(before).piece - now
        assert choice.worth == pytest.approx(gained)


@given(POSITIONS)
def test_every_choice_is_legal_and_none_comes_twice(position: Position) -> None:
    if position.phase is not Phase.MUST:
        return
    own = imagine(position.observe(position.active), Random(0))
    ranked = Survey(own).ranked()
    assert [one.worth for one in ranked] == sorted((one.worth for one in ranked), reverse=True)
    actions = [choice.action for choice in ranked]
    assert all(position.is_legal(action) for action in actions)
    assert len(set(actions)) == len(actions)
    assert bool(actions) == (can_build(position) or position.can_place_workers())


@pytest.mark.slow
@given(POSITIONS, st.sampled_from([WEIGHTS, *master.crowd(master.DRIFT)]))
def test_the_quick_look_finds_the_best_of_all(position: Position, weights: Weights) -> None:
    if position.phase is not Phase.MUST:
        return
    own = imagine(position.observe(position.active), Random(0))
    ranked = Survey(own, weights).ranked()
    best, other = Survey(own, weights).best(), Survey(own, weights).other()
    if not ranked:
        assert (best, other) == (None, None)
        return
    assert best == ranked[0].action
    worths = {choice.action: choice.worth for choice in ranked}
    tiles = [choice for choice in ranked if isinstance(choice.action, Build)]
    groups = [choice for choice in ranked if isinstance(choice.action, Workers)]
    if isinstance(best, Workers):
        assert other == (tiles or groups)[0].action
    elif len(ranked) > 1:
        assert other is not None
        rest = [*tiles[1:], *groups[:1]]
        assert worths[other] == max(choice.worth for choice in rest)


def test_two_buildings_can_be_finished_at_once() -> None:
    laid = "house/red A1 B1, house/black A3 B3"
    position = scene(laid=laid, workers={0: "C1 A4 B4"})
    give(position, 0, own=3)
    own = imagine(position.observe(0), Random(0))
    groups = {str(Workers(mine, neutral)) for _, mine, neutral in Survey(own).groups()}
    assert "workers own A2 B2" in groups  # round the red house only; C3 is left to the black one
    assert "workers own A2 B2 C3" in groups
