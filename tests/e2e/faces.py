"""The buttons and menus that the bot's modules name."""

import sys
from importlib import import_module

from bot import EXTENSIONS
from ui.components import Face


def all_faces() -> list[Face]:
    for extension in EXTENSIONS:
        import_module(extension)
    modules = [one for name, one in sys.modules.items() if name.startswith(("ui.", "cogs."))]
    found = [face for module in modules for face in vars(module).values()]
    return [*{face.what: face for face in found if isinstance(face, Face)}.values()]
