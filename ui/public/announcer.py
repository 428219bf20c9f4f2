"""The messages of a table in its place: the lobby, one message a turn, and the end."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import discord

from db.games.rows import StoredMessage
from db.outbox.rows import DELETE, LOST, StoredItem, StoredRecall, Topic, delete, edit, retire
from delivery.causes import cause_of, discord_may_fail
from delivery.errors import NotShownError
from delivery.sender import Sender, nonce_from
from i18n.translation import ENGLISH, Words
from tabletop.club.ranking import Club
from tabletop.club.results import feats_in
from tabletop.endings import ends_to_tell
from tabletop.lengths import Lengths
from tabletop.lobby import DECLINED
from tabletop.personal import Personal
from tabletop.publishing import Shown, Undone
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.turn_time import control_of
from ui.pages import watch_button
from ui.public.announcement import AnnouncementBuilder
from ui.public.forum import ForumPosts
from ui.public.look_back import FoundMessage, places_of, standing_as, unnoted
from ui.public.lost_turns import LostTurns
from ui.public.posts.final import final_post, final_view
from ui.public.posts.first_line import without_asking
from ui.public.posts.lobby import after_lobby_post, lobby_post
from ui.public.posts.notices import notice_post, unreadable_post
from ui.public.posts.post import Post, public_words, without_file
from ui.public.posts.turn import turn_post
from ui.public.thread_board import board_due
from ui.public.thread_keeping import ThreadKeeper
from ui.public.threads import open_thread, use_thread
from ui.services.markup import as_read
from ui.texts.game.clock import with_deadline

log = logging.getLogger("arkadia.announcing")


class DiscordAnnouncer:
    """A service that posts and edits the public messages of tables in Discord.

    Attributes:
        lost_turns: the service for messages whose turns were lost.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        personal: Personal,
        sender: Sender,
        announcements: AnnouncementBuilder,
        threads: ThreadKeeper,
        club: Club,
        lengths: Lengths,
        forum: ForumPosts,
        pages: str = "",
    ) -> None:
        self._client = client
        self._tables = tables
        self._personal = personal
        self._sender = sender
        self._announcements = announcements
        self._threads = threads
        self._club = club
        self._lengths = lengths
        self._forum = forum
        self._pages = pages
        self.lost_turns = LostTurns(tables, sender)

    async def look_for_lost(self, table: Table, recall: StoredRecall) -> Undone:
        """Return the edits of the messages that tell of turns that were lost, or of lost games.

        Raises:
            NotShownError: if the messages cannot be looked at now.
        """
        return await self.lost_turns.look_for(table, recall)

    async def announce(self, table: Table, *, recovering: bool, anew: bool) -> Shown:
        """Post or edit a table's messages; return the current ones and the follow-up work.

        Raises:
            NotShownError: if that is not possible now.
        """
        with discord_may_fail():
            # Looking back costs a request, so only a doubt about the last attempt is worth it: a
            # process that was killed, a request without an answer.
            # Asked first: an edit that is made meanwhile takes the buttons, and then its row.
            lost = await self._lost(table) if recovering else set()
            found = await self._unnoted(table) if recovering else []
            found = [one for one in found if one.message.message_id not in lost]
            await self._forum.settle(table, self.lost_turns.astray)
            shown = await self._show(table, found, anew=anew)
        if any(message.kind == "final" for message in shown.messages):
            ends = ends_to_tell(table, shown.pinged, self._personal, self._tables.now())
            shown = replace(shown, dues=[*shown.dues, *ends])
        begins = "turn" not in table.messages
        timers = await self._threads.timers(table, begins=begins)
        timers += board_due(table, self._tables.now())
        shown = replace(shown, dues=[*shown.dues, *timers])
        standing = {message.message_id for message in shown.messages}
        old = [one.message for one in found if one.message.message_id not in standing]
        more = await self._announcements.item(table)
        self.lost_turns.told(table.number)
        items = [*shown.items, *_outdated(table, old), *([more] if more else [])]
        items += await self._forum.changes(table, begins=begins)
        return replace(shown, items=items)

    async def _lost(self, table: Table) -> set[int]:
        """Return the messages of a table that are to say that their turn was lost, or to go."""
        outbox, row = self._tables.store.outbox, table.row
        topics = [Topic(kind, row.guild_id, row.game_id) for kind in (LOST, DELETE)]
        return {item.message_id for topic in topics for item in await outbox.to_do(topic)}

    async def _show(self, table: Table, found: Sequence[FoundMessage], *, anew: bool) -> Shown:
        for one in found:
            if _comes_next(table, one):
                return _shown(table, one)
        match table.row.state:
            case "lobby":
                return await self._show_lobby(table, found)
            case "running":
                return await self._show_turn(table, anew=anew)
            case "finished":
                before = table.messages.get("turn")
                told = self._personal.pinged_at_end(table, self._tables.now())
                ranked = await self._club.at_end(table.row)
                feats = await feats_in(self._tables.store, table.number)
                words = public_words(table)
                post = await final_post(
                    table, words, before, told, pages=self._pages, ranked=ranked, feats=feats
                )
                return await self._post(table, post)
            case "aside":
                entries = await self._tables.log_entries(table.number)
                post = unreadable_post(table, entries, public_words(table))
                return await self._post_notice(table, post, found)
            case _:
                return await self._show_notice(table, found)

    async def retire(self, item: StoredItem) -> None:
        """Remove the buttons and the question from an old message of a game.

        Raises:
            NotShownError: if that is not possible now.
        """
        later = partial(without_asking, words=await self._words_of(item.subject_id))
        with discord_may_fail():
            await self._sender.retire(item.channel_id, item.message_id, later)

    async def bring_up_to_date(self, item: StoredItem) -> None:
        """Edit a message of a table so that it shows the present state.

        Raises:
            NotShownError: if that is not possible now.
        """
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            raise NotShownError("gone")
        words, place, number = public_words(table), item.channel_id, item.message_id
        last, turn = table.messages.get("final"), table.messages.get("turn")
        with discord_may_fail():
            if turn is not None and turn.message_id == number:
                await self._tell_deadline(table, turn)
            elif last is not None and last.message_id == number:
                ranked = await self._club.at_end(table.row)
                view = final_view(table, words, self._pages, ranked)
                await self._sender.edit_view(place, number, view)
            else:
                await self._sender.edit(place, number, after_lobby_post(table, words))

    async def _tell_deadline(self, table: Table, message: StoredMessage) -> None:
        """Edit the message of the running turn if its deadline has moved."""
        timing = self._tables.clock.turn_time(table)
        running = table.game is not None and message.turn == table.game.position.turn
        if not running or timing is None or timing.deadline is None:
            return
        later = partial(with_deadline, deadline=timing.deadline, words=public_words(table))
        await self._sender.rewrite(message.channel_id, message.message_id, later)

    async def _words_of(self, number: int) -> Words:
        """Return the language of a game's messages; English if it is unreadable."""
        table = await self._tables.cache.find(number)
        return ENGLISH if table is None else public_words(table)

    async def _unnoted(self, table: Table) -> list[FoundMessage]:
        """Look back for messages in the table's place, and in its place before a move."""
        places = dict.fromkeys(places_of(table))
        if table.number in self.lost_turns.looked_at:
            places[table.row.channel_id] = None
        return [one for place in places for one in await unnoted(self._sender, table, place)]

    async def _show_lobby(self, table: Table, found: Sequence[FoundMessage]) -> Shown:
        words, noted, calls = public_words(table), table.messages.get("lobby"), table.row.calls
        posted = [
            one.message
            for one in found
            if one.message.kind == "lobby" and one.message.channel_id == table.place
        ]
        calling = calls > (noted.turn or 0) if noted else calls > 0
        row = table.row
        length = await self._lengths.of(row.guild_id, control_of(row), row.seat_limit)
        post = lobby_post(table, words, length=length)
        for known in posted if calling else [noted, *posted]:
            if known and await self._edit(known, post):
                return _shown_lobby(table, replace(known, turn=calls))
        role = None if noted else await self._announcements.role_called(table)
        # Only by its first message: moved, or posted again, it notifies no invited person anew.
        first = not table.row.shown
        pinged = await self._tables.store.ledger.pinged(table.number) if first else ()
        shown = await self._post(
            table,
            lobby_post(table, words, calling=calling, role=role, pinged=pinged, length=length),
        )
        [message] = shown.messages
        if message.kind != "lobby":
            return shown
        return _shown_lobby(table, replace(message, turn=calls))

    async def _show_turn(self, table: Table, *, anew: bool) -> Shown:
        words, before = public_words(table), table.messages.get("turn")
        if before is None or before.channel_id != table.place:
            look = self.lost_turns.astray
            await open_thread(self._client, self._tables, table, words, look)
        now = self._tables.now()
        post = await turn_post(
            table,
            words,
            before,
            may_ping=lambda user: self._personal.may_ping(user, now),
            timing=self._tables.clock.turn_time(table),
            now=now,
            anew=anew,
            unread=table.number in self.lost_turns.unread,
            watch=await watch_button(self._client, table, words),
        )
        return await self._post(table, post)

    async def _show_notice(self, table: Table, found: Sequence[FoundMessage]) -> Shown:
        row, now, words = table.row, self._tables.now(), public_words(table)
        told = self._personal.pinged_at_end(table, now) if row.begun_at else ()
        declined = row.reason == DECLINED
        if declined and row.host_id is not None and self._personal.may_ping(row.host_id, now):
            told = (row.host_id,)
        post = notice_post(table, words, told)
        lobby = table.messages.get("lobby")
        # An edit would tell nobody that a challenge was declined.
        if row.begun_at is None and not declined and lobby and await self._edit(lobby, post):
            return Shown(table.row.news)
        return await self._post_notice(table, post, found)

    async def _post_notice(self, table: Table, post: Post, found: Sequence[FoundMessage]) -> Shown:
        for one in found:
            # Notices have no buttons to be known by, so they are compared by their text.
            if one.text == as_read(post.text):
                return _shown(table, one, news=table.row.news)
        return await self._post(table, post)

    async def _post(self, table: Table, post: Post) -> Shown:
        """Post the next message, unless it was posted before: then take that one as shown."""
        message = await self._send(table, post)
        standing = standing_as(table, message)
        assert standing is not None
        # a note on a missing picture may follow
        said = standing.text.startswith(as_read(post.text))
        notice = standing.message.kind == "notice" and said
        return _shown(table, standing, news=table.row.news if notice else None)

    async def _edit(self, known: StoredMessage, post: Post) -> bool:
        return await self._sender.edit(known.channel_id, known.message_id, post)

    async def _send(self, table: Table, post: Post) -> discord.Message:
        """Post a message; in the channel when the thread was deleted, or never took a message."""
        bare = partial(without_file, post, public_words(table))
        while True:
            try:
                row, nonce = table.row, _nonce(table)
                return await self._sender.post(row.place, row.guild_id, post, nonce, bare)
            except discord.HTTPException as error:
                cause, thread = cause_of(error), table.row.thread_id
                here = [one for one in table.messages.values() if one.channel_id == thread]
                useless = cause == "gone" or (cause == "forbidden" and not here)
                if thread is None or not useless:
                    raise
                log.info("Thread left", extra={"table": table.number, "why": str(error)})
                await use_thread(self._tables, table, None)
                if cause == "gone":
                    await self._forum.anew(table, self.lost_turns.astray)


