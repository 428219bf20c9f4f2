"""What a server runs: image, unit, two bots beside a database, an update and the way back."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import tomllib
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
import psycopg
import pytest
import yaml

from db.__main__ import COMMANDS, main
from db.sql import Shards
from db.sqlite.schema import TODAY
from db.store import opened
from engine.random_play import random_action
from lab.discord.history import Person
from lab.discord.model import Discord
from lab.discord.people import Hands
from lab.discord.sockets import TOKEN, Servers
from lab.postgres import USER, PostgresServer
from lab.soak.ledger import Saved
from lab.soak.process import ALLOCATOR, descendants, running_bot
from lab.tables import command_of
from runtime.listening import MOST_FILES
from runtime.setting_values import Cluster
from runtime.settings import SETTINGS, read_settings
from tests.bot_process import ROOT, discord_server, end, ready, start
from tests.db.real_games import played, stored
from tests.db.samples import reread
from ui.services.servers import PERMISSIONS

UNIT = ROOT / "deploy" / "arkadia.service"
KNOWN = {setting.name for setting in SETTINGS.values()}
ANALYZE = shutil.which("systemd-analyze")


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what they are given."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def environment() -> dict[str, str]:
    [text] = [rest for name, rest in steps() if name == "ENV"]
    return dict(part.split("=", 1) for part in shlex.split(text))


def in_image() -> set[str]:
    """What of the clone's top goes into the image."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    wanted = [line[1:] for line in lines if "!" in line and "/" not in line]
    left_out = set(lines)
    return {
        path.name
        for path in ROOT.iterdir()
        if any(fnmatch(path.name, entry) for entry in wanted) and path.name not in left_out
    }


def test_the_image_has_all_that_is_imported_and_no_more() -> None:
    [programs] = re.findall(r"^PROGRAMS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    files = {"locale", "LICENSE", "pyproject.toml", "requirements.lock"}
    assert in_image() == {*programs.split(), *files} - {"tryout"}


def test_the_container_runs_as_nobody_special_and_is_watched() -> None:
    assert ("USER", "arkadia") in steps()
    names = [name for name, _ in steps()]
    assert names.index("USER") < names.index("CMD")
    [check] = [rest for name, rest in steps() if name == "HEALTHCHECK"]
    assert check.endswith('CMD ["python", "-m", "runtime.health"]')
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["arkadia"]
    settings = {name: value for name, value in environment().items() if "ARKADIA_" in name}
    assert (
        compose.items()
        >= {
            "read_only": True,
            "cap_drop": ["ALL"],
            "volumes": ["data:/data", "./editions:/editions:ro"],
            "command": ["sh", "/app/deploy/run.sh"],
            "environment": settings,
        }.items()
    )
    assert compose["ulimits"]["nofile"] == MOST_FILES
    assert set(settings) <= KNOWN


def test_the_unit_sets_what_the_image_does_and_the_bot_knows() -> None:
    pairs = re.findall(r"(?:^Environment=| )(\w+)=(\S+)", UNIT.read_text(), re.MULTILINE)
    allocator, image = dict(ALLOCATOR), environment()
    for given in (dict(pairs), image):
        assert {name: value for name, value in given.items() if "MALLOC_" in name} == allocator
    names = {name for name, _ in pairs if name.startswith("ARKADIA_")}
    assert set() < names <= KNOWN
    assert f"LimitNOFILE={MOST_FILES}\n" in UNIT.read_text()


@pytest.mark.parametrize(("status", "waits"), [(0, []), (1, ["96"]), (69, ["96"])])
def test_the_container_is_started_seldom(tmp_path: Path, status: int, waits: list[str]) -> None:
    ran, slept = run_script(tmp_path, f"exit {status}")
    assert ran.wait(30) == status
    assert slept.read_text().split() == waits
    assert 96 * 900 >= 24 * 3600


def test_the_container_stops_the_bot_and_waits_for_its_clean_end(tmp_path: Path) -> None:
    ran, slept = run_script(
        tmp_path,
        "trap 'echo clean >> done; exit 0' TERM; echo up > ready\nwhile :; do sleep 0.05; done",
    )
    for _ in range(600):
        if (tmp_path / "ready").exists():
            break
        time.sleep(0.05)  # the shell says that it is ready
    for _ in range(30):  # the shell may have begun the bot, and not wait for it yet
        ran.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            ran.wait(1)
            break
    assert ran.returncode == 0
    assert (tmp_path / "done").read_text() == "clean\n"
    assert "96" not in slept.read_text()


def run_script(folder: Path, python: str) -> tuple[subprocess.Popen[bytes], Path]:
    """Starts the container's command with a shell script as Python, and a sleep that only notes."""
    slept = folder / "slept"
    slept.touch()
    real = shutil.which("sleep")
    sleep = f'echo "$1" >> {slept}; case "$1" in 0.*) exec {real} "$1";; esac'
    for name, text in (("python", python), ("sleep", sleep)):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    script = ROOT / "deploy" / "run.sh"
    return subprocess.Popen(["sh", script], cwd=folder, env={**os.environ, "PATH": path}), slept


async def health(folder: Path, environment: dict[str, str]) -> int:
    command = sys.executable, "-m", "runtime.health"
    nowhere = subprocess.DEVNULL
    asked = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stderr=nowhere
    )
    return await asked.wait()


