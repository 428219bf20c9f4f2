"""A person's preferences: one screen, with menus for the usual ones and forms for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from db.games.rows import HelpLevel
from db.preferences import Preferences, RemindedIn, Reminding
from delivery.sender import cause_of, nonce_from
from i18n.translation import N_, Words, languages, own_name
from render import Theme
from tabletop.personal import Value
from tabletop.reminders import Reminders
from ui import buttons, components, features
from ui.answers import RefusalError, put, reply
from ui.input import choices, hours
from ui.interactions import Interaction, services_of, words_of
from ui.public.post import Post
from ui.texts import lobby, person
from ui.texts.markup import OPTION_LIMIT, Part, clock, plain, time_of_day

OWN_LANGUAGE: Final = "discord"  # what stands for the language of the person's Discord
OFFERED: Final = "offered"  # what stands for the help that each game offers
USUAL_HOURS: Final = (4, 12, 24, 48)  # delays of reminders that are offered, beside any typed one
MOST_FIELDS: Final = 5  # as many fields as Discord allows in a form

PLACES: Final[dict[RemindedIn, str]] = {
    # Translators: where reminders come; an option of a menu.
    "game": N_("in the game's channel"),
    "message": N_("by direct message"),
}
"""Where reminders may come, as people read it."""


class PreferenceCommands(commands.Cog):
    """The command for preferences, which only their owner sees."""

    @app_commands.command(description=N_("Reminders, quiet hours, language and everything else"))
    async def preferences(self, interaction: Interaction) -> None:
        """Show the person's preferences, with what changes them."""
        await _show(interaction)


@dataclass(frozen=True, slots=True)
class Change:
    """A person's changed preferences, with notes about parts that could not be parsed."""

    chosen: Preferences  # the preferences from now on
    notes: tuple[str, ...] = ()  # sentences about what could not be parsed
    zones: Sequence[str] = ()  # the time zones of which they may mean one
    asks: bool = False  # True if they are asked for their time zone
    lines: tuple[str, ...] = ()  # what else they changed, which the screen shows this time only


async def _keep(interaction: Interaction, change: Change) -> None:
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
        await services_of(interaction)[Reminders].plan_anew(user)


async def _try_message(interaction: Interaction) -> None:
    """Write to a person who wants to be written to, so that both know that it works."""
    words, tables = words_of(interaction), services_of(interaction).tables
    # A direct message has a button that leads here, outside of any server.
    user = interaction.user.id
    await tables.charge("direct", interaction.guild_id or 0, user, user)
    try:
        sender = services_of(interaction).sender(interaction.client)
        post = Post([Part(words("I'll remind you of your turns here."))], alone=True)
        place = await sender.direct_channel(interaction.user.id)
        await sender.post(place, None, post, nonce_from(f"trial/{interaction.id}"))
    except discord.HTTPException as error:
        if cause_of(error) != "closed":
            raise
        raise RefusalError(
            words(
                "Discord won't let me send you direct messages. Allow them in this "
                "server's privacy settings and choose them again. Until then I'll remind "
                "you in the game's channel; everything else is saved."
            )
        ) from error


async def _show(interaction: Interaction) -> None:
    text, view = _shown(interaction, Change(_chosen_by(interaction)))
    await reply(interaction, text, view=view)


async def _answer(interaction: Interaction, change: Change) -> None:
    await _keep(interaction, change)
    text, view = _shown(interaction, change)
    await put(interaction, text, view=view)


