"""A server's leaderboard: its people's figures, their consent to be shown, and the ranking's rules.

Two who agree to cancel what one of them loses, or who leave their games to each other in turn, move
no rating against anybody's will. Moderators see who does so often.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from cogs.club.results import reached_by, results_of
from cogs.club.standings import RULES_VERSION, Figures, Standing, add_game, figures_of, people_of
from cogs.club.store import (
    FinishedGame,
    StoredRecord,
    choices_in,
    count_game,
    finished,
    hidden_players,
    put_recounted,
    ranked_standings,
    set_ranked,
    set_rules,
    standings_of,
    stored_results,
    to_recount,
    uncounted,
    unlist,
)
from db.games.rows import GameSummary, State, StoredGame, StoredResult
from db.store import Store
from engine.errors import EngineError
from engine.game import kept
from i18n.translation import N_, NC_, Words
from tabletop.cache import END
from tabletop.errors import UnreadableTableError
from tabletop.rating import RULES, SCOPE, USUAL, Rule, rule_of
from tabletop.time_control import DAY
from ui.components import ButtonFace
from ui.features import NOTHING, Extra, Setting
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.server_settings import show_settings
from ui.texts.markup import plain_name

log = logging.getLogger("arkadia.club")

BATCH: Final = 50
"""The games that are not counted yet and are looked for at a time."""

OVER: Final[tuple[State, ...]] = ("finished", "cancelled", "closed")
"""The states of a game that may have come to something."""

RECOUNTED: Final = 500
"""The games that are counted anew in one go."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The figures of people on a server, and their choices whether its leaderboard shows them.

    Attributes:
        figures: the figures of people in the leaderboard who have finished a game, and of the one
            who was asked for.
        rule: whom the ranking lists.
        choices: the people who chose, and whether they want to be listed.
        held: the people with results whom the rule lists from their next game on.
        hidden: the number of people with games against people who are not listed.
    """

    figures: Mapping[int, Figures]
    names: Mapping[int, str]
    rule: Rule = USUAL
    choices: Mapping[int, bool] = field(default_factory=dict)
    held: Collection[int] = ()
    hidden: int = 0
    playing: int = 0

    def of(self, person: int) -> Figures:
        """Return a person's figures."""
        return self.figures.get(person) or Figures(person=person)

    def shows(self, person: int) -> bool:
        """Return whether the ranking shows a person: by their choice, else by the rule."""
        return self.choices.get(person, self.rule == "everybody" and person not in self.held)

    def enters(self, person: int) -> bool:
        """Return whether the rule lists a person from their next game on."""
        return person in self.held and person not in self.choices


LONG: Final = 10
"""Games from which on it is told how many of them a person finished."""


