"""Settings: read, refused with what would be right, and named in the example file."""

import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dotenv import dotenv_values

from bot import EXTENSIONS, declared
from runtime.limits import PRESETS
from runtime.setting_values import listen
from runtime.settings import Settings, SettingsError, defined_in, number, read_own, read_settings

SOME_TOKEN = "abc.def.ghi"
OF_FEATURES = declared(EXTENSIONS) or []
KINDS: list[type[Any]] = [Settings, *OF_FEATURES]
ALL = [one for kind in KINDS for one in defined_in(kind).values()]
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def problems(environment: dict[str, str], file: Path | None = None) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        read_settings(environment, file, OF_FEATURES)
    return caught.value.problems


def test_nothing_set_gives_the_defaults() -> None:
    settings = read_settings({})
    found = settings.token, settings.database, settings.log, settings.guild, settings.backups
    assert found == ("", Path("arkadia.sqlite3"), (logging.INFO, "text"), None, None)
    assert settings.limits == PRESETS["open"]


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file, token = tmp_path / ".env", {"DISCORD_TOKEN": SOME_TOKEN}
    assert read_settings(token, file).token == SOME_TOKEN, "a missing file is no problem"
    file.write_text(f"DISCORD_TOKEN={SOME_TOKEN}\nARKADIA_LOG=error\nARKADIA_GUILD=\n")
    settings = read_settings({"ARKADIA_LOG": "debug"}, file)
    assert (settings.token, settings.log.level) == (SOME_TOKEN, logging.DEBUG)
    file.write_bytes("ARKADIA_LOG=größer\n".encode("latin-1"))
    assert problems({}, file) == [f"{file} is not text in UTF-8; save it as that."]


def test_what_one_setting_may_say(tmp_path: Path) -> None:
    for name, text, value in (
        ("log", "json", (logging.INFO, "json")),
        ("log", "json, Warning", (logging.WARNING, "json")),
        ("backups", str(tmp_path), tmp_path),
        ("limits", "Club", PRESETS["club"]),
        ("shards", "8", (8, None)),
    ):
        assert getattr(read_settings({f"ARKADIA_{name.upper()}": text}), name) == value
    for name, text, told in (
        ("LOG", "loud", "it must be"),
        ("LOG", "json text", "it must be"),
        ("LOG", "INFO DEBUG", "it must be"),
        ("BACKUPS", str(tmp_path / "nowhere"), "a folder that exists"),
        ("LIMITS", "many", "it must be open or club"),
    ):
        [problem] = problems({f"ARKADIA_{name}": text})
        assert told in problem


def test_shards_of_a_process() -> None:
    given = {"ARKADIA_DATABASE": "postgresql://localhost/arkadia", "ARKADIA_SHARDS": "5, 0-2/8"}
    assert read_settings(given).shards == (8, (0, 1, 2, 5))
    for wrong in ("0-8/8", "x/8", "3-1/8", "0-3/", "0", "0-3"):
        assert len(problems({**given, "ARKADIA_SHARDS": wrong})) == 1
    del given["ARKADIA_DATABASE"]
    [problem] = problems(given)
    assert "needs PostgreSQL" in problem


def test_an_address_with_its_port() -> None:
    here = ("127.0.0.1", 8080)
    texts = {"127.0.0.1:8080": here, "8080": here, "[::1]:80": ("::1", 80), "": None}
    assert {text: listen(text) for text in texts} == texts
    for wrong in ("127.0.0.1", "localhost:8080", "0.0.0.0:99999", "127.0.0.1:"):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever a parser raises is told the same way
            listen(wrong)


def test_workers_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: None)
    [problem] = problems({"ARKADIA_WORKERS": "dask://there:8786"})
    assert "make dask" in problem
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: name)
    for text, cluster in (
        ("dask://there:8786", ("tcp://there:8786", 2)),
        ("dask://1.2.3.4:5/8", ("tcp://1.2.3.4:5", 8)),
    ):
        assert read_settings({"ARKADIA_WORKERS": text}).workers == cluster
    for wrong in ("dask://there", "dask://:8786", "dask://there:8786/0", "0"):
        assert len(problems({"ARKADIA_WORKERS": wrong})) == 1


def test_the_token_stands_in_no_text_about_the_settings() -> None:
    assert SOME_TOKEN not in repr(read_settings({"DISCORD_TOKEN": SOME_TOKEN}))
    assert "se cret" not in str(problems({"DISCORD_TOKEN": "se cret"}))


def test_all_that_is_wrong_is_told_at_once_with_what_would_be_right(tmp_path: Path) -> None:
    wrong = {
        "DISCORD_TOKEN": "mine",
        "ARKADIA_DATABASE": str(tmp_path / "nowhere" / "a.sqlite3"),
        "ARKADIA_LOG": "loud",
        "ARKADIA_GUILD": "my server",
        "ARKADIA_EDITIOM": "ours",
    }
    found = problems(wrong)
    assert [line.split()[0] for line in found] == [*wrong]
    assert "“loud” is wrong: it must be DEBUG, INFO, WARNING or ERROR" in found[2]
    assert "ARKADIA_EDITION is one" in found[4]


