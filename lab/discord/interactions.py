"""The interactions that wait for an answer: what the bot answered, and whether it was in time."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction as Record
from simcord.backend.models import Message, ResponseKind

from lab.discord.rules import Json

COMMAND: Final = 2
COMPONENT: Final = 3
SUGGESTIONS: Final = 4
FORM: Final = 5

IN_TIME: Final = 3.0
"""Seconds in which Discord wants to hear of an interaction."""

PROMISED: Final = 30.0
"""Seconds for which an answer is waited for that was promised."""

REMEMBERED: Final = 2000
"""How many interactions are known at a time; older ones are of no use to anybody."""

TOO_LATE: Final = 10062
ACKNOWLEDGED: Final = 40060
"""Discord's numbers for its refusals of an answer."""

_PATH: Final = re.compile(r"/(interactions|webhooks)/[^/]+/([^/]+).*")


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server."""

    id: int
    name: str


@dataclass(slots=True)
class Interaction:
    """One thing that a person did.

    Attributes:
        record: what Discord knows of it.
        what: the command, or the beginning of the custom id.
        sent: when the bot was told of it.
        heard: when the bot said that it knows of it; None before.
        troubled: whether a request of the answer was made to fail.
        cut: whether the bot's process ended meanwhile, or nobody could be answered any more.
        gone: whether that is so because the channel is gone; the bot may do it all the same.
        answered: set once there is an answer, or none can come any more.
    """

    record: Record
    what: str
    backend: Backend = field(repr=False)
    sent: float = field(default_factory=time.monotonic)
    heard: float | None = None
    troubled: bool = False
    cut: bool = False
    gone: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def kind(self) -> int:
        """What kind of thing it is, as Discord counts them."""
        return self.record.type

    @property
    def has_answer(self) -> bool:
        """Whether the person has seen an answer."""
        return self.answered.is_set() and not self.cut

    @property
    def messages(self) -> list[Message]:
        """The messages of the answer that are still there, the first one first."""
        there = self.backend.messages.get(self.record.channel_id, {})
        ids = (self.record.message_id, *self.record.followup_ids)
        return [there[number] for number in ids if number in there]

    @property
    def text(self) -> str:
        """What the answer says."""
        return "\n".join(message.content for message in self.messages)

    @property
    def pictures(self) -> int:
        """How many files the answer has."""
        return sum(len(message.attachments) for message in self.messages)

    @property
    def form(self) -> Json | None:
        """The form that was opened."""
        return self.record.modal

    def end(self) -> None:
        """Notes that there will be no answer."""
        if not self.answered.is_set():
            self.cut = True
            self.answered.set()


class Answering:
    """Follows the bot's answers.

    Attributes:
        in_time: the seconds in which there must be one; Discord's three, where time is.
        late: how many interactions were heard of too late.
        slowest: the seconds that the slowest of the others took.
    """

    def __init__(self, backend: Backend) -> None:
        self.in_time = IN_TIME
        self.late = 0
        self.slowest = 0.0
        self._backend = backend
        self._open: OrderedDict[str, Interaction] = OrderedDict()

    def open(self, record: Record, what: str) -> Interaction:
        """Notes what waits for an answer."""
        record.initial_response_deadline = self._backend.iso_after(self.in_time)
        interaction = self._open[record.token] = Interaction(record, what, self._backend)
        while len(self._open) > REMEMBERED:
            self._forget(self._open.popitem(last=False)[1])
        return interaction

    def _forget(self, interaction: Interaction) -> None:
        record, backend = interaction.record, self._backend
        del backend.interactions[record.id], backend.interaction_tokens[record.token]
        if record.response_kind != ResponseKind.UPDATE:
            for message in interaction.messages:
                if message.is_ephemeral:
                    del backend.messages[message.channel_id][message.id]

    async def wait(self, interaction: Interaction) -> None:
        """Waits for the answer: three seconds for a sign, and longer if one is promised."""
        try:
            await asyncio.wait_for(interaction.answered.wait(), self.in_time)
        except TimeoutError:
            if interaction.heard is not None:
                try:
                    await asyncio.wait_for(interaction.answered.wait(), PROMISED)
                except TimeoutError:
                    return

    def cut(self, token: str) -> None:
        """Nobody was told of something."""
        self._open[token].end()

    def cut_all(self, channel: int | None = None) -> None:
        """Nothing that waits, in one channel or anywhere, is answered any more."""
        for interaction in self._open.values():
            if channel in (None, interaction.record.channel_id):
                interaction.gone |= channel is not None
                interaction.end()

    def of(self, path: str) -> Interaction | None:
        """What a request to a path answers."""
        match = _PATH.fullmatch(path)
        return self._open.get(match[2]) if match else None

    def heard(self, interaction: Interaction, method: str, path: str) -> None:
        """Notes that a request of an answer was carried out."""
        first = path.endswith("/callback")
        if first:
            interaction.heard = time.monotonic()
            self.slowest = max(self.slowest, interaction.heard - interaction.sent)
        promised = first and interaction.record.deferred
        if method in ("POST", "PATCH") and not promised:
            interaction.answered.set()

    def refused(self, interaction: Interaction, error: BackendError) -> None:
        """Notes that a request of an answer was not carried out."""
        self.late += error.code == TOO_LATE and interaction.heard is None
