"""The options of a picture: its theme, its size, the kind of an icon."""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

from i18n.translation import NC_
from render.colours import SURFACES, Surface

IconKind: TypeAlias = Literal["seal", "worker", "gold"]


class Theme(Enum):
    """The background of Discord that a picture is made for; each has an entry in ``SURFACES``."""

    DARK = NC_("background", "dark")
    LIGHT = NC_("background", "light")

    @property
    def surface(self) -> Surface:
        """The colours round the board."""
        return SURFACES[self.value]


class Size(Enum):
    """The size of a board: the pixels of a picture, from the same drawing."""

    NORMAL = (1220, 776)
    LARGE = (1525, 970)

    @property
    def scale(self) -> float:
        """Pixels for one unit of the drawing, which is 1220 units wide."""
        return self.value[0] / 1220
