"""Rulings: each is what the engine does, and fits where it is read."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest

from engine.actions import Build, Pass, Workers
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.events import BannerUsed, EndBegun
from engine.game import Game, played_turns
from i18n.translation import languages, words_for
from tabletop.series import next_order
from tests.editions import SMALL
from tests.render.scenes import record
from tests.ui.tables import table_of
from ui.lesson.examples import RULING_EXAMPLES
from ui.lesson.scenes import scene_after
from ui.limits import MOST_OPTIONS, OPTION_LIMIT
from ui.texts.rulings import BOX_WORDS, OURS, RULINGS, TOPICS, edition_numbers, ruling_text

MOST_WORDS: Final = 60

PROOFS: Final = {
    "touch": "building.test_a_tile_touches_a_building_the_lot_or_a_worker_of_any_colour",
    "corner": "worked_examples.test_5_a_corner_is_not_a_side_and_no_square_is_covered_twice",
    "mirror": "building.test_a_tile_may_not_be_mirrored",
    "vacant": "building.test_a_tile_lies_on_vacant_squares",
    "courtyard": "building.test_the_courtyard_is_never_built_on",
    "camp": "building.test_each_camp_covered_brings_a_neutral_worker",
    "draw": "completion.test_the_draw_comes_before_the_payout",
    "replace": "building.test_an_open_card_taken_is_replaced_at_once",
    "empty-stack": "building.test_with_an_empty_stack_an_open_card_is_taken_and_not_replaced",
    "discard": "building.test_a_played_card_is_out_of_the_game",
    "either": "building.test_a_turn_has_one_action",
    "pass": "workers.test_whoever_can_place_a_worker_may_not_pass",
    "how-many-workers": "workers.test_workers_go_next_to_one_building",
    "worker-squares": "workers.test_workers_stand_on_vacant_squares_one_on_each",
    "workers-castle": "workers.test_the_castle_lot_counts_as_a_building",
    "worker-camp": "workers.test_a_worker_on_a_camp_brings_nothing",
    "workers-stay": "invariants.test_workers_stay_where_they_stand",
    "new-workers": "banner.test_the_supply_of_workers_is_exactly_enough_for_all_banners",
    "completed": "completion.test_the_edge_of_the_board_counts_as_filled",
    "hollow": "completion.test_squares_inside_a_hollow_are_adjacent_too",
    "at-once": "worked_examples.test_4_a_building_that_is_enclosed_as_it_is_laid_is_paid_out",
    "payout": "worked_examples.test_1_one_placement_closes_two_buildings",
    "neutral": "completion.test_neutral_workers_earn_nothing",
    "builder": "completion.test_neutral_workers_earn_nothing",
    "several": "completion.test_a_tile_and_its_neighbours_are_completed_together",
    "two-buildings": "completion.test_one_worker_earns_for_each_completed_building_it_touches",
    "once": "completion.test_a_building_is_paid_once",
    "supply": "completion.test_the_seals_never_run_out",
    "piece-square": "castle.test_a_square_takes_one_piece_of_each_floor",
    "piece-colour": "castle.test_only_pieces_of_the_floors_pool_can_be_taken",
    "must-piece": "castle.test_the_pieces_come_before_anything_else",
    "value": "castle.test_a_piece_on_a_seal_hides_it",
    "zero": "castle.test_a_value_can_be_nothing",
    "floors": "castle.test_the_next_floor_begins_when_ten_pieces_lie",
    "left-over": "castle.test_the_top_floor_has_eight_pieces",
    "no-pieces": "castle.test_with_an_empty_pool_no_piece_is_placed_and_payouts_still_happen",
    "castle-completed": "completion.test_the_castle_lot_itself_is_never_completed",
    "sell": "banner.test_no_sale_without_a_banner",
    "banner-first": "banner.test_a_banner_comes_after_the_action",
    "banners": "banner.test_one_banner_a_turn",
    "banner-workers": "banner.test_a_banner_leaves_the_game_and_brings_two_workers",
    "sale-values": "banner.test_a_sale_uses_the_values_after_this_turns_pieces",
    "banner-left": "end.test_a_banner_left_at_the_end_is_worth_nothing",
    "end": "end.test_the_turn_in_which_the_end_begins_goes_on_normally",
    "last": "end.test_after_the_twentieth_piece_everyone_has_one_more_turn_the_placer_last",
    "last-banner": "end.test_a_banner_may_be_handed_in_in_the_last_turn",
    "tie": "end.test_a_tie_is_a_shared_victory",
    "nobody": "end.test_when_all_pass_in_a_row_without_a_banner_the_game_ends",
    "begin": "setup.test_the_free_setup",
    "first-game": "setup.test_the_first_game_setup",
    "lot": "setup.test_the_lot_has_ten_places_without_a_camp",
    "first": "setup.test_the_first_seat_begins",
    "hidden": "views.test_the_public_view_depends_on_nothing_hidden",
    "public": "views.test_running_totals_are_in_observations_only",
    "families": "setup.test_there_are_forty_cards_as_the_tiles_are",
    "no-fit": "workers.test_whoever_can_place_a_worker_may_not_pass",
    "no-workers": "workers.test_without_any_worker_no_kind_is_proposed",
    "undo": "undo.test_a_card_drawn_from_the_stack_stays_drawn",
    "unplaced": "end.test_a_banner_left_at_the_end_is_worth_nothing",
    "tiles": "setup.test_there_are_forty_cards_as_the_tiles_are",
    "castle-purpose": "castle.test_a_piece_on_a_seal_hides_it",
    "start-value": "castle.test_every_family_is_worth_two_at_the_start",
    "goal": "end.test_the_final_sale_sells_everything_at_the_final_values",
    "workers-when": "banner.test_a_banner_comes_after_the_action",
    "when-sell": "banner.test_four_banners_a_game",
    "same-turns": "end.test_after_the_twentieth_piece_everyone_has_one_more_turn_the_placer_last",
}
"""The engine's test that shows each ruling."""


