"""The steps of a panel, one file each: its page, and where a press on it leads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ui.panel import routes
from ui.panel.page import PanelStep
from ui.panel.steps.banner import BannerStep
from ui.panel.steps.build import BuildStep
from ui.panel.steps.castle import CastleStep
from ui.panel.steps.choose import ChooseStep
from ui.panel.steps.end import EndStep
from ui.panel.steps.workers import WorkersStep

STEPS: Final[Mapping[str, PanelStep]] = MappingProxyType(
    {
        routes.CHOOSE: ChooseStep(),
        routes.BUILD: BuildStep(),
        routes.WORKERS: WorkersStep(),
        routes.CASTLE: CastleStep(),
        routes.BANNER: BannerStep(),
        routes.END: EndStep(),
    }
)
"""The steps by the name that stands in custom ids."""
