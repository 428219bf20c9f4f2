"""The timer of a pause says nothing itself: the game it ends in is told as each game is."""

from collections.abc import Mapping
from typing import Final

from cogs.pause import OVER
from tests.e2e.notices import Kind

KINDS: Final[Mapping[str, Kind]] = {}
SILENT: Final = {OVER}
