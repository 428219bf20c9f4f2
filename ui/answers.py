"""Answer interactions, always and privately by default, and post the news after an answer."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import discord
from discord import app_commands

from db.errors import DoneBeforeError, StoreError
from delivery import causes, sender
from i18n.translation import N_
from runtime.logs import log_interaction
from tabletop.once import Once
from tabletop.table import Table
from ui.interactions import Interaction, asked_in, services_of, where_of, why_not, words_of
from ui.services import AnswerOutcome, servers

log = logging.getLogger("arkadia.answers")

PATIENCE_S: Final = 1.5  # seconds after which an answer is deferred; Discord waits for three

TOO_OLD: Final = N_(
    "This button doesn't work any more: it's too old, or its feature was switched off. "
    "`/arkadia board` shows the game as it is now."
)
"""What is said of a button that nothing knows."""

THINKING: Final = "thinking"
DEFERRING: Final = "deferring"
CHANGING: Final = "changing"
ANSWERED: Final = "answered"
OUTCOME: Final = "outcome"
COUNTED: Final = "counted"


class RefusalError(Exception):
    """An error whose text, and whose buttons if any, answer a command or press that is refused."""

    def __init__(self, text: str, view: discord.ui.View | None = None) -> None:
        super().__init__(text)
        self.view = view


class UnansweredError(Exception):
    """An error for an answer that could not be delivered, by no fault of the bot."""


class AgainError(app_commands.AppCommandError):
    """An error for an interaction that comes once more: it is not carried out again."""


class TooLateError(app_commands.AppCommandError):
    """An error for an interaction that arrived after Discord's limit and is not carried out."""


