"""Taking back by agreement: a player's last turn, also after others have moved, if all agree.

What such an entry of the log means is the engine's; here it is asked for and agreed on. What the
others agree to is shown before, and a question lapses when another turn ends.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar, Final, TypeAlias

from discord.ext import commands

from engine.errors import EngineError
from i18n.translation import N_, NC_, Words
from tabletop.personal import Personal, flag
from tabletop.table import Table
from tabletop.tables import Tables
from ui.answers import reply, reply_and_show
from ui.components import ButtonFace, at_table, view_of, with_numbers
from ui.features import NOTHING, Extra, Feature, Place
from ui.interactions import Interaction, services_of, table_seen, words_of
from ui.services import services_in
from ui.texts import events, markup, refusals
from ui.texts.turns import told_in_brief

TAKE_BACK: Final = ButtonFace("take-back", NC_("button", "Take back my turn…"))
ASK: Final = ButtonFace("take-back-ask", NC_("button", "Ask the others"), 3)
AGREE: Final = ButtonFace("take-back-agree", NC_("button", "Agree"), 3)
REFUSE: Final = ButtonFace("take-back-refuse", NC_("button", "No"), 3)
"""The second number is the turn to go back to, the third the one that is being played."""
ALLOW: Final = ButtonFace("take-back-allow", NC_("button", "Allow take-backs"))
FORBID: Final = NC_("button", "No take-backs")

SLIPS: Final = flag(
    "slips",
    False,
    # Translators: the label of a field; 45 characters at most.
    label=N_("Allow take-backs for a minute"),
)
"""Whether a person agrees beforehand where a turn is asked back within a minute of its end."""

SOON_MS: Final = 60_000
ABOUT: Final = "takeback"  # the first word of the subject of votes; the turns follow


class TakeBackError(refusals.FeatureError):
    """A turn is not taken back; the game is unchanged."""

    sentences: ClassVar[refusals.Sentences] = {
        "ranked": N_("Turns can't be taken back in game {number}."),
        "nothing": N_("You don't have a turn to take back in game {number}."),
        "other": N_("That's already settled. `/arkadia board` shows the game."),
    }


class TakeBacks:
    """A service for turns that are taken back by agreement."""

    def __init__(self, tables: Tables, personal: Personal) -> None:
        self._tables = tables
        self._personal = personal

    async def allowed(self, table: Table) -> bool:
        """Return whether turns may be taken back: where nothing counts, or the lobby said so."""
        counts = table.row.leaving_counts and not any(seat.is_computer for seat in table.seats)
        return not counts or await self._said(table.number)

    async def _said(self, number: int) -> bool:
        return await self._tables.store.admin.setting(ABOUT, str(number)) == "yes"

    async def allow(self, number: int, user: int) -> bool:
        """Allow take-backs in a lobby's game that counts, or no more; return which."""
        async with self._tables.writer.locked(number) as table:
            table.must_be_lobby()
            table.must_host(user)
            allows = not await self._said(number)
            await self._tables.store.admin.set_setting(
                ABOUT, str(number), "yes" if allows else None
            )
            await self._tables.lobby.set_people(table, table.seats, table.row.invited)
            return allows

    async def turn(self, table: Table, user: int) -> int:
        """Return the number of the last turn of a person, which they could take back."""
        table.must_run()
        now, own = table.running_game().turn.number, table.own_turns(table.playing_seat(user).seat)
        turns = [turn for turn in own if (table.row.begun_turn or 1) <= turn < now]
        if not turns or len(table.playing) < 2:
            raise TakeBackError("nothing", number=table.number)
        if not await self.allowed(table):
            raise TakeBackError("ranked", number=table.number)
        if (reason := table.running_game().take_back_refusal(turns[-1])) is not None:
            raise reason
        return turns[-1]

    async def ask(self, number: int, user: int, turn: int, playing: int) -> Table:
        """Ask the others for a person's last turn, and take it back if all agree beforehand."""
        async with self._tables.writer.locked(number) as table:
            if (await self.turn(table, user), table.running_game().turn.number) != (turn, playing):
                raise TakeBackError("other")
            soon = self._tables.now() - table.turn_began_at <= SOON_MS and turn == playing - 1
            votes = {user} | {
                seat.user_id
                for seat in table.playing
                if soon and seat.user_id and self._personal.value(seat.user_id, SLIPS)
            }
            await self._vote(table, turn, playing, frozenset(votes))
        return await self._done(number, turn, playing)

    async def agree(self, number: int, user: int, turn: int, playing: int) -> Table:
        """Agree that another takes back a turn, and take it back if all have."""
        async with self._tables.writer.locked(number) as table:
            _must_be_asked(table, user, turn, playing)
            before = table.voters(_about(turn, playing))
            if missing(table, turn, playing):
                await self._vote(table, turn, playing, before | {user})
        return await self._done(number, turn, playing)

    async def refuse(self, number: int, user: int, turn: int, playing: int) -> Table:
        """Refuse that another takes back a turn: the question is over."""
        async with self._tables.writer.locked(number) as table:
            _must_be_asked(table, user, turn, playing)
            await self._vote(table, turn, playing, frozenset())
            return table

    async def _vote(self, table: Table, turn: int, playing: int, votes: frozenset[int]) -> None:
        if votes != table.voters(_about(turn, playing)):
            await self._tables.writer.set_votes(table, _about(turn, playing), votes)

    async def _done(self, number: int, turn: int, playing: int) -> Table:
        table = await self._tables.get(number)
        if asked(table) != (turn, playing) or missing(table, turn, playing):
            return table
        user = table.seats[(turn - 1) % len(table.seats)].user_id
        assert user is not None
        return await self._tables.turns.take_back(number, user, turn, table.version)


