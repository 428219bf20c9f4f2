"""The message after a turn: the events, the board, whose turn it is, and lasting matters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import discord

from db.games.rows import StoredMessage
from engine.changes import changes_of
from engine.game import Turn
from i18n.translation import Words
from render import Theme
from tabletop.closing import lapses_at, voters_to_cancel
from tabletop.seats import about_absent
from tabletop.table import Table
from tabletop.turn_time import TurnTime
from ui import buttons
from ui.components.views import view_of
from ui.pictures import board_file
from ui.public.posts.first_line import asked_about_absent, first_line, told_by_clock
from ui.public.posts.post import Post
from ui.texts.fitting import Part
from ui.texts.game.clock import standing
from ui.texts.game.early_end import if_ended
from ui.texts.game.events import Teller
from ui.texts.game.helping import help_line
from ui.texts.game.in_brief import told_in_brief, values_in_brief
from ui.texts.game.series import begun_in_line, series_line
from ui.texts.times import moment
from words.marks import Marks


async def turn_post(
    table: Table,
    words: Words,
    before: StoredMessage | None,
    *,
    may_ping: Callable[[int], bool] = lambda _: True,
    timing: TurnTime | None = None,
    now: int = 0,
    anew: bool = False,
    unread: bool = False,
    watch: discord.ui.Button[Any] | None = None,
) -> Post:
    """Return the message after a turn: its events, the board, and whose turn it is.

    Args:
        before: the last turn message, or None; turns after it are told here.
        may_ping: returns whether a person may be notified now.
        timing: the time of the turn, if its clock runs.
        anew: True if turns were lost, so that a person is called again for the same turn.
        unread: True if messages about lost turns may stand that the bot cannot edit.
        watch: the button that leads to the page of the game, if there is one.
    """
    turns = table.turns_since(told_until(table, before))
    notified = _notified(table, before, may_ping, anew=anew)
    parts = turn_parts(
        table,
        words,
        before,
        turns,
        notified,
        timing=timing,
        now=now,
        # Where nothing can be read, it is not known whether turns were lost.
        lost=anew and not unread,
        unread=unread,
    )
    agree = buttons.AGREE_TO_CANCEL.button(table.number, words=words)
    position = table.running_game().position
    view = view_of(
        buttons.TAKE_TURN.button(table.number, table.row.news, words=words),
        buttons.MY_SCREEN.button(table.number, words=words),
        buttons.BOARD.button(table.number, position.turn, words=words),
        *([buttons.WHAT_CHANGED.button(table.number, words=words)] if turns else []),
        *([watch] if watch else []),
        *_clock_buttons(table, timing, words, now),
        *([agree] if voters_to_cancel(table) else []),
    )
    theme = Theme(table.row.theme)
    file = await board_file(table, words, marks=Marks(changed=changes_of(turns)), theme=theme)
    return Post(parts, [file], view, notified, log_has_more(words))


def turn_parts(
    table: Table,
    words: Words,
    before: StoredMessage | None,
    turns: Sequence[Turn],
    notified: Collection[int],
    *,
    timing: TurnTime | None = None,
    now: int = 0,
    lost: bool = False,
    unread: bool = False,
) -> list[Part]:
    """Return the text of the message after a turn, without its picture and buttons.

    Args:
        before: the last turn message, or None.
        turns: the turns after it, which are told here.
        notified: the people whom the message notifies.
        lost: True if turns were lost after the last one that was told.
    """
    teller = Teller.of(table, words)
    begins = before is None and told_until(table, before) <= first_turn(table)
    return [
        Part(first_line(table, turns, teller, notified=notified, begins=begins, anew=lost)),
        *([Part(_unread(words))] if unread else []),
        *([Part(_beginning(table, teller), 2)] if begins else []),
        *told_turns(turns, teller),
        *(Part(line, 1) for line in _standing(table, teller, words, now)),
        *(Part(line, 1) for line in standing(table, timing, teller, now)),
    ]


def _notified(
    table: Table, before: StoredMessage | None, may_ping: Callable[[int], bool], *, anew: bool
) -> list[int]:
    """Return the people whom the message after a turn notifies."""
    active = table.active
    assert active is not None
    # A message that repeats a turn, such as after a person left, must not ping its player again.
    turn = table.running_game().position.turn
    news = anew or before is None or before.turn != turn or told_by_clock(table)
    asked = asked_about_absent(table) or [seat for seat in (active,) if seat.level is None]
    users = [seat.user_id for seat in asked if seat.user_id is not None and news]
    return [user for user in users if may_ping(user)]


def _unread(words: Words) -> str:
    """Return that messages about lost turns stand, and what the bot would need to mark them."""
    return words(
        "The bot's data went back to this turn. Messages above about later turns no longer count; "
        "marking them takes the permission *Read Message History*."
    )


def _clock_buttons(
    table: Table, timing: TurnTime | None, words: Words, now: int
) -> list[discord.ui.Button[Any]]:
    """Return the buttons for people who are away, and about a person whose time is up."""
    turn = table.running_game().position.turn
    faces = []
    if timing is not None and table.row.expired_at is not None:
        faces += [
            face.button(table.number, turn, words=words)
            for face in (buttons.COMPUTER_TURN, buttons.COMPUTER_SEAT)
        ]
    if any(seat.status == "away" or table.pause_of(seat.seat, now) for seat in table.people):
        faces.append(buttons.I_AM_BACK.button(table.number, words=words))
    return faces


def told_until(table: Table, before: StoredMessage | None) -> int:
    """Return the number of the first turn that no message has told yet.

    Args:
        before: the last turn message that was posted, or None.
    """
    if before is not None and before.channel_id == table.place:
        return before.turn or 1
    if before is not None:  # the game was moved, and this is the first message where it is now
        return min(before.turn or 1, table.running_game().position.turn - 1)
    if "lobby" in table.messages or not table.row.shown:  # nothing of the game was told yet
        return first_turn(table)
    return table.running_game().position.turn - 1


def first_turn(table: Table) -> int:
    """Return the number of the first turn at this table; earlier ones belong to another game."""
    return table.row.begun_turn or 1


def told_turns(turns: Sequence[Turn], teller: Teller) -> list[Part]:
    """Return parts that tell the turns; later ones matter more, and only the last may be cut."""
    if not turns:
        return []
    ranks = range(len(turns) + 2, 2, -1)
    told = [
        Part(text, rank, turn is not turns[-1])
        for turn, text, rank in zip(turns, told_in_brief(turns, teller), ranks, strict=True)
    ]
    return [*told, *(Part(line, 2) for line in values_in_brief(turns, teller)), Part("", 2)]


def log_has_more(words: Words) -> str:
    """Return the sentence that refers to the log if a message has no room for all turns."""
    return words("`/arkadia log` tells everything that happened before.")


def _beginning(table: Table, teller: Teller) -> str:
    people = teller.words.listing(teller.person(seat) for seat in range(len(teller.names)))
    order = teller.words("Turn order: {people}", people=people)
    order = f"{order}\n{help_line(table, teller.words)}"
    if table.row.begun_in is not None:
        return f"{begun_in_line(table, teller.words)}\n{order}"
    if table.row.series == 1:
        return order
    return f"{series_line(table, teller.words)}\n{order}"


def _standing(table: Table, teller: Teller, words: Words, now: int) -> list[str]:
    """Return lines on lasting matters: people who left, wishes to cancel."""
    lines = []
    left = [teller.person(seat.seat) for seat in table.seats if seat.status == "resigned"]
    if left:
        lines.append(
            words.plural(
                "{people} left for good: the caretaker plays for them.",
                "{people} left for good: the caretaker plays for them.",
                len(left),
                people=words.all_of(left),
            )
        )
    gone = [seat.seat for seat in table.seats if seat.status == "away"]
    for_one_turn = [seat for seat in gone if _takes_one_turn(table, seat, now)]
    if for_one_turn:
        people = words.all_of(teller.person(seat) for seat in for_one_turn)
        lines.append(words("A computer takes this turn for {people}.", people=people))
    away = []
    for seat in gone:
        pause = table.pause_of(seat, now)
        if seat in for_one_turn:
            continue
        if pause is None or pause.until_at is None:
            away.append(teller.person(seat))
            continue
        person, when = teller.person(seat), moment(pause.until_at, "D")
        lines.append(
            words("{person} is away until {when}. A computer plays.", person=person, when=when)
        )
    if away:
        lines.append(
            words.plural(
                "A computer plays for {people} until they press *I am back*.",
                "A computer plays for {people} until they press *I am back*.",
                len(away),
                people=words.all_of(away),
            )
        )
    if table.active and table.active.level and not table.computer_due:
        lines.append(
            words("Everybody is away: the game waits until one of them presses *I am back*.")
        )
    lines += _wishes(table, teller, words)
    return lines


def _takes_one_turn(table: Table, seat: int, now: int) -> bool:
    """Return whether a seat's computer player has it for one turn only."""
    pause = table.pause_of(seat, now)
    return pause is not None and pause.kind == "turn"


