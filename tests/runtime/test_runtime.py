"""Settings, the log, what is listened to, and a bot that hangs."""

import asyncio
import errno
import json
import logging
import os
import re
import resource
import signal
import socket
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dotenv import dotenv_values

from bot import EXTENSIONS, declared
from lab.discord.sockets import TOKEN
from runtime import listening
from runtime.health import STALLED, Watchdog, version
from runtime.limits import PRESETS
from runtime.listening import Port, files_for_visitors, raise_file_limit
from runtime.logs import JsonLine, TextLine, log_interaction
from runtime.newest import Newest
from runtime.setting_values import listen
from runtime.settings import Settings, SettingsError, defined_in, number, read_own, read_settings
from tests.bot_process import ROOT, discord_server, end, ready, start
from tests.delivery.waiting import until

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
    assert settings.token == ""
    assert settings.database == Path("arkadia.sqlite3")
    assert settings.log == (logging.INFO, "text")
    assert settings.guild is None


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN={SOME_TOKEN}\nARKADIA_LOG=error\nARKADIA_GUILD=\n")
    settings = read_settings({"ARKADIA_LOG": "debug"}, file)
    assert (settings.token, settings.log.level) == (SOME_TOKEN, logging.DEBUG)


def test_a_level_and_a_format_of_the_log() -> None:
    assert read_settings({"ARKADIA_LOG": "json"}).log == (logging.INFO, "json")
    assert read_settings({"ARKADIA_LOG": "json, Warning"}).log == (logging.WARNING, "json")
    for wrong in ("loud", "json text", "INFO DEBUG"):
        assert len(problems({"ARKADIA_LOG": wrong})) == 1


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("ARKADIA_LOG=größer\n".encode("latin-1"))
    [problem] = problems({}, file)
    assert problem == f"{file} is not text in UTF-8; save it as that."


def test_backups(tmp_path: Path) -> None:
    assert read_settings({"ARKADIA_BACKUPS": str(tmp_path)}).backups == tmp_path
    assert read_settings({}).backups is None
    [folder] = problems({"ARKADIA_BACKUPS": str(tmp_path / "nowhere")})
    assert "a folder that exists" in folder


def test_limits_are_a_preset() -> None:
    assert read_settings({}).limits == PRESETS["open"]
    assert read_settings({"ARKADIA_LIMITS": "Club"}).limits == PRESETS["club"]
    [problem] = problems({"ARKADIA_LIMITS": "many"})
    assert "it must be open or club" in problem


def test_shards_of_a_process() -> None:
    given = {"ARKADIA_DATABASE": "postgresql://localhost/arkadia", "ARKADIA_SHARDS": "5, 0-2/8"}
    assert read_settings(given).shards == (8, (0, 1, 2, 5))
    assert read_settings({"ARKADIA_SHARDS": "8"}).shards == (8, None)
    for wrong in ("0-8/8", "x/8", "3-1/8", "0-3/", "0", "0-3"):
        assert len(problems({**given, "ARKADIA_SHARDS": wrong})) == 1
    del given["ARKADIA_DATABASE"]
    [problem] = problems(given)
    assert "needs PostgreSQL" in problem


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("127.0.0.1:8080", ("127.0.0.1", 8080)),
        ("8080", ("127.0.0.1", 8080)),
        ("[::1]:80", ("::1", 80)),
        ("", None),
    ],
)
def test_an_address_with_its_port(text: str, where: tuple[str, int] | None) -> None:
    assert listen(text) == where


