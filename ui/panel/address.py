"""What stands in the custom id of a panel's button: which panel, where it stands, what is pressed.

``arkadia:turn:<game>:<seat>:<p or a><version>:<step>:<verb>:<numbers>``; menus say ``pick`` for
``turn`` and modals ``form``. Everything is a short word or a number of at most nine digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

PressKind = Literal["turn", "pick", "form"]

_REST: Final = (
    r":(?P<table>[0-9]{1,9}):(?P<seat>[0-9]):(?P<mode>[ap])(?P<version>[0-9]{1,9})"
    r":(?P<step>[a-z]{1,8}):(?P<verb>[a-z]{1,8})"
    r":(?P<numbers>(?:[0-9]{1,9}(?:\.[0-9]{1,9}){0,7})?)"
)


def template(kind: PressKind) -> str:
    """The pattern of the custom ids of one kind."""
    return f"arkadia:{kind}{_REST}"


@dataclass(frozen=True, slots=True)
class PanelAddress:
    """Where a panel stands.

    Attributes:
        table: the number of the game.
        seat: whose panel it is.
        ahead: whether a later turn is prepared, instead of one taken now.
        version: what the panel shows: the length of the log in one's turn; when preparing, the
            actions before the turn that is being played.
        step: the name of the step.
        numbers: what was chosen in the step so far; the step gives them their sense.
    """

    table: int
    seat: int
    ahead: bool
    version: int
    step: str
    numbers: tuple[int, ...] = ()

    def at(self, step: str, *numbers: int) -> PanelAddress:
        """Another step of the same panel, or the same one with other numbers."""
        return replace(self, step=step, numbers=numbers)

    def custom_id(self, kind: PressKind, verb: str) -> str:
        """The custom id of a component of this panel; the verb tells the components apart."""
        mode = "a" if self.ahead else "p"
        numbers = ".".join(str(number) for number in self.numbers)
        return (
            f"arkadia:{kind}:{self.table}:{self.seat}:{mode}{self.version}"
            f":{self.step}:{verb}:{numbers}"
        )

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[PanelAddress, str]:
        """The panel and the verb of a custom id that matched."""
        numbers = match["numbers"]
        address = cls(
            int(match["table"]),
            int(match["seat"]),
            match["mode"] == "a",
            int(match["version"]),
            match["step"],
            tuple(int(number) for number in numbers.split(".")) if numbers else (),
        )
        return address, match["verb"]
