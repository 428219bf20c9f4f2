"""What tests of the pages share: their address, and a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
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


@pytest.fixture
async def chrome() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser
