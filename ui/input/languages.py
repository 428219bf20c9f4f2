"""Read languages by their own names or codes."""

from __future__ import annotations

from i18n.translation import Words, languages, offered, own_name
from ui.answers import RefusalError
from ui.input.resembling import fits
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction


def read_language(typed: str, words: Words) -> str:
    """Return the code of the language that was typed or chosen.

    Raises:
        RefusalError: if no offered language has that name or code.
    """
    # By its own name: a person looking for their language may not read the one set now.
    wanted = typed.strip().casefold()
    for code in languages():
        if wanted in (code.casefold(), own_name(code).casefold()):
            return code
    known = offered(typed.strip())
    if known is None:
        names = words.all_of(own_name(code) for code in languages())
        raise RefusalError(words("I do not speak that language. I know: {names}.", names=names))
    return known


@quiet
async def language_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the languages that fit a typed text."""
    return languages_like(typed)


def languages_like(typed: str) -> Choices[str]:
    """Return the languages that fit a typed text."""
    return [
        choice(own_name(code), code)
        for code in languages()
        if fits(typed, f"{own_name(code)} {code}")
    ]
