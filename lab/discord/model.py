"""One Discord: SimCord's model by the real clock, with one server and all permissions."""

import itertools
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import discord
from simcord._clock import Clock as Clock
from simcord.backend import Backend, serializers
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError
from simcord.backend.models import Member, User
from simcord.backend.models import Message as Posted

from lab.discord import strict
from lab.discord.history import Answering, History, Interaction, Message, Person, Place
from lab.discord.installs import base_payload
from lab.discord.strict import Json

EPOCH: Final = 1_420_070_400_000
"""The millisecond from which Discord counts in its ids, the first of 2015."""

ALL_PERMISSIONS: Final = discord.Permissions.all().value & ~discord.Permissions.administrator.flag

_numbers: Final = itertools.count(1)


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return round(datetime.now(UTC).timestamp() * 1000)


def new_id() -> int:
    """Return a new snowflake, Discord's kind of id: the time, and a running number."""
    # Discord fills the lower 22 bits with worker, process and count; here a count is enough.
    return (now() - EPOCH << 22) + next(_numbers) % (1 << 22)


class RealClock(Clock):
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time."""
        return datetime.now(UTC)


class Users(dict[int, User]):
    """All users by id; every id has one, created at its first use."""

    def __missing__(self, number: int) -> User:
        """Make the user of an id that was not seen before."""
        self[number] = User(number, f"user{number % 100_000}")
        return self[number]

    def __contains__(self, number: object) -> bool:
        """Return True: each id is a user's."""
        return True


class Members(dict[int, Member]):
    """The members of a server by user id; every user is one."""

    def __missing__(self, number: int) -> Member:
        """Return a member of whom nothing is known; it is not kept."""
        return Member(number, joined_at="2026-01-01T00:00:00+00:00")

    def get(self, number: int, default: object = None) -> Member:
        """Return the member of an id; the default is never used, as every user is a member."""
        return self[number]


class NoFiles(CdnStore):
    """A store of uploads that describes files and keeps none."""

    def store_attachment(self, *file: Any) -> Json:
        """Return the description of a file."""
        # A store that is dropped at once: the pictures of hours of games would fill the memory.
        return CdnStore().store_attachment(*file)


class Discord(Backend):
    """A simulated Discord with one server, with all that a bot for games uses."""

    def __init__(self, shard: int = 0, shards: int = 1, clock: Clock | None = None) -> None:
        super().__init__(clock=clock or RealClock())
        self.users = Users(self.users)
        self.cdn = NoFiles()
        # SimCord keeps every request and event for a test to look at; a soak has millions of them.
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
        """The channel where people play."""
        return self.history.places[self._channel]

    def snowflake(self) -> int:
        """Return a new id, unique among all Discords of this process."""
        return new_id()

    def request(self, method: str, path: str, **rest: Any) -> Any:
        """Carry out a request of the bot."""
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
        """Yield the faults of the bot's answers, each with its kind, its text and a count."""
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
        """Send the bot an interaction; from the channel where people play if its own is deleted."""
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
        """Return a message as Discord sends it, or sent it last if it is deleted."""
        if isinstance(message, Message):
            return message.payload
        return dict(serializers.message_payload(self, message))

    def delete_place(self, place: Place) -> None:
        """Delete a channel with its threads, or a thread."""
        # SimCord deletes a channel alone; its threads go first, so that each is told of.
        for gone in reversed(self.history.inside(place)):
            self.delete_channel(gone.id)
            self.answering.cut_all(gone.id)

    def move_on(self) -> None:
        """Delete the channel where people play, and create another one for them."""
        gone = self.channel
        self._channel = self.create_channel(self.guild.id, "arkadia").id
        self.delete_place(gone)

    def archive(self, place: Place, *, locked: bool = False) -> None:
        """Archive a thread."""
        self.edit_channel(place.id, {}, thread_metadata={"archived": True, "locked": locked})
