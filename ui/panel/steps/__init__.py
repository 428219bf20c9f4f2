"""The steps of a panel, one file each: its page, and where a press on it leads."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from ui.panel.page import Numbers, Outcome, Page, Values
from ui.panel.player import BANNER, BUILD, CASTLE, CHOOSE, END, WORKERS, PanelPlayer
from ui.panel.steps import build, seals, turn, workers


class PanelStep(Protocol):
    """A step of the panel, which draws its page and handles presses.

    A step has no state: the choices made so far stand in the numbers of the custom id. Numbers,
    verbs and values that make no sense in it are a ``NotOfferedError``.
    """

    def draw(self, player: PanelPlayer, numbers: Numbers) -> Page:
        """Return the page that shows the choices made so far."""
        ...

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Return the outcome of a press, with what was chosen in a menu or filled in."""
        ...


STEPS: Final[Mapping[str, PanelStep]] = MappingProxyType(
    {
        CHOOSE: turn.ChooseStep(),
        BUILD: build.BuildStep(),
        WORKERS: workers.WorkersStep(),
        CASTLE: seals.CastleStep(),
        BANNER: seals.BannerStep(),
        END: turn.EndStep(),
    }
)
"""The steps by the name that stands in custom ids."""
