"""The messages of a table in its place: the lobby, one message a turn, and the end."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

from db import outbox, settings
from db.games.rows import MessageKind, StoredMessage
from delivery.causes import NotShownError
from delivery.sender import cause_of, custom_ids, discord_may_fail, nonce_from
from i18n.translation import ENGLISH, Words
from tabletop import publishing, reminders, time_control, turn_time
from tabletop.lobby import DECLINED
from tabletop.table import Table
from ui import buttons, features
from ui.pictures import lobby_files
from ui.public import announcement, end
from ui.public.lobby import after_lobby_post, lobby_post
from ui.public.places import ThreadKeeper, home_of, open_thread, use_thread
from ui.public.post import Post, public_words, without_file
from ui.public.thread_board import board_due
from ui.public.turn import turn_post, without_asking
from ui.services import Services
from ui.texts.lobby import with_deadline
from ui.texts.markup import as_read

log = logging.getLogger("arkadia.announcing")

KINDS: Final[Mapping[str, MessageKind]] = {
    buttons.JOIN.what: "lobby",
    buttons.TAKE_TURN.what: "turn",
    buttons.RECORD.what: "final",
}
"""The button that tells the kind of a message."""

BUTTON: Final = re.compile(r"^arkadia:([a-z-]+):([0-9:]*[0-9])$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """A message that stands for a game: posted or edited just now, or found by the look-back."""

    message: StoredMessage  # its place, and the turn that was being played then
    news: int  # the count of news that are shown by it
    text: str = ""  # its text, with commands in plain form; empty if it was edited


def standing_as(table: Table, message: discord.Message) -> StandingMessage | None:
    """Return a bot's message as one of the game's by its buttons, a notice without; else None."""
    place, row, text = message.channel.id, table.row, as_read(message.content)
    # When it was posted, there was one more than are noted as shown.
    news = row.shown + 1
    numbers = {
        what: [int(number) for number in found.split(":")]
        for what, found in BUTTON.findall("\n".join(custom_ids(message)))
    }
    for what, kind in KINDS.items():
        if what in numbers:
            number, *more = numbers[what]
            if number != table.number:
                return None
            turn = numbers[buttons.BOARD.what][1] if kind == "turn" else None
            if kind == "final" and row.state == "finished":
                more = [row.news]
            stored = StoredMessage(kind, place, message.id, turn)
            return StandingMessage(stored, more[0] if more else news, text)
    if numbers:
        return None
    return StandingMessage(StoredMessage("notice", place, message.id), news, text)


class DiscordAnnouncer:
    """A service that posts and edits the public messages of tables in Discord."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        announcements: announcement.AnnouncementBuilder,
        threads: ThreadKeeper,
    ) -> None:
        self._client, self._tables = client, services.tables
        self._personal, self._lengths = services.personal, services[time_control.Lengths]
        self._sender = services.sender(client)
        self._announcements, self._threads = announcements, threads

    async def announce(self, table: Table, *, recovering: bool) -> publishing.Shown:
        """Post or edit a table's messages; return the current ones and the follow-up work."""
        home, begins = home_of(self._client), "turn" not in table.messages
        with discord_may_fail():
            await home.settle(table)
            # Looking back costs a request, so only a doubt about the last attempt is worth it: a
            # process that was killed, a request without an answer.
            found = await self._unnoted(table) if recovering else []
            standing = await self._show(table, found)
        people = [seat.user_id for seat in table.people if seat.user_id is not None]
        # Read from the message that stands, which may be that of an attempt before a crash.
        pinged = [user for user in people if f"<@{user}>" in standing.text]
        now = self._tables.now()
        dues = [*await self._threads.timers(table, begins=begins), *board_due(table, now)]
        if standing.message.kind == "final":
            dues += reminders.ends_to_tell(table, pinged, self._personal, now)
        items = _outdated(table, standing.message, found)
        if more := await self._announcements.item(table):
            items.append(more)
        items += await home.changes(table, begins=begins)
        return publishing.Shown(standing.news, [standing.message], items, pinged, dues)

    async def retire(self, item: outbox.StoredItem) -> None:
        """Remove the buttons and the question from an old message of a game."""
        table = await self._tables.cache.find(item.subject_id)
        words = ENGLISH if table is None else public_words(table)  # of one that is unreadable
        later = partial(without_asking, words=words)
        await self._sender.rewrite(item.channel_id, item.message_id, later, strips=True)

    async def bring_up_to_date(self, item: outbox.StoredItem) -> None:
        """Edit a message of a table so that it shows the present state."""
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            raise NotShownError("gone")
        words, place, number = public_words(table), item.channel_id, item.message_id
        last, turn = table.messages.get("final"), table.messages.get("turn")
        if turn is not None and turn.message_id == number:
            timing = self._tables.clock.turn_time(table)
            running = table.game is not None and turn.turn == table.game.position.turn
            if running and timing is not None and timing.deadline is not None:
                later = partial(with_deadline, deadline=timing.deadline, words=words)
                await self._sender.rewrite(place, number, later)
        elif last is not None and last.message_id == number:
            extra = await features.extra_of(self._client, "end", table, words)
            await self._sender.edit_view(place, number, end.final_view(table, words, extra))
        else:
            extra = await features.extra_of(self._client, "lobby", table, words)
            post, seats = after_lobby_post(table, words, extra), await lobby_files(table, words)
            await self._sender.edit(place, number, replace(post, files=seats))

    async def _unnoted(self, table: Table) -> list[StandingMessage]:
        """Return a game's messages after the noted ones, in its place and those before a move."""
        before, moved, found = table.messages.get("turn"), table.messages.get("notice"), []
        places = [table.place, before.channel_id if before else table.row.channel_id]
        if moved is not None and not moved.message_id:
            places.append(moved.channel_id)
        for place in dict.fromkeys(places):
            noted = [one.message_id for one in table.messages.values() if one.channel_id == place]
            # Ids of Discord grow with time: what is unknown comes after the newest noted one.
            sent = self._sender.own_since(place, table.row.guild_id, max(noted, default=0))
            found += [known async for one in sent if (known := standing_as(table, one))]
        return found

    async def _show(self, table: Table, found: Sequence[StandingMessage]) -> StandingMessage:
        """Post or edit what shows a table, unless a message that was found does."""
        for one in found:
            if _comes_next(table, one):
                return one
        row, lobby = table.row, table.messages.get("lobby")
        if row.state == "lobby":
            return await self._show_lobby(table, found)
        post = await self._post_of(table, public_words(table))
        # An edit would tell nobody that a challenge was declined.
        edits = row.begun_at is None and row.reason != DECLINED
        if edits and lobby and await self._sender.edit(lobby.channel_id, lobby.message_id, post):
            return StandingMessage(lobby, row.news)
        for one in found:
            # Notices have no buttons to be known by, so they are compared by their text.
            if one.message.kind == "notice" and one.text == as_read(post.text):
                return replace(one, news=row.news)
        return await self._post(table, post)

    async def _post_of(self, table: Table, words: Words) -> Post:
        """Return the next message of a game that is no lobby any more."""
        row, now, before = table.row, self._tables.now(), table.messages.get("turn")
        match row.state:
            case "running":
                if before is None or before.channel_id != table.place:
                    await open_thread(self._client, self._tables, table, words)
                return await turn_post(
                    table,
                    words,
                    before,
                    may_ping=partial(self._personal.may_ping, now=now),
                    timing=self._tables.clock.turn_time(table),
                    now=now,
                    extra=await features.extra_of(self._client, "turn", table, words),
                )
            case "finished":
                pinged = self._personal.pinged_at_end(table, now)
                extra = await features.extra_of(self._client, "end", table, words)
                return await end.final_post(table, words, before, pinged, extra)
            case "aside":
                entries = await self._tables.log_entries(table.number)
                return end.unreadable_post(table, entries, words)
            case _:
                pinged = self._personal.pinged_at_end(table, now) if row.begun_at else ()
                host = row.host_id if row.reason == DECLINED else None
                if host is not None and self._personal.may_ping(host, now):
                    pinged = (host,)
                return end.notice_post(table, words, pinged)

    async def _show_lobby(self, table: Table, found: Sequence[StandingMessage]) -> StandingMessage:
        words, noted, row = public_words(table), table.messages.get("lobby"), table.row
        lobbies = [one.message for one in found if one.message.kind == "lobby"]
        posted = [message for message in lobbies if message.channel_id == table.place]
        calling = row.calls > ((noted.turn or 0) if noted else 0)
        length = await self._lengths.of(row.guild_id, turn_time.control_of(row), row.seat_limit)
        extra = await features.extra_of(self._client, "lobby", table, words)
        seats = await lobby_files(table, words)
        lobby = partial(lobby_post, table, words, length=length, extra=extra)
        post = replace(lobby(), files=seats)
        for known in posted if calling else [noted, *posted]:
            if known and await self._sender.edit(known.channel_id, known.message_id, post):
                return StandingMessage(replace(known, turn=row.calls), row.news)
        role = None if noted else await self._announcements.role_called(table)
        # Only by its first message: moved, or posted again, it notifies no invited person anew.
        pinged = () if row.shown else await self._tables.store.usage.pinged(table.number)
        post = replace(lobby(calling=calling, role=role, pinged=pinged), files=seats)
        standing = await self._post(table, post)
        if standing.message.kind != "lobby":
            return standing
        return StandingMessage(replace(standing.message, turn=row.calls), row.news)

    async def _post(self, table: Table, post: Post) -> StandingMessage:
        """Post the next message, unless it was posted before: then return that one."""
        standing = standing_as(table, await self._send(table, post))
        assert standing is not None
        # a note on a missing picture may follow
        if standing.message.kind == "notice" and standing.text.startswith(as_read(post.text)):
            return replace(standing, news=table.row.news)
        return standing

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
                    await home_of(self._client).anew(table)


