"""The message in which people join, and its last state once the game has begun."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from db.games.rows import GameSummary, StoredSeat
from engine import edition_files, errors, start
from i18n.translation import N_, Words
from tabletop.table import Table
from tabletop.time_control import TURNS, USUAL, Length, preset_of
from ui import buttons
from ui.components import view_of
from ui.features import NOTHING, Extra
from ui.input.choices import offered_levels
from ui.public.end import notice_post
from ui.public.post import Post, title
from ui.texts import bot, lobby
from ui.texts.markup import MOST_OPTIONS, Part, moment, plain_name

WHAT_THIS_IS: Final = N_("A board game: build, sell seals, get rich.")  # for the invited


def lobby_post(
    table: Table,
    words: Words,
    *,
    calling: bool = False,
    role: int | None = None,
    pinged: Sequence[int] = (),
    length: Length | None = None,
    extra: Extra = NOTHING,
) -> Post:
    """Return a lobby's message: what to press, unusual rules; it may notify host, role, invited."""
    row, host = table.row, table.host
    people = [_in_lobby(seat, seat == host, words) for seat in table.seats]
    host_name = plain_name(host.name) if host else ""
    full = len(people) >= row.seat_limit
    lines = [
        *([_call(table, host, words)] if calling and host else []),
        *([f"<@&{role}>"] if role else []),
        f"## {_heading(table, host_name, words)}",
        _seats(people, row.seat_limit, words),
        *_closing(row, words),
        *_kept(row, words),
        *([] if calling and full else [_what_to_do(table, host_name, words)]),
        # Below whom it calls, which a lock screen has room for; the seated know it.
        *([] if full else [f"{words(WHAT_THIS_IS)} {_lasting(row, length, words)}"]),
        lobby.agreed(row, words, short=True),
        " ".join(extra.lines),
        *_unusual(row, words),
        *_components(row, words),
    ]
    return Post(
        # The lines are in the order of their importance: what is cut first comes last.
        [Part(line, rank) for rank, line in enumerate(lines) if line],
        view=_lobby_view(table, words, extra),
        pings=_called(table) if calling and row.host_id else pinged,
        roles=(role,) if role else (),
    )


def _seats(people: Sequence[str], count: int, words: Words) -> str:
    taken, listed = len(people), words.listing(people)
    if taken >= count:
        return words("Players: {people}", people=listed)
    return words("Seats ({taken} of {count}): {people}", taken=taken, count=count, people=listed)


def _seated(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats if seat.user_id is not None]


def _called(table: Table) -> Sequence[int]:
    """Return the people whom a message calls to begin."""
    if table.anybody_begins:
        return _seated(table)
    return [] if table.row.host_id is None else [table.row.host_id]


def _call(table: Table, host: StoredSeat, words: Words) -> str:
    person = f"<@{host.user_id}>"
    if table.anybody_begins:
        people = words.all_of(f"<@{user}>" for user in _seated(table))
        sentence = N_("{people}, game {number} is full: any of you can begin.")
        return words(sentence, people=people, number=table.number)
    free = table.row.seat_limit - len(table.seats) - len(table.row.invited)
    if table.row.closing_at is not None:
        sentence = N_("{person}, nobody has joined game {number}, so it closes tomorrow.")
    elif free > 1 or len(table.seats) < 2:  # nobody is called of so many but who became the host
        sentence = N_(
            "{person}, you're the host of game {number} now: begin when you're ready, or leave."
        )
    elif len(table.seats) < table.row.seat_limit:
        sentence = N_(
            "{person}, game {number} still has a free seat. Wait for a player, or begin now."
        )
    else:
        sentence = N_("{person}, game {number} is full: you can begin.")
    return words(sentence, person=person, number=table.number)


def _closing(row: GameSummary, words: Words) -> list[str]:
    if row.closing_at is None:
        return []
    when = moment(row.closing_at, "f")
    sentence = N_("It closes on {when} unless a player joins or presses *Keep it open*.")
    return [words(sentence, when=when)]


def _heading(table: Table, host: str, words: Words) -> str:
    row, name = table.row, title(table, words)
    if len(table.seats) >= row.seat_limit:
        return words("{title}: all seats are taken", title=name)
    if row.rematch_of is not None:
        return words("{title}: a rematch of game {number}", title=name, number=row.rematch_of)
    if len(table.seats) + len(row.invited) >= row.seat_limit:
        return words("{title}: {name} invites you", title=name, name=host)
    return words("{title}: {name} is looking for players", title=name, name=host)


def _kept(row: GameSummary, words: Words) -> list[str]:
    if not row.invited:
        return []
    people = words.all_of(f"<@{person}>" for person in row.invited)
    return [
        words.plural(
            "A seat for {people}: press *Join*, or *Leave* to give it up.",
            "Seats for {people}: press *Join*, or *Leave* to give yours up.",
            len(row.invited),
            people=people,
        )
    ]


def _what_to_do(table: Table, host: str, words: Words) -> str:
    """Return which button begins the game, and whose press it takes."""
    row = table.row
    if table.anybody_begins:
        return words("Anybody with a seat can press *Begin* now.")
    if len(table.seats) >= row.seat_limit:
        return words("{name}, press *Begin* when you're ready.", name=host)
    if row.begins_full:
        return words(
            "Press *Join*. The game begins when all seats are taken, or when {name} "
            "presses *Begin*.",
            name=host,
        )
    return words("Press *Join*. Two players are enough.")


