"""A change of preferences: parsed, saved, and shown with the buttons that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from db.games.rows import HelpLevel
from db.people.rows import Preferences, Reminding
from delivery.errors import DirectClosedError
from delivery.sender import nonce_from
from i18n.translation import Words
from ui import buttons
from ui.answers import RefusalError
from ui.components.views import view_of
from ui.input.languages import read_language
from ui.input.times.hours import read_quiet, read_reminding
from ui.input.times.zones import CHOSEN, clocks_now, same_clock, zones_meant, zones_now
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.limits import OPTION_LIMIT
from ui.public.posts.post import Post
from ui.texts.escaping import plain
from ui.texts.fitting import Part
from ui.texts.game.helping import HELP_NAMES
from ui.texts.person.preferences import (
    has_quiet,
    help_wished,
    preferences_text,
    reminding,
)
from ui.texts.times import clock

OWN_LANGUAGE: Final = "discord"
"""What stands for the language of the person's Discord."""

OFFERED: Final = "offered"
"""What stands for the help that each game offers."""

USUAL_HOURS: Final = (4, 12, 24, 48)
"""After how many hours people may choose to be reminded, besides any other that they type."""


@dataclass(frozen=True, slots=True)
class PreferenceChange:
    """A person's changed preferences, with notes about parts that could not be parsed.

    Attributes:
        chosen: the preferences from now on.
        notes: sentences about what could not be parsed.
        zones: the time zones of which they may mean one.
        asks: True if they are asked for their time zone.
    """

    chosen: Preferences
    notes: tuple[str, ...] = ()
    zones: Sequence[str] = ()
    asks: bool = False


async def keep(interaction: Interaction, change: PreferenceChange) -> None:
    """Store a person's changed preferences.

    Raises:
        RefusalError: if they want direct messages and take none.
        TableError: if that was tried too often.
    """
    personal, user = services_of(interaction).personal, interaction.user.id
    before = personal.preferences(user)
    if change.chosen.remind_in == "message" != before.remind_in:
        # Kept without direct messages first: a refusal of the test message loses nothing else.
        await personal.prefer(user, replace(change.chosen, remind_in="game"))
        await _try_message(interaction)
    if change.chosen != personal.preferences(user):
        await personal.prefer(user, change.chosen)
    if change.chosen != before:
        # Reminders that are noted already have the times of before.
        await services_of(interaction).reminders.plan_anew(user)


async def _try_message(interaction: Interaction) -> None:
    """Write to a person who wants to be written to, so that both know that it works."""
    words, tables = words_of(interaction), services_of(interaction).tables
    await tables.charge_direct(guild_of(interaction), interaction.user.id)
    try:
        sender = services_of(interaction).sender(interaction.client)
        post = Post([Part(words("Here I will remind you of your turns."))], alone=True)
        await sender.write_to(interaction.user.id, post, nonce_from(f"trial/{interaction.id}"))
    except DirectClosedError as error:
        raise RefusalError(
            words(
                "I cannot write to you: your Discord takes no direct messages from me. Allow them "
                "in this server's privacy settings and choose again. Until then reminders come "
                "where the game is; all else is kept."
            )
        ) from error


def shown(interaction: Interaction, change: PreferenceChange) -> tuple[str, discord.ui.View]:
    """Return the person's preferences in words, with the buttons that change them."""
    words, now = words_of(interaction), services_of(interaction).tables.now()
    view = view_of(
        buttons.PREFER_LOOKS.button(words=words),
        buttons.PREFER_NOTICES.button(words=words),
        buttons.PREFER_QUIET.button(words=words),
    )
    options = [_zone_option(zone, now, words) for zone in change.zones]
    if change.asks or (has_quiet(change.chosen) and change.chosen.zone is None):
        options = options or clock_options(now, words, interaction.locale.value)
    if options:
        view.add_item(buttons.CHOOSE_ZONE.menu(options=options, words=words))
    return "\n".join([*change.notes, preferences_text(change.chosen, now, words)]), view


def chosen_by(interaction: Interaction) -> Preferences:
    """Return the stored preferences of the person behind an interaction."""
    return services_of(interaction).personal.preferences(interaction.user.id)