@pytest.mark.parametrize("name", PROOFS)
def test_each_ruling_is_shown_by_a_test_of_the_engine(name: str) -> None:
    module, function = PROOFS[name].split(".")
    assert callable(getattr(importlib.import_module(f"tests.engine.test_{module}"), function))


def test_no_proof_is_of_a_ruling_that_is_gone() -> None:
    assert {*PROOFS, BOX_WORDS, "how-long", "tips"} == set(RULINGS), "these are no rules"
    assert set(RULING_EXAMPLES) <= set(RULINGS)


def _played(name: str) -> Game:
    """A whole recorded game."""
    played = record(name)
    return Game.from_log(played.start, [str(action) for action in played.actions])


def _order_of_the_next(game: Game) -> bool:
    table = table_of(game)
    return next_order(table, table.seats) == [*range(1, len(table.seats)), 0]


def _workers_are_counted(game: Game) -> bool:
    position, view = game.position, game.position.view()
    return all(view.workers_left(seat) == own for seat, own in enumerate(position.own_stock))


def _most_gold_wins(game: Game) -> bool:
    result = game.position.result
    assert result is not None
    return {result.gold[seat] for seat in result.winners} == {max(result.gold)}


def _gold_is_from_sales_alone(game: Game) -> bool:
    result = game.position.result
    assert result is not None
    gold = [*result.sold]
    for turn in played_turns(game.start, game.actions):
        gold[turn.seat] += sum(event.gold for event in turn.events if isinstance(event, BannerUsed))
    return any(game.position.own_stock) and [*result.gold] == gold


def _later_seats_have_one_turn_fewer(game: Game) -> bool:
    turns = Counter(turn.seat for turn in played_turns(game.start, game.actions))
    finisher = next(
        turn.seat
        for turn in played_turns(game.start, game.actions)
        if any(isinstance(event, EndBegun) for event in turn.events)
    )
    seats = range(game.start.seats)
    return [turns[0] - turns[seat] for seat in seats] == [seat > finisher for seat in seats]


def _only_two_actions(game: Game) -> bool:
    """A card is never swapped: a turn begins with building, workers or a pass alone."""
    kinds = {
        type(turn.plies[0].action) for turn in played_turns(game.start, game.actions) if turn.plies
    }
    return kinds <= {Build, Workers, Pass}


SAID: Final = (
    ("first", "In a rematch of the same people the next in that order begins", _order_of_the_next),
    ("hidden", "Your own workers are not", _workers_are_counted),
    ("goal", "With most gold at the end", _most_gold_wins),
    ("unplaced", "bring no gold", _gold_is_from_sales_alone),
    ("same-turns", "have one fewer in all", _later_seats_have_one_turn_fewer),
    ("no-fit", "Cards are never swapped", _only_two_actions),
)
"""Statements about the rules, and what shows each in any whole game."""


@pytest.mark.parametrize(("name", "said", "shown"), SAID, ids=[name for name, *_ in SAID])
def test_what_a_ruling_says_is_what_happens(
    name: str, said: str, shown: Callable[[Game], bool]
) -> None:
    assert said in RULINGS[name].answer
    for played in ("castle-finished", "first-game-4", "banner-after-pass"):
        assert shown(_played(played)), played


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "edition", [load_edition(), load_edition("atoll"), SMALL], ids=lambda one: one.id
)
def test_each_ruling_fits_where_it_is_read(language: str, edition: Edition) -> None:
    words = words_for(language)
    assert all(len(rulings) <= MOST_OPTIONS for rulings in TOPICS.values())
    for ruling in RULINGS.values():
        assert len(words(ruling.question)) <= OPTION_LIMIT
        text = ruling_text(ruling, edition, words)
        assert "{" not in text
        assert words(ruling.answer).count(OURS) == ruling.answer.count(OURS)
        assert len(text.split("\n", 1)[1].split()) <= MOST_WORDS


@pytest.mark.parametrize("name", RULING_EXAMPLES)
def test_each_example_can_be_played(name: str) -> None:
    example = RULING_EXAMPLES[name]
    scene = scene_after(example.before, example.actions)
    if name in ("payout", "completed"):
        assert scene.gained == (0, 0, 3, 0)


def test_the_numbers_are_those_of_the_box() -> None:
    numbers = edition_numbers(load_edition())
    assert (numbers["spare"], numbers["top"], numbers["limit"]) == (2, 8, 20)
    assert (numbers["hand"], numbers["shown"], numbers["each"]) == (4, 3, 3)
    assert (numbers["fewest"], numbers["most"], numbers["lots"]) == (1, 3, 10)
