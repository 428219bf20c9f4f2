"""The bot in words: its help, what it is, and why something is not shown in Discord."""

from collections.abc import Mapping, Sequence
from typing import Final

from delivery.causes import Cause
from engine.edition import Edition
from i18n.translation import N_, Words

FAILED: Final = N_("the log says why it failed")

REASONS: Final[Mapping[Cause, str]] = {
    "unavailable": N_("Discord or the database didn't answer"),
    "unknown": N_("the log says why it failed"),
    "gone": N_("the channel is gone"),
    "missing": N_("the message is gone"),
    "locked": N_("the thread is locked"),
    "forbidden": N_("the bot can't write there"),
    "absent": N_("the bot isn't a member there, or can't see the channel"),
    "full": N_("Discord doesn't allow any more there"),
    "wording": N_("the server forbids a word in it"),
    "refused": N_("such a message can't be posted there"),
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
    "- go on: `/arkadia games`, `/arkadia turn`\n"
    "- type your turn: `build`, `workers`, `castle`, `banner`, `end`, `undo`, `hint`\n"
    "- look: `/arkadia screen`, `/arkadia board`, `/arkadia log`\n"
    "- join, change, move or stop a game: `/arkadia lobby`\n"
    "- see a game again: `/arkadia record`\n"
    "- be away, or leave: `/arkadia seat away`, `/arkadia seat resign`\n"
    "- notices, quiet hours, language: `/arkadia preferences`"
)


def help_text(lines: Sequence[str], contact: Sequence[str], words: Words) -> str:
    """Return the help: what people may want to do, with the lines of features and the contact."""
    return "\n".join([words(HELP), *lines, *contact])


def about_text(edition: Edition, words: Words) -> str:
    """Return a short text about the bot."""
    about = words(
        "**{title}**\nArkadia is a board game by Rüdiger Dorn. This bot is made by people who like "
        "it and has nothing to do with its publisher. The rules are complete; pictures and texts "
        "are this project's own.",
        title=edition.title,
    )
    return f"{about} {_how_well_known(edition, words)}"


def _how_well_known(edition: Edition, words: Words) -> str:
    """Return how well the edition's facts are known as a whole; the README lists them."""
    if edition.provenance.invented:
        return made_up(edition, words)
    if edition.provenance.certain:
        return words("Everything about the components is known.")
    return words(
        "We couldn't look up every printed detail of the box. Made up by us: the places "
        "of camps, printed seals and first buildings, and larger tiles' shapes. How many "
        "camps and tiles there are is from one source each. Your rulebook shows the "
        "board: page 13 in French, page 7 in English."
    )


def made_up(edition: Edition, words: Words) -> str:
    """Return a line on an edition that no box has."""
    return words("Edition: {title}. It's made up, and not in any box.", title=edition.title)