class Club:
    """A service that counts finished games, and keeps the people who chose about the ranking.

    A game is counted once: its results are derived from its log, and added to the standings of its
    people in one transaction. The store remembers the games that are still to be counted.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[int] = set()
        self._counting: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def ranking(self, guild: int, person: int | None = None) -> Ranking:
        """Return the leaderboard of a server, with one more person's figures."""
        await self.note_results(guild)
        rule = await rule_of(self._store, guild)
        everybody = rule == "everybody"
        stored = await self._store.ask(ranked_standings, guild, everybody)
        figures = {standing.user_id: figures_of(standing) for standing in stored}
        names = {standing.user_id: standing.name for standing in stored}
        held = []
        if person is not None:
            # With the course of the rating, which a leaderboard does not show.
            for one in await self._store.ask(standings_of, guild, [person]):
                figures[person], names[person] = Standing.of(one).figures(), one.name
                held = [person] if 0 < one.games <= one.unlisted else []
        return Ranking(
            figures,
            names,
            rule,
            await self._store.ask(choices_in, guild),
            held,
            hidden=await self._store.ask(hidden_players, guild, everybody),
            playing=await self._store.games.running_in(guild),
        )

    async def reliable(self, guild: int, people: Collection[int]) -> list[tuple[str, Figures]]:
        """Return names and figures of those people who are in the ranking and have played long."""
        everybody = await rule_of(self._store, guild) == "everybody"
        stored = await self._store.ask(ranked_standings, guild, everybody)
        known = [one for one in stored if one.user_id in people and one.games >= LONG]
        return [(one.name, figures_of(one)) for one in known]

    async def will_list(self, guild: int, person: int) -> bool:
        """Return whether a server's ranking will list a person by their next game that counts."""
        return (await self._since_listed(guild, [person])).get(person) == 0

    async def newcomers(self, row: GameSummary) -> list[str]:
        """Return the names of the people whom the ranking lists from a finished game on."""
        names = {seat.user_id: seat.name for seat in row.seats if seat.user_id is not None}
        if not row.leaving_counts or row.begun_in is not None or len(names) < len(row.seats):
            return []
        games = await self._since_listed(row.guild_id, names)
        return [name for person, name in names.items() if games.get(person) == 1]

    async def _since_listed(self, guild: int, people: Collection[int]) -> dict[int, int]:
        """Return how many games of some people count since the ranking lists all who play.

        A person's own choice goes before that rule: who has chosen is left out.
        """
        await self.note_results(guild)
        if await rule_of(self._store, guild) != "everybody":
            return {}
        chosen = await self._store.ask(choices_in, guild)
        stored = await self._store.ask(standings_of, guild, people)
        games = {one.user_id: max(0, one.games - one.unlisted) for one in stored}
        return {person: games.get(person, 0) for person in people if person not in chosen}

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person; None without a game."""
        await self.note_results(guild)
        stored = await self._store.ask(standings_of, guild, [person])
        return figures_of(stored[0]).level if stored else None

    async def note_results(self, guild: int | None = None) -> None:
        """Count the finished games that are not counted yet, of one server or of all."""
        more = True
        while more:
            # Unreadable games are found again each time, so the batch is larger by their number.
            limit = BATCH + len(self._unreadable)
            found = await self._store.ask(uncounted, self._store.shards, guild, limit=limit)
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
        records: tuple[StoredRecord, ...] = ()
        # One after the other: each game builds on the standings that the one before has left.
        async with self._counting[guild]:
            if results and stored.begun_in is None:
                game = _finished(stored, results)
                known = await self._store.ask(standings_of, guild, people_of(game))
                standings = {one.user_id: Standing.of(one) for one in known}
                add_game(game, standings)
                turns = sum(
                    stored.log[at].entry == END for at in kept(one.entry for one in stored.log)
                )
                records = reached_by(guild, game, turns) if stored.state == "finished" else ()
            await self._store.change(
                count_game,
                number,
                results,
                [standing.stored(guild) for standing in standings.values()],
                records,
            )

    async def recount(self) -> None:
        """Make the standings of servers anew for which that is wanted, or the rules have changed.

        Nobody waits for it: until it is done, people read the standings that were there before.
        """
        await self._store.change(set_rules, RULES_VERSION)
        for guild in await self._store.ask(to_recount, self._store.shards):
            standings: dict[int, Standing] = {}
            after = (-1, 0)
            async with self._counting[guild]:
                while games := await self._store.ask(finished, guild, after, limit=RECOUNTED):
                    await asyncio.to_thread(_add_games, games, standings)
                    after = games[-1].ended_at, games[-1].game_id
                rows = [standing.stored(guild) for standing in standings.values()]
                await self._store.change(put_recounted, guild, rows)
            log.info("Counted anew", extra={"guild": guild, "people": len(rows)})

    async def results(
        self, guild: int, numbers: Collection[int]
    ) -> dict[int, tuple[StoredResult, ...]]:
        """Return the result of each seat in some games of a server that came to something."""
        await self.note_results(guild)
        return await self._store.ask(stored_results, numbers)

    async def show(self, guild: int, person: int, shown: bool) -> None:
        """Add a person to a server's ranking, or leave them out, at their own request."""
        await self._store.change(set_ranked, guild, person, shown)

    async def choose_rule(self, guild: int, rule: Rule) -> None:
        """Choose the rule of a server's ranking."""
        # A game that is over, and is counted later, would list its people without a word.
        await self.note_results(guild)
        await choose_rule(self._store, guild, rule)


def _finished(stored: StoredGame, results: Collection[StoredResult]) -> FinishedGame:
    pairs = tuple(zip(stored.seats, results, strict=True))
    return FinishedGame(stored.game_id, stored.ended_at or 0, stored.leaving_counts, pairs)


def _add_games(games: Collection[FinishedGame], standings: dict[int, Standing]) -> None:
    for game in games:
        add_game(game, standings)


async def choose_rule(store: Store, guild: int, rule: Rule) -> None:
    """Choose the rule of a server's ranking.

    A rule that lists all people lists each from their next game on, of which they are told.
    """
    if rule == "everybody" and await rule_of(store, guild) != rule:
        await store.change(unlist, guild)
    await store.admin.set_setting(SCOPE, str(guild), rule)


HIDE_ME: Final = ButtonFace("hide-me", NC_("button", "Hide me"), 0)
RANKING_RULES: Final = ButtonFace("ranking-rules", NC_("button", "Rules of the ranking…"), 0)

RULE_NAMES: Final[Mapping[Rule, str]] = {
    "everybody": N_("Games count; all who play are listed"),
    "chosen": N_("Games count; people choose to be listed"),
    "none": N_("Games do not count unless the host says so"),
}
"""The rules as moderators choose them."""

