"""Why something is not shown in Discord, as part of a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delivery.errors import Cause
from i18n.translation import N_, Words

FAILED: Final = N_("the log says why it failed")

REASONS: Final[Mapping[Cause, str]] = {
    "unavailable": N_("Discord or the database did not answer"),
    "unknown": N_("Discord refuses it; the log says how"),
    "gone": N_("the channel is gone"),
    "missing": N_("the message is gone"),
    "locked": N_("the thread is locked"),
    "forbidden": N_("the bot may not write there"),
    "absent": N_("the bot is no member there, or does not see the channel"),
    "full": N_("Discord allows no more of its kind there"),
    "wording": N_("the server forbids a word in it"),
    "refused": N_("no such message can stand there"),
    "closed": N_("the person takes no direct messages"),
    "failed": FAILED,
}


def reason(why: str, words: Words) -> str:
    """Return the cause that a timer has kept, in words."""
    return next((words(text) for cause, text in REASONS.items() if cause == why), words(FAILED))
