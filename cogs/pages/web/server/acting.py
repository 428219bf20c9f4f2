"""Acts in a person's name: by the same services as in Discord, saved before they are answered."""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from aiohttp import web

from cogs.pages.store import StoredVisit
from cogs.pages.web import scenes
from cogs.pages.web.server import answers, visitors
from cogs.pages.web.server.pages import Pages, PageServices
from db.errors import DoneBeforeError
from db.games.rows import State
from db.usage import AskedBy
from engine import UNDO, EngineError, actions
from engine.events import BuildingCompleted
from i18n.translation import Words
from runtime.logs import pseudonym
from tabletop.errors import TableError, UnreadableTableError
from tabletop.personal import with_another
from tabletop.table import Table
from ui.panel.player import PanelPlayer
from ui.texts import advice, refusals, turns
from ui.texts.events import in_sentences

log = logging.getLogger("arkadia.pages")

LONGEST_ACTION: Final = 300  # characters of the longest action that is read

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's request on a page."""

    services: PageServices
    visit: StoredVisit
    words: Words
    body: Body

    @property
    def shown(self) -> int:
        """The version that the page showed, as pages have it."""
        version = self.body.get("version")
        if not isinstance(version, int) or isinstance(version, bool):
            raise answers.SayError(400, answers.UNCLEAR)
        return version

    @property
    def version(self) -> int:
        """The version of the table that the page showed.

        Raises:
            SayError: if it sent none.
            TableError: if it is of a lost stretch of history.
        """
        epoch, version = divmod(self.shown, scenes.MOST_VERSIONS)
        if epoch != self.services.tables.store.epoch:
            raise TableError("outdated", number=self.visit.game_id)
        return version

    @property
    def by(self) -> AskedBy:
        """By what it is asked for: the key under which it is carried out once."""
        once = self.body.get("once")
        if not isinstance(once, str) or not re.fullmatch("[0-9A-Za-z-]{16,40}", once):
            raise answers.SayError(400, answers.UNCLEAR)
        # With the session in it: one cannot take the key of another's request.
        return AskedBy(f"page:{self.visit.hash[:16]}:{once}", self.services.tables.now())

    def text(self, name: str) -> str:
        """Return a text that the page sent."""
        text = self.body.get(name)
        if not isinstance(text, str) or len(text) > LONGEST_ACTION or not text.isprintable():
            raise answers.SayError(400, answers.UNCLEAR)
        return text

    async def table(self) -> Table:
        """Return the table as it is now."""
        return await self.services.tables.get(self.visit.game_id)

    async def player(self, table: Table) -> PanelPlayer | None:
        """Return what the person may do or prepare; None if nothing."""
        return await player_of(self.services, table, self.visit.user_id, self.words)

    async def scene(self, table: Table | None = None) -> dict[str, Any]:
        """Return the table as the person may see it now."""
        table = table or await self.table()
        return await scene_of(self.services, table, self.visit.user_id, self.words)


Do = Callable[[Asked], Coroutine[Any, Any, Body]]  # returns what is answered beside the scene


async def player_of(
    services: PageServices, table: Table, user: int, words: Words
) -> PanelPlayer | None:
    """Return what a person may do or prepare at a table; None if nothing."""
    seat = table.person(user)
    if table.row.state != "running" or seat is None or seat.status != "playing":
        return None
    player = PanelPlayer.of(table, user, words, services.personal.preferences(user).help)
    if player.ahead and not player.has_a_turn_ahead:
        return None
    return player.with_plan(await services.personal.prepared(table, user))


async def scene_of(services: PageServices, table: Table, user: int, words: Words) -> dict[str, Any]:
    """Return a table as one of its people may see it."""
    return scenes.played(table, user, words, await player_of(services, table, user, words))


async def carried_out(asked: Asked, do: Do) -> web.Response:
    """Carry a request out once, and answer it; asked again, it is answered the same."""
    once, key = asked.services.once, asked.by.key
    try:
        await once.begin(key)
        given = await do(asked)
        once.note(key, given)
    except DoneBeforeError as error:
        given = error.outcome or {"said": []}
    except EngineError as error:
        # What was done before a restart, or by another process, is refused now: the scene shows it.
        if not await once.was_kept(key):
            return await refused(asked, error)
        given = {"said": []}
    return answers.answer({**given, "scene": await asked.scene()})


