"""``/arkadia-club``: people in figures, ranking, games and challenges, and a weekly digest."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.club import archive, people, results, rules, service, standings
from cogs.club.digest import Digest, Digests, digest_post
from cogs.club.people import ClubPeopleCommands
from db.errors import StoreError
from db.games.rows import GameSummary, State
from db.outbox import StoredItem
from delivery.notice import Draft
from engine.story import scene_at
from i18n.translation import N_, NC_, Words
from tabletop.opening import Opening
from tabletop.table import Table
from tabletop.time_control import Preset
from ui import buttons, interactions
from ui.answers import RefusalError, put, reply_and_show, think
from ui.components import MenuFace, Press, on, view_of, with_numbers
from ui.features import NOTHING, Extra, Feature, Page, Place, features_of, told_of_ranked
from ui.input.choices import preset_choices, preset_options, read_preset
from ui.pictures import scene_file
from ui.public.announcement import not_notified
from ui.public.places import with_place
from ui.public.post import RegularPosts, channel_setting, words_there
from ui.services.per_person import LockPerPerson
from ui.texts.events import Teller
from ui.texts.markup import plain_name

CHALLENGE: Final = MenuFace("challenge", NC_("button", "Choose a pace…"), digits=19)

MENU: Final = N_("Arkadia challenge")
"""The entry in the menu of a user; Discord shows it in the reader's language."""

SEATS: Final = 2
LOBBY: Final[tuple[State, ...]] = ("lobby",)


class Challenging(LockPerPerson):
    """A lock for each two people of whom one challenges the other."""


async def _chosen_in_menu(interaction: interactions.Interaction, person: discord.Member) -> None:
    await think(interaction)
    if person.bot:
        raise _no_opponent(interaction)
    await _ask_preset(interaction, person.id)


async def _choose_challenge(interaction: interactions.Interaction, press: Press) -> None:
    preset = read_preset(interaction, press.chosen)
    if preset is not None:
        await _challenge(interaction, press.numbers[0], preset)


def _no_opponent(interaction: interactions.Interaction) -> RefusalError:
    """Return the refusal of a challenge to oneself or to a bot."""
    words = interactions.words_of(interaction)
    return RefusalError(
        words("Challenge another person. To play against a computer, use `/arkadia practice`.")
    )


async def _ask_preset(interaction: interactions.Interaction, person: int) -> None:
    """Show the presets of a challenge, each with the length of its game."""
    words = interactions.words_of(interaction)
    if person == interaction.user.id:
        raise _no_opponent(interaction)
    options = await preset_options(interaction, None, SEATS)
    view = view_of(CHALLENGE.menu(person, options=options, words=words))
    text = words(
        "A two-player game with {person}. Choose a pace: the invitation is posted at "
        "once, and the game begins when they press *Join*.",
        person=f"<@{person}>",
    )
    await put(interaction, text, view=view)


async def _challenge(interaction: interactions.Interaction, person: int, preset: Preset) -> None:
    """Open a lobby for two with a seat kept for a person, unless one waits already."""
    words, me = interactions.words_of(interaction), interaction.user
    services = interactions.services_of(interaction)
    channel = interactions.channel_of(interaction)
    if person == me.id:
        raise _no_opponent(interaction)
    # One after the other: of two presses, or challenges that cross, the second finds the first's.
    async with services[Challenging].turn(frozenset((me.id, person))):
        waiting = await _waiting(interaction, person)
        if waiting is not None:
            await _show_waiting(interaction, waiting, person)
            return
        opening = Opening(
            guild=interactions.guild_of(interaction),
            channel=channel,
            host=me.id,
            name=me.display_name,
            seat_limit=SEATS,
            invited=(person,),
            invited_only=True,
            begins_full=True,
            language=await interactions.public_language(interaction),
            clock=str(preset.clock),
            late=preset.late,
            help=preset.help,
            asked=interactions.asked_in(interaction),
        )
        table = await services.tables.lobby.open(opening)
    table = await with_place(interaction, table)
    text = words(
        "You've challenged {person}: game {number} in {place} begins when they press *Join*.",
        person=f"<@{person}>",
        number=table.number,
        place=f"<#{table.place}>",
    )
    extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
    lines = [text, *await not_notified(interaction, table), *extra.lines]
    await reply_and_show(interaction, table.number, "\n".join(lines), view=extra.view)


