"""Where editions come from: folders, newest revisions, and files that are left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.edition_files import BUILT_IN, DEFAULT_EDITION, Shelf
from engine.errors import EditionError
from tests.editions import ISLAND, SMALL, SMALL_TEXT
from tests.engine.scenes import EDITION


def write(folder: Path, name: str, text: str, **changes: Any) -> None:
    data = json.loads(text) | changes
    (folder / name).write_text(json.dumps(data), "utf-8")


def test_a_folder_is_beside_the_projects_own(tmp_path: Path) -> None:
    write(tmp_path, "any name.json", SMALL_TEXT)
    (tmp_path / "notes.txt").write_text("no edition")
    shelf = Shelf()
    shelf.look_in(BUILT_IN, tmp_path, default="small")
    assert shelf.offered[0].id == shelf.named().id == "small"
    assert shelf.named(DEFAULT_EDITION) is EDITION
    assert not shelf.problems


def test_a_bad_file_is_left_out_and_the_others_are_there(tmp_path: Path) -> None:
    write(tmp_path, "good.json", SMALL_TEXT)
    write(tmp_path, "camps.json", SMALL_TEXT, id="camps", camps=["A1", "A1"])
    (tmp_path / "bytes.json").write_bytes(b"\xff")
    (tmp_path / "folder.json").mkdir()
    shelf = Shelf(BUILT_IN, tmp_path)
    assert "small" in [edition.id for edition in shelf.offered]
    assert set(shelf.problems) == {"bytes.json", "camps.json", "folder.json"}
    assert shelf.problems["camps.json"] == "the camp on A1 is named twice"


def test_the_newest_revision_is_offered_and_older_ones_are_kept(tmp_path: Path) -> None:
    write(tmp_path, "a.json", SMALL_TEXT, revision=2, hand=1)
    write(tmp_path, "b.json", SMALL_TEXT)
    write(tmp_path, "c.json", SMALL_TEXT, hand=1)
    shelf = Shelf(BUILT_IN, tmp_path)
    assert [one.revision for one in shelf.offered if one.id == "small"] == [2]
    newest = shelf.named("small")
    assert newest.hand_size == 1
    assert shelf.played("small", newest.fingerprint) is newest
    older = shelf.played("small", SMALL.fingerprint)
    assert older is not None
    assert older.fingerprint == SMALL.fingerprint
    assert shelf.played("small") is older
    assert shelf.played("small", "5eed") is None
    assert shelf.played("island", ISLAND.fingerprint) is None
    assert shelf.problems == {"c.json": "b.json has revision 1 of “small” too"}


def test_a_folders_file_goes_before_the_projects_own(tmp_path: Path) -> None:
    write(tmp_path, "ours.json", EDITION.text, title="As in my box")
    shelf = Shelf(BUILT_IN, tmp_path)
    assert shelf.named().title == "As in my box"


def test_a_default_that_is_not_there_is_the_usual_one_until_it_is(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.look_in(BUILT_IN, tmp_path, default="small")
    assert shelf.named() is EDITION
    assert shelf.problems == {"small": "there is no edition “small”"}
    write(tmp_path, "small.json", SMALL_TEXT)
    shelf.read()
    assert shelf.named().id == "small"
    assert not shelf.problems
    (tmp_path / "small.json").unlink()
    shelf.read()
    with pytest.raises(EditionError):
        shelf.named("small")
