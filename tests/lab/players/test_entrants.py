"""Who takes part in matches: the frozen master decides as ever, the others are what they say."""

import json
from pathlib import Path
from random import Random

import pytest

from engine.position import Position
from engine.record import Record
from lab.players.match import DRIFTED, OTHERS, drifted, entrant, own_budget, thinks
from players.judgement import Weights
from players.levels import LEVELS, LevelError
from players.player import Budget
from tests.nightly import nightly_except

FROZEN = Path(__file__).with_name("master-0.1.jsonl").read_text("utf-8").splitlines()
"""Games of journeymen, with what the first version's master would have done now and then."""


@pytest.mark.slow
@pytest.mark.parametrize("line", nightly_except(FROZEN, FROZEN[0]), ids=["two", "three", "four"])
def test_the_frozen_master_decides_as_it_always_did(line: str) -> None:
    game = json.loads(line)
    record = Record.from_json(json.dumps(game["record"]))
    decisions = dict(game["decisions"])
    position = Position(record.start)
    for action in record.actions:
        if position.ply in decisions:
            seen = position.observe(position.active)
            found = entrant("master-0.1").decide(seen, Random(position.ply), Budget(playouts=16))
            assert str(found) == decisions[position.ply]
        position.apply(action)
    assert position.over


def test_drifted_numbers_differ_and_stay_the_same() -> None:
    assert len({drifted(seed) for seed in DRIFTED} | {Weights()}) == len(DRIFTED) + 1
    assert drifted(1) == drifted(1)
    assert drifted(1).rivals == Weights().rivals
    assert drifted(1).slope[0] == pytest.approx(0.725, rel=0.6)


def test_everybody_has_a_name_and_a_budget() -> None:
    assert not set(OTHERS) & set(LEVELS)
    for name in [*OTHERS, *LEVELS]:
        assert entrant(name) is not None
        assert own_budget(name).seconds is None or own_budget(name).seconds
    assert thinks("master-0.1")
    assert not thinks("journeyman~8")
    with pytest.raises(LevelError, match="journeyman~8"):
        entrant("nobody")
