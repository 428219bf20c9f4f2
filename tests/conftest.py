"""Properties try the same examples in every run; ``HYPOTHESIS_PROFILE=explore`` tries others."""

import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final
from unittest import mock

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser

from db.database import Place
from db.sqlite import opening
from db.store import Store, opened
from i18n import catalogues
from lab.postgres import PostgresServer, binaries, running
from lab.tables import tables_on
from tabletop.tables import Tables
from tests.e2e.browser import WRONG, chromium, keep_windows
from tests.journals import LITTLE
from tests.nightly import nightly_except
from tests.tabletop.playing import Clock
from tests.unmarked import Unmarked, is_long

ASKED = "TEST_DATABASES"
DATABASES = os.environ.get(ASKED, "sqlite,postgres").split(",")
"""On which databases the tests run that run on any; those that were asked for must be there."""

FAILED: Final = pytest.StashKey[bool]()

LIMITS: Final = {"hosted": 20, "seated": 50, "lobbies": 40, "unfinished": 500}

for profile, examples in {"quick": 15, "same": 100, "explore": 2000}.items():
    settings.register_profile(
        profile,
        deadline=None,
        derandomize=profile != "explore",
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

THROUGH_DISCORD: Final = "through_discord"
"""The fixture whose tests are slow, but for those that are marked as quick."""

THE_LAB: Final = {"test_bench.py", "test_soak.py", "test_stories.py"}
"""What measures and breaks the bot is tested in the night; the Discord of all tests is not."""

NIGHTLY_TIMEOUT_S: Final = 3600  # all other tests end after ``timeout`` of pyproject.toml

IN_MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3  # bytes that must be free there; a container may have next to nothing


def pytest_configure(config: pytest.Config) -> None:
    """Makes what the bot reads of the catalogues, and finds a quick place, for all processes.

    In each of them it watches what tests without a mark do.
    """
    config.pluginmanager.register(Unmarked(), "unmarked")
    if hasattr(config, "workerinput"):
        return
    catalogues.build()
    has_room = os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= ROOM
    if "TMPDIR" not in os.environ and has_room:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # as if nobody had asked for it yet


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what is so by its folder, before tests are chosen by their marks."""
    through_discord = THROUGH_DISCORD in getattr(item, "fixturenames", ())
    if through_discord and not item.get_closest_marker("quick"):
        item.add_marker(pytest.mark.slow(story=True))
    if item.path.name in THE_LAB:
        item.add_marker(pytest.mark.nightly)
    if item.get_closest_marker("nightly"):
        item.add_marker(pytest.mark.timeout(NIGHTLY_TIMEOUT_S))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what was not asked for, and has what takes long begin."""
    if "postgres" not in DATABASES:
        left_out = [item for item in items if "postgres" in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    _begin_with_what_is_long(items)


def _begin_with_what_is_long(items: list[pytest.Item]) -> None:
    """Has each of several processes begin with what takes long, so that none ends with that.

    Each of them is given as many tests in a row as the others, and later takes from the end of
    another one's row. The long tests of a module stay together for what they share.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    all_of_them = len(items)
    long: dict[Path, list[pytest.Item]] = {}
    short: list[pytest.Item] = []
    for item in items:
        (long.setdefault(item.path, []) if is_long(item) else short).append(item)
    rest = iter(short)
    items.clear()
    for number in range(processes):
        for module in list(long.values())[number::processes]:
            items += module
        items += islice(rest, max(0, all_of_them * (number + 1) // processes - len(items)))
    items += rest


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Has garbage looked for more seldom, and not in what was imported, which stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def little_room() -> Iterator[None]:
    """To write a whole journal in advance is more than half of what opening a file costs."""
    with mock.patch.object(opening, "JOURNAL_BYTES", LITTLE):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server for the tests of this process; where there is none, they are left out."""
    if binaries() is None:
        assert ASKED not in os.environ, "PostgreSQL is not installed."
        pytest.skip("PostgreSQL is not installed")
    with running() as server:
        yield server


@pytest.fixture
def address(postgres: PostgresServer) -> Iterator[str]:
    """Where a schema is on a server that nobody uses."""
    with postgres.lent() as address:
        yield address


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where the database of one test is: a file, or a schema of its own on a server."""
    yield from _place(request, request.param, tmp_path)


def _place(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> Iterator[Place]:
    if kind == "sqlite":
        yield tmp_path / "arkadia.sqlite3"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.lent() as address:
        yield address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs what is marked so on each kind of database, or all but the first; all else on that."""
    mark = metafunc.definition.get_closest_marker("databases")
    if mark and "database" in metafunc.fixturenames:
        kinds: Sequence[object] = DATABASES[1:] if mark.kwargs.get("others") else DATABASES
        if mark.kwargs.get("nightly"):
            kinds = nightly_except(kinds, DATABASES[0])
        metafunc.parametrize("database", kinds, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Where the games of one test are kept that is about something else."""
    yield from _place(request, getattr(request, "param", DATABASES[0]), tmp_path)


@pytest.fixture
async def store(database: Place) -> AsyncIterator[Store]:
    async with opened(database) as store:
        yield store


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """Tables of a store, without Discord."""
    return tables_on(store, clock, Random(1), limits=LIMITS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets fixtures know at their end whether their test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Has a test fail in whose windows something went wrong."""
    WRONG.clear()
    done = yield
    assert not any(WRONG.values()), [*WRONG.values()]
    return done


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chrome_of_all() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def chrome(request: pytest.FixtureRequest, chrome_of_all: Browser) -> AsyncIterator[Browser]:
    """The browser that all tests share; the windows of each are closed after it.

    What they show is kept when the test fails.
    """
    yield chrome_of_all
    if request.node.stash.get(FAILED, False):
        await keep_windows(chrome_of_all, request.node.name)
    for context in chrome_of_all.contexts:
        await context.close()