def _nonce(table: Table) -> str:
    """Return the idempotency key of a table's next message, of any kind."""
    row = table.row
    # Neither state nor kind is in it: if an attempt before a crash has arrived, Discord gives that
    # message for the same key, and its buttons tell what it shows.
    return nonce_from(f"{row.guild_id}/{row.game_id}/{row.created_at}/{row.shown}/{table.place}")


def _edit(table: Table, message: StoredMessage) -> StoredItem:
    """Return the change that brings a message up to date."""
    return edit(table.row.guild_id, table.number, message.channel_id, message.message_id)


def _comes_next(table: Table, standing: FoundMessage) -> bool:
    """Return whether an unnoted message is the one to be shown next.

    Other messages are from before the game was moved.
    """
    match standing.message.kind:
        case "turn":
            return (standing.news or 0) > table.row.shown
        case "lobby":  # an open lobby is edited, not trusted
            before = "lobby" in table.messages or not table.row.shown
            return before and table.row.state != "lobby"
        case "final":
            return True
        case _:
            return False


def _shown(table: Table, standing: FoundMessage, news: int | None = None) -> Shown:
    """Return the state that a standing message shows, and the messages that are old now."""
    message, lobby = standing.message, table.messages.get("lobby")
    turn = table.messages.get("turn")
    items = _strips(table, [turn] if turn and turn != message else [])
    if message.kind == "lobby":
        items += _in_its_place(table, message)
    if lobby and message.kind != "lobby" and "turn" not in table.messages:
        items.append(_edit(table, lobby))
    people = [seat.user_id for seat in table.people if seat.user_id is not None]
    # Read from the message that stands, which may be that of an attempt before a crash.
    pinged = [user for user in people if f"<@{user}>" in standing.text]
    return Shown(news or _news_of(table, standing), [message], items, pinged)


