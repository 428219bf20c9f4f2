"""Discord on sockets of this machine, for a bot that is a process of its own."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final

from aiohttp import web
from simcord.backend.errors import BackendError

from lab.discord.gateway import Gateway
from lab.discord.history import ACKNOWLEDGED
from lab.discord.model import Discord
from lab.discord.requests import AFTER, AT_ONCE, Faults, Limits, answer, failed, read

TOKEN: Final = "right.to.ken"
SPARED: Final = re.compile(r"/(v10/)?(users/@me|oauth2/.*|gateway.*|applications/.*)")
"""Requests that never fail: a bot whose login fails does nothing but start again."""

SURPRISES: Final = (50083, 160004)
"""Discord's codes for refusals no bot can foresee: an archived thread, a thread that exists."""


class Servers:
    """The HTTP and gateway servers of a Discord.

    Attributes:
        discord: the model that is served.
        address: host and port, once the servers run.
        gateway: the gateway's side.
        limits: the rate limits.
        requests: the number of requests by method and route.
        violations: the requests that Discord refuses as malformed, counted by route and reason.
        errors: exceptions of this simulation, which should be none.
    """

    def __init__(self, discord: Discord, faults: Faults | None = None, speed: float = 1.0) -> None:
        self.discord = discord
        self.faults = faults or Faults(Random(0))
        self.limits = Limits(lambda: time.monotonic() * speed)
        self.gateway = Gateway(discord, self.limits.refused, self.limits.clock, speed)
        self.requests: Counter[str] = Counter()
        self.violations: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.address = ""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Run the servers within the context, and set ``address``."""
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/gateway/", self._connect)
        app.router.add_route("*", "/api/{path:.*}", self._serve)
        runner = web.AppRunner(app, shutdown_timeout=0.5, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = "{}:{}".format(*runner.addresses[0])
        try:
            yield
        finally:
            await runner.cleanup()

    def end_life(self) -> None:
        """Note that the bot's process has ended, so that no open interaction will be answered."""
        self.gateway.end()
        self.discord.answering.cut_all()

    def wrong(self) -> Iterator[tuple[str, str, int]]:
        """Yield the faults of requests and answers, each with its kind, an example and a count."""
        for violation, count in self.violations.items():
            yield "refused by Discord", violation, count
        for error, count in self.errors.items():
            yield "an error of the Discord here", error, count
        yield from self.discord.wrong()

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        try:
            return await self.gateway.connect(request)
        except ConnectionError:  # the bot was killed meanwhile
            return web.Response(status=400)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        """Carry a request out, unless it is rate limited or a fault is injected."""
        path = request.path.removeprefix("/api")
        # Ids and tokens become "*", so that the requests of one route are counted together.
        what = f"{request.method} {re.sub(r'[a-z_]*[0-9]{5,}', '*', path)}"
        self.requests[what] += 1
        # Before the faults: a refused request reaches nothing that could fail.
        refusal, headers = self.limits.take(what, path)
        if refusal is not None:
            self.limits.note(429)
            return answer(refusal, 429, **headers)
        fault = "" if SPARED.fullmatch(path) else self.faults.pick(what)
        interaction = self.discord.answering.of(path)
        if fault and interaction is not None:
            interaction.troubled = True
        if fault == "slow":
            await asyncio.sleep(self.faults.rng.uniform(0.05, 1.0))
        elif fault and fault not in AFTER:
            return failed(request, fault)
        try:
            done = answer(await self._done(request, path), 200, **headers)
        except BackendError as error:
            surprise = error.code in SURPRISES
            # After a fault the bot may send an answer again that was carried out.
            if error.code == ACKNOWLEDGED and interaction is not None:
                surprise = interaction.troubled
            if error.status in (400, 501) and not surprise:
                self.violations[f"{what}: {error.message}"] += 1
            done = answer(error.to_json(), error.status, **headers)
        except ConnectionError:  # the bot was killed meanwhile, and no process hears the answer
            done = web.Response(status=400)
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            self.errors[f"{what}: {error!r}"] += 1
            raise
        if fault in AFTER:
            return failed(request, fault)
        self.limits.note(done.status)
        return done

    async def _done(self, request: web.Request, path: str) -> Any:
        """Return Discord's answer."""
        if path == "/users/@me" and request.headers["Authorization"] != f"Bot {TOKEN}":
            raise BackendError(401, 0, "401: Unauthorized")
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": AT_ONCE}
            url = f"ws://{request.host}/gateway/"
            return {"url": url, "shards": 1, "session_start_limit": limit}
        body, files = await read(request)
        params = dict(request.query)
        return self.discord.request(request.method, path, json=body, params=params, files=files)
