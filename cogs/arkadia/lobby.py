"""The lobby of a game, what people decide about a running one, and another game of the same."""

import logging
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import State
from db.outbox import EDIT, RENAME, Topic
from delivery import causes, sender
from i18n.translation import N_, Words, languages, own_name
from render import Theme
from tabletop.outcome import voters_to_cancel
from tabletop.table import Table
from ui import buttons, components
from ui.answers import RefusalError, put, reply, reply_and_show, show_and_tell
from ui.features import NOTHING, Extra, add_to, extra_of, told_of_ranked
from ui.input import choices, games, suggestions
from ui.interactions import (
    Interaction,
    asked_in,
    channel_of,
    services_of,
    table_seen,
    why_not,
    words_of,
)
from ui.public.announcement import not_notified
from ui.public.lobby import lobby_acts, lobby_post, move_button
from ui.public.places import home_of
from ui.texts import turns
from ui.texts.lobby import settings_text

log = logging.getLogger("arkadia.lobby")

LOBBY: Final[tuple[State, ...]] = ("lobby",)


class LobbyCommands(commands.Cog):
    """The command that opens a lobby, or what people decide about a game that goes on."""

    @app_commands.command(description=N_("Join, change, move or stop a game"))
    @suggestions.game_option(games.LIVE)
    async def lobby(self, interaction: Interaction, game: int | None = None) -> None:
        """Show a lobby or a running game with all that the person may decide about it now."""
        await show_lobby(interaction, await _table(interaction, game))


async def _table(interaction: Interaction, game: int | None) -> Table:
    if game is None:
        try:
            return await games.find_table(interaction, None, LOBBY, leaving=True)
        except RefusalError as error:
            if error.view is not None:  # one of several
                raise
    return await games.find_table(interaction, game, games.LIVE, leaving=True)


async def show_lobby(interaction: Interaction, table: Table) -> None:
    """Show a lobby or a running game with all that a person may decide about it now."""
    table.must_go_on()
    words, user = words_of(interaction), interaction.user.id
    if table.row.state == "lobby":
        extra = await extra_of(interaction.client, "lobby", table, words)
        view = lobby_acts(table, user, words, interaction.channel_id)
        add_to(view, extra)
        # Its buttons are in this view: an item cannot be in two.
        text = lobby_post(table, words, extra=Extra(extra.lines)).text
        await put(interaction, text, view=view)
        return
    lines = [turns.headline(table, words), settings_text(table, words)]
    await put(interaction, "\n".join(lines), view=_game_acts(interaction, table, words))


def _game_acts(interaction: Interaction, table: Table, words: Words) -> discord.ui.View:
    number, user, view = table.number, interaction.user.id, components.view_of()
    seat = table.person(user)
    if seat is None or seat.status == "resigned":
        turn = table.running_game().position.turn
        return components.view_of(buttons.BOARD.button(number, turn, words=words))
    if seat.status == "away":
        view.add_item(buttons.I_AM_BACK.button(number, words=words))
    view.add_item(buttons.SET_DISPLAY.button(number, words=words))
    view.add_item(move_button(table, interaction.channel_id, words))
    voters = voters_to_cancel(table)
    if user in voters:
        view.add_item(buttons.WITHDRAW.button(number, words=words))
    elif voters:
        view.add_item(buttons.AGREE_TO_CANCEL.button(number, words=words))
    else:
        label = words.context("button", "Cancel the game")
        view.add_item(buttons.CANCEL.button(number, words=words, label=label))
    return view


async def _move_here(interaction: Interaction, table: Table) -> None:
    """Have a game go on in the channel of the press, also where its message was lost there."""
    words, number = words_of(interaction), table.number
    channel = channel_of(interaction)
    if table.row.closing_at is None and await _stands_here(interaction, table):
        place = f"<#{table.place}>"
        raise RefusalError(
            words(
                "Game {number} is in {place}. To move it, type `/arkadia lobby` in "
                "another channel.",
                number=number,
                place=place,
            )
        )
    if lacks := await why_not(interaction, channel):
        raise RefusalError(lacks)
    await services_of(interaction).tables.display.move(number, interaction.user.id, channel)
    game = words("Game {number}", number=number)
    await reply_and_show(interaction, number, words("{game} goes on here.", game=game))


async def _set_display(interaction: Interaction, table: Table) -> None:
    table.playing_seat(interaction.user.id)
    words, row = words_of(interaction), table.row
    spoken = [(code, own_name(code)) for code in languages()]
    themes = [(theme.value, words.context("background", theme.value)) for theme in Theme]
    fields = (
        components.menu_field(words("Language of the game"), "language", spoken, row.language),
        components.menu_field(words("Picture background"), "theme", themes, row.theme),
    )
    form = f"arkadia:set-display-form:{table.number}"
    # Translators: the title of a form; 45 characters at most.
    await components.open_form(interaction, words("What everybody sees"), form, *fields)


