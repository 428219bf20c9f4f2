"""Read an edition's id or title, out of the offered editions."""

from __future__ import annotations

from engine.edition import Edition
from engine.edition_files import editions, load_edition
from ui.input.resembling import fits
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction


@quiet
async def edition_choices(interaction: Interaction, typed: str) -> Choices[str]:
    """Suggest the editions that fit a typed text."""
    return editions_like(typed)


def editions_like(typed: str) -> Choices[str]:
    """Return the editions that fit a typed text, the default first."""
    return [choice(one.title, one.id) for one in editions() if fits(typed, one.title)]


def read_edition(typed: str | None) -> Edition:
    """Return the edition with an id or title; the default if nothing was typed.

    Raises:
        EditionError: if no edition has that id or title.
    """
    wanted = (typed or "").casefold()
    by_title = (one for one in editions() if one.title.casefold() == wanted)
    return next(by_title, None) or load_edition(typed)
