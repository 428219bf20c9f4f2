"""How a request fails that is to: Discord says so, or the connection breaks off."""

from __future__ import annotations

import socket
import struct

from aiohttp import web

from lab.soak.forms import answer


def failed(request: web.Request, fault: str) -> web.StreamResponse:
    """The answer to a request that fails in one of the ways of ``faults``.

    Raises:
        ValueError: if there is no such way.
    """
    match fault.split():
        case ["no", "more", "threads"]:
            body = {"message": "Maximum number of active threads reached", "code": 160006}
            return answer(body, 400)
        case ["403"]:
            return answer({"message": "Missing Permissions", "code": 50013}, 403)
        case ["429"]:
            body = {"message": "limited", "retry_after": 0.2, "global": False}
            return answer(body, 429, Via="1.1 google")
        case [status, "without", "JSON"]:
            return web.Response(
                status=int(status), text="<html>no</html>", content_type="text/html"
            )
        case [("reset" | "hang-up") as how, _]:
            _break(request, hard=how == "reset")
            return web.Response(status=500)
        case [status, *_]:
            return answer({"message": "something broke", "code": 0}, int(status))
    raise ValueError(fault)


def _break(request: web.Request, *, hard: bool) -> None:
    """Breaks the connection off, with a reset or without a word."""
    transport = request.transport
    if transport is None:
        return
    if hard:
        raw = transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
