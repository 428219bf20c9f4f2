"""``python -m db``: what it does, prints and refuses."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from db.__main__ import IMPOSSIBLE, UNREADABLE, main
from db.games.rows import StoredEntry
from db.outbox import Topic
from db.settings import NUMBERS_LEFT_OUT
from db.store import Store
from tests.db.real_games import played, stored


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, without settings."""
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARKADIA_"):
            monkeypatch.delenv(name)


@pytest.fixture
async def filled(path: Path) -> Path:
    """A database with a running and a finished game, and no bot."""
    store = await Store.open(path)
    await stored(store, played(1, 20))
    await stored(store, played(2))
    await store.close()
    return path


def spoil(path: Path) -> None:
    """Makes the second game one of another edition."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE games SET fingerprint = '-' WHERE game_id = 2")
        connection.commit()


def test_backing_up_and_restoring(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    [backup] = (tmp_path / "backups").iterdir()
    assert "Games replayed: 2; cannot be read: 0." in capsys.readouterr().out
    filled.write_bytes(b"spilt coffee" * 1_000)
    assert main(["check"]) == IMPOSSIBLE
    assert main(["restore", str(backup)]) == 0
    assert "what was there before" in capsys.readouterr().out
    assert main(["check"]) == 0


async def test_what_a_restore_undoes_is_said_by_game(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    [backup] = (tmp_path / "backups").iterdir()
    store = await Store.open(filled)
    at = [StoredEntry("pass", None, 9_000), StoredEntry("end", None, 9_001)]
    await store.games.append(1, 20, at, news=True)
    await store.games.set_state(1, "closed", at=9_002, reason="test")
    assert await stored(store, played(3, 5)) == 3
    await store.close()
    before = filled.read_bytes()
    capsys.readouterr()
    assert main(["restore", str(backup), "--look"]) == 0
    told = capsys.readouterr().out
    assert "Game 1: as it was 2 entries of its log before." in told
    assert "Game 2" not in told
    assert "Game 3: lost, as it was opened later." in told
    assert filled.read_bytes() == before

    assert main(["restore", str(backup)]) == 0
    assert "Game 1: as it was 2" in capsys.readouterr().out
    store = await Store.open(filled)
    assert store.epoch > 0
    # Game 1 was closed meanwhile, and is running again.
    assert Topic("game", 0, 1) in await store.outbox.unsaid(0)
    assert await stored(store, played(3, 5)) == 2 + NUMBERS_LEFT_OUT + 1
    await store.close()


def test_backing_up_twice_leaves_as_many_as_are_kept(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "backups").mkdir()
    monkeypatch.setenv("ARKADIA_BACKUPS", str(tmp_path / "backups"))
    for second in range(4):
        monkeypatch.setattr("db.__main__._now", lambda second=second: second * 1_000)
        assert main(["backup", "--kept", "2"]) == 0
    assert sorted(file.name for file in (tmp_path / "backups").iterdir()) == [
        "arkadia-1970-01-01T00-00-02Z.sqlite3",
        "arkadia-1970-01-01T00-00-03Z.sqlite3",
    ]
    assert main(["backup", "--kept", "0"]) == 0
    assert len(list((tmp_path / "backups").iterdir())) == 2, "the last one replaced itself"


def test_a_game_is_checked_set_aside_and_brought_back(
    filled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(filled)
    assert main(["check"]) == UNREADABLE
    assert "Game 2: the edition" in capsys.readouterr().err
    assert main(["check", "--set-aside"]) == 0
    assert main(["check"]) == 0
    assert "Game 2, set aside: the edition" in capsys.readouterr().out
    assert main(["bring-back", "2"]) == UNREADABLE
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("UPDATE games SET fingerprint = (SELECT max(fingerprint) FROM games)")
        connection.commit()
    assert main(["check"]) == 0
    assert "bring-back 2 takes it up" in capsys.readouterr().out
    assert main(["bring-back", "2"]) == 0
    assert "Game 2: brought back." in capsys.readouterr().out
    assert main(["bring-back", "2"]) == IMPOSSIBLE
    assert "Game 2 is not set aside." in capsys.readouterr().err
    assert main(["bring-back", "7"]) == IMPOSSIBLE
    assert "no game 7" in capsys.readouterr().err


def test_figures(filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["stats", str(tmp_path)]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert lines["people"] == "2"
    assert lines["servers"] == "1"
    assert lines["backups"] == "1"
    assert int(lines["bytes"]) == filled.stat().st_size


async def test_while_the_bot_runs_only_reading_is_possible(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await Store.open(filled)
    assert main(["backup", str(tmp_path)]) == 0
    assert main(["check"]) == 0
    assert main(["stats"]) == 0
    [backup] = tmp_path.glob("arkadia-*")
    capsys.readouterr()
    before = await store.games.load(1)
    link = tmp_path / "link.sqlite3"
    link.symlink_to(filled)
    for database in (filled, link):
        assert main(["--database", str(database), "restore", str(backup)]) == IMPOSSIBLE
        assert "in use by another running bot" in capsys.readouterr().err
    assert await store.games.load(1) == before
    await store.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["backup", "."], "There is no file"),
        (["backup"], "Name a folder"),
        (["check"], "There is no file"),
        (["check", "--set-aside"], "There is no file"),
        (["stats"], "There is no file"),
        (["bring-back", "1"], "There is no file"),
        (["restore", "backup.sqlite3"], "There is no file"),
    ],
    ids=" ".join,
)
def test_without_a_database_nothing_is_made(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == IMPOSSIBLE
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_settings_that_are_wrong_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_bytes(b"ARKADIA_LOG=\xff\n")
    assert main(["check"]) == IMPOSSIBLE
    assert "not text in UTF-8" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_as_people_type_it(filled: Path) -> None:
    def typed(database: Path, command: str = "check") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "db", "--database", str(database), command],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "LC_ALL": "de_DE.UTF-8"},
            capture_output=True,
            text=True,
            check=False,
        )

    done = typed(filled)
    assert done.returncode == 0
    assert "Games replayed: 2; cannot be read: 0." in done.stdout
    assert done.stderr == ""
    missing = filled.with_name("none")
    refused = typed(missing)
    assert refused.returncode == IMPOSSIBLE
    assert refused.stderr == f"There is no file {missing}.\n"
    spoil(filled)
    wrong = "Game 2: the edition “ravensburger-2006” is not the one that it began with.\n"
    assert typed(filled).stderr == wrong
    assert "\nrunning games " in typed(filled, "stats").stdout


def test_a_backup_of_which_nothing_can_be_read_is_not_put_back(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    [backup] = (tmp_path / "backups").iterdir()
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE games SET fingerprint = '5eed'")
        connection.commit()
    before = filled.read_bytes()
    assert main(["restore", str(backup)]) == IMPOSSIBLE
    assert "No game in" in capsys.readouterr().err
    assert filled.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("CREATE TRIGGER spy AFTER INSERT ON log BEGIN DELETE FROM votes; END", "trigger spy"),
        ("CREATE VIEW people AS SELECT * FROM seats", "view people"),
        ("CREATE TABLE more (a)", "table more"),
        ("CREATE INDEX theirs ON games (state)", "index theirs"),
        ("ALTER TABLE votes ADD COLUMN more TEXT", "table votes"),
        ("DROP TABLE votes", "table votes"),
        ("DROP TRIGGER {trigger}", "trigger {trigger}"),
    ],
)
def test_a_file_with_other_parts_is_not_put_back(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, part: str
) -> None:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    [backup] = (tmp_path / "backups").iterdir()
    with closing(sqlite3.connect(backup)) as connection:
        query = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
        [trigger] = connection.execute(query).fetchone()
        connection.execute(statement.format(trigger=trigger))
        connection.commit()
    before = filled.read_bytes()
    assert main(["restore", str(backup)]) == IMPOSSIBLE
    assert (
        f"is not as this bot makes it: {part.format(trigger=trigger)}." in capsys.readouterr().err
    )
    assert filled.read_bytes() == before


def test_what_is_made_is_its_owners_alone(filled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    assert main(["backup", "backups"]) == 0
    assert main(["copy", str(filled), "copied.sqlite3"]) == 0
    [backup] = folder.iterdir()
    assert main(["restore", str(backup)]) == 0
    made = [file for file in (*tmp_path.iterdir(), *folder.iterdir()) if file.is_file()]
    assert len(made) >= 5
    assert {file.name: oct(file.stat().st_mode & 0o777) for file in made} == {
        file.name: "0o600" for file in made
    }
