"""Nudges: one friendly message to a person for whom a game waits, wished for by an opponent.

A nudge is a reminder whose time is now: it comes where the person's reminders come, counts in the
record of use, and is the only one of its turn.
"""

from typing import ClassVar, Final

from discord.ext import commands

from db.timers import StoredDue
from db.usage import Charge, UsageRecord
from delivery.dispatcher import Dispatcher
from i18n.translation import N_, NC_, Words
from tabletop import cache, errors, reminders
from tabletop.personal import Personal, flag
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, MINUTE, read_control
from ui.answers import reply
from ui.components import ButtonFace, at_turn
from ui.features import NOTHING, Extra, Feature, Place
from ui.interactions import Interaction, services_of, words_of
from ui.services import services_in
from ui.texts import events, markup, refusals

NUDGE: Final = ButtonFace("nudge", NC_("button", "Nudge {name}"), 2)
"""The second number is the turn that waits; the caption names the person for whom it waits."""

NUDGES: Final = flag(
    "nudges",
    True,
    # Translators: the label of a field; 45 characters at most.
    label=N_("Opponents can nudge me"),
)
"""Whether opponents may nudge a person."""

SOONEST_MS: Final = 5 * MINUTE
LATEST_MS: Final = DAY
"""Milliseconds that a turn waits at least, and at most, before it may be nudged."""

AFTER_REMINDER_MS: Final = DAY
"""Milliseconds for which a person who was reminded of the turn by the bot gets no nudge."""

PART: Final = 4  # the part of the agreed time for a turn after which it may be nudged: a fourth


class NudgeError(refusals.FeatureError):
    """A nudge is refused; nothing has changed."""

    sentences: ClassVar[refusals.Sentences] = {
        "computer": N_("It's a computer's turn in game {number}: there's nobody to nudge."),
        "own": N_("Game {number} is waiting for you: press *Take your turn*."),
        "unwanted": N_("{name} doesn't want nudges. Write to {name} in the thread instead."),
        "away": N_("{name} is away for a while. `/arkadia board` shows who's playing."),
        "quiet": N_("{name} has quiet hours right now. Try again later."),
        "early": N_("{name} doesn't need a nudge yet. Try again {until}."),
        "once": N_("{name} has already been nudged this turn."),
    }


def waits_before(table: Table) -> int:
    """Return the milliseconds that a turn of a game waits before it may be nudged.

    They follow from the clock that was agreed on in the lobby.
    """
    turn = read_control(table.row.clock).turn
    return LATEST_MS if turn is None else min(max(turn // PART, SOONEST_MS), LATEST_MS)


class Nudges:
    """A service that takes nudges and has them sent with the reminders."""

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher

    async def offered(self, table: Table, user: int) -> bool:
        """Return whether a person is offered to nudge the one for whom a game waits."""
        active, own = table.active, table.person(user)
        return (
            table.row.state == "running"
            and own is not None
            and own.status != "resigned"
            and active is not None
            and active.level is None
            and active.user_id not in (None, user)
            and self._tables.now() >= table.turn_began_at + waits_before(table)
            and await self._wants(active.user_id or 0, user)
        )

    async def _wants(self, person: int, by: int) -> bool:
        chosen = self._personal.value(person, NUDGES) and self._personal.preferences(person).mention
        return chosen and not await self._tables.refused.by(person, by)

    async def nudge(self, table: Table, user: int, turn: int) -> str:
        """Have the person of a turn nudged by an opponent; return the name of that person."""
        table.must_run()
        table.own_seat(user)
        active, now, number = table.active, self._tables.now(), table.number
        if active is None or active.level is not None or active.user_id is None:
            raise NudgeError("computer", number=number)
        if turn != table.running_game().position.turn:
            raise errors.TableError("outdated", number=number)
        if active.user_id == user:
            raise NudgeError("own", number=number)
        await self._personal.refresh(active.user_id)
        if not await self._wants(active.user_id, user):
            raise NudgeError("unwanted", name=active.name)
        if table.pause_of(active.seat, now) is not None:
            raise NudgeError("away", name=active.name)
        if self._personal.quiet_until(active.user_id, now) > now:
            raise NudgeError("quiet", name=active.name)
        await self._ask(table, user, active.user_id, active.name)
        return active.name

    async def _ask(self, table: Table, user: int, awaited: int, name: str) -> None:
        store, now = self._tables.store, self._tables.now()
        turn = table.running_game().position.turn
        waiting = await store.waiting.in_game(table.number)
        if waiting is None or waiting.turn != turn or not waiting.notified:
            raise NudgeError("early", name=name, until=now + waits_before(table))
        if waiting.nudged_by is not None:
            raise NudgeError("once", name=name)
        if now < (until := waiting.since + waits_before(table)):
            raise NudgeError("early", name=name, until=until)
        if now < (until := (waiting.reminded_at or -AFTER_REMINDER_MS) + AFTER_REMINDER_MS):
            raise NudgeError("early", name=name, until=until)
        act = UsageRecord(
            kind="nudge",
            guild_id=table.row.guild_id,
            user_id=user,
            target_id=awaited,
            game_id=table.number,
            at=now,
        )
        charge = Charge(self._tables.limits, (act,))
        due = StoredDue(reminders.REMIND, now, table.row.guild_id, table.number, awaited)
        with cache.refusing():
            if not await store.waiting.nudge(table.number, turn, user, due, charge):
                raise NudgeError("once", name=name)
        self._dispatcher.wake(now)


async def nudge(interaction: Interaction, table: Table, turn: int) -> None:
    """Have the person nudged for whom a game waits, and say so to the opponent who asked."""
    words, services = words_of(interaction), services_of(interaction)
    name = await services[Nudges].nudge(table, interaction.user.id, turn)
    text = words(
        "{name} gets a friendly nudge about game {number}. That's the only one this turn.",
        name=markup.plain_name(name),
        number=table.number,
    )
    await reply(interaction, text)


class NudgeCog(Feature):
    """The button with which an opponent nudges."""

    preferences = (NUDGES,)
    presses = (at_turn(NUDGE, nudge),)

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return the button where an opponent waits, once the game has waited long enough."""
        if place not in ("board", "meanwhile") or table.active is None:
            return NOTHING
        if not await self.services[Nudges].offered(table, person):
            return NOTHING
        now = table.running_game().position.turn
        label = words.context(
            "button", "Nudge {name}", name=markup.short(table.active.name, events.LITTLE_ROOM)
        )
        return Extra(buttons=[NUDGE.button(table.number, now, words=words, label=label)])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    services.add(Nudges(services.tables, services.personal, services.dispatcher))
    await bot.add_cog(NudgeCog(bot))
