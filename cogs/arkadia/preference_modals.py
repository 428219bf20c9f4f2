"""The buttons below a person's preferences, and the modals that they open."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from cogs.arkadia.preference_change import (
    OWN_LANGUAGE,
    PreferenceChange,
    chosen_by,
    help_of,
    help_options,
    help_value,
    in_zone,
    keep,
    language_of,
    quiet_between,
    remind_options,
    remind_value,
    reminded,
    shown,
)
from db.people.rows import Preferences, RemindedIn
from i18n.translation import N_, languages, own_name
from render import Theme
from ui import buttons
from ui.answers import RefusalError, open_modal, put
from ui.components.fields import answered, one_of, yes_or_no
from ui.components.modals import Submitted, menu_field, modal_of, on_form
from ui.components.presses import Press, on, with_numbers
from ui.interactions import Interaction, services_of, words_of
from ui.texts.person.preferences import INVITES
from ui.texts.times import clock, time_of_day

PLACES: Final[dict[RemindedIn, str]] = {
    # Translators: where reminders come; an option of a menu.
    "game": N_("where the game is"),
    "message": N_("by a direct message"),
}
"""Where reminders may come, as people read it."""


async def _prefer_looks(interaction: Interaction) -> None:
    """Open the modal, filled with the person's current preferences."""
    chosen, words = chosen_by(interaction), words_of(interaction)
    themes = [(theme.value, words.context("background", theme.value)) for theme in Theme]
    own = (OWN_LANGUAGE, words("that of your Discord"))
    spoken = [own, *((code, own_name(code)) for code in languages())]
    modal = modal_of(
        # Translators: the title of a form; 45 characters at most.
        words("Pictures and commands"),
        "arkadia:prefer-looks-form",
        menu_field(words("Background of your Discord"), "theme", themes, chosen.theme),
        yes_or_no(words("Commands ask before they act"), "confirm", chosen.confirm, words),
        yes_or_no(words("Tips in my first practice"), "tips", chosen.tips, words),
        menu_field(words("Help in my turns"), "help", help_options(words), help_value(chosen)),
        menu_field(words("Language"), "language", spoken, chosen.language or OWN_LANGUAGE),
    )
    await open_modal(interaction, modal)


async def _prefer_notices(interaction: Interaction) -> None:
    """Open the modal, filled with the person's current preferences."""
    chosen, words = chosen_by(interaction), words_of(interaction)
    places = [(value, words(name)) for value, name in PLACES.items()]
    often = remind_options(chosen, words)
    modal = modal_of(
        # Translators: the title of a form; 45 characters at most.
        words("Notices"),
        "arkadia:prefer-notices-form",
        yes_or_no(words("Notify me of my turn"), "mention", chosen.mention, words),
        menu_field(words("Remind me of my turn"), "remind", often, remind_value(chosen)),
        menu_field(words("Reminders come"), "remind_in", places, chosen.remind_in),
        yes_or_no(words("Notify me of a game's end"), "tell_end", chosen.tell_end, words),
        menu_field(
            # Translators: the label of a field; 45 characters at most.
            words("Seats may be kept for me by"),
            "invites",
            [(value, words(name)) for value, name in INVITES.items()],
            chosen.invites,
        ),
    )
    await open_modal(interaction, modal)


