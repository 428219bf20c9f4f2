"""Finished games that must be read, replay and be told as they always were.

``python -m tests.engine.renew_records`` writes the files anew, on purpose.
"""

from pathlib import Path

import pytest

from engine.record import Record
from tests.engine.renew_records import FOLDER, PLAYTHROUGH, TRAITS, has_mirrored_tile, playthrough

FILES = sorted(FOLDER.glob("*.jsonl"))


def records(path: Path) -> list[Record]:
    return [Record.from_json(line) for line in path.read_text("utf-8").splitlines()]


def test_all_kinds_of_games_are_there() -> None:
    names = {path.stem for path in FILES}
    for setup in ("free", "first-game"):
        assert {f"{setup}-{seats}" for seats in (2, 3, 4)} <= names
    assert {"mirror", *TRAITS} <= names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_replays_and_reads_back(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        record = Record.from_json(line)
        assert record.replay().over
        assert record.to_json() == line


@pytest.mark.parametrize("name", TRAITS)
def test_a_golden_record_shows_what_its_name_says(name: str) -> None:
    for record in records(FOLDER / f"{name}.jsonl"):
        assert TRAITS[name](record)


def test_the_mirrored_games_have_mirrored_tiles() -> None:
    for record in records(FOLDER / "mirror.jsonl"):
        assert record.start.mirror
        assert has_mirrored_tile(record)


def test_every_kind_of_action_occurs() -> None:
    texts = [str(action) for path in FILES for record in records(path) for action in record.actions]
    assert {text.split()[0] for text in texts} == {
        *("build", "workers", "pass", "castle", "banner", "end"),
    }
    for part in ("draw stack", "draw none", "draw farm/", "banner sell"):
        assert any(part in text for text in texts)


def test_a_game_is_told_as_it_was() -> None:
    game = records(FOLDER / "first-game-3.jsonl")[0]
    assert playthrough(game) == PLAYTHROUGH.read_text("utf-8")