def _shown(interaction: Interaction, change: Change) -> tuple[str, discord.ui.View]:
    words, now = words_of(interaction), services_of(interaction).tables.now()
    chosen = change.chosen
    # With another number each time: Discord sends nothing where the same entry of the same menu is
    # chosen again.
    number = interaction.id % 10**9
    own = (OWN_LANGUAGE, words("the same as in Discord"))
    spoken = _options([own, *((code, own_name(code)) for code in languages())])
    often = _options(_remind_options(chosen, words))
    view = components.view_of(
        buttons.PREFER_REMIND.menu(number, options=often, words=words),
        buttons.PREFER_LANGUAGE.menu(number, options=spoken, words=words),
    )
    zones = [_zone_option(zone, now, words) for zone in change.zones]
    if change.asks or (person.has_quiet(chosen) and chosen.zone is None):
        zones = zones or _clock_options(now, words, interaction.locale.value)
    if zones:
        view.add_item(buttons.CHOOSE_ZONE.menu(options=zones, words=words))
    for face in (buttons.PREFER_QUIET, buttons.PREFER_NOTICES, buttons.PREFER_LOOKS):
        view.add_item(face.button(words=words))
    if _of_features(interaction.client):
        view.add_item(buttons.PREFER_MORE.button(words=words))
    if interaction.guild_id is not None:
        features.add_to(view, features.offers_of(interaction.client, "preferences", words))
    lines = [*change.notes, person.preferences_text(chosen, now, words), *change.lines]
    return "\n".join(lines), view


def _options(given: Sequence[tuple[str, str]]) -> list[discord.SelectOption]:
    # None is marked as chosen: a menu that shows its entry does not show what it is for.
    return [discord.SelectOption(label=label[:OPTION_LIMIT], value=value) for value, label in given]


def _of_features(client: discord.Client) -> list[Value[bool]]:
    return [one for feature in features.features_of(client) for one in feature.preferences]


def _chosen_by(interaction: Interaction) -> Preferences:
    return services_of(interaction).personal.preferences(interaction.user.id)


def _in_zone(interaction: Interaction, change: Change, typed: str) -> Change:
    """Return the change with the typed time zone, or with the question which one is meant."""
    words, now = words_of(interaction), services_of(interaction).tables.now()
    if not typed.strip():
        return change
    meant = hours.zones_meant(typed, words)
    by_time = () if meant else hours.zones_now(typed, now, words, interaction.locale.value)
    # A time that was typed is that of several zones at some time of the year, so it is asked.
    if len(meant) == 1 or (len(by_time) == 1 and hours.CHOSEN.fullmatch(typed)):
        return replace(change, chosen=replace(change.chosen, zone=[*meant, *by_time][0]))
    if meant or by_time:
        note = words("Which of these clocks shows your time? Choose below.")
    else:
        note = words(
            "I don't know the time zone “{typed}”. What time is it for you now? Choose it below.",
            typed=plain(typed, 50),
        )
    return replace(change, notes=(*change.notes, note), zones=meant or by_time, asks=True)


def _clock_options(now: int, words: Words, locale: str) -> list[discord.SelectOption]:
    """Return an option for each hour that it is somewhere now, with places where it is."""
    found = []
    for value, zones in hours.clocks_now(now, words, locale):
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
    others = words.listing(words.city(one) for one in hours.same_clock(zone))[:OPTION_LIMIT]
    label = f"{words.clock(clock(zone, now))} · {words.city(zone)}"[:OPTION_LIMIT]
    return discord.SelectOption(label=label, description=others or None, value=zone)


def _reminded(chosen: Preferences, typed: str, words: Words) -> Preferences:
    often, delay = hours.read_reminding(typed, words)
    return replace(chosen, remind=often, remind_after=delay or chosen.remind_after)


def _remind_options(chosen: Preferences, words: Words) -> list[tuple[str, str]]:
    delays = sorted({*USUAL_HOURS, chosen.remind_after})
    offered: list[tuple[Reminding, int]] = [
        ("never", 24),
        *(("once", hour) for hour in delays),
        ("daily", 24),
    ]
    often = [Preferences(remind=remind, remind_after=after) for remind, after in offered]
    return [(_remind_value(one), person.reminding(one, words)) for one in often]


def _remind_value(chosen: Preferences) -> str:
    return f"{chosen.remind_after}h" if chosen.remind == "once" else chosen.remind


