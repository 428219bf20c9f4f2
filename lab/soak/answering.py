"""The interactions that wait for an answer: each is answered first once, and in three seconds."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from lab.soak.interactions import COMPONENT, IN_TIME, SUGGESTIONS, Interaction, is_private
from lab.soak.places import EPHEMERAL, Json, Message, new_id
from lab.soak.refusals import acknowledged, bad_form, unknown
from lab.soak.rules import choice_faults, form_faults, message_faults

MESSAGE, LATER, UPDATE_LATER, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
WEBHOOK_LIVES: Final = 900.0
REMEMBERED: Final = 2000
"""How many interactions are known at a time; older ones are of no use to anybody."""


class Answering:
    """Takes the bot's answers.

    Attributes:
        in_time: the seconds in which there must be one; Discord's three, where time is.
        late: how many interactions were heard of too late.
        slowest: the seconds that the slowest of the others took.
        public: answers that all could see, by what was answered.
    """

    def __init__(self) -> None:
        self.in_time = IN_TIME
        self.late = 0
        self.slowest = 0.0
        self.public: Counter[str] = Counter()
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()

    def open(self, interaction: Interaction) -> None:
        """Notes what waits for an answer."""
        self._by_token[interaction.token] = interaction
        while len(self._by_token) > REMEMBERED:
            self._by_token.popitem(last=False)

    async def wait(self, interaction: Interaction) -> None:
        """Waits for the answer: three seconds for a sign, and longer if one is promised."""
        try:
            await asyncio.wait_for(interaction.answered.wait(), self.in_time)
        except TimeoutError:
            if interaction.heard is not None:
                try:
                    await asyncio.wait_for(interaction.answered.wait(), 30)
                except TimeoutError:
                    return

    def cut_all(self) -> None:
        """Nothing that waits is answered any more."""
        for interaction in self._by_token.values():
            if not interaction.answered.is_set():
                interaction.cut = True
                interaction.answer()

    def trouble(self, token: str) -> None:
        """Notes that a request of an answer was made to fail."""
        if token in self._by_token:
            self._by_token[token].troubled = True

    def first(self, number: int, token: str, body: Json, files: list[Json]) -> Json:
        """The first thing that the bot says to an interaction.

        Raises:
            RefusedError: if it is too late, or not the first, or not fit to be shown.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != number:
            raise unknown("Interaction")
        took = time.monotonic() - interaction.sent
        if interaction.heard is not None:
            raise acknowledged(surprise=interaction.troubled)
        if took > self.in_time:
            self.late += 1
            raise unknown("Interaction")
        self.slowest = max(self.slowest, took)
        kind, data = int(body["type"]), body.get("data") or {}
        _check(interaction, kind, data, files)
        interaction.heard = time.monotonic()
        message = self._carry_out(interaction, kind, data, files)
        told: Json = {
            "interaction": {"id": str(number), "type": interaction.kind},
            "resource": {"type": kind},
        }
        if message is not None:
            told["interaction"]["response_message_id"] = str(message.id)
            told["resource"]["message"] = message.payload()
        return told

    def _carry_out(
        self, interaction: Interaction, kind: int, data: Json, files: list[Json]
    ) -> Message | None:
        if kind == LATER:
            interaction.thinking, interaction.private = True, is_private(data)
            return None
        if kind == UPDATE_LATER:
            return interaction.source
        message: Message | None = None
        if kind == CHOICES:
            interaction.choices = list(data.get("choices") or ())
        elif kind == FORM:
            interaction.form = data
        elif kind == UPDATE:
            assert interaction.source is not None
            message = interaction.source
            message.put(data, files)
            interaction.messages.append(message)
        else:
            message = self._new(interaction, data, files, private=is_private(data))
        interaction.answer()
        return message

    def more(self, token: str, body: Json, files: list[Json]) -> Message:
        """A message after the first answer.

        Raises:
            RefusedError: if there was no first answer, or it is too long ago, or not fit.
        """
        interaction = self._known(token)
        _refuse(message_faults(body, _sizes(files), whole=True))
        private = is_private(body)
        if interaction.thinking:  # the promised answer is seen by whom it was promised to
            interaction.thinking, private = False, interaction.private
        message = self._new(interaction, body, files, private=private)
        interaction.answer()
        return message

    def edit(self, token: str, which: str, body: Json, files: list[Json]) -> Message:
        """Changes a message of an answer.

        Raises:
            RefusedError: if there is none, or it is too late, or not fit.
        """
        interaction = self._known(token)
        _refuse(message_faults(body, _sizes(files), whole=False))
        if interaction.thinking and which == "@original":
            interaction.thinking = False
            message = self._new(interaction, body, files, private=interaction.private)
        else:
            message = self.find(token, which)
            message.put(body, files)
        interaction.answer()
        return message

    def find(self, token: str, which: str) -> Message:
        """A message of an answer.

        Raises:
            RefusedError: if there is none.
        """
        interaction = self._known(token)
        if which == "@original":
            found = interaction.messages[:1] or ([interaction.source] if interaction.source else [])
        else:
            found = [one for one in interaction.messages if one.id == int(which)]
        if not found or found[0] is None or found[0].deleted:
            raise unknown("Message")
        return found[0]

    def _known(self, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None or interaction.heard is None:
            raise unknown("Webhook")
        if time.monotonic() - interaction.sent > WEBHOOK_LIVES:
            raise unknown("Webhook")
        return interaction

    def _new(
        self, interaction: Interaction, data: Mapping[str, Any], files: list[Json], *, private: bool
    ) -> Message:
        owner = interaction.user if private else None
        message = Message(new_id(), interaction.place.id, owner, flags=EPHEMERAL if private else 0)
        message.put(data, files)
        interaction.messages.append(message)
        if not private:
            self.public[interaction.what] += 1
        return message


def _check(interaction: Interaction, kind: int, data: Json, files: list[Json]) -> None:
    """Refuses what is no answer to such an interaction, or not fit to be shown."""
    if (kind == CHOICES) != (interaction.kind == SUGGESTIONS):
        raise bad_form([f"an answer of type {kind} to {interaction.what}"])
    if kind in (UPDATE, UPDATE_LATER) and (
        interaction.kind != COMPONENT and interaction.source is None
    ):
        raise bad_form([f"an answer of type {kind} to {interaction.what}"])
    if kind == FORM:
        _refuse(form_faults(data))
    elif kind == CHOICES:
        _refuse(choice_faults(data.get("choices") or ()))
    elif kind in (MESSAGE, UPDATE):
        _refuse(message_faults(data, _sizes(files), whole=kind == MESSAGE))
    elif kind not in (LATER, UPDATE_LATER):
        raise bad_form([f"an answer of type {kind}"])


def _refuse(faults: list[str]) -> None:
    if faults:
        raise bad_form(faults)


def _sizes(files: list[Json]) -> list[int]:
    return [int(file["size"]) for file in files]
