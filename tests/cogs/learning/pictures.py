"""The picture of all forms of the box."""

from typing import Final

from i18n.translation import Words
from render import draw_forms
from tests.engine.scenes import EDITION
from tests.render.scenes import position_at

PICTURES: Final = {
    "forms": lambda: draw_forms(position_at("free-2", 0).view().edition, mirror=True),
}


def draw_all(words: Words) -> None:
    """Draws all that has words in it."""
    draw_forms(EDITION, words=words)
