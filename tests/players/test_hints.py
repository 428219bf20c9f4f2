"""Hints are worth what they say, and a review counts the same."""

import pickle
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from engine.actions import Action, Build, Workers
from engine.events import BuildingCompleted
from engine.imagining import Imagined, imagine
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.start import Start
from engine.view import Phase, proceeds
from players import review
from players.journeyman import candidates
from players.judge import hints, judge
from players.levels import level_named
from players.player import Budget
from players.reasons import Idea, Plan, Reason, drawback, idea, reason
from players.self_play import OwnTurn, own_turns, play
from tests.engine.play import POSITIONS
from tests.engine.scenes import EDITION, act, give, put_any_pieces, scene
from tests.nightly import nightly_except

FEW = Budget(playouts=8)


@pytest.mark.nightly
@given(POSITIONS)
@settings(max_examples=60)
def test_hints_are_legal_and_different(position: Position) -> None:
    if position.over:
        return
    found = hints(position.observe(position.active), FEW)
    assert 1 <= len(found) <= 3
    assert all(position.is_legal(hint.action) for hint in found)
    own = imagine(position.observe(position.active), Random(0))
    ideas = [idea(own, hint.action) for hint in found]
    assert len(set(ideas)) == len(ideas)
    plans = [each.plan for each in ideas]
    for one, other in combinations(range(len(found)), 2):
        assert plans[one] != plans[other] or found[one].reason != found[other].reason
    behind = [hint.behind for hint in found]
    assert behind[0] == 0
    assert behind == sorted(behind)


@pytest.mark.slow
def test_hints_differ_in_plan_where_there_are_plans() -> None:
    position = scene(laid="house/red A1 B1", workers={0: "A2 B2"})
    found = hints(position.observe(0), Budget(playouts=60))
    own = imagine(position.observe(0), Random(0))
    plans = {idea(own, hint.action).plan for hint in found}
    assert plans >= {Plan.COMPLETE, Plan.BUILD}


@pytest.mark.slow
@given(POSITIONS)
def test_what_a_reason_claims_is_true(position: Position) -> None:
    """Every reason for many actions of many positions, against the engine's own account."""
    if position.over:
        return
    seen = position.observe(position.active)
    own = imagine(seen, Random(0))
    for action in candidates(own, 12):
        after = own.copy()
        paid = any(isinstance(event, BuildingCompleted) for event in after.apply(action))
        check(own, after, paid, action, reason(seen, action))
        check_against(own, after, action, drawback(seen, action))


def check(before: Imagined, after: Imagined, paid: bool, action: Action, claim: Reason) -> None:
    """Fail unless a claim is true of what an action does."""
    seat = before.active
    told = claim.parameters
    assert (claim.code == "completes") == paid
    match claim.code:
        case "completes":
            change = zip(after.seals[seat], before.seals[seat], strict=True)
            gained = [new - old for new, old in change]
            built = isinstance(action, Build)
            assert told["buildings"] == len(before.open) + built - len(after.open)
            assert (told["seals"], told["gold"]) == (sum(gained), proceeds(gained, before.values))
        case "takes-camps":
            assert isinstance(action, Build)
            assert told["camps"] == (action.squares & before.start.edition.camps).bit_count() > 0
            assert told["workers"] == after.neutral_stock[seat] - before.neutral_stock[seat] > 0
        case "takes-part":
            chances = [after.buildings[number] for number in after.open]
            assert any(
                laid.border & after.workers[seat]
                and (laid.border & after.vacant).bit_count() == told["vacant"]
                and laid.card.family == told["family"]
                for laid in chances
            )
        case "advances":
            assert any(
                before.buildings[number].card.family == told["family"]
                and (before.buildings[number].border & before.workers[seat]).bit_count()
                == told["workers"]
                for number in nearer(before, after)
            )
            assert int(told["workers"]) > 0
        case "blocks":
            squares = before.vacant & ~after.vacant
            touched = [
                before.buildings[n] for n in before.open if before.buildings[n].border & squares
            ]
            assert not any(laid.border & before.workers[seat] for laid in touched)
            assert any(
                (laid.border & squares).bit_count() == told["squares"]
                and laid.card.family == told["family"]
                and any(laid.border & workers for workers in before.workers)
                for laid in touched
            )
        case "raises" | "lowers":
            number = before.start.edition.family_number[str(told["family"])]
            assert (told["before"], told["after"]) == (before.values[number], after.values[number])
            mine = before.seals[seat][number]
            others = sum(seals[number] for seals in before.seals) - mine
            share = others / (before.start.seats - 1)
            if claim.code == "lowers":
                assert told["seals"] == others
                assert share > mine
            elif told["seals"]:
                assert told["seals"] == mine > share
        case "sells":
            assert told["gold"] == after.gold[seat] - before.gold[seat]
            assert told["seals"] == sum(before.seals[seat]) - sum(after.seals[seat])
        case "fetches":
            assert told["workers"] == after.own_stock[seat] - before.own_stock[seat]
        case "keeps-values":
            assert before.values == after.values
        case "saves-banner":
            assert told["banners"] == before.banners[seat] == after.banners[seat]
        case "completes-floor":
            assert told["floor"] == before.floor + 1 == after.floor
        case "starts":
            assert isinstance(action, Build)
            laid = after.buildings[-1]
            assert told["vacant"] == (laid.border & after.vacant).bit_count()
        case "fills":
            assert told["buildings"] == len(nearer(before, after)) > 0
        case "spends-little":
            assert isinstance(action, Workers)
            assert told["workers"] == (action.own | action.neutral).bit_count()
            assert not nearer(before, after)
        case "nothing-else":
            assert len([*before.legal_actions()]) == 1


