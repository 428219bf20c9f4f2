"""A pause for all: the clocks of a game stand still once everybody who plays it has agreed.

What a pause does to clocks and reminders is the table's; here it is asked for, agreed on and ended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from discord.ext import commands

from db.games.rows import EVERYBODY, StoredPause
from db.timers import StoredDue
from delivery.dispatcher import Dispatcher, Handler
from i18n.translation import N_, NC_, NP_, Words
from tabletop import errors, seats, time_control
from tabletop.table import Table
from tabletop.tables import Tables
from ui.answers import reply_and_show
from ui.components import ButtonFace, Submitted, at_table, at_turn, on_form, open_form, text_field
from ui.features import NOTHING, Extra, Feature, Place
from ui.input.days import until_typed
from ui.interactions import Interaction, services_of, table_seen, words_of
from ui.services import services_in
from ui.texts import markup, refusals

PAUSE: Final = ButtonFace("pause", NC_("button", "Pause for all…"))
AGREE: Final = ButtonFace("pause-agree", NC_("button", "Agree to the pause"), 2)
"""The second number is the minute until which it lasts, so that nobody agrees to another one."""
GO_ON: Final = ButtonFace("pause-over", NC_("button", "Go on"))
FORM: Final = "arkadia:pause-form"

ASKED: Final = "pause "  # what the subject of votes begins with, before the minute
OVER: Final = "pause"  # the kind of timer at which a pause is over

MINUTE_MS: Final = 60_000


class PauseError(refusals.FeatureError):
    """A game is not paused, or does not go on; nothing has changed."""

    sentences: ClassVar[refusals.Sentences] = {
        "paused": N_("Game {number} is paused until {until}."),
        "not-paused": N_("Game {number} isn't paused: its clocks are running."),
        "too-long": NP_(
            "A pause lasts {n} day at most. Try an earlier day.",
            "A pause lasts {n} days at most. Try an earlier day.",
        ),
        "other": N_("That's already settled. `/arkadia board` shows the game."),
    }


class Pauses:
    """A service for pauses on which everybody agrees."""

    def __init__(self, tables: Tables, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._dispatcher = dispatcher

    async def agree(self, number: int, user: int, minute: int, *, proposes: bool = False) -> Table:
        """Propose a pause until a minute since 1970, or agree to one; it begins when all have."""
        async with self._tables.writer.locked(number) as table:
            table.must_run()
            table.playing_seat(user)
            now, until = self._tables.now(), minute * MINUTE_MS
            if (lasts := table.paused(now)) is not None:
                raise PauseError("paused", number=number, until=lasts.until_at or until)
            if not now < until <= now + seats.LONGEST_ABSENCE_MS:
                raise PauseError("too-long", count=seats.LONGEST_ABSENCE_MS // time_control.DAY)
            about, before = f"{ASKED}{minute}", asked(table)
            if not proposes and about != before:
                raise PauseError("other")
            votes = table.voters(about) | {user}
            if votes == table.voters(about):
                return table
            writer, charge = self._tables.writer, self._tables.writer.charge(table, user, "post")
            if before not in (None, about):
                await writer.set_votes(table, before, frozenset())
            if missing(table, votes, now):
                await writer.set_votes(table, about, votes, charge=charge)
                return table
            # The votes go first: after a crash in between they are asked for once more.
            await writer.set_votes(table, about, frozenset(), charge=charge)
            await writer.pause(table, StoredPause(EVERYBODY, now, until, "stop"))
            await self._dispatcher.note(StoredDue(OVER, until, table.row.guild_id, number))
            return table

    async def go_on(self, number: int, user: int) -> Table:
        """End a pause, as anybody who plays may."""
        async with self._tables.writer.locked(number) as table:
            table.must_run()
            table.own_seat(user)
            now = self._tables.now()
            lasts = table.paused(now)
            if lasts is None:
                raise PauseError("not-paused", number=number)
            await self._tables.writer.pause(table, replace(lasts, until_at=now))
            return table

    async def tell_over(self, number: int, at: int) -> bool:
        """Make it news that a pause has ended at its time; return whether it has."""
        async with self._tables.writer.locked(number) as table:
            ended = [one for one in table.pauses if (one.seat, one.until_at) == (EVERYBODY, at)]
            if table.row.state != "running" or not ended:
                return False  # it was ended before, which was told then
            # A millisecond later, so that the next look after a crash finds it told.
            await self._tables.writer.pause(table, replace(ended[-1], until_at=at + 1))
            return True


def asked(table: Table) -> str | None:
    """Return the subject of the votes for a pause, if a player proposed one."""
    return next((about for about, _ in sorted(table.votes) if about.startswith(ASKED)), None)


def missing(table: Table, votes: frozenset[int], now: int) -> list[str]:
    """Return the names of those who still have to agree: all who play and are not away."""
    return [
        markup.plain_name(seat.name)
        for seat in table.playing
        if seat.user_id not in votes and table.pause_of(seat.seat, now) is None
    ]


async def ask(interaction: Interaction, table: Table) -> None:
    """Open the form that asks how long the pause lasts."""
    words = words_of(interaction)
    table.playing_seat(interaction.user.id)
    # Translators: in a field for a day, as an example.
    example = words("Until when: 3d, Monday, 24 Dec")
    # Translators: the label of a field; 45 characters at most.
    label = words("Until when")
    field = text_field(label, "until", required=True, placeholder=example, max_length=40)
    await open_form(interaction, PAUSE.title(words), f"{FORM}:{table.number}", field)


async def sent(interaction: Interaction, form: Submitted) -> None:
    """Propose the pause that was typed."""
    table = await table_seen(interaction, int(form.match[1]))
    until = until_typed(interaction, form.texts.get("until", ""))
    await _agree(interaction, table, until // MINUTE_MS, proposes=True)


async def _agree(
    interaction: Interaction, table: Table, minute: int, *, proposes: bool = False
) -> None:
    words, services = words_of(interaction), services_of(interaction)
    pauses, user = services[Pauses], interaction.user.id
    table = await pauses.agree(table.number, user, minute, proposes=proposes)
    now, when = services.tables.now(), markup.moment(minute * MINUTE_MS, "f")
    if table.paused(now):
        text = words("Game {number} is paused until {until}.", number=table.number, until=when)
    else:
        left = words.all_of(missing(table, table.voters(asked(table) or ""), now))
        text = words(
            "You want to pause until {when}. Still to agree: {people}.", when=when, people=left
        )
    await reply_and_show(interaction, table.number, text)


async def go_on(interaction: Interaction, table: Table) -> None:
    """End a pause."""
    words, services = words_of(interaction), services_of(interaction)
    await services[Pauses].go_on(table.number, interaction.user.id)
    text = words("Game {number} goes on: the clocks are running again.", number=table.number)
    await reply_and_show(interaction, table.number, text)


class PauseCog(Feature):
    """The buttons with which people pause a game and go on."""

    presses = (at_table(PAUSE, ask), at_turn(AGREE, _agree), at_table(GO_ON, go_on))
    modals = (on_form(rf"{FORM}:([0-9]{{1,9}})", sent),)

    def timers(self) -> Mapping[str, Handler]:
        """Return what tells that a pause is over."""
        return {OVER: self.over}

    async def over(self, dues: Sequence[StoredDue]) -> None:
        """Tell in each game that its pause is over."""
        for due in dues:
            try:
                if await self.services[Pauses].tell_over(due.game_id, due.at):
                    await self.services.publisher.publish(due.game_id)
            except errors.UnreadableTableError:
                continue  # a game that is set aside tells nothing

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return what is said of a pause, and the button that fits."""
        if table.row.state != "running":
            return NOTHING
        now, number = self.services.tables.now(), table.number
        lasts, about = table.paused(now), asked(table)
        if place == "turn" and lasts is not None and lasts.until_at is not None:
            when = markup.moment(lasts.until_at, "f")
            line = words("Paused for everybody until {when}: the clocks have stopped.", when=when)
            return Extra([line], [GO_ON.button(number, words=words)])
        if place == "turn" and about is not None:
            minute, voters = int(about.removeprefix(ASKED)), table.voters(about)
            for_it = [seat for seat in table.playing if seat.user_id in voters]
            agreed = [markup.plain_name(seat.name) for seat in for_it]
            line = words(
                "Pause until {when}? In favour: {people}. Still to agree: {others}.",
                people=words.all_of(agreed),
                when=markup.moment(minute * MINUTE_MS, "f"),
                others=words.all_of(missing(table, voters, now)),
            )
            return Extra([line], [AGREE.button(number, minute, words=words)])
        plays = any(seat.user_id == person for seat in table.playing)
        if place == "board" and plays and len(table.playing) > 1:
            face = PAUSE if lasts is None else GO_ON
            return Extra(buttons=[face.button(number, words=words)])
        return NOTHING


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    services.add(Pauses(services.tables, services.dispatcher))
    await bot.add_cog(PauseCog(bot))