async def refused(asked: Asked, error: EngineError) -> web.Response:
    """Answer a request that the rules or the table refuse, with the table as it is now."""
    scene = await asked.scene()
    code = error.code
    if code in ("outdated", "not-your-turn") or scene["version"] != asked.shown:
        return answers.answer(
            {"said": asked.words(answers.GONE_ON), "code": "outdated", "scene": scene}, 409
        )
    log.info("Refused", extra={"table": asked.visit.game_id, "code": code})
    said = scenes.bare(refusals.refusal_text(error, asked.words))
    return answers.answer({"said": said, "code": code, "scene": scene}, 422)


async def act(asked: Asked) -> Body:
    """Carry out an action of the person's turn, or take the last one back."""
    services, user, number = asked.services, asked.visit.user_id, asked.visit.game_id
    text = asked.text("action")
    if text == UNDO:
        table, action = await services.tables.turns.undo(number, user, asked.version, asked.by)
        _log_done(asked)
        player = await asked.player(table)
        taken = player.in_short(action) if player is not None else str(action)
        return {"said": scenes.sentences([asked.words("Taken back: {action}.", action=taken)])}
    action = (await asked.table()).game_in_turn(user).position.parse(text)
    table, events = await services.tables.turns.act(number, user, action, asked.version, asked.by)
    _log_done(asked)
    if isinstance(action, actions.End):
        # As in Discord: the turn is told by the same message, which the outbox never loses.
        services.publisher.begin(number)
        return {"said": scenes.sentences([turns.turn_ended(table, asked.words)])}
    player = await asked.player(table)
    assert player is not None  # the turn goes on
    done = [event for event in events if isinstance(event, BuildingCompleted)]
    return {"said": scenes.sentences(in_sentences(done, player.teller, player.seat))}


async def prepare(asked: Asked) -> Body:
    """Keep an action for the person's next turn beside another one, or forget what was kept.

    Or have what was kept be played at once when that turn comes, or not.
    """
    services, user = asked.services, asked.visit.user_id
    table = await asked.table()
    player = await asked.player(table)
    if player is None or not player.ahead or asked.version > table.version:
        raise TableError("outdated", number=table.number)
    at_once = asked.body.get("atOnce")
    if isinstance(at_once, bool):
        planned = None if player.planned is None else replace(player.planned, at_once=at_once)
        await services.tables.turns.prepare(table.number, user, planned)
        return {"said": []}
    if asked.body.get("action") is None:
        await services.tables.turns.prepare(table.number, user, None)
        return {"said": scenes.sentences([asked.words("Your prepared turn has been cleared.")])}
    action = player.position.parse(asked.text("action"))
    if (reason := player.position.refusal(action)) is not None:
        raise reason
    await services.tables.turns.prepare(
        table.number, user, with_another(player.planned, action, player.position)
    )
    say = asked.words("Your turn is prepared. When it comes, you can play it or do something else.")
    return {"said": scenes.sentences([say])}


async def preview(asked: Asked) -> web.Response:
    """Answer what an action would bring, or why it cannot be; nothing hidden is told."""
    table = await asked.table()
    try:
        player = await asked.player(table)
        if player is None or player.version != asked.version:
            raise TableError("outdated", number=table.number)
        action = player.position.parse(asked.text("action"))
        if (reason := player.position.refusal(action)) is not None:
            # No error of the page's: a square was tapped, and it says why that cannot be.
            why = refusals.refusal_text(reason, asked.words)
            return answers.answer({"whyNot": scenes.bare(why)})
        return answers.answer(scenes.previewed(player, action))
    except EngineError as error:
        return await refused(asked, error)


async def hint(asked: Asked) -> web.Response:
    """Answer with the best actions that the master builder sees, where hints are allowed."""
    table = await asked.table()
    version = table.version
    try:
        found = await asked.services.advice.found(table, asked.visit.user_id)
        player = await asked.player(await asked.table())
        # Thinking takes seconds, in which the person may have played on.
        if player is None or player.version != version:
            raise TableError("outdated", number=table.number)
    except EngineError as error:
        return await refused(asked, error)
    view = player.position.view(player.seat)
    ideas = [
        {
            "action": str(one.action),
            "text": scenes.bare(advice.idea_line(one, player.teller)),
            "why": scenes.bare(advice.why_text(one, view, player.words)),
        }
        for one in found
    ]
    care = advice.care_lines(player.teller.edition, player.words)
    return answers.answer(
        {"said": scenes.sentences(line.removeprefix("-# ") for line in care), "ideas": ideas}
    )


def _log_done(asked: Asked) -> None:
    user = pseudonym(asked.visit.user_id)
    log.info("Done", extra={"table": asked.visit.game_id, "what": "page", "user": user})


