"""Answer interactions that were not carried out, with the reason; every error ends here."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from db.acts.rows import StoredAct
from db.errors import DoneBeforeError, ForgottenError, StoreError, UnsureError
from engine.errors import EngineError
from i18n.translation import Words
from tabletop.errors import TableError, UnreadableTableError
from ui.answers import (
    OUTCOME,
    AgainError,
    RefusalError,
    TooLateError,
    UnansweredError,
    count_answer,
    put,
    reply,
)
from ui.interactions import Interaction, services_of, where_of, words_of
from ui.outcomes import unpacked
from ui.pictures import board_file, marks_now, theme_of
from ui.services.metrics import AnswerOutcome
from ui.texts.person.privacy import contact_lines
from ui.texts.refusals import refusal_text

log = logging.getLogger("arkadia.answers")


async def answer_error(
    interaction: Interaction, error: BaseException, *, view: discord.ui.View | None = None
) -> None:
    """Answer an interaction whose handler raised an error, and log the error.

    Errors of interactions are answered nowhere else.

    Args:
        view: buttons for the answer, unless the error has its own.
    """
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, TooLateError):
        log.warning("Too late, so not done", extra={**where_of(interaction), "why": str(error)})
        count_answer(interaction, "late")
        return
    try:
        if isinstance(error, UnansweredError):
            raise error
        if isinstance(error, AgainError | DoneBeforeError):
            await _give_again(interaction, error)
            return
        if isinstance(error, RefusalError) and error.view is not None:
            view = error.view
        interaction.extras[OUTCOME] = _outcome(error)
        await reply(interaction, await _text(interaction, error, words_of(interaction)), view=view)
    except (discord.HTTPException, UnansweredError) as failure:
        log.warning("Not answered", extra={**where_of(interaction), "why": str(failure)})
        interaction.extras[OUTCOME] = "lost"
        count_answer(interaction)


async def _give_again(interaction: Interaction, error: AgainError | DoneBeforeError) -> None:
    """Give the answer to an interaction that was carried out before, the first time it came."""
    services, words = services_of(interaction), words_of(interaction)
    log.info("Came twice", extra=where_of(interaction))
    act: StoredAct | None = None
    try:
        key = error.act.key if isinstance(error, AgainError) else error.key
        act = await services.once.outcome_of(key)
    except StoreError as failure:
        log.warning("Not known what came of it", extra={"why": str(failure)})
    if act is None or not act.outcome:
        text = words(
            "This reached me twice. It was done the first time: `/arkadia board` shows how it "
            "stands."
        )
        await reply(interaction, text)
        return
    given = unpacked(act.outcome)
    files = await _picture_of(interaction, act.game_id) if given.pictured else []
    answer = put if given.changes else reply
    await answer(interaction, given.text, files=files, view=given.view)


async def _picture_of(interaction: Interaction, game: int) -> list[discord.File]:
    """Return a picture of a game as it is for the person now; none if it cannot be drawn."""
    user = interaction.user.id
    try:
        table = await services_of(interaction).tables.get(game, interaction.guild_id)
    except (TableError, UnreadableTableError, StoreError):
        return []
    marks, theme = marks_now(table, user), theme_of(interaction)
    return [await board_file(table, words_of(interaction), user=user, marks=marks, theme=theme)]


def _outcome(error: BaseException) -> AnswerOutcome:
    refused = isinstance(error, RefusalError | EngineError | app_commands.CheckFailure)
    return "refused" if refused else "failed"


async def _text(interaction: Interaction, error: BaseException, words: Words) -> str:
    where = where_of(interaction)
    if isinstance(error, RefusalError):
        return str(error)
    if isinstance(error, EngineError):
        log.info("Refused", extra={**where, "code": error.code})
        return refusal_text(error, words)
    if isinstance(error, UnreadableTableError):
        # The table's channel is told as well: the others would wait for a turn that cannot be
        # taken.
        await services_of(interaction).publisher.publish(error.number)
        return words(
            "Game {number} had to be set aside: its log cannot be read.", number=error.number
        )
    if isinstance(error, app_commands.CheckFailure):
        return words(
            "You may not do this here. Some commands are for moderators; the others work in the "
            "channels of a server."
        )
    if isinstance(error, UnsureError):
        log.error("Not known whether saved", extra={**where, "why": str(error)})
        return words(
            "The connection broke off while that was being saved: it may be saved or not. Look "
            "with `/arkadia board` how it stands before you try again. (id {id})",
            id=interaction.id,
        )
    if isinstance(error, ForgottenError):
        return words(
            "A person was forgotten while you did that, so nothing of it was kept. Do it again if "
            "you still want it."
        )
    if isinstance(error, StoreError):
        log.error("Not saved", extra={**where, "why": str(error)})
        return words(
            "That could not be saved. Nothing that was saved before is lost: look with "
            "`/arkadia board` how it stands and try again in a moment. (id {id})",
            id=interaction.id,
        )
    log.error("Failed", extra=where, exc_info=error)
    text = words(
        "Something went wrong, and it stands in the bot's log as {id}. What you did before is "
        "saved: look with `/arkadia board` and try again.",
        id=interaction.id,
    )
    return "\n".join([text, *contact_lines(services_of(interaction).settings, words)])
