"""The games that a person may mean: by number, by where they ask, and those that wait for them."""

import logging
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from db.games.archive import Listing
from db.games.rows import GameSummary, State
from engine import edition, errors, load_edition
from i18n.translation import Words
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from tabletop.time_control import NEVER
from ui import buttons, interactions
from ui.answers import RefusalError
from ui.components import view_of
from ui.input.typed import fenced, typed_line
from ui.services import Services
from ui.texts.markup import short

LIVE: Final[tuple[State, ...]] = ("lobby", "running")
RUNNING: Final[tuple[State, ...]] = ("running",)
FINISHED: Final[tuple[State, ...]] = ("finished",)
PLAYED: Final[tuple[State, ...]] = ("running", "finished")
ANY: Final[tuple[State, ...]] = ("lobby", "running", "finished", "cancelled", "closed", "aside")

MOST_OFFERED: Final = 20  # games that are offered where more than one may be meant


async def find_table(
    interaction: interactions.Interaction,
    game: int | None,
    states: Collection[State] = RUNNING,
    *,
    leaving: bool = False,
) -> Table:
    """Return the table that a command is about, out of those the person may know of.

    Without a number, it is the table of this thread or channel, where the person's own tables and
    then those where it is their turn go first; else the person's only table on the server. Where
    several fit, they are asked with a button for each. Who is leaving may have their own table
    although they cannot see its place any more.
    """
    services = interactions.services_of(interaction)
    guild = interactions.guild_of(interaction)
    if game is not None:
        return await interactions.table_seen(interaction, game, leaving=leaving)
    user = interaction.user.id
    place = interaction.channel_id
    here = await _some(services, guild, states, user, place)
    in_thread = [row for row in here if row.thread_id == place]
    rows = _newest(in_thread) or await interactions.seen(interaction, here)
    if not rows:
        named = await services.tables.store.games.newest_in_thread(guild, place or 0)
        if named is not None:  # the thread names its game, in any state
            return await services.tables.get(named)
        own = await _some(services, guild, states, user)
        rows = own if leaving else await interactions.seen(interaction, own)
    words = interactions.words_of(interaction)
    if not rows:
        raise RefusalError(words("There's no game here. `/arkadia start` opens one."))
    table = await _narrow(services, rows, user)
    if table is None:
        raise _several(rows, user, typed_line(interaction), words)
    return table


async def edition_here(interaction: interactions.Interaction) -> edition.Edition:
    """Return the edition of the newest game of this place, else the default one."""
    tables = interactions.services_of(interaction).tables
    guild = interactions.server_of(interaction)
    if guild is None:
        return load_edition()
    find, place = tables.store.games.find, interaction.channel_id
    newest = await find(guild, states=ANY, channel_or_thread=place, limit=1)
    if not newest:
        return load_edition()
    try:
        table = await tables.get(newest[0].game_id)
        return table.game.start.edition if table.game else load_edition(table.row.edition)
    except (errors.EditionError, UnreadableTableError):  # its file is gone, or it is set aside
        return load_edition()


async def _some(
    services: Services, guild: int, states: Collection[State], user: int, place: int | None = None
) -> list[GameSummary]:
    """Return the games that may be meant: of a place, or without one of a person.

    Those that go on are all there; of those that are over, the newest, and the person's newest.
    """
    games = services.tables.store.games
    live = [state for state in states if state in LIVE]
    if place is None:
        found = list(await games.find(guild, states=live, user=user))
    else:
        found = list(await games.find(guild, states=live, channel_or_thread=place))
    if "finished" in states:
        own = Listing(guild, [(user, None if place is None else (place,))])
        found += await games.finished(own, 0, limit=MOST_OFFERED + 1)
        if place is not None:
            most = MOST_OFFERED + 1
            found += await games.find(guild, states=FINISHED, channel_or_thread=place, limit=most)
    return list({row.game_id: row for row in found}.values())


