"""The screen of a server's settings: all that moderators choose, of the core and of features."""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from i18n.translation import N_, NC_, Words, languages, own_name
from runtime.limits import ROLE_MINUTES
from runtime.logs import pseudonym
from ui import interactions
from ui.answers import RefusalError, put
from ui.components import MenuFace, Press, PressHandler, on, view_of
from ui.features import POSTABLE, Setting, features_of
from ui.input.choices import read_language
from ui.interactions import Interaction, guild_of, may_moderate, services_of, words_of
from ui.public.announcement import Announcing, announce_in, announcing, missing_for_announcements

log = logging.getLogger("arkadia.moderation")

CHOOSE: Final = MenuFace("server-settings", NC_("button", "Choose a setting"))
"""The number differs each time: Discord sends nothing where the same entry of the same menu is
chosen again, as after a refusal."""

BY_DISCORD: Final = "discord"  # stands for the language that Discord's settings of the server say


async def must_moderate(interaction: Interaction) -> None:
    """Refuse what only moderators and the bot's owner may do."""
    if not await may_moderate(interaction):
        words = words_of(interaction)
        raise RefusalError(words("Only moderators (people with *Manage Server*) can do this."))


async def show_settings(interaction: Interaction, chosen: str = "", note: str = "") -> None:
    """Show all settings of a server, and the menu of the chosen one if it is there."""
    await must_moderate(interaction)
    words, lines, view = words_of(interaction), list[str](), view_of()
    settings = {one.name: one for one in _settings(interaction.client)}
    for one in settings.values():
        value = _value(one, await one.value(interaction), words)
        lines.append(f"- {words.labelled(words(one.label), value)}")
    options = [
        discord.SelectOption(label=words(one.label), value=one.name, default=one.name == chosen)
        for one in settings.values()
    ]
    number = interaction.id % 10**9
    view.add_item(CHOOSE.menu(number, options=options, words=words))
    if (setting := settings.get(chosen)) is not None:
        sentence = await setting.sentence(interaction)
        lines += ["", f"**{words(setting.label)}**", *([f"➡ {note}"] if note else []), sentence]
        for item in await _menu(interaction, setting, number):
            view.add_item(item)
    await put(interaction, "\n".join([words("**Server settings**"), *lines]), view=view)


def _settings(client: discord.Client) -> Sequence[Setting]:
    return [*CORE, *(setting for feature in features_of(client) for setting in feature.settings)]


def _value(setting: Setting, value: str | None, words: Words) -> str:
    if value is None:
        return words.context("setting", "off")
    if setting.options is not None:
        return str(setting.options(words).get(value, value))
    return f"<#{value}>" if setting.channels else f"<@&{value}>"


async def _menu(
    interaction: Interaction, setting: Setting, number: int
) -> list[discord.ui.Item[Any]]:
    """Return the menu by which a setting is chosen, and the button that turns it off."""
    words, value = words_of(interaction), await setting.value(interaction)
    custom_id = f"arkadia:setting:{setting.name}:{number}"
    # Translators: the caption of a menu of options, channels or roles.
    prompt = words.context("button", "Choose…")
    if setting.options is not None:
        options = [
            discord.SelectOption(label=label, value=one, default=one == value)
            for one, label in setting.options(words).items()
        ]
        return [discord.ui.Select(custom_id=custom_id, placeholder=prompt, options=options)]
    # Without the present value, which stands in the text: its channel may be gone.
    menu: discord.ui.Item[Any] = discord.ui.RoleSelect(custom_id=custom_id, placeholder=prompt)
    if setting.channels:
        menu = discord.ui.ChannelSelect(
            custom_id=custom_id, placeholder=prompt, channel_types=list(setting.channels)
        )
    off: discord.ui.Button[Any] = discord.ui.Button(
        label=words.context("button", "Turn off"),
        custom_id=f"arkadia:setting-off:{setting.name}",
        disabled=value is None,
    )
    return [menu, off]


async def _choose(interaction: Interaction, press: Press) -> None:
    await show_settings(interaction, press.chosen)


async def _set(interaction: Interaction, press: Press) -> None:
    """Give a setting the chosen value, or turn it off; a refusal stands beside the menu."""
    await must_moderate(interaction)
    name, note = press.match["name"], ""
    setting = next((one for one in _settings(interaction.client) if one.name == name), None)
    if setting is not None:
        value = press.chosen or None
        try:
            await _must_be_offered(interaction, setting, value)
            await setting.choose(interaction, value)
        except RefusalError as error:
            note = str(error)
        else:
            who = {"guild": guild_of(interaction), "by": pseudonym(interaction.user.id)}
            log.info("Setting", extra={**who, "setting": name, "now": value})
    await show_settings(interaction, name, note)


