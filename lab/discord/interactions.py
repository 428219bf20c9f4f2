"""Interactions that wait for an answer: the bot's answers, and whether they were in time."""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict, deque
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
"""Seconds in which Discord wants an interaction acknowledged."""

PROMISED: Final = 30.0
"""Seconds to wait for an answer that was deferred."""

REMEMBERED: Final = 2000
"""The number of interactions kept; older ones have long been answered or given up."""

TOO_LATE: Final = 10062
ACKNOWLEDGED: Final = 40060
"""Discord's codes for its refusals of an answer."""

_PATH: Final = re.compile(r"/(interactions|webhooks)/[^/]+/([^/]+).*")


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server."""

    id: int
    name: str


@dataclass(slots=True)
class Interaction:
    """A person's command, press, choice or form, with the bot's answer to it.

    Attributes:
        record: Discord's record of it.
        what: the command, or the beginning of the custom id.
        sent: the time at which it was sent to the bot.
        heard: the time at which the bot acknowledged it; None before.
        troubled: True if a request of the answer was made to fail.
        cut: True if no answer can come any more: the bot's process ended, or the channel is gone.
        gone: True if that is because of the channel; the bot may have carried it out nevertheless.
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
        """The interaction's type, as Discord numbers them."""
        return self.record.type

    @property
    def has_answer(self) -> bool:
        """True if the person has seen an answer."""
        return self.answered.is_set() and not self.cut

    @property
    def messages(self) -> list[Message]:
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
        slowest: the seconds of the slowest acknowledgement that came in time.
        took: the seconds after which the last ones were answered.
    """

    def __init__(self, backend: Backend) -> None:
        self.in_time = IN_TIME
        self.late = 0
        self.slowest = 0.0
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
        try:
            await asyncio.wait_for(interaction.answered.wait(), self.in_time)
        except TimeoutError:
            if interaction.heard is not None:
                try:
                    await asyncio.wait_for(interaction.answered.wait(), PROMISED)
                except TimeoutError:
                    return

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
            self.slowest = max(self.slowest, interaction.heard - interaction.sent)
        promised = first and interaction.record.deferred
        if method in ("POST", "PATCH") and not promised:
            if not interaction.answered.is_set():
                self.took.append(time.monotonic() - interaction.sent)
            interaction.answered.set()

    def refused(self, interaction: Interaction, error: BackendError) -> None:
        """Note that Discord refused a request by which the bot answers an interaction."""
        self.late += error.code == TOO_LATE and interaction.heard is None