def _wishes(table: Table, teller: Teller, words: Words) -> list[str]:
    """Return lines on wishes that not all others have agreed to yet."""
    lines = []
    voters = voters_to_cancel(table)
    for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
    if for_it:
        lines.append(
            words.plural(
                "{people} would like to cancel this game. It is cancelled when everybody agrees "
                "before turn {turn}.",
                "{people} would like to cancel this game. It is cancelled when everybody agrees "
                "before turn {turn}.",
                len(for_it),
                people=words.all_of(for_it),
                turn=lapses_at(table),
            )
        )
        lines += if_ended(table, words)
    if table.active is None or table.active.status != "playing":
        return lines
    for one_turn in (True, False):
        voters = table.voters(about_absent(table, one_turn=one_turn))
        for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
        if for_it:
            lines.append(_about(for_it, teller.person(table.active.seat), one_turn, words))
    return lines


def _about(for_it: Sequence[str], absent: str, one_turn: bool, words: Words) -> str:
    """Return a line on a wish that a computer plays for a late person."""
    if one_turn:
        return words.plural(
            "{people} would like a computer to take this turn for {absent}. It does when all "
            "others agree.",
            "{people} would like a computer to take this turn for {absent}. It does when all "
            "others agree.",
            len(for_it),
            people=words.all_of(for_it),
            absent=absent,
        )
    return words.plural(
        "{people} would like a computer to play for {absent}. It does when all others agree with "
        "`/arkadia seat away`.",
        "{people} would like a computer to play for {absent}. It does when all others agree with "
        "`/arkadia seat away`.",
        len(for_it),
        people=words.all_of(for_it),
        absent=absent,
    )
