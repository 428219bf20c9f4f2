"""Visitors who mean harm: what they send is refused, told, and holds up nobody else."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from ipaddress import ip_network
from unittest.mock import Mock

import pytest
from aiohttp.http_parser import DeflateBuffer

from cogs.pages.web.server import acting, showing, site
from cogs.pages.web.server.answers import Allowance, Pacer, household, is_in
from db.store import Store
from tabletop.opening import Opening
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import URL, Server, Visitor, serving
from tests.delivery.waiting import until
from tests.tabletop.playing import ADA, BELA, CHANNEL, GUILD, Clock, active, begun

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


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a connection ends without a word."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


async def asked_for_everything(server: Server) -> AsyncIterator[tuple[str, Visitor]]:
    """Every kind of address, right and wrong."""
    game, links = await begun(server.tables), server.services.links
    await server.publisher.publish(game)
    hash_ = server.pages.files.hash
    async with server.player(game) as visitor:
        for path in (
            *(f"/watch/{links.watching(game)}", "/watch/x", f"/play/{game}", "/play/x"),
            *(f"/enter/{links.entering(game, BELA, 'en')}", "/enter/x", "/", "/nowhere"),
            *(f"/api/watch/{links.watching(game)}", "/api/watch/x", f"/api/play/{game}"),
            *("/api/play/999", "/api/play/x", "/api/nowhere", f"/static/{hash_}/enter.css"),
            *(f"/static/{hash_}/none.js", "/static/x/enter.css"),
        ):
            yield path, visitor


async def test_every_response_has_the_headers_of_the_list(server: Server) -> None:
    statuses = set()
    async for path, visitor in asked_for_everything(server):
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            answer = await visitor.ask(method, path)
            statuses.add(answer.status)
            for name, value in HEADERS.items():
                assert answer.headers.get(name) == value, (method, path, name)
            assert "Server" not in answer.headers
            assert "Access-Control-Allow-Origin" not in answer.headers
            kept = answer.headers["Cache-Control"]
            assert (kept != "no-store") == (path.endswith("enter.css") and answer.status == 200)
    assert {200, 401, 403, 404, 405} <= statuses


async def test_no_page_has_anything_inline_or_from_elsewhere(server: Server) -> None:
    async for path, visitor in asked_for_everything(server):
        answer = await visitor.get(path)
        if answer.headers["Content-Type"].startswith("text/html"):
            for forbidden in ("<script>", "<style", " style=", " onclick", "//", "javascript:"):
                assert forbidden not in answer.text, (path, forbidden)


async def test_the_cookie_is_for_this_address_alone_and_for_no_script(server: Server) -> None:
    game = await begun(server.tables)
    async with server.visitor() as visitor:
        answer = await visitor.enter(server.services.links.entering(game, ADA, "en"))
        given = answer.headers["Set-Cookie"]
        parts = {part.strip() for part in given.split(";")[1:]}
        assert given.startswith("__Host-")
        assert parts == {"HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=604800"}


async def test_names_are_shown_as_text(server: Server) -> None:
    name = "<img src=x onerror=alert(1)>&\"'"
    table = await server.tables.lobby.open(Opening(GUILD, CHANNEL, ADA, name, setup="free"))
    await server.tables.lobby.join(table.number, BELA, "</script><b>")
    await server.tables.lobby.begin(table.number, ADA)
    await server.publisher.publish(table.number)
    code = server.services.links.entering(table.number, ADA, "en")
    async with server.visitor() as visitor:
        page = await visitor.get(f"/enter/{code}")
        assert "<img src=x" not in page.text
        assert "&lt;img src=x onerror=alert(1)&gt;" in page.text
        watching = server.services.links.watching(table.number)
        scene = await visitor.get(f"/api/watch/{watching}")
        assert scene.headers["Content-Type"] == "application/json"
        assert name in {seat["name"] for seat in scene.data["seats"]}
        page = await visitor.get(f"/watch/{watching}")
        assert "<img src=x" not in page.text
        assert "<b>" not in page.text
        assert page.text.count("</script>") == 2


@pytest.mark.parametrize(
    "name",
    [
        *("../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/bot.py", "game/../../bot.py", "/etc/passwd"),
        *("editions/../../x.json", "editions/%00.json", "game//index.html", "enter.css/"),
    ],
)
async def test_no_path_leads_out_of_the_files(server: Server, name: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    path = f"/static/{server.pages.files.hash}/{name}"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    assert answer.startswith("HTTP/1.1 404")
    assert "def " not in answer
    writer.close()


async def test_a_giant_body_is_refused_unread(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game) as visitor:
        path, own = f"/api/play/{game}/act", {"Origin": URL, "X-Arkadia": "1"}
        own["Content-Type"] = "application/json"
        for body in (b"x" * 5000, b"[" * 4000, b"{" * 4000, b'{"version": 1e999}', b"\xff", b"[]"):
            answer = await visitor.ask("POST", path, headers=own, data=body)
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
            assert (await visitor.post(path, **wrong)).status == 400, wrong
    assert (await server.tables.get(game)).version == 0


async def test_a_body_that_comes_slowly_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "BODY_WITHIN_S", 0.05)
    game = await begun(server.tables)
    async with server.player(game) as visitor:
        [(name, cookie)] = visitor.cookies.items()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = (
        f"POST /api/play/{game}/act HTTP/1.1\r\nHost: x\r\nOrigin: {URL}\r\nX-Arkadia: 1\r\n"
        f"Cookie: {name}={cookie}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    )
    writer.write(head.encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 400")
    writer.close()


async def test_a_connection_without_a_whole_request_is_ended(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "ASKED_WITHIN_S", 0.1)
    connections = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
    for _, writer in connections:
        writer.write(b"GET /play/1 HTTP/1.1\r\nX-Slow: ")
    async with server.visitor() as visitor:
        assert (await visitor.get("/nowhere")).status == 404  # others are served meanwhile
    for reader, writer in connections:
        assert await ended(reader)
        writer.close()


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


async def test_connections_above_the_most_are_told_so_and_further_ones_end(
    store: Store, tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(site, "TURNED_AWAY", 1)
    async with serving(store, tables, clock) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
        await asyncio.sleep(0.05)
        async with server.visitor() as visitor:
            refused = await visitor.get("/api/play/1")
            assert (refused.status, refused.data["code"]) == (503, "later")
            assert refused.headers["Retry-After"] == "30"
        held.append(await asyncio.open_connection("127.0.0.1", server.port))
        await asyncio.sleep(0.05)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await ended(reader)
        for _, one in (*held, (reader, writer)):
            one.close()


async def test_an_address_has_so_many_connections_and_a_proxy_has_more(
    store: Store, tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "CONNECTIONS_OF_ADDRESS", 2)
    for proxies in ((), (ip_network("127.0.0.0/8"),)):
        async with serving(store, tables, clock, proxies=proxies) as server:
            held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
            await asyncio.sleep(0.05)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert await ended(reader) == (not proxies)
            for _, one in (*held, (reader, writer)):
                one.close()


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "x-gzip", "GZIP", "gzip, gzip"])
async def test_no_body_is_ever_inflated(
    server: Server, monkeypatch: pytest.MonkeyPatch, packing: str
) -> None:
    inflated: list[bytes] = []
    monkeypatch.setattr(DeflateBuffer, "feed_data", lambda _, chunk, *size: inflated.append(chunk))
    body = gzip.compress(bytes(3_000_000))
    # An answer that comes packed would be inflated by this same process.
    plain = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    headers = {"Content-Encoding": packing, **plain}
    game = await begun(server.tables)
    async with server.player(game) as visitor:
        own = {**headers, "Origin": URL, "X-Arkadia": "1"}
        for path in (f"/api/play/{game}/act", "/nowhere", "/enter/x", "/", "/api/watch/x/events"):
            for method in ("POST", "GET", "PUT"):
                answer = await visitor.ask(method, path, headers=own, data=body)
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


async def test_what_cannot_be_read_is_counted_and_not_logged(
    store: Store, tables: Tables, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    counted: list[int] = []
    async with serving(store, tables, clock, count=counted.append) as server:
        for head in (
            *(b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\r\n\r\n", b"GET\r\n\r\n"),
            b"GET / HTTP/1.1\r\nHost: x\r\nA" + b"a" * 9000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 3\r\n\r\n",
            b"GET / HTTP/1.1\r\nA : x\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(head)
            assert b" 400 " in await reader.readline(), head
            writer.close()
        assert counted == [400] * 7
        async with server.player(await begun(tables)) as visitor:
            for path, header in (("/x", "Cookie"), ("/x", "Origin"), ("/x", "Accept-Language")):
                strange = {header: "__Host-arkadia-1=\udcff\udcfe"}
                assert (await visitor.ask("GET", path, headers=strange)).status == 404
    assert [record for record in caplog.records if record.levelname != "INFO"] == []


async def test_streams_are_limited_for_an_address_a_person_and_a_game_and_that_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(server.tables)
    await server.publisher.publish(game)
    watch = f"/api/watch/{server.services.links.watching(game)}/events"
    play = f"/api/play/{game}/events"
    for limit, path in (
        *(("STREAMS_OF_ADDRESS", watch), ("STREAMS_OF_GAME", watch), ("STREAMS", watch)),
        ("STREAMS_OF_PERSON", play),
    ):
        with monkeypatch.context() as lowered:
            lowered.setattr(showing, limit, 2)
            async with server.player(game) as visitor, AsyncExitStack() as open_:
                for _ in range(2):
                    await (await open_.enter_async_context(visitor.events(path))).next()
                refused = await visitor.get(path)
                told = (503, "later") if limit == "STREAMS" else (429, "too-many")
                assert (refused.status, refused.data["code"]) == told
                assert refused.headers["Retry-After"] == "30"
                assert ("30 seconds" in refused.data["said"]) == (limit != "STREAMS")
        await until(lambda: len(server.pages.streams) == 0)


async def test_requests_and_acts_are_limited_and_that_is_told(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game, await active(server.tables, game)) as visitor:
        server.pages.acts = Pacer(Allowance(2, 60))
        path = f"/api/play/{game}/preview"
        answers = [await visitor.post(path, version=0, action="end") for _ in range(3)]
        assert [answer.status for answer in answers] == [200, 200, 429]
        assert answers[2].headers["Retry-After"] == "1"
        server.pages.requests = Pacer(Allowance(2, 60))
        page = [await visitor.get(f"/api/play/{game}") for _ in range(3)]
        assert [answer.status for answer in page] == [200, 200, 429]


async def test_links_cannot_be_tried_out(server: Server) -> None:
    async with server.visitor() as visitor:
        statuses = [(await visitor.enter("x" * 60)).status for _ in range(12)]
    assert statuses == [403] * 10 + [429] * 2


async def test_only_a_known_proxy_is_believed(store: Store, tables: Tables, clock: Clock) -> None:
    for proxies, expected in (((), 429), ((ip_network("127.0.0.0/8"),), 404)):
        async with serving(store, tables, clock, proxies=proxies) as server:
            server.pages.requests = Pacer(Allowance(1, 1))
            async with server.visitor() as visitor:
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