Vote: TypeAlias = Callable[[TakeBacks, int, int, int, int], Awaitable[Table]]


def _about(turn: int, playing: int) -> str:
    return f"{ABOUT} {turn} {playing}"


def _must_be_asked(table: Table, user: int, turn: int, playing: int) -> None:
    table.playing_seat(user)
    if asked(table) != (turn, playing):
        raise TakeBackError("other")


def asked(table: Table) -> tuple[int, int] | None:
    """Return the turn that a player wants back, and the one being played; None if nobody does."""
    game = table.game
    if game is None or table.row.state != "running":
        return None
    for about, _ in sorted(table.votes):
        word, *numbers = about.split(" ")
        if word == ABOUT:
            turn, playing = map(int, numbers)
            if playing == game.turn.number and game.take_back_refusal(turn) is None:
                return turn, playing
    return None


def missing(table: Table, turn: int, playing: int) -> list[str]:
    """Return the names of those who play and have not agreed yet."""
    votes = table.voters(_about(turn, playing))
    return [markup.plain_name(seat.name) for seat in table.playing if seat.user_id not in votes]


def what_goes(table: Table, turn: int, words: Words) -> list[str]:
    """Return lines on what is undone if a game goes back to a turn, as everybody may know it."""
    return [
        *(
            f"> {line}"
            for line in told_in_brief(table.turns_since(turn), events.Teller.of(table, words))
        ),
        words(
            "Everything done in turn {turn} will be undone too.",
            turn=table.running_game().turn.number,
        ),
        words("Cards you've already seen come up again in the same order."),
    ]


async def offer(interaction: Interaction, table: Table) -> None:
    """Show a person what goes if they take back their last turn, and the button that asks."""
    words = words_of(interaction)
    turn = await services_of(interaction)[TakeBacks].turn(table, interaction.user.id)
    playing = table.running_game().turn.number
    lines = [words("If you take back turn {turn}, this will be undone:", turn=turn)]
    view = view_of(ASK.button(table.number, turn, playing, words=words))
    await reply(interaction, "\n".join([*lines, *what_goes(table, turn, words)]), view=view)


async def vote(how: Vote, interaction: Interaction, number: int, turn: int, playing: int) -> None:
    """Ask the others or agree, and say what comes of it."""
    await table_seen(interaction, number)
    words, service = words_of(interaction), services_of(interaction)[TakeBacks]
    table = await how(service, number, interaction.user.id, turn, playing)
    if asked(table) == (turn, playing):
        left = words.all_of(missing(table, turn, playing))
        text = words(
            "Turn {turn} is undone once everybody agrees. Still to agree: {people}.",
            turn=turn,
            people=left,
        )
    else:
        text = words("Turn {turn} was taken back and will be played again.", turn=turn)
    await reply_and_show(interaction, number, text)


async def refuse(interaction: Interaction, number: int, turn: int, playing: int) -> None:
    """Refuse, and say so to the person who does."""
    await table_seen(interaction, number)
    words, service = words_of(interaction), services_of(interaction)[TakeBacks]
    await service.refuse(number, interaction.user.id, turn, playing)
    await reply_and_show(interaction, number, words("Turn {turn} won't be taken back.", turn=turn))


async def allow(interaction: Interaction, table: Table) -> None:
    """Allow take-backs in a game that counts, or no more."""
    words, number = words_of(interaction), table.number
    if await services_of(interaction)[TakeBacks].allow(number, interaction.user.id):
        text = words("Turns can be taken back if everybody agrees.")
    else:
        text = words("Turns can't be taken back in game {number}.", number=number)
    await reply_and_show(interaction, number, text)


class TakeBackCog(Feature):
    """The buttons with which a turn is taken back by agreement."""

    preferences = (SLIPS,)
    presses = (
        at_table(TAKE_BACK, offer),
        with_numbers(ASK, partial(vote, TakeBacks.ask)),
        with_numbers(AGREE, partial(vote, TakeBacks.agree)),
        with_numbers(REFUSE, refuse),
        at_table(ALLOW, allow),
    )

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return the question on a turn's message, and the buttons that lead to it."""
        service, number = self.services[TakeBacks], table.number
        if table.row.state == "lobby":
            if place == "settings" and table.row.leaving_counts:
                label = words.context("button", FORBID) if await service.allowed(table) else ""
                return Extra(buttons=[ALLOW.button(number, words=words, label=label)])
            if place == "lobby" and table.row.leaving_counts and await service.allowed(table):
                return Extra([words("Turns can be taken back if everybody agrees.")])
            return NOTHING
        if place == "turn" and (question := asked(table)) is not None:
            back, playing = question
            seat = table.seats[(back - 1) % len(table.seats)]
            line = words(
                "{name} would like to take back turn {turn}. Still to agree: {people}.",
                name=markup.plain_name(seat.name),
                turn=back,
                people=words.all_of(missing(table, back, playing)),
            )
            faces = (AGREE, REFUSE)
            buttons = [face.button(number, back, playing, words=words) for face in faces]
            return Extra(["\n".join([line, *what_goes(table, back, words)])], buttons)
        if place in ("meanwhile", "board") and table.row.state == "running":
            try:
                await service.turn(table, person)
            except EngineError:
                return NOTHING
            return Extra(buttons=[TAKE_BACK.button(number, words=words)])
        return NOTHING


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    services = services_in(bot)
    services.add(TakeBacks(services.tables, services.personal))
    await bot.add_cog(TakeBackCog(bot))
