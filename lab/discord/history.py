"""Everything that was ever public on a Discord, whether deleted or changed since or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import Backend
from simcord.components import walk_components

from lab.discord.rules import Json

WRITTEN: Final = (0, 20)
"""The types of written messages and of answers to commands; Discord itself makes the others."""


@dataclass(slots=True)
class Message:
    """A public message.

    Attributes:
        pings: the ids of the people whom it notified when it was posted.
        payload: the message as Discord sends it now, or sent it last.
        first: the message as Discord sent it when it was posted.
        shown: every text that ever stood in it, names and alt texts of files included.
        deleted: True once it was deleted.
    """

    id: int
    channel_id: int
    payload: Json
    pings: tuple[int, ...] = ()
    first: Json = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    deleted: bool = False

    def __post_init__(self) -> None:
        """Take the post as the first state."""
        self.first = self.payload
        self.become(self.payload)

    def become(self, payload: Json) -> None:
        """Replace the message's content by that of an edit, and keep all texts in ``shown``."""
        self.payload = payload
        # Kept for ever: a secret that stood there for a second was readable.
        for part in ("content", "components", "attachments", "embeds"):
            self.shown.update(strings(payload[part]))

    @property
    def components(self) -> list[Json]:
        """The rows of buttons and menus now."""
        rows: list[Json] = self.payload["components"]
        return rows


@dataclass(slots=True)
class Place:
    """A channel or a thread, with its messages, the oldest first.

    Attributes:
        parent: the id of the channel that it is a thread of.
        locked: whether only moderators may open the thread again.
    """

    id: int
    parent: int | None = None
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """True if it is a thread."""
        return self.parent is not None

    def visible(self) -> list[Message]:
        """Return the messages that were not deleted, the oldest first."""
        return [message for message in self.messages.values() if not message.deleted]


class History:
    """A record of all that becomes public on a Discord from now on.

    Attributes:
        places: the channels and threads by id; deleted ones are missing.
        gone: the deleted ones.
        answers: the messages that answered an interaction in public.
    """

    def __init__(self, backend: Backend) -> None:
        self.places: dict[int, Place] = {}
        self.gone: list[Place] = []
        self.answers: list[Message] = []
        self._backend = backend
        backend.subscribers.append(self._hear)

    def inside(self, place: Place) -> list[Place]:
        """Return a place and the threads in it."""
        return [place, *(inner for inner in self.places.values() if inner.parent == place.id)]

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        number = int(payload.get("id") or 0)
        match event:
            case "CHANNEL_CREATE" | "THREAD_CREATE":
                parent = payload.get("parent_id")
                self.places[number] = Place(number, int(parent) if parent else None)
            case "THREAD_UPDATE":
                self.places[number].locked = payload["thread_metadata"]["locked"]
            case "CHANNEL_DELETE" | "THREAD_DELETE":
                self.gone.append(self.places.pop(number))
            # Direct messages stand in no place of the server.
            case "MESSAGE_CREATE" if payload["type"] in WRITTEN and payload.get("guild_id"):
                self._post(number, dict(payload))
            case "MESSAGE_UPDATE" if message := self._message(payload):
                message.become(dict(payload))
            case "MESSAGE_DELETE" if message := self._message(payload):
                message.deleted = True

    def _post(self, number: int, payload: Json) -> None:
        channel = int(payload["channel_id"])
        # The payload names the people mentioned; only the model knows who of them was notified.
        pings = self._backend.get_message(channel, number).ping_user_ids
        message = Message(number, channel, payload, tuple(sorted(pings)))
        self.places[channel].messages[number] = message
        # The gateway tells of no private answer, so an answer seen here was public.
        if "interaction_metadata" in payload:
            self.answers.append(message)

    def _message(self, payload: Mapping[str, Any]) -> Message | None:
        place = self.places.get(int(payload["channel_id"]))
        return place.messages.get(int(payload["id"])) if place else None


def strings(value: object) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


def controls(components: Any) -> Iterator[Json]:
    """Return the buttons, menus and fields in some components, nested ones included."""
    return (part for part in walk_components(components or ()) if "custom_id" in part)
