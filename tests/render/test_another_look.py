"""What nobody has drawn yet has a look of its own, always the same: forms, families, players."""

from random import Random

import pytest

from engine import editions
from engine.edition import Edition
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.start import FREE
from render import Theme, draw_board, draw_screen, draw_turn
from render.art.figures import has_hat
from render.art.seals import SIGNS, sign_of
from render.art.signs import FORM_LOOKS, look_of
from render.colours import FAMILY, PLAYER
from render.layout import COLUMNS, ROWS
from tests.editions import ISLAND
from tests.render.scenes import names
from words.sentences import Marks


def _position(edition: Edition, actions: int) -> Position:
    rng = Random(1)
    position = Position(random_start(edition, FREE, 2, rng))
    for _ in range(actions):
        if not position.over:
            position.push(random_action(position, rng))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("actions", [0, 12, 30, 60])
def test_an_edition_that_nobody_has_drawn_is_drawn(theme: Theme, actions: int) -> None:
    position = _position(ISLAND, actions)
    view = position.view(0)
    for draw in (draw_board, draw_turn, draw_screen):
        picture = draw(view, names=names(view), theme=theme)
        assert picture == draw(view, names=names(view), theme=theme)
        assert len(picture) <= 120_000
    for squares in (view.lot.squares, 1 << view.lot.corner):
        assert draw_turn(view, names=names(view), marks=Marks(focus=squares), theme=theme)


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.id)
def test_pictures_have_room_for_every_edition(edition: Edition) -> None:
    assert edition.columns <= COLUMNS
    assert edition.rows <= ROWS
    assert len(edition.families) <= 6
    assert len(edition.colours) <= 4
    assert len(edition.floors) <= 3


def test_the_other_edition_has_what_nobody_has_drawn() -> None:
    assert not set(ISLAND.forms) <= set(FORM_LOOKS)
    assert not set(ISLAND.families) <= set(SIGNS)


def test_what_is_not_drawn_has_a_look_by_its_name() -> None:
    assert "granary" not in FORM_LOOKS
    assert "umber" not in SIGNS
    assert not has_hat("crimson")
    assert look_of("granary").roof == look_of("granary").roof
    assert sign_of("umber").letter == "U"
    assert FAMILY["umber"] in FAMILY.spare
    assert PLAYER["crimson"] in PLAYER.spare
