"""One thing that a person did, what the bot is told of it, and what it answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from lab.soak.places import (
    ALL_PERMISSIONS,
    BOT,
    EPHEMERAL,
    Guild,
    Json,
    Message,
    Place,
    new_id,
    user_payload,
)

COMMAND: Final = 2
COMPONENT: Final = 3
SUGGESTIONS: Final = 4
FORM: Final = 5

IN_TIME: Final = 3.0
"""Seconds in which Discord wants to hear of an interaction."""


@dataclass(slots=True)
class Interaction:
    """One thing that a person did.

    Attributes:
        user: who did it.
        kind: what kind of thing it is, as Discord counts them.
        what: the command, or the beginning of the custom id.
        source: the message whose button was pressed.
        sent: when the bot was told of it.
        heard: when the bot said that it knows of it; None before.
        thinking: whether the bot said that an answer follows.
        private: whether the answer that follows is seen by the person alone.
        messages: the messages of the answer.
        form: the form that was opened.
        choices: what was suggested.
        troubled: whether a request of the answer was made to fail.
        cut: whether the bot's process ended meanwhile.
        answered: set once there is an answer, or none can come any more.
    """

    id: int
    token: str
    user: int
    kind: int
    what: str
    place: Place
    source: Message | None = None
    sent: float = field(default_factory=time.monotonic)
    heard: float | None = None
    thinking: bool = False
    private: bool = False
    messages: list[Message] = field(default_factory=list)
    form: Json | None = None
    choices: list[Json] | None = None
    troubled: bool = False
    cut: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def has_answer(self) -> bool:
        """Whether the person has seen an answer."""
        return self.answered.is_set() and not self.cut

    @property
    def text(self) -> str:
        """What the answer says."""
        return "\n".join(message.content for message in self.messages)

    @property
    def pictures(self) -> int:
        """How many files the answer has."""
        return sum(len(message.attachments) for message in self.messages)

    def answer(self) -> None:
        """Notes that there is an answer."""
        self.answered.set()


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a server."""

    id: int
    name: str


def make(person: Person, kind: int, what: str, place: Place, source: Message | None) -> Interaction:
    """What a person does now."""
    number = new_id()
    return Interaction(number, f"token{number}", person.id, kind, what, place, source)


def payload(
    interaction: Interaction, person: Person, guild: Guild, data: Mapping[str, Any]
) -> Json:
    """What the bot is told of an interaction."""
    told: Json = {
        "id": str(interaction.id),
        "application_id": str(BOT),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "channel_id": str(interaction.place.id),
        "channel": {**interaction.place.payload(), "permissions": str(ALL_PERMISSIONS)},
        "member": {
            "user": user_payload(person.id, person.name),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "permissions": str(ALL_PERMISSIONS),
            "flags": 0,
            "deaf": False,
            "mute": False,
        },
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str(ALL_PERMISSIONS),
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": 0,
        "attachment_size_limit": 10_485_760,
    }
    if interaction.source is not None:
        told["message"] = interaction.source.payload()
    return told


def is_private(body: Mapping[str, Any]) -> bool:
    """Whether an answer is meant for one person alone."""
    return bool(int(body.get("flags") or 0) & EPHEMERAL)