def nearer(before: Imagined, after: Imagined) -> list[int]:
    """The buildings that stood unfinished before and lack fewer squares now."""
    return [
        number
        for number in before.open
        if before.buildings[number].border & before.vacant & ~after.vacant
    ]


def check_against(before: Imagined, after: Imagined, action: Action, claim: Reason | None) -> None:
    """Fail unless what is said against an action is true, and is said where there is something."""
    others = [seat for seat in range(before.start.seats) if seat != before.active]
    gained = [
        sum(after.seals[seat][family] - before.seals[seat][family] for seat in others)
        for family in range(len(before.start.edition.families))
    ]
    if not isinstance(action, Build | Workers):
        assert claim is None
    elif sum(gained):
        assert claim is not None
        names = before.start.edition.families
        paid = [name for name, seals in zip(names, gained, strict=True) if seals]
        family = paid[0] if len(paid) == 1 else ""
        assert claim == Reason("shares", {"seals": sum(gained), "family": family})
    elif claim is not None:
        assert claim.code == "opens"
        touched = [*nearer(before, after), *range(len(before.buildings), len(after.buildings))]
        lacking = [
            ((laid.border & after.vacant).bit_count(), number, str(laid.card))
            for number, laid in enumerate(after.buildings)
            if number in touched and number in after.open
        ]
        vacant, _, card = min(lacking)
        assert (claim.parameters["vacant"], claim.parameters["building"]) == (vacant, card)
        assert vacant <= 2


def test_hints_can_be_sent_between_processes() -> None:
    found = hints(scene().observe(0), FEW)
    assert len(found) > 1
    assert pickle.loads(pickle.dumps(found)) == found


Told = dict[str, int | str]
RED_HOUSE: Told = {"building": "house/red", "family": "red", "square": "A1"}
BLACK_HOUSE: Told = {"building": "house/black", "family": "black", "square": "A1"}
TWO = {"laid": "house/red A1 B1, house/black A3 B3", "workers": {None: "C1 A4 B4 C3"}}
BLACK: dict[str, Any] = {"laid": "house/black A1 B1"}
PIECE = BLACK | {"workers": {None: "A2 B2"}, "seals": {0: "red 3", 1: "olive 5"}}
SALE = {"seals": {0: "red 3"}, "pieces": "red 5"}
CLOSED, PLACED = ["workers own C1"], ["workers own G4"]


def change(family: str, seals: int, before: int, after: int) -> Told:
    return {"family": family, "seals": seals, "before": before, "after": after}


def because(position: Position, text: str) -> Reason:
    return reason(position.observe(position.active), position.parse(text))


