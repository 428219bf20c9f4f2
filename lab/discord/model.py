"""One Discord: SimCord's model by the real clock, with a server where all may do everything."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import discord
from simcord import _clock
from simcord.backend import Backend, serializers
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError
from simcord.backend.models import Member, User
from simcord.backend.models import Message as Posted
from simcord.interactions import base_payload

from lab.discord import strict
from lab.discord.history import History, Message, Place
from lab.discord.interactions import Answering, Interaction, Person
from lab.discord.rules import Json

EPOCH: Final = 1_420_070_400_000
"""Discord's first millisecond."""

ALL_PERMISSIONS: Final = discord.Permissions.all().value & ~discord.Permissions.administrator.flag

_numbers: Final = itertools.count(1)


def now() -> int:
    """The time in milliseconds."""
    return round(datetime.now(UTC).timestamp() * 1000)


def new_id() -> int:
    """An id as Discord makes them: the time, and a number that nobody else has."""
    return (now() - EPOCH << 22) + next(_numbers) % (1 << 22)


def moment_of(number: int) -> int:
    """The time at which an id was made, in milliseconds."""
    return (number >> 22) + EPOCH


class RealClock(_clock.Clock):
    """The time as it is."""

    def now(self) -> datetime:
        """The time."""
        return datetime.now(UTC)


class Users(dict[int, User]):
    """Everybody: there is a user with any id."""

    def __missing__(self, number: int) -> User:
        """Makes one who was not named before."""
        self[number] = User(number, f"user{number % 100_000}")
        return self[number]

    def __contains__(self, number: object) -> bool:
        """There is nobody who is not there."""
        return True


class Members(dict[int, Member]):
    """The members of a server: everybody is one."""

    def __missing__(self, number: int) -> Member:
        """What is known of a member, which is nothing."""
        return Member(number, joined_at="2026-01-01T00:00:00+00:00")

    def get(self, number: int, default: object = None) -> Member:
        """There is nobody who is not a member."""
        return self[number]


class NoFiles(CdnStore):
    """Tells of files that were uploaded, and keeps none."""

    def store_attachment(self, *file: Any) -> Json:
        """Describes a file."""
        return CdnStore().store_attachment(*file)


class Discord(Backend):
    """Discord with one server of people, as far as a bot for games comes to see it.

    Args:
        shard: the shard of which the server is one, of so many.

    Attributes:
        guild: the server.
        history: all that was ever to be seen there.
        answering: the interactions that wait for an answer.
    """

    def __init__(self, shard: int = 0, shards: int = 1) -> None:
        super().__init__(clock=RealClock())
        self.users = Users(self.users)
        self.cdn = NoFiles()
        self.http_requests = deque(maxlen=0)  # type: ignore[assignment]
        self.transcript = deque(maxlen=0)  # type: ignore[assignment]
        self.bot_user.name = "arkadia"
        self.history = History(self)
        self.answering = Answering(self)
        self.guild = self.create_guild("Arkadia", shard_id=shard, shard_count=shards)
        self.guild.members = Members(self.guild.members)
        self.guild.everyone_role.permissions = ALL_PERMISSIONS
        self._channel = self.create_channel(self.guild.id, "arkadia").id

    @property
    def channel(self) -> Place:
        """The channel where people are."""
        return self.history.places[self._channel]

    def snowflake(self) -> int:
        """A new id, also beside those of other Discords of this process."""
        return new_id()

    def request(self, method: str, path: str, **rest: Any) -> Any:
        """Carries out what the bot asks for.

        Raises:
            BackendError: if Discord would refuse it.
        """
        interaction = self.answering.of(path)
        try:
            done = strict.dispatch(self, method, path, **rest)
        except BackendError as error:
            if interaction is not None:
                self.answering.refused(interaction, error)
            raise
        if interaction is not None:
            self.answering.heard(interaction, method, path)
        return done

    def wrong(self) -> Iterator[tuple[str, str, int]]:
        """What was wrong with answers: of which kind, what, and how often."""
        for message in self.history.answers:
            yield "answered in public", message.first["content"], 1
        if self.answering.late:
            yield "answered too late", "", self.answering.late

    # What people do

    def begin(
        self,
        person: Person,
        kind: int,
        what: str,
        channel: int,
        data: Mapping[str, Any],
        source: Message | Posted | None = None,
    ) -> Interaction:
        """Tells the bot what a person does; in the channel where people are, if theirs is gone."""
        self.users[person.id] = User(person.id, person.name, global_name=person.name)
        where = channel if channel in self.channels else self._channel
        record, payload = base_payload(
            self,
            type=kind,
            channel_id=where,
            guild_id=self.guild.id,
            user_id=person.id,
            data=dict(data),
        )
        interaction = self.answering.open(record, what)
        if isinstance(source, Posted) and source.channel_id not in self.channels:
            interaction.end()  # it went with its place
            return interaction
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = self._told_of(source)
        self.emit("INTERACTION_CREATE", payload)
        return interaction

    def _told_of(self, message: Message | Posted) -> Json:
        """A message as Discord tells of it, or told last if it is deleted."""
        if isinstance(message, Message):
            return message.payload
        return dict(serializers.message_payload(self, message))

    def delete_place(self, place: Place) -> None:
        """Deletes a channel with its threads, or a thread."""
        for gone in reversed(self.history.inside(place)):
            self.delete_channel(gone.id)
            self.answering.cut_all(gone.id)

    def move_on(self) -> None:
        """Deletes the channel and makes another one, where people go on."""
        gone = self.channel
        self._channel = self.create_channel(self.guild.id, "arkadia").id
        self.delete_place(gone)

    def archive(self, place: Place, *, locked: bool = False) -> None:
        """Archives a thread."""
        self.edit_channel(place.id, {}, thread_metadata={"archived": True, "locked": locked})