async def _prefer_quiet(interaction: Interaction) -> None:
    """Open the modal, filled with the person's current quiet hours."""
    chosen, words = chosen_by(interaction), words_of(interaction)
    now = services_of(interaction).tables.now()
    zone = "" if chosen.zone is None else chosen.zone
    hours: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        custom_id="hours",
        default=_hours_typed(chosen),
        placeholder=words("22-8"),
        required=False,
        max_length=30,
    )
    place: discord.ui.TextInput[discord.ui.View] = discord.ui.TextInput(
        custom_id="zone",
        default=zone,
        placeholder=words("Berlin, Brazil, UTC+2, 14:30"),
        required=False,
        max_length=50,
    )
    modal = modal_of(
        words("Quiet hours"),
        "arkadia:prefer-quiet-form",
        discord.ui.Label(
            # Translators: the label of a field; 45 characters at most.
            text=words("Hours without messages"),
            description=words("Leave it empty for none."),
            component=hours,
        ),
        discord.ui.Label(
            # Translators: the label of a field; 45 characters at most.
            text=words("City, country or time now"),
            description=words("It is {clock} UTC now.", clock=words.clock(clock("UTC", now))),
            component=place,
        ),
        # A modal has five components at most; a sixth preference needs another modal.
        yes_or_no(words("Weekends are quiet"), "weekend", chosen.quiet_weekend, words),
        yes_or_no(
            # Translators: the label of a field; 45 characters at most.
            words("My turn even in quiet hours"),
            "turns",
            chosen.quiet_turns,
            words,
        ),
        # Translators: the label of a field; 45 characters at most.
        yes_or_no(words("Opponents may nudge me"), "nudges", chosen.nudges, words),
    )
    await open_modal(interaction, modal)


async def _looks_sent(interaction: Interaction, sent: Submitted) -> None:
    """Store the submitted preferences."""
    words = words_of(interaction)
    chosen = replace(
        chosen_by(interaction),
        theme=one_of(sent.texts, "theme", [theme.value for theme in Theme], words),
        confirm=answered(sent.texts, "confirm", words),
        tips=answered(sent.texts, "tips", words),
        help=help_of(sent.texts.get("help", ""), words),
        language=language_of(sent.texts.get("language", ""), words),
    )
    await _answer(interaction, PreferenceChange(chosen))


async def _notices_sent(interaction: Interaction, sent: Submitted) -> None:
    """Store the submitted preferences."""
    words = words_of(interaction)
    chosen = replace(
        chosen_by(interaction),
        mention=answered(sent.texts, "mention", words),
        remind_in=one_of(sent.texts, "remind_in", tuple(PLACES), words),
        tell_end=answered(sent.texts, "tell_end", words),
        invites=one_of(sent.texts, "invites", tuple(INVITES), words),
    )
    chosen = reminded(chosen, sent.texts.get("remind", "?"), words)
    await _answer(interaction, PreferenceChange(chosen))


async def _quiet_sent(interaction: Interaction, sent: Submitted) -> None:
    """Store the fields that could be parsed, and name those that could not."""
    words = words_of(interaction)
    change = PreferenceChange(
        replace(
            chosen_by(interaction),
            quiet_weekend=answered(sent.texts, "weekend", words),
            quiet_turns=answered(sent.texts, "turns", words),
            nudges=answered(sent.texts, "nudges", words),
        )
    )
    try:
        hours = sent.texts.get("hours", "")
        change = replace(change, chosen=quiet_between(change.chosen, hours, words))
    except RefusalError as error:
        # Discord answers no modal by another one, so the rest is kept rather than typed again.
        change = replace(change, notes=(str(error),))
    await _answer(interaction, in_zone(interaction, change, sent.texts.get("zone", "")))


async def _choose_zone(interaction: Interaction, press: Press) -> None:
    """Store the chosen time zone."""
    change = PreferenceChange(chosen_by(interaction))
    await _answer(interaction, in_zone(interaction, change, press.chosen))


async def _answer(interaction: Interaction, change: PreferenceChange) -> None:
    await keep(interaction, change)
    text, view = shown(interaction, change)
    await put(interaction, text, view=view)


def _hours_typed(chosen: Preferences) -> str:
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return ""
    return f"{time_of_day(chosen.quiet_from)}-{time_of_day(chosen.quiet_until)}"


PRESSES: Final = (
    with_numbers(buttons.PREFER_LOOKS, _prefer_looks),
    with_numbers(buttons.PREFER_NOTICES, _prefer_notices),
    with_numbers(buttons.PREFER_QUIET, _prefer_quiet),
    on(buttons.CHOOSE_ZONE, _choose_zone),
)
MODALS: Final = (
    on_form("arkadia:prefer-looks-form", _looks_sent),
    on_form("arkadia:prefer-notices-form", _notices_sent),
    on_form("arkadia:prefer-quiet-form", _quiet_sent),
)
