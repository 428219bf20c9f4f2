"""Reminders of waiting turns: posted in the game's place, or sent as a direct message."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from db.games.rows import StoredMessage
from delivery.causes import discord_may_fail
from delivery.errors import NotShownError
from delivery.sender import Sender, nonce_from
from i18n.translation import N_, Words
from tabletop.personal import Personal
from tabletop.reminders import MOST, Call
from ui import buttons
from ui.public.posts.post import Post, public_words
from ui.public.reminders.direct import MOST_LINES, direct_post, place_post, words_to
from ui.public.reminders.past import said_to
from ui.texts.escaping import plain_name
from ui.texts.times import moment

IN_GAME: Final = (
    N_("{person}, your turn in game {number} came in your quiet hours, {time}."),
    N_("{person}, your turn in game {number} is waiting. The turn began on {time}."),
    N_("{person}, your turn in game {number} is still waiting. The turn began on {time}."),
)
"""The sentence for a turn that came in quiet hours, and those for its reminders."""

UNSHOWN: Final = N_(
    "{person}, it is your turn in game {number}, since {time}. {place} takes no message from me: "
    "`/arkadia lobby move` goes on in another place."
)
UNSHOWN_DIRECTLY: Final = N_(
    "It is your turn in game {number} ({place}), since {time}. I cannot post there: "
    "`/arkadia lobby move` goes on in another place."
)
"""The sentences for a turn that cannot be told where the game is."""

DIRECTLY: Final = (
    N_("Your turn in game {number} ({place}) came in your quiet hours, {time}."),
    # Translators: {time} is said by Discord: “28 November 2026 17:05”.
    N_("Your turn in game {number} ({place}) is waiting. The turn began on {time}."),
    N_("Your turn in game {number} ({place}) is still waiting. The turn began on {time}."),
)


NUDGED: Final = N_(
    "{person}, {name} looks forward to your turn in game {number}. It began on {time}."
)
NUDGED_DIRECTLY: Final = N_(
    "{name} looks forward to your turn in game {number} ({place}). It began on {time}."
)
"""The sentences of a nudge; {name} is the opponent."""


class DiscordMessenger:
    """A messenger that tells people of turns that wait for them."""

    def __init__(self, sender: Sender, personal: Personal) -> None:
        self._sender = sender
        self._personal = personal

    async def directly(self, user: int, calls: Sequence[Call]) -> None:
        """Send a person a direct message, with a button that leads to each game.

        Raises:
            DirectClosedError: if they take no direct messages.
            NotShownError: if it cannot be sent now.
        """
        words = words_to(self._personal, user, calls[0].table)
        post = direct_post(_lines(calls, words), [call.table for call in calls], "turn", words)
        with discord_may_fail():
            await self._sender.write_to(user, post, _nonce(calls))

    async def in_game(self, user: int, calls: Sequence[Call], *, closed: bool) -> StoredMessage:
        """Remind a person in the place of the first of some games of a server.

        The others may be played in hidden places, so they are not named.

        Raises:
            NotShownError: if it cannot be sent now.
        """
        first, *others = calls
        table = first.table
        words = public_words(table)
        lines = [_line(first, user, words)]
        if others:
            lines.append(
                words.plural(
                    "{n} more game on this server waits for you: `/arkadia games`.",
                    "{n} more games on this server wait for you: `/arkadia games`.",
                    len(others),
                )
            )
        if closed:
            lines.append(
                words(
                    "Your Discord takes no direct messages from me, so I remind you where the "
                    "game is from now on. `/arkadia preferences` changes that."
                )
            )
        lines.append(_how_to_change(first, words))
        button = buttons.TAKE_REMINDED.button(table.number, words=words)
        post = place_post(user, lines, button, words)
        *before, last = _places(first)
        for place in before:
            with suppress(NotShownError), discord_may_fail():
                return await self._post(place, post, calls)
        with discord_may_fail():
            return await self._post(last, post, calls)

    async def _post(self, place: int, post: Post, calls: Sequence[Call]) -> StoredMessage:
        guild = calls[0].table.row.guild_id
        message = await self._sender.post(place, guild, post, _nonce(calls, place))
        return StoredMessage("turn", message.channel.id, message.id)

    async def was_told(self, user: int, calls: Sequence[Call], *, directly: bool) -> bool:
        """Return whether a recent message of the bot already has one of these reminders.

        Raises:
            NotShownError: if it cannot be looked for now.
        """
        words = words_to(self._personal, user, calls[0].table)
        wanted = {_line(call, user, public_words(call.table)) for call in calls}
        wanted |= {_direct_line(call, words) for call in calls}
        with discord_may_fail():
            places = [(place, one.table.row.guild_id) for one in calls for place in _places(one)]
            for text in await said_to(self._sender, user, places, directly=directly):
                if not wanted.isdisjoint(text.splitlines()):
                    return True
        return False


def _lines(calls: Sequence[Call], words: Words) -> list[str]:
    """Return the lines of a direct message on all turns."""
    lines = [_direct_line(call, words) for call in calls[:MOST_LINES]]
    if len(calls) > MOST_LINES:
        lines.append(
            words.plural(
                "{n} more game waits for you.",
                "{n} more games wait for you.",
                len(calls) - MOST_LINES,
            )
        )
    return [*lines, _how_to_change(calls[0], words)]


def _places(call: Call) -> list[int]:
    """Return where a person can be told of a turn: in the thread, or else in its channel."""
    row = call.table.row
    return [*dict.fromkeys((row.place, row.channel_id))] if call.unshown else [row.place]


def _is_call(call: Call) -> bool:
    """Return whether a notice stands for the message that cannot be posted where the game is."""
    return call.unshown and not call.waiting.called


def _direct_line(call: Call, words: Words) -> str:
    """Return a direct message's line on a turn; each reminder of it reads differently."""
    if call.waiting.nudge_due:
        return words(
            NUDGED_DIRECTLY,
            name=_nudger(call, words),
            number=call.table.number,
            place=f"<#{call.table.place}>",
            time=moment(call.waiting.since, "f"),
        )
    return words(
        UNSHOWN_DIRECTLY if _is_call(call) else DIRECTLY[min(call.number, MOST)],
        number=call.table.number,
        place=f"<#{call.table.place}>",
        time=moment(call.waiting.since, "f"),
    )


