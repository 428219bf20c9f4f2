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
from db.store import opened
from tests.db.real_games import played, stored
from tests.db.samples import whole


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARKADIA_"):
            monkeypatch.delenv(name)


@pytest.fixture
async def filled(path: Path) -> Path:
    async with opened(path) as store:
        await stored(store, played(1, 20))
        await stored(store, played(2))
    return path


OTHER_EDITION = "UPDATE games SET fingerprint = '-' WHERE game_id = 2"


def spoil(path: Path, statement: str = OTHER_EDITION) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.fixture
def backup(filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "backups").mkdir()
    assert main(["backup", "backups"]) == 0
    assert "Games replayed: 2; cannot be read: 0." in capsys.readouterr().out
    [backup] = (tmp_path / "backups").iterdir()
    return backup


def test_a_damaged_database_gives_way_to_a_backup(
    filled: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled.write_bytes(b"spilt coffee" * 1_000)
    assert main(["check"]) == IMPOSSIBLE
    assert main(["restore", str(backup)]) == 0
    assert "what was there before" in capsys.readouterr().out
    [replaced] = filled.parent.glob("*-replaced-*")
    assert replaced.read_bytes() == b"spilt coffee" * 1_000
    assert main(["check"]) == 0


async def test_what_a_restore_undoes_is_said_by_game(
    filled: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(filled) as store:
        at = [StoredEntry("pass", None, 9_000), StoredEntry("end", None, 9_001)]
        await store.games.append(1, 20, at, news=True)
        await store.games.set_state(1, "closed", at=9_002, reason="test")
        assert await stored(store, played(3, 5)) == 3
    before = filled.read_bytes()
    assert main(["restore", str(backup), "--look"]) == 0
    told = capsys.readouterr().out
    assert "Game 1: as it was 2 entries of its log before." in told
    assert "Game 2" not in told
    assert "Game 3: lost, as it was opened later." in told
    assert filled.read_bytes() == before

    assert main(["restore", str(backup)]) == 0
    assert "Game 1: as it was 2" in capsys.readouterr().out
    async with opened(filled) as store:
        assert store.epoch > 0
        # Game 1 was closed meanwhile, and is running again.
        assert Topic("game", 0, 1) in await store.outbox.unsaid(0)
        assert await stored(store, played(3, 5)) == 2 + NUMBERS_LEFT_OUT + 1


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


def test_a_game_is_set_aside_and_back(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def check(expected: int, sentence: str, *arguments: str) -> None:
        assert main(arguments) == expected
        said = capsys.readouterr()
        assert sentence in said.out + said.err

    spoil(filled)
    check(UNREADABLE, "Game 2: the edition", "check")
    check(0, "", "check", "--set-aside")
    check(0, "Game 2, set aside: the edition", "check")
    check(UNREADABLE, "", "bring-back", "2")
    spoil(filled, "UPDATE games SET fingerprint = (SELECT max(fingerprint) FROM games)")
    check(0, "bring-back 2 takes it up", "check")
    check(0, "Game 2: brought back.", "bring-back", "2")
    check(IMPOSSIBLE, "Game 2 is not set aside.", "bring-back", "2")
    check(IMPOSSIBLE, "no game 7", "bring-back", "7")


def test_figures(filled: Path, backup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "backups"]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert (lines["people"], lines["servers"], lines["backups"]) == ("2", "1", "1")
    assert int(lines["bytes"]) == filled.stat().st_size


async def test_while_the_bot_runs_only_reading_is_possible(
    filled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(filled) as store:
        assert main(["backup", str(tmp_path)]) == main(["check"]) == main(["stats"]) == 0
        [backup] = tmp_path.glob("arkadia-*")
        capsys.readouterr()
        before = await whole(store, 1)
        link = tmp_path / "link.sqlite3"
        link.symlink_to(filled)
        for database in (filled, link):
            assert main(["--database", str(database), "restore", str(backup)]) == IMPOSSIBLE
            assert "in use by another running bot" in capsys.readouterr().err
        assert await whole(store, 1) == before


@pytest.mark.parametrize(
    "arguments",
    [
        *("backup .", "check", "check --set-aside", "stats", "bring-back 1"),
        *("restore backup.sqlite3", "backup"),
    ],
)
def test_without_a_database_nothing_is_made(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "Name a folder" if arguments == "backup" else "There is no file"
    assert main(arguments.split()) == IMPOSSIBLE
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
    assert (refused.returncode, refused.stderr) == (IMPOSSIBLE, f"There is no file {missing}.\n")
    spoil(filled)
    wrong = "Game 2: the edition “ravensburger-2006” is not the one that it began with.\n"
    assert typed(filled).stderr == wrong
    assert "\nrunning games " in typed(filled, "stats").stdout


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
        ("DROP TRIGGER log_grows_by_one", "trigger log_grows_by_one"),
        ("UPDATE games SET fingerprint = '5eed'", ""),
    ],
)
def test_a_file_with_other_parts_or_with_no_game_to_be_read_is_not_put_back(
    filled: Path, backup: Path, capsys: pytest.CaptureFixture[str], statement: str, part: str
) -> None:
    spoil(backup, statement)
    before = filled.read_bytes()
    assert main(["restore", str(backup)]) == IMPOSSIBLE
    why = f"is not as this bot makes it: {part}." if part else "No game in"
    assert why in capsys.readouterr().err
    assert filled.read_bytes() == before


def test_what_is_made_is_its_owners_alone(filled: Path, backup: Path) -> None:
    assert main(["copy", str(filled), "copied.sqlite3"]) == 0
    assert main(["restore", str(backup)]) == 0
    made = [file for file in Path().rglob("*") if file.is_file()]
    assert len(made) >= 5
    assert {oct(file.stat().st_mode & 0o777) for file in made} == {"0o600"}
