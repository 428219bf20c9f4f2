"""Where things are said: a server with its channels and threads, and the messages in them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from db.share import ALONE, Share

Json: TypeAlias = dict[str, Any]

TEXT: Final = 0
PUBLIC_THREAD: Final = 11
EPHEMERAL: Final = 1 << 6
EPOCH: Final = 1_420_070_400_000
"""Discord's first millisecond."""

_numbers: Final = itertools.count(1)


def now() -> int:
    """The time in milliseconds."""
    return int(time.time() * 1000)


def new_id() -> int:
    """An id as Discord makes them: the time, and a number that nobody else has."""
    return (now() - EPOCH << 22) + next(_numbers) % (1 << 22)


def moment_of(number: int) -> int:
    """The time at which an id was made, in milliseconds."""
    return (number >> 22) + EPOCH


def user_payload(user: int, name: str, *, bot: bool = False) -> Json:
    """Somebody as Discord tells of them."""
    return {
        "id": str(user),
        "username": name,
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


BOT: Final = 100_000_000_000_000_001
"""The bot's id, and that of its application."""

BOT_PAYLOAD: Final = user_payload(BOT, "arkadia", bot=True)

APPLICATION: Final[Json] = {
    "id": str(BOT),
    "name": "Arkadia",
    "description": "",
    "icon": None,
    "flags": 0,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": BOT_PAYLOAD,
}


@dataclass(slots=True)
class Message:
    """A message of the bot.

    Attributes:
        place: the id of the channel or thread.
        owner: the id of the only person who sees it; None when all do.
        pings: the ids of those whom it notified when it was posted.
        first: what it was when it was posted: its text, its components and its files.
        shown: every text that ever stood in it, names and alt texts of files included.
        deleted: whether somebody has deleted it.
    """

    id: int
    place: int
    owner: int | None
    content: str = ""
    components: Sequence[Json] = ()
    attachments: Sequence[Json] = ()
    embeds: Sequence[Json] = ()
    flags: int = 0
    nonce: str | None = None
    pings: tuple[int, ...] = ()
    first: Json = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    deleted: bool = False

    def put(self, body: Mapping[str, Any], uploaded: Sequence[Json]) -> None:
        """Changes it as a request says: what is not named stays."""
        self.content = str(body.get("content", self.content) or "")
        self.components = body.get("components", self.components) or ()
        self.embeds = body.get("embeds", self.embeds) or ()
        if "attachments" in body:
            kept = {str(file["id"]) for file in body["attachments"] or ()}
            old = [file for file in self.attachments if file["id"] in kept]
            self.attachments = [*old, *uploaded]
        elif uploaded:
            self.attachments = [*self.attachments, *uploaded]
        self.shown.update(strings([self.content, self.components, self.attachments, self.embeds]))
        if not self.first:
            self.first = {
                "content": self.content,
                "components": self.components,
                "attachments": self.attachments,
            }

    def payload(self) -> Json:
        """The message as Discord tells of it."""
        return {
            "id": str(self.id),
            "channel_id": str(self.place),
            "author": BOT_PAYLOAD,
            "content": self.content,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": list(self.attachments),
            "embeds": list(self.embeds),
            "components": list(self.components),
            "pinned": False,
            "type": 0,
            "flags": self.flags,
            "nonce": self.nonce,
        }


def strings(value: object) -> Iterator[str]:
    """Every text in something, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


def controls(components: object) -> Iterator[Json]:
    """The buttons, menus and fields in some components, those inside others included."""
    if isinstance(components, dict):
        if "custom_id" in components:
            yield components
        for inside in ("components", "component", "accessory"):
            yield from controls(components.get(inside))
    elif isinstance(components, list | tuple):
        for component in components:
            yield from controls(component)


@dataclass(slots=True)
class Place:
    """A channel or a thread, with its messages, the oldest first."""

    id: int
    kind: int
    name: str
    guild: int
    parent: int | None = None
    archived: bool = False
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.kind != TEXT

    def visible(self) -> list[Message]:
        """The messages that all see, the oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def payload(self) -> Json:
        """The place as Discord tells of it."""
        shared: Json = {
            "id": str(self.id),
            "type": self.kind,
            "name": self.name,
            "guild_id": str(self.guild),
            "parent_id": None if self.parent is None else str(self.parent),
        }
        if not self.is_thread:
            return {
                **shared,
                "position": 0,
                "permission_overwrites": [],
                "nsfw": False,
                "topic": None,
            }
        return {
            **shared,
            "owner_id": str(BOT),
            "message_count": len(self.messages),
            "member_count": 1,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": 10080,
                "archive_timestamp": "2026-01-01T00:00:00+00:00",
            },
        }


class Guild:
    """A server with its channels and threads.

    Args:
        share: of which shards it is one.

    Attributes:
        places: its channels and threads by id; deleted ones are missing.
        graveyard: the deleted ones.
    """

    def __init__(self, name: str, share: Share = ALONE) -> None:
        self.id = new_id()
        while not share.owns(self.id):
            self.id += 1 << 22
        self.name = name
        self.places: dict[int, Place] = {}
        self.graveyard: list[Place] = []

    def add(self, kind: int, name: str, parent: int | None = None, number: int = 0) -> Place:
        """A new channel or thread."""
        place = Place(number or new_id(), kind, name, self.id, parent)
        self.places[place.id] = place
        return place

    def inside(self, place: Place) -> list[Place]:
        """A place and the threads in it."""
        return [place, *(inner for inner in self.places.values() if inner.parent == place.id)]

    def remove(self, place: Place) -> list[Place]:
        """Deletes a place and the threads in it; gives them."""
        gone = self.inside(place)
        for one in gone:
            self.graveyard.append(self.places.pop(one.id))
        return gone

    def payload(self) -> Json:
        """The server as Discord tells of it at the start."""
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(ALL_PERMISSIONS),
            "position": 0,
            "color": 0,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        channels = [place.payload() for place in self.places.values() if not place.is_thread]
        threads = [place.payload() for place in self.places.values() if place.is_thread]
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": "1",
            "member_count": 5,
            "members": [],
            "channels": channels,
            "threads": [thread for thread in threads if not thread["thread_metadata"]["archived"]],
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "unavailable": False,
            "preferred_locale": "en-US",
        }


ALL_PERMISSIONS: Final = (1 << 49) - 1 - (1 << 3)
"""Everything but to be an administrator."""
