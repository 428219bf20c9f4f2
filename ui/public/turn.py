"""The message after a turn: who is to move, the events, the board, and lasting matters."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import discord

from db.games.rows import EVERYBODY, StoredMessage, StoredSeat
from engine.game import Turn
from engine.story import changes_of
from i18n.translation import N_, Words
from render import Theme
from tabletop import outcome, seats, turn_time
from tabletop.table import Table
from ui import buttons, features
from ui.components import view_of
from ui.pictures import board_file
from ui.public.post import Post
from ui.texts.events import Teller
from ui.texts.lobby import help_line, standing, without_clock
from ui.texts.markup import Part, absolute, moment, pattern_of, plain_name
from ui.texts.turns import begun_in_line, if_ended, series_line, told_in_brief, values_in_brief
from words.sentences import Marks

# Translators: a lock screen shows the first 100 characters: keep person, game and event in front.
ASKED: Final = N_("{person}, your turn in game {number}: {event}.")
ASKED_AT_LAST: Final = N_("{person}, your final turn in game {number}: {event}.")
THINKING: Final = N_("Game {number}: {event}. {person} is thinking…")
STANDING_IN: Final = N_("Game {number}: {event}. A computer is playing for {person}…")
DECIDING: Final = N_("{people}, game {number}: {absent}'s time is up. Should a computer take over?")
WAS_ASKED: Final = N_("{person}, game {number}: {event}.")
TOLD: Final = N_("Game {number}: {event}.")
WENT_BACK: Final = N_(
    "The bot was restored from a backup. Turns that appear only in the messages above are lost."
)
DECIDED: Final = N_("{people}, game {number}: {absent}'s time is up.")

LATER: Final = (
    (ASKED, WAS_ASKED),
    (ASKED_AT_LAST, WAS_ASKED),
    (DECIDING, DECIDED),
    (STANDING_IN, TOLD),
    (THINKING, TOLD),
)
"""The sentence without its question, for a message that is no longer the newest."""


def first_line(
    table: Table,
    turns: Sequence[Turn],
    teller: Teller,
    *,
    notified: Collection[int],
    begins: bool = False,
    now: int = 0,
) -> str:
    """Return the first line: whom the game waits for, its number, the latest of some turns."""
    active = table.active
    assert active is not None
    words, event = teller.words, _event(table, turns, teller, now, begins=begins)
    if active.level is not None or active.user_id is None:
        if not table.computer_due:
            return words(TOLD, number=table.number, event=event)
        person = teller.person(active.seat)
        sentence = THINKING if active.is_computer else STANDING_IN
        return words(sentence, number=table.number, event=event, person=person)
    if asked := asked_about_absent(table):
        people = words.all_of(_called(seat, notified) for seat in asked)
        absent = plain_name(active.name)
        return words(DECIDING, people=people, number=table.number, absent=absent)
    person = _called(active, notified)
    # Everybody has one more turn after the one that begins the end.
    asking = ASKED if table.position_for().turns_left is None else ASKED_AT_LAST
    return words(asking, number=table.number, event=event, person=person)


def told_by_clock(table: Table) -> bool:
    """Return whether the clock has unshown news: the time is nearly up or has run out."""
    return table.row.shown < (table.row.warned_news or 0)


def asked_about_absent(table: Table) -> list[StoredSeat]:
    """Return the seats that decide about a late player; none before the time is up."""
    return [] if table.row.expired_at is None else seats.deciding(table)


def _called(seat: StoredSeat, notified: Collection[int]) -> str:
    """Return a person as a mention where it notifies them, else by name."""
    return f"<@{seat.user_id}>" if seat.user_id in notified else f"**{plain_name(seat.name)}**"


def _event(table: Table, turns: Sequence[Turn], teller: Teller, now: int, *, begins: bool) -> str:
    words = teller.words
    if turns:
        return teller.headline(turns[-1])
    if table.went_back:
        # Translators: what happened, after “Ada, your turn in game 1:”; no full stop.
        return words("the bot was restored from a backup")
    if told_by_clock(table):
        return words("the time is nearly up")
    game = table.running_game()
    if game.turn.number in game.taken_back and not game.turn.plies:
        # Translators: what happened, after “Ada, your turn in game 1:”; no full stop.
        return words("turn {turn} was taken back", turn=game.turn.number)
    if begins:
        # Translators: what happened, after “Ada, your turn in game 1:”; no full stop.
        return words("the game begins")
    if outcome.voters_to_cancel(table):
        return words("a player wants to cancel the game")
    # A wish about a late player, or a change that is told already: the game itself goes first.
    return _of_a_seat(table, teller, now) or teller.headline(game.last_turn or game.turn)


def _of_a_seat(table: Table, teller: Teller, now: int) -> str:
    """Return who left, went away or came back since the last action, or that all paused, if so."""
    words, turn, found = teller.words, table.running_game().position.turn, [(0, "")]
    for seat in table.seats:
        if seat.left_turn == turn and seat.left_name is None:
            return words("{name} left the game", name=teller.short_name(seat.seat))
    for pause in table.pauses:
        if pause.seat == EVERYBODY:
            found.append((pause.began_at, words("the game is paused")))
            if pause.until_at is not None and pause.until_at <= now:
                found.append((pause.until_at, words("the game goes on")))
            continue
        seat, name = table.seats[pause.seat], teller.short_name(pause.seat)
        if seat.status == "away":
            found.append((pause.began_at, words("a computer plays for {name}", name=name)))
        elif pause.kind == "stop":
            found.append((pause.began_at, words("{name} is away", name=name)))
        elif pause.until_at is not None:
            found.append((pause.until_at, words("{name} is back", name=name)))
    at, event = max(found)
    return event if at >= table.moved_at else ""


def without_asking(text: str, words: Words) -> str:
    """Return the text of an old turn message without its question and what its clock told."""
    first, *others = text.split("\n")
    for sentence, later in LATER:
        if found := pattern_of(words(sentence)).fullmatch(first):
            first = words(later, **found.groupdict())
            break
    # Discord counts a relative time on, past the end of the turn.
    return absolute("\n".join([first, *without_clock(others, words)]))


async def turn_post(
    table: Table,
    words: Words,
    before: StoredMessage | None,
    *,
    may_ping: Callable[[int], bool] = lambda _: True,
    timing: turn_time.TurnTime | None = None,
    now: int = 0,
    extra: features.Extra = features.NOTHING,
) -> Post:
    """Return the message after a turn: events since the one before, the board, whose turn it is."""
    turns = table.turns_since(told_until(table, before))
    notified = _notified(table, before, may_ping)
    parts = turn_parts(table, words, before, turns, notified, timing=timing, now=now)
    parts += [Part(line, 1) for line in extra.lines]
    agree = buttons.AGREE_TO_CANCEL.button(table.number, words=words)
    position = table.running_game().position
    view = view_of(
        buttons.TAKE_TURN.button(table.number, table.row.news, words=words),
        buttons.MY_SCREEN.button(table.number, words=words),
        buttons.BOARD.button(table.number, position.turn, words=words),
        *([buttons.WHAT_CHANGED.button(table.number, words=words)] if turns else []),
        *extra.buttons,
        *_clock_buttons(table, timing, words, now),
        *([agree] if outcome.voters_to_cancel(table) else []),
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
    timing: turn_time.TurnTime | None = None,
    now: int = 0,
) -> list[Part]:
    """Return the text of the message after a turn, without its picture and buttons."""
    teller = Teller.of(table, words)
    return [
        Part(first_line(table, turns, teller, notified=notified, begins=before is None, now=now)),
        *([Part(words(WENT_BACK))] if table.went_back else []),
        *([Part(_beginning(table, teller), 2)] if before is None else []),
        *told_turns(turns, teller, headed=not asked_about_absent(table)),
        *(Part(line, 1) for line in _standing(table, teller, words, now)),
        *(Part(line, 1) for line in standing(table, timing, teller, now)),
    ]


def _notified(table: Table, before: StoredMessage | None, may: Callable[[int], bool]) -> list[int]:
    active = table.active
    assert active is not None
    # A message that repeats a turn, such as after a person left, must not ping its player again.
    turn = table.running_game().position.turn
    repeated = before is not None and before.turn == turn and not table.went_back
    news = not repeated or told_by_clock(table)
    asked = asked_about_absent(table) or [seat for seat in (active,) if seat.level is None]
    users = [seat.user_id for seat in asked if seat.user_id is not None and news]
    return [user for user in users if may(user)]


def _clock_buttons(
    table: Table, timing: turn_time.TurnTime | None, words: Words, now: int
) -> list[discord.ui.Button[Any]]:
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
    """Return the number of the first turn that no message has told yet."""
    if before is None:
        return table.row.begun_turn or 1  # earlier turns belong to another game
    if before.channel_id == table.place:
        return before.turn or 1
    # The game was moved, and this is the first message where it is now.
    return min(before.turn or 1, table.running_game().position.turn - 1)


def told_turns(turns: Sequence[Turn], teller: Teller, *, headed: bool = False) -> list[Part]:
    """Return parts that tell the turns, the last one without a headline that stands above."""
    if not turns:
        return []
    ranks = range(len(turns) + 2, 2, -1)
    parts = [
        Part(text, rank, turn is not turns[-1])
        for turn, text, rank in zip(
            turns, told_in_brief(turns, teller, headed=headed), ranks, strict=True
        )
    ]
    return [*parts, *(Part(line, 2) for line in values_in_brief(turns, teller)), Part("", 2)]


def log_has_more(words: Words) -> str:
    """Return the sentence that refers to the log if a message has no room for all turns."""
    return words("`/arkadia log` shows the earlier turns.")


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
    lines = []
    left = [teller.person(seat.seat) for seat in table.seats if seat.status == "resigned"]
    if left:
        lines.append(
            words.plural(
                "{people} left the game. A computer plays for them.",
                "{people} left the game. A computer plays for them.",
                len(left),
                people=words.all_of(left),
            )
        )
    gone = [seat.seat for seat in table.seats if seat.status == "away"]
    pauses = {seat: table.pause_of(seat, now) for seat in gone}
    for_one_turn = [seat for seat, one in pauses.items() if one is not None and one.kind == "turn"]
    if for_one_turn:
        people = words.all_of(teller.person(seat) for seat in for_one_turn)
        lines.append(words("A computer takes this turn for {people}.", people=people))
    away = []
    for seat, pause in pauses.items():
        if seat in for_one_turn:
            continue
        if pause is None or pause.until_at is None:
            away.append(teller.person(seat))
            continue
        person, when = teller.person(seat), moment(pause.until_at, "D")
        sentence = N_("{person} is away until {when}. A computer plays for them.")
        lines.append(words(sentence, person=person, when=when))
    if away:
        lines.append(
            words.plural(
                "A computer plays for {people} until they press *I'm back*.",
                "A computer plays for {people} until they press *I'm back*.",
                len(away),
                people=words.all_of(away),
            )
        )
    if table.active and table.active.level and not table.computer_due:
        lines.append(words("Everybody is away. The game goes on when a player presses *I'm back*."))
    lines += _wishes(table, teller, words)
    return lines


def _wishes(table: Table, teller: Teller, words: Words) -> list[str]:
    lines = []
    voters = outcome.voters_to_cancel(table)
    for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
    if for_it:
        lines.append(
            words.plural(
                "{people} would like to cancel this game. It's cancelled if everybody "
                "agrees before turn {turn}.",
                "{people} would like to cancel this game. It's cancelled if everybody "
                "agrees before turn {turn}.",
                len(for_it),
                people=words.all_of(for_it),
                turn=outcome.lapses_at(table),
            )
        )
        lines += if_ended(table, words)
    if table.active is None or table.active.status != "playing":
        return lines
    for one_turn in (True, False):
        voters = table.voters(seats.about_absent(table, one_turn=one_turn))
        for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
        if for_it:
            lines.append(_about(for_it, teller.person(table.active.seat), one_turn, words))
    return lines


def _about(for_it: Sequence[str], absent: str, one_turn: bool, words: Words) -> str:
    """Return a line on a wish that a computer plays for a late person."""
    if one_turn:
        return words.plural(
            "{people} would like a computer to take this turn for {absent}. Everybody "
            "else must agree.",
            "{people} would like a computer to take this turn for {absent}. Everybody "
            "else must agree.",
            len(for_it),
            people=words.all_of(for_it),
            absent=absent,
        )
    return words.plural(
        "{people} would like a computer to play for {absent}. Everybody else must agree: "
        "`/arkadia seat away`.",
        "{people} would like a computer to play for {absent}. Everybody else must agree: "
        "`/arkadia seat away`.",
        len(for_it),
        people=words.all_of(for_it),
        absent=absent,
    )
