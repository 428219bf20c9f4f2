"""Answer interactions that were not carried out: the reason, and buttons for where to go on."""

import logging
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from db.errors import DoneBeforeError, ForgottenError, StoreError, UnsureError
from engine.errors import EngineError
from i18n.formats import capital
from i18n.translation import Words
from tabletop import errors, once
from ui import answers, buttons
from ui.components import view_of
from ui.features import add_to, extra_of, offers_of
from ui.input.games import ANY, find_table
from ui.input.typed import OPTIONS, UnclearError, fenced, typed_line
from ui.interactions import Interaction, asked_in, invite_button, services_of, where_of, words_of
from ui.panel.showing import meanwhile
from ui.public.lobby import lobby_acts
from ui.services import AnswerOutcome
from ui.texts.person import contact_lines
from ui.texts.refusals import refusal_text

log = logging.getLogger("arkadia.answers")


async def answer_error(
    interaction: Interaction, error: BaseException, *, view: discord.ui.View | None = None
) -> None:
    """Answer an interaction whose handler raised an error, and log the error.

    Errors of interactions are answered nowhere else.
    """
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, answers.TooLateError):
        log.warning("Too late, so not done", extra={**where_of(interaction), "why": str(error)})
        answers.count_answer(interaction, "late")
        return
    try:
        if isinstance(error, answers.UnansweredError):
            raise error
        if isinstance(error, answers.RefusalError) and error.view is not None:
            view = error.view
        if isinstance(error, errors.TableError) and error.code == "no-server":
            view = view_of(invite_button(interaction))
        interaction.extras[answers.OUTCOME] = _outcome(error)
        await answers.reply(
            interaction, await _text(interaction, error, words_of(interaction)), view=view
        )
    except (discord.HTTPException, answers.UnansweredError) as failure:
        log.warning("Not answered", extra={**where_of(interaction), "why": str(failure)})
        interaction.extras[answers.OUTCOME] = "lost"
        answers.count_answer(interaction)


async def _is_done(interaction: Interaction) -> bool:
    """Return whether what is refused now was done before a restart, or by another process."""
    with suppress(StoreError):
        return await services_of(interaction)[once.Once].was_kept(asked_in(interaction).key)
    return False


def _outcome(error: BaseException) -> AnswerOutcome:
    refusals = answers.RefusalError | EngineError | app_commands.CheckFailure
    refused = isinstance(error, refusals | answers.AgainError | DoneBeforeError)
    return "refused" if refused else "failed"


async def _text(interaction: Interaction, error: BaseException, words: Words) -> str:
    where = where_of(interaction)
    if isinstance(error, answers.RefusalError):
        return str(error)
    # What was done before a restart, or by another process, is refused by the rules now.
    if isinstance(error, answers.AgainError | DoneBeforeError) or (
        isinstance(error, EngineError) and await _is_done(interaction)
    ):
        log.info("Came twice", extra=where)
        return words("I got this twice, but only did it once. `/arkadia board` shows the game.")
    if isinstance(error, EngineError):
        log.info("Refused", extra={**where, "code": error.code})
        return refusal_text(error, words)
    if isinstance(error, errors.UnreadableTableError):
        # The table's channel is told as well: the others would wait for a turn that cannot be
        # taken.
        await services_of(interaction).publisher.publish(error.number)
        number = error.number
        return words("Game {number} had to be set aside: its log can't be read.", number=number)
    if isinstance(error, app_commands.CheckFailure):
        return words(
            "That doesn't work here. Some commands are for moderators only; the others "
            "need a server channel."
        )
    if isinstance(error, UnsureError):
        log.error("Not known whether saved", extra={**where, "why": str(error)})
        return words(
            "The connection was lost while your action was being saved, so it may not "
            "have gone through. Look at `/arkadia board` before you try again. (id {id})",
            id=interaction.id,
        )
    if isinstance(error, ForgottenError):
        return words(
            "A player's data was deleted just now, so your action wasn't saved. Please try again."
        )
    if isinstance(error, StoreError):
        log.error("Not saved", extra={**where, "why": str(error)})
        return words(
            "Your action couldn't be saved. Everything before that is safe: look at "
            "`/arkadia board` and try again in a moment. (id {id})",
            id=interaction.id,
        )
    log.error("Failed", extra=where, exc_info=error)
    text = words(
        "Something went wrong; it's {id} in the bot's log. What you did before is saved: "
        "look at `/arkadia board` and try again.",
        id=interaction.id,
    )
    return "\n".join([text, *contact_lines(services_of(interaction).settings, words)])


MOST_OFFERED: Final = 5  # texts that are offered in place of an unclear one: a row of buttons


async def remedied(
    interaction: Interaction, error: BaseException, line: str = "", game: int | None = None
) -> tuple[BaseException, discord.ui.View | None]:
    """Return the error of a command, typed or pressed as a line, and buttons for its refusal."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, UnclearError):
        return _offered(error, line or typed_line(interaction), words_of(interaction))
    refused = isinstance(error, EngineError | answers.RefusalError)
    if not refused or getattr(error, "view", None) is not None:
        return error, None
    command = interaction.command
    about_a_game = isinstance(command, app_commands.Command) and command.get_parameter("game")
    if not line and not about_a_game:
        return error, None
    return error, await _way_on(interaction, game)


def _offered(
    error: UnclearError, line: str, words: Words
) -> tuple[answers.RefusalError, discord.ui.View | None]:
    """Return the refusal with the command quoted, and a button for each text that may be meant."""
    option = OPTIONS.index(error.option)
    view = view_of(
        *[
            buttons.INSTEAD.button(option, number, words=words, label=capital(text))
            for number, text in enumerate(error.meant[:MOST_OFFERED])
        ]
    )
    return answers.RefusalError("\n".join([str(error), fenced(line)])), view


async def _way_on(interaction: Interaction, game: int | None) -> discord.ui.View:
    words, typed = words_of(interaction), getattr(interaction.namespace, "game", None)
    number = game if game is not None else typed
    try:
        table = await find_table(interaction, number if isinstance(number, int) else None, ANY)
    except answers.RefusalError as error:  # several games, each with its button, or none
        return error.view or _newcomers(interaction)
    except (EngineError, StoreError, errors.UnreadableTableError):
        return _newcomers(interaction)
    match table.row.state:
        case "running":
            view, person = await meanwhile(interaction, table), interaction.user.id
            add_to(view, await extra_of(interaction.client, "panel", table, words, person))
            return view
        case "lobby":
            return lobby_acts(table, interaction.user.id, words, interaction.channel_id)
        case "finished":
            person = interaction.user.id
            extra = await extra_of(interaction.client, "record", table, words, person)
            return view_of(
                *extra.buttons,
                buttons.REMATCH.button(table.number, words=words),
                buttons.TURN_BY_TURN.button(table.number, words=words),
            )
    return _newcomers(interaction)


def _newcomers(interaction: Interaction) -> discord.ui.View:
    words = words_of(interaction)
    extra = offers_of(interaction.client, "newcomers", words)
    return view_of(buttons.PRACTICE.button(words=words), *extra.buttons)