def _lasting(row: GameSummary, length: Length | None, words: Words) -> str:
    """Return how long a game lasts with all its seats taken: of a preset the time, else turns."""
    if length is not None and preset_of(row.clock, row.late, row.help) is not None:
        return lobby.lasting(length, words)
    each = round(TURNS[row.seat_limit] / row.seat_limit)
    return words.plural("About {n} turn each.", "About {n} turns each.", each)


def _unusual(row: GameSummary, words: Words) -> list[str]:
    sentences = (
        (row.help != USUAL.help, lobby.help_agreed(row.help, words)),
        (row.setup != start.FIRST_GAME, words(lobby.SETUPS[row.setup])),
        (row.invited_only, words("Only invited people can join.")),
        (row.mirror, words("Tiles can be mirrored as well as rotated.")),
        (not row.leaving_counts, words("Friendly game: it doesn't count in the ranking.")),
        (row.at_once, lobby.at_once_agreed(words)),
    )
    return [sentence for unusual, sentence in sentences if unusual]


def _components(row: GameSummary, words: Words) -> list[str]:
    try:
        edition = edition_files.load_edition(row.edition)
    except errors.EditionError:  # its file is gone; beginning the game says so
        return []
    return [bot.made_up(edition, words)] if edition.provenance.invented else []


def _lobby_view(table: Table, words: Words, extra: Extra) -> discord.ui.View:
    taken = len(table.seats)
    full = taken >= table.row.seat_limit
    view = view_of(
        buttons.JOIN.button(table.number, words=words, disabled=full),
        buttons.LEAVE.button(table.number, words=words),
        buttons.BEGIN.button(table.number, words=words, disabled=taken < 2),
        buttons.SETTINGS.button(table.number, words=words),
        *extra.buttons,
        buttons.CANCEL.button(table.number, words=words),
    )
    if table.row.closing_at is not None:
        view.add_item(buttons.KEEP_OPEN.button(table.number, words=words))
    if any(seat.is_computer for seat in table.seats):
        view.add_item(buttons.REMOVE_COMPUTER.button(table.number, words=words))
    if not full:
        levels = _level_options(words)
        view.add_item(buttons.ADD_COMPUTER.menu(table.number, taken, options=levels, words=words))
    return view


def lobby_acts(table: Table, user: int, words: Words, here: int | None = None) -> discord.ui.View:
    """Return the buttons and menus for all that a person may do in a lobby now."""
    row, number, seat = table.row, table.number, table.person(user)
    host, taken = user == row.host_id, len(table.seats)
    full, view = taken >= row.seat_limit, view_of()
    if seat is None:
        view.add_item(buttons.JOIN.button(number, words=words, disabled=full))
    if host or (seat is not None and table.anybody_begins):
        view.add_item(buttons.BEGIN.button(number, words=words, disabled=taken < 2))
    view.add_item(buttons.SETTINGS.button(number, words=words))
    if seat is not None or user in row.invited:
        view.add_item(buttons.LEAVE.button(number, words=words))
    if seat is not None and row.closing_at is not None:
        view.add_item(buttons.KEEP_OPEN.button(number, words=words))
    if seat is not None:
        view.add_item(buttons.SET_DISPLAY.button(number, words=words))
        view.add_item(move_button(table, here, words))
    if host:
        if any(one.is_computer for one in table.seats):
            view.add_item(buttons.REMOVE_COMPUTER.button(number, words=words))
        view.add_item(buttons.CANCEL.button(number, words=words))
        if not full:
            levels = _level_options(words)
            view.add_item(buttons.ADD_COMPUTER.menu(number, taken, options=levels, words=words))
        if row.setup == start.FREE and taken > 1:
            view.add_item(buttons.BEGIN_AT.menu(number, options=_lots(row), words=words))
    return view


def move_button(table: Table, here: int | None, words: Words) -> discord.ui.Button[Any]:
    """Return the button with which a game goes on in a channel, or is posted there again."""
    again = words.context("button", "Message lost? Post it again")
    label = again if here == table.place else ""
    return buttons.MOVE_HERE.button(table.number, words=words, label=label)


def _lots(row: GameSummary) -> list[discord.SelectOption]:
    lots = [str(lot) for lot in edition_files.load_edition(row.edition).lots]
    return [discord.SelectOption(label=lot, value=lot) for lot in lots[:MOST_OPTIONS]]


def _level_options(words: Words) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=level.caption, value=level.value, description=level.note)
        for level in offered_levels(words)
    ]


def _in_lobby(seat: StoredSeat, host: bool, words: Words) -> str:
    name = plain_name(seat.name)
    if host:
        return words("{name} (host)", name=name)
    return words("{name} (computer)", name=name) if seat.is_computer else name


def after_lobby_post(table: Table, words: Words, extra: Extra = NOTHING) -> Post:
    """Return the last state of a lobby's message: the game has begun, or ended before that."""
    if table.row.begun_at is None:
        return notice_post(table, words)
    return lobby_begun_post(table, words, extra)


def lobby_begun_post(table: Table, words: Words, extra: Extra = NOTHING) -> Post:
    """Return the last state of a lobby's message once the game has begun."""
    people = words.all_of(plain_name(name) for name in table.names)
    name, place = title(table, words), f"<#{table.place}>"
    sentence = N_("**{title}** has begun: {people}. The game is in {place}.")
    text = words(sentence, title=name, people=people, place=place)
    return Post([Part(text)], view=view_of(*extra.buttons))
