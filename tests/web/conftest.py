"""What tests of the pages share: their address, and one browser for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.browser import chromium
from tests.web.pages import hosted
from web.building import make_page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have tests in a browser run in its event loop: to start one costs a second each time."""
    for item in items:
        if "chrome" in getattr(item, "fixturenames", ()) and "tests/web/" in item.path.as_posix():
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    make_page(folder)
    with hosted(folder) as address:
        yield f"{address}/index.html"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def chrome(one_browser: Browser) -> AsyncIterator[Browser]:
    """A browser without windows of other tests."""
    yield one_browser
    for context in one_browser.contexts:
        await context.close()
