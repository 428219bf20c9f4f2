"""The memory of a Discord: all that was ever public, and interactions with their answers."""

import asyncio
import re
import time
from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction as Record
from simcord.backend.models import Message as Posted
from simcord.backend.models import ResponseKind
from simcord.components import walk_components

from lab.discord.strict import Json

WRITTEN: Final = (0, 20)
"""The types of written messages and of answers to commands; Discord itself makes the others."""


@dataclass(slots=True)
class Message:
    """A public message."""

    id: int
    channel_id: int
    payload: Json  # the message as Discord sends it now, or sent it last
    pings: tuple[int, ...] = ()  # the ids of the people whom it notified when it was posted
    first: Json = field(default_factory=dict)  # the message as Discord sent it when it was posted
    deleted: bool = False  # True once it was deleted

    def __post_init__(self) -> None:
        """Take the post as the first state."""
        self.first = self.payload

    @property
    def components(self) -> list[Json]:
        """The rows of buttons and menus now."""
        rows: list[Json] = self.payload["components"]
        return rows


@dataclass(slots=True)
class Place:
    """A channel or a thread, with its messages, the oldest first."""

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
    """A record of all that becomes public on a Discord from now on."""

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
                message.payload = dict(payload)
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


def controls(components: Any) -> Iterator[Json]:
    """Return the buttons, menus and fields in some components, nested ones included."""
    return (part for part in walk_components(components or ()) if "custom_id" in part)


COMMAND: Final = 2
COMPONENT: Final = 3
SUGGESTIONS: Final = 4
FORM: Final = 5

IN_TIME: Final = 3.0  # seconds in which Discord wants an interaction acknowledged

PROMISED: Final = 30.0  # seconds to wait for an answer that was deferred

REMEMBERED: Final = 2000
"""The number of interactions kept; older ones have long been answered or given up."""

TOO_LATE: Final = 10062
ACKNOWLEDGED: Final = 40060  # Discord's codes for its refusals of an answer

_PATH: Final = re.compile(r"/(interactions|webhooks)/[^/]+/([^/]+).*")


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server."""

    id: int
    name: str


@dataclass(slots=True)
class Interaction:
    """A person's command, press, choice or form, with the bot's answer to it."""

    record: Record  # Discord's record of it
    what: str  # the command, or the beginning of the custom id
    backend: Backend = field(repr=False)
    sent: float = field(default_factory=time.monotonic)  # the time at which it was sent to the bot
    heard: float | None = None  # the time at which the bot acknowledged it; None before
    troubled: bool = False  # True if a request of the answer was made to fail
    # True if no answer can come any more: the bot's process ended, or the channel is gone
    cut: bool = False
    # True if that is because of the channel; the bot may have carried it out nevertheless
    gone: bool = False
    # set once there is an answer, or none can come any more
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def kind(self) -> int:
        """The interaction's type, as Discord numbers them."""
        return self.record.type

    @property
    def has_answer(self) -> bool:
        """True if the person has seen an answer."""
        return self.answered.is_set() and not self.cut

    @property
    def messages(self) -> list[Posted]:
        """The messages of the answer that are still there, the first one first."""
        there = self.backend.messages.get(self.record.channel_id, {})
        ids = (self.record.message_id, *self.record.followup_ids)
        return [there[number] for number in ids if number in there]

    @property
    def text(self) -> str:
        """The answer's text."""
        return "\n".join(message.content for message in self.messages)

    @property
    def pictures(self) -> int:
        """The number of files in the answer."""
        return sum(len(message.attachments) for message in self.messages)

    @property
    def form(self) -> Json | None:
        """The form that was opened."""
        return self.record.modal

    def end(self) -> None:
        """Note that there will be no answer."""
        if not self.answered.is_set():
            self.cut = True
            self.answered.set()


class Answering:
    """A record of the interactions that wait for an answer, and of late answers.

    Attributes:
        in_time: the seconds for an acknowledgement; Discord's three unless the machine is slow.
        late: the number of interactions acknowledged too late.
        took: the seconds after which the last ones were answered.
    """

    def __init__(self, backend: Backend) -> None:
        self.in_time = IN_TIME
        self.late = 0
        self.took: deque[float] = deque(maxlen=REMEMBERED)
        self._backend = backend
        self._open: OrderedDict[str, Interaction] = OrderedDict()

    def open(self, record: Record, what: str) -> Interaction:
        """Note an interaction that waits for an answer, and return it."""
        record.initial_response_deadline = self._backend.iso_after(self.in_time)
        interaction = self._open[record.token] = Interaction(record, what, self._backend)
        while len(self._open) > REMEMBERED:
            self._forget(self._open.popitem(last=False)[1])
        return interaction

    def _forget(self, interaction: Interaction) -> None:
        record, backend = interaction.record, self._backend
        del backend.interactions[record.id], backend.interaction_tokens[record.token]
        # The answer to a press in a panel is the panel itself, which later presses still need.
        if record.response_kind != ResponseKind.UPDATE:
            for message in interaction.messages:
                if message.is_ephemeral:
                    del backend.messages[message.channel_id][message.id]

    async def wait(self, interaction: Interaction) -> None:
        """Wait for the answer: three seconds for an acknowledgement, longer if it is deferred."""
        with suppress(TimeoutError):
            await asyncio.wait_for(interaction.answered.wait(), self.in_time)
        if interaction.heard is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.answered.wait(), PROMISED)

    def cut(self, token: str) -> None:
        """Note that an interaction was sent to no bot, so that it gets no answer."""
        self._open[token].end()

    def cut_all(self, channel: int | None = None) -> None:
        """Note that the open interactions, of one channel or all, can get no answer any more."""
        for interaction in self._open.values():
            if channel in (None, interaction.record.channel_id):
                interaction.gone |= channel is not None
                interaction.end()

    def of(self, path: str) -> Interaction | None:
        """Return the open interaction that a request to a path answers, or None."""
        match = _PATH.fullmatch(path)
        return self._open.get(match[2]) if match else None

    def heard(self, interaction: Interaction, method: str, path: str) -> None:
        """Note that Discord accepted a request by which the bot answers an interaction."""
        first = path.endswith("/callback")
        if first:
            interaction.heard = time.monotonic()
        promised = first and interaction.record.deferred
        if method in ("POST", "PATCH") and not promised:
            if not interaction.answered.is_set():
                self.took.append(time.monotonic() - interaction.sent)
            interaction.answered.set()

    def refused(self, interaction: Interaction, error: BackendError) -> None:
        """Note that Discord refused a request by which the bot answers an interaction."""
        self.late += error.code == TOO_LATE and interaction.heard is None
