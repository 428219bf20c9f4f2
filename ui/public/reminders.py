"""Messages to one person of turns that wait, and of games that ended in quiet hours."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import discord

from db.games.rows import StoredMessage
from delivery.causes import NotShownError
from delivery.sender import Sender, discord_may_fail, nonce_from
from i18n.translation import N_, Words, words_for
from tabletop.personal import Personal
from tabletop.reminders import MOST, Call, Messenger
from ui import buttons
from ui.components import view_of
from ui.public.end import won_lines
from ui.public.post import Post, message_url, public_words
from ui.texts.markup import Part, as_read, moment, plain_name, short

LATELY: Final = 50  # messages that a look-back for an unnoted one reads
MOST_LINES: Final = 20  # games that a direct message names, with a button for each

IN_GAME: Final = (
    # Translators: {time} is said by Discord: “28 November 2026 17:05”.
    N_("{person}, your turn in game {number} began on {time}, during your quiet hours."),
    N_("{person}, game {number} is waiting for you. Your turn began on {time}."),
    N_("{person}, game {number} is still waiting for you. Your turn began on {time}."),
)
"""The sentence for a turn that came in quiet hours, and those for its reminders."""

UNSHOWN: Final = N_(
    "{person}, it's been your turn in game {number} since {time}. I can't post in "
    "{place}: use `/arkadia lobby` in another channel to move the game there."
)
"""The sentence for a turn that cannot be told where the game is."""

NUDGED: Final = N_(
    "{person}, {name} is looking forward to your turn in game {number}. It began on {time}."
)
"""The sentence of a nudge; {name} is the opponent."""

ENDED: Final = N_("{person}, game {number} ended on {time}, during your quiet hours.")


class DiscordMessenger(Messenger):
    """A messenger that tells people of turns that wait for them, and of ends they slept through."""

    def __init__(self, sender: Sender, personal: Personal) -> None:
        self._sender = sender
        self._personal = personal

    async def directly(self, user: int, calls: Sequence[Call], *, doubted: bool) -> None:
        """Send a person a direct message, with a button that leads to each game (``Messenger``)."""
        language = self._personal.preferences(user).language
        words = words_for(language) if language else public_words(calls[0].table)
        with discord_may_fail():
            place = await self._sender.direct_channel(user)
            said = await self._said(place, None) if doubted else []
            sent_lines = {line for text, _ in said for line in text.splitlines()}
            lines = [(call, _line(call, words, user, direct=True)) for call in calls]
            left = [call for call, line in lines if as_read(line) not in sent_lines]
            if left:
                post, nonce = _direct_post(user, left, words), _nonce(user, left, place)
                await self._sender.post(place, None, post, nonce)

    async def in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool, doubted: bool
    ) -> tuple[int, StoredMessage]:
        """Tell a person in the place of their first game; others may be hidden, so unnamed."""
        post, row = _place_post(user, calls, closed=closed), calls[0].table.row
        line, text = as_read(post.parts[0].text), as_read(post.text)
        places = [*dict.fromkeys((row.place, row.channel_id))] if calls[0].unshown else [row.place]
        for place in places if doubted else ():
            with discord_may_fail():
                for said, number in await self._said(place, row.guild_id):
                    if said.startswith(line):
                        # In a message about fewer games, the others were not told of.
                        count = len(calls) if said == text else 1
                        return count, StoredMessage("turn", place, number)
        *before, last = places
        for place in before:
            with suppress(NotShownError):
                return await self._post(place, post, user, calls)
        return await self._post(last, post, user, calls)

    async def _post(
        self, place: int, post: Post, user: int, calls: Sequence[Call]
    ) -> tuple[int, StoredMessage]:
        with discord_may_fail():
            guild, nonce = calls[0].table.row.guild_id, _nonce(user, calls, place)
            posted = await self._sender.post(place, guild, post, nonce)
        return len(calls), StoredMessage("turn", place, posted.id)

    async def _said(self, place: int, guild: int | None) -> list[tuple[str, int]]:
        """Return the texts and the ids of the bot's recent messages in a place."""
        sent = self._sender.own_since(place, guild, limit=LATELY)
        return [(as_read(one.content), one.id) async for one in sent]


def _line(call: Call, words: Words, user: int, *, direct: bool = False) -> str:
    """Return the line on a game, which a direct message gives with its place."""
    table, waiting = call.table, call.waiting
    if waiting is None:
        sentence = ENDED
    elif waiting.nudge_due:
        sentence = NUDGED
    elif call.unshown and not waiting.notified:
        sentence = UNSHOWN
    else:
        sentence = IN_GAME[min(call.number, MOST)]
    nudger = table.person(waiting.nudged_by or 0) if waiting else None
    place = f"<#{table.place}>"
    return words(
        sentence,
        person=f"<@{user}>",
        name=plain_name(nudger.name) if nudger else words("an opponent"),
        number=f"{table.number} ({place})" if direct and sentence is not UNSHOWN else table.number,
        place=place,
        time=moment(waiting.since if waiting else table.row.ended_at or 0, "f"),
    )


def _lines(call: Call, words: Words, user: int, *, direct: bool = False) -> list[str]:
    won = won_lines(call.table, words) if call.waiting is None else []
    return [_line(call, words, user, direct=direct), *won]


def _direct_post(user: int, calls: Sequence[Call], words: Words) -> Post:
    over, more = calls[0].waiting is None, len(calls) - MOST_LINES
    lines = [line for call in calls[:MOST_LINES] for line in _lines(call, words, user, direct=True)]
    lines += _more(more, words, over=over)
    links = [
        discord.ui.Button[Any](
            label=short(words("Game {number}", number=call.table.number), 80),
            url=message_url(call.table, "final" if over else "turn"),
        )
        for call in calls[:MOST_LINES]
    ]
    view = view_of(*links, buttons.PREFERENCES.button(words=words))
    return Post([Part(line) for line in [*lines, *_last(calls[0], words)]], view=view, alone=True)


def _place_post(user: int, calls: Sequence[Call], *, closed: bool) -> Post:
    """Return the message in the place of the first game, which notifies the person."""
    first, *others = calls
    words, number = public_words(first.table), first.table.number
    lines = _lines(first, words, user)
    lines += _more(len(others), words, over=first.waiting is None)
    if closed:
        lines.append(
            words(
                "I can't send you direct messages, so from now on I'll remind you in the "
                "game's channel. *Preferences…* changes that."
            )
        )
    lines += _last(first, words)
    face = buttons.REPLAY if first.waiting is None else buttons.TAKE_REMINDED
    view = view_of(face.button(number, words=words), buttons.PREFERENCES.button(words=words))
    return Post([Part(line) for line in lines], view=view, pings=[user])


def _more(count: int, words: Words, *, over: bool) -> list[str]:
    if count <= 0:
        return []
    if over:
        return [
            words.plural(
                "{n} more of your games is over.", "{n} more of your games are over.", count
            )
        ]
    return [
        words.plural(
            "{n} more game is waiting for you.", "{n} more games are waiting for you.", count
        )
    ]


def _last(call: Call, words: Words) -> list[str]:
    if call.last and call.waiting is not None and not call.waiting.nudge_due:
        return [words("That was the last reminder.")]
    return []


def _nonce(user: int, calls: Sequence[Call], place: int) -> str:
    """Return the idempotency key of a message that makes these calls in a place."""
    what = [
        (call.table.number, one and (one.turn, one.notified, one.reminded, one.nudge_due))
        for call in calls
        for one in [call.waiting]
    ]
    return nonce_from(f"remind/{user}/{what}/{place}")
