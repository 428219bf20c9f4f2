"""What tests of the pages share: their address."""

from collections.abc import Iterator

import pytest

from cogs.pages.web.replaying import write_page
from tests.cogs.pages.pages import hosted


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    write_page(folder)
    with hosted(folder) as address:
        yield f"{address}/index.html"
