"""What a person chooses for all games: by a modal with menus, or by the options of the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from db.people_rows import Preferences, RemindedIn, Reminding
from render import Theme
from tabletop.errors import DirectClosedError
from translation import N_, Words, languages, own_name
from ui import buttons
from ui.answers import RefusalError, open_modal, put, reply
from ui.components.modals import Submitted, menu_field, modal_of
from ui.components.presses import Press
from ui.components.views import view_of
from ui.input.languages import language_choices, read_language
from ui.input.options import THEME_CHOICES
from ui.input.suggestions import choice, quiet
from ui.input.times.hours import read_quiet, read_reminding
from ui.input.times.zones import USUAL, zones_meant
from ui.interactions import Interaction, services_of, words_of
from ui.public.reminders.direct import write_to
from ui.texts.escaping import plain
from ui.texts.game.times import clock, time_of_day
from ui.texts.person.preferences import has_quiet, preferences_text, reminding

OWN_LANGUAGE: Final = "discord"
"""What stands for the language of the person's Discord."""

PLACES: Final[dict[RemindedIn, str]] = {
    # Translators: where reminders come; an option of a menu.
    "game": N_("where the game is"),
    "message": N_("by a direct message"),
}
"""Where reminders may come, as people read it."""

USUAL_HOURS: Final = (4, 12, 24, 48)
"""After how many hours people may choose to be reminded, besides any other that they type."""

T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class Change:
    """What a person wants to be otherwise, and what is to be said about it.

    Attributes:
        chosen: what they prefer from now on.
        notes: what could not be understood, for them to read.
        zones: the time zones of which they may mean one.
    """

    chosen: Preferences
    notes: tuple[str, ...] = ()
    zones: Sequence[str] = ()


