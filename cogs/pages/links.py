"""Links to the pages of games: signed links, and the sessions that begin with them.

A link says by itself which game it opens, for which person and until when; a keyed hash keeps all
of it from being changed or guessed. A link to watch works as often as wanted. A link to play works
once: it becomes a session of that person in that game, known by a cookie of which the database
keeps a hash.
"""

import hashlib
import hmac
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from cogs.pages import store as visits
from cogs.pages.store import StoredVisit
from db.errors import ForgottenError
from db.store import Store
from tabletop.cache import Signal
from tabletop.table import Clock
from tabletop.time_control import DAY, HOUR

LINK_MS: Final = HOUR  # how long a person's link is good, in milliseconds
SESSION_MS: Final = 7 * DAY  # how long a session lasts, in milliseconds
MOST_SESSIONS: Final = 20  # sessions that a person has at most; those that end first are ended
LONGEST: Final = 120  # characters of the longest code that is looked at
KEY: Final = ("pages", "key")  # the setting with the key of all links

LinkKind: TypeAlias = Literal["watch", "visit", "enter"]
"""Watching by all who have the link, watching by one person for a while, and playing."""

_KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)
_WATCH: Final = bytes([_KINDS.index("watch")])
_PACKED: Final = struct.Struct(">BQQQ8s")
_PROOF: Final = 16  # bytes of the keyed hash, which are as many as nobody can try


@dataclass(frozen=True, slots=True)
class Link:
    """The meaning of a link."""

    kind: LinkKind
    game: int
    user: int = 0  # the person; 0 for all who have the link
    until: int = 0  # when it ends, in milliseconds UTC; 0 for never
    language: str = ""  # the code of the person's language in Discord; empty for none
    mark: bytes = bytes(8)  # what makes two links of the same kind different

    @property
    def packed(self) -> bytes:
        """The link as bytes, without the proof that it is ours."""
        fixed = _PACKED.pack(_KINDS.index(self.kind), self.game, self.user, self.until, self.mark)
        return fixed + self.language.encode()


class DeadLinkError(Exception):
    """A link opens nothing: it is not ours, has ended, or was used."""