async def _remind_chosen(interaction: Interaction, press: components.Press) -> None:
    chosen = _reminded(_chosen_by(interaction), press.chosen or "?", words_of(interaction))
    await _answer(interaction, Change(chosen))


async def _language_chosen(interaction: Interaction, press: components.Press) -> None:
    own, words = press.chosen == OWN_LANGUAGE, words_of(interaction)
    language = None if own else choices.read_language(press.chosen, words)
    await _answer(interaction, Change(replace(_chosen_by(interaction), language=language)))


async def _prefer_looks(interaction: Interaction) -> None:
    kept, words = _chosen_by(interaction), words_of(interaction)
    themes = [(theme.value, words.context("background", theme.value)) for theme in Theme]
    wishes: list[HelpLevel | None] = [None, *lobby.HELP_NAMES]
    helps = [(one or OFFERED, person.help_wished(Preferences(help=one), words)) for one in wishes]
    await components.open_form(
        interaction,
        buttons.PREFER_LOOKS.title(words),
        "arkadia:prefer-looks-form",
        components.menu_field(words("Your Discord theme"), "theme", themes, kept.theme),
        components.yes_or_no(words("Ask before running commands"), "confirm", kept.confirm, words),
        components.menu_field(words("Help during my turns"), "help", helps, kept.help or OFFERED),
    )


async def _prefer_notices(interaction: Interaction) -> None:
    chosen, words = _chosen_by(interaction), words_of(interaction)
    places = [(value, words(name)) for value, name in PLACES.items()]
    await components.open_form(
        interaction,
        buttons.PREFER_NOTICES.title(words),
        "arkadia:prefer-notices-form",
        components.yes_or_no(words("Notify me of my turn"), "mention", chosen.mention, words),
        components.text_field(
            words("Remind me of my turn"),
            "remind",
            words("never, daily, or a number of hours, such as 8h"),
            default=_remind_value(chosen),
            max_length=30,
        ),
        components.menu_field(words("Send reminders"), "remind_in", places, chosen.remind_in),
        components.yes_or_no(words("Notify me when games end"), "tell_end", chosen.tell_end, words),
        components.menu_field(
            # Translators: the label of a field; 45 characters at most.
            words("Who can keep a seat for me"),
            "invites",
            [(value, words(name)) for value, name in person.INVITES.items()],
            chosen.invites,
        ),
    )


async def _prefer_quiet(interaction: Interaction) -> None:
    chosen, words = _chosen_by(interaction), words_of(interaction)
    now, typed = services_of(interaction).tables.now(), ""
    if chosen.quiet_from is not None and chosen.quiet_until is not None:
        typed = f"{time_of_day(chosen.quiet_from)}-{time_of_day(chosen.quiet_until)}"
    await components.open_form(
        interaction,
        words("Quiet hours"),
        "arkadia:prefer-quiet-form",
        components.text_field(
            # Translators: the label of a field; 45 characters at most.
            words("Hours without messages"),
            "hours",
            words("Leave it empty for no quiet hours."),
            default=typed,
            placeholder=words("22-8"),
            max_length=30,
        ),
        components.text_field(
            # Translators: the label of a field; 45 characters at most.
            words("City, country or current time"),
            "zone",
            words("It's {clock} UTC now.", clock=words.clock(clock("UTC", now))),
            default=chosen.zone or "",
            placeholder=words("Berlin, Brazil, UTC+2, 14:30"),
            max_length=50,
        ),
        components.yes_or_no(words("Quiet weekends"), "weekend", chosen.quiet_weekend, words),
        components.yes_or_no(
            # Translators: the label of a field; 45 characters at most.
            words("Notify me in quiet hours too"),
            "turns",
            chosen.quiet_turns,
            words,
        ),
    )


