"""Editions, languages, levels and presets as options and entries of menus, read by their names."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import discord

from engine import edition, edition_files
from i18n.translation import N_, SOURCE, Words, languages, offered, own_name, words_for
from players.levels import OPPONENTS
from tabletop.time_control import GAME_PRESETS, Lengths, Preset
from ui.answers import RefusalError
from ui.features import features_of
from ui.input.suggestions import Choices, Suggest, choice, quiet
from ui.input.typed import fits
from ui.interactions import Interaction, guild_of, server_of, services_of, words_of
from ui.texts.lobby import PRESET_NAMES, lasting

LIKE_ME: Final = "like-me"  # the value of the level about as strong as who chooses it


class Offered(NamedTuple):
    """A level of computer players as it is offered: value, caption, and what to expect."""

    value: str
    caption: str
    note: str


def offered_levels(words: Words, *, as_oneself: bool = True) -> Iterator[Offered]:
    """Yield the levels of computer players that are offered, the weakest first."""
    if as_oneself:
        caption, note = N_("About as strong as me"), N_("Based on my games against computers")
        yield Offered(LIKE_ME, words(caption), words(note))
    for level in OPPONENTS:
        yield Offered(level.name, words(level.caption), words(level.note))


@quiet
async def edition_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the editions that fit a typed text."""
    return editions_like(typed)


def editions_like(typed: str) -> Choices[str]:
    """Return the editions that fit a typed text, the default first."""
    return [choice(one.title, one.id) for one in edition_files.editions() if fits(typed, one.title)]


def read_edition(typed: str | None) -> edition.Edition:
    """Return the edition with an id or title; the default if nothing was typed."""
    wanted = (typed or "").casefold()
    by_title = (one for one in edition_files.editions() if one.title.casefold() == wanted)
    return next(by_title, None) or edition_files.load_edition(typed)


def read_language(typed: str, words: Words) -> str:
    """Return the code of the language that was typed or chosen."""
    # By its own name: a person looking for their language may not read the one set now.
    wanted = typed.strip().casefold()
    for code in languages():
        if wanted in (code.casefold(), own_name(code).casefold()):
            return code
    known = offered(typed.strip())
    if known is None:
        names = words.all_of(own_name(code) for code in languages())
        raise RefusalError(words("I don't speak that language. I know: {names}.", names=names))
    return known


@quiet
async def language_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the languages that fit a typed text."""
    return languages_like(typed)


def languages_like(typed: str) -> Choices[str]:
    """Return the languages that fit a typed text."""
    named = [(own_name(code), code) for code in languages()]
    return [choice(name, code) for name, code in named if fits(typed, f"{name} {code}")]


async def read_level(interaction: Interaction, typed: str) -> str:
    """Return the name of the level that was typed or chosen."""
    words, wanted = words_of(interaction), typed.strip().casefold()
    # English captions work in every language, as they do for cards.
    for spoken in (words, words_for(SOURCE)):
        for level in offered_levels(spoken):
            if wanted in (level.value, level.caption.casefold()):
                chosen = level.value
                return await own_level(interaction) if chosen == LIKE_ME else chosen
    names = words.all_of(words(level.caption) for level in OPPONENTS)
    sentence = N_("There's no such computer player. You can choose: {names}.")
    raise RefusalError(words(sentence, names=names))


async def own_level(interaction: Interaction) -> str:
    """Return the level about as strong as a person; the weakest before their first game's end."""
    services, person = services_of(interaction), interaction.user.id
    if await services.personal.is_newcomer(person):
        return OPPONENTS[0].name
    guild = server_of(interaction)
    for feature in features_of(interaction.client):
        if guild is not None and (level := await feature.level(guild, person)):
            return level
    return OPPONENTS[1].name


@quiet
async def level_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Return the levels that fit a typed text, with what to expect of them."""
    words = words_of(interaction)
    newcomer = await services_of(interaction).personal.is_newcomer(interaction.user.id)
    return [
        choice(words.labelled(level.caption, level.note), level.value)
        for level in offered_levels(words, as_oneself=not newcomer)
        if fits(typed, f"{level.caption} {level.value}")
    ]


USUAL_SEATS: Final = 4  # the people of a game whose length is told where their number is not known


def read_preset(interaction: Interaction, typed: str | None) -> Preset | None:
    """Return the preset with a name; None where none was chosen."""
    if typed is None:
        return None
    wanted, words = typed.strip().casefold(), words_of(interaction)
    for name, preset in GAME_PRESETS.items():
        if wanted in (name, words(PRESET_NAMES[name]).casefold()):
            return preset
    names = words.listing(GAME_PRESETS)
    raise RefusalError(words("Choose one of the presets: {names}.", names=names))


def preset_choices(seats: int | None = None) -> Suggest[str]:
    """Return an autocomplete of the presets, each with the length of a game by its seats."""

    @quiet
    async def suggest(interaction: Interaction, typed: str) -> Choices[str]:
        chosen = seats or getattr(interaction.namespace, "seats", None)
        count = chosen if isinstance(chosen, int) else USUAL_SEATS
        words = words_of(interaction)
        found = []
        for name, preset in GAME_PRESETS.items():
            title = words(PRESET_NAMES[name])
            if typed.casefold() in name or typed.casefold() in title.casefold():
                lasts = await _lasting(interaction, preset, count)
                found.append(choice(words.labelled(title, lasts) if lasts else title, name))
        return found

    return suggest


async def preset_options(
    interaction: Interaction, now: Preset | None, seats: int
) -> list[discord.SelectOption]:
    """Return the presets as entries of a menu for a number of people, one of them marked."""
    words = words_of(interaction)
    return [
        discord.SelectOption(
            label=words(PRESET_NAMES[name]),
            value=name,
            description=(await _lasting(interaction, preset, seats))[:100] or None,
            default=preset == now,
        )
        for name, preset in GAME_PRESETS.items()
    ]


async def _lasting(interaction: Interaction, preset: Preset, seats: int) -> str:
    """Return how long a game of a preset lasts here; empty if none can say."""
    length = await services_of(interaction)[Lengths].of(guild_of(interaction), preset.clock, seats)
    return lasting(length, words_of(interaction)) if length else ""
