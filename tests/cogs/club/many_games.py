"""What the club makes of very many games."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from cogs.club.service import Club
from cogs.club.store import hidden_players, ranked_standings, records_of, standings_of, uncounted
from db.store import Store
from tests.e2e.people import Person


async def count(store: Store) -> None:
    await Club(store).note_results()


QUESTIONS: Final[dict[str, Callable[[Store, int, tuple[int, int]], Awaitable[Any]]]] = {
    "standings": lambda s, guild, people: s.ask(standings_of, guild, people),
    "ranking": lambda s, guild, _: s.ask(ranked_standings, guild, everybody=True),
    "hidden players": lambda s, guild, _: s.ask(hidden_players, guild, everybody=True),
    "records": lambda s, guild, _: s.ask(records_of, guild),
    "not counted": lambda s, guild, _: s.ask(uncounted, s.shards, guild, limit=100),
}
"""What is asked about a server and two people."""


async def press(asker: Person, number: int, note: Callable[[str], Awaitable[None]]) -> None:
    """Goes through the archive by buttons to a game, and notes what each press was."""
    archive = await asker.run("arkadia-club archive")
    older = await asker.press(archive.post, "Earlier")
    await note("Earlier")
    await asker.press(older.post, "Later")
    await note("Later")
    await asker.choose(archive.post, str(number))
    await note("a game of the archive")
