"""Whoever comes back reads what the others did since: a line for each turn, and no hidden thing."""

from __future__ import annotations

from random import Random

import pytest

from engine.actions import End
from engine.events import BuildingCompleted, PiecePlaced
from engine.game import Game
from engine.random_play import random_action, random_start
from i18n.translation import ENGLISH
from tests.engine.scenes import EDITION
from tests.ui.tables import table_of
from ui.texts.escaping import plain
from ui.texts.game.since import gained_since, since_own_turn
from ui.texts.icons import without_marks


def lines_for(game: Game, seat: int) -> list[str]:
    return since_own_turn(table_of(game), 100 + seat, ENGLISH)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_turn_of_the_others_has_a_line_in_order(seats: int) -> None:
    rng = Random(seats)
    game = Game(random_start(EDITION, "first-game", seats, rng))
    while not game.position.over and game.position.turn < 40:
        before = game.position.turn
        action = random_action(game.position, rng)
        game.apply(action)
        active = game.position.active
        if not isinstance(action, End):
            assert lines_for(game, active) == []  # the turn has begun: nothing is news any more
            continue
        assert lines_for(game, (active - 1) % seats) == []  # who has just had a turn
        if min(before, seats - 1) == 1:
            assert lines_for(game, active) == []  # the turn's message tells of one
            continue
        head, *lines = lines_for(game, active)
        assert head == ("Since your last turn:" if before >= seats else "So far:")
        others = [(active + away) % seats for away in range(1, seats)][-before:]
        turns = [line for line in lines if line.startswith("- ")]
        assert lines[: len(turns)] == turns
        for line, seat in zip(turns, others, strict=True):
            assert line.startswith(f"- {plain(f'Player {seat}', 32)} ")


def test_what_one_gained_and_how_the_values_changed_is_said_for_all_turns_together() -> None:
    rng = Random(11)
    game = Game(random_start(EDITION, "first-game", 3, rng))
    gained = changed = 0
    while not game.position.over:
        game.apply(random_action(game.position, rng))
        if game.position.over or game.turn.plies or game.position.turn < 3:
            continue
        reader = game.position.active
        table = table_of(game)
        told = without_marks("\n".join(lines_for(game, reader)))
        events = [event for turn in table.turns_since_own(reader) for event in turn.events]
        won = {
            event.card.family
            for event in events
            if isinstance(event, BuildingCompleted) and event.gains[reader]
        }
        [line] = gained_since(table, 100 + reader, ENGLISH) or [""]
        assert ("Meanwhile you gained **" in told) == bool(won) == bool(line)
        assert all(f" {family} seal" in without_marks(line) for family in won)
        gained += bool(won)
        pieces = [event for event in events if isinstance(event, PiecePlaced)]
        moved = bool(pieces) and pieces[0].before != pieces[-1].after
        assert ("\nValues: " in told) == moved
        changed += moved
    assert gained
    assert changed


def test_somebody_who_does_not_play_reads_nothing_of_it() -> None:
    rng = Random(2)
    game = Game(random_start(EDITION, "free", 2, rng))
    while game.position.turn < 4:
        game.apply(random_action(game.position, rng))
    assert since_own_turn(table_of(game), 999, ENGLISH) == []
