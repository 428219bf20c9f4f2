"""Announcements of open lobbies, in a channel that moderators chose."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from db.games.rows import GameSummary
from db.outbox import StoredItem, Topic
from db.store import Store
from db.timers import StoredDue
from db.usage import UsageRecord
from delivery.dispatcher import Dispatcher
from delivery.notice import Draft
from i18n.translation import Words
from tabletop.table import Table
from tabletop.tables import Tables
from ui import buttons, features, interactions
from ui.components import view_of
from ui.interactions import Interaction, seen_by_all, services_of, words_of
from ui.public.lobby import after_lobby_post
from ui.public.post import Post, public_words
from ui.texts.markup import Part, moment, plain_name

SCOPE: Final = "announce"  # the scope of the settings that hold the channels for announcements

ANNOUNCEMENT: Final = "announcement"  # the kind of notice that announces an open game
ROLE_FREE: Final = "role-free"  # the timer at whose end a role may be notified again
MOST_OTHERS: Final = 5  # other open games that an announcement names at most


@dataclass(frozen=True, slots=True)
class Announcing:
    """The channel of a server's announcements, and the role that they notify."""

    channel: int  # the channel's id
    role: int | None = None  # the id of the role that is notified, or None


async def announcing(store: Store, guild: int) -> Announcing | None:
    """Return the place where open games of a server are announced, or None."""
    found = await store.admin.setting(SCOPE, str(guild))
    if found is None:
        return None
    channel, _, role = found.partition("/")
    return Announcing(int(channel), int(role) if role else None)


async def announce_in(store: Store, guild: int, chosen: Announcing | None) -> None:
    """Choose the place where open games of a server are announced; None for no place."""
    value = None if chosen is None else f"{chosen.channel}/{chosen.role or ''}"
    await store.admin.set_setting(SCOPE, str(guild), value)


def is_open(row: GameSummary) -> bool:
    """Return whether a lobby has a free seat for anybody."""
    free = row.seat_limit - len(row.seats) - len(row.invited)
    return row.state == "lobby" and free > 0 and not row.invited_only


def announcement_post(
    table: Table,
    words: Words,
    extra: features.Extra = features.NOTHING,
    role: int | None = None,
    others: Sequence[GameSummary] = (),
) -> Post:
    """Return the announcement of a game, and of the others of which its role is notified."""
    row, host = table.row, table.host
    text = words(
        "{name} is looking for players: game {number} in {place}. Seats taken: {taken} of {count}.",
        name=plain_name(host.name) if host else words("Former player"),
        number=table.number,
        place=f"<#{table.place}>",
        taken=len(table.seats),
        count=row.seat_limit,
    )
    view = view_of(
        buttons.JOIN.button(table.number, words=words, disabled=not is_open(row)), *extra.buttons
    )
    parts = [Part(f"<@&{role}> {text}" if role else text)]
    if others:
        # Translators: an open game, in the list after “Also looking for players:”.
        games = [
            words.context(
                "an open game",
                "game {number} in {place}",
                number=other.game_id,
                place=f"<#{other.place}>",
            )
            for other in others[:MOST_OTHERS]
        ]
        parts.append(Part(words("Also looking for players: {games}.", games=words.all_of(games))))
    return Post(parts, view=view, roles=(role,) if role else ())


