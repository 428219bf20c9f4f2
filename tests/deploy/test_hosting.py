"""The hosting page says what is true of the code."""

import asyncio
import re
from pathlib import Path

import discord
import psycopg
import pytest

from db.__main__ import COMMANDS, main
from db.store import Store
from lab.postgres import USER, PostgresServer
from ui.services.servers import PERMISSIONS

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()


def test_the_invitation_asks_for_what_the_table_explains() -> None:
    found = re.search(r"permissions=([0-9]+)", PAGE)
    assert found
    table = PAGE.split("| permission | what for |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    labels = [label.strip() for row in rows for label in row.split(",")]
    names = [label.lower().replace(" ", "_").replace("channels", "channel") for label in labels]
    explained = discord.Permissions(**dict.fromkeys(names, True))
    assert int(found[1]) == explained.value == PERMISSIONS.value


def test_the_commands_of_the_page_are_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = re.findall(r"python -m db ([a-z-]+)", PAGE)
    assert set(told) == set(COMMANDS)
    for command in COMMANDS:
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0
    assert "--set-aside" in capsys.readouterr().out


async def made(address: str) -> None:
    """Opens a database as a start does, and closes it."""
    store = await Store.open(address)
    await store.close()


def test_a_bot_keeps_its_games_with_the_rights_that_the_page_grants(
    postgres: PostgresServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [statements] = re.findall(r"```sql\n(.+?)```", PAGE, re.DOTALL)
    own = statements.replace("arkadia", "club")  # the test's administrator is called arkadia
    address = postgres.address().replace(f"{USER}@", "club@")
    with psycopg.connect(postgres.address(), autocommit=True) as administrator:
        administrator.execute(own.encode())
        try:
            asyncio.run(made(address))
            assert main(["check", address]) == 0, capsys.readouterr().err
            assert main(["--database", address, "backup", str(tmp_path)]) == 0
            assert len(list(tmp_path.glob("*.sqlite3"))) == 1
            tables = administrator.execute(
                "SELECT DISTINCT schemaname FROM pg_tables WHERE tableowner = 'club'"
            ).fetchall()
            assert tables == [("club",)]
        finally:
            administrator.execute("DROP SCHEMA club CASCADE; DROP ROLE club")
