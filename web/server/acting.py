"""Acts of people on pages: by the same services as in Discord, saved before they are answered."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from aiohttp import web

from db.errors import DoneBeforeError
from db.people.rows import StoredVisit
from engine.actions import Action, End
from engine.errors import EngineError
from engine.events import BuildingCompleted
from engine.game import UNDO
from i18n.translation import Words
from runtime.logs import pseudonym
from tabletop.errors import TableError
from tabletop.once import RepeatedError
from tabletop.prepared import with_another
from tabletop.table import Table
from ui.panel.desk import Desk
from ui.texts.game.advised import advice_lines, why_lines
from ui.texts.game.since import in_sentences
from ui.texts.game.turns import turn_ended
from ui.texts.refusals import refusal_text
from web.live import MOST_VERSIONS, bare, played, previewed, told
from web.server.answers import GONE_ON, UNCLEAR, SayError, answer
from web.server.house import House

log = logging.getLogger("arkadia.pages")

LONGEST_ACTION: Final = 300
"""Characters of the longest action that is read."""

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's request on a page.

    Attributes:
        house: the services.
        visit: the person's session.
        words: the person's language.
        body: what the page sent.
    """

    house: House
    visit: StoredVisit
    words: Words
    body: Body

    @property
    def shown(self) -> int:
        """The version that the page showed, as pages have it.

        Raises:
            SayError: if it sent none.
        """
        version = self.body.get("version")
        if not isinstance(version, int) or isinstance(version, bool):
            raise SayError(400, UNCLEAR)
        return version

    @property
    def version(self) -> int:
        """The version of the table that the page showed.

        Raises:
            SayError: if it sent none.
            TableError: if it is of a lost stretch of history.
        """
        epoch, version = divmod(self.shown, MOST_VERSIONS)
        if epoch != self.house.tables.store.epoch:
            raise TableError("outdated", number=self.visit.game_id)
        return version

    @property
    def key(self) -> str:
        """The key under which the request is carried out once.

        Raises:
            SayError: if the page sent none.
        """
        once = self.body.get("once")
        if not isinstance(once, str) or not re.fullmatch("[0-9A-Za-z-]{16,40}", once):
            raise SayError(400, UNCLEAR)
        # With the person in it: one cannot take the key of another's request.
        return f"page:{self.visit.user_id}:{once}"

    def text(self, name: str) -> str:
        """Return a text that the page sent.

        Raises:
            SayError: if it sent none, or one that is too long.
        """
        text = self.body.get(name)
        if not isinstance(text, str) or len(text) > LONGEST_ACTION or not text.isprintable():
            raise SayError(400, UNCLEAR)
        return text

    async def table(self) -> Table:
        """Return the table as it is now."""
        return await self.house.tables.get(self.visit.game_id)

    async def desk(self, table: Table) -> Desk | None:
        """Return what the person may do or prepare; None if nothing."""
        return await desk_of(self.house, table, self.visit.user_id, self.words)

    async def scene(self, table: Table | None = None) -> dict[str, Any]:
        """Return the table as the person may see it now."""
        table = table or await self.table()
        return await scene_of(self.house, table, self.visit.user_id, self.words)


Do = Callable[[Asked], Coroutine[Any, Any, Body]]
"""Carries a request out, and returns what it is answered beside the scene."""


async def desk_of(house: House, table: Table, user: int, words: Words) -> Desk | None:
    """Return what a person may do or prepare at a table; None if nothing."""
    seat = table.person(user)
    if table.row.state != "running" or seat is None or seat.status != "playing":
        return None
    desk = Desk.of(table, user, words, house.personal.preferences(user).help)
    if desk.ahead and not desk.has_a_turn_ahead:
        return None
    return desk.with_plan(await house.personal.prepared(table, user))


async def scene_of(house: House, table: Table, user: int, words: Words) -> dict[str, Any]:
    """Return a table as one of its people may see it."""
    return played(table, user, words, await desk_of(house, table, user, words))


async def carried_out(asked: Asked, do: Do) -> web.Response:
    """Carry a request out once, and answer it; asked again, it is answered the same.

    It goes on when the page has gone: what is being saved is saved.
    """
    return await asyncio.shield(asyncio.create_task(_carried_out(asked, do)))


async def _carried_out(asked: Asked, do: Do) -> web.Response:
    once = asked.house.once
    try:
        await once.begin(asked.key, asked.visit.user_id)
        once.about(await asked.table())
        given = await do(asked)
    except (RepeatedError, DoneBeforeError):
        return await _again(asked)
    except EngineError as error:
        return await refused(asked, error)
    once.answered(lambda: json.dumps(given, ensure_ascii=False))
    return answer({**given, "scene": await asked.scene()})


async def _again(asked: Asked) -> web.Response:
    """Answer a request that was carried out before as it was answered then."""
    known = await asked.house.once.outcome_of(asked.key)
    given = json.loads(known.outcome) if known is not None and known.outcome else {"said": []}
    return answer({**given, "scene": await asked.scene()})


