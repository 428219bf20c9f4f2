"""The master builder: plays out what the journeyman finds best."""

from __future__ import annotations

from players.journeyman import Journeyman


class Master(Journeyman):
    """The strongest player."""
