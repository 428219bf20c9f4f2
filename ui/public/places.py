"""The places of a game's messages: in a home of its server, in a thread; and practice threads.

A timer in the database stands for each open practice thread, and for each thread of a game that
ended without a result; it is saved with the message after which it counts. A thread to be renamed
is a change in the outbox. So a crash in between loses neither.
"""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import discord

from db.games.rows import StoredSeat
from db.outbox import StoredItem
from db.timers import StoredDue
from delivery import causes, sender
from i18n.translation import N_, Words, languages, words_for
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, MINUTE
from ui.answers import show
from ui.features import features_of
from ui.interactions import Interaction, services_of, where_of
from ui.public.post import title
from ui.services.servers import UNANSWERED
from ui.texts.events import LITTLE_ROOM
from ui.texts.markup import NAME_LIMIT, cut, short


class Home:
    """A place for a server's new games, beside a feature's cog that derives from it.

    This one is what holds without such a feature: games stay where they are asked for.
    """

    async def channel(self, guild: int) -> int | None:
        """Return the channel of a server's new games; None for where they are asked for."""
        return None

    async def settle(self, table: Table) -> None:
        """Give a game that was not shown yet its place there."""

    async def anew(self, table: Table) -> None:
        """Give a game whose place was deleted another one, if it was there."""

    async def changes(self, table: Table, *, begins: bool) -> Sequence[StoredItem]:
        """Return the changes that bring a game's place up to date, after its messages."""
        return ()

    async def why_not(self, interaction: Interaction, table: Table) -> Sequence[str]:
        """Return why a game that was just shown is not there, if that is known."""
        return ()


USUAL = Home()


def home_of(client: discord.Client) -> Home:
    """Return the home of games that a loaded feature has, or the usual one."""
    return next((one for one in features_of(client) if isinstance(one, Home)), USUAL)


async def with_place(interaction: Interaction, table: Table) -> Table:
    """Return a new game with its place, shown before if it gets that only then."""
    if await home_of(interaction.client).channel(table.row.guild_id) is None:
        return table
    await show(interaction, table.number)
    return await services_of(interaction).tables.get(table.number)


log = logging.getLogger("arkadia.announcing")

BEFORE_NAME: Final = " · "  # what stands between whose turn it is and the name of the game
ARCHIVED_AFTER_MIN: Final = 10080  # minutes without a message, by Discord


async def open_thread(client: discord.Client, tables: Tables, table: Table, words: Words) -> None:
    """Open a thread for a game if that is allowed; else the game stays in its channel."""
    if table.row.thread_id is not None:
        return
    try:
        channel = await client.fetch_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return
        thread = await _create(channel, table, words, client.user.id if client.user else 0)
    except discord.HTTPException as error:
        known = table.messages.get("lobby")
        cause = sender.cause_of(error)
        if cause == "done" and known:  # a message's thread has the message's id
            await use_thread(tables, table, known.message_id)
            return
        if cause in causes.PASSING:
            raise
        log.info("No thread", extra={"table": table.number, "why": str(error)})
        return
    await use_thread(tables, table, thread.id)
    # Added one by one and never fatal: a person without access must not keep the game from its
    # thread.
    for person in [seat.user_id for seat in table.seats if seat.user_id is not None]:
        try:
            await thread.add_user(discord.Object(person))
        except discord.HTTPException as error:
            log.info("Not added to thread", extra={"table": table.number, "why": str(error)})


async def use_thread(
    tables: Tables, table: Table, thread: int | None, channel: int | None = None
) -> None:
    """Note the thread in which a game is played, maybe of another channel; None for its channel."""
    await tables.display.set_thread(table.number, thread, channel)
    table.row = replace(table.row, thread_id=thread, channel_id=channel or table.row.channel_id)


def thread_name(table: Table, words: Words) -> str:
    """Return the name of a game's thread: the game and its people."""
    return cut(words.labelled(title(table, words), names_in(table, words)), NAME_LIMIT)


def name_in_turn(table: Table, words: Words) -> str:
    """Return the name of a game's thread while a person's turn waits: that comes first."""
    name, active = thread_name(table, words), table.active
    if table.row.state != "running" or active is None or active.level is not None:
        return name
    # Translators: {name} is whose turn waits, behind it the name of the game; a thread's name.
    who, number = short(active.name, LITTLE_ROOM), table.running_game().position.turn
    turn = words("{name}, turn {turn}", name=who, turn=number)
    return cut(f"{turn}{BEFORE_NAME}{name}", NAME_LIMIT)