class Links:
    """A service that gives links to games' pages, and keeps the sessions of people there."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._key = b""
        self.closed = Signal()  # sends the id of a person who has closed all pages, or one of them

    async def load(self) -> None:
        """Read the key of all links, or make one."""
        found = await self._store.admin.setting(*KEY)
        if found is None:
            await self._store.admin.set_setting(*KEY, secrets.token_hex(32))
            # Another process may have made one at the same time: the last one counts for both.
            found = await self._store.admin.setting(*KEY)
        self._key = bytes.fromhex(found or "")

    def watching(self, game: int) -> str:
        """Return the code by which everybody who has it may watch a game."""
        return self._code(Link("watch", game))

    def visiting(self, game: int, user: int) -> str:
        """Return a code by which one person may watch a game for an hour."""
        return self._code(Link("visit", game, user, self._until()))

    def entering(self, game: int, user: int, language: str) -> str:
        """Return a code by which a person may play a game; it works once, within the hour."""
        mark = secrets.token_bytes(8)
        return self._code(Link("enter", game, user, self._until(), language, mark))

    def read(self, code: str, *kinds: LinkKind) -> Link:
        """Return what a code opens.

        Raises:
            DeadLinkError: if it is none of these kinds, not ours, or has ended.
        """
        link = self._parsed(code)
        if link is None or link.kind not in kinds:
            raise DeadLinkError
        if link.until and link.until <= self._clock():
            raise DeadLinkError
        return link

    async def enter(self, code: str) -> tuple[Link, str]:
        """Use a link to play up, and return what it opens with the cookie of its session.

        Raises:
            DeadLinkError: if it is not ours, has ended, or was used, or its person was
                forgotten since it was given.
            StoreError: if the session could not be saved; the link is unused then.
        """
        link, now, cookie = self.read(code, "enter"), self._clock(), secrets.token_urlsafe(32)
        about = (link.user, link.game, link.language)
        used = StoredVisit(_hash(link.packed), "used", *about, link.until)
        begun = StoredVisit(self._session(cookie), "session", *about, now + SESSION_MS)
        try:
            mark = self._mark(link.user)
            good = await self._store.change(visits.enter, used, begun, now, MOST_SESSIONS, mark)
        except ForgottenError as error:
            raise DeadLinkError from error
        if not good:
            raise DeadLinkError
        return link, cookie

    async def session(self, cookie: str, game: int) -> StoredVisit | None:
        """Return the session of a cookie in a game; None if there is none."""
        if not cookie or len(cookie) > LONGEST or not cookie.isascii():
            return None
        found = await self._store.ask(visits.session, self._session(cookie), self._clock())
        return found if found is not None and found.game_id == game else None

    async def is_closed(self, link: Link) -> bool:
        """Return whether the person of a link has closed all pages since it was given."""
        mark = self._mark(link.user)
        return bool(link.user) and await self._store.ask(visits.is_closed, mark, link.until)

    async def leave(self, visit: StoredVisit) -> None:
        """End one session."""
        await self._store.change(visits.leave, visit.hash)
        self.closed.send(visit.user_id)

    async def close(self, user: int) -> None:
        """End all sessions and links of a person."""
        mark = StoredVisit(self._mark(user), "closed", user, 0, "", self._until())
        await self._store.change(visits.close, mark)
        self.closed.send(user)

    def sealed(self, game: int, version: int) -> str:
        """Return a version of a game as an open page has it, of which nobody else makes another."""
        proof = hmac.digest(self._key, b"%d at %d" % (game, version), "sha256")[:_PROOF]
        return f"{version}-{proof.hex()}"

    def unsealed(self, game: int, sealed: str) -> int | None:
        """Return the version in a sealed text; None if it was not sealed here."""
        version, _, _ = sealed.partition("-")
        if not version.isdecimal() or not sealed.isascii() or len(sealed) > LONGEST:
            return None
        known = hmac.compare_digest(sealed, self.sealed(game, int(version)))
        return int(version) if known else None

    def _until(self) -> int:
        return self._clock() + LINK_MS

    def _code(self, link: Link) -> str:
        packed = link.packed
        return urlsafe_b64encode(packed + self._proof(packed)).decode().rstrip("=")

    def _proof(self, packed: bytes) -> bytes:
        # Where history was lost, that a link was used, or a person signed out, may be lost, too.
        stretch = b"" if packed[:1] == _WATCH else b"%d" % self._store.epoch
        return hmac.digest(self._key, packed + stretch, "sha256")[:_PROOF]

    def _session(self, cookie: str) -> str:
        """Return the hash by which the session of a cookie is known in this stretch of history."""
        return _hash(b"%d %s" % (self._store.epoch, cookie.encode()))

    def _mark(self, user: int) -> str:
        """Return the hash by which it is known that a person has closed all pages.

        It is keyed, since it outlasts the person's id, and ids are few enough to be tried.
        """
        return hmac.new(self._key, b"closed by %d" % user, "sha256").hexdigest()

    def _parsed(self, code: str) -> Link | None:
        if not self._key or len(code) > LONGEST or not code.isascii():
            return None
        try:
            whole = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        except ValueError:
            return None
        if urlsafe_b64encode(whole).decode().rstrip("=") != code:
            return None  # a second spelling of a code would be another one to a cache
        packed, proof = whole[:-_PROOF], whole[-_PROOF:]
        if len(packed) < _PACKED.size or not hmac.compare_digest(proof, self._proof(packed)):
            return None
        kind, game, user, until, mark = _PACKED.unpack_from(packed)
        return Link(_KINDS[kind], game, user, until, packed[_PACKED.size :].decode(), mark)


def _hash(secret: bytes) -> str:
    """Return the hash by which a secret is known; it is random, so it needs no salt."""
    return hashlib.sha256(secret).hexdigest()
