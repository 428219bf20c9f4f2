"""An edition's file becomes pictures of its board and its tiles, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main


@pytest.mark.parametrize("name", ["ravensburger-2006", "atoll", "small", "island"])
def test_board_and_tiles_are_drawn(name: str, tmp_path: Path) -> None:
    text = Path(__file__).parents[1] / "editions" / f"{name}.json"
    assert main([str(text if text.exists() else name), str(tmp_path)]) == 0
    for picture in ("board.png", "forms.png"):
        with Image.open(tmp_path / picture) as drawn:
            assert min(drawn.size) > 200


def test_a_bad_file_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.json").write_text("{}")
    assert main([str(tmp_path / "bad.json"), str(tmp_path / "pictures")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "pictures").exists()
