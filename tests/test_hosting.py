"""The hosting page says what is true of the code."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import discord

PAGE = (Path(__file__).parent.parent / "docs" / "hosting.md").read_text()


def test_the_invitation_asks_for_what_the_table_explains() -> None:
    found = re.search(r"permissions=([0-9]+)", PAGE)
    assert found
    table = PAGE.split("| permission | what for |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    labels = [label.strip() for row in rows for label in row.split(",")]
    names = [label.lower().replace(" ", "_").replace("channels", "channel") for label in labels]
    explained = discord.Permissions(**dict.fromkeys(names, True))
    assert int(found[1]) == explained.value


def test_the_copy_of_the_page_is_a_sound_database(tmp_path: Path) -> None:
    found = re.search(r'python -c "(.*)"\n', PAGE)
    assert found
    code = found[1].replace("\\", "")
    with closing(sqlite3.connect(tmp_path / "arkadia.sqlite3")) as database:
        database.executescript("PRAGMA user_version = 7; PRAGMA application_id = 8;")
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    with closing(sqlite3.connect(tmp_path / "backup.sqlite3")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (7,)
        assert copy.execute("PRAGMA application_id").fetchone() == (8,)
