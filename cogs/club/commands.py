"""``/arkadia-club``: players in figures, their ranking, their games, and a weekly digest."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import discord
from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.club import archive, challenges, people, service
from cogs.club.archive import ARCHIVE_OF_WEEK, ArchiveCommands
from cogs.club.challenges import MENU, ChallengeCommands, challenge_menu
from cogs.club.digest import Digest, Digests, Opening, Waiting
from cogs.club.people import ClubPeopleCommands
from cogs.club.results import Highlights, feats_in, feats_lines
from cogs.club.standings import Figures
from cogs.club.store import StoredRecord
from db.errors import StoreError
from db.outbox.rows import StoredItem
from delivery.notice import Draft
from engine.story import scene_at
from i18n.translation import N_, Words
from tabletop.table import Table
from tabletop.time_control import DAY
from ui.components import view_of, with_numbers
from ui.features import NOTHING, Extra, Feature, Page, Place, features_of
from ui.interactions import channels_seen_by_all, seen_by_all
from ui.pictures import scene_file
from ui.public.post import Post
from ui.public.regular_posts import RegularPosts, channel_setting, words_there
from ui.texts.events import LITTLE_ROOM, Teller
from ui.texts.markup import Part, moment, plain, plain_name, short, within_words, words_in
from words.sentences import gold_of_winners, gold_text

MOST_TOLD: Final = 2
"""Finished games, games that wait, lobbies and features' news that a digest names at most."""

MOST_NEW: Final = 4
"""People who are new that a digest names at most."""

MOST_WORDS: Final = 80
"""Words of a digest, as people read them."""


NEVER: Final = 99
"""The rank of a line that is counted and not told."""


class _Line(NamedTuple):
    """A line of a digest, with its importance and the kind under which it is counted."""

    rank: int
    text: str
    kind: str = "news"


ANNOUNCED: Final = N_(
    "Every Monday this channel gets a summary, silently: what went on in Arkadia on this server."
)
"""What a channel that is chosen is told."""


async def build(client: discord.Client, digests: Digests, item: StoredItem) -> Draft | None:
    """Build a server's digest of the time since its last one; None if there is nothing to send.

    Nothing is sent without a chosen channel, or of a time in which nothing happened.
    """
    guild = item.guild_id
    chosen = await digests.channels.chosen(guild)
    if chosen is None:
        return None
    channel, words = chosen.channel_id, await words_there(client, chosen)
    since, until = digests.span(chosen, item)
    rows = await digests.games(guild, since)
    # A digest must not tell readers of its channel of games in channels that they cannot see.
    rows = await seen_by_all(client, channel, guild, rows)
    news = [one for each in features_of(client) for one in await each.news(guild, words)]
    places = {one.channel for one in news}
    open_to_all = await channels_seen_by_all(client, channel, guild, places)
    news = [one for one in news if one.channel in open_to_all]
    moved = any(one.at >= since for one in news)
    found = await digests.digest(guild, rows, since, until, moved=moved)
    if since >= until or found.silent:
        return None
    picture = await _picture(digests, found, words)
    post = digest_post(found, until, words, picture, [one.line for one in news])
    sign = ARCHIVE_OF_WEEK.pattern
    bare = partial(replace, post, files=())
    return Draft(post, channel, sign, replaces=False, bare=bare)


async def _picture(digests: Digests, found: Digest, words: Words) -> list[discord.File]:
    """Return the picture of the digest's greatest moment, if it has one."""
    shown = found.highlights.pictured
    table = await digests.table(shown.game) if shown else None
    if shown is None or table is None:
        return []
    game = table.running_game()
    scene = await asyncio.to_thread(scene_at, game.start, game.actions, shown.turn)
    return [await scene_file(scene, table, words)]


