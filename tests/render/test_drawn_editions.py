"""An edition becomes a checked file with pictures of its board and tiles, on the command line."""

from pathlib import Path

import pytest
from PIL import Image

from engine.edition_drawing import drawing_of
from engine.edition_files import edition_from_json, first_edition
from render.__main__ import main


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ravensburger-2006", "atoll", "small", "island"])
def test_board_and_tiles_are_drawn(name: str, tmp_path: Path) -> None:
    text = Path(__file__).parents[1] / "editions" / f"{name}.json"
    assert main([str(text if text.exists() else name), str(tmp_path)]) == 0
    for picture in ("board.png", "forms.png"):
        with Image.open(tmp_path / picture) as drawn:
            assert min(drawn.size) > 200


def test_a_drawing_in_characters_becomes_a_file_and_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = first_edition()
    (tmp_path / "box.txt").write_text(drawing_of(box))
    assert main([str(tmp_path / "box.txt"), str(tmp_path / "made")]) == 0
    assert "It can be played: " in capsys.readouterr().out
    made = edition_from_json((tmp_path / "made" / f"{box.id}.json").read_text())
    assert made.fingerprint == box.fingerprint
    assert (tmp_path / "made" / "board.png").exists()


def test_what_is_wrong_is_told_and_nothing_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text("{}")
    assert main([str(tmp_path / "bad.json"), str(tmp_path / "pictures")]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "error: “board” is missing" in told
    assert told[-1] == "It cannot be played as it is."
    assert not (tmp_path / "pictures").exists()