def _shown_lobby(table: Table, message: StoredMessage) -> Shown:
    """Return the lobby as it stands now, perhaps in another message's place."""
    return Shown(table.row.news, [message], _in_its_place(table, message))


def _in_its_place(table: Table, message: StoredMessage) -> list[StoredItem]:
    """Return the change that deletes the lobby that a newer message replaces."""
    old = table.messages.get("lobby")
    if old is None or old.message_id == message.message_id:
        return []
    return [delete(table.row.guild_id, table.number, old.channel_id, old.message_id)]


def _outdated(table: Table, old: Sequence[StoredMessage]) -> list[StoredItem]:
    """Return the changes of messages that were found, and that another one has followed."""
    if table.row.state != "lobby":
        return _strips(table, old)
    row = table.row
    return [delete(row.guild_id, row.game_id, one.channel_id, one.message_id) for one in old]


def _strips(table: Table, old: Sequence[StoredMessage]) -> list[StoredItem]:
    """Return the changes that take the buttons off old messages."""
    return [
        retire(table.row.guild_id, table.number, one.channel_id, one.message_id)
        for one in old
        if one.kind in ("lobby", "turn")
    ]


def _news_of(table: Table, standing: FoundMessage) -> int:
    """Return how much of a table's news a message shows; when posted, there was one more."""
    if standing.message.kind == "final" and table.row.state == "finished":
        return table.row.news
    return standing.news or table.row.shown + 1
