"""What is installed has everything that the bot needs, wherever it is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import aiohttp
import pytest

from lab.discord.sockets import TOKEN
from tests.bot_process import READY_WITHIN_S, discord_server, end, ready
from tests.runtime.scraping import free_port

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
MADE = shutil.ignore_patterns("__pycache__", "*.mo")
LEFT_OUT = SETTINGS["tool"]["setuptools"]["packages"]["find"]["exclude"]

SMOKE = """
from importlib import resources

import bot, tryout.serving
from db.sqlite.migrate import TODAY
from engine.edition_files import load_edition
from i18n.translation import words_for
from render.files.palette import palette_bytes

assert load_edition().cards and TODAY.version and len(palette_bytes()) == 768
fonts = resources.files("render.letters") / "fonts"
assert any(file.name.endswith(".otf") for file in fonts.iterdir())
print(words_for("en")("The board game Arkadia"), bot.__file__)
"""


def folders() -> list[Path]:
    """The folders that belong to what is installed."""
    found = [path for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._"]
    return [
        path
        for path in found
        if not any(fnmatch(path.name, entry) for entry in LEFT_OUT) and not is_made(path)
    ]


def is_made(path: Path) -> bool:
    """Whether a file or folder was made by a tool and is no part of the source."""
    return "__pycache__" in path.parts or path.suffix == ".egg-info"


def test_all_modules_at_the_top_are_installed() -> None:
    assert SETTINGS["tool"]["setuptools"]["py-modules"] == sorted(
        path.stem for path in ROOT.glob("*.py") if path.name != "setup.py"
    )


def test_every_entry_point_is_there() -> None:
    for target in SETTINGS["project"]["scripts"].values():
        module, function = target.split(":")
        [file] = [ROOT / f"{module.replace('.', '/')}.py"]
        assert f"def {function}() -> int:" in file.read_text()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel as it is built of the source."""
    folder = tmp_path_factory.mktemp("source")
    for path in folders():
        shutil.copytree(path, folder / path.name, ignore=MADE)
    names = ["pyproject.toml", "README.md", "LICENSE", *(path.name for path in ROOT.glob("*.py"))]
    names.append("requirements.txt")
    for name in names:
        shutil.copy(ROOT / name, folder)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "."],
        cwd=folder,
        check=True,
    )
    [file] = folder.glob("*.whl")
    return ZipFile(file)


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_source(wheel: ZipFile) -> None:
    source = {
        path.relative_to(ROOT).as_posix()
        for folder in folders()
        for path in folder.rglob("*")
        if path.is_file() and not is_made(path)
    }
    source |= {path.name for path in ROOT.glob("*.py") if path.name != "setup.py"}
    installed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert installed == source


@pytest.mark.slow
def test_the_bot_runs_from_the_wheel_alone(wheel: ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")
    output = subprocess.run(
        [sys.executable, "-c", SMOKE],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert output.startswith("The board game Arkadia")
    assert str(tmp_path / "site") in output


@pytest.mark.slow
def test_what_the_wheel_needs_is_what_the_requirements_say(wheel: ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    lines = wheel.read(name).decode().splitlines()
    needed = {line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist" in line}
    for line in (ROOT / "requirements.txt").read_text().splitlines():
        assert line.startswith("#") or line in needed


HERE = """
import discord, yarl
discord.http.Route.BASE = "http://{address}/api"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://{address}/gateway/")
"""


@pytest.fixture(scope="module")
def environment(wheel: ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment in which pip has installed the wheel.

    What it needs is the tests' own, since nothing may be fetched.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    (site / "needed.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "-q", str(wheel.filename)], check=True
    )
    return folder


@pytest.mark.slow
async def test_the_installed_bot_starts(environment: Path, tmp_path: Path) -> None:
    async with discord_server() as address:
        (tmp_path / "sitecustomize.py").write_text(HERE.format(address=address))
        process = await asyncio.create_subprocess_exec(
            str(environment / "bin" / "arkadia"),
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "DISCORD_TOKEN": TOKEN},
            stderr=asyncio.subprocess.PIPE,
        )
        await ready(process)
        process.terminate()
        assert (await end(process))[0] == 0
    assert (tmp_path / "arkadia.sqlite3").exists()


@pytest.mark.slow
async def test_the_installed_try_out_starts(environment: Path, tmp_path: Path) -> None:
    port = str(free_port())
    process = await asyncio.create_subprocess_exec(
        str(environment / "bin" / "arkadia-tryout"),
        "--no-browser",
        "--port",
        port,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    line = await asyncio.wait_for(process.stdout.readline(), READY_WITHIN_S)
    assert b"http://" in line, await process.stderr.read()
    address = line.decode().split()[-1]
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 200
    process.send_signal(signal.SIGINT)
    assert (await end(process))[0] == 0