async def _display_sent(interaction: Interaction, sent: components.Submitted) -> None:
    table, words = await table_seen(interaction, int(sent.match[1])), words_of(interaction)
    language = sent.one_of("language", languages(), words)
    theme = sent.one_of("theme", [theme.value for theme in Theme], words)
    tables, user = services_of(interaction).tables, interaction.user.id
    await tables.display.set_language(table.number, user, language)
    await tables.display.set_theme(table.number, user, theme)
    text = words(
        "Game {number} is now in {language} for everybody. New pictures have the "
        "background you chose.",
        number=table.number,
        language=own_name(language),
    )
    await reply_and_show(interaction, table.number, text)
    # Last, since Discord lets a thread be renamed twice in ten minutes only.
    await services_of(interaction).outbox.begin_all(RENAME)


async def _keep_open(interaction: Interaction, table: Table) -> None:
    await services_of(interaction).tables.lobby.keep_open(table.number, interaction.user.id)
    words = words_of(interaction)
    text = words("Game {number} stays open for another week.", number=table.number)
    await reply_and_show(interaction, table.number, text)


async def _agree_to_cancel(interaction: Interaction, table: Table) -> None:
    """Add the person's vote to cancel, while at least one vote stands."""
    words = words_of(interaction)
    if table.row.state == "running" and not voters_to_cancel(table):
        raise RefusalError(
            words("Game {number} goes on: nobody wants to cancel it any more.", number=table.number)
        )
    await _cancel(interaction, table)


async def _leave_pressed(interaction: Interaction, press: components.Press) -> None:
    """Give a person's seat up, also where they do not see the lobby any more."""
    await _leave(interaction, await table_seen(interaction, press.numbers[0], leaving=True))


async def _begin_at(interaction: Interaction, press: components.Press) -> None:
    await _begin(interaction, await press.table(interaction), press.chosen)


async def _stands_here(interaction: Interaction, table: Table) -> bool:
    row = table.row
    newest = table.messages.get("turn" if row.state == "running" else "lobby")
    here = interaction.channel_id in (row.channel_id, row.thread_id)
    if newest is None or newest.channel_id != table.place or not here:
        return False
    if row.shown < row.news:  # what is newest does not arrive there
        return False
    client = interaction.client
    try:
        # Asked of Discord: a deletion while the bot was down was told to no one.
        place = client.get_partial_messageable(newest.channel_id, guild_id=row.guild_id)
        await place.fetch_message(newest.message_id)
        thread = await client.fetch_channel(row.thread_id) if row.thread_id else None
        return not (isinstance(thread, discord.Thread) and thread.locked)
    except discord.HTTPException as error:
        if sender.cause_of(error) in ("missing", "gone", *sender.HIDDEN):
            return False
        # It cannot be looked for, which does not lose it.
        log.info("Not looked for", extra={"table": table.number, "why": str(error)})
        return True


async def _add_computer(interaction: Interaction, press: components.Press) -> None:
    words, number = words_of(interaction), (await press.table(interaction)).number
    chosen = await choices.read_level(interaction, press.chosen)
    table = await services_of(interaction).tables.lobby.add_computer(
        number, interaction.user.id, chosen, asked_in(interaction)
    )
    if table.row.state == "running":
        await _tell_begun(interaction, number)
        return
    # Still a lobby: with its last seat taken, a game may begin by itself.
    name = table.seats[-1].name
    text = words("{name} is now in game {number}.", name=name, number=number)
    await reply_and_show(interaction, number, text)


async def _remove_computer(interaction: Interaction, table: Table) -> None:
    words, number = words_of(interaction), table.number
    await services_of(interaction).tables.lobby.remove_computer(
        number, interaction.user.id, asked_in(interaction)
    )
    text = words("A computer player has left game {number}.", number=number)
    await reply_and_show(interaction, number, text)


async def _join(interaction: Interaction, table: Table) -> None:
    words, user, number = words_of(interaction), interaction.user, table.number
    table = await services_of(interaction).tables.lobby.join(number, user.id, user.display_name)
    if table.row.state == "running":
        await _tell_begun(interaction, number)
        return
    text = words("You have a seat in game {number}.", number=number)
    extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
    await reply_and_show(interaction, number, "\n".join([text, *extra.lines]), view=extra.view)


async def _leave(interaction: Interaction, table: Table) -> None:
    words, number = words_of(interaction), table.number
    await services_of(interaction).tables.lobby.leave(number, interaction.user.id)
    text = words("You've left game {number}.", number=number)
    await reply_and_show(interaction, number, text)


async def _begin(interaction: Interaction, table: Table, lot: str | None = None) -> None:
    await services_of(interaction).tables.lobby.begin(table.number, interaction.user.id, lot)
    await _tell_begun(interaction, table.number)


