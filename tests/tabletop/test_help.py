"""Help is the lesser of what a table agreed and a person wants, and fades in practice."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from db.games.rows import HelpLevel, StoredSeat
from engine.game import Game
from engine.random_play import random_action, random_start
from tabletop.table import LEVELS, Table, help_at
from tests.engine.scenes import EDITION
from tests.ui.tables import table_of

ORDER: tuple[HelpLevel, ...] = get_args(HelpLevel)


def practice(agreed: HelpLevel = "all") -> Table:
    """A game of one person, who has seat 0, against a computer player."""
    table = table_of(Game(random_start(EDITION, "first-game", 2, Random(1))), agreed)
    person, other = table.row.seats
    computer = StoredSeat(1, None, "Aldo", other.colour, level="pupil")
    table.row = replace(table.row, seats=(person, computer))
    return table


@pytest.mark.parametrize("agreed", ORDER)
@pytest.mark.parametrize("wished", [None, *ORDER])
def test_the_lesser_of_two_levels_counts(agreed: HelpLevel, wished: HelpLevel | None) -> None:
    game = Game(random_start(EDITION, "first-game", 2, Random(1)))
    lesser = max(agreed, wished or agreed, key=ORDER.index)
    assert help_at(table_of(game, agreed), 0, wished) == LEVELS[lesser]


def test_in_practice_it_fades_and_a_wish_keeps_it() -> None:
    table, rng = practice(), Random(3)
    game = table.running_game()
    shown: list[str] = []
    while len(shown) < 7:
        if game.position.active == 0 and not game.turn.plies:
            now = help_at(table, 0, None)
            assert now.hints
            shown.append(now.completions)
            assert help_at(table, 0, "all") == LEVELS["all"]
            assert help_at(table, 0, "none") == LEVELS["none"]
        if game.position.active == 1 and len(shown) == 2:
            assert help_at(table, 0, None, ahead=True).completions == "names"
        game.apply(random_action(game.position, rng))
    assert shown == ["squares"] * 2 + ["names"] * 2 + ["none"] * 3


def test_against_computers_a_host_may_choose_less_than_practice_has() -> None:
    assert help_at(practice("completions"), 0, None) == LEVELS["completions"]
    assert help_at(practice("none"), 0, "all") == LEVELS["none"]
