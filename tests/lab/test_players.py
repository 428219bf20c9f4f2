"""Matches on the command line."""

from pathlib import Path

import pytest

from engine.__main__ import main as engine
from engine.record import Record
from lab.players import Match, MatchGame, estimate, main, play_all, scores, share_estimate

QUICK = ("--games", "4", "--seed", "3")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_match_prints_a_line_for_each_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--seats", "journeyman,apprentice,apprentice", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 games, first-game, seed 3")
    assert [line.split()[0] for line in lines[2:]] == ["journeyman", "apprentice", "apprentice"]


@pytest.mark.nightly
@pytest.mark.slow
def test_every_game_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert main(["match", "--seats", "apprentice,journeyman", *QUICK, "--records", str(file)]) == 0
    capsys.readouterr()
    assert engine(["replay", str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


@pytest.mark.nightly
@pytest.mark.slow
def test_decks_come_back_until_everybody_sat_everywhere() -> None:
    match = Match(("journeyman", "apprentice"), 4, 1, "free", mirror=True)
    starts = [Record.from_json(match.play(number).record).start for number in range(4)]
    assert starts[0].deck == starts[1].deck != starts[2].deck
    assert starts[0].lot == starts[1].lot
    assert starts[0].mirror


def test_gold_goes_to_the_player_not_to_the_seat() -> None:
    match = Match(("journeyman", "apprentice"), 2, 1, "free")
    first, second = play_all(match, 1)
    assert list(first.gold) == list(_gold(first))
    assert list(second.gold) == list(_gold(second))[::-1]


def _gold(game: MatchGame) -> tuple[int, ...]:
    outcome = Record.from_json(game.record).outcome
    assert outcome is not None
    return outcome.gold


@pytest.mark.nightly
@pytest.mark.slow
def test_processes_change_nothing() -> None:
    match = Match(("journeyman", "apprentice"), 4, 9, "first-game")
    assert sorted(play_all(match, 2)) == sorted(play_all(match, 1))


@pytest.mark.nightly
@pytest.mark.slow
def test_masters_may_have_different_budgets(capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["match", "--seats", "master,master", "--games", "2"]
    assert main([*seats, "--playouts", "1,4"]) == 0
    different = capsys.readouterr().out
    assert main([*seats, "--playouts", "1"]) == 0
    assert capsys.readouterr().out != different


def test_a_shared_victory_counts_its_share() -> None:
    match = Match(("journeyman", "apprentice", "apprentice"), 2, 1, "free")
    games = [MatchGame(0, (50, 50, 20), ""), MatchGame(1, (10, 10, 10), "")]
    wins = [score.wins for score in scores(match, games)]
    assert wins == pytest.approx([1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3])
    assert games[0].margins == (0, 0, -30)


def test_games_of_one_deck_count_as_one_when_confidence_is_estimated() -> None:
    assert estimate([1, 0, 1, 0, 1, 0], 2) == (0.5, 0)
    assert estimate([1, 1, 0, 0], 2).within == pytest.approx(1.96 * 0.5)
    assert estimate([1, 0], 2).within == float("inf")


def test_games_that_all_end_alike_leave_some_doubt() -> None:
    mean, within = share_estimate([1.0] * 40, 2)
    assert mean == 1
    assert 0.03 < within < 0.1
    many = [float(number % 2) for number in range(4000)]
    assert share_estimate(many, 1).within == pytest.approx(estimate(many, 1).within, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["match"], "--seats"),
        (["match", "--seats", "alchemist,apprentice"], "“alchemist”"),
        (["match", "--seats", "master"], "1 seats"),
        (["match", "--seats", "apprentice,apprentice", "--games", "0"], "--games 0"),
        (["match", "--seats", "apprentice,apprentice", "--playouts", "few"], "“few”"),
        (["match", "--seats", "apprentice,apprentice", "--playouts", "1,2,3"], "3 budgets"),
        (["match", "--seats", "apprentice,apprentice", "--records", "/no/such/file"], "/no/such"),
    ],
)
def test_an_error_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