@pytest.mark.slow
async def test_what_is_in_the_image_runs_and_is_found_alive(tmp_path: Path) -> None:
    code, data, alive = (tmp_path / name for name in ("app", "data", "alive"))
    code.mkdir()
    for name in in_image():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, code / name)
    (data / "backups").mkdir(parents=True)
    settings = {
        name: value.replace("/data", str(data)).replace("/tmp", str(tmp_path), 1)
        for name, value in environment().items()
        if name.startswith("ARKADIA_")
    } | {
        "ARKADIA_BACKUPS": str(data / "backups"),
        "ARKADIA_EDITIONS": str(data),
        "ARKADIA_DATABASE": str(data / "arkadia.sqlite3"),
        "ARKADIA_HEARTBEAT": str(alive),
    }
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(code), **settings}
    assert await health(data, env) == 1
    async with discord_server() as address:
        bot = await start(data, address, code, DISCORD_TOKEN=TOKEN, **settings)
        await ready(bot)
        assert await health(data, env) == 0
        bot.send_signal(signal.SIGTERM)
        assert (await end(bot))[0] == 0
    assert await health(data, env) == 1
    assert (data / "arkadia.sqlite3").exists()


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    unit = tmp_path / "arkadia.service"
    text = UNIT.read_text().replace("/srv/arkadia/.venv/bin/python", sys.executable)
    unit.write_text(text.replace("/srv/arkadia", str(ROOT)).replace("=arkadia\n", "=daemon\n", 1))
    verified = subprocess.run(
        [str(ANALYZE), "verify", str(unit)], check=True, capture_output=True, text=True
    )
    assert verified.stderr == ""
    subprocess.run(
        [str(ANALYZE), "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
        check=True,
        capture_output=True,
    )


def locked(lock: Path) -> dict[str, str]:
    """The packages of a lock with their versions; each has its hashes."""
    found = {}
    for line in lock.read_text().replace("\\\n", " ").splitlines():
        name, version = re.match(r"([\w.-]+)==(\S+)", line).groups()  # type: ignore[union-attr]
        found[canonical(name)] = version
        assert "--hash=sha256:" in line
    return found


@pytest.mark.parametrize(
    ("lock", "groups"),
    [("requirements.lock", ()), ("deploy/requirements-several.lock", ("postgres", "dask"))],
)
def test_every_requirement_is_locked_with_its_hashes(lock: str, groups: tuple[str, ...]) -> None:
    packages, needs = locked(ROOT / lock), (ROOT / "requirements.txt").read_text().splitlines()
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    for need in [*needs, *(need for group in groups for need in listed[group])]:
        if wanted := re.match(r"([\w.-]+)(?:\[\w+\])?==(\S+)", need):
            assert packages[canonical(wanted[1])] == wanted[2]
    constraints = (ROOT / "constraints.txt").read_text()
    pinned = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", constraints, re.MULTILINE))
    versions = {canonical(name): version for name, version in pinned.items()}
    assert {name: versions.get(name) for name in packages} == packages


def test_a_bot_with_a_file_brings_neither_postgresql_nor_dask() -> None:
    alone = locked(ROOT / "requirements.lock").keys()
    assert alone < locked(ROOT / "deploy/requirements-several.lock").keys()
    assert not {"distributed", "dask", "tornado", "psycopg", "psycopg-binary"} & alone
    assert [rest for name, rest in steps() if name == "ARG"] == ["LOCK=requirements.lock"]
    lock = services()["bot-0"]["build"]["args"]["LOCK"]
    assert (ROOT / lock).exists()
    assert f"!{lock}" in (ROOT / ".dockerignore").read_text().splitlines()


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_release_builds_an_image_of_each_lock_for_both_processors() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    image = jobs["image"]
    locks = {each["lock"] for each in image["strategy"]["matrix"]["include"]}
    assert locks == {"requirements.lock", "deploy/requirements-several.lock"}
    assert all((ROOT / lock).is_file() for lock in locks)
    [build] = [step["with"] for step in image["steps"] if "build-push" in step.get("uses", "")]
    assert (build["platforms"], build["provenance"]) == ("linux/amd64,linux/arm64", "mode=max")
    assert build["build-args"].partition("=")[0] == "LOCK"


# The hosting page says what is true of the code.


PAGE = (ROOT / "docs" / "hosting.md").read_text()


def test_the_invitation_asks_for_what_the_table_explains() -> None:
    found = re.search(r"permissions=([0-9]+)", PAGE)
    assert found
    table = PAGE.split("| permission | what for |")[1].split("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    labels = [label.strip() for row in rows for label in row.split(",")]
    names = [label.lower().replace(" ", "_").replace("channels", "channel") for label in labels]
    explained = discord.Permissions(**dict.fromkeys(names, True))
    assert int(found[1]) == explained.value == PERMISSIONS.value


def test_the_pages_commands_are_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    told = re.findall(r"python -m db ([a-z-]+)", PAGE)
    assert set(told) == set(COMMANDS)
    for command in COMMANDS:
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0
    assert "--set-aside" in capsys.readouterr().out


async def test_a_bot_keeps_its_games_with_the_rights_that_the_page_grants(
    postgres: PostgresServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [statements] = re.findall(r"```sql\n(.+?)```", PAGE, re.DOTALL)
    own = statements.replace("arkadia", "club")  # the test's administrator is called arkadia
    address = postgres.address().replace(f"{USER}@", "club@")
    with psycopg.connect(postgres.address(), autocommit=True) as administrator:
        administrator.execute(own.encode())
        try:
            async with opened(address):
                pass  # as a start does
            check = await asyncio.to_thread(main, ["check", address])
            assert check == 0, capsys.readouterr().err
            backup = ["--database", address, "backup", str(tmp_path)]
            assert await asyncio.to_thread(main, backup) == 0
            assert len(list(tmp_path.glob("*.sqlite3"))) == 1
            tables = administrator.execute(
                "SELECT DISTINCT schemaname FROM pg_tables WHERE tableowner = 'club'"
            ).fetchall()
            assert tables == [("club",)]
        finally:
            administrator.execute("DROP SCHEMA club CASCADE; DROP ROLE club")


# The compose file for two bots, a database and a cluster: its parts, without containers.


PASSWORD = "any#sign/will@do%2"


def services() -> dict[str, Any]:
    text = (ROOT / "deploy" / "compose-several.yaml").read_text()
    text = text.replace("${POSTGRES_PASSWORD:?}", PASSWORD)
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def given(folder: Path) -> list[dict[str, str]]:
    """What both bots are told, with a folder for what lies in a volume."""
    found = [service["environment"] for name, service in services().items() if "bot" in name]
    for settings in found:
        settings["ARKADIA_HEARTBEAT"] = str(folder / f"alive-{settings['ARKADIA_SHARDS'][0]}")
        settings["ARKADIA_BACKUPS"] = settings["ARKADIA_BACKUPS"] and str(folder)
        assert set(settings) <= {"PGPASSWORD", *KNOWN}
    return found


def test_each_shard_has_its_bot_and_the_first_makes_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.settings.find_spec", lambda name: name)
    found = [read_settings(settings) for settings in given(tmp_path)]
    shares = [Shards(bot.shards.total, bot.shards.ids or ()) for bot in found if bot.shards]
    assert shares == [Shards(2, (0,)), Shards(2, (1,))]
    assert {bot.database for bot in found} == {"postgresql://arkadia@postgres/arkadia"}
    assert {settings["PGPASSWORD"] for settings in given(tmp_path)} == {PASSWORD}
    for bot, shards in zip(found, shares, strict=True):
        assert (bot.backups is not None) == shards.leads
        assert bot.workers == Cluster("tcp://scheduler:8786", 2)


@asynccontextmanager
async def cluster(folder: Path) -> AsyncIterator[str]:
    """The scheduler and two workers, each as the file starts it; gives the scheduler's address."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    running: list[Process] = []
    try:
        for name in ("scheduler", "worker", "worker"):
            service = services()[name]
            command = " ".join(service["command"]).replace("scheduler:8786", "127.0.0.1:8786")
            words = command.replace("8786", port).replace("/tmp", str(folder)).split()
            running.append(
                await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", *words),
                    cwd=folder,
                    env={**os.environ, "PYTHONPATH": str(ROOT), **service["environment"]},
                    stderr=asyncio.subprocess.DEVNULL,
                )
            )
        async with distributed.Client(f"tcp://127.0.0.1:{port}", asynchronous=True) as client:
            await client.wait_for_workers(2)
        yield f"127.0.0.1:{port}"
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                process.terminate()
        await asyncio.gather(*(process.wait() for process in running))


async def play_with_a_computer(settings: dict[str, str], shards: Shards) -> list[str]:
    """Runs a bot until a computer player has acted in a game there; gives the bot's log."""
    database = settings["ARKADIA_DATABASE"]
    discord = Discord(shards.ids[0], shards.count)
    servers = Servers(discord)
    saved = Saved(database, shards)
    async with running_bot(servers, database, settings) as bot:
        ada = Hands(discord, Person(300 + shards.ids[0], "Ada"))
        await ada.run("arkadia practice", discord.channel)
        [number] = saved.numbers()
        while (table := saved.table(number)).active is not None and table.active.level is None:
            command, options = command_of(random_action(table.running_game().position, Random(1)))
            await ada.run(command, discord.channel, game=number, confirm=False, **options)
        for _ in range(3_600):
            if saved.table(number).version > table.version:
                break
            await asyncio.sleep(0.05)
        assert not [*descendants(bot.pid)]  # that would think instead
        await bot.end(clean=True)
        assert not +bot.strange
    saved.close()
    return list(bot.said)


@pytest.mark.nightly
@pytest.mark.kill
async def test_two_bots_and_a_cluster_work_together(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    database = postgres.fresh()
    async with cluster(tmp_path) as scheduler, asyncio.timeout(180):
        playing = []
        for settings in given(tmp_path):
            workers = settings["ARKADIA_WORKERS"].replace("scheduler:8786", scheduler)
            settings |= {"ARKADIA_DATABASE": database, "ARKADIA_WORKERS": workers}
            shards = Shards(2, (int(settings["ARKADIA_SHARDS"][0]),))
            playing.append(play_with_a_computer(settings, shards))
        logs = await asyncio.gather(*playing)
    assert not [line for log in logs for line in log if "the journeyman answers here" in line]


# A host updates to the next release, and goes back to the earlier one, with real processes.


FILE: Final = "arkadia.sqlite3"


@dataclass(frozen=True)
class Release:
    code: Path
    schema: int


def with_newer_schema(folder: Path) -> Release:
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.suffix == ".py" or (path / "__init__.py").exists() or path.name == "locale":
            (folder / path.name).symlink_to(path)
    (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    (folder / "db").unlink()
    shutil.copytree(ROOT / "db", folder / "db")
    script = folder / f"db/migrations/{TODAY.version + 1:04}_weather.sql"
    script.parent.mkdir(exist_ok=True)
    script.write_text("ALTER TABLE games ADD COLUMN weather TEXT;\n")
    return Release(folder, TODAY.version + 1)


@pytest.fixture
def releases(tmp_path: Path) -> tuple[Release, Release]:
    here, folder = Release(ROOT, TODAY.version), tmp_path / "release"
    command = ["git", "describe", "--tags", "--abbrev=0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not (tag := done.stdout.strip()):
        return here, with_newer_schema(folder)
    # Catalogues are not built of it: it speaks English.
    archive = subprocess.run(["git", "archive", tag], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    numbers = [int(file.name[:4]) for file in (folder / "db/migrations").glob("*.sql")]
    return Release(folder, max(numbers, default=1)), here


async def runs(folder: Path, address: str, release: Release) -> tuple[int, list[str]]:
    """Runs a release until it is ready, or until it refuses; gives its status and its lines."""
    process = await start(folder, address, release.code, DISCORD_TOKEN=TOKEN, ARKADIA_DATABASE=FILE)
    try:
        await ready(process)
    except AssertionError as error:
        return (await end(process))[0], [str(error)]
    process.terminate()
    return await end(process)


@pytest.mark.nightly
async def test_an_update_and_a_way_back(tmp_path: Path, releases: tuple[Release, Release]) -> None:
    earlier, later = releases
    folder = tmp_path / "run"
    folder.mkdir()
    file = folder / FILE
    async with discord_server() as address:
        assert (await runs(folder, address, earlier))[0] == 0
        async with opened(file) as store:
            game = await stored(store, played(1, 20))
        log = (await reread(file, game)).log
        assert (await runs(folder, address, later))[0] == 0
        if later.schema > earlier.schema:
            before = file.with_name(f"{file.name}-before-{later.schema}")
            assert before.exists()
            status, said = await runs(folder, address, earlier)
            assert (status, "newer version of the bot" in said[0]) == (78, True)
            # The way back of docs/operating.md: the copy that the update left.
            for suffix in ("", "-wal", "-shm"):
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            before.rename(file)
        assert (await runs(folder, address, earlier))[0] == 0
    if later.code != ROOT or later.schema == earlier.schema:
        assert (await reread(file, game)).log == log
