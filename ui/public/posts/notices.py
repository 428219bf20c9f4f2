"""The messages of a game that ended without a result, or whose log cannot be read."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Final

import discord

from engine.actions import End
from engine.game import UNDO
from i18n.translation import N_, Words
from tabletop.branches import TAKEN_BACK
from tabletop.closing import CANCELLED
from tabletop.lobby import DECLINED, GAVE_WAY, LEFT, NO_HOST, NOBODY_CAME
from tabletop.outcome import AGREED, ALL_LEFT
from tabletop.table import Table
from ui.public.posts.post import Post, title
from ui.texts.escaping import plain, plain_name
from ui.texts.fitting import Part
from ui.texts.game.early_end import as_counted

_REASONS: Final = {
    AGREED: N_("everybody agreed to cancel it"),
    ALL_LEFT: N_("everybody resigned"),
    CANCELLED: N_("the host cancelled it"),
    LEFT: N_("everybody left"),
    NO_HOST: N_("the host left, and nobody else may host one more game here"),
    GAVE_WAY: N_("it made room for a newcomer's first game"),
    DECLINED: N_("the challenge was declined"),
    NOBODY_CAME: N_("nobody came or began it for a week"),
    TAKEN_BACK: N_("turns were taken back"),
}
"""The stored reasons of games that ended by themselves, as people read them."""


def notice_post(table: Table, words: Words, told: Sequence[int] = ()) -> Post:
    """Return the message about a game that ended without a result.

    Args:
        told: the people to be notified now, if a moderator closed it or a challenge was declined.
    """
    reason = table.row.reason or ""
    values = {
        "title": title(table, words),
        "reason": words(_REASONS.get(reason, plain(reason, 200))),
    }
    counted: list[str] = []
    if table.row.begun_at is None:
        text = words("**{title}** will not be played: {reason}.", **values)
        if told:
            text = words(
                "{person}, your challenge was declined: game {number} will not be played.",
                person=words.all_of(f"<@{person}>" for person in told),
                number=table.number,
            )
            return Post([Part(text)], pings=told)
    elif counted := as_counted(table, words):
        text = words("**{title}** ended early: {reason}.", **values)
    else:
        text = words("**{title}** is over without a result: {reason}.", **values)
    more = [Part(line) for line in counted]
    people = [f"<@{seat.user_id}>" for seat in table.people]
    if table.row.begun_at is None or table.row.state != "closed" or not people:
        return Post([Part(text), *more])
    thanks = words("Thank you for playing, {people}.", people=words.all_of(people))
    return Post([Part(text), Part(thanks)], pings=told)


def unreadable_post(table: Table, entries: Iterable[str], words: Words) -> Post:
    """Return the message to a game's host about its unreadable log, with the log as a file.

    The reason is left out: it may quote an action of a turn that has not ended.
    """
    host = table.host
    text = words(
        "**{title}** had to be set aside, because its log cannot be read.\n"
        "{host}, please give the attached log to the person who runs this bot; nothing of the "
        "game is lost. `/arkadia start` opens a new game.",
        title=title(table, words),
        host=plain_name(host.name) if host else words("Host"),
    )
    text_of_log = "".join(f"{entry}\n" for entry in settled(entries))
    file = discord.File(io.BytesIO(text_of_log.encode()), f"arkadia-{table.number}-log.txt")
    return Post([Part(text)], [file])


def settled(entries: Iterable[str]) -> list[str]:
    """Return the public part of a log: no action that was undone, and no unfinished turn.

    Entries are taken as text, since the log could not be read as a game.
    """
    kept: list[str] = []
    ended = 0
    for entry in entries:
        if entry != UNDO:
            kept.append(entry)
        elif len(kept) > ended:
            kept.pop()
        if entry == str(End()):
            ended = len(kept)
    return kept[:ended]
