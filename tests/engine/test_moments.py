"""The moments of a game: what everybody saw, weighed, and nothing of a turn that is not over."""

from random import Random

import pytest

from engine.actions import End
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced
from engine.game import Game, played_turns
from engine.story import Moment, ValueChanged, greatest, moments_of
from tests.db.real_games import played


@pytest.mark.parametrize("seed", range(4))
def test_sales_are_all_there_with_their_gold(seed: int) -> None:
    game = played(seed, people=2 + seed % 3)
    sales = [
        (turn.number, event)
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BannerUsed) and event.gold
    ]
    found = [
        one for one in moments_of(game.start, game.actions) if isinstance(one.what, BannerUsed)
    ]
    assert [(one.turn, one.what) for one in found] == sales
    assert all(isinstance(one.what, BannerUsed) and one.weight == one.what.gold for one in found)


@pytest.mark.parametrize("seed", range(4))
def test_a_building_counts_where_others_gained_more(seed: int) -> None:
    game = played(seed, people=4)
    built = [
        event
        for turn in played_turns(game.start, game.actions)
        for event in turn.events
        if isinstance(event, BuildingCompleted) and max(event.gains) > event.gains[event.seat]
    ]
    found = [one.what for one in moments_of(game.start, game.actions)]
    assert [what for what in found if isinstance(what, BuildingCompleted)] == built


def test_a_turn_at_the_castle_says_what_the_whole_turn_changed() -> None:
    changed = 0
    for seed in range(6):
        game = played(seed, people=3)
        turns = {turn.number: turn for turn in played_turns(game.start, game.actions)}
        for moment in moments_of(game.start, game.actions):
            if not isinstance(moment.what, ValueChanged):
                continue
            pieces = [e for e in turns[moment.turn].events if isinstance(e, PiecePlaced)]
            place = game.start.edition.families.index(moment.what.family)
            assert moment.what.before == pieces[0].before[place]
            assert moment.what.after == pieces[-1].after[place]
            assert moment.what.before != moment.what.after
            changed += 1
    assert changed


def test_a_turn_that_is_not_over_and_earlier_turns_are_left_out() -> None:
    whole = played(3, people=3)
    game = Game(whole.start)
    for action in whole.actions:
        game.apply(action)
        done = [end for end in game.actions if isinstance(end, End)]
        told = moments_of(game.start, game.actions)
        assert all(moment.turn <= len(done) for moment in told)
    late = moments_of(whole.start, whole.actions, first=20)
    assert late == [one for one in moments_of(whole.start, whole.actions) if one.turn >= 20]


def test_the_greatest_are_of_each_kind_first_and_one_a_turn() -> None:
    rng = Random(1)
    sales = [
        Moment(turn, gold, BannerUsed(0, 2, (gold, 0, 0, 0), gold))
        for turn, gold in ((2, 9), (4, 30), (6, 28), (8, 20))
    ]
    value = Moment(4, 12, ValueChanged(1, "red", 2, 3))
    later = Moment(5, 3, ValueChanged(1, "red", 3, 4))
    shuffled = [*sales, value, later]
    rng.shuffle(shuffled)
    # The sale of turn 4 is heavier than the castle of that turn, which gives way.
    assert [one.turn for one in greatest(shuffled, 2)] == [4, 6]
    assert greatest([value, *sales[:1]], 3) == [sales[0], value]
    assert greatest([], 3) == []