async def _prefer_more(interaction: Interaction) -> None:
    words, personal = words_of(interaction), services_of(interaction).personal
    user, title = interaction.user.id, buttons.PREFER_MORE.title(words)
    fields = [
        components.yes_or_no(words(one.label), one.name, personal.value(user, one), words)
        for one in _of_features(interaction.client)[:MOST_FIELDS]
    ]
    await components.open_form(interaction, title, "arkadia:prefer-more-form", *fields)


async def _looks_sent(interaction: Interaction, sent: components.Submitted) -> None:
    words = words_of(interaction)
    wished = sent.one_of("help", (OFFERED, *lobby.HELP_NAMES), words)
    chosen = replace(
        _chosen_by(interaction),
        theme=sent.one_of("theme", [theme.value for theme in Theme], words),
        confirm=sent.says_yes("confirm", words),
        help=next((level for level in lobby.HELP_NAMES if level == wished), None),
    )
    await _answer(interaction, Change(chosen, lines=(person.looks_text(chosen, words),)))


async def _notices_sent(interaction: Interaction, sent: components.Submitted) -> None:
    words = words_of(interaction)
    chosen = replace(
        _chosen_by(interaction),
        mention=sent.says_yes("mention", words),
        remind_in=sent.one_of("remind_in", tuple(PLACES), words),
        tell_end=sent.says_yes("tell_end", words),
        invites=sent.one_of("invites", tuple(person.INVITES), words),
    )
    chosen = _reminded(chosen, sent.texts.get("remind", "?"), words)
    await _answer(interaction, Change(chosen, lines=(person.notices_text(chosen, words),)))


async def _more_sent(interaction: Interaction, sent: components.Submitted) -> None:
    words, personal = words_of(interaction), services_of(interaction).personal
    lines = []
    for one in _of_features(interaction.client):
        if one.name in sent.texts:
            chosen = sent.says_yes(one.name, words)
            await personal.set_value(interaction.user.id, one, chosen)
            lines.append(person.choice_line(one.label, chosen, words))
    await _answer(interaction, Change(_chosen_by(interaction), lines=tuple(lines)))


async def _quiet_sent(interaction: Interaction, sent: components.Submitted) -> None:
    """Store the fields that could be parsed, and name those that could not."""
    words = words_of(interaction)
    change = Change(
        replace(
            _chosen_by(interaction),
            quiet_weekend=sent.says_yes("weekend", words),
            quiet_turns=sent.says_yes("turns", words),
        )
    )
    try:
        since, until = hours.read_quiet(sent.texts.get("hours", ""), words) or (None, None)
        quiet = replace(change.chosen, quiet_from=since, quiet_until=until)
        change = replace(change, chosen=quiet)
    except RefusalError as error:
        # Discord answers no modal by another one, so the rest is kept rather than typed again.
        change = replace(change, notes=(str(error),))
    await _answer(interaction, _in_zone(interaction, change, sent.texts.get("zone", "")))


async def _choose_zone(interaction: Interaction, press: components.Press) -> None:
    change = Change(_chosen_by(interaction))
    await _answer(interaction, _in_zone(interaction, change, press.chosen))


PRESSES: Final = (
    components.with_numbers(buttons.PREFERENCES, _show),
    components.on(buttons.PREFER_REMIND, _remind_chosen),
    components.on(buttons.PREFER_LANGUAGE, _language_chosen),
    components.with_numbers(buttons.PREFER_LOOKS, _prefer_looks),
    components.with_numbers(buttons.PREFER_NOTICES, _prefer_notices),
    components.with_numbers(buttons.PREFER_QUIET, _prefer_quiet),
    components.with_numbers(buttons.PREFER_MORE, _prefer_more),
    components.on(buttons.CHOOSE_ZONE, _choose_zone),
)
MODALS: Final = (
    components.on_form("arkadia:prefer-looks-form", _looks_sent),
    components.on_form("arkadia:prefer-notices-form", _notices_sent),
    components.on_form("arkadia:prefer-quiet-form", _quiet_sent),
    components.on_form("arkadia:prefer-more-form", _more_sent),
)
