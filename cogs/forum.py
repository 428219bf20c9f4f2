"""A forum as the home of a server's games: each is a post, with a title and with tags.

Moderators name the forum. A game is posted there if all who read the forum may know of its channel,
and all who see the channel see the forum; else it stays in its channel, as without a forum. A post
is a thread whose parent is the forum, so all that holds of a game's thread holds of it.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import discord
from discord.ext import commands

from db.outbox import TAG, StoredItem, tag
from db.store import Store
from delivery import causes, outbox, sender
from i18n.translation import N_, Words, words_for
from tabletop.table import Table
from ui import interactions
from ui.answers import RefusalError
from ui.features import Feature, Setting
from ui.interactions import here
from ui.public.places import ARCHIVED_AFTER_MIN, Home, thread_name, use_thread
from ui.public.post import public_words, title
from ui.texts.markup import NAME_LIMIT, cut

log = logging.getLogger("arkadia.announcing")

SCOPE: Final = "forum"  # the scope of the settings that hold the forums

Tag: TypeAlias = Literal["waiting", "running", "over", "plain"]

# Translators: a tag of posts in a forum, 20 characters at most.
WAITING: Final = N_("waiting for players")

TAG_NAMES: Final[Mapping[Tag, str]] = {
    "waiting": WAITING,
    # Translators: tags of posts in a forum, 20 characters at most.
    "running": N_("running"),
    "over": N_("over"),
    # Translators: a tag of posts in a forum, 20 characters at most: a game without any help.
    "plain": N_("no hints"),
}
"""The tags of posts, the most important first."""

STATES: Final[tuple[Tag, ...]] = ("waiting", "running", "over")
"""The tags of which each post has one."""

IN_FORUM: Final = (*interactions.POSTING, "send_messages_in_threads")
"""The permissions that a post of a game needs."""

MOST_TAGS: Final = 5  # the most tags that Discord lets a post have
MOST_OFFERED: Final = 20  # the most tags that Discord lets a forum have


@dataclass(frozen=True, slots=True)
class Forum:
    """The forum of a server."""

    channel: int
    tags: Mapping[Tag, int]


async def forum_of(store: Store, guild: int) -> Forum | None:
    """Return the forum of a server's games, or None."""
    found = await store.admin.setting(SCOPE, str(guild))
    if found is None:
        return None
    channel, *numbers = found.split("/")
    pairs = zip(TAG_NAMES, map(int, numbers), strict=True)
    return Forum(int(channel), {name: number for name, number in pairs if number})


async def _with_tags(channel: discord.ForumChannel, words: Words) -> Forum:
    """Return a channel as a forum of games, with the tags that it has or gets."""
    names = {name: words(text) for name, text in TAG_NAMES.items()}
    known = {one.name: one for one in channel.available_tags}
    missing = [text for text in names.values() if text not in known]
    if missing and len(known) + len(missing) <= MOST_OFFERED:
        made = [*channel.available_tags, *(discord.ForumTag(name=text) for text in missing)]
        changed = await channel.edit(available_tags=made)
        known = {one.name: one for one in (changed or channel).available_tags}
    tags = {name: known[text].id for name, text in names.items() if text in known}
    return Forum(channel.id, tags)


async def _forum_here(interaction: interactions.Interaction) -> Forum | None:
    store = interactions.services_of(interaction).tables.store
    return await forum_of(store, interactions.guild_of(interaction))


async def _chosen(interaction: interactions.Interaction) -> str | None:
    forum = await _forum_here(interaction)
    return None if forum is None else str(forum.channel)


async def _sentence(interaction: interactions.Interaction) -> str:
    forum = await _forum_here(interaction)
    lacks = [] if forum is None else await missing_in_forum(interaction, forum)
    words = interactions.words_of(interaction)
    return "\n".join(lacks) or words(
        "Each new game gets its own post in the forum, with an up-to-date title and "
        "tags. A game stays in its channel unless the same people can see both."
    )


