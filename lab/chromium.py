"""The browser that tests and benchmarks drive."""

from __future__ import annotations

import shutil
from typing import Final

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Programs that will do. The first has no windows of its own, which cost four fifths of a page."""

CHROMIUM: Final = next((found for name in NAMES if (found := shutil.which(name))), None)
"""The browser, if there is one on this machine."""