def _newest(in_thread: list[GameSummary]) -> list[GameSummary]:
    """Return the game that is meant in its own thread; of several, one that goes on."""
    return ([row for row in in_thread if row.state in LIVE] or in_thread)[:1]


def _several(rows: Sequence[GameSummary], user: int, line: str, words: Words) -> RefusalError:
    """Return a refusal with a button for each game, which carries out the typed command there."""
    lines = [words("Which game? Tap it below.")]
    # The command stands in the message itself, so a press after a restart still knows it.
    lines += [fenced(line)] if line else []
    # A message has 25 buttons; the newest games are the likeliest.
    offered = sorted(rows, key=lambda row: row.game_id)[-MOST_OFFERED:]
    view = view_of(
        *[
            buttons.THIS_GAME.button(row.game_id, words=words, label=_called(row, user, words))
            for row in offered
        ]
    )
    return RefusalError("\n".join(lines), view)


def _called(row: GameSummary, user: int, words: Words) -> str:
    others = [seat.name for seat in row.seats if seat.user_id != user]
    names = words.listing(short(name, 20) for name in others or [seat.name for seat in row.seats])
    return words.labelled(words("Game {number}", number=row.game_id), names)


async def _narrow(services: Services, rows: list[GameSummary], user: int) -> Table | None:
    """Return the one table that fits best, or None when there are several."""
    if len(rows) > 1:
        own = [row for row in rows if any(seat.user_id == user for seat in row.seats)]
        rows = own or rows
    if len(rows) == 1:
        return await services.tables.get(rows[0].game_id)
    running = [row for row in rows if row.state == "running"]
    tables = [await services.tables.get(row.game_id) for row in running]
    due = [table for table in tables if table.active and table.active.user_id == user]
    return due[0] if len(due) == 1 else None


def label(row: GameSummary, words: Words) -> str:
    """Return a table's number with the names of its people."""
    names = words.listing(short(seat.name, 20) for seat in row.seats)
    return f"{row.game_id} ({names})"


log = logging.getLogger("arkadia.waiting")


async def waiting_for(interaction: interactions.Interaction) -> list[Table]:
    """Return the running games of this server that wait for a person, the most urgent first.

    Games in which a computer plays for them are left out. A game whose place they cannot see
    any more says so when they go there: Discord is not asked about each after every turn.
    """
    user = interaction.user.id
    store = interactions.services_of(interaction).tables.store
    numbers = await store.games.played_by(interactions.guild_of(interaction), user)
    due = [table for table in await _readable(interaction, numbers) if table.waits_for(user)]
    return sorted(due, key=lambda table: urgency(interaction, table))


def urgency(interaction: interactions.Interaction, table: Table) -> tuple[int, int, int]:
    """Return a sort key: the game whose clock runs out first, then the longest-waiting."""
    timing = interactions.services_of(interaction).tables.clock.turn_time(table)
    deadline = timing.deadline if timing else None
    return NEVER if deadline is None else deadline, table.moved_at, table.number


async def tables_seen(
    interaction: interactions.Interaction, rows: Iterable[GameSummary]
) -> list[Table]:
    """Load the tables whose channel or thread the person can see, without unreadable ones."""
    numbers = [row.game_id for row in await interactions.seen(interaction, rows)]
    return await _readable(interaction, numbers)


async def _readable(interaction: interactions.Interaction, numbers: Iterable[int]) -> list[Table]:
    tables = []
    for number in numbers:
        try:
            tables.append(await interactions.services_of(interaction).tables.get(number))
        except UnreadableTableError as error:
            log.warning("Left out", extra={"table": error.number, "why": error.reason})
    return tables


async def next_games(interaction: interactions.Interaction, after: int) -> list[Table]:
    """Return the other games that wait for a person, in the order in which they come up.

    The order is a ring: games that are less urgent than this one come first, so that going on leads
    to every one of them.
    """
    tables = await waiting_for(interaction)
    numbers = [table.number for table in tables]
    if after not in numbers:
        return tables
    place = numbers.index(after)
    return [*tables[place + 1 :], *tables[:place]]