def names_in(table: Table, words: Words, forgotten: str | None = None) -> str:
    """Return the people of a table in its thread's name; a text may stand for forgotten ones."""
    return words.listing(
        short(seat.name, 20)
        if forgotten is None or seat.user_id is not None or seat.is_computer
        else forgotten
        for seat in table.seats
    )


async def _create(
    channel: discord.TextChannel, table: Table, words: Words, me: int
) -> discord.Thread:
    """Create a thread of the lobby's message, or of the channel if that message is gone.

    A message has one thread at most, so that creation is idempotent. In a channel the bot looks for
    its own thread of that name first, since the answer to an earlier creation may have been lost.
    """
    names = thread_name(table, words), cut(title(table, words), NAME_LIMIT)
    known = table.messages.get("lobby")
    try:
        if known is not None:
            return await _create_named(channel, names, discord.Object(known.message_id))
    except discord.HTTPException as error:
        if sender.cause_of(error) != "missing":
            raise
    here = [t for t in await channel.guild.active_threads() if t.parent_id == channel.id]
    # A thread with noted messages of the game is the one that it was moved away from.
    left = {message.channel_id for message in table.messages.values()}
    ours = [one for one in here if one.name in names and one.owner_id == me and one.id not in left]
    return ours[-1] if ours else await _create_named(channel, names)


async def _create_named(
    channel: discord.TextChannel, names: Sequence[str], message: discord.Object | None = None
) -> discord.Thread:
    """Create a thread with the first of some names whose words the server allows."""
    kind = discord.ChannelType.public_thread
    for name in names:
        try:
            return await channel.create_thread(
                name=name, message=message, type=kind, auto_archive_duration=ARCHIVED_AFTER_MIN
            )
        except discord.HTTPException as error:
            if sender.cause_of(error) != "wording" or name == names[-1]:
                raise
    raise ValueError(names)


Kind: TypeAlias = Literal[discord.ChannelType.private_thread, discord.ChannelType.public_thread]

PRACTICE_ARCHIVED_AFTER_MIN: Final = 1440  # the same of a practice thread


async def channel_for_threads(interaction: Interaction) -> discord.TextChannel | None:
    """Return the channel in which the bot can open a thread for this interaction, or None."""
    channel: object = interaction.channel
    if isinstance(channel, discord.Thread):
        try:
            channel = await interaction.client.fetch_channel(channel.parent_id)
        except UNANSWERED as error:
            log.info("No thread", extra={**where_of(interaction), "why": str(error)})
    return channel if isinstance(channel, discord.TextChannel) else None


async def own_thread(
    interaction: Interaction, channel: discord.TextChannel, name: str, number: int
) -> None:
    """Show a game in a new private thread for one person, else in a public one, if allowed."""
    # Private threads need a permission of their own, which the bot may lack.
    for kind in (discord.ChannelType.private_thread, discord.ChannelType.public_thread):
        thread = await _made(interaction, channel, kind, name)
        if thread is None:
            continue
        try:
            await thread.add_user(discord.Object(interaction.user.id))
        except UNANSWERED as error:  # being notified there adds them
            log.info("Not added to thread", extra={**where_of(interaction), "why": str(error)})
        await services_of(interaction).tables.display.set_thread(number, thread.id)
        return


async def _made(
    interaction: Interaction, channel: discord.TextChannel, kind: Kind, name: str
) -> discord.Thread | None:
    """Return a new thread; None if Discord refused it or did not answer."""
    try:
        return await channel.create_thread(
            name=name, type=kind, auto_archive_duration=PRACTICE_ARCHIVED_AFTER_MIN
        )
    except UNANSWERED as error:
        log.info("No thread", extra={**where_of(interaction), "why": str(error)})
    try:
        # The look-back: Discord may have made the thread, and only its answer was lost.
        threads = await channel.guild.active_threads()
    except UNANSWERED:
        return None
    made = [thread for thread in threads if thread.parent_id == channel.id]
    # Snowflakes are ordered by time, so this one was made after the command.
    new = [thread for thread in made if thread.id > interaction.id]
    return next((thread for thread in new if (thread.name, thread.type) == (name, kind)), None)


THREAD: Final = "thread"  # the due at which a thread is archived, unless it is in use
IDLE_MS: Final = DAY  # milliseconds without a message after which a practice thread is archived

PRACTICE: Final = N_("Practice: {name}")
FORGOTTEN: Final = "\0"  # for any name, where a person was forgotten since
MOST_OPEN: Final = 3  # practice threads of a person on a server that stay open
MOST_NAME: Final = 60  # characters of a person's name in a thread's, which has 100 at most


