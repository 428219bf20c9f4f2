"""Read levels of computer players: by name, or as strong as the person."""

from __future__ import annotations

from i18n.translation import SOURCE, words_for
from players.levels import OPPONENTS
from ui.answers import RefusalError
from ui.input.resembling import fits
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.texts.levels import LIKE_ME, offered_levels


async def read_level(interaction: Interaction, typed: str) -> str:
    """Return the name of the level that was typed or chosen.

    Raises:
        RefusalError: if there is none of that name.
    """
    words, wanted = words_of(interaction), typed.strip().casefold()
    # English captions work in every language, as they do for cards.
    for spoken in (words, words_for(SOURCE)):
        for level in offered_levels(spoken):
            if wanted in (level.value, level.caption.casefold()):
                chosen = level.value
                return await own_level(interaction) if chosen == LIKE_ME else chosen
    names = words.all_of(words(level.caption) for level in OPPONENTS)
    raise RefusalError(words("There is no such computer player. There are: {names}.", names=names))


async def own_level(interaction: Interaction) -> str:
    """Return the level about as strong as a person; the weakest before their first game's end."""
    services, person = services_of(interaction), interaction.user.id
    if await services.personal.is_newcomer(person):
        return OPPONENTS[0].name
    level = await services.club.level(guild_of(interaction), person)
    return level or OPPONENTS[1].name


@quiet
async def level_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Return the levels that fit a typed text, with what to expect of them."""
    words = words_of(interaction)
    newcomer = await services_of(interaction).personal.is_newcomer(interaction.user.id)
    return [
        # Translators: a level of computer players, and what to expect of it
        choice(words("{level}: {note}", level=level.caption, note=level.note), level.value)
        for level in offered_levels(words, as_oneself=not newcomer)
        if fits(typed, f"{level.caption} {level.value}")
    ]