def in_zone(interaction: Interaction, change: PreferenceChange, typed: str) -> PreferenceChange:
    """Return the change with the typed time zone, or with the question which one is meant."""
    words, now = words_of(interaction), services_of(interaction).tables.now()
    if not typed.strip():
        return change
    meant = zones_meant(typed, words)
    by_time = () if meant else zones_now(typed, now, words, interaction.locale.value)
    # A time that was typed is that of several zones at some time of the year, so it is asked.
    if len(meant) == 1 or (len(by_time) == 1 and CHOSEN.fullmatch(typed)):
        return replace(change, chosen=replace(change.chosen, zone=[*meant, *by_time][0]))
    if meant or by_time:
        note = words("Which of these clocks is yours? Choose below.")
    else:
        note = words(
            "I know no time zone “{typed}”. What time is it for you now? Choose it below.",
            typed=plain(typed, 50),
        )
    return replace(change, notes=(*change.notes, note), zones=meant or by_time, asks=True)


def clock_options(now: int, words: Words, locale: str) -> list[discord.SelectOption]:
    """Return an option for each hour that it is somewhere now, with places where it is."""
    found = []
    for value, zones in clocks_now(now, words, locale):
        times = dict.fromkeys(words.clock(clock(zone, now)) for zone in zones)
        cities = dict.fromkeys(words.city(zone) for zone in zones)
        found.append(
            discord.SelectOption(
                label=words.listing(times)[:OPTION_LIMIT],
                description=words.listing(cities)[:OPTION_LIMIT],
                value=value,
            )
        )
    return found


def _zone_option(zone: str, now: int, words: Words) -> discord.SelectOption:
    others = words.listing(words.city(one) for one in same_clock(zone))[:OPTION_LIMIT]
    label = zone_label(zone, now, words)[:OPTION_LIMIT]
    return discord.SelectOption(label=label, description=others or None, value=zone)


def zone_label(zone: str, now: int, words: Words) -> str:
    """Return the label of a time zone in a menu, with the current time there."""
    return f"{words.clock(clock(zone, now))} · {words.city(zone)}"


def quiet_between(chosen: Preferences, typed: str, words: Words) -> Preferences:
    """Return the preferences with the typed quiet hours."""
    since, until = read_quiet(typed, words) or (None, None)
    return replace(chosen, quiet_from=since, quiet_until=until)


def reminded(chosen: Preferences, typed: str, words: Words) -> Preferences:
    """Return the preferences with the typed frequency of reminders."""
    often, hours = read_reminding(typed, words)
    return replace(chosen, remind=often, remind_after=hours or chosen.remind_after)


def remind_options(chosen: Preferences, words: Words) -> list[tuple[str, str]]:
    """Return the frequencies of reminders as a menu's values and labels."""
    hours = sorted({*USUAL_HOURS, chosen.remind_after})
    offered: list[tuple[Reminding, int]] = [
        ("never", 24),
        *(("once", hour) for hour in hours),
        ("daily", 24),
    ]
    often = [Preferences(remind=remind, remind_after=after) for remind, after in offered]
    return [(remind_value(one), reminding(one, words)) for one in often]


def remind_value(chosen: Preferences) -> str:
    """Return a frequency of reminders as the value of a menu's option."""
    return f"{chosen.remind_after}h" if chosen.remind == "once" else chosen.remind


def help_options(words: Words) -> list[tuple[str, str]]:
    """Return the levels of help as a menu's values and labels, that of each game first."""
    wishes: list[HelpLevel | None] = [None, *HELP_NAMES]
    return [(one or OFFERED, help_wished(Preferences(help=one), words)) for one in wishes]


def help_value(chosen: Preferences) -> str:
    """Return a person's level of help as the value of a menu's option."""
    return chosen.help or OFFERED


def help_of(value: str, words: Words) -> HelpLevel | None:
    """Return the level of help for a menu's value; None for what each game offers.

    Raises:
        RefusalError: if there is no such level.
    """
    found = next((level for level in HELP_NAMES if level == value), None)
    if found is None and value != OFFERED:
        raise RefusalError(words("Choose one of what the form offers."))
    return found


def language_of(code: str, words: Words) -> str | None:
    """Return the language for a menu's value; None for the language of the person's Discord."""
    return None if code == OWN_LANGUAGE else read_language(code, words)