@pytest.mark.parametrize("text", ["127.0.0.1", "localhost:8080", "0.0.0.0:99999", "127.0.0.1:"])
def test_what_is_no_address_with_a_port(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever a parser raises is told the same way
        listen(text)


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
    assert read_settings({"DISCORD_TOKEN": SOME_TOKEN}, tmp_path / ".env").token == SOME_TOKEN


def test_the_token_stands_in_no_text_about_the_settings() -> None:
    assert SOME_TOKEN not in repr(read_settings({"DISCORD_TOKEN": SOME_TOKEN}))
    assert "se cret" not in str(problems({"DISCORD_TOKEN": "se cret"}))


def test_all_that_is_wrong_is_told_at_once_with_what_would_be_right(tmp_path: Path) -> None:
    found = problems(
        {
            "DISCORD_TOKEN": "mine",
            "ARKADIA_DATABASE": str(tmp_path / "nowhere" / "a.sqlite3"),
            "ARKADIA_LOG": "loud",
            "ARKADIA_GUILD": "my server",
            "ARKADIA_EDITIOM": "ours",
        }
    )
    assert [line.split()[0] for line in found] == [
        "DISCORD_TOKEN",
        "ARKADIA_DATABASE",
        "ARKADIA_LOG",
        "ARKADIA_GUILD",
        "ARKADIA_EDITIOM",
    ]
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


def test_the_example_file_names_every_setting_with_its_default() -> None:
    expected = {setting.name: setting.default for setting in ALL}
    given = dotenv_values(EXAMPLE)
    assert {name: given[name] for name in given if name not in of_deleted_features()} == expected


def test_the_example_file_explains_every_setting() -> None:
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


# The log has one line for each event, whatever is logged.


def line(message: str, *args: object, secret: str = "", **extra: object) -> str:
    record = logging.LogRecord("arkadia.test", logging.INFO, "", 0, message, args, None)
    vars(record).update(extra)
    return TextLine(secret).format(record)


def test_a_line_says_when_who_what_and_the_rest_by_key() -> None:
    text = line("Turn shown to %s", "all", table=12, interaction=345)
    time, _, rest = text.partition(" ")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time)
    assert rest == "INFO arkadia.test: Turn shown to all table=12 interaction=345"


def test_values_with_spaces_are_quoted() -> None:
    assert line("Stop", why='a "good" reason').endswith(r'why="a \"good\" reason"')


def test_nothing_breaks_the_line() -> None:
    assert "\n" not in line("One\ntwo\r", three="four\nfive")


def test_an_error_stands_on_the_line_too() -> None:
    record = logging.LogRecord("arkadia.test", logging.ERROR, "", 0, "Failed", (), None)
    try:
        raise ValueError("no good")
    except ValueError:
        record.exc_info = sys.exc_info()
    text = TextLine().format(record)
    assert "ValueError: no good" in text
    assert "\n" not in text


def test_the_secret_is_blotted_out() -> None:
    text = line("Logging in", secret="to.k.en", token="to.k.en", url="https://x/to.k.en")
    assert "to.k.en" not in text
    assert text.count("[secret]") == 2


def test_a_line_can_be_json() -> None:
    record = logging.LogRecord("arkadia.test", logging.INFO, "", 0, "Done\nso", (), None)
    record.table, record.why = 12, 'a "good" reason'
    text = JsonLine().format(record)
    assert "\n" not in text
    read = json.loads(text)
    assert read.pop("time").endswith("Z")
    assert read == {
        "level": "INFO",
        "logger": "arkadia.test",
        "message": "Done\nso",
        "table": 12,
        "why": 'a "good" reason',
    }


async def test_every_line_of_an_interaction_has_its_id() -> None:
    said: dict[str, str] = {}

    async def carry_out(number: int) -> asyncio.Task[None]:
        log_interaction(number)
        await asyncio.sleep(0)
        said[f"command {number}"] = line("Done")
        said[f"thread {number}"] = await asyncio.to_thread(line, "Read")
        return asyncio.create_task(go_on(number))

    async def go_on(number: int) -> None:
        said[f"later {number}"] = line("Something else, long after")

    for later in await asyncio.gather(carry_out(1), carry_out(2)):
        await later
    for round_ in (1, 2):
        assert said[f"command {round_}"].endswith(f"Done interaction={round_}")
        assert said[f"thread {round_}"].endswith(f"Read interaction={round_}")
        assert "interaction" not in said[f"later {round_}"]


# Ports: what the system has no room for is told once, and nothing ends by it.