async def _tell_begun(interaction: Interaction, number: int) -> None:
    """Show that a game has begun, and tell the person where, which is known then."""
    words = words_of(interaction)

    async def tell(table: Table) -> None:
        place = f"<#{table.place}>"
        text = words("Game {number} has begun in {place}. Have fun!", number=number, place=place)
        extra = await told_of_ranked(interaction) if table.row.leaving_counts else NOTHING
        await reply(interaction, "\n".join([text, *extra.lines]), view=extra.view)

    # Shown first, which makes the game's thread; then the answer can name it.
    await show_and_tell(interaction, number, tell)


async def _cancel(interaction: Interaction, table: Table, *, agree: bool = True) -> None:
    words, user, number = words_of(interaction), interaction.user.id, table.number
    table = await services_of(interaction).tables.closing.cancel(number, user, agree=agree)
    view = None
    if table.row.state == "cancelled":
        head = words("Game {number} has been cancelled.", number=number)
        text = "\n".join([head, *turns.counted_lines(table, words)])
    elif agree:
        text = words(
            "You've agreed to cancel game {number}. It goes on until everybody agrees.",
            number=number,
        )
        view = components.view_of(buttons.WITHDRAW.button(number, words=words))
    else:
        text = words("You no longer want to cancel game {number}.", number=number)
    await reply_and_show(interaction, number, text, view=view)


MODALS: Final = (components.on_form("arkadia:set-display-form:([0-9]{1,9})", _display_sent),)


async def _rematch(interaction: Interaction, table: Table) -> None:
    """Record the person's wish, and open or join the rematch if another person wants it too."""
    words, user, row = words_of(interaction), interaction.user, table.row
    if user.id not in [seat.user_id for seat in row.seats]:
        raise RefusalError(
            words(
                "Only this game's players can ask for a rematch. `/arkadia start` opens a new game."
            )
        )
    services = services_of(interaction)
    channel = await _channel(interaction, table)
    rematch = await services.tables.rematch.wish(row.game_id, user.id, user.display_name, channel)
    # The final message counts the wishes; its edit is not worth keeping the person waiting.
    services.outbox.begin_saying(Topic(EDIT, row.guild_id, row.game_id))
    if rematch is None:
        text = words(
            "You've asked for a rematch. It opens as soon as another player from game "
            "{number} presses *Rematch*.",
            number=row.game_id,
        )
        await reply(interaction, text)
        return

    async def tell(again: Table) -> None:
        lines = [_rematch_text(again, user.id, words), *await not_notified(interaction, again)]
        await reply(interaction, "\n".join(lines))

    await show_and_tell(interaction, rematch.number, tell)


async def _channel(interaction: Interaction, table: Table) -> int:
    """Return the channel of a rematch: the game's, or where a forum takes none, of the press."""
    row, here = table.row, interaction.channel_id
    home = await home_of(interaction.client).channel(row.guild_id)
    if row.thread_id is None or here is None or home == row.channel_id:
        return row.channel_id
    try:
        channel = await interaction.client.fetch_channel(row.channel_id)
    except discord.HTTPException as error:
        return row.channel_id if sender.cause_of(error) in causes.PASSING else here
    return here if isinstance(channel, discord.ForumChannel) else row.channel_id


def _rematch_text(table: Table, user: int, words: Words) -> str:
    about = {"number": table.number, "place": f"<#{table.place}>"}
    if table.row.state == "running":
        return words("The rematch is game {number}, in {place}.", **about)
    if table.row.state != "lobby":
        return words(
            "The rematch was game {number}, in {place}. For another, press *Rematch* "
            "under that game's last message.",
            **about,
        )
    if table.person(user) is None:
        return words(
            "The rematch is game {number}. If a seat is free, press *Join* in {place}.", **about
        )
    return words(
        "You have a seat in game {number}, the rematch. It begins in {place} when "
        "everybody has joined.",
        **about,
    )


PRESSES: Final = (
    components.at_table(buttons.LOBBY, show_lobby),
    components.at_table(buttons.JOIN, _join),
    components.on(buttons.LEAVE, _leave_pressed),
    components.at_table(buttons.BEGIN, _begin),
    components.at_table(buttons.KEEP_OPEN, _keep_open),
    components.on(buttons.BEGIN_AT, _begin_at),
    components.at_table(buttons.MOVE_HERE, _move_here),
    components.at_table(buttons.SET_DISPLAY, _set_display),
    components.at_table(buttons.CANCEL, _cancel),
    components.at_table(buttons.WITHDRAW, partial(_cancel, agree=False)),
    components.at_table(buttons.AGREE_TO_CANCEL, _agree_to_cancel),
    components.on(buttons.ADD_COMPUTER, _add_computer),
    components.at_table(buttons.REMOVE_COMPUTER, _remove_computer),
    components.at_table(buttons.REMATCH, _rematch),
)
