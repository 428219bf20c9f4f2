"""Tips for newcomers say what matters in this position, and fit in a line or two."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.game import Game
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.view import Phase
from i18n.translation import ENGLISH
from tests.engine.scenes import EDITION, earn, give, lay, put_any_pieces, scene, squares, stand
from tests.ui.tables import table_of
from ui.panel.coach import TIPS, tips
from ui.panel.desk import Desk
from ui.texts.fitting import height
from ui.texts.icons import without_marks


def told(position: Position) -> dict[str, str]:
    """The tips for the person whose turn it is in a scene."""
    game = Game(position.start)
    game.position = position
    desk = Desk.of(table_of(game), 100 + position.active, ENGLISH)
    return {code: without_marks(text) for code, text in tips(desk).items()}


@pytest.fixture
def position() -> Position:
    """The first player has neither neutral workers nor seals."""
    return scene()


def test_what_can_be_finished(position: Position) -> None:
    lay(position, "house/red", "A1 B1")
    give(position, 0, own=3)
    assert (
        "You can finish the red house now: choose it in *Place workers" in told(position)["finish"]
    )


def test_what_is_worth_selling(position: Position) -> None:
    assert "sell" not in told(position)
    earn(position, 0, "red 8")
    assert "worth 16 gold now" in told(position)["sell"]


def test_who_has_no_workers(position: Position) -> None:
    assert "out" not in told(position)
    give(position, 0, own=0, neutral=0)
    position.own_stock[0] = position.neutral_stock[0] = 0
    assert "it brings 2 workers." in told(position)["out"]


def test_a_camp_to_be_covered(position: Position) -> None:
    found = re.search(r"Your red house can cover the camp on (\w+)\.", told(position)["camp"])
    assert found is not None
    assert squares(found[1]) & EDITION.camps


def test_a_building_to_be_joined(position: Position) -> None:
    lay(position, "house/red", "A1 B1")
    stand(position, 1, "A2")
    assert told(position)["join"].startswith("**Tip.** The red house still needs C1 B2.")
    stand(position, 0, "B2")
    assert "join" not in told(position)


def test_the_end_is_near(position: Position) -> None:
    earn(position, 0, "red 3")
    put_any_pieces(position, 15)
    assert "end" not in told(position)
    put_any_pieces(position, 2)
    assert "3 more castle pieces, and the end begins." in told(position)["end"]


@pytest.mark.slow
def test_tips_are_short_and_each_comes_up_in_real_games() -> None:
    seen: set[str] = set()
    for seed in range(6):
        rng = Random(seed)
        game = Game(random_start(EDITION, "first-game", 2, rng))
        while not game.position.over:
            if game.position.phase is Phase.MUST:
                found = tips(Desk.of(table_of(game), 100 + game.position.active, ENGLISH))
                seen |= set(found)
                assert all(height(without_marks(text)) <= 5 for text in found.values())
            game.apply(random_action(game.position, rng))
    assert seen >= set(TIPS) - {"end"}  # random play hardly ever sells late
