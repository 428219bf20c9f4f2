"""A league rates by its games, goes on where it stopped, and its players are what they say."""

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from engine.position import Position
from engine.start import SETUPS
from lab.players.__main__ import main
from lab.players.league import LevelLeague, Results, picture, play_on
from lab.players.rating import RatedGame, rated
from lab.players.styles import STYLES
from players.player import Budget
from tests.engine.play import POSITIONS, SEEDS
from tests.engine.twins import with_other_cards
from tests.often import often

FOUR = ("apprentice", "journeyman", "seller", "journeyman~1")
FEW = Budget(playouts=1)


def games(strengths: dict[str, float], count: int, seats: int = 2) -> list[RatedGame]:
    """Games of players whose gold is their strength and luck."""
    rng = Random(1)
    found = []
    for number in range(count):
        names = tuple(rng.sample(sorted(strengths), seats))
        gold = tuple(round(strengths[name] + rng.gauss(0, 10)) for name in names)
        found.append(RatedGame(str(number // 2), names, gold))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", often([2, 3, 4], 2))
def test_the_stronger_is_rated_higher(seats: int) -> None:
    found = rated(games({"a": 10, "b": 20, "c": 30, "d": 40}, 300, seats))
    assert [each.name for each in found] == ["d", "c", "b", "a"]
    assert all(each.low <= each.rating <= each.high for each in found)
    assert sum(each.rating for each in found) == pytest.approx(0, abs=1e-6)


def test_equals_are_not_told_apart_and_nobody_is_infinitely_strong() -> None:
    one, other = rated(games({"a": 20, "b": 20}, 200))
    assert one.low < other.high
    winner, loser = rated([RatedGame(str(number), ("a", "b"), (5, 3)) for number in range(20)])
    assert 0 < winner.rating < 1000
    assert winner.rating == pytest.approx(-loser.rating)


def test_everybody_sits_at_tables_of_every_size_and_set_up() -> None:
    league = LevelLeague(FOUR, 2, 1, FEW)
    matches = dict(league.matches())
    assert {(match.setup, len(match.levels)) for match in matches.values()} == {
        (setup, seats) for setup in SETUPS for seats in (2, 3, 4)
    }
    for name in FOUR:
        assert sum(name in match.levels for match in matches.values()) >= 12
    assert all(len(set(match.levels)) == len(match.levels) for match in matches.values())
    assert dict(LevelLeague(FOUR, 1, 1, FEW).matches()).items() <= matches.items()


@pytest.mark.nightly
@pytest.mark.slow
def test_a_league_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.players.league.SEATS", (2,))
    league = LevelLeague(FOUR, 1, 1, FEW)
    whole, parts = Results(tmp_path / "whole"), Results(tmp_path / "parts")
    for _ in play_on(league, whole):
        pass
    for _ in zip(range(2), play_on(league, parts), strict=False):
        pass
    assert 0 < len(parts.tables()) < len(whole.tables())
    for _ in play_on(league, parts):
        pass
    assert parts.tables() == whole.tables()


def test_the_command_prints_and_draws_the_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, drawn = tmp_path / "games.jsonl", tmp_path / "league.svg"
    results.write_text(
        "".join(f"{json.dumps(game._asdict())}\n" for game in games(dict.fromkeys(FOUR, 9), 40))
    )
    arguments = ["league", str(results), "--rounds", "0", "--players", ",".join(FOUR)]
    assert main([*arguments, "--picture", str(drawn)]) == 0
    assert capsys.readouterr().out.count("\n") == 4
    assert len(ElementTree.parse(drawn).getroot()) == 1 + 4 * 4
    assert main(["league", str(results), "--players", "a,b"]) == 1
    assert main([*arguments, "--budget", "2"]) == 0
    assert main([*arguments, "--budget", "-1"]) == main([*arguments, "--playouts", "0"]) == 1
    assert main([*arguments, "--budget", "1", "--playouts", "1"]) == 1
    results.write_text("{}\n")
    assert main(arguments) == 1
    assert "not a league" in capsys.readouterr().err


def test_names_in_the_picture_are_escaped() -> None:
    ElementTree.fromstring(picture(rated([RatedGame("1", ("<a&", "b"), (1, 2))])))


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
@given(POSITIONS, SEEDS)
@settings(max_examples=40)
def test_a_style_is_legal_and_knows_no_more_than_its_seat(
    style: str, position: Position, seed: int
) -> None:
    if position.over:
        return
    others = [seat for seat in range(position.start.seats) if seat != position.active]
    found = [
        STYLES[style]().decide(each.observe(position.active), Random(seed), FEW)
        for each in (position, with_other_cards(position, others, Random(seed)))
    ]
    assert found[0] == found[1]
    assert position.is_legal(found[0])