async def _waiting(interaction: interactions.Interaction, person: int) -> GameSummary | None:
    """Return the challenge between two people that is not accepted yet, whoever made it."""
    store, me = interactions.services_of(interaction).tables.store, interaction.user.id
    rows = await store.games.find(interactions.guild_of(interaction), states=LOBBY, user=me)
    pairs = {(me, (person,)), (person, (me,))}
    return next((row for row in rows if (row.host_id, row.invited) in pairs), None)


async def _show_waiting(
    interaction: interactions.Interaction, row: GameSummary, person: int
) -> None:
    """Show a challenge that waits already; one that the other person made can be accepted."""
    words = interactions.words_of(interaction)
    given = {"person": f"<@{person}>", "number": row.game_id, "place": f"<#{row.place}>"}
    if row.host_id == interaction.user.id:
        text = words("Game {number} in {place} is already waiting for {person}.", **given)
        await put(interaction, text)
        return
    text = words("{person} has challenged you: game {number} in {place} is waiting.", **given)
    await put(interaction, text, view=view_of(buttons.JOIN.button(row.game_id, words=words)))


CHALLENGES: Final = (
    with_numbers(people.CHALLENGE_THEM, _ask_preset),
    on(CHALLENGE, _choose_challenge),
)

ANNOUNCED: Final = N_(
    "Every Monday this channel gets a silent summary of what happened in Arkadia on this server."
)
"""What a channel that is chosen is told."""

log = logging.getLogger("arkadia.club")

COUNT_EVERY_S: Final = 600.0  # seconds between two looks for games that are not counted yet


