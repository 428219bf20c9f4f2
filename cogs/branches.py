"""Playing an earlier turn again: a game that begins in the middle of another.

A log only grows, and no player can unsee a card. So going back begins another game: its log begins
with the same actions, and the cards that the person could not know then are dealt anew.
"""

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import ClassVar, Final

import discord
from discord.ext import commands

from db.games.changes import RUNNING
from db.games.rows import NewGame, StoredEntry, StoredSeat
from engine import Action, played_turns
from i18n.translation import N_, NC_, Words
from players.levels import LEVELS, OPPONENTS
from tabletop import errors, opening, outcome, time_control
from tabletop.table import Table
from tabletop.tables import Tables
from ui import buttons
from ui.answers import reply, reply_and_show, show
from ui.components import ButtonFace, MenuFace, Press, at_table, at_turn, on, view_of
from ui.features import NOTHING, Extra, Feature, Place
from ui.input.choices import own_level
from ui.interactions import Interaction, private_language, services_of, words_of
from ui.public.places import channel_for_threads, own_thread
from ui.services import services_in
from ui.services.per_person import LockPerPerson
from ui.texts import events, markup, refusals

TRY_AGAIN: Final = ButtonFace("try-again", NC_("button", "Try turn {turn} again"), 2)
"""The second number is the turn's, which its caption names."""
GO_BACK: Final = ButtonFace("go-back", NC_("button", "Take back turns…"))
BACK_TO_TURN: Final = MenuFace(
    "back-to-turn", NC_("button", "Which turn do you want to play again?")
)


class BranchError(refusals.FeatureError):
    """An earlier turn cannot be played again; the game is unchanged."""

    sentences: ClassVar[refusals.Sentences] = {
        "not-practice": N_(
            "You can only go back to an earlier turn when all your opponents are "
            "computers. `/arkadia undo` takes back what you did this turn."
        ),
        "not-own-turn": N_("Turn {turn} of game {number} wasn't yours. Pick one of your own."),
    }


class Branching(LockPerPerson):
    """A lock for each person who goes back to an earlier turn."""


@dataclass(frozen=True, slots=True)
class NewBranch:
    """A person's request to play a turn again, with its settings."""

    user: int
    name: str
    channel: int
    level: str
    language: str


class Branches:
    """A service that opens branches: games that begin in the middle of others."""

    def __init__(self, tables: Tables) -> None:
        self._writer = tables.writer
        self._openings = tables.openings
        self._dealer = tables.dealer

    async def play_again(self, number: int, turn: int, wanted: NewBranch) -> tuple[Table, bool]:
        """Open a game that begins with a person's own earlier turn, against computer players.

        Returns the game in which the turn is played, and whether this call opened it.

        A game that is over stays as it is. One that the person plays alone goes on in the branch,
        in the same place. The call is idempotent: a person who has such a branch already, and has
        done nothing in it, gets that one, since a button is easily pressed twice.
        """
        async with self._writer.locked(number) as table:
            seat, actions = self._before(table, turn, wanted.user)
            game = table.running_game()
            running = not game.position.over
            begun = await self._untouched(table, turn, wanted.user, len(actions))
            if begun is not None:
                return begun, False
            if running:
                wanted = replace(wanted, channel=table.row.channel_id, language=table.row.language)
            new = self._new(table, turn, wanted)
            start = self._dealer.again(game.start, actions, seat.seat)
            entries = [StoredEntry(str(action), None, self._writer.now()) for action in actions]
            seats = self._seats(table, seat, wanted)
            opened = await self._openings.open_begun(
                new, seats, opening.stored_start(start), entries
            )
            if running:
                await self._writer.set_state(table, "cancelled", outcome.TAKEN_BACK)
        return await self._writer.cache.get(opened), True

    async def _untouched(self, table: Table, turn: int, user: int, plies: int) -> Table | None:
        """Return a person's game that began with that turn and went no further, or None."""
        mine = await self._writer.store.games.find(table.row.guild_id, states=RUNNING, user=user)
        for game in mine:
            if (game.begun_in, game.begun_turn) == (table.number, turn):
                begun = await self._writer.cache.get(game.game_id)
                if len(begun.running_game().actions) == plies:
                    return begun
        return None

    def _before(self, table: Table, turn: int, user: int) -> tuple[StoredSeat, list[Action]]:
        """Return the seat of a person, and all actions before a turn of it."""
        game = table.running_game()
        if not game.position.over:
            table.must_run()
            if not table.is_practice:
                raise BranchError("not-practice", number=table.number)
        seat = table.any_seat(user)
        if turn not in table.own_turns(seat.seat):
            raise BranchError("not-own-turn", number=table.number, turn=turn)
        turns = takewhile(lambda one: one.number < turn, played_turns(game.start, game.actions))
        return seat, [ply.action for one in turns for ply in one.plies]

    def _new(self, table: Table, turn: int, wanted: NewBranch) -> NewGame:
        row = table.row
        in_place = not table.running_game().position.over
        return NewGame(
            guild_id=row.guild_id,
            channel_id=wanted.channel,
            thread_id=row.thread_id if in_place else None,
            host_id=wanted.user,
            edition=row.edition,
            setup=row.setup,
            mirror=row.mirror,
            seat_limit=len(table.seats),
            language=wanted.language,
            theme=row.theme,
            help="all",  # as in practice
            # Alone against computers a person keeps no other waiting.
            clock=str(time_control.PRESETS[time_control.ENDLESS]),
            created_at=self._writer.now(),
            begun_in=table.number,
            begun_turn=turn,
        )

    def _seats(self, table: Table, own: StoredSeat, wanted: NewBranch) -> list[StoredSeat]:
        """Return the seats: the person's own as before, and computer players in all others."""
        seats: list[StoredSeat] = []
        for seat in table.seats:
            if seat.seat == own.seat:
                taken = StoredSeat(seat.seat, wanted.user, wanted.name)
            elif seat.is_computer and LEVELS.get(seat.level or "") in OPPONENTS:
                # The same opponents, if they are of a level that people may choose.
                taken = StoredSeat(seat.seat, None, seat.name, level=seat.level)
            else:
                taken = self._openings.computer_seat(
                    [*table.seats, *seats], wanted.level, wanted.language
                )
            seats.append(replace(taken, seat=seat.seat, colour=seat.colour))
        return seats


