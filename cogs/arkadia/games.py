"""A person's games: their list, the choice among several, and the next one that waits."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.arkadia.panel import open_panel
from db.games.rows import MessageKind
from i18n.translation import N_, Words
from tabletop.table import Table
from ui import buttons, failures
from ui.answers import RefusalError, reply
from ui.components import Press, on, view_of, with_numbers
from ui.input.games import LIVE, next_games, tables_seen, urgency
from ui.input.typed import OPTIONS, AnyCommand, read_line, written_line
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.public.post import message_url
from ui.texts.markup import MOST_OPTIONS, moment, plain_name

A_PAGE: Final = 8  # games that are listed in one message


class GamesCommands(commands.Cog):
    """The command that lists games."""

    @app_commands.command(description=N_("Your games here, and whose turn it is"))
    @app_commands.describe(everybody=N_("Include games you're not in"))
    async def games(self, interaction: Interaction, everybody: bool = False) -> None:
        """List the lobbies and running games of the person, or of the server."""
        words, user = words_of(interaction), interaction.user.id
        rows = await services_of(interaction).tables.store.games.find(
            guild_of(interaction), states=LIVE, user=None if everybody else user, limit=MOST_OPTIONS
        )
        tables = await tables_seen(interaction, rows)
        # Here and not in SQL: the order depends on whose turn it is, which only the log says.
        tables.sort(key=lambda table: _place(interaction, table))
        for start in range(0, len(tables), A_PAGE):
            page = tables[start : start + A_PAGE]
            lines = [_line(table, user, words) + _deadline(interaction, table) for table in page]
            view = view_of(*[_button(table, user, words) for table in page])
            await reply(interaction, "\n".join(lines), view=view)
        if not tables:
            nothing = words("You're not in a game here. `/arkadia start` opens one.")
            if everybody:
                nothing = words("There's no game here. `/arkadia start` opens one.")
            await reply(interaction, nothing)


async def _this_game(interaction: Interaction, number: int) -> None:
    await _repeat(interaction, game=number)


async def _instead(interaction: Interaction, press: Press) -> None:
    """Run the command that is quoted in the button's message, with the text on the button."""
    option, _ = press.numbers
    if option >= len(OPTIONS) or not isinstance(press.component, discord.Button):
        raise RefusalError(_anew(words_of(interaction)))
    await _repeat(interaction, **{OPTIONS[option]: press.component.label or ""})


async def _next_game(interaction: Interaction, number: int) -> None:
    tables = await next_games(interaction, number)
    if not tables:
        words = words_of(interaction)
        raise RefusalError(words("No other game is waiting for you now."))
    await open_panel(interaction, tables[0])


async def _repeat(interaction: Interaction, **changed: str | int) -> None:
    """Run the command that is quoted in a private answer, with some of its options changed."""
    message = interaction.message
    # Only a private answer quotes the command of the very person who presses.
    text = message.content if message is not None and message.flags.ephemeral else ""
    found = read_line(text, _commands(interaction))
    if found is None or any(found[0].get_parameter(name) is None for name in changed):
        raise RefusalError(_anew(words_of(interaction), changed.get("game")))
    command, values = found
    values |= changed
    carry_out: Callable[..., Awaitable[None]] = command.callback
    try:
        await carry_out(command.binding, interaction, **values)
    except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
        line, game = written_line(command, values), values.get("game")
        refusal, view = await failures.remedied(interaction, error, line, game)
        await failures.answer_error(interaction, refusal, view=view)


def _anew(words: Words, game: str | int | None = None) -> str:
    if game is not None:
        return words("Please type the command again, with `game:{number}`.", number=game)
    return words("Please type the command again.")


def _commands(interaction: Interaction) -> Iterator[AnyCommand]:
    bot = interaction.client
    assert isinstance(bot, commands.AutoShardedBot)
    group = bot.tree.get_command("arkadia")
    assert isinstance(group, app_commands.Group)
    for command in group.walk_commands():
        if isinstance(command, app_commands.Command) and command.get_parameter("game"):
            yield command


def _place(interaction: Interaction, table: Table) -> tuple[int, int, int, int]:
    """Return the sort key of the list: the most urgent for the person, own games, open ones."""
    user = interaction.user.id
    if table.waits_for(user):
        return 0, *urgency(interaction, table)
    if table.person(user) is not None and table.row.state == "running":
        return 1, *urgency(interaction, table)
    return 2, 0, 0, table.number


def _line(table: Table, user: int, words: Words) -> str:
    names = [plain_name(seat.name) for seat in table.seats if seat.user_id != user]
    game, others = words("Game {number}", number=table.number), words.all_of(names)
    # A link to the newest message; without one, the place.
    shown = _kind(table) in table.messages
    game = (
        f"[{game}]({message_url(table, _kind(table))})" if shown else f"{game} (<#{table.place}>)"
    )
    seat, active = table.person(user), table.active
    if active is None:
        return words(
            "- {game} hasn't begun yet. Players so far ({taken} of {count}): {names}.",
            game=game,
            taken=len(table.seats),
            count=table.row.seat_limit,
            names=words.all_of(plain_name(seat.name) for seat in table.seats),
        )
    if table.waits_for(user):
        since = moment(table.moved_at)
        return words(
            "- {game} with {names}: **it's your turn**. The turn began {since}.",
            game=game,
            names=others,
            since=since,
        )
    if seat is not None and seat.status == "playing":
        return words.plural(
            "- {game} with {names}: it's {name}'s turn, then yours.",
            "- {game} with {names}: it's {name}'s turn; you're up in {n} turns.",
            (seat.seat - active.seat) % len(table.seats),
            game=game,
            names=others,
            name=plain_name(active.name),
        )
    if seat is not None and seat.status == "away":
        return words(
            "- {game} with {names}: a computer plays for you until you type `/arkadia seat back`.",
            game=game,
            names=others,
        )
    return words(
        "- {game} with {names}: it's {name}'s turn.",
        game=game,
        names=others,
        name=plain_name(active.name),
    )


def _deadline(interaction: Interaction, table: Table) -> str:
    timing = services_of(interaction).tables.clock.turn_time(table)
    if timing is None or timing.deadline is None:
        return ""
    words = words_of(interaction)
    return " " + words("Deadline: {when}", when=moment(timing.deadline))


def _kind(table: Table) -> MessageKind:
    return "lobby" if table.row.state == "lobby" else "turn"


def _button(table: Table, user: int, words: Words) -> discord.ui.Button[Any]:
    """Return the likeliest button for a game: play it, join it, look at it."""
    name = words("Game {number}", number=table.number)
    if table.waits_for(user):
        return buttons.TAKE_TURN.button(table.number, table.row.news, words=words, label=name)
    if table.row.state == "running":
        turn = table.running_game().position.turn
        return buttons.BOARD.button(table.number, turn, words=words, label=name)
    if table.person(user) is None:
        join = words("Join game {number}", number=table.number)
        full = len(table.seats) >= table.row.seat_limit
        return buttons.JOIN.button(table.number, words=words, label=join, disabled=full)
    return discord.ui.Button(label=name, url=message_url(table, _kind(table)))


PRESSES: Final = (
    with_numbers(buttons.THIS_GAME, _this_game),
    on(buttons.INSTEAD, _instead),
    with_numbers(buttons.NEXT_GAME, _next_game),
)
