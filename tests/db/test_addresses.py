"""Of a database's address nothing is said but scheme, host and database, however it is mistyped."""

import itertools
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot import main as start
from db.__main__ import IMPOSSIBLE
from db.__main__ import main as look_after
from db.errors import StoreError
from db.store import Store
from runtime.address import read_address
from runtime.settings import SettingsError, read_settings

USER: Final = "ursula"
FIRST: Final = "hunter"
SECOND: Final = "tiger"  # the two halves of every password; no output may have either

BETWEEN: Final = (
    *("", "%2", "%zz", "%", "@", "/", "?", "#", " ", "[", "]", ":", "&", "=", "\\", '"', "'", "<"),
    *("%00", "%40", "é", "\n", "|", "$"),
)
SHAPES: Final = (
    "postgresql://{user}:{password}@127.0.0.1:1/arkadia",
    "postgres://{user}:{password}@127.0.0.1:1/arkadia?sslmode=disable",
    "postgre://{user}:{password}@127.0.0.1:1/arkadia",
    "postgresql:/{user}:{password}@127.0.0.1:1/arkadia",
    "postgresql:{user}:{password}@127.0.0.1:1/arkadia",
    "{user}:{password}@127.0.0.1:1/arkadia",
    "postgresql://127.0.0.1:1/arkadia?user={user}&password={password}",
    "host=127.0.0.1 port=1 user={user} password={password}",
    "POSTGRESQL://{user}:{password}@127.0.0.1:1/arkadia",
)
ADDRESSES: Final = [
    shape.format(user=USER, password=f"{FIRST}{sign}{SECOND}")
    for shape, sign in itertools.product(SHAPES, BETWEEN)
]


def secret_in(text: str) -> bool:
    return any(part in text.casefold() for part in (USER, FIRST, SECOND))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder in which nothing is, and no settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    yield
    assert list(tmp_path.iterdir()) == []


async def test_settings_and_what_opens_it_say_nothing_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    assert len(set(ADDRESSES)) >= 200
    for address in ADDRESSES:
        told = [str(read_address(address))]
        try:
            read_settings({"ARKADIA_DATABASE": address})
        except SettingsError as error:
            told += error.problems
        with pytest.raises(StoreError) as caught:
            await Store.open(address)
        told += [str(caught.value), str(caught.value.__cause__), caplog.text]
        assert not secret_in(" ".join(told)), address


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        *("--database {} stats", "--database={} check", "copy {} there.sqlite3", "{}"),
        *("copy nothing.sqlite3 {}", "check {}", "restore {}", "backup {}", "stats . {}"),
        "bring-back {}",
    ],
)
def test_a_command_says_nothing_of_it(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for address in ADDRESSES:
        try:
            status: object = look_after([part.format(address) for part in line.split()])
        except SystemExit as stop:
            status = stop.code
        assert status in (IMPOSSIBLE, 2), "argparse's own refusal is 2"
        told = capsys.readouterr()
        assert told.err
        assert not secret_in(told.out + told.err), address


def test_the_bot_says_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    monkeypatch.setattr(sys, "argv", ["bot.py"])
    for address in ADDRESSES:
        if read_address(address) is not None or "\0" in address:
            continue  # it would be opened
        monkeypatch.setenv("ARKADIA_DATABASE", address)
        assert start() != 0
        assert not secret_in(capsys.readouterr().err), address


def test_right_ones_are_read() -> None:
    names = {
        "postgresql://ursula:hunter%40tiger@db.example/arkadia": "db.example/arkadia",
        "postgres://ursula@db/arkadia?options=-csearch_path%3Dtest": "db/arkadia",
        "postgresql:///arkadia?host=/run/postgresql": "localhost/arkadia",
        "postgresql://u:p:q@one:5432,two:5433/a": "one,two/a",
        "postgresql://u@[::1]:5432/a": "[::1]/a",
        "postgresql://%2Frun%2Fpostgresql/a": "/run/postgresql/a",
        "postgresql://": "localhost/",
    }
    told = {address: str(read_address(address)) for address in names}
    assert told == {address: f"postgresql://{name}" for address, name in names.items()}


def test_a_server_s_refusal_is_told_without_the_user() -> None:
    address = read_address("postgresql://ursula:hunter@db:5432/arkadia")
    assert address is not None
    refusal = 'connection to "db", port 5432 failed: password of user "ursula" for "arkadia"'
    told = address.redacted(refusal)
    assert told == 'connection to "db", port … failed: password of user "…" for "arkadia"'
