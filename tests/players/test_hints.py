"""Hints are legal, the best first, with reasons that are facts of the position."""

import pickle
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action, Build, Workers
from engine.events import BuildingCompleted, Event
from engine.imagining import Imagined, imagine
from engine.position import Position
from players.candidates import candidates
from players.judge import hints
from players.player import Budget
from players.reasons import Plan, Reason, drawback, idea, reason
from tests.engine.play import POSITIONS
from tests.engine.scenes import act, earn, give, lay, put_any_pieces, put_pieces, scene, stand

FEW = Budget(playouts=8)


@pytest.mark.nightly
@pytest.mark.slow
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
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 0, "A2 B2")
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
        events = after.apply(action)
        check(own, after, events, action, reason(seen, action))
        check_against(own, after, action, drawback(seen, action))


BLACK_HOUSE: dict[str, int | str] = {"building": "house/black", "family": "black", "square": "A1"}


def check(
    before: Imagined, after: Imagined, events: list[Event], action: Action, claim: Reason
) -> None:
    """Fail unless a claim is true of what an action does."""
    seat = before.active
    told = claim.parameters
    completed = [event for event in events if isinstance(event, BuildingCompleted)]
    assert (claim.code == "completes") == bool(completed)
    match claim.code:
        case "completes":
            gained = [
                new - old for new, old in zip(after.seals[seat], before.seals[seat], strict=True)
            ]
            assert told["buildings"] == len(before.open) + isinstance(action, Build) - len(
                after.open
            )
            assert told["seals"] == sum(gained)
            assert told["gold"] == sum(
                n * value for n, value in zip(gained, before.values, strict=True)
            )
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


def because(position: Position, text: str) -> Reason:
    return reason(position.observe(position.active), position.parse(text))


def test_completions_are_told_with_their_gold() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, 0, "A2")
    stand(position, 1, "B2")
    assert because(position, "workers own C1") == Reason(
        "completes",
        {
            "buildings": 1,
            "seals": 3,
            "gold": 6,
            "building": "house/red",
            "family": "red",
            "square": "A1",
        },
    )


def test_completions_of_several_families_name_none() -> None:
    position = scene()
    lay(position, "house/red", "A1 B1")
    lay(position, "house/black", "A3 B3")
    stand(position, None, "C1 A4 B4 C3")
    give(position, 0, neutral=1)
    assert because(position, "workers own A2 neutral B2") == Reason(
        "completes", {"buildings": 2, "seals": 4, "family": "", "gold": 8}
    )


@pytest.mark.parametrize(
    ("action", "code", "parameters"),
    [
        ("build house/red E5 F5 draw stack", "starts", {"family": "red", "vacant": 5}),
        ("build house/red H4 I4 draw stack", "takes-camps", {"camps": 1, "workers": 1}),
        ("workers own A2", "takes-part", {"buildings": 1, "vacant": 2, **BLACK_HOUSE}),
        ("workers neutral A2", "fills", {"buildings": 1}),
        ("workers neutral F5", "spends-little", {"workers": 1}),
    ],
)
def test_what_a_move_does_that_completes_nothing(
    action: str, code: str, parameters: dict[str, int | str]
) -> None:
    position = scene()
    lay(position, "house/black", "A1 B1")
    give(position, 0, neutral=1)
    assert because(position, action) == Reason(code, parameters)


def test_pieces_are_told_by_the_values_they_change() -> None:
    position = scene()
    earn(position, 0, "red 3")
    earn(position, 1, "olive 5")
    lay(position, "house/black", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1")
    raised: dict[str, int | str] = {"family": "red", "seals": 3, "before": 2, "after": 3}
    lowered: dict[str, int | str] = {"family": "olive", "seals": 5, "before": 2, "after": 1}
    assert because(position, "castle red 5") == Reason("raises", raised)
    assert because(position, "castle silver 4") == Reason("lowers", lowered)
    assert because(position, "castle red 1") == Reason("keeps-values")
    nobody: dict[str, int | str] = {"family": "silver", "seals": 0, "before": 2, "after": 3}
    assert because(position, "castle silver 5") == Reason("raises", nobody)


def test_the_last_piece_of_a_floor_is_told() -> None:
    position = scene()
    put_any_pieces(position, 9)
    lay(position, "house/black", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1")
    position.seals = [[0] * 4, [0] * 4]
    reasons = [because(position, str(action)) for action in position.legal_actions()]
    assert Reason("completes-floor", {"floor": 1}) in reasons


def test_banners_are_told_by_what_they_bring() -> None:
    position = scene()
    earn(position, 0, "red 3")
    put_pieces(position, "red 5")
    act(position, "workers own G4")
    assert because(position, "banner sell red 3") == Reason("sells", {"seals": 3, "gold": 9})
    assert because(position, "banner") == Reason("fetches", {"workers": 2})
    assert because(position, "end") == Reason("saves-banner", {"banners": 4})
    act(position, "banner")
    assert because(position, "end") == Reason("nothing-else")