BODY_WITHIN_S: Final = 5.0  # seconds within which a body has to arrive

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Asking:
    """Answers requests by which people do something."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._services = pages.services

    def doing(self, do: Do) -> Handler:
        """Return what has a request carried out once, however often it comes."""

        async def handler(request: web.Request) -> web.StreamResponse:
            asked = await self._asked(request)
            await self._as_member(asked)
            try:
                # It goes on when the page has gone: what is being saved is saved.
                return await asyncio.shield(asyncio.create_task(carried_out(asked, do)))
            except Exception as error:  # noqa: BLE001 - answered in the person's language
                return answers.refusal(error, asked.words)

        return handler

    def asking(self, tell: Callable[[Asked], Awaitable[web.Response]]) -> Handler:
        """Return what answers a request that changes nothing."""

        async def handler(request: web.Request) -> web.StreamResponse:
            return await tell(await self._asked(request))

        return handler

    async def _as_member(self, asked: Asked) -> None:
        """Check that a person is a member of the server still, as a press in Discord shows."""
        server = (await asked.table()).row.guild_id
        member = await self._services.is_member(server, asked.visit.user_id)
        if member is None:
            raise answers.SayError(503, answers.NOT_KNOWN, code="later")
        if not member:
            raise answers.SayError(403, answers.LEFT)

    async def go(self, request: web.Request) -> web.StreamResponse:
        """Answer with the path to another of the person's games: its page, or a link to sign in."""
        asked = await self._asked(request)
        await self._as_member(asked)
        visit, number = asked.visit, asked.body.get("game")
        if number not in await numbers(asked):
            raise answers.SayError(404, answers.NOWHERE)
        with suppress(answers.SayError):
            known = await visitors.visit_of(request, self._services, number)
            if known.user_id == visit.user_id:
                return answers.answer({"path": f"play/{number}"})
        code = self._services.links.entering(number, visit.user_id, visit.language)
        return answers.answer({"path": f"enter/{code}"})

    async def leave(self, request: web.Request) -> web.StreamResponse:
        """End the session of a page."""
        game = visitors.game_of(request)
        self._from_page(request)
        await self._services.links.leave(await visitors.visit_of(request, self._services, game))
        response = answers.answer({"said": []})
        encrypted = self._services.encrypted
        name = visitors.cookie_name(game, encrypted=encrypted)
        response.del_cookie(name, secure=encrypted, httponly=True, samesite="Strict")
        return response

    def _from_page(self, request: web.Request) -> None:
        visitors.own_origin(request, self._services)
        if request.headers.get(visitors.CSRF) != "1":
            raise answers.SayError(403, answers.UNCLEAR)
        current = self._pages.files.hash
        if request.headers.get(visitors.PAGE, current) != current:
            raise answers.SayError(409, answers.UNCLEAR, code="old-page")

    async def _asked(self, request: web.Request) -> Asked:
        game = visitors.game_of(request)
        self._from_page(request)
        visit = await visitors.visit_of(request, self._services, game)
        self._pages.acts.take(visit.user_id)
        words = visitors.words_of(request, self._services, visit)
        if request.content_type != "application/json":
            raise answers.SayError(400, answers.UNCLEAR)
        try:
            async with asyncio.timeout(BODY_WITHIN_S):
                body = json.loads(await request.read())
        except (ValueError, TimeoutError, RecursionError) as error:
            raise answers.SayError(400, answers.UNCLEAR) from error
        if not isinstance(body, dict):
            raise answers.SayError(400, answers.UNCLEAR)
        await visitors.table_of(self._services, visit)
        return Asked(self._services, visit, words, body)


RUNNING: Final[tuple[State, ...]] = ("running",)


async def numbers(asked: Asked) -> list[int]:
    """Return the numbers of the person's other running games on the server of this one."""
    guild, user = (await asked.table()).row.guild_id, asked.visit.user_id
    found = await asked.services.tables.store.games.find(guild, states=RUNNING, user=user)
    return sorted(row.game_id for row in found if row.game_id != asked.visit.game_id)


async def others(asked: Asked) -> web.Response:
    """Answer with these games: the number, whether it is the person's turn, and who else plays."""
    user, shown = asked.visit.user_id, []
    for number in await numbers(asked):
        try:
            table = await asked.services.tables.get(number)
        except (TableError, UnreadableTableError):
            continue
        due = table.active is not None and table.active.user_id == user
        names = [seat.name for seat in table.seats if seat.user_id != user]
        shown.append({"game": number, "due": due, "names": names})
    return answers.answer({"games": shown})