_TOLD: Final[Mapping[Rule, str]] = {
    "everybody": N_(
        "Games here count, and the ranking lists all who play, each from their next game on. A "
        "message tells them so; *Hide me* takes them out."
    ),
    "chosen": N_(
        "Games here count, and the ranking lists those who press *Show me to others* in "
        "`/arkadia-club ranking`."
    ),
    "none": N_(
        "New games here are friendly and do not count, unless their host says otherwise. Games of "
        "leagues count."
    ),
}


async def first_ranked(club: Club, guild: int, person: int, words: Words) -> Extra:
    """Return what a person is told who takes a seat in their first game that counts.

    It is nothing for all other people.
    """
    if not await club.will_list(guild, person):
        return NOTHING
    told = words(
        "It counts: the ranking of this server lists all who finish such a game. *Hide me* leaves "
        "you out, now or later."
    )
    return Extra([told], [HIDE_ME.button(words=words)])


async def _rule_here(interaction: Interaction) -> Rule:
    return await rule_of(services_of(interaction).tables.store, guild_of(interaction))


async def _told(interaction: Interaction) -> str:
    return words_of(interaction)(_TOLD[await _rule_here(interaction)])


async def _choose(interaction: Interaction, chosen: str | None) -> None:
    [rule] = [one for one in RULES if one == chosen]
    await services_of(interaction)[Club].choose_rule(guild_of(interaction), rule)


RANKING: Final = Setting(
    "ranking",
    N_("Ranking"),
    _rule_here,
    _told,
    _choose,
    options=lambda words: {rule: words(RULE_NAMES[rule]) for rule in RULES},
)
"""Whether games of a server count, and whom the ranking lists."""


async def show_rules(interaction: Interaction) -> None:
    """Show the rule of the ranking among the settings of the server, to moderators."""
    await show_settings(interaction, RANKING.name)


def of_newcomers(names: Sequence[str], words: Words) -> list[str]:
    """Return the people whom the server's ranking lists from now on, as a line if there are any."""
    if not names:
        return []
    return [
        words.plural(
            "New in the ranking of this server: {people}. *Hide me* takes you out.",
            "New in the ranking of this server: {people}. *Hide me* takes you out.",
            len(names),
            people=words.all_of(plain_name(name) for name in names),
        )
    ]


async def unchosen(store: Store, guild: int, words: Words) -> list[str]:
    """Return for moderators that nobody has chosen the ranking's rule, as a line if that is so."""
    if await store.admin.setting(SCOPE, str(guild)) is not None:
        return []
    told = words(
        "Nobody has chosen yet whether games count here and who is listed: "
        "`/arkadia-admin settings`."
    )
    return [told]


SINCE_MS: Final = 90 * DAY
"""Milliseconds back from now in which games count."""

LEAST: Final = 3
"""The number of games with an early end from which on a pair is shown."""


class EarlyPair(NamedTuple):
    """Two people, and their common games that ended early.

    Attributes:
        names: their names in the last of these games.
    """

    names: tuple[str, str]
    games: int
    last: int


async def early_pairs(store: Store, guild: int, now: int) -> list[EarlyPair]:
    """Return the pairs of a server with at least ``LEAST`` such games, the most games first."""
    found: dict[tuple[int, int], list[tuple[tuple[str, str], int]]] = defaultdict(list)
    for row in await store.games.ended_early(guild, now - SINCE_MS, END):
        if any(seat.is_computer for seat in row.seats):
            continue
        names = {seat.user_id: seat.name for seat in row.seats if seat.user_id is not None}
        for first, second in combinations(sorted(names), 2):
            found[first, second].append(((names[first], names[second]), row.game_id))
    pairs = [EarlyPair(games[-1][0], len(games), games[-1][1]) for games in found.values()]
    return sorted(
        (pair for pair in pairs if pair.games >= LEAST),
        key=lambda pair: (-pair.games, -pair.last),
    )


def early_lines(pairs: Iterable[EarlyPair], words: Words) -> list[str]:
    """Return a heading and a line for each pair that ends games early again and again."""
    lines = [
        words.plural(
            "- {first} and {second}: {n} game, the last is game {number}",
            "- {first} and {second}: {n} games, the last is game {number}",
            pair.games,
            first=plain_name(pair.names[0]),
            second=plain_name(pair.names[1]),
            number=pair.last,
        )
        for pair in pairs
    ]
    head = words.plural(
        "Together they ended games early, again and again in the last {n} day:",
        "Together they ended games early, again and again in the last {n} days:",
        SINCE_MS // DAY,
    )
    return [head, *lines] if lines else []
