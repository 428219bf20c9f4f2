"""Which edition somebody means, of those that are offered."""

from __future__ import annotations

from discord import app_commands

from engine.edition import Edition
from engine.edition_files import editions, load_edition
from ui.input.suggestions import choice


def edition_choices(typed: str) -> list[app_commands.Choice[str]]:
    """The editions that fit what was typed, the usual one first."""
    wanted = typed.casefold()
    return [choice(one.title, one.id) for one in editions() if wanted in one.title.casefold()]


def read_edition(typed: str | None) -> Edition:
    """The edition with that id or title; the usual one if nothing was typed.

    Raises:
        EditionError: if none is called so.
    """
    wanted = (typed or "").casefold()
    by_title = (one for one in editions() if one.title.casefold() == wanted)
    return next(by_title, None) or load_edition(typed)
