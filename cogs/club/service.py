"""A server's leaderboard: its people's figures, their consent to be shown, and the rule chosen."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.club import store
from cogs.club.results import results_of
from cogs.club.rules import Listing, reached_by
from cogs.club.standings import RULES_VERSION, Figures, Standing, add_game, figures_of, people_of
from db.games.rows import GameSummary, State, StoredResult
from db.store import Store
from engine.errors import EngineError
from i18n.translation import N_, NC_, Words
from tabletop.errors import UnreadableTableError
from tabletop.rating import RULES, SCOPE, Rule, rule_of
from ui import components, features, server_settings
from ui.interactions import Interaction, guild_of, services_of, words_of

log = logging.getLogger("arkadia.club")

BATCH: Final = 50  # the games that are not counted yet and are looked for at a time

OVER: Final[tuple[State, ...]] = ("finished", "cancelled", "closed")
"""The states of a game that may have come to something."""

RECOUNTED: Final = 500  # the games that are counted anew in one go


@dataclass(frozen=True, slots=True)
class Ranking:
    """The figures of people on a server, and what is said of one reader and of the others."""

    # the figures of people in the leaderboard who have finished a game, and of the one who was
    # asked for
    figures: Mapping[int, Figures]
    names: Mapping[int, str]
    listed: Collection[int]  # the people whom it shows
    asked: Listing  # whether it lists the one who was asked for
    hidden: int  # the number of people with games against people who are not listed
    playing: int

    def of(self, person: int) -> Figures:
        """Return a person's figures."""
        return self.figures.get(person) or Figures(person=person)

    def shows(self, person: int) -> bool:
        """Return whether the ranking shows a person."""
        return person in self.listed


LONG: Final = 10  # games from which on it is told how many of them a person finished


class Club:
    """A service that counts finished games, and keeps the people who chose about the ranking.

    A game is counted once: its results are derived from its log, and added to the standings of its
    people in one transaction. The store remembers the games that are still to be counted.
    """

    def __init__(self, kept: Store) -> None:
        self._store = kept
        self._unreadable: set[int] = set()
        self._counting: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def ranking(self, guild: int, person: int = 0) -> Ranking:
        """Return the leaderboard of a server, with one more person's figures."""
        asked = (await self._listings(guild, [person]))[person]
        stored = await self._listed(guild)
        figures = {standing.user_id: figures_of(standing) for standing in stored}
        names = {standing.user_id: standing.name for standing in stored}
        listed = {*figures, person} if asked.is_shown else {*figures}
        # With the course of the rating, which a leaderboard does not show.
        for one in await self._store.ask(store.standings_of, guild, [person]):
            figures[person], names[person] = Standing.of(one).figures(), one.name
        hidden = await self._store.ask(store.hidden_players, guild, asked.rule == "everybody")
        playing = await self._store.games.running_in(guild)
        return Ranking(figures, names, listed, asked, hidden, playing)

    async def reliable(self, guild: int, people: Collection[int]) -> list[tuple[str, Figures]]:
        """Return names and figures of those people who are in the ranking and have played long."""
        stored = await self._listed(guild)
        known = [one for one in stored if one.user_id in people and one.games >= LONG]
        return [(one.name, figures_of(one)) for one in known]

    async def will_list(self, guild: int, person: int) -> bool:
        """Return whether a server's ranking will list a person by their next game that counts."""
        [found] = (await self._listings(guild, [person])).values()
        return found.by_rule and found.since == 0

    async def newcomers(self, row: GameSummary) -> list[str]:
        """Return the names of the people whom the ranking lists from a finished game on."""
        names = {seat.user_id: seat.name for seat in row.seats if seat.user_id is not None}
        if not row.leaving_counts or row.begun_in is not None or len(names) < len(row.seats):
            return []
        found = await self._listings(row.guild_id, names)
        return [names[person] for person, one in found.items() if one.by_rule and one.since == 1]

    async def _listed(self, guild: int) -> Sequence[store.StoredStanding]:
        everybody = await rule_of(self._store, guild) == "everybody"
        return await self._store.ask(store.ranked_standings, guild, everybody)

    async def _listings(self, guild: int, people: Collection[int]) -> dict[int, Listing]:
        await self.note_results(guild)
        rule = await rule_of(self._store, guild)
        chosen = await self._store.ask(store.choices_in, guild)
        stored = await self._store.ask(store.standings_of, guild, people)
        games = {one.user_id: (one.games, one.unlisted) for one in stored}
        return {one: Listing(chosen.get(one), rule, *games.get(one, (0, 0))) for one in people}

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person; None without a game."""
        await self.note_results(guild)
        stored = await self._store.ask(store.standings_of, guild, [person])
        return figures_of(stored[0]).level if stored else None

    async def note_results(self, guild: int | None = None) -> None:
        """Count the finished games that are not counted yet, of one server or of all."""
        more = True
        while more:
            # Unreadable games are found again each time, so the batch is larger by their number.
            limit = BATCH + len(self._unreadable)
            found = await self._store.ask(store.uncounted, self._store.shards, guild, limit=limit)
            readable = [number for number in found if number not in self._unreadable]
            for number in readable:
                await self._note(number)
            more = bool(readable)

    async def _note(self, number: int) -> None:
        stored = await self._store.games.load(number)
        if stored is None or stored.state not in OVER:
            return
        try:
            results = await asyncio.to_thread(results_of, stored)
        except (EngineError, UnreadableTableError) as error:  # who opens it has it set aside
            log.warning("Not counted", extra={"table": number, "why": str(error)})
            self._unreadable.add(number)
            return
        guild, standings = stored.guild_id, dict[int, Standing]()
        records: Sequence[store.StoredRecord] = ()
        # One after the other: each game builds on the standings that the one before has left.
        async with self._counting[guild]:
            if results and stored.begun_in is None:
                game = store.FinishedGame.of(stored, results)
                known = await self._store.ask(store.standings_of, guild, people_of(game))
                standings = {one.user_id: Standing.of(one) for one in known}
                add_game(game, standings)
                records = reached_by(stored, game)
            rows = [standing.stored(guild) for standing in standings.values()]
            await self._store.change(store.count_game, number, results, rows, records)

    async def recount(self) -> None:
        """Make the standings of servers anew for which that is wanted, or the rules have changed.

        Nobody waits for it: until it is done, people read the standings that were there before.
        """
        await self._store.change(store.set_rules, RULES_VERSION)
        for guild in await self._store.ask(store.to_recount, self._store.shards):
            standings: dict[int, Standing] = {}
            after = (-1, 0)
            async with self._counting[guild]:
                while games := await self._store.ask(store.finished, guild, after, limit=RECOUNTED):
                    await asyncio.to_thread(_add_games, games, standings)
                    after = games[-1].ended_at, games[-1].game_id
                rows = [standing.stored(guild) for standing in standings.values()]
                await self._store.change(store.put_recounted, guild, rows)
            log.info("Counted anew", extra={"guild": guild, "people": len(rows)})

    async def results(
        self, guild: int, numbers: Collection[int]
    ) -> dict[int, tuple[StoredResult, ...]]:
        """Return the result of each seat in some games of a server that came to something."""
        await self.note_results(guild)
        return await self._store.ask(store.stored_results, numbers)

    async def show(self, guild: int, person: int, shown: bool) -> None:
        """Add a person to a server's ranking, or leave them out, at their own request."""
        await self._store.change(store.set_ranked, guild, person, shown)

    async def unchosen(self, guild: int, words: Words) -> list[str]:
        """Return for moderators that nobody has chosen the rule, as a line if that is so."""
        if await self._store.admin.setting(SCOPE, str(guild)) is not None:
            return []
        line = words(
            "Nobody has decided yet whether games count here and who is listed. Use "
            "`/arkadia-admin settings`."
        )
        return [line]

    async def choose_rule(self, guild: int, rule: Rule) -> None:
        """Choose the rule of a server's ranking.

        A rule that lists all people lists each from their next game on, of which they are told.
        """
        # A game that is over, and is counted later, would list its people without a word.
        await self.note_results(guild)
        if rule == "everybody" and await rule_of(self._store, guild) != rule:
            await self._store.change(store.unlist, guild)
        await self._store.admin.set_setting(SCOPE, str(guild), rule)