class Greeting(asyncio.Protocol):
    """Greets and ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"hello")
        transport.close()


async def test_a_port_without_files_waits_says_so_once_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listening, "REST_S", 0.005)
    port, tried = Port(Greeting), 0
    number = await port.open("127.0.0.1", 0)

    def none_left(_: socket.socket) -> None:
        nonlocal tried
        tried += 1
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as full:
        full.setattr(socket.socket, "accept", none_left)
        waiting = [await asyncio.open_connection("127.0.0.1", number) for _ in range(5)]
        await until(lambda: tried >= 10)
    assert [await reader.read() for reader, _ in waiting] == [b"hello"] * 5
    assert [record.message for record in caplog.records] == ["No connection can be accepted"]
    port.close()
    for _, writer in waiting:
        writer.close()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", number)


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [(64, 128, 128), (1024, 524288, 8192), (1024, -1, 8192), (9000, -1, 9000)],
)
def test_a_process_asks_for_the_files_it_needs_and_leaves_a_reserve(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: int
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    raise_file_limit()
    assert limits[-1] == (raised, hard)
    assert files_for_visitors() == max(1, raised - 256)


# A dictionary that keeps what was put into it last.


def test_the_oldest_go_and_what_is_set_again_is_new() -> None:
    kept: Newest[str, int] = Newest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    assert kept == {"a": 3, "c": 4}


# A process that hangs ends itself, systemd hears of one that does not, and it says how it is.


HANGING = """
import asyncio, time
from runtime.health import Watchdog
async def hang():
    watching = asyncio.create_task(Watchdog({}, stalled_after_s=2).run())
    await asyncio.sleep(0.5)
    print("alive", flush=True)
    time.sleep(30)
asyncio.run(hang())
"""


async def ended_by_itself(program: str, *arguments: str) -> bytes:
    """Runs a program until it ends as one that hangs, and returns what it wrote to its log."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        *arguments,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, errors = await asyncio.wait_for(process.communicate(), 20)
    assert said == b"alive\n"
    assert process.returncode == STALLED
    return errors


@pytest.mark.slow
async def test_a_loop_that_hangs_ends_the_process() -> None:
    errors = await ended_by_itself(HANGING)
    assert b"in hang" in errors  # where it hung


SILENT = """
import asyncio, sys, time
from pathlib import Path
from types import SimpleNamespace
from cogs import upkeep
from db.store import Store
async def ready():
    print("alive", flush=True)
async def hang():
    upkeep.STUCK_AFTER_S = 1
    store = await Store.open(Path(sys.argv[1]))
    stuck = asyncio.create_task(store.change(lambda _: time.sleep(30)))
    bot = SimpleNamespace(wait_until_ready=ready, shards={})
    services = SimpleNamespace(tables=SimpleNamespace(store=store))
    await upkeep.Heartbeat(bot, services, Path(sys.argv[1] + "-alive")).cog_load()
    await stuck
asyncio.run(hang())
"""


@pytest.mark.slow
async def test_a_database_that_neither_answers_nor_fails_ends_the_process(tmp_path: Path) -> None:
    errors = await ended_by_itself(SILENT, str(tmp_path / "games.sqlite3"))
    assert b"neither answered nor failed" in errors


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[socket.socket]:
    """What systemd listens on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(10)
        yield heard


async def states(heard: socket.socket, count: int) -> list[str]:
    return [(await asyncio.to_thread(heard.recv, 100)).decode() for _ in range(count)]


async def test_systemd_hears_that_the_process_runs_and_that_it_stops(
    supervisor: socket.socket, tmp_path: Path
) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
    watching = asyncio.create_task(Watchdog(environment).run())
    assert await states(supervisor, 4) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    supervisor.setblocking(False)
    last = ""
    while True:
        try:
            last = supervisor.recv(100).decode()
        except BlockingIOError:
            break
    assert last == "STOPPING=1"


@pytest.mark.slow
async def test_a_bot_that_was_stopped_for_long_ends_when_it_goes_on(tmp_path: Path) -> None:
    """Another process may have its shards by then; nothing of a start takes eight seconds."""
    async with discord_server() as address:
        process = await start(tmp_path, address, DISCORD_TOKEN=TOKEN, WATCHDOG_USEC="8000000")
        await ready(process)
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(8.5)
        process.send_signal(signal.SIGCONT)
        status, lines = await end(process)
    assert status == STALLED
    assert any("The event loop stood still" in line for line in lines)


def test_the_version_is_the_projects() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert version() == tomllib.loads(project.read_text("utf-8"))["project"]["version"]
