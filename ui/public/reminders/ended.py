"""Messages in the morning on games that ended in quiet hours: in their place, or direct."""

from __future__ import annotations

from collections.abc import Sequence

from delivery.causes import discord_may_fail
from delivery.sender import Sender, nonce_from
from i18n.translation import Words
from tabletop.personal import Personal
from tabletop.table import Table
from ui import buttons
from ui.public.posts.final import won_lines
from ui.public.posts.post import Post, public_words
from ui.public.reminders.direct import MOST_LINES, direct_post, place_post, words_to
from ui.public.reminders.past import said_to
from ui.services.markup import as_read
from ui.texts.times import moment


class DiscordEndTeller:
    """A messenger that tells people of games that ended in their quiet hours."""

    def __init__(self, sender: Sender, personal: Personal) -> None:
        self._sender = sender
        self._personal = personal

    async def end_directly(self, user: int, tables: Sequence[Table]) -> None:
        """Send a person a direct message, with a button that leads to each game.

        Raises:
            DirectClosedError: if they take no direct messages.
            NotShownError: if it cannot be sent now.
        """
        words = words_to(self._personal, user, tables[0])
        with discord_may_fail():
            said = await said_to(self._sender, user, (), directly=True)
            lines = {line for text in said for line in text.splitlines()}
            left = [table for table in tables if as_read(_direct_line(table, words)) not in lines]
            if left:
                post = _direct_post(left, words)
                await self._sender.write_to(user, post, _nonce(user, left))

    async def end_in_game(self, user: int, tables: Sequence[Table]) -> None:
        """Tell a person where the first of some games of a server was played.

        The others may have been played in hidden places, so they are not named.

        Raises:
            NotShownError: if it cannot be sent now.
        """
        with discord_may_fail():
            left = list(tables)
            while left:
                post = _post(user, left)
                row, nonce = left[0].row, _nonce(user, left)
                here = [(row.place, row.guild_id)]
                said = await said_to(self._sender, user, here, directly=False)
                told = {text for text in said if text.startswith(as_read(_line(user, left[0])))}
                if as_read(post.text) in told:
                    return
                if not told:
                    await self._sender.post(row.place, row.guild_id, post, nonce)
                    return
                # The first game was told, in a message about fewer games: tell the others in the
                # next one's place.
                left = left[1:]


def _post(user: int, tables: Sequence[Table]) -> Post:
    """Return the message in a game's place: it is over, and how many more are."""
    first, *others = tables
    words = public_words(first)
    lines = [_line(user, first), *won_lines(first, words)]
    if others:
        lines.append(
            words.plural(
                "{n} more of your games on this server is over: `/arkadia-club archive`.",
                "{n} more of your games on this server are over: `/arkadia-club archive`.",
                len(others),
            )
        )
    return place_post(user, lines, buttons.REPLAY.button(first.number, words=words), words)


def _line(user: int, table: Table) -> str:
    words = public_words(table)
    return words(
        "{person}, game {number} ended in your quiet hours, {time}.",
        person=f"<@{user}>",
        number=table.number,
        time=moment(table.row.ended_at or 0, "f"),
    )


def _direct_post(tables: Sequence[Table], words: Words) -> Post:
    """Return the direct message on all games that are over."""
    lines = []
    for table in tables[:MOST_LINES]:
        lines += [_direct_line(table, words), *won_lines(table, words)]
    if len(tables) > MOST_LINES:
        lines.append(
            words.plural(
                "{n} more of your games is over.",
                "{n} more of your games are over.",
                len(tables) - MOST_LINES,
            )
        )
    return direct_post(lines, tables, "final", words)


def _direct_line(table: Table, words: Words) -> str:
    return words(
        "Game {number} ({place}) ended in your quiet hours, {time}.",
        number=table.number,
        place=f"<#{table.place}>",
        time=moment(table.row.ended_at or 0, "f"),
    )


def _nonce(user: int, tables: Sequence[Table]) -> str:
    """Return the idempotency key of a message about these games."""
    numbers = "/".join(str(table.number) for table in tables)
    return nonce_from(f"ended/{user}/{numbers}")