def digest_post(
    digest: Digest,
    until: int,
    words: Words,
    picture: Sequence[discord.File] = (),
    news: Sequence[str] = (),
) -> Post:
    """Return a digest's message: what happened, who waits, what begins; 80 words at most."""
    head = words("**Arkadia since {day}**", day=moment(digest.since, "D"))
    lines = [
        _Line(0, head),
        *_finished(digest, words),
        *_highlights(digest.highlights, words),
        *(_Line(3, _record_line(record, words)) for record in digest.records),
        *_people(digest, words),
        *_waiting(digest.waiting, words),
        *(_Line(_rank(n, 4), _opening_line(one, words)) for n, one in enumerate(digest.opening)),
        *(_Line(_rank(n, 4), line) for n, line in enumerate(news)),
    ]
    parts = _fitted(lines, words)
    view = view_of(
        ARCHIVE_OF_WEEK.button(until // DAY, words=words),
        people.RANKING.button(words=words),
    )
    return Post(parts, list(picture), view)


def _fitted(lines: Sequence[_Line], words: Words) -> list[Part]:
    """Return the lines for which a digest has room, and how many of each kind it leaves out."""
    parts = [Part(one.text, one.rank) for one in lines]
    more: list[str] = []
    while True:
        room = MOST_WORDS - words_in("\n".join(more))
        kept = within_words([part for part in parts if part.rank < NEVER], room)
        shown = {id(part) for part in kept}
        left_out = Counter(
            one.kind for one, part in zip(lines, parts, strict=True) if id(part) not in shown
        )
        counted = [_more(kind, count, words) for kind, count in left_out.items()]
        if len(counted) <= len(more):
            return [*kept, *(Part(text) for text in counted)]
        more = counted


def _more(kind: str, count: int, words: Words) -> str:
    if kind == "ended":
        return words.plural("- {n} more game ended", "- {n} more games ended", count)
    if kind == "waits":
        return words.plural("- {n} more game waits", "- {n} more games wait", count)
    return words.plural("- {n} more piece of news", "- {n} more pieces of news", count)


def _finished(digest: Digest, words: Words) -> Iterator[_Line]:
    for place, (number, winners, gold) in enumerate(reversed(digest.finished)):
        line = words.plural(
            "- {names} won game {number} with {gold}",
            "- {names} shared the victory in game {number} with {gold}",
            len(winners),
            names=words.all_of(_name(name) for name in winners),
            number=number,
            gold=gold_of_winners(gold, words),
        )
        yield _Line(_rank(place, 1), line, "ended")


def _highlights(found: Highlights, words: Words) -> Iterator[_Line]:
    if (turn := found.turn) is not None:
        line = words.plural(
            "- Best turn: {name} gained {n} seal in game {number}",
            "- Best turn: {name} gained {n} seals in game {number}",
            turn.amount,
            name=_name(turn.name),
            number=turn.game,
        )
        yield _Line(2, line)
    if (sale := found.sale) is not None:
        line = words(
            "- Best sale: {name}, {gold} in game {number}",
            name=_name(sale.name),
            gold=gold_text(sale.amount, words),
            number=sale.game,
        )
        yield _Line(2, line)
    if (comeback := found.comeback) is not None:
        line = words(
            "- Comeback: {name} won game {number} after being {gold} behind",
            name=_name(comeback.name),
            gold=gold_text(comeback.amount, words),
            number=comeback.game,
        )
        yield _Line(2, line)


def _record_line(record: StoredRecord, words: Words) -> str:
    if record.kind == "longest":
        return words.plural(
            "- Record: game {number} was the longest, with {n} turn",
            "- Record: game {number} was the longest, with {n} turns",
            record.value,
            number=record.game_id,
        )
    gold = gold_text(record.value, words)
    if record.kind == "closest":
        return words(
            "- Record: game {number} was the closest, by {gold}", number=record.game_id, gold=gold
        )
    return words("- Record: {gold}, in game {number}", gold=gold, number=record.game_id)


def _people(digest: Digest, words: Words) -> Iterator[_Line]:
    if digest.newcomers:
        names = [_name(name) for name in digest.newcomers[:MOST_NEW]]
        if (more := len(digest.newcomers) - MOST_NEW) > 0:
            names.append(words.plural("{n} more", "{n} more", more))
        # Translators: people who finished their first game on this server.
        yield _Line(4, words("- New here: {names}", names=words.all_of(names)))
    if digest.begun:
        yield _Line(5, words.plural("- {n} game began", "- {n} games began", digest.begun))


def _waiting(waiting: Sequence[Waiting], words: Words) -> Iterator[_Line]:
    for place, one in enumerate(waiting):
        # Translators: {when} is a day, as Discord says it: “28 November 2026”.
        line = words.plural(
            "- {others} waits for {name} in {place}, last turn {when}",
            "- {others} wait for {name} in {place}, last turn {when}",
            len(one.others),
            others=words.all_of(_name(name) for name in one.others),
            name=_name(one.name),
            place=f"<#{one.place}>",
            when=moment(one.since, "D"),
        )
        yield _Line(_rank(place, 3), line, "waits")


def _rank(place: int, first: int) -> int:
    """Return the rank of a line among others of its kind, of which few are told."""
    if place >= MOST_TOLD:
        return NEVER
    return first if place == 0 else 6


def _opening_line(one: Opening, words: Words) -> str:
    return words.plural(
        "- Game {number} in {place} has {n} free seat",
        "- Game {number} in {place} has {n} free seats",
        one.free,
        number=one.game,
        place=f"<#{one.place}>",
    )


def _name(name: str) -> str:
    return plain(short(name, LITTLE_ROOM))


log = logging.getLogger("arkadia.club")

COUNT_EVERY_S: Final = 600.0
"""Seconds between two looks for games that are not counted yet."""


class ClubNews(RegularPosts):
    """A cog that posts the weekly digests of servers and counts finished games."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self.regular = self.services[Digests]

    async def build(self, item: StoredItem) -> Draft | None:
        """Build a server's digest."""
        return await build(self.bot, self.services[Digests], item)

    async def work(self) -> None:
        """Count finished games again and again, and make standings anew where that is wanted."""
        while True:
            try:
                await self.services[service.Club].recount()
                await self.services[service.Club].note_results()
            except StoreError as error:  # it is counted when somebody asks
                log.error("Games not counted", extra={"why": str(error)})
            await asyncio.sleep(COUNT_EVERY_S)


@app_commands.guild_only()
class ClubCog(
    ArchiveCommands,
    ClubPeopleCommands,
    ChallengeCommands,
    Feature,
    commands.GroupCog,
    name="arkadia-club",
    description=N_("For clubs: people, their ranking, finished games"),
):
    """The commands, buttons, menus and modals of the club."""

    presses = (
        *people.PRESSES,
        *archive.PRESSES,
        *challenges.PRESSES,
        with_numbers(service.RANKING_RULES, service.show_rules),
    )
    modals = archive.MODALS
    settings = (
        service.RANKING,
        channel_setting(
            "digest",
            N_("Weekly summary"),
            lambda services: services[Digests].channels,
            ANNOUNCED,
            N_(
                "A summary is posted every Monday, silently. It tells only of games that everybody "
                "in that channel can see."
            ),
        ),
    )

    async def ranked_seat(self, guild: int, person: int, words: Words) -> Extra:
        """Return that the ranking will list the person, where it is their first game for it."""
        return await service.first_ranked(self.services[service.Club], guild, person, words)

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person, by their games here."""
        return await self.services[service.Club].level(guild, person)

    async def for_moderators(self, guild: int, words: Words) -> Sequence[str]:
        """Return that no rule of the ranking is chosen, and who end games early again and again."""
        tables = self.services.tables
        early = service.early_lines(
            await service.early_pairs(tables.store, guild, tables.now()), words
        )
        return [*await service.unchosen(tables.store, guild, words), *early]

    async def extra(
        self, place: Place, table: Table, words: Words, person: int = 0, turn: int = 0
    ) -> Extra:
        """Return who of a lobby's people ends games, and what the end of one says, with buttons."""
        if place == "lobby":
            people = [seat.user_id for seat in table.people if seat.user_id is not None]
            known = await self.services[service.Club].reliable(table.row.guild_id, people)
            return Extra([_finished_here(name, figures, words) for name, figures in known])
        if place != "end" or person:
            return NOTHING
        feats = await feats_in(self.services.tables.store, table.number)
        lines = feats_lines(Teller.of(table, words).names, feats, words) if feats else []
        newcomers = await self.services[service.Club].newcomers(table.row)
        found = [service.HIDE_ME.button(words=words)] if newcomers else []
        return Extra([*lines, *service.of_newcomers(newcomers, words)], found)

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        told = words(
            "- Older games: `/arkadia-club archive`. Your statistics: `/arkadia-club player`."
        )
        return Extra([told]) if page == "help" else NOTHING

    async def cog_load(self) -> None:
        """Add the entry in the menu of users."""
        self.bot.tree.add_command(challenge_menu())
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Take the entry out of the menu of users."""
        self.bot.tree.remove_command(MENU, type=AppCommandType.user)
        await super().cog_unload()


def _finished_here(name: str, figures: Figures, words: Words) -> str:
    """Return how many of a person's games that person finished, neither leaving nor late."""
    return words.plural(
        "{name} finished {done} of {n} game here.",
        "{name} finished {done} of {n} games here.",
        figures.games,
        name=plain_name(name),
        done=words.number(figures.games - figures.abandoned),
    )
