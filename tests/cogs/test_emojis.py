"""The names of our emojis change with their drawings."""

import hashlib
import io

from PIL import Image

from cogs.upkeep import LOOK
from render import draw_icon
from ui.texts.markup import MARKS


def test_another_drawing_is_another_emoji() -> None:
    look = hashlib.blake2b(digest_size=3)
    for icon in MARKS:
        with Image.open(io.BytesIO(draw_icon(icon.kind, icon.which))) as picture:
            look.update(picture.convert("RGBA").tobytes())
    assert look.hexdigest() == LOOK