async def _choose(interaction: interactions.Interaction, chosen: str | None) -> None:
    forum = None if chosen is None else await _prepared(interaction, int(chosen))
    # A promise that cannot be kept is not made: the forum of before stays.
    if forum is not None and (missing := await missing_in_forum(interaction, forum)):
        raise RefusalError("\n".join(missing))
    value, guild = None, interactions.guild_of(interaction)
    if forum is not None:
        value = "/".join(map(str, (forum.channel, *(forum.tags.get(one, 0) for one in TAG_NAMES))))
    store = interactions.services_of(interaction).tables.store
    await store.admin.set_setting(SCOPE, str(guild), value)


class ForumCog(Home, Feature):
    """The posts of games in the forum that moderators chose."""

    settings = (
        Setting(
            "forum",
            N_("Forum for games"),
            _chosen,
            _sentence,
            _choose,
            channels=(discord.ChannelType.forum,),
        ),
    )

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self._client = bot
        self._tables = self.services.tables

    def edits(self) -> Mapping[str, outbox.Change]:
        """Return what makes the changes of posts' tags."""
        return {TAG: self.update}

    async def channel(self, guild: int) -> int | None:
        """Return the forum of a server's new games."""
        forum = await forum_of(self._tables.store, guild)
        return forum.channel if forum else None

    async def why_not(self, interaction: interactions.Interaction, table: Table) -> Sequence[str]:
        """Return why a game that was just shown is not in its server's forum, if that is known."""
        forum = await forum_of(self._tables.store, table.row.guild_id)
        if forum is None or table.row.channel_id == forum.channel:
            return []
        return await missing_in_forum(interaction, forum)

    async def settle(self, table: Table) -> None:
        """Make the post of a game that was not shown yet, where its server has a forum.

        Raises:
            HTTPException: if Discord may take the same request later.
        """
        row, store = table.row, self._tables.store
        if row.shown or row.thread_id is not None or row.begun_in is not None:
            return
        people = [seat for seat in table.seats if not seat.is_computer]
        forum = await forum_of(store, row.guild_id)
        if forum is None or (row.state == "running" and len(people) < 2):
            return
        try:
            if await self._may_stand_in(table, forum.channel):
                await self._make(table, forum.channel)
        except discord.HTTPException as error:
            if sender.cause_of(error) in causes.PASSING:
                raise
            # Gone, forbidden, or it wants a tag of its own: the game is played in its channel.
            log.warning("Not in the forum", extra={"table": table.number, "why": str(error)})

    async def anew(self, table: Table) -> None:
        """Make the post of a game again that was deleted; raise what Discord says to that."""
        channel = await self._client.fetch_channel(table.row.channel_id)
        if isinstance(channel, discord.ForumChannel):
            await self._make(table, channel.id)

    async def changes(self, table: Table, *, begins: bool) -> list[StoredItem]:
        """Return the change that brings the tags of a game's post up to date, if one is due."""
        row = table.row
        if row.thread_id is None or (row.state == "running" and not begins):
            return []
        forum = await forum_of(self._tables.store, row.guild_id)
        if forum is None or forum.channel != row.channel_id:
            return []
        return [tag(row.guild_id, table.number, row.thread_id)]

    async def update(self, item: StoredItem) -> None:
        """Give a game's post its present tags, and its people's names once it has begun."""
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            raise causes.NotShownError("gone")
        forum = await forum_of(self._tables.store, table.row.guild_id)
        if forum is None:
            return
        parent = await self._client.fetch_channel(forum.channel)
        post = await self._client.fetch_channel(item.channel_id)
        if isinstance(parent, discord.ForumChannel) and isinstance(post, discord.Thread):
            await self._change(table, forum, parent, post)

    async def _change(
        self, table: Table, forum: Forum, parent: discord.ForumChannel, post: discord.Thread
    ) -> None:
        offered = {one.id: one for one in parent.available_tags}
        ours, wanted = set(forum.tags.values()), _wanted(table, forum)
        # The public property asks the cache for the forum, and there is no cache.
        known = list(post._applied_tags)
        now = [number for number in known if number not in ours]
        # Tags that moderators gave the post stay; a tag that they took from the forum is left out.
        numbers = [number for number in (*wanted, *now) if number in offered][:MOST_TAGS]
        words, name = words_for(table.row.language), post.name
        # With its people, where the title still is that of the lobby.
        if table.row.state != "lobby" and name == _waiting_name(table, words):
            name = thread_name(table, words)
        if name == post.name and sorted(numbers) == sorted(known):
            return
        archived = post.archived
        tags = [offered[number] for number in numbers]
        await post.edit(name=name, applied_tags=tags, archived=False)
        if archived:
            await post.edit(archived=True)

    async def _may_stand_in(self, table: Table, forum: int) -> bool:
        """Return whether the same people see the forum and the channel of a game."""
        row = table.row
        if row.channel_id == forum:
            return True
        there = replace(row, channel_id=forum)
        return bool(
            await interactions.seen_by_all(self._client, forum, row.guild_id, [row])
            and await interactions.seen_by_all(self._client, row.channel_id, row.guild_id, [there])
        )

    async def _make(self, table: Table, number: int) -> None:
        """Make a game's post, or find the one of an attempt whose answer was lost; note it."""
        channel = await self._client.fetch_channel(number)
        if not isinstance(channel, discord.ForumChannel):
            return
        words, me = public_words(table), self._client.user
        here = [one for one in await channel.guild.active_threads() if one.parent_id == number]
        begin = words.labelled(title(table, words), "").rstrip()
        own = [one for one in here if me and one.owner_id == me.id]
        made = [one.id for one in own if one.name.startswith(begin)]
        thread = made[-1] if made else await self._create(channel, table, words)
        await use_thread(self._tables, table, thread, number)

    async def _create(self, channel: discord.ForumChannel, table: Table, words: Words) -> int:
        forum = await forum_of(self._tables.store, table.row.guild_id)
        wanted = _wanted(table, forum) if forum and forum.channel == channel.id else []
        tags = [one for one in channel.available_tags if one.id in wanted]
        waits = table.row.state == "lobby"
        text = words(
            "**{title}** is played here, always in the newest message. `/arkadia board` "
            "shows the board only to you.",
            title=title(table, words),
        )
        made = await channel.create_thread(
            name=_waiting_name(table, words) if waits else thread_name(table, words),
            content=text,
            applied_tags=tags,
            auto_archive_duration=ARCHIVED_AFTER_MIN,
        )
        return made.thread.id