async def _back_to_turn(interaction: Interaction, press: Press) -> None:
    await play_again(interaction, await press.table(interaction), press.chosen_number)


async def play_again(interaction: Interaction, table: Table, turn: int) -> None:
    """Begin a game with an earlier turn of a person's own, against computer players."""
    words, services, user = words_of(interaction), services_of(interaction), interaction.user
    over = table.running_game().position.over
    home = await channel_for_threads(interaction) if over else None
    again = NewBranch(
        user=user.id,
        name=user.display_name,
        channel=home.id if home else table.row.channel_id,
        level=await own_level(interaction),
        language=private_language(interaction),
    )
    async with services[Branching].turn(user.id):  # who presses twice finds the game in its thread
        opened, is_new = await services[Branches].play_again(table.number, turn, again)
        if home is not None and is_new:
            name = words("Second try: turn {turn} of game {number}", turn=turn, number=table.number)
            await own_thread(interaction, home, name, opened.number)
    if not over:
        await show(interaction, table.number)  # its end stands above where it goes on
        await services.publisher.publish(opened.number)  # elsewhere, if its thread was deleted
        opened = await services.tables.get(opened.number)
    text = words(
        "Game {new} in {place} goes on from turn {turn} of game {number}. It isn't "
        "rated, and cards you hadn't seen are shuffled again.",
        new=opened.number,
        turn=turn,
        number=table.number,
        place=f"<#{opened.place}>",
    )
    view = view_of(buttons.TAKE_REMINDED.button(opened.number, words=words))
    await reply_and_show(interaction, opened.number, text, view=view)


async def ask_turn(interaction: Interaction, table: Table) -> None:
    """Show a person a menu of their own turns to go back to."""
    words, game = words_of(interaction), table.running_game()
    own = table.playing_seat(interaction.user.id)
    teller = events.Teller.of(table, words)
    # A menu takes 25 options; people go back to a recent turn.
    numbers = table.turns_to_go_back(own.seat)[-markup.MOST_OPTIONS :]
    if not numbers:
        raise errors.TableError("no-turns", number=table.number)
    options = [
        discord.SelectOption(
            label=words.context("heading", "Turn {number}", number=turn.number),
            value=str(turn.number),
            description=teller.headline(turn)[: markup.OPTION_LIMIT],
        )
        for turn in reversed(played_turns(game.start, game.actions))
        if turn.number in numbers
    ]
    text = words(
        "Choose one of your turns: game {number} ends, and a new game goes on from that "
        "turn. Cards you hadn't seen are shuffled again.",
        number=table.number,
    )
    menu = BACK_TO_TURN.menu(table.number, options=options, words=words)
    await reply(interaction, text, view=view_of(menu))


class BranchesCog(Feature):
    """The buttons with which a person plays an earlier turn again."""

    presses = (
        at_turn(TRY_AGAIN, play_again),
        at_table(GO_BACK, ask_turn),
        on(BACK_TO_TURN, _back_to_turn),
    )

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return the button that goes back, in practice and in a record."""
        if place not in ("played", "panel", "record"):
            return NOTHING
        seat = table.person(person)
        over = table.row.state == "finished"
        if seat is None or not (table.is_practice or over) or not table.turns_to_go_back(seat.seat):
            return NOTHING
        label = words.context("button", "Play a turn again…") if over else ""
        back = GO_BACK.button(table.number, words=words, label=label)
        if place == "played":
            return Extra(
                [words("*Take back turns…* lets you play the turn again yourself.")], [back]
            )
        return Extra(buttons=[back])

    def at_turn(self, table: Table, turn: int, words: Words) -> Extra:
        """Return the button that plays a turn again that is looked back at."""
        label = words.context("button", TRY_AGAIN.caption, turn=turn)
        return Extra(buttons=[TRY_AGAIN.button(table.number, turn, words=words, label=label)])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    services.add(Branching(), Branches(services.tables))
    await bot.add_cog(BranchesCog(bot))
