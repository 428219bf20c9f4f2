"""An empty seat: where a player left a game, a member asks to play on, and a player agrees.

What the one who left has lost stays theirs; the newcomer plays for the game, and is not rated.
"""

from dataclasses import replace
from typing import ClassVar, Final

import discord
from discord.ext import commands

from cogs.seats.store import TABLES, ask_and_tell, asked_in, drop
from i18n.translation import N_, NC_, Words
from tabletop.errors import TableError
from tabletop.seats import left_seats
from tabletop.table import Table
from tabletop.tables import Tables
from ui.answers import reply_and_show
from ui.components import ButtonFace, Press, at_turn, on
from ui.features import NOTHING, Extra, Feature, Place
from ui.interactions import Interaction, services_of, table_seen, words_of
from ui.services import services_in
from ui.texts.markup import plain_name
from ui.texts.refusals import FeatureError, Sentences

PLAY_ON: Final = ButtonFace("play-on", NC_("button", "Play for {name}"), 2)
"""The second number is the seat's; the caption names who left it."""
LET_IN: Final = ButtonFace("let-in", NC_("button", "Let them in"), 3, digits=19)
"""The second number is the seat's, the third the id of the person who asks."""


class SeatError(FeatureError):
    """An empty seat is given to nobody; the game is unchanged."""

    sentences: ClassVar[Sentences] = {
        "taken": N_("That's already settled. `/arkadia board` shows the game."),
        "not-asked": N_("That's already settled. `/arkadia board` shows the game."),
    }


class EmptySeats:
    """A service that gives seats that were left to other people."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def ask(self, number: int, seat: int, user: int) -> Table:
        """Ask for a seat that was left, which one of the players has to allow.

        Raises:
            TableError: if the person has a seat, or one of the others does not want to sit with
                them, which reads as if the seat were kept for another.
            SeatError: if nobody has left that seat.
        """
        async with self._tables.writer.locked(number) as table:
            await self._must_be_free(table, seat, user)
            charge, seen = self._tables.writer.charge(table, user, "post"), table.row.news
            # It is news: the next message of the game has the question.
            asked = self._tables.store.change(ask_and_tell, number, seat, user, charge, seen)
            table.row = replace(table.row, news=await asked)
            return table

    async def let_in(self, number: int, seat: int, newcomer: int, name: str, by: int) -> Table:
        """Give a seat that was left to a person who asked for it.

        Args:
            name: the newcomer's name.
            by: the player who allows it.

        Raises:
            TableError: if that player has no seat, or the newcomer may have none.
            SeatError: if nobody has left that seat, or the newcomer has not asked.
        """
        async with self._tables.writer.locked(number) as table:
            table.playing_seat(by)
            if (seat, newcomer) not in await self._tables.store.ask(asked_in, number):
                raise SeatError("not-asked")
            await self._must_be_free(table, seat, newcomer)
        table = await self._tables.seats.take_over(number, seat, newcomer, name)
        await self._tables.store.change(drop, number, seat)
        return table

    async def _must_be_free(self, table: Table, seat: int, user: int) -> None:
        table.must_run()
        if table.person(user) is not None:
            raise TableError("already-seated", number=table.number)
        if seat not in [one.seat for one in left_seats(table)]:
            raise SeatError("taken")
        for one in table.people:
            if one.user_id and await self._tables.refused.by(one.user_id, user):
                raise TableError("kept", number=table.number)


async def ask(interaction: Interaction, table: Table, seat: int) -> None:
    """Ask for a seat, and say what has to happen next."""
    words, service = words_of(interaction), services_of(interaction)[EmptySeats]
    table = await service.ask(table.number, seat, interaction.user.id)
    people = words.all_of(plain_name(one.name) for one in table.playing)
    text = words(
        "You've asked for the seat. Any of these players can let you in: {people}.", people=people
    )
    await reply_and_show(interaction, table.number, text)


async def let_in(interaction: Interaction, press: Press) -> None:
    """Let the person in who asked for a seat."""
    number, seat, newcomer = press.numbers
    await table_seen(interaction, number)
    words, service = words_of(interaction), services_of(interaction)[EmptySeats]
    guild = interaction.guild
    assert guild is not None
    try:
        member = guild.get_member(newcomer) or await guild.fetch_member(newcomer)
    except discord.NotFound as error:
        raise SeatError("not-asked") from error
    name = member.display_name
    await service.let_in(number, seat, newcomer, name, interaction.user.id)
    text = words("{name} has joined game {number}.", name=plain_name(name), number=number)
    await reply_and_show(interaction, number, text)


class SeatsCog(Feature):
    """The buttons with which an empty seat is asked for and given."""

    presses = (at_turn(PLAY_ON, ask), on(LET_IN, let_in))

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return on a turn's message who asks for which seat, and which are empty."""
        if place != "turn" or table.row.state != "running":
            return NOTHING
        lines, buttons = list[str](), list[discord.ui.Button[discord.ui.View]]()
        for seat in table.seats:
            if seat.left_name is not None and seat.status != "resigned":
                lines.append(
                    words(
                        "{name} has taken over for {left}.",
                        name=plain_name(seat.name),
                        left=plain_name(seat.left_name),
                    )
                )
        left = left_seats(table)
        asked = await self.services.tables.store.ask(asked_in, table.number) if left else []
        for seat in left:
            label = words.context("button", PLAY_ON.caption, name=plain_name(seat.name))
            buttons.append(PLAY_ON.button(table.number, seat.seat, words=words, label=label))
            for user in [user for number, user in asked if number == seat.seat]:
                line = words(
                    "<@{user}> would like to take over for {name}. Any player can let them in.",
                    user=user,
                    name=plain_name(seat.name),
                )
                lines.append(line)
                buttons.append(LET_IN.button(table.number, seat.seat, user, words=words))
        return Extra(lines, buttons[:5])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Load the table and add the cog to the bot."""
    services = services_in(bot)
    await services.tables.store.load(TABLES)
    services.add(EmptySeats(services.tables))
    await bot.add_cog(SeatsCog(bot))