def _nonce(table: Table) -> str:
    """Return the idempotency key of a table's next message, of any kind."""
    row = table.row
    # Neither state nor kind is in it: if an attempt before a crash has arrived, Discord gives that
    # message for the same key, and its buttons tell what it shows.
    return nonce_from(f"{row.guild_id}/{row.game_id}/{row.created_at}/{row.shown}/{table.place}")


def _comes_next(table: Table, standing: StandingMessage) -> bool:
    """Return whether an unnoted message is to be shown next, and not from before a move."""
    match standing.message.kind:
        case "turn":
            # After a loss, messages stand there that tell of what was lost.
            lost = settings.NEWS_LEFT_OUT // 2 if table.went_back else 0
            return standing.news > table.row.shown + lost
        case "lobby":  # an open lobby is edited, not trusted
            before = "lobby" in table.messages or not table.row.shown
            return before and table.row.state != "lobby"
        case "final":
            return table.row.state == "finished" and not table.went_back
        case _:
            return False


def _outdated(
    table: Table, standing: StoredMessage, found: Sequence[StandingMessage]
) -> list[outbox.StoredItem]:
    """Return the changes of a game's other messages, those that are noted and those just found."""
    lobby, turn, items = table.messages.get("lobby"), table.messages.get("turn"), []
    for one in [*filter(None, (turn, lobby)), *(one.message for one in found)]:
        where = (table.row.guild_id, table.number, one.channel_id, one.message_id)
        if one.message_id == standing.message_id or one.kind not in ("lobby", "turn"):
            continue
        if one.kind == standing.kind == "lobby":
            items.append(outbox.delete(*where))
        elif one != lobby:
            items.append(outbox.retire(*where))
        elif turn is None:  # it tells once what became of it
            items.append(outbox.edit(*where))
    return items
