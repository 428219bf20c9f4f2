"""The bot in words: its help, what it is, and why something is not shown in Discord."""

from collections.abc import Mapping, Sequence
from typing import Final

from delivery.causes import Cause
from engine.edition import Edition
from i18n.translation import N_, Words

FAILED: Final = N_("the bot's log says why")

REASONS: Final[Mapping[Cause, str]] = {
    "unavailable": N_("Discord or the database didn't answer"),
    "unknown": N_("the bot's log says why"),
    "gone": N_("the channel is gone"),
    "missing": N_("the message is gone"),
    "locked": N_("the thread is locked"),
    "forbidden": N_("I'm not allowed to write there"),
    "absent": N_("I'm not a member there, or can't see the channel"),
    "full": N_("Discord's limit there has been reached"),
    "wording": N_("the server blocks a word in the message"),
    "refused": N_("Discord refused the message there"),
    "closed": N_("the person doesn't accept direct messages"),
    "failed": FAILED,
}


def reason(why: str, words: Words) -> str:
    """Return the cause that a timer has kept, in words."""
    return next((words(text) for cause, text in REASONS.items() if cause == why), words(FAILED))


HELP: Final = N_(
    "**What would you like to do?**\n"
    "- play with others: `/arkadia start`\n"
    "- play against the computer: `/arkadia practice`\n"
    "- go on with a game: `/arkadia games`, `/arkadia turn`\n"
    "- play by typing: `build`, `workers`, `castle`, `banner`, `end`, `undo`, `hint`\n"
    "- see what's going on: `/arkadia screen`, `/arkadia board`, `/arkadia log`\n"
    "- join, change, move or stop a game: `/arkadia lobby`\n"
    "- look back at a game: `/arkadia record`\n"
    "- take a break, or leave: `/arkadia seat away`, `/arkadia seat resign`\n"
    "- set reminders, quiet hours and language: `/arkadia preferences`"
)


def help_text(lines: Sequence[str], contact: Sequence[str], words: Words) -> str:
    """Return the help: what people may want to do, with the lines of features and the contact."""
    return "\n".join([words(HELP), *lines, *contact])


def about_text(edition: Edition, words: Words) -> str:
    """Return a short text about the bot."""
    about = words(
        "**{title}**\n"
        "Arkadia is a board game by Rüdiger Dorn. This bot is made by fans of the game and has no "
        "ties to its publisher. You play by the full rules; all pictures and texts are our own.",
        title=edition.title,
    )
    return f"{about} {_how_well_known(edition, words)}"


def _how_well_known(edition: Edition, words: Words) -> str:
    """Return how well the edition's facts are known as a whole; the README lists them."""
    if edition.provenance.invented:
        return made_up(edition, words)
    if edition.provenance.certain:
        return words("All components are the same as in the box.")
    return words(
        "We couldn't look up every printed detail of the box. We made up where the "
        "camps, printed seals and first buildings are, and how the larger tiles are "
        "shaped. The numbers of camps and tiles each come from just one source. Your "
        "rulebook shows the real board: page 13 in French, page 7 in English."
    )


def made_up(edition: Edition, words: Words) -> str:
    """Return a line on an edition that no box has."""
    return words(
        "Edition: {title}. We made it up, so you won't find it in any box.", title=edition.title
    )
