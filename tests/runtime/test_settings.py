"""Settings are read from the environment and a file, and a wrong one is named."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from dotenv import dotenv_values

from runtime.settings import SETTINGS, SettingsError, read_settings

TOKEN = "abc.def.ghi"
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def problems(environment: dict[str, str], file: Path | None = None) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_settings(environment, file)
    return caught.value.problems


def test_nothing_set_gives_the_defaults() -> None:
    settings = read_settings({})
    assert settings.token == ""
    assert settings.database == Path("arkadia.sqlite3")
    assert settings.log_level == logging.INFO
    assert settings.guild is None


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN={TOKEN}\nARKADIA_LOG_LEVEL=error\nARKADIA_GUILD=\n")
    settings = read_settings({"ARKADIA_LOG_LEVEL": "debug"}, file)
    assert (settings.token, settings.log_level) == (TOKEN, logging.DEBUG)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("ARKADIA_LOG_LEVEL=größer\n".encode("latin-1"))
    [problem] = problems({}, file)
    assert problem == f"{file} is not text in UTF-8; save it as that."


def test_backups(tmp_path: Path) -> None:
    settings = read_settings({"ARKADIA_BACKUPS": str(tmp_path), "ARKADIA_BACKUPS_KEPT": "3"})
    assert (settings.backups, settings.backups_kept) == (tmp_path, 3)
    assert read_settings({}).backups is None
    [folder, kept, days] = problems(
        {
            "ARKADIA_BACKUPS": str(tmp_path / "nowhere"),
            "ARKADIA_BACKUPS_KEPT": "0",
            "ARKADIA_KEEP_LEFT_DAYS": "a month",
        }
    )
    assert "a folder that exists" in folder
    assert "1 to 9999" in kept
    assert "ARKADIA_KEEP_LEFT_DAYS" in days


def test_shards_of_a_process() -> None:
    given = {
        "ARKADIA_DATABASE": "postgresql://localhost/arkadia",
        "ARKADIA_SHARDS": "8",
        "ARKADIA_SHARD_IDS": "5, 0-2",
    }
    assert read_settings(given).shard_ids == (0, 1, 2, 5)
    for wrong in ("0-8", "x", "3-1"):
        assert len(problems({**given, "ARKADIA_SHARD_IDS": wrong})) == 1
    del given["ARKADIA_SHARDS"], given["ARKADIA_DATABASE"]
    assert len(problems(given)) == 2


def test_workers_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: None)
    [problem] = problems({"ARKADIA_WORKERS": "dask://there:8786"})
    assert "make dask" in problem
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: name)
    assert read_settings({"ARKADIA_WORKERS": "dask://there:8786"}).workers == (
        "tcp://there:8786",
        2,
    )
    assert read_settings({"ARKADIA_WORKERS": "dask://1.2.3.4:5/8"}).workers == (
        "tcp://1.2.3.4:5",
        8,
    )
    for wrong in ("dask://there", "dask://:8786", "dask://there:8786/0", "0"):
        assert len(problems({"ARKADIA_WORKERS": wrong})) == 1


def test_a_missing_file_is_no_problem(tmp_path: Path) -> None:
    assert read_settings({"DISCORD_TOKEN": TOKEN}, tmp_path / ".env").token == TOKEN


def test_the_token_stands_in_no_text_about_the_settings() -> None:
    assert TOKEN not in repr(read_settings({"DISCORD_TOKEN": TOKEN}))
    assert "se cret" not in str(problems({"DISCORD_TOKEN": "se cret"}))


def test_all_that_is_wrong_is_told_at_once_with_what_would_be_right(tmp_path: Path) -> None:
    found = problems(
        {
            "DISCORD_TOKEN": "mine",
            "ARKADIA_DATABASE": str(tmp_path / "nowhere" / "a.sqlite3"),
            "ARKADIA_LOG_LEVEL": "loud",
            "ARKADIA_GUILD": "my server",
            "ARKADIA_LOGLEVEL": "INFO",
        }
    )
    assert [line.split()[0] for line in found] == [
        "ARKADIA_LOGLEVEL",
        "DISCORD_TOKEN",
        "ARKADIA_DATABASE",
        "ARKADIA_LOG_LEVEL",
        "ARKADIA_GUILD",
    ]
    assert "ARKADIA_LOG_LEVEL is one" in found[0]
    assert "“loud” is wrong: it must be DEBUG, INFO, WARNING or ERROR." in found[3]


def test_the_example_file_names_every_setting_with_its_default() -> None:
    expected = {setting.name: setting.default for setting in SETTINGS.values()}
    assert dotenv_values(EXAMPLE) == expected


def test_the_example_file_explains_every_setting() -> None:
    lines = EXAMPLE.read_text().splitlines()
    for setting in SETTINGS.values():
        place = next(i for i, line in enumerate(lines) if line.startswith(f"{setting.name}="))
        assert lines[place - 1].startswith("#")
