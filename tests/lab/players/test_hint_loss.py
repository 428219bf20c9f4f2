"""What first hints lose is measured in the same positions each time, and goes on where it was."""

import json
from pathlib import Path

import pytest

from lab.players.__main__ import main
from lab.players.hint_loss import Loss, Measuring, measured, summary

FEW = Measuring(positions=3, seed=1, hint=2, deep=2, compared=2)


@pytest.mark.nightly
@pytest.mark.slow
def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    losses = list(measured(FEW, whole))
    assert [each.position for each in losses] == [0, 1, 2]
    assert all(each.hint != each.better or each.lost == each.error == 0 for each in losses)
    parts.write_text("".join(whole.read_text().splitlines(keepends=True)[:2]))
    assert list(measured(FEW, parts)) == losses
    assert parts.read_text() == whole.read_text()
    numbers = [f"--{name}={value}" for name, value in (("positions", 3), ("seed", 1))]
    numbers += ["--playouts=2", "--deep=2", "--compared=2"]
    assert main(["hintloss", str(whole), *numbers]) == 0
    assert capsys.readouterr().out.startswith("all positions     3 ")
    assert main(["hintloss", str(whole), *numbers[:-1], "--compared=3"]) == 1
    assert "another measuring" in capsys.readouterr().err


def test_a_summary_tells_the_mean_and_how_losses_are_spread() -> None:
    found = summary([Loss(n, "must", "a", "a" if n % 2 else "b", float(n), 0.0) for n in range(11)])
    assert (found.positions, found.mean, found.agreed) == (11, 5.0, 5 / 11)
    assert found.deciles == tuple(map(float, range(11)))
    assert 0 < found.within < 3
    assert json.dumps(found)