@pytest.mark.parametrize(
    ("board", "done", "action", "code", "told"),
    [
        (
            {"laid": "house/red A1 B1", "workers": {0: "A2", 1: "B2"}},
            *([], "workers own C1", "completes"),
            {"buildings": 1, "seals": 3, "gold": 6, **RED_HOUSE},
        ),
        # Of several families none is named.
        (
            *(TWO, [], "workers own A2 neutral B2", "completes"),
            {"buildings": 2, "seals": 4, "family": "", "gold": 8},
        ),
        # What completes nothing.
        (BLACK, [], "build house/red E5 F5 draw stack", "starts", {"family": "red", "vacant": 5}),
        (BLACK, [], "build house/red H4 I4 draw stack", "takes-camps", {"camps": 1, "workers": 1}),
        (BLACK, [], "workers own A2", "takes-part", {"buildings": 1, "vacant": 2, **BLACK_HOUSE}),
        (BLACK, [], "workers neutral A2", "fills", {"buildings": 1}),
        (BLACK, [], "workers neutral F5", "spends-little", {"workers": 1}),
        # Pieces, by the values they change.
        (PIECE, CLOSED, "castle red 5", "raises", change("red", 3, 2, 3)),
        (PIECE, CLOSED, "castle silver 5", "raises", change("silver", 0, 2, 3)),
        (PIECE, CLOSED, "castle silver 4", "lowers", change("olive", 5, 2, 1)),
        (PIECE, CLOSED, "castle red 1", "keeps-values", {}),
        # Banners, by what they bring.
        (SALE, PLACED, "banner sell red 3", "sells", {"seals": 3, "gold": 9}),
        (SALE, PLACED, "banner", "fetches", {"workers": 2}),
        (SALE, PLACED, "end", "saves-banner", {"banners": 4}),
        (SALE, [*PLACED, "banner"], "end", "nothing-else", {}),
    ],
)
def test_reason(board: dict[str, Any], done: list[str], action: str, code: str, told: Told) -> None:
    position = scene(**board)
    give(position, 0, neutral=1)
    act(position, *done)
    assert because(position, action) == Reason(code, told)


def test_the_last_piece_of_a_floor_is_told() -> None:
    position = scene(laid="house/black A1 B1", workers={None: "A2 B2"})
    put_any_pieces(position, 9)
    act(position, "workers own C1")
    position.seals = [[0] * 4, [0] * 4]
    reasons = [because(position, str(action)) for action in position.legal_actions()]
    assert Reason("completes-floor", {"floor": 1}) in reasons


# Reviews and hints: every turn of a seat is looked at, by one judge who says the same again.


@cache
def a_game() -> tuple[Start, tuple[Action, ...]]:
    """How a game of a journeyman against an apprentice starts, and what is done in it."""
    players = [level_named("journeyman").player(), level_named("apprentice").player()]
    record = play(random_start(EDITION, "free", 2, Random(3)), players, 1, [FEW] * 2)
    return record.start, record.actions


@cache
def reviewed() -> list[review.Opinion]:
    """A review of the game."""
    return [review.opinion(turn, FEW) for turn in own_turns(*a_game(), 1)]


@pytest.mark.nightly
def test_every_turn_of_the_seat_is_looked_at() -> None:
    opinions = reviewed()
    assert [each.turn for each in opinions] == list(range(2, 2 * len(opinions) + 1, 2))
    for each in opinions:
        assert len(each.done) == len(each.best) == len(each.lost)
        assert all(lost >= 0 for lost in each.lost)
        assert each.given_away == sum(each.lost)
        for done, best, lost in zip(each.done, each.best, each.lost, strict=True):
            assert done != best or lost == 0


@pytest.mark.slow
def test_a_turn_can_be_asked_about_in_another_process() -> None:
    turn = own_turns(*a_game(), 1)[0]
    there = pickle.loads(pickle.dumps(turn))
    assert review.opinion(there, FEW) == review.opinion(turn, FEW)


def test_only_choices_are_looked_at() -> None:
    for turn in own_turns(*a_game(), 0):
        for observation, _ in turn.decisions:
            view = observation.view
            if view.phase is Phase.CAN:
                assert (view.seats[0].banners > 0, view.banner_used) == (True, False)


@pytest.mark.nightly
def test_a_blunder_is_seen() -> None:
    position = scene(laid="monastery/red A1 B1 C1 D1", workers={0: "A2 B2 C2", 1: "E1"})
    # One worker on D2 would finish the monastery, which the other seat will do otherwise.
    turn = OwnTurn(1, ((position.observe(0), position.parse("workers own G4")),))
    found = review.opinion(turn, Budget(playouts=256))
    assert "D2" in str(found.best[0])
    assert found.given_away > 3


