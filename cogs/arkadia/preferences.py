"""The command for a person's preferences, which apply to all games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.arkadia.preference_change import (
    OFFERED,
    OWN_LANGUAGE,
    PreferenceChange,
    chosen_by,
    clock_options,
    help_of,
    in_zone,
    keep,
    language_of,
    quiet_between,
    remind_options,
    remind_value,
    reminded,
    shown,
    zone_label,
)
from cogs.arkadia.preference_modals import PLACES
from db.people.rows import Preferences
from i18n.translation import N_
from ui.answers import reply
from ui.input.languages import languages_like
from ui.input.options import HELP_CHOICES, THEME_CHOICES
from ui.input.suggestions import Choices, choice, quiet
from ui.input.times.zones import zones_begun, zones_meant, zones_now
from ui.interactions import Interaction, services_of, words_of
from ui.texts.person.preferences import INVITES, reminding


class PreferenceCommands(commands.Cog):
    """The command for preferences, which only their owner sees."""

    @app_commands.command(description=N_("How the bot treats you"))
    @app_commands.describe(
        theme=N_("The background of your Discord"),
        confirm=N_("Whether commands ask before they do it"),
        mention=N_("Whether you are notified of your turn"),
        language=N_("The language of what only you read"),
        remind=N_("How often you are reminded of a turn"),
        remind_in=N_("Where reminders come"),
        end=N_("Notify you of a game's end"),
        quiet=N_("When nothing is sent to you, such as 22-8"),
        zone=N_("Your city, or the time it is for you"),
        weekend=N_("Whether weekends are quiet"),
        quiet_turns=N_("Your turn even in quiet hours"),
        tips=N_("Tips in your first practice"),
        invites=N_("Who may keep a seat for you"),
        helping=N_("How much help you have in your turns"),
        nudges=N_("Others may nudge you"),
    )
    @app_commands.rename(helping="help")
    @app_commands.choices(
        theme=THEME_CHOICES,
        helping=[
            app_commands.Choice(name=N_("as each game offers it"), value=OFFERED),
            *HELP_CHOICES,
        ],
        remind_in=[app_commands.Choice(name=name, value=value) for value, name in PLACES.items()],
        invites=[app_commands.Choice(name=name, value=value) for value, name in INVITES.items()],
    )
    async def preferences(
        self,
        interaction: Interaction,
        theme: str | None = None,
        confirm: bool | None = None,
        mention: bool | None = None,
        language: app_commands.Range[str, 1, 20] | None = None,
        remind: app_commands.Range[str, 1, 30] | None = None,
        remind_in: str | None = None,
        end: bool | None = None,
        quiet: app_commands.Range[str, 1, 30] | None = None,
        zone: app_commands.Range[str, 1, 50] | None = None,
        weekend: bool | None = None,
        quiet_turns: bool | None = None,
        tips: bool | None = None,
        invites: str | None = None,
        helping: str | None = None,
        nudges: bool | None = None,
    ) -> None:
        """Change the preferences given as options, and show all preferences."""
        words = words_of(interaction)
        chosen = chosen_by(interaction)
        named: dict[str, Any] = {
            "theme": theme,
            "confirm": confirm,
            "mention": mention,
            "remind_in": remind_in,
            "tell_end": end,
            "quiet_weekend": weekend,
            "quiet_turns": quiet_turns,
            "tips": tips,
            "invites": invites,
            "nudges": nudges,
        }
        # None is an option left out; False is a choice.
        chosen = replace(
            chosen, **{name: value for name, value in named.items() if value is not None}
        )
        if language is not None:
            chosen = replace(chosen, language=language_of(language, words))
        if helping is not None:
            chosen = replace(chosen, help=help_of(helping, words))
        if remind is not None:
            chosen = reminded(chosen, remind, words)
        if quiet is not None:
            chosen = quiet_between(chosen, quiet, words)
        change = in_zone(interaction, PreferenceChange(chosen), zone or "")
        await keep(interaction, change)
        text, view = shown(interaction, change)
        await reply(interaction, text, view=view)

    @preferences.autocomplete("language")
    @quiet
    async def _language(self, interaction: Interaction, typed: str) -> Choices[str]:
        words = words_of(interaction)
        own = choice(words("that of your Discord"), OWN_LANGUAGE)
        return [own, *languages_like(typed)]

    @preferences.autocomplete("remind")
    @quiet
    async def _remind(self, interaction: Interaction, typed: str) -> Choices[str]:
        words = words_of(interaction)
        offered = remind_options(Preferences(), words)
        if typed and typed.casefold() not in " ".join(label for _, label in offered).casefold():
            # Any other time is offered as it was understood, before it is chosen.
            own = reminded(Preferences(), typed, words)
            offered = [(remind_value(own), reminding(own, words))]
        return [choice(label, value) for value, label in offered]

    @preferences.autocomplete("zone")
    @quiet
    async def _zone(self, interaction: Interaction, typed: str) -> Choices[str]:
        now, words = services_of(interaction).tables.now(), words_of(interaction)
        locale = interaction.locale.value
        found = zones_meant(typed, words) or zones_begun(typed, words)
        found = found or zones_now(typed, now, words, locale)
        if found:
            return [choice(zone_label(zone, now, words), zone) for zone in found]
        return [
            choice(f"{one.label} · {one.description}", one.value)
            for one in clock_options(now, words, locale)
        ]
