"""A person's preferences in words."""

from __future__ import annotations

from typing import Final

from db.people.rows import Invites, Preferences
from i18n.translation import N_, Words, own_name
from render import Theme
from ui.texts.game.helping import HELP_NAMES
from ui.texts.times import clock, hour_of

INVITES: Final[dict[Invites, str]] = {
    # Translators: who may keep a seat for a person; an option of a menu.
    "anyone": N_("anyone"),
    "met": N_("people I have played with"),
    "nobody": N_("nobody"),
}
"""The people who may keep a seat for a person, as the person reads it."""


def preferences_text(chosen: Preferences, now: int, words: Words) -> str:
    """Return a person's preferences as text, one per line.

    Args:
        chosen: their preferences.
        now: the time, to show their clock.
        words: their language.
    """
    yes, no = words("yes"), words("no")
    lines = [
        words("Your preferences:"),
        words(
            "- pictures: {theme}",
            theme=words.context("background", Theme(chosen.theme).value),
        ),
        words("- commands ask first: {answer}", answer=yes if chosen.confirm else no),
        words("- tips in practice: {answer}", answer=yes if chosen.tips else no),
        words("- help: {answer}", answer=help_wished(chosen, words)),
        words(
            "- language: {language}",
            language=own_name(chosen.language)
            if chosen.language
            else words("that of your Discord"),
        ),
        words("- notified of your turn: {answer}", answer=yes if chosen.mention else no),
        words("- reminders: {answer}", answer=_reminders(chosen, words)),
        words("- notified of the end: {answer}", answer=yes if chosen.tell_end else no),
        words("- seats kept for you by: {people}", people=_invites(chosen, words)),
        words("- nudges: {answer}", answer=yes if chosen.nudges else no),
        words("- quiet hours: {answer}", answer=_quiet(chosen, now, words)),
    ]
    if has_quiet(chosen) and chosen.quiet_turns:
        # Translators: “then” is in quiet hours; a person is notified of a turn even then.
        lines.append(words("- your turn even then: {answer}", answer=yes))
    return "\n".join(lines)


def help_wished(chosen: Preferences, words: Words) -> str:
    """Return the help that a person wants at most, as a menu's caption."""
    if chosen.help is None:
        # Translators: how much help somebody has with a turn; an option of a menu.
        return words("as each game offers it")
    return words(HELP_NAMES[chosen.help])


def has_quiet(chosen: Preferences) -> bool:
    """Return whether a person has any quiet hours."""
    return chosen.quiet_from is not None or chosen.quiet_weekend


def reminding(chosen: Preferences, words: Words) -> str:
    """Return a frequency of reminders as a menu's caption."""
    if chosen.remind == "never":
        return words("never")
    if chosen.remind == "daily":
        return words("daily, twice at most")
    # Translators: how often somebody is reminded; an option of a menu.
    return words.plural("once, after {n} hour", "once, after {n} hours", chosen.remind_after)


def _invites(chosen: Preferences, words: Words) -> str:
    if chosen.invites == "met":
        return words("people you have played with")
    return words(INVITES[chosen.invites])


def _reminders(chosen: Preferences, words: Words) -> str:
    if chosen.remind == "never":
        return words("never")
    if not chosen.mention:
        return words("none, as you are not notified")
    often = reminding(chosen, words)
    if chosen.remind_in == "message":
        return words("{often}, by a direct message", often=often)
    return words("{often}, where the game is", often=often)


def _quiet(chosen: Preferences, now: int, words: Words) -> str:
    if not has_quiet(chosen):
        return words.context("quiet hours", "none")
    zone = chosen.zone or "UTC"
    # The present time of the zone stands beside it: a wrong zone is seen at once.
    place, shown = words.city(zone), words.clock(clock(zone, now))
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return words("weekends ({place}, now {clock})", place=place, clock=shown)
    since = words.clock(hour_of(chosen.quiet_from))
    until = words.clock(hour_of(chosen.quiet_until))
    if chosen.quiet_weekend:
        return words(
            "{since} to {until} and weekends ({place}, now {clock})",
            since=since,
            until=until,
            place=place,
            clock=shown,
        )
    return words(
        "{since} to {until} ({place}, now {clock})",
        since=since,
        until=until,
        place=place,
        clock=shown,
    )