@pytest.mark.slow
def test_the_turning_points_are_where_most_was_given_away() -> None:
    turns = own_turns(*a_game(), 1)
    opinions = reviewed()
    points = review.turning_points(turns, opinions)
    assert len(points) == 3
    assert [point.turn for point in points] == sorted(point.turn for point in points)
    assert {max(each.lost) for each in sorted(opinions, key=lambda each: -max(each.lost))[:3]} == {
        point.lost for point in points
    }
    for point in points:
        assert (point.before.view.turn, point.before.seat) == (point.turn, 1)
        assert point.done != point.better
        assert point.reason.code


@pytest.mark.slow
def test_losses_by_matter_are_all_losses() -> None:
    opinions = reviewed()
    lost = review.lost_by_matter(opinions)
    assert set(lost) == set(review.Matter)
    assert sum(lost.values()) == pytest.approx(sum(each.given_away for each in opinions))
    for each in opinions:
        assert review.matter(each.done[0]) in (review.Matter.BUILDING, review.Matter.WORKERS)


def test_nothing_turned_where_nothing_was_lost() -> None:
    turn = own_turns(*a_game(), 1)[0]
    found = review.opinion(turn, FEW)
    perfect = replace(found, lost=(0.0,) * len(found.lost))
    assert review.turning_points([turn], [perfect]) == []


FEW_ITERATIONS = Budget(playouts=12)
LEAST = Budget(playouts=4)

GAMES = 4  # games in each part, some thirty decisions a game


@pytest.mark.nightly
@given(POSITIONS)
@settings(max_examples=12)
def test_what_a_hint_says_to_cost_is_what_a_review_counts(position: Position) -> None:
    if position.over:
        return
    seen = position.observe(position.active)
    judged = judge(seen, budget=FEW_ITERATIONS)
    assert judged == judge(position.copy().observe(position.active), budget=FEW_ITERATIONS)
    assert judged[0].behind == 0
    for action, behind in judged:
        found = review.opinion(OwnTurn(1, ((seen, action),)), FEW_ITERATIONS)
        assert (found.lost, found.best) == ((behind,), (judged[0].action if behind else action,))
        followed = review.opinion(OwnTurn(1, ((seen, action),), frozenset({0})), FEW_ITERATIONS)
        assert followed.lost == (0.0,)
    other = random_action(position, Random(1))
    also = {each.action: each.behind for each in judge(seen, [other], FEW_ITERATIONS)}
    assert other in also
    [(first, _), *others] = judged
    for action, behind in others:
        assert also[action] - also[first] == pytest.approx(behind)


@pytest.mark.nightly
@pytest.mark.parametrize("part", nightly_except(range(2), 0))
def test_games_played_by_hints_lose_nothing_in_their_review(part: int) -> None:
    decisions, lost = 0, 0.0
    for number in range(GAMES * part, GAMES * part + GAMES):
        rng = Random(number)
        position = Position(random_start(EDITION, "first-game", 2, rng))
        start, actions, other = position.start, [], level_named("pupil").player()
        while not position.over:
            seen = position.observe(position.active)
            if position.active == 0:
                actions.append(judge(seen, budget=LEAST)[0].action)
            else:
                actions.append(other.decide(seen, rng, LEAST))
            position.apply(actions[-1])
        opinions = [review.opinion(turn, LEAST) for turn in own_turns(start, actions, 0)]
        decisions += sum(len(each.done) for each in opinions)
        lost += sum(each.given_away for each in opinions)
    assert decisions > 100
    assert lost / decisions < 0.5


def an_opinion(turn: int, *lost: float, about: str = "red") -> review.Opinion:
    """An opinion in which castle pieces of one colour were missed."""
    done = Position(random_start(EDITION, "free", 2, Random(1))).parse("castle red 1")
    ideas = (Idea(Plan.CASTLE, about),) * len(lost)
    return review.Opinion(turn, (done,) * len(lost), (done,) * len(lost), lost, ideas)


def test_one_cause_is_counted_once_where_it_cost_most_unless_it_was_gone() -> None:
    same = [an_opinion(1, 2.0, 3.0), an_opinion(3, 1.0), an_opinion(5, 4.0)]
    assert [each.lost for each in review.counted_once(same)] == [(0.0, 0.0), (0.0,), (4.0,)]
    apart = [an_opinion(1, 2.0), an_opinion(3, 0.0), an_opinion(5, 4.0)]
    assert review.counted_once(apart) == apart
    other = [an_opinion(1, 2.0), an_opinion(3, 4.0, about="black")]
    assert review.counted_once(other) == other
    assert review.counted_once([replace(apart[0], lost=())]) == [replace(apart[0], lost=())]
