"""Every button and menu that is shown does something, and only one thing."""

from __future__ import annotations

from cogs.arkadia import Arkadia
from cogs.club import ClubCog
from cogs.daily import DailyCog
from cogs.leagues import LeaguesCog
from cogs.moderation import Moderation
from ui import buttons
from ui.components.faces import Face

COGS = (Arkadia, ClubCog, DailyCog, LeaguesCog, Moderation)
FACES = {name: face for name, face in vars(buttons).items() if isinstance(face, Face)}


def test_each_face_has_one_press() -> None:
    patterns = [press.pattern for cog in COGS for press in cog.presses]
    for name, face in FACES.items():
        custom_id = face.custom_id(*range(face.count))
        assert sum(pattern.fullmatch(custom_id) is not None for pattern in patterns) == 1, name