def _wanted(table: Table, forum: Forum) -> Sequence[int]:
    """Return the tags of a game's post, as far as its forum has them."""
    state: Tag = "over"
    if table.row.state in ("lobby", "running"):
        state = "waiting" if table.row.state == "lobby" else "running"
    names: list[Tag] = [state]
    if table.row.help == "none":
        names.append("plain")
    return [forum.tags[name] for name in names if name in forum.tags]


def _waiting_name(table: Table, words: Words) -> str:
    return cut(words.labelled(title(table, words), words(WAITING)), NAME_LIMIT)


async def missing_in_forum(interaction: interactions.Interaction, forum: Forum) -> list[str]:
    """Return a line on why no game can be a post of a forum; none if nothing is known of that."""
    words, found = interactions.words_of(interaction), await here(interaction, forum.channel)
    if found is None:
        return []
    stays = words("For now, games stay in their channels.")
    if lacks := interactions.what_lacks(interaction, forum.channel, found, IN_FORUM):
        return [f"{lacks} {stays}"]
    channel = found.channel
    if isinstance(channel, discord.ForumChannel) and channel.flags.require_tag:
        offered = {tag.id for tag in channel.available_tags}
        if not {forum.tags.get(tag) for tag in STATES} <= offered:
            full = words(
                "Posts in {place} need a tag, but there's no room for mine: remove a tag there.",
                place=f"<#{forum.channel}>",
            )
            return [f"{full} {stays}"]
    return []


async def _prepared(interaction: interactions.Interaction, number: int) -> Forum:
    words, place = interactions.words_of(interaction), f"<#{number}>"
    try:
        channel = await interaction.client.fetch_channel(number)
        if isinstance(channel, discord.ForumChannel):
            language = await interactions.public_language(interaction)
            return await _with_tags(channel, words_for(language))
    except discord.HTTPException as error:
        if sender.cause_of(error) not in ("forbidden", "absent", "gone"):
            raise
        raise RefusalError(
            words(
                "I can't create my tags in {place} without *View Channel* and *Manage "
                "Channels*. I only need these permissions once.",
                place=place,
            )
        ) from error
    raise RefusalError(words("{place} isn't a forum.", place=place))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ForumCog(bot))
