"""The store's operations on what belongs to one person or server, and on forgetting it."""

from __future__ import annotations

from collections.abc import Collection

from db.admin import servers
from db.connection import Connection
from db.games import lobbies
from db.people import forgetting, notes, preferences
from db.people.rows import Preferences, StoredPlan, Traces
from db.writer import Writer


class PeopleStore:
    """What belongs to people and servers alone, and how it goes."""

    _writer: Writer

    async def preferences(self) -> dict[int, Preferences]:
        """The preferences of everybody who changed any, by person."""
        return await self._writer.read(preferences.preferences)

    async def preferences_of(self, people: Collection[int]) -> dict[int, Preferences]:
        """The preferences of some people, of those who changed any."""

        def ask(connection: Connection) -> dict[int, Preferences]:
            found = {user: preferences.preferences_of(connection, user) for user in people}
            return {user: chosen for user, chosen in found.items() if chosen is not None}

        return await self._writer.read(ask)

    async def set_preferences(
        self, user_id: int, chosen: Preferences, *, before: Preferences | None = None
    ) -> Preferences:
        """Notes what a person prefers, and gives it.

        Args:
            user_id: the person.
            chosen: what they prefer now.
            before: what they preferred as far as was known: what is the same now as then stays as
                it is, whatever that is.
        """
        return await self._writer.change(
            lambda c: preferences.set_preferences(c, user_id, chosen, before)
        )

    async def has_finished(self, user_id: int) -> bool:
        """Whether a person has played a game to its end."""
        return await self._writer.read(lambda c: preferences.has_finished(c, user_id))

    async def note(self, game_id: int, user_id: int) -> str | None:
        """A person's private note about a game, if there is one."""
        return await self._writer.read(lambda c: notes.note(c, game_id, user_id))

    async def set_note(self, game_id: int, user_id: int, text: str | None) -> None:
        """Writes a person's private note about a game; ``None`` throws it away.

        Raises:
            ConflictError: if there is no such game.
        """
        await self._writer.change(lambda c: notes.set_note(c, game_id, user_id, text))

    async def plan(self, game_id: int, user_id: int) -> StoredPlan | None:
        """What a person has prepared for their next turn, if anything."""
        return await self._writer.read(lambda c: notes.plan(c, game_id, user_id))

    async def set_plan(self, game_id: int, user_id: int, prepared: StoredPlan | None) -> None:
        """Notes what a person would like to do in their next turn; ``None`` forgets it.

        Raises:
            ConflictError: if there is no such game.
        """
        await self._writer.change(lambda c: notes.set_plan(c, game_id, user_id, prepared))

    async def set_blocked(self, guild_id: int, user_id: int, blocked: bool) -> None:
        """Notes whether a person is kept from opening games on a server."""
        await self._writer.change(lambda c: lobbies.set_blocked(c, guild_id, user_id, blocked))

    async def blocked_in(self, guild_id: int) -> frozenset[int]:
        """Who is kept from opening games on a server."""
        return await self._writer.read(lambda c: lobbies.blocked_in(c, guild_id))

    # Forgetting

    async def traces(self, person: int) -> Traces:
        """Everything that is kept of a person, and nothing of anybody else."""
        return await self._writer.read(lambda c: forgetting.traces(c, person))

    async def forget(self, person: int, name: str) -> tuple[int, ...]:
        """Takes a person out of everything that is kept; the numbers of the games that changed.

        Their id goes from seats, hosts and logs, their preferences, notes, plans and votes go, and
        so does their place in rankings. What they did in a game stays, as nobody's; so does their
        seat, under another name. Moderators who keep them from opening games still do: that is not
        theirs to undo.

        Args:
            person: their id.
            name: what they are called from now on where they played.

        Raises:
            StillPlayingError: if they sit in a lobby, host one, have not resigned from a game that
                is not over, or have not left a league that runs.
        """
        return await self._writer.change(lambda c: forgetting.forget(c, person, name))

    async def note_guilds(self, present: Collection[int], at: int) -> None:
        """Notes on which servers the bot is, and that it left others with games by now.

        Args:
            present: all servers that the bot is on, those that cannot be reached now among them.
            at: the time.
        """
        await self._writer.change(lambda c: servers.note_guilds(c, present, at))

    async def guilds_left(self, before: int) -> tuple[int, ...]:
        """The servers that the bot left before a time, in the order of its leaving."""
        return await self._writer.read(lambda c: servers.guilds_left(c, before))

    async def delete_guild(self, guild_id: int, before: int) -> tuple[int, ...]:
        """Deletes all games of a server that the bot left before a time; their numbers.

        Raises:
            StillThereError: if the bot is there, or left it later.
        """
        return await self._writer.change(lambda c: servers.delete_guild(c, guild_id, before))