async def _must_be_offered(interaction: Interaction, setting: Setting, value: str | None) -> None:
    """Refuse what the menu does not offer, and a channel in which the bot may not write."""
    words = words_of(interaction)
    if value is None and setting.options is None:
        return
    if setting.options is not None:
        offered = value in setting.options(words)
    else:
        # Checked again, although Discord's menus offer nothing else: a request may be forged.
        data: Mapping[str, Any] = interaction.data or {}
        kind = "channels" if setting.channels else "roles"
        offered = value in data.get("resolved", {}).get(kind, {})
    if offered and setting.channels:
        number = int(value or 0)
        found = await interactions.here(interaction, number)
        if found is None:
            raise RefusalError(words("Discord didn't answer. Please choose again."))
        if lacks := interactions.what_lacks(interaction, number, found, interactions.WRITING):
            raise RefusalError(lacks)
        offered = found.channel is not None and found.channel.type in setting.channels
    if not offered:
        raise RefusalError(words("Choose one of the options in the form."))


async def _language(interaction: Interaction) -> str:
    """Return the language that moderators chose, else what stands for that of Discord."""
    store = services_of(interaction).tables.store
    return await interactions.chosen_language(store, guild_of(interaction)) or BY_DISCORD


async def _language_told(interaction: Interaction) -> str:
    words = words_of(interaction)
    return words(
        "My public messages here (new games, leagues, the weekly summary) are in "
        "{language}. Each game can have its own language.",
        language=own_name(await interactions.public_language(interaction)),
    )


async def _set_language(interaction: Interaction, value: str | None) -> None:
    spoken = None if value in (None, BY_DISCORD) else read_language(value, words_of(interaction))
    store = services_of(interaction).tables.store
    await interactions.choose_language(store, guild_of(interaction), spoken)


def _languages(words: Words) -> Mapping[str, str]:
    own = words("the server's language in Discord")
    return {BY_DISCORD: own, **{code: own_name(code) for code in languages()}}


async def _announcing(interaction: Interaction) -> Announcing | None:
    return await announcing(services_of(interaction).tables.store, guild_of(interaction))


async def _place(interaction: Interaction) -> str | None:
    chosen = await _announcing(interaction)
    return None if chosen is None else str(chosen.channel)


async def _place_told(interaction: Interaction) -> str:
    words = words_of(interaction)
    text = words("Open games are announced in this channel, if everybody in it can see them.")
    return await _with_lacks(interaction, text)


async def _with_lacks(interaction: Interaction, text: str) -> str:
    chosen = await _announcing(interaction)
    lacks = await missing_for_announcements(interaction, chosen) if chosen else []
    return "\n".join([text, *lacks])


async def _set_place(interaction: Interaction, value: str | None) -> None:
    before = await _announcing(interaction)
    role = before.role if before else None
    now = None if value is None else Announcing(int(value), role)
    await announce_in(services_of(interaction).tables.store, guild_of(interaction), now)


async def _role(interaction: Interaction) -> str | None:
    chosen = await _announcing(interaction)
    return None if chosen is None or chosen.role is None else str(chosen.role)


async def _role_told(interaction: Interaction) -> str:
    words = words_of(interaction)
    sentence = N_("Announcements notify this role, at most once every {minutes} minutes.")
    return await _with_lacks(interaction, words(sentence, minutes=ROLE_MINUTES))


async def _set_role(interaction: Interaction, value: str | None) -> None:
    before = await _announcing(interaction)
    if before is None:
        words = words_of(interaction)
        raise RefusalError(words("First choose the channel for announcements."))
    now = Announcing(before.channel, int(value) if value else None)
    await announce_in(services_of(interaction).tables.store, guild_of(interaction), now)


CORE: Final = (
    Setting(
        "language", N_("Language"), _language, _language_told, _set_language, options=_languages
    ),
    Setting("announce", N_("Announcements"), _place, _place_told, _set_place, channels=POSTABLE),
    Setting("role", N_("Role that announcements notify"), _role, _role_told, _set_role),
)

PRESSES: Final = (
    on(CHOOSE, _choose),
    PressHandler(re.compile("arkadia:setting:(?P<name>[a-z]{1,20}):[0-9]{1,9}"), _set),
    PressHandler(re.compile("arkadia:setting-off:(?P<name>[a-z]{1,20})"), _set),
)