class PreferenceCommands(commands.Cog):
    """Preferences. Nobody else ever sees them."""

    @app_commands.command(description=N_("How the bot treats you"))
    @app_commands.describe(
        theme=N_("The background of your Discord"),
        confirm=N_("Whether commands ask before they do it"),
        mention=N_("Whether you are notified of your turn"),
        language=N_("The language of what only you read"),
        remind=N_("How often you are reminded of a turn"),
        remind_in=N_("Where reminders come"),
        end=N_("Whether you are notified when a game ends"),
        quiet=N_("When nothing is sent to you, such as 22-8"),
        zone=N_("Your time zone: a city or country"),
        weekend=N_("Whether weekends are quiet"),
        quiet_turns=N_("Whether your turn notifies you in quiet hours"),
        tips=N_("Whether newcomers' tips come in practice"),
    )
    @app_commands.choices(
        theme=THEME_CHOICES,
        remind_in=[app_commands.Choice(name=name, value=value) for value, name in PLACES.items()],
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
    ) -> None:
        """Change what is named, and show all."""
        words = words_of(interaction)
        chosen = _chosen(interaction)
        named: dict[str, Any] = {
            "theme": theme,
            "confirm": confirm,
            "mention": mention,
            "remind_in": remind_in,
            "tell_end": end,
            "quiet_weekend": weekend,
            "quiet_turns": quiet_turns,
            "tips": tips,
        }
        chosen = replace(
            chosen, **{name: value for name, value in named.items() if value is not None}
        )
        if language is not None:
            chosen = replace(chosen, language=_language(language, words))
        if remind is not None:
            chosen = _reminded(chosen, remind, words)
        if quiet is not None:
            chosen = _quiet_between(chosen, quiet, words)
        change = _in_zone(Change(chosen), zone or "", words)
        await _keep(interaction, change)
        text, view = _shown(interaction, change)
        await reply(interaction, text, view=view)

    @preferences.autocomplete("language")
    @quiet
    async def _language(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        words = words_of(interaction)
        own = choice(words("that of your Discord"), OWN_LANGUAGE)
        return [own, *language_choices(typed)]

    @preferences.autocomplete("remind")
    @quiet
    async def _remind(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        words = words_of(interaction)
        offered = _remind_options(Preferences(), words)
        if typed and typed.casefold() not in " ".join(label for _, label in offered).casefold():
            own = _reminded(Preferences(), typed, words)
            offered = [(_remind_value(own), reminding(own, words))]
        return [choice(label, value) for value, label in offered]

    @preferences.autocomplete("zone")
    @quiet
    async def _zone(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        now = services_of(interaction).tables.now()
        words = words_of(interaction)
        zones = zones_meant(typed, words) if typed.strip() else USUAL
        return [choice(_zone_label(zone, now, words), zone) for zone in zones]


class PreferLooks(Press, face=buttons.PREFER_LOOKS):
    """Opens the modal of what is private: pictures, commands, the language."""

    async def press(self, interaction: Interaction) -> None:
        """Open it as it stands now."""
        chosen, words = _chosen(interaction), words_of(interaction)
        themes = [(theme.value, words.context("background", theme.value)) for theme in Theme]
        own = (OWN_LANGUAGE, words("that of your Discord"))
        spoken = [own, *((code, own_name(code)) for code in languages())]
        modal = modal_of(
            # Translators: the title of a form; 45 characters at most.
            words("Pictures and commands"),
            "arkadia:prefer-looks-form",
            menu_field(words("Background of your Discord"), "theme", themes, chosen.theme),
            _yes_or_no(words("Commands ask before they act"), "confirm", chosen.confirm, words),
            _yes_or_no(words("Tips in my first practice"), "tips", chosen.tips, words),
            menu_field(words("Language"), "language", spoken, chosen.language or OWN_LANGUAGE),
        )
        await open_modal(interaction, modal)


class PreferNotices(Press, face=buttons.PREFER_NOTICES):
    """Opens the modal of what notifies the person."""

    async def press(self, interaction: Interaction) -> None:
        """Open it as it stands now."""
        chosen, words = _chosen(interaction), words_of(interaction)
        places = [(value, words(name)) for value, name in PLACES.items()]
        often = _remind_options(chosen, words)
        modal = modal_of(
            # Translators: the title of a form; 45 characters at most.
            words("Notices"),
            "arkadia:prefer-notices-form",
            _yes_or_no(words("Notify me of my turn"), "mention", chosen.mention, words),
            menu_field(words("Remind me of my turn"), "remind", often, _remind_value(chosen)),
            menu_field(words("Reminders come"), "remind_in", places, chosen.remind_in),
            _yes_or_no(words("Notify me of a game's end"), "tell_end", chosen.tell_end, words),
        )
        await open_modal(interaction, modal)


class PreferQuiet(Press, face=buttons.PREFER_QUIET):
    """Opens the modal of the hours in which nothing is sent."""

    async def press(self, interaction: Interaction) -> None:
        """Open it as it stands now."""
        chosen, words = _chosen(interaction), words_of(interaction)
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
            _yes_or_no(words("Weekends are quiet"), "weekend", chosen.quiet_weekend, words),
            _yes_or_no(
                # Translators: the label of a field; 45 characters at most.
                words("My turn even in quiet hours"),
                "turns",
                chosen.quiet_turns,
                words,
            ),
        )
        await open_modal(interaction, modal)


class LooksModal(Submitted, template="arkadia:prefer-looks-form"):
    """How pictures look, whether commands ask, the language."""

    async def submit(self, interaction: Interaction) -> None:
        """Keep it."""
        words = words_of(interaction)
        chosen = replace(
            _chosen(interaction),
            theme=_one_of(self.texts, "theme", [theme.value for theme in Theme], words),
            confirm=_answered(self.texts, "confirm", words),
            tips=_answered(self.texts, "tips", words),
            language=_language(self.texts.get("language", ""), words),
        )
        await _answer(interaction, Change(chosen))


class NoticesModal(Submitted, template="arkadia:prefer-notices-form"):
    """Of what the person is notified."""

    async def submit(self, interaction: Interaction) -> None:
        """Keep it."""
        words = words_of(interaction)
        chosen = replace(
            _chosen(interaction),
            mention=_answered(self.texts, "mention", words),
            remind_in=_one_of(self.texts, "remind_in", tuple(PLACES), words),
            tell_end=_answered(self.texts, "tell_end", words),
        )
        chosen = _reminded(chosen, self.texts.get("remind", "?"), words)
        await _answer(interaction, Change(chosen))


class QuietModal(Submitted, template="arkadia:prefer-quiet-form"):
    """When nothing is sent to the person."""

    async def submit(self, interaction: Interaction) -> None:
        """Keep what could be understood, and say what could not."""
        words = words_of(interaction)
        change = Change(
            replace(
                _chosen(interaction),
                quiet_weekend=_answered(self.texts, "weekend", words),
                quiet_turns=_answered(self.texts, "turns", words),
            )
        )
        try:
            hours = self.texts.get("hours", "")
            change = replace(change, chosen=_quiet_between(change.chosen, hours, words))
        except RefusalError as error:
            change = replace(change, notes=(str(error),))
        await _answer(interaction, _in_zone(change, self.texts.get("zone", ""), words))


class ChooseZone(Press, face=buttons.CHOOSE_ZONE):
    """The time zone whose clock shows the person's time."""

    async def press(self, interaction: Interaction) -> None:
        """Keep it."""
        [typed] = self.values or [""]
        words = words_of(interaction)
        await _answer(interaction, _in_zone(Change(_chosen(interaction)), typed, words))


PRESSES: Final = (PreferLooks, PreferNotices, PreferQuiet, ChooseZone)
MODALS: Final = (LooksModal, NoticesModal, QuietModal)


async def show_preferences(interaction: Interaction) -> None:
    """Show a person what they prefer, with the modals that change it."""
    text, view = _shown(interaction, Change(_chosen(interaction)))
    await reply(interaction, text, view=view)


async def _answer(interaction: Interaction, change: Change) -> None:
    await _keep(interaction, change)
    text, view = _shown(interaction, change)
    await put(interaction, text, view=view)


async def _keep(interaction: Interaction, change: Change) -> None:
    """Keep what a person prefers from now on.

    Raises:
        RefusalError: if they want direct messages and take none.
    """
    personal, user = services_of(interaction).personal, interaction.user.id
    before = personal.preferences(user)
    if change.chosen.remind_in == "message" != before.remind_in:
        await personal.prefer(user, replace(change.chosen, remind_in="game"))
        await _try_message(interaction)
    if change.chosen != personal.preferences(user):
        await personal.prefer(user, change.chosen)
    if change.chosen != before:
        await services_of(interaction).reminders.plan_anew(user)


async def _try_message(interaction: Interaction) -> None:
    """Write to a person who wants to be written to, so that both know that it works."""
    words = words_of(interaction)
    try:
        await write_to(
            interaction.client, interaction.user.id, words("Here I will remind you of your turns.")
        )
    except DirectClosedError as error:
        raise RefusalError(
            words(
                "I cannot write to you: your Discord takes no direct messages from me. Allow them "
                "in this server's privacy settings and choose again. Until then reminders come "
                "where the game is; all else is kept."
            )
        ) from error


def _shown(interaction: Interaction, change: Change) -> tuple[str, discord.ui.View]:
    """All that a person prefers, and what leads to other choices."""
    words, now = words_of(interaction), services_of(interaction).tables.now()
    view = view_of(
        buttons.PREFER_LOOKS.button(words=words),
        buttons.PREFER_NOTICES.button(words=words),
        buttons.PREFER_QUIET.button(words=words),
    )
    zones = change.zones
    if not zones and has_quiet(change.chosen) and change.chosen.zone is None:
        zones = USUAL
    if zones:
        options = [
            discord.SelectOption(label=_zone_label(zone, now, words)[:100], value=zone)
            for zone in zones
        ]
        view.add_item(buttons.CHOOSE_ZONE.menu(options=options, words=words))
    return "\n".join([*change.notes, preferences_text(change.chosen, now, words)]), view


def _chosen(interaction: Interaction) -> Preferences:
    return services_of(interaction).personal.preferences(interaction.user.id)


def _in_zone(change: Change, typed: str, words: Words) -> Change:
    """The change with the zone that was typed, or with what may be meant."""
    if not typed.strip():
        return change
    meant = zones_meant(typed, words)
    if len(meant) == 1:
        return replace(change, chosen=replace(change.chosen, zone=meant[0]))
    note = words(
        "“{typed}” names no single time zone: choose below the clock that shows your time.",
        typed=plain(typed, 50),
    )
    return replace(change, notes=(*change.notes, note), zones=meant or USUAL)


def _zone_label(zone: str, now: int, words: Words) -> str:
    return f"{words.clock(clock(zone, now))} · {words.city(zone)}"


def _quiet_between(chosen: Preferences, typed: str, words: Words) -> Preferences:
    since, until = read_quiet(typed, words) or (None, None)
    return replace(chosen, quiet_from=since, quiet_until=until)


def _hours_typed(chosen: Preferences) -> str:
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return ""
    return f"{time_of_day(chosen.quiet_from)}-{time_of_day(chosen.quiet_until)}"


def _reminded(chosen: Preferences, typed: str, words: Words) -> Preferences:
    often, hours = read_reminding(typed, words)
    return replace(chosen, remind=often, remind_after=hours or chosen.remind_after)


def _remind_options(chosen: Preferences, words: Words) -> list[tuple[str, str]]:
    """How often one may be reminded, as a menu has it."""
    hours = sorted({*USUAL_HOURS, chosen.remind_after})
    offered: list[tuple[Reminding, int]] = [
        ("never", 24),
        *(("once", hour) for hour in hours),
        ("daily", 24),
    ]
    often = [Preferences(remind=remind, remind_after=after) for remind, after in offered]
    return [(_remind_value(one), reminding(one, words)) for one in often]


def _remind_value(chosen: Preferences) -> str:
    return f"{chosen.remind_after}h" if chosen.remind == "once" else chosen.remind


def _yes_or_no(
    text: str, custom_id: str, chosen: bool, words: Words
) -> discord.ui.Label[discord.ui.View]:
    options = [("yes", words("yes")), ("no", words("no"))]
    return menu_field(text, custom_id, options, "yes" if chosen else "no")


def _answered(texts: Mapping[str, str], name: str, words: Words) -> bool:
    return _one_of(texts, name, ("yes", "no"), words) == "yes"


def _one_of(texts: Mapping[str, str], name: str, allowed: Sequence[T], words: Words) -> T:
    """What was chosen in a modal's menu.

    Raises:
        RefusalError: if it was not offered.
    """
    for value in allowed:
        if value == texts.get(name):
            return value
    raise RefusalError(words("Choose one of what the form offers."))


def _language(code: str, words: Words) -> str | None:
    return None if code == OWN_LANGUAGE else read_language(code, words)
