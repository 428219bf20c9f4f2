"""Visitors who mean harm: what they send is refused, told, and holds up nobody else."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from ipaddress import ip_network
from unittest.mock import Mock

import pytest
from aiohttp.http_parser import DeflateBuffer

from cogs.pages.web.server import acting, showing, site
from cogs.pages.web.server.answers import Allowance, Pacer, household, is_in
from tabletop.opening import Opening
from tests.cogs.pages.server.visiting import URL, Server, Visitor
from tests.delivery.waiting import until
from tests.tabletop.playing import ADA, BELA, CHANNEL, GUILD, begun

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "manifest-src 'self'; font-src 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex, nofollow",
}
"""What every response says, whatever it is."""


@asynccontextmanager
async def connected(server: Server, sent: bytes = b"") -> AsyncIterator[asyncio.StreamReader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(sent)
    await asyncio.sleep(0.01)
    yield reader
    writer.close()


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a connection ends without a word."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


async def test_every_response_has_all_headers_and_nothing_inline(due: Visitor, watch: str) -> None:
    links, file = due.server.services.links, f"/static/{due.server.pages.files.hash}/enter.css"
    statuses = set()
    entering, page = f"/enter/{links.entering(due.game, BELA, 'en')}", watch.removeprefix("/api")
    known = f"{watch} {page} {due.play} /play/{due.game} {entering} {file} / /enter/x /play/x"
    unknown = f"/watch/x /api/watch/x /nowhere /api/nowhere /api/play/999 /api/play/x {file}x"
    for path in f"{known} {unknown} /static/x/enter.css".split():
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            answer = await due.ask(method, path)
            statuses.add(answer.status)
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, (method, path)
            assert not {"Server", "Access-Control-Allow-Origin"} & answer.headers.keys()
            kept = answer.headers["Cache-Control"] != "no-store"
            assert kept == (path == file and answer.status == 200)
            if method == "GET" and answer.headers["Content-Type"].startswith("text/html"):
                for forbidden in ("<script>", "<style", " style=", " onclick", "//", "javascript:"):
                    assert forbidden not in answer.text, (path, forbidden)
    assert {200, 401, 403, 404, 405} <= statuses


async def test_the_cookie_is_for_one_address(server: Server, game: int, visitor: Visitor) -> None:
    answer = await visitor.enter(server.services.links.entering(game, ADA, "en"))
    given, *parts = answer.headers["Set-Cookie"].split("; ")
    assert given.startswith("__Host-")
    assert {*parts} == {"HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=604800"}


async def test_names_are_shown_as_text(server: Server, visitor: Visitor) -> None:
    name = "<img src=x onerror=alert(1)>&\"'"
    table = await server.tables.lobby.open(Opening(GUILD, CHANNEL, ADA, name, setup="free"))
    await server.tables.lobby.join(table.number, BELA, "</script><b>")
    await server.tables.lobby.begin(table.number, ADA)
    await server.publisher.publish(table.number)
    page = await visitor.get(f"/enter/{server.services.links.entering(table.number, ADA, 'en')}")
    assert "<img src=x" not in page.text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page.text
    path = server.watching(table.number)
    scene = await visitor.get(f"/api{path}")
    assert scene.headers["Content-Type"] == "application/json"
    assert name in {seat["name"] for seat in scene.data["seats"]}
    page = await visitor.get(path)
    assert "<img src=x" not in page.text
    assert "<b>" not in page.text
    assert page.text.count("</script>") == 2


async def test_no_path_leads_out_of_the_files(server: Server) -> None:
    for name in (
        *("../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/bot.py", "game/../../bot.py", "/etc/passwd"),
        *("editions/../../x.json", "editions/%00.json", "game//index.html", "enter.css/"),
    ):
        path = f"/static/{server.pages.files.hash}/{name}"
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        async with connected(server, head.encode()) as reader:
            answer = (await reader.read()).decode()
        assert answer.startswith("HTTP/1.1 404"), name
        assert "def " not in answer, name


async def test_a_giant_body_is_refused_unread(due: Visitor) -> None:
    path, own = f"{due.play}/act", {"Origin": URL, "X-Arkadia": "1"}
    own["Content-Type"] = "application/json"
    for body in (b"x" * 5000, b"[" * 4000, b"{" * 4000, b'{"version": 1e999}', b"\xff", b"[]"):
        answer = await due.ask("POST", path, headers=own, data=body)
        assert answer.status in (400, 413), body[:20]
        assert answer.data["said"]
    for wrong in (
        *({}, {"version": "1"}, {"version": True, "once": "x" * 20, "action": "end"}),
        *({"version": 0, "once": "short", "action": "end"}, {"version": 0, "once": ["x"]}),
        {"version": 0, "once": "x" * 20, "action": 7},
        {"version": 0, "once": "x" * 20, "action": "build " + "x" * 400},
        {"version": 0, "once": "x" * 20, "action": "build \ud800"},
        {"version": 0, "once": "\udfff" * 20, "action": "end"},
    ):
        assert (await due.post(path, **wrong)).status == 400, wrong
    assert (await due.server.tables.get(due.game)).version == 0


async def test_a_slow_body_is_not_waited_for(due: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "BODY_WITHIN_S", 0.05)
    head = (
        f"POST {due.play}/act HTTP/1.1\r\nHost: x\r\nOrigin: {URL}\r\nX-Arkadia: 1\r\n"
        f"Cookie: {due.cookie}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    )
    async with connected(due.server, head.encode()) as reader:
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")


async def test_half_a_request_ends(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "ASKED_WITHIN_S", 0.2)
    held = connected(visitor.server, b"GET /play/1 HTTP/1.1\r\nX-Slow: ")
    async with held as one, connected(visitor.server) as other:
        assert (await visitor.get("/nowhere")).status == 404  # others are served meanwhile
        assert [await ended(one), await ended(other)] == [True, True]


async def test_a_visitor_who_takes_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "STALLED_S", 0.05)
    ended, aborted = asyncio.Event(), Mock(spec=asyncio.Transport)
    aborted.get_extra_info.return_value = ("127.0.0.1", 1)
    aborted.abort.side_effect = ended.set
    connection = site.Connection(Mock(), site.Open(1))
    connection.connection_made(aborted)
    connection.asked()
    connection.pause_writing()
    connection.resume_writing()
    await asyncio.sleep(0.1)
    assert not ended.is_set()  # slow, but something was taken
    connection.pause_writing()
    await ended.wait()


@pytest.mark.parametrize(("most", "files"), [(3, 900), (900, 4)])
async def test_connections_have_a_limit(
    server: Server, monkeypatch: pytest.MonkeyPatch, most: int, files: int
) -> None:
    monkeypatch.setattr(site, "MOST_CONNECTIONS", most)
    monkeypatch.setattr(site, "files_for_visitors", lambda: files)
    monkeypatch.setattr(site, "TURNED_AWAY", 1)
    async with server.anew() as later, AsyncExitStack() as open_:
        for _ in range(3):
            await open_.enter_async_context(connected(later))
        async with later.visitor() as visitor:
            refused = await visitor.get("/api/play/1")
            assert (refused.status, refused.data["code"]) == (503, "later")
            assert refused.headers["Retry-After"] == "30"
        await open_.enter_async_context(connected(later))
        assert await ended(await open_.enter_async_context(connected(later)))


async def test_proxies_have_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "CONNECTIONS_OF_ADDRESS", 2)
    head = b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for proxies in ((), (ip_network("127.0.0.0/8"),)):
        async with (
            server.anew(proxies=proxies) as later,
            connected(later),
            connected(later),
            connected(later, head) as reader,
        ):
            assert await ended(reader) == (not proxies)


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "x-gzip", "GZIP", "gzip, gzip"])
async def test_no_body_unpacks(due: Visitor, monkeypatch: pytest.MonkeyPatch, packing: str) -> None:
    inflated: list[bytes] = []
    monkeypatch.setattr(DeflateBuffer, "feed_data", lambda _, chunk, *size: inflated.append(chunk))
    body = gzip.compress(bytes(3_000_000))
    # An answer that comes packed would be inflated by this same process.
    own = {"Content-Encoding": packing, "Accept-Encoding": "identity", "Origin": URL}
    own |= {"Content-Type": "application/json", "X-Arkadia": "1"}
    for path in (f"{due.play}/act", "/nowhere", "/enter/x", "/", "/api/watch/x/events"):
        for method in ("POST", "GET", "PUT"):
            answer = await due.ask(method, path, headers=own, data=body)
            assert (answer.status, inflated) == (415, []), (method, path)
            assert answer.headers["Connection"] == "close"


@pytest.mark.parametrize("kind", ["Content-Length: 1000000000", "Transfer-Encoding: chunked"])
async def test_a_body_that_never_ends_is_not_read_on(server: Server, kind: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"POST /nowhere HTTP/1.1\r\nHost: x\r\n{kind}\r\n\r\n".encode())
    sent, chunk = 0, b"8000\r\n" + bytes(0x8000) + b"\r\n"
    with suppress(ConnectionError):
        while sent < 50_000_000:
            writer.write(chunk)
            await writer.drain()
            sent += len(chunk)
            await asyncio.sleep(0)
    assert sent < 20_000_000  # what the system's buffers hold on its way
    with suppress(ConnectionError):
        await reader.read()
    writer.close()


async def test_nonsense_is_not_logged(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    counted: list[int] = []
    async with server.anew(count=counted.append) as later:
        for head in (
            *(b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\r\n\r\n", b"GET\r\n\r\n"),
            b"GET / HTTP/1.1\r\nHost: x\r\nA" + b"a" * 9000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 3\r\n\r\n",
            b"GET / HTTP/1.1\r\nA : x\r\n\r\n",
        ):
            async with connected(later, head) as reader:
                assert b" 400 " in await reader.readline(), head
        assert counted == [400] * 7
        async with later.player(await begun(later.tables)) as visitor:
            for header in ("Cookie", "Origin", "Accept-Language"):
                strange = {header: "__Host-arkadia-1=\udcff\udcfe"}
                assert (await visitor.ask("GET", "/x", headers=strange)).status == 404
    assert [record for record in caplog.records if record.levelname != "INFO"] == []


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("STREAMS", (503, "later")),
        *((f"STREAMS_OF_{what}", (429, "too-many")) for what in ("ADDRESS", "GAME", "PERSON")),
    ],
)
async def test_streams_are_limited(
    due: Visitor, watch: str, monkeypatch: pytest.MonkeyPatch, limit: str, told: tuple[int, str]
) -> None:
    monkeypatch.setattr(showing, limit, 2)
    path = due.play if limit == "STREAMS_OF_PERSON" else watch
    async with due.events(path) as one, due.events(path) as another:
        await one.next()
        await another.next()
        refused = await due.get(f"{path}/events")
        assert (refused.status, refused.data["code"]) == told
        assert refused.headers["Retry-After"] == "30"
        assert ("30 seconds" in refused.data["said"]) == (limit != "STREAMS")
    await until(lambda: len(due.server.pages.streams) == 0)


async def test_requests_and_acts_are_limited_and_that_is_told(due: Visitor) -> None:
    due.server.pages.acts = Pacer(Allowance(2, 60))
    path = f"{due.play}/preview"
    answers = [await due.post(path, version=0, action="end") for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[2].headers["Retry-After"] == "1"
    due.server.pages.requests = Pacer(Allowance(2, 60))
    assert [(await due.get(due.play)).status for _ in range(3)] == [200, 200, 429]


async def test_links_cannot_be_tried_out(visitor: Visitor) -> None:
    assert [(await visitor.enter("x" * 60)).status for _ in range(12)] == [403] * 10 + [429] * 2


async def test_only_a_known_proxy_is_believed(server: Server) -> None:
    for proxies, expected in (((), 429), ((ip_network("127.0.0.0/8"),), 404)):
        async with server.anew(proxies=proxies) as later:
            later.pages.requests = Pacer(Allowance(1, 1))
            async with later.visitor() as visitor:
                for number in range(2):
                    answer = await visitor.get("/x", **{"X-Forwarded-For": f"203.0.113.{number}"})
                assert answer.status == expected
                # What stands before the address that the proxy saw, the visitor has made up.
                forged = {"X-Forwarded-For": "198.51.100.9, 203.0.113.0"}
                assert (await visitor.get("/x", **forged)).status == 429


def test_an_address_is_read_in_the_spellings_of_proxies() -> None:
    assert household("2001:db8:1:200::1") == household("[2001:db8:1:2ff:ffff::9]:443")
    assert household("2001:db8:1:200::1") != household("2001:db8:1:300::1")
    for same in ("192.0.2.1:8443", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:80", " 192.0.2.1 "):
        assert household(same) == "192.0.2.1"
    for wrong in ("nonsense", "", "[", "[]", "1.2.3.4.5:6", "192.0.2.1:x", "\ud800", "1\n2"):
        assert household(wrong) == "unknown"
    assert is_in("[::ffff:127.0.0.1]:80", (ip_network("127.0.0.0/8"),))