async def reply(
    interaction: Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Send a private answer to an interaction, as the first response or as a follow-up."""
    await _settle_deferral(interaction)
    attached, sent = list(files), _sent(interaction, text)
    shown = view if view is not None else discord.utils.MISSING

    async def send() -> None:
        if _is_answered(interaction):
            await interaction.followup.send(sent, files=attached, view=shown, ephemeral=True)
        else:
            respond = interaction.response.send_message
            await respond(sent, files=attached, view=shown, ephemeral=True)

    await deliver(interaction, send, attached)
    services_of(interaction)[Once].heard(interaction.user.id)


async def put(
    interaction: Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Answer a press by editing its message if that is private, else by a new private one."""
    await _settle_deferral(interaction)
    message = interaction.message
    elsewhere = _is_answered(interaction) and CHANGING not in interaction.extras
    if not _may_change(message) or elsewhere:
        await reply(interaction, text, files=files, view=view)
        return
    attached, sent = list(files), _sent(interaction, text)

    async def change() -> None:
        if _is_answered(interaction):
            await interaction.edit_original_response(content=sent, attachments=attached, view=view)
        else:
            await interaction.response.edit_message(content=sent, attachments=attached, view=view)

    try:
        await deliver(interaction, change, attached)
    except discord.HTTPException as error:
        if sender.cause_of(error) != "missing":
            raise
        log.info("Message gone", extra={**where_of(interaction), "why": str(error)})
        for file in attached:
            file.reset(seek=True)
        await reply(interaction, text, files=attached, view=view)
    else:
        services_of(interaction)[Once].heard(interaction.user.id)


def _may_change(message: discord.Message | None) -> bool:
    return message is not None and message.flags.ephemeral


async def open_modal(interaction: Interaction, modal: discord.ui.Modal) -> None:
    """Answer with a modal to be filled in."""
    await _settle_deferral(interaction)
    if _is_answered(interaction):
        words = words_of(interaction)
        raise RefusalError(words("That took too long. Please try again."))
    await deliver(interaction, lambda: interaction.response.send_modal(modal))


async def change_answer(
    interaction: Interaction,
    text: str,
    *,
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Edit the private answer to an interaction, to show a newer state of its content."""
    attached, sent = list(files), _sent(interaction, text)

    async def change() -> None:
        await interaction.edit_original_response(content=sent, attachments=attached, view=view)

    await deliver(interaction, change, attached)


@asynccontextmanager
async def anew(interaction: Interaction) -> AsyncIterator[None]:
    """Have what is answered inside stand below all messages, and delete the first answer after it.

    Discord moves no message: one that is edited stays above all that were posted since.
    """
    interaction.extras.pop(CHANGING, None)
    yield
    try:
        await deliver(interaction, interaction.delete_original_response)
    except discord.HTTPException as error:
        if sender.cause_of(error) != "missing":
            raise
        log.info("Message gone", extra={**where_of(interaction), "why": str(error)})


def _sent(interaction: Interaction, text: str) -> str:
    return services_of(interaction).markup.sent(text)


async def deliver(
    interaction: Interaction,
    send: Callable[[], Awaitable[object]],
    files: Sequence[discord.File] = (),
) -> None:
    """Send an answer, with one retry if the connection was lost; UnansweredError if it is too late.

    If Discord says that a first response exists already, the answer counts as delivered.
    """
    # Once more and no backoff: a person waits, and a first answer is too late after three seconds.
    for last in (False, True):
        try:
            await send()
        except sender.LOST_CONNECTION as error:
            if last:
                raise UnansweredError(_why(error)) from error
        except discord.HTTPException as error:
            if sender.cause_of(error) == "done":  # only the response was lost
                interaction.extras[ANSWERED] = True
                count_answer(interaction)
                return
            if did_not_arrive(error):
                raise UnansweredError(_why(error)) from error
            raise
        else:
            count_answer(interaction)
            return
        for file in files:
            file.reset(seek=True)


def count_answer(interaction: Interaction, outcome: AnswerOutcome = "answered") -> None:
    """Record how long a person waited for the first answer to an interaction."""
    if COUNTED in interaction.extras:
        return
    interaction.extras[COUNTED] = True
    waited = time.time() - interaction.created_at.timestamp()
    outcome = interaction.extras.get(OUTCOME, outcome)
    services_of(interaction).metrics.answers.labels(outcome).observe(max(0.0, waited))


def did_not_arrive(error: BaseException) -> bool:
    """Return whether an error means that an answer was lost by no fault of the bot."""
    if isinstance(error, discord.HTTPException):
        return sender.cause_of(error) in ("over", "gone", "unavailable", "forbidden", "absent")
    return isinstance(error, sender.LOST_CONNECTION)


def _is_answered(interaction: Interaction) -> bool:
    return interaction.response.is_done() or ANSWERED in interaction.extras


def _why(error: BaseException) -> str:
    return str(error) or type(error).__name__


async def think(interaction: Interaction) -> None:
    """Prepare an interaction that may take long: schedule its deferral, refresh preferences.

    Most answers take a few milliseconds and need no deferral. Every interaction of a
    ``ComponentCog`` begins so, and has the person's newest preferences, if the store can be read.

    Raises:
        TooLateError: if the interaction arrived late, and Discord takes no answer to it.
        AgainError: if it was carried out before.
    """
    if THINKING in interaction.extras or DEFERRING in interaction.extras:
        return
    log_interaction(interaction.id)
    services = services_of(interaction)
    made_at = interaction.created_at.timestamp()
    left = PATIENCE_S - services[servers.Latency].age_of(made_at)
    if left < 0:
        await _defer_first(interaction)
    else:
        loop = asyncio.get_running_loop()
        # Deferring every interaction would cost a request each, and show "thinking…" for answers
        # that are there in milliseconds.
        interaction.extras[THINKING] = loop.call_later(left, _begin_deferring, interaction)
    key = asked_in(interaction).key
    try:
        await services[Once].begin(key)
    except DoneBeforeError as error:
        raise AgainError from error
    services[Once].note(key)
    try:
        await services.personal.refresh(interaction.user.id)
    except StoreError as error:  # the preferences known before have to do
        log.warning("Not refreshed", extra={**where_of(interaction), "why": str(error)})


async def _defer_first(interaction: Interaction) -> None:
    """Defer an interaction that arrived late, before anything is done.

    A person who has read that the bot did not respond does the same again, so the first time must
    have no effect. Discord itself decides whether it is too late: clocks may be wrong.
    """
    interaction.extras[DEFERRING] = None
    try:
        await _send_deferral(interaction)
    except (discord.HTTPException, UnansweredError) as error:
        raise TooLateError(str(error)) from error
    services_of(interaction)[servers.Latency].note_in_time(interaction.created_at.timestamp())


def _begin_deferring(interaction: Interaction) -> None:
    interaction.extras[DEFERRING] = asyncio.create_task(_defer(interaction))


async def _defer(interaction: Interaction) -> None:
    try:
        await _send_deferral(interaction)
    except (discord.HTTPException, UnansweredError) as error:
        log.warning("Not deferred", extra={**where_of(interaction), "why": str(error)})


async def _send_deferral(interaction: Interaction) -> None:
    async def defer() -> None:
        if _may_change(interaction.message):  # leaves the message as it is until then
            interaction.extras[CHANGING] = True
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)

    await deliver(interaction, defer)


async def _settle_deferral(interaction: Interaction) -> None:
    """Cancel the deferral, or wait for it if it is being sent already."""
    thinking: asyncio.TimerHandle | None = interaction.extras.pop(THINKING, None)
    if thinking is None:
        return
    thinking.cancel()
    if DEFERRING in interaction.extras:
        await interaction.extras[DEFERRING]


TROUBLE: Final[Mapping[causes.Cause, str]] = {
    # Translators: {move} and {look} are commands.
    "gone": N_("Saved, but the channel is gone. Type `{move}` where the game should go on."),
    "locked": N_(
        "Saved, but {place} is locked. A moderator can unlock it, or you can type "
        "`{move}` where the game should go on."
    ),
    "full": N_("Saved, but this server has as many threads as Discord allows. I'll try again."),
    "refused": N_("Saved, but I can't post in {place}. Type `{move}` where the game should go on."),
    "unavailable": N_("Saved, but Discord isn't taking my message right now. I'll try again."),
    "failed": N_("Saved, but I couldn't show the result. See it with `{look}`."),
}
"""What the person reads whose news could not be posted, by the cause."""

ALIKE: Final[Mapping[causes.Cause, causes.Cause]] = {
    "missing": "gone",
    "unknown": "unavailable",
    "wording": "refused",
    "forbidden": "refused",
    "absent": "refused",
}
"""The causes that are told as another one, where no permission is found missing."""

TROUBLE_WITHIN_S: Final = 30.0
"""The seconds for which it is waited for trouble to tell the person of. News in a long queue are
posted after that, without the interaction and its game being held for them."""

SHOWN_WITHIN_S: Final = 0.5  # the seconds for which an answer waits that names the place of news


async def reply_and_show(
    interaction: Interaction, number: int, text: str, *, view: discord.ui.View | None = None
) -> None:
    """Answer a person, then post a table's news, even if the answer fails."""
    log.info("Done", extra={"table": number, **where_of(interaction)})
    try:
        await reply(interaction, text, view=view)
    finally:
        await show(interaction, number)


async def show_and_tell(
    interaction: Interaction, number: int, tell: Callable[[Table], Awaitable[None]]
) -> None:
    """Begin to post a table's news, and answer once they are posted, or after a moment.

    Where others write much, Discord makes a bot wait for seconds. A person does not wait with it.
    """
    log.info("Done", extra={"table": number, **where_of(interaction)})
    showing = asyncio.create_task(show(interaction, number))
    try:
        await asyncio.wait([showing], timeout=SHOWN_WITHIN_S)
        await tell(await services_of(interaction).tables.get(number))
    finally:
        await showing


async def show(interaction: Interaction, number: int) -> None:
    """Post a table's news; tell the person who caused the news if that fails soon."""
    services = services_of(interaction)
    posting = services.publisher.begin(number)
    await asyncio.wait([posting], timeout=TROUBLE_WITHIN_S)
    if posting.done() and (trouble := posting.result()) is not None:
        place = (await services.tables.get(number)).place
        commands = {"move": "/arkadia lobby", "look": "/arkadia board"}
        await tell_trouble(interaction, trouble.code, place, commands)


async def tell_trouble(
    interaction: Interaction, cause: causes.Cause, place: int, commands: Mapping[str, str]
) -> None:
    """Tell a person why their news does not stand in a place, with commands to move and look."""
    words = words_of(interaction)
    lacks = await why_not(interaction, place) if cause in ("forbidden", "absent") else None
    sentence = TROUBLE.get(ALIKE.get(cause, cause), TROUBLE["failed"])
    text = words(sentence, place=f"<#{place}>", **commands)
    if lacks:
        text = words("Saved, but I couldn't show the result.") + f" {lacks}"
    await reply(interaction, text)