def _line(call: Call, user: int, words: Words) -> str:
    """Return the first line of a message in the game's place; each reminder reads differently."""
    if call.waiting.nudge_due:
        return words(
            NUDGED,
            person=f"<@{user}>",
            name=_nudger(call, words),
            number=call.table.number,
            time=moment(call.waiting.since, "f"),
        )
    return words(
        UNSHOWN if _is_call(call) else IN_GAME[min(call.number, MOST)],
        person=f"<@{user}>",
        number=call.table.number,
        place=f"<#{call.table.place}>",
        time=moment(call.waiting.since, "f"),
    )


def _nudger(call: Call, words: Words) -> str:
    """Return the name of the opponent who nudges; of a forgotten one what stands for it."""
    seat = call.table.person(call.waiting.nudged_by or 0)
    return plain_name(seat.name) if seat else words("an opponent")


def _how_to_change(call: Call, words: Words) -> str:
    if call.waiting.nudge_due:
        return words("`/arkadia preferences` says whether opponents may nudge you.")
    if call.last:
        return words("This was the last reminder of it; `/arkadia preferences` says how often.")
    return words("`/arkadia preferences` says how often you are reminded.")


def _nonce(calls: Sequence[Call], place: int = 0) -> str:
    """Return the idempotency key of a message that makes these calls in a place."""
    what = "/".join(
        f"{call.waiting.game_id}.{call.waiting.turn}.{call.waiting.called}.{call.waiting.reminded}"
        f"{'.nudge' if call.waiting.nudge_due else ''}"
        for call in calls
    )
    return nonce_from(f"remind/{what}/{place}")
