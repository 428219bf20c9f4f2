"""Answers to pages: data, and for everything that goes wrong a sentence with its status."""

from __future__ import annotations

import json
import logging
import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import hdrs, web

from db.errors import StoreError, UnsureError
from engine.errors import EngineError
from i18n.translation import N_, Words
from tabletop.doors import ClosedDoorError
from tabletop.errors import TableError, UnreadableTableError
from ui.texts.refusals import refusal_text
from web.live import bare
from web.server.limits import FullError, TooManyError

log = logging.getLogger("arkadia.pages")

GONE_ON: Final = N_("The game has moved on. This is how it stands now.")
SIGNED_OUT: Final = N_(
    "This page is signed out. Press *Open the board* in Discord: its link signs you in again."
)
CLOSED: Final = N_(
    "This link no longer works. A link to play works once, and every personal link for an hour. "
    "Discord gives you a new one."
)
NOWHERE: Final = N_("There is no such page.")
UNCLEAR: Final = N_("The bot cannot read what this page sent. Load the page again.")
OLD_PAGE: Final = N_("The bot was updated since this page was loaded. Load the page again.")
NO_MEMBER: Final = N_(
    "You are no longer on the server where this is played, so you cannot act here."
)
NOT_KNOWN: Final = N_(
    "Discord does not answer, so the bot cannot see whether you are still on the server. Nothing "
    "was done; try again in a minute."
)
LATER: Final = N_(
    "The bot cannot reach its database now. Nothing that was saved is lost. Try again in a minute."
)
UNSURE: Final = N_(
    "The connection broke off while that was being saved. Look at the board before you try again."
)
FULL: Final = N_("So many people look at games now that there is no room. Try again in a minute.")
FAILED: Final = N_(
    "Something went wrong, and it stands in the bot's log. What you did before is saved."
)
ASIDE: Final = N_("Game {number} had to be set aside: its log cannot be read.")


CODES: Final[Mapping[int, str]] = defaultdict(
    lambda: "bad-request", {401: "signed-out", 404: "gone", 409: "outdated"}
)
"""The word by which a page's script knows the kind of a refusal, by its status."""


class SayError(Exception):
    """A request is answered by a sentence in place of what it asked for.

    Attributes:
        status: the status of the response.
        said: the sentence, not translated yet.
        more: what else the answer has.
    """

    def __init__(self, status: int, said: str, **more: Any) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.more = more


def answer(data: Mapping[str, Any], status: int = 200, **headers: str) -> web.Response:
    """Return a response with data."""
    return web.Response(
        body=json_of(data).encode(),
        status=status,
        headers=headers,
        content_type="application/json",
    )


def json_of(data: object) -> str:
    """Return data as pages read it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def refusal(error: BaseException, words: Words) -> web.Response:
    """Return the response that tells a reader why a request was not carried out."""
    status, said, more = _told(error, words)
    headers = {}
    if isinstance(error, TooManyError):
        headers[hdrs.RETRY_AFTER] = str(math.ceil(error.wait_s))
    return answer({"said": bare(said), **more}, status, **headers)


def _told(error: BaseException, words: Words) -> tuple[int, str, Mapping[str, Any]]:
    """Return an error's status, sentence and what else is answered."""
    match error:
        case SayError():
            return error.status, words(error.said), {"code": CODES[error.status], **error.more}
        case ClosedDoorError():
            return 403, words(CLOSED), {"code": "gone"}
        case FullError():
            return 503, words(FULL), {"code": "later"}
        case TooManyError():
            return 429, _too_many(error, words), {"code": "too-many"}
        case TableError():
            return 404, refusal_text(error, words), {"code": error.code}
        case EngineError():
            return 422, refusal_text(error, words), {"code": error.code}
        case UnreadableTableError():
            return 404, words(ASIDE, number=error.number), {"code": "gone"}
        case UnsureError():
            log.error("Not known whether saved", extra={"why": str(error)})
            return 503, words(UNSURE), {"code": "later"}
        case StoreError():
            log.error("No answer", extra={"why": str(error)})
            return 503, words(LATER), {"code": "later"}
    log.error("Failed", exc_info=error)
    return 500, words(FAILED), {"code": "failed"}


def _too_many(error: TooManyError, words: Words) -> str:
    return words.plural(
        "That was too much at once. It goes on in {n} second.",
        "That was too much at once. It goes on in {n} seconds.",
        math.ceil(error.wait_s),
    )