def notes(environment: dict[str, str]) -> tuple[str, ...]:
    return read_settings(environment, None, OF_FEATURES).notes


def test_what_is_no_setting_is_told_and_the_bot_goes_on() -> None:
    assert notes({"ARKADIA_EDITIOM": "ours", "ARKADIA_WEATHER_DAYS": "5"}) == (
        "ARKADIA_EDITIOM is not a setting; ARKADIA_EDITION is one.",
        "ARKADIA_WEATHER_DAYS is not a setting.",
    )
    assert read_settings({"ARKADIA_WEATHER_DAYS": "5"}).notes == (), "tools know the core's alone"


def test_a_removed_setting_is_told_with_what_there_is_in_its_place() -> None:
    given = {"ARKADIA_LOG_LEVEL": "DEBUG", "ARKADIA_GAMES_HOSTED": "5", "ARKADIA_NUDGES_A_DAY": "3"}
    assert notes({**given, "ARKADIA_BACKUPS_KEPT": "7", "ARKADIA_SHARD_IDS": ""}) == (
        "ARKADIA_BACKUPS_KEPT is gone: the newest 7 daily backups are kept.",
        "ARKADIA_GAMES_HOSTED, ARKADIA_NUDGES_A_DAY are gone: "
        "ARKADIA_LIMITS chooses all limits, open or club.",
        "ARKADIA_LOG_LEVEL is gone: ARKADIA_LOG has both, as in json DEBUG.",
        "ARKADIA_SHARD_IDS is gone: ARKADIA_SHARDS has both, as in 0-3/16.",
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ARKADIA_BACKUPS_KEPT", "30"),
        ("ARKADIA_KEEP_LEFT_DAYS", "365"),
        ("ARKADIA_SHARD_IDS", "0-3"),
        ("ARKADIA_DATABSE", "/srv/games.sqlite3"),
        ("ARKADIA_BACKUP", "/srv/backups"),
    ],
)
def test_what_would_be_dangerous_to_leave_out_is_refused(name: str, text: str) -> None:
    [problem] = problems({name: text})
    assert problem.startswith(f"{name} is ")


def test_no_removed_setting_is_one() -> None:
    names = {setting.name for setting in ALL}
    assert not names & {name for kind in KINDS for name in getattr(kind, "REMOVED", {})}


@dataclass(frozen=True)
class Weather:
    weather_days: int = number(3, "for how many days weather is foretold", 0, 30)


def test_a_feature_has_settings_of_its_own() -> None:
    given = {"ARKADIA_WEATHER_DAYS": "5"}
    assert read_own(Weather, read_settings(given, features=[Weather])).weather_days == 5
    assert read_own(Weather, read_settings({})).weather_days == 3
    read_settings(given)  # tools pass over what only the bot needs
    with pytest.raises(SettingsError, match="foretold, 0 to 30"):
        read_settings({"ARKADIA_WEATHER_DAYS": "many"}, features=[Weather])
    # The feature was deleted; its setting is still in the file.
    assert read_settings(given, features=[]).notes == ("ARKADIA_WEATHER_DAYS is not a setting.",)


def of_deleted_features() -> set[str]:
    """The settings in the file that say that they belong to a feature that is not there."""
    return {
        name
        for part in EXAMPLE.read_text().split("\n\n")
        for feature in re.findall(r"^# \((\w+)\) ", part)
        for name in re.findall(r"^(\w+)=", part, re.MULTILINE)
        if f"cogs.{feature}" not in EXTENSIONS
    }


def test_the_example_file_names_every_setting_with_its_default_and_explains_it() -> None:
    expected = {setting.name: setting.default for setting in ALL}
    given = dotenv_values(EXAMPLE)
    assert {name: given[name] for name in given if name not in of_deleted_features()} == expected
    lines = EXAMPLE.read_text().splitlines()
    for setting in ALL:
        place = next(i for i, line in enumerate(lines) if line.startswith(f"{setting.name}="))
        assert lines[place - 1].startswith("#")


def test_there_are_few_settings_and_what_everybody_needs_fits_a_phones_screen() -> None:
    text = EXAMPLE.read_text()
    assert len(dotenv_values(EXAMPLE)) <= 24
    headings = re.findall(r"^# ---- (.+) ----$", text, re.MULTILINE)
    assert headings[:2] == ["The token", "Where games are kept"]
    for part in text.split("# ---- ")[1:3]:
        # About 70 characters in landscape, or a line that is broken once.
        assert len(part.splitlines()) <= 16
        assert max(map(len, part.splitlines())) <= 70
