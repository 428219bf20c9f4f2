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
from ui.components.modals import Submitted, menu_field, modal_of
from ui.components.presses import Press
from ui.interactions import Interaction, services_of, words_of
from ui.texts.person.preferences import INVITES
from ui.texts.times import clock, time_of_day

PLACES: Final[dict[RemindedIn, str]] = {
    # Translators: where reminders come; an option of a menu.
    "game": N_("where the game is"),
    "message": N_("by a direct message"),
}
"""Where reminders may come, as people read it."""


class PreferLooks(Press, face=buttons.PREFER_LOOKS):
    """A button that opens the modal for pictures, confirmation and language."""

    async def press(self, interaction: Interaction) -> None:
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


class PreferNotices(Press, face=buttons.PREFER_NOTICES):
    """A button that opens the modal for notices and reminders."""

    async def press(self, interaction: Interaction) -> None:
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


class PreferQuiet(Press, face=buttons.PREFER_QUIET):
    """A button that opens the modal for quiet hours."""

    async def press(self, interaction: Interaction) -> None:
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
            placeholder=words("Berlin, Brazil, UTC+2"),
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
                text=words("Your city or country"),
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


class LooksModal(Submitted, template="arkadia:prefer-looks-form"):
    """The modal for pictures, confirmation and language."""

    async def submit(self, interaction: Interaction) -> None:
        """Store the submitted preferences."""
        words = words_of(interaction)
        chosen = replace(
            chosen_by(interaction),
            theme=one_of(self.texts, "theme", [theme.value for theme in Theme], words),
            confirm=answered(self.texts, "confirm", words),
            tips=answered(self.texts, "tips", words),
            help=help_of(self.texts.get("help", ""), words),
            language=language_of(self.texts.get("language", ""), words),
        )
        await _answer(interaction, PreferenceChange(chosen))


class NoticesModal(Submitted, template="arkadia:prefer-notices-form"):
    """The modal for notices and reminders."""

    async def submit(self, interaction: Interaction) -> None:
        """Store the submitted preferences."""
        words = words_of(interaction)
        chosen = replace(
            chosen_by(interaction),
            mention=answered(self.texts, "mention", words),
            remind_in=one_of(self.texts, "remind_in", tuple(PLACES), words),
            tell_end=answered(self.texts, "tell_end", words),
            invites=one_of(self.texts, "invites", tuple(INVITES), words),
        )
        chosen = reminded(chosen, self.texts.get("remind", "?"), words)
        await _answer(interaction, PreferenceChange(chosen))


class QuietModal(Submitted, template="arkadia:prefer-quiet-form"):
    """The modal for quiet hours."""

    async def submit(self, interaction: Interaction) -> None:
        """Store the fields that could be parsed, and name those that could not."""
        words = words_of(interaction)
        change = PreferenceChange(
            replace(
                chosen_by(interaction),
                quiet_weekend=answered(self.texts, "weekend", words),
                quiet_turns=answered(self.texts, "turns", words),
                nudges=answered(self.texts, "nudges", words),
            )
        )
        try:
            hours = self.texts.get("hours", "")
            change = replace(change, chosen=quiet_between(change.chosen, hours, words))
        except RefusalError as error:
            # Discord answers no modal by another one, so the rest is kept rather than typed again.
            change = replace(change, notes=(str(error),))
        await _answer(interaction, in_zone(change, self.texts.get("zone", ""), words))


class ChooseZone(Press, face=buttons.CHOOSE_ZONE):
    """A menu of time zones for the person's quiet hours."""

    async def press(self, interaction: Interaction) -> None:
        """Store the chosen time zone."""
        change, words = PreferenceChange(chosen_by(interaction)), words_of(interaction)
        await _answer(interaction, in_zone(change, self.chosen, words))


PRESSES: Final = (PreferLooks, PreferNotices, PreferQuiet, ChooseZone)


MODALS: Final = (LooksModal, NoticesModal, QuietModal)


async def _answer(interaction: Interaction, change: PreferenceChange) -> None:
    await keep(interaction, change)
    text, view = shown(interaction, change)
    await put(interaction, text, view=view)


def _hours_typed(chosen: Preferences) -> str:
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return ""
    return f"{time_of_day(chosen.quiet_from)}-{time_of_day(chosen.quiet_until)}"
