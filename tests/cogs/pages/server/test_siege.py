"""Floods of visitors, shortly: what they are answered, what is logged, which files stay open."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp.test_utils import unused_port

from tests.cogs.pages.server.flooding import flood
from tests.cogs.pages.server.visiting import Server
from tests.delivery.waiting import until

pytestmark = pytest.mark.nightly

ANSWERED: Final = {
    "bodies": {"415", "413"},
    "heads": {"400", "505"},
    "links": {"200", "403", "404", "429"},
    "streams": {"200", "429", "503"},
    "slow": {"408"},
}
"""What visitors of each kind may read, unless their connection just ends."""


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert [one.message for one in caplog.get_records("call") if one.levelname != "INFO"] == []


@asynccontextmanager
async def nginx(behind: int, folder: Path) -> AsyncIterator[int]:
    """Run nginx in front of the pages, as ``docs/hosting.md`` configures it; give its port."""
    port, text = unused_port(), Path("docs/hosting.md").read_text("utf-8")
    [written] = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    site = re.sub(r"listen .*;", f"listen 127.0.0.1:{port};", written).replace("8080", str(behind))
    kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder};" for kind in kept)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; worker_rlimit_nofile 9000;"
        f"events {{ worker_connections 4000; }} http {{ access_log off; {places}\n{site} }}"
    )
    given = ("-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log")
    front = await asyncio.create_subprocess_exec("nginx", *given)
    try:
        yield port
    finally:
        front.terminate()
        await front.wait()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("proxy", [False, True])
async def test_floods_leave_nothing(server: Server, tmp_path: Path, proxy: bool) -> None:
    if proxy and shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    async with (
        server.anew(proxies=(ip_network("127.0.0.1/32"),) if proxy else ()) as later,
        nginx(later.port, tmp_path) if proxy else nullcontext(later.port) as port,
        later.visitor() as visitor,
    ):
        game, _ = await later.middle(0)
        path, before = f"/api{later.watching(game)}", open_files()
        for kind, statuses in ANSWERED.items():
            code, at_once = path.rpartition("/")[2], 60 if kind == "streams" else 10
            seen = await flood(port, code, kind, 0.5, at_once)
            assert seen
            assert seen.keys() <= statuses | {"ended"}, (kind, seen)
            await until(lambda: open_files() <= before and not len(later.pages.streams))
        assert (await visitor.get(path)).status == 200
