"""A property: taking back a turn tells nobody more than its question says, which is public.

Each game by chance has a twin for each seat: with all that this seat does not know dealt anew. The
question is the same in both, and after it all seats know what they knew before the turn.
"""

from random import Random

import pytest

from cogs.takeback import what_goes
from engine.edition_files import load_edition
from engine.game import Game
from engine.imagining import dealt_anew
from engine.random_play import random_game, random_start
from engine.start import Start
from engine.view import View
from i18n.translation import ENGLISH
from tabletop.table import Table
from tabletop.tables import table_in_memory
from tests.nightly import nightly_except

NAMES = ("Ada", "Bela", "Chiara", "Dora")


def played(start: Start, log: list[str]) -> tuple[Game, dict[int, list[View]]]:
    """A game by its log, and what each seat and the public saw where each of its turns began."""
    game, begun = Game(start), dict[int, list[View]]()
    for entry in ["", *log]:
        if entry:
            game.enter(entry)
        if game.turn.number not in begun:
            begun[game.turn.number] = seen(game)
    return game, begun


def seen(game: Game) -> list[View]:
    position = game.position
    return [position.view(), *(position.view(seat) for seat in range(position.start.seats))]


def table_of(game: Game) -> Table:
    return table_in_memory(game, 1, 0, NAMES[: game.start.seats], 7)


@pytest.mark.parametrize("seed", nightly_except(range(60), *range(6)))
def test_a_question_says_all_that_is_told_and_going_back_tells_no_more(seed: int) -> None:
    rng = Random(seed)
    start = random_start(load_edition(), "free", 2 + seed % 3, rng)
    actions = random_game(start, rng).actions
    log = [*map(str, actions[: rng.randrange(8, min(90, len(actions)))])]  # the game goes on
    game, begun = played(start, log)
    last = game.turn.number
    turns = range(max(1, last - start.seats), last)
    for seat in range(start.seats):
        twin, _ = played(dealt_anew(start, game.actions, seat, Random(seed)), log)
        assert twin.position.view(seat) == game.position.view(seat)
        for turn in turns:
            said = what_goes(table_of(game), turn, ENGLISH)
            assert said == what_goes(table_of(twin), turn, ENGLISH)
            back, of_twin = game.copy(), twin.copy()
            assert back.take_back(turn) == of_twin.take_back(turn)
            assert seen(back) == begun[turn]
            assert back.position.view(seat) == of_twin.position.view(seat)
            assert back.start.deck == start.deck, "cards come again in the same order"