async def refused(asked: Asked, error: EngineError) -> web.Response:
    """Answer a request that the rules or the table refuse, with the table as it is now."""
    scene = await asked.scene()
    code = error.code
    if code in ("outdated", "not-your-turn") or scene["version"] != asked.shown:
        return answer({"said": asked.words(GONE_ON), "code": "outdated", "scene": scene}, 409)
    log.info("Refused", extra={"table": asked.visit.game_id, "code": code})
    said = bare(refusal_text(error, asked.words))
    return answer({"said": said, "code": code, "scene": scene}, 422)


async def act(asked: Asked) -> Body:
    """Carry out an action of the person's turn, or take the last one back.

    Raises:
        EngineError: if it is refused.
    """
    house, user, number = asked.house, asked.visit.user_id, asked.visit.game_id
    text = asked.text("action")
    if text == UNDO:
        table, action = await house.tables.turns.undo(number, user, asked.version)
        _log_done(asked)
        desk = await asked.desk(table)
        taken = desk.in_short(action) if desk is not None else str(action)
        return {"said": told([asked.words("Taken back: {action}.", action=taken)])}
    action = (await asked.table()).game_in_turn(user).position.parse(text)
    table, events = await house.tables.turns.act(number, user, action, asked.version)
    _log_done(asked)
    if isinstance(action, End):
        # As in Discord: the turn is told by the same message, which the outbox never loses.
        house.publisher.begin(number)
        return {"said": told([turn_ended(table, asked.words)])}
    desk = await asked.desk(table)
    assert desk is not None  # the turn goes on
    done = [event for event in events if isinstance(event, BuildingCompleted)]
    return {"said": told(in_sentences(done, desk.teller, desk.seat))}


async def prepare(asked: Asked) -> Body:
    """Keep an action for the person's next turn beside another one, or forget what was kept.

    Or have what was kept be played at once when that turn comes, or not.

    Raises:
        EngineError: if it would not be legal.
    """
    house, user = asked.house, asked.visit.user_id
    table = await asked.table()
    desk = await asked.desk(table)
    if desk is None or not desk.ahead or asked.version > table.version:
        raise TableError("outdated", number=table.number)
    at_once = asked.body.get("atOnce")
    if isinstance(at_once, bool):
        planned = None if desk.planned is None else replace(desk.planned, at_once=at_once)
        await house.tables.turns.prepare(table.number, user, planned)
        return {"said": []}
    if asked.body.get("action") is None:
        await house.tables.turns.prepare(table.number, user, None)
        return {"said": told([asked.words("What you prepared is forgotten.")])}
    action = _legal(desk, asked.text("action"))
    await house.tables.turns.prepare(
        table.number, user, with_another(desk.planned, action, desk.position)
    )
    kept = asked.words("Prepared. When it is your turn, you are shown it, to do it or not.")
    return {"said": told([kept])}


async def preview(asked: Asked) -> web.Response:
    """Answer what an action would bring, or why it cannot be; nothing hidden is told."""
    table = await asked.table()
    try:
        desk = await asked.desk(table)
        if desk is None or desk.version != asked.version:
            raise TableError("outdated", number=table.number)
        action = desk.position.parse(asked.text("action"))
        if (reason := desk.position.refusal(action)) is not None:
            # No error of the page's: a square was tapped, and it says why that cannot be.
            return answer({"whyNot": bare(refusal_text(reason, asked.words))})
        return answer(previewed(desk, action))
    except EngineError as error:
        return await refused(asked, error)


async def hint(asked: Asked) -> web.Response:
    """Answer with the best actions that the master builder sees, where hints are allowed."""
    table = await asked.table()
    version = table.version
    try:
        found = await asked.house.advice.found(table, asked.visit.user_id)
        desk = await asked.desk(await asked.table())
        # Thinking takes seconds, in which the person may have played on.
        if desk is None or desk.version != version:
            raise TableError("outdated", number=table.number)
    except EngineError as error:
        return await refused(asked, error)
    view = desk.position.view(desk.seat)
    lines = [
        *advice_lines(table.number, found, desk.teller),
        *why_lines(table.number, found, view, desk.words),
    ]
    actions = [str(one.action) for one in found]
    return answer({"said": told(line.strip() for line in lines), "actions": actions})


def _legal(desk: Desk, text: str) -> Action:
    """Return a legal action of which a page sent the text.

    Raises:
        EngineError: if it is none.
    """
    action = desk.position.parse(text)
    if (reason := desk.position.refusal(action)) is not None:
        raise reason
    return action


def _log_done(asked: Asked) -> None:
    user = pseudonym(asked.visit.user_id)
    log.info("Done", extra={"table": asked.visit.game_id, "what": "page", "user": user})