class ClubNews(RegularPosts):
    """A cog that posts the weekly digests of servers and counts finished games."""

    regular: Digests

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self.regular = self.services[Digests]

    async def build(self, item: StoredItem) -> Draft | None:
        """Build a server's digest of the time since its last one; None if there is nothing to send.

        Nothing is sent without a chosen channel, or of a time in which nothing happened.
        """
        guild = item.guild_id
        chosen = await self.regular.channels.chosen(guild)
        if chosen is None:
            return None
        channel, words = chosen.channel_id, await words_there(self.bot, chosen)
        since, until = self.regular.span(chosen, item)
        rows = await self.regular.games(guild, since)
        # A digest must not tell readers of its channel of games in channels that they cannot see.
        rows = await interactions.seen_by_all(self.bot, channel, guild, rows)
        news = [one for each in features_of(self.bot) for one in await each.news(guild, words)]
        places = {one.channel for one in news}
        open_to_all = await interactions.channels_seen_by_all(self.bot, channel, guild, places)
        news = [one for one in news if one.channel in open_to_all]
        moved = any(one.at >= since for one in news)
        found = await self.regular.digest(guild, rows, since, until, moved=moved)
        if since >= until or found.silent:
            return None
        picture = await self._picture(found, words)
        post = digest_post(found, until, words, picture, [one.line for one in news])
        sign = archive.ARCHIVE_OF_WEEK.pattern
        return Draft(post, channel, sign, replaces=False, bare=partial(replace, post, files=()))

    async def _picture(self, found: Digest, words: Words) -> list[discord.File]:
        """Return the picture of the digest's greatest moment, if it has one."""
        shown = found.highlights.pictured
        table = await self.regular.table(shown.game) if shown else None
        if shown is None or table is None:
            return []
        game = table.running_game()
        scene = await asyncio.to_thread(scene_at, game.start, game.actions, shown.turn)
        return [await scene_file(scene, table, words)]

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
    archive.ArchiveCommands,
    ClubPeopleCommands,
    Feature,
    commands.GroupCog,
    name="arkadia-club",
    description=N_("For clubs: players, ranking, finished games"),
):
    """The commands, buttons, menus and modals of the club."""

    presses = (
        *people.PRESSES,
        *archive.PRESSES,
        *CHALLENGES,
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
                "A summary is posted every Monday, silently. It only mentions games that "
                "everybody in the channel can see."
            ),
        ),
    )

    @app_commands.command(description=N_("Challenge a friend to a two-player game"))
    @app_commands.describe(person=N_("The player to challenge"), preset=N_("Clock and help"))
    @app_commands.autocomplete(preset=preset_choices(SEATS))
    async def challenge(
        self,
        interaction: interactions.Interaction,
        person: discord.User,
        preset: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Challenge a person, by a preset that is named or chosen next."""
        if person.bot:
            raise _no_opponent(interaction)
        chosen = read_preset(interaction, preset)
        if chosen is None:
            await _ask_preset(interaction, person.id)
        else:
            await _challenge(interaction, person.id, chosen)

    async def ranked_seat(self, guild: int, person: int, words: Words) -> Extra:
        """Return that the ranking will list the person, where it is their first game for it."""
        if not await self.services[service.Club].will_list(guild, person):
            return NOTHING
        line = words(
            "This game counts: once you finish it, you're in this server's ranking. To "
            "opt out now or later, press *Hide me*."
        )
        return Extra([line], [service.HIDE_ME.button(words=words)])

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person, by their games here."""
        return await self.services[service.Club].level(guild, person)

    async def for_moderators(self, guild: int, words: Words) -> Sequence[str]:
        """Return that no rule of the ranking is chosen, and who end games early again and again."""
        tables = self.services.tables
        pairs = await rules.early_pairs(tables.store, guild, tables.now())
        unchosen = await self.services[service.Club].unchosen(guild, words)
        return [*unchosen, *rules.early_lines(pairs, words)]

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return who of a lobby's people ends games, and what the end of one says, with buttons."""
        if place == "lobby":
            people = [seat.user_id for seat in table.people if seat.user_id is not None]
            known = await self.services[service.Club].reliable(table.row.guild_id, people)
            return Extra([_finished_here(name, figures, words) for name, figures in known])
        if place != "end" or person:
            return NOTHING
        feats = await results.feats_in(self.services.tables.store, table.number)
        lines = results.feats_lines(Teller.of(table, words).names, feats, words) if feats else []
        names = await self.services[service.Club].newcomers(table.row)
        if not names:
            return Extra(lines)
        new = words.plural(
            "New in this server's ranking: {people}. To opt out, press *Hide me*.",
            "New in this server's ranking: {people}. To opt out, press *Hide me*.",
            len(names),
            people=words.all_of(plain_name(name) for name in names),
        )
        return Extra([*lines, new], [service.HIDE_ME.button(words=words)])

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        line = words(
            "- Older games: `/arkadia-club archive`. Your statistics: `/arkadia-club player`."
        )
        return Extra([line]) if page == "help" else NOTHING

    async def cog_load(self) -> None:
        """Add the entry in the menu of users."""
        menu = app_commands.ContextMenu(name=MENU, callback=_chosen_in_menu)
        self.bot.tree.add_command(app_commands.guild_only(menu))
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Take the entry out of the menu of users."""
        self.bot.tree.remove_command(MENU, type=AppCommandType.user)
        await super().cog_unload()


def _finished_here(name: str, figures: standings.Figures, words: Words) -> str:
    return words.plural(
        "{name} has finished {done} of {n} game here.",
        "{name} has finished {done} of {n} games here.",
        figures.games,
        name=plain_name(name),
        done=words.number(figures.games - figures.abandoned),
    )
