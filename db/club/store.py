"""The store's operations on what clubs look at: results of games, rankings, weekly digests."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from db.club import digests, ranking
from db.club import results as of_games
from db.club.rows import FinishedGame, StoredDigest, StoredResult
from db.share import Share
from db.writer import Writer


class ClubStore:
    """What finished games came to, who is shown with it, and where it is told what went on."""

    share: Share
    _writer: Writer

    async def put_results(self, game_id: int, results: Sequence[StoredResult]) -> None:
        """Notes what a finished game came to for each seat, which follows from its log."""
        await self._writer.change(lambda c: of_games.put_results(c, game_id, results))

    async def without_results(self, guild_id: int | None, *, limit: int) -> tuple[int, ...]:
        """The numbers of finished games of which was not noted what they came to, the oldest first.

        Args:
            guild_id: only those of this server.
            limit: at most so many.
        """
        return await self._writer.read(
            lambda c: of_games.without_results(c, guild_id, limit, self.share)
        )

    async def finished(self, guild_id: int) -> tuple[FinishedGame, ...]:
        """The finished games of a server with what they came to, in the order of their ends."""
        return await self._writer.read(lambda c: of_games.finished(c, guild_id))

    async def finished_state(self, guild_id: int) -> tuple[int, ...]:
        """Numbers that change whenever ``finished`` finds something else: cheap to ask for."""
        return await self._writer.read(lambda c: of_games.finished_state(c, guild_id))

    async def results(self, numbers: Collection[int]) -> dict[int, tuple[StoredResult, ...]]:
        """What some games came to for each of their seats, of those of which it is noted."""
        return await self._writer.read(lambda c: of_games.results(c, numbers))

    async def set_ranked(self, guild_id: int, user_id: int, ranked: bool) -> None:
        """Notes whether a person wants to be in the ranking of a server."""
        await self._writer.change(lambda c: ranking.set_ranked(c, guild_id, user_id, ranked))

    async def ranked_in(self, guild_id: int) -> frozenset[int]:
        """Who is in the ranking of a server."""
        return await self._writer.read(lambda c: ranking.ranked_in(c, guild_id))

    async def set_digest(self, digest: StoredDigest) -> None:
        """Notes where a server wants to read once a week what went on."""
        await self._writer.change(lambda c: digests.set_digest(c, digest))

    async def note_digest(self, told: StoredDigest) -> None:
        """Notes until when it was told there, unless that was changed meanwhile."""
        await self._writer.change(lambda c: digests.note_digest(c, told))

    async def drop_digest(self, guild_id: int) -> None:
        """Notes that a server does not want to read it any more."""
        await self._writer.change(lambda c: digests.drop_digest(c, guild_id))

    async def digest(self, guild_id: int) -> StoredDigest | None:
        """Where a server wants to read once a week what went on, if it does."""
        return await self._writer.read(lambda c: digests.digest(c, guild_id))
