"""The message in which people join, and its last state once the game has begun."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from db.games.rows import GameSummary, StoredSeat
from engine.edition_files import load_edition
from engine.errors import EditionError
from engine.start import FIRST_GAME
from i18n.translation import Words
from tabletop.lengths import Length
from tabletop.presets import USUAL, preset_of
from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.public.posts.notices import notice_post
from ui.public.posts.post import Post, title
from ui.texts.escaping import plain_name
from ui.texts.fitting import Part
from ui.texts.game.clock import agreed_in_short
from ui.texts.game.helping import help_agreed
from ui.texts.game.presets import lasting
from ui.texts.game.settings import SETUPS, at_once_agreed
from ui.texts.guide import components_line
from ui.texts.levels import offered_levels
from ui.texts.times import moment


def lobby_post(
    table: Table,
    words: Words,
    *,
    calling: bool = False,
    role: int | None = None,
    pinged: Sequence[int] = (),
    length: Length | None = None,
) -> Post:
    """Return a lobby's message, in which people join: what to press, and unusual rules.

    *Settings…* tells all rules to everybody.

    Args:
        table: a game that has not begun.
        words: the language of the server.
        calling: True to notify the host.
        role: the role that it notifies, or None.
        pinged: the invited people whom it notifies.
        length: how long such a game lasts; told of presets.
    """
    row, host = table.row, table.host
    people = [_in_lobby(seat, seat == host, words) for seat in table.seats]
    called = plain_name(host.name) if host else ""
    lines = [
        *([_call(table, host, words)] if calling and host else []),
        *([f"<@&{role}>"] if role else []),
        f"## {_heading(table, called, words)}",
        words(
            "Seats: {taken} of {count}: {people}",
            taken=len(people),
            count=row.seat_limit,
            people=words.listing(people),
        ),
        *_closing(row, words),
        *_kept(row, words),
        _what_to_do(table, called, words),
        agreed_in_short(row, words),
        *_lasting(row, length, words),
        words("New? Press *Learn*. All rules of this game: *Settings…*."),
        *_unusual(row, words),
        *_components(row, words),
    ]
    return Post(
        # The lines are in the order of their importance: what is cut first comes last.
        [Part(line, rank) for rank, line in enumerate(lines)],
        view=_lobby_view(table, words),
        pings=_called(table) if calling and row.host_id else pinged,
        roles=(role,) if role else (),
    )


def _seated(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats if seat.user_id is not None]


def _called(table: Table) -> Sequence[int]:
    """Return the people whom a message calls to begin."""
    if table.anybody_begins:
        return _seated(table)
    return [] if table.row.host_id is None else [table.row.host_id]


def _call(table: Table, host: StoredSeat, words: Words) -> str:
    """Return the first line of a message that notifies the host."""
    person = f"<@{host.user_id}>"
    if table.anybody_begins:
        people = words.all_of(f"<@{user}>" for user in _seated(table))
        return words(
            "{people}, game {number} is full: each of you may begin it now.",
            people=people,
            number=table.number,
        )
    if table.row.closing_at is not None:
        return words(
            "{person}, nobody came to game {number}: it closes tomorrow.",
            person=person,
            number=table.number,
        )
    free = table.row.seat_limit - len(table.seats) - len(table.row.invited)
    if free > 1 or len(table.seats) < 2:  # nobody is called of so many but who became the host
        return words(
            "{person}, you host game {number} now: begin it, or leave it to another.",
            person=person,
            number=table.number,
        )
    if len(table.seats) < table.row.seat_limit:
        return words(
            "{person}, one seat is free in game {number}: wait, or begin.",
            person=person,
            number=table.number,
        )
    return words("{person}, game {number} is full: begin it.", person=person, number=table.number)


def _closing(row: GameSummary, words: Words) -> list[str]:
    """Return when a lobby closes that no person joins."""
    if row.closing_at is None:
        return []
    when = moment(row.closing_at, "f")
    return [words("It closes {when} unless a player joins or presses *Keep it open*.", when=when)]


def _heading(table: Table, host: str, words: Words) -> str:
    """Return the subject of the lobby, in a few words."""
    row, name = table.row, title(table, words)
    if len(table.seats) >= row.seat_limit:
        return words("{title}: all seats are taken", title=name)
    if row.rematch_of is not None:
        return words("{title}: a rematch of game {number}", title=name, number=row.rematch_of)
    if len(table.seats) + len(row.invited) >= row.seat_limit:
        return words("{title}: {name} invites you", title=name, name=host)
    return words("{title}: {name} looks for players", title=name, name=host)


def _kept(row: GameSummary, words: Words) -> list[str]:
    """Return for which people seats are kept."""
    if not row.invited:
        return []
    people = words.all_of(f"<@{person}>" for person in row.invited)
    return [
        words.plural(
            "A seat is kept for {people}: press *Join*, or *Leave* to give it up.",
            "Seats are kept for {people}: press *Join*, or *Leave* to give yours up.",
            len(row.invited),
            people=people,
        )
    ]


def _what_to_do(table: Table, host: str, words: Words) -> str:
    """Return which button begins the game, and whose press it takes."""
    row = table.row
    if table.anybody_begins:
        return words("Anybody with a seat may press *Begin* now.")
    if len(table.seats) >= row.seat_limit:
        return words("{name}, press *Begin* when you are ready.", name=host)
    if row.begins_full:
        return words(
            "Press *Join*. It begins when all seats are taken, or when {name} presses *Begin*.",
            name=host,
        )
    return words("Press *Join*; two are enough. {name} presses *Begin*.", name=host)


def _lasting(row: GameSummary, length: Length | None, words: Words) -> list[str]:
    """Return how long a game of a preset lasts with all its seats taken."""
    if length is None or preset_of(row.clock, row.late, row.help) is None:
        return []
    return [lasting(length, row.seat_limit, words)]


def _unusual(row: GameSummary, words: Words) -> list[str]:
    """Return the chosen rules that are not the usual ones."""
    lines = []
    if row.help != USUAL.help:
        lines.append(help_agreed(row.help, words))
    if row.setup != FIRST_GAME:
        lines.append(words(SETUPS[row.setup]))
    if row.invited_only:
        lines.append(words("Only invited people may join."))
    if row.mirror:
        lines.append(words("Tiles may also be laid mirrored, not only rotated."))
    if not row.leaving_counts:
        lines.append(words("Friendly: it does not count in the ranking."))
    if row.at_once:
        lines.append(at_once_agreed(words))
    return lines


def _components(row: GameSummary, words: Words) -> list[str]:
    """Return the edition, if it is not the box's."""
    try:
        edition = load_edition(row.edition)
    except EditionError:  # its file is gone; beginning the game says so
        return []
    return [components_line(edition, words)] if edition.provenance.invented else []


