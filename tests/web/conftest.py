"""What tests of the pages share: their address, and a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.browser import chromium
from tests.web.pages import hosted
from web.building import make_page


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    make_page(folder)
    with hosted(folder) as address:
        yield f"{address}/index.html"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chrome_of_all() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def chrome(chrome_of_all: Browser) -> AsyncIterator[Browser]:
    """The browser that all tests share; the windows of each are closed after it."""
    yield chrome_of_all
    for context in chrome_of_all.contexts:
        await context.close()