class AnnouncementBuilder:
    """A builder of the announcements of open games."""

    def __init__(self, client: discord.Client, tables: Tables, dispatcher: Dispatcher) -> None:
        self._client = client
        self._tables = tables
        self._dispatcher = dispatcher

    async def role_called(self, table: Table) -> int | None:
        """Return the role that a lobby notifies in the announcements' channel, or None."""
        chosen = await announcing(self._tables.store, table.row.guild_id)
        if chosen is None or chosen.channel != table.place or not is_open(table.row):
            return None
        return await self._role(chosen, table)

    async def _role(self, chosen: Announcing, table: Table) -> int | None:
        """Return the role to notify, unless another game did so lately; the claim is durable.

        If another did, the role is notified of all games that are still open when it may be.
        """
        row, now = table.row, self._tables.now()
        if chosen.role is None:
            return None
        host, game = row.host_id or 0, row.game_id
        act = UsageRecord(kind="role", guild_id=row.guild_id, user_id=host, game_id=game, at=now)
        usage, limits = self._tables.store.usage, self._tables.limits
        if await usage.claim(limits, act):
            return chosen.role
        [free_at] = await usage.waits(limits, [act])
        await self._dispatcher.note_surely(StoredDue(ROLE_FREE, free_at, row.guild_id))
        return None

    async def call_role(self, guild: int) -> StoredItem | None:
        """Make news of the oldest open game that no role was notified of; None if there is none.

        The news has the channel of the announcement, in which another one is to be posted.
        """
        outbox = self._tables.store.outbox
        for row in await self._untold(guild):
            known = await outbox.notice(Topic(ANNOUNCEMENT, guild, row.game_id))
            if known is not None:
                item = StoredItem(
                    ANNOUNCEMENT, guild, row.game_id, known.posted_in, since=row.created_at
                )
                await outbox.put(item)
                return item
        return None

    async def _untold(self, guild: int) -> list[GameSummary]:
        """Return the open games of a server of which no role was notified, the oldest first."""
        store = self._tables.store
        notified = set(await store.usage.with_role(guild))
        found = await store.games.find(guild, states=["lobby"])
        rows = [row for row in found if is_open(row) and row.game_id not in notified]
        return sorted(rows, key=lambda row: row.game_id)

    async def item(self, table: Table) -> StoredItem | None:
        """Return the outbox item that announces a game; None if no announcement is due."""
        if "turn" in table.messages:  # the announcement said long ago that the game has begun
            return None
        row, store = table.row, self._tables.store
        known = await store.outbox.notice(Topic(ANNOUNCEMENT, row.guild_id, row.game_id))
        wanted = row.state == "lobby" and await announcing(store, row.guild_id) is not None
        if known is None and not wanted:
            return None
        # A call of the role that was not told yet stays to be told.
        anew = known.channel_id if known is not None and known.shown < known.news else 0
        return StoredItem(ANNOUNCEMENT, row.guild_id, row.game_id, anew, since=row.created_at)

    async def build(self, item: StoredItem) -> Draft | None:
        """Build the announcement of an open game, or its last state after it was announced.

        A game is announced only where all readers of the channel can see the game's place.
        """
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            return None
        words, sign = public_words(table), buttons.JOIN.pattern
        extra = features.offers_of(self._client, "newcomers", words)
        if (again := await self._called_late(item, table, words, extra)) is not None:
            return Draft(again, item.posted_in, sign)
        if item.posted_id:
            gathers = table.row.state == "lobby"
            last = announcement_post if gathers else after_lobby_post
            post = last(table, words, extra)
            return Draft(post, item.posted_in, sign, in_place=True, anew=False)
        chosen = await announcing(self._tables.store, item.guild_id)
        # The lobby itself stands in that channel already and notifies the role.
        if chosen is None or chosen.channel == table.place or not is_open(table.row):
            return None
        if not await seen_by_all(self._client, chosen.channel, item.guild_id, [table.row]):
            return None
        post = announcement_post(table, words, extra, await self._role(chosen, table))
        return Draft(post, chosen.channel, sign, in_place=True)

    async def _called_late(
        self, item: StoredItem, table: Table, words: Words, extra: features.Extra
    ) -> Post | None:
        """Return the announcement that notifies the role of all open games; None if none is due."""
        if not item.channel_id:
            return None
        chosen = await announcing(self._tables.store, item.guild_id)
        if chosen is None or chosen.channel != item.posted_in or not is_open(table.row):
            return None
        rows = [row for row in await self._untold(item.guild_id) if row.game_id != table.number]
        role = await self._role(chosen, table)
        if role is None:
            return None
        seen = await seen_by_all(self._client, chosen.channel, item.guild_id, rows)
        return announcement_post(table, words, extra, role, seen)


async def not_notified(interaction: Interaction, table: Table) -> list[str]:
    """Return which invited people a new lobby does not notify, and until when, as sentences.

    People who keep themselves from being invited are left out.
    """
    words, tables, row = words_of(interaction), services_of(interaction).tables, table.row
    if not row.invited or row.host_id is None:
        return []
    notified, now = await tables.store.usage.pinged(row.game_id), tables.now()
    acts = [
        UsageRecord(
            kind="ping", guild_id=row.guild_id, user_id=row.host_id, target_id=person, at=now
        )
        for person in row.invited
        if person not in notified
    ]
    waits = await tables.store.usage.waits(tables.limits, acts)
    later = {act.target_id: at for act, at in zip(acts, waits, strict=True) if at > now}
    if not later:
        return []
    return [
        words.plural(
            "I can't notify {people} this time, but I'll be able to {when}.",
            "I can't notify {people} this time, but I'll be able to {when}.",
            len(later),
            people=words.listing(f"<@{person}>" for person in later),
            when=moment(max(later.values())),
        )
    ]


async def missing_for_announcements(interaction: Interaction, chosen: Announcing) -> list[str]:
    """Return lines on what the bot lacks to announce games in a channel."""
    words, found = words_of(interaction), await interactions.here(interaction, chosen.channel)
    if found is None:
        return []
    lacks = interactions.what_lacks(interaction, chosen.channel, found, interactions.WRITING)
    lines = [lacks] if lacks else []
    role = found.guild.get_role(chosen.role or 0) if found.guild else None
    # Discord posts such a message and leaves the ping out without a word.
    if role is not None and not (role.mentionable or found.mine.mention_everyone):
        lines.append(
            words(
                "I can't notify {role}: let anyone mention it, or give me *Mention @everyone*.",
                role=role.mention,
            )
        )
    return lines