def _lobby_view(table: Table, words: Words) -> discord.ui.View:
    """Return the buttons for a lobby as it is."""
    taken = len(table.seats)
    full = taken >= table.row.seat_limit
    view = view_of(
        buttons.JOIN.button(table.number, words=words, disabled=full),
        buttons.LEAVE.button(table.number, words=words),
        buttons.BEGIN.button(table.number, words=words, disabled=taken < 2),
        buttons.SETTINGS.button(table.number, words=words),
        buttons.LEARN.button(words=words),
        buttons.CANCEL.button(table.number, words=words),
    )
    if table.row.closing_at is not None:
        view.add_item(buttons.KEEP_OPEN.button(table.number, words=words))
    if any(seat.is_computer for seat in table.seats):
        view.add_item(buttons.REMOVE_COMPUTER.button(table.number, words=words))
    if not full:
        view.add_item(
            buttons.ADD_COMPUTER.menu(
                table.number, taken, options=_level_options(words), words=words
            )
        )
    return view


def _level_options(words: Words) -> list[discord.SelectOption]:
    """Return the levels of computer players with what to expect of them."""
    return [
        discord.SelectOption(label=level.caption, value=level.value, description=level.note)
        for level in offered_levels(words)
    ]


def _in_lobby(seat: StoredSeat, host: bool, words: Words) -> str:
    name = plain_name(seat.name)
    if host:
        return words("{name} (host)", name=name)
    return words("{name} (computer)", name=name) if seat.is_computer else name


def after_lobby_post(table: Table, words: Words) -> Post:
    """Return the last state of a lobby's message: the game has begun, or ended before that."""
    if table.row.begun_at is None:
        return notice_post(table, words)
    return lobby_begun_post(table, words)


def lobby_begun_post(table: Table, words: Words) -> Post:
    """Return the last state of a lobby's message once the game has begun."""
    people = words.all_of(plain_name(name) for name in table.names)
    text = words(
        "**{title}** has begun: {people}. It is played in {place}.",
        title=title(table, words),
        people=people,
        place=f"<#{table.place}>",
    )
    return Post([Part(text)], view=view_of(buttons.LEARN.button(words=words)))
