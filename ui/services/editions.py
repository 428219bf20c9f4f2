"""The editions that this bot offers: the project's own, and those of a folder beside them."""

from __future__ import annotations

import logging

from engine.edition_files import BUILT_IN, SHELF
from runtime.settings import Settings

log = logging.getLogger("arkadia.editions")


def offer_editions(settings: Settings) -> None:
    """Read the files of editions; a wrong one is left out, and the log says why."""
    folders = [settings.editions] if settings.editions else []
    SHELF.look_in(BUILT_IN, *folders, default=settings.edition)
    for name, why in SHELF.problems.items():
        log.warning("Edition left out", extra={"edition": name, "why": why})
