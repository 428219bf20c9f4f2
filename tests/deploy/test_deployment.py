"""The container and the service of systemd, as far as they can be tried without either."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from lab.discord.sockets import TOKEN
from lab.soak.process import ALLOCATOR
from runtime.listening import MOST_FILES
from runtime.settings import SETTINGS
from tests.bot_process import ROOT, discord_server, end, ready, start

UNIT = ROOT / "deploy" / "arkadia.service"
ANALYZE = shutil.which("systemd-analyze")


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what they are given."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def environment() -> dict[str, str]:
    """What the image sets."""
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
    assert compose["read_only"]
    assert compose["cap_drop"] == ["ALL"]
    assert compose["volumes"] == ["data:/data", "./editions:/editions:ro"]


@pytest.mark.parametrize(("status", "waits"), [(0, []), (1, ["96"]), (69, ["96"])])
def test_the_container_is_started_900_times_a_day_at_most(
    tmp_path: Path, status: int, waits: list[str]
) -> None:
    ran, slept = run_script(tmp_path, f"exit {status}")
    assert ran.wait(30) == status
    assert slept.read_text().split() == waits
    assert 96 * 900 >= 24 * 3600
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["arkadia"]
    assert compose["command"] == ["sh", "/app/deploy/run.sh"]


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
    started = subprocess.Popen(["sh", script], cwd=folder, env={**os.environ, "PATH": path})
    return started, slept


def test_image_unit_and_soak_set_the_same_allocator() -> None:
    in_unit = dict(
        part.split("=", 1)
        for line in UNIT.read_text().splitlines()
        if line.startswith("Environment=MALLOC_")
        for part in line.removeprefix("Environment=").split()
    )
    in_image = {name: value for name, value in environment().items() if name.startswith("MALLOC_")}
    assert in_unit == in_image == dict(ALLOCATOR)


def test_the_container_sets_what_the_bot_knows() -> None:
    known = {setting.name for setting in SETTINGS.values()}
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["arkadia"]
    image = {name: value for name, value in environment().items() if name.startswith("ARKADIA_")}
    assert compose["environment"] == image
    assert set(image) <= known


def test_unit_and_container_let_the_bot_open_the_files_it_asks_for() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["arkadia"]
    assert compose["ulimits"]["nofile"] == MOST_FILES
    assert f"LimitNOFILE={MOST_FILES}\n" in UNIT.read_text()


async def health(folder: Path, environment: dict[str, str]) -> int:
    """What the image's health check returns."""
    asked = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "runtime.health",
        cwd=folder,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    return await asked.wait()


@pytest.mark.slow
async def test_what_is_in_the_image_runs_and_is_found_alive(tmp_path: Path) -> None:
    code, data = tmp_path / "app", tmp_path / "data"
    for name in in_image():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        code.mkdir(exist_ok=True)
        copy(ROOT / name, code / name)
    (data / "backups").mkdir(parents=True)
    (tmp_path / "tmp").mkdir()
    settings = {
        name: value.replace("/data", str(data)).replace("/tmp", str(tmp_path / "tmp"), 1)
        for name, value in environment().items()
        if name.startswith("ARKADIA_")
    }
    settings["ARKADIA_BACKUPS"] = str(data / "backups")
    settings["ARKADIA_EDITIONS"] = str(data)
    settings["ARKADIA_DATABASE"] = str(data / "arkadia.sqlite3")
    settings["ARKADIA_HEARTBEAT"] = str(tmp_path / "tmp" / "alive")
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


def test_the_unit_sets_what_the_bot_knows() -> None:
    names = set(re.findall(r"^Environment=(ARKADIA_\w+)=", UNIT.read_text(), re.MULTILINE))
    assert names
    assert names <= {setting.name for setting in SETTINGS.values()}


def project_needs(*groups: str) -> list[str]:
    """What the bot needs, and what groups of requirements need besides."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    named = [need for group in groups for need in listed[group]]
    return [line for line in lines if not line.startswith("#")] + named


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
    packages = locked(ROOT / lock)
    for need in project_needs(*groups):
        if wanted := re.match(r"([\w.-]+)(?:\[\w+\])?==(\S+)", need):
            assert packages[canonical(wanted[1])] == wanted[2]
    pinned = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", constraints(), re.MULTILINE))
    versions = {canonical(name): version for name, version in pinned.items()}
    assert {name: versions.get(name) for name in packages} == packages


def test_a_bot_with_a_file_brings_neither_postgresql_nor_dask() -> None:
    alone = locked(ROOT / "requirements.lock").keys()
    assert alone < locked(ROOT / "deploy/requirements-several.lock").keys()
    assert not {"distributed", "dask", "tornado", "psycopg", "psycopg-binary"} & alone
    arguments = [rest for name, rest in steps() if name == "ARG"]
    assert arguments == ["LOCK=requirements.lock"]
    compose = yaml.safe_load((ROOT / "deploy" / "compose-several.yaml").read_text())
    lock = compose["services"]["bot-0"]["build"]["args"]["LOCK"]
    assert (ROOT / lock).exists()
    assert f"!{lock}" in (ROOT / ".dockerignore").read_text().splitlines()


def constraints() -> str:
    return (ROOT / "constraints.txt").read_text()


def canonical(name: str) -> str:
    """A package's name as all its spellings have it in common."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_a_release_builds_an_image_of_each_lock_for_both_processors() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    image = jobs["image"]
    locks = {each["lock"] for each in image["strategy"]["matrix"]["include"]}
    assert locks == {"requirements.lock", "deploy/requirements-several.lock"}
    assert all((ROOT / lock).is_file() for lock in locks)
    [build] = [step["with"] for step in image["steps"] if "build-push" in step.get("uses", "")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert build["provenance"] == "mode=max"
    [default] = [rest for name, rest in steps() if name == "ARG"]
    argument = build["build-args"].partition("=")[0]
    assert default == f"{argument}=requirements.lock"