def _add_games(games: Collection[store.FinishedGame], standings: dict[int, Standing]) -> None:
    for game in games:
        add_game(game, standings)


HIDE_ME: Final = components.ButtonFace("hide-me", NC_("button", "Hide me"), 0)
RANKING_RULES: Final = components.ButtonFace("ranking-rules", NC_("button", "Ranking settings…"), 0)

RULE_NAMES: Final[Mapping[Rule, str]] = {
    "everybody": N_("Games count; all players are listed"),
    "chosen": N_("Games count; people choose to be listed"),
    "none": N_("Games don't count unless the host says so"),
}
"""The rules as moderators choose them."""

_SENTENCES: Final[Mapping[Rule, str]] = {
    "everybody": N_(
        "Games here count in the ranking. Everybody joins it when they next finish a "
        "game. Players get a message and can opt out with *Hide me*."
    ),
    "chosen": N_(
        "Games here count, and the ranking lists everybody who presses *Show me to "
        "others* in `/arkadia-club ranking`."
    ),
    "none": N_(
        "New games here are friendly and don't count, unless the host says otherwise. "
        "League games do count."
    ),
}


async def _rule_here(interaction: Interaction) -> Rule:
    return await rule_of(services_of(interaction).tables.store, guild_of(interaction))


async def _sentence(interaction: Interaction) -> str:
    return words_of(interaction)(_SENTENCES[await _rule_here(interaction)])


async def _choose(interaction: Interaction, chosen: str | None) -> None:
    [rule] = [one for one in RULES if one == chosen]
    await services_of(interaction)[Club].choose_rule(guild_of(interaction), rule)


RANKING: Final = features.Setting(
    "ranking",
    N_("Ranking"),
    _rule_here,
    _sentence,
    _choose,
    options=lambda words: {rule: words(RULE_NAMES[rule]) for rule in RULES},
)
"""Whether games of a server count, and whom the ranking lists."""


async def show_rules(interaction: Interaction) -> None:
    """Show the rule of the ranking among the settings of the server, to moderators."""
    await server_settings.show_settings(interaction, RANKING.name)