class ThreadKeeper:
    """A service that archives and renames the bot's threads."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    async def timers(self, table: Table, *, begins: bool) -> list[StoredDue]:
        """Return the timers of threads that follow from a message, a game's first or another."""
        row, now, owner = table.row, self._tables.now(), _practising(table)
        if row.thread_id is None:
            return []
        user = (owner.user_id or 0) if owner else 0
        ended = row.state in ("cancelled", "closed")
        if not ended and not user:
            return []
        at = now + (MINUTE if ended else IDLE_MS)
        own = StoredDue(THREAD, at, row.guild_id, table.number, user)
        return [own, *(await self._too_many(own) if begins and not ended else [])]

    async def archive(self, dues: Sequence[StoredDue]) -> None:
        """Archive the threads of games that are over or idle, unless another game is there."""
        for due in dues:
            try:
                await self._archive(due)
            except (TableError, UnreadableTableError) as error:  # the game is no more
                log.info("Thread stays", extra={"table": due.game_id, "why": str(error)})

    async def rename(self, item: StoredItem) -> None:
        """Give a game's thread its present name, unless people gave it another one."""
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            raise causes.NotShownError("gone")
        thread = await self._client.fetch_channel(item.channel_id)
        if not isinstance(thread, discord.Thread):
            return
        name = _present(table, thread.name)
        if name not in (None, thread.name):
            archived = thread.archived
            await thread.edit(name=name, archived=False)
            if archived:
                await thread.edit(archived=True)

    async def _too_many(self, newest: StoredDue) -> list[StoredDue]:
        """Return timers that archive a person's oldest practice threads now."""
        known = await self._tables.store.timers.of_person(newest.user_id, THREAD)
        older = sorted(
            (
                due.game_id
                for due in known
                if due.guild_id == newest.guild_id and due.game_id != newest.game_id
            ),
            reverse=True,
        )
        now = self._tables.now()
        return [
            StoredDue(THREAD, now, newest.guild_id, number, newest.user_id)
            for number in older[max(0, MOST_OPEN - 1) :]
        ]

    async def _archive(self, due: StoredDue) -> None:
        table = await self._tables.get(due.game_id)
        thread, store = table.row.thread_id, self._tables.store
        if thread is None:
            return
        newest = await store.games.newest_in_thread(table.row.guild_id, thread)
        # A rematch, or what was played again from an earlier turn: it has a timer of its own.
        if newest not in (None, table.number):
            other = (await self._tables.get(newest or 0)).row
            if other.state in ("lobby", "running"):
                return
        # A message would open the thread again.
        if table.row.shown < table.row.news:
            raise causes.NotShownError("unavailable")
        with sender.discord_may_fail():
            channel = await self._client.fetch_channel(thread)
            if isinstance(channel, discord.Thread) and not channel.archived:
                await channel.edit(archived=True)


def practice_name(name: str, words: Words) -> str:
    """Return the name of a person's practice thread."""
    return words(PRACTICE, name=name[:MOST_NAME])


def _practising(table: Table) -> StoredSeat | None:
    """Return the seat of the only person at a table with computers; None if there are more."""
    people = [seat for seat in table.seats if not seat.is_computer]
    return people[0] if len(people) == 1 and len(table.seats) > 1 else None


def _present(table: Table, name: str) -> str | None:
    """Return what a thread with such a name of the bot's is called now; None for another name."""
    now, owner = words_for(table.row.language), _practising(table)
    for words in map(words_for, languages()):
        ours = words.labelled(title(table, words), names_in(table, words, FORGOTTEN))
        if any(_is_ours(rest, ours, len(name)) for rest in _without_turn(name)):
            return name_in_turn(table, now)
        name_then = FORGOTTEN if owner and owner.user_id is None else owner.name if owner else ""
        if owner is not None and _is_ours(name, practice_name(name_then, words), len(name)):
            return practice_name(owner.name, now)
    return None


def _without_turn(name: str) -> list[str]:
    """Return a thread's name, and what may be left of it without whose turn it is."""
    parts = name.split(BEFORE_NAME)
    # A person's name may have the sign in it, too.
    return [BEFORE_NAME.join(parts[place:]) for place in range(len(parts))]


def _is_ours(name: str, ours: str, whole_length: int) -> bool:
    """Return whether a name, maybe cut, is one that the bot gives, with any for the forgotten."""
    parts = ours.split(FORGOTTEN)
    whole = re.fullmatch(".+".join(map(re.escape, parts)), name) is not None
    begin = parts[0][: len(name) - 1]
    return whole or (whole_length == NAME_LIMIT and bool(begin) and name.startswith(begin))
