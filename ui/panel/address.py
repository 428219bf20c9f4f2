"""The custom ids of a panel's components: they hold all of the panel's state.

``arkadia:turn:<game>:<seat>:<p or a><version>:<step>:<verb>:<numbers>``; menus say ``pick`` for
``turn`` and modals ``form``. Everything is a short word or a number of at most nine digits. Once
history was lost, ``e<epoch>`` follows the version, which may come again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

PressKind = Literal["turn", "pick", "form"]

# Custom ids come back from clients and may be forged, so the pattern bounds every part of them:
# no number is longer than any that the panel writes itself needs to be.
_REST: Final = (
    r":(?P<table>[0-9]{1,9}):(?P<seat>[0-9]):(?P<mode>[ap])(?P<version>[0-9]{1,9})"
    r"(?:e(?P<epoch>[0-9]{1,12}))?"
    r":(?P<step>[a-z]{1,8}):(?P<verb>[a-z]{1,8})"
    r":(?P<numbers>(?:[0-9]{1,9}(?:\.[0-9]{1,9}){0,7})?)"
)


def template(kind: PressKind) -> str:
    """Return the regular expression for the custom ids of one kind of component."""
    return f"arkadia:{kind}{_REST}"


@dataclass(frozen=True, slots=True)
class PanelAddress:
    """A place in a panel: the game, the seat, the version, the step and its numbers.

    >>> address = PanelAddress(12, 0, False, 34, "build", (3, 1, 70, 0))
    >>> custom_id = address.custom_id("turn", "left")
    >>> custom_id
    'arkadia:turn:12:0:p34:build:left:3.1.70.0'
    >>> PanelAddress.read(re.fullmatch(template("turn"), custom_id)) == (address, "left")
    True

    Attributes:
        table: the number of the game.
        seat: the seat whose panel it is.
        ahead: True while a later turn is prepared, instead of one taken now.
        version: for optimistic concurrency: the length of the log in one's own turn; when
            preparing, the number of actions before the turn that is being played.
        step: the name of the step.
        numbers: the choices made in the step so far; each step gives them their sense.
        epoch: the stretch of history that the version belongs to.
    """

    table: int
    seat: int
    ahead: bool
    version: int
    step: str
    numbers: tuple[int, ...] = ()
    epoch: int = 0

    def custom_id(self, kind: PressKind, verb: str) -> str:
        """Return the custom id of a component; the verb tells a panel's components apart."""
        # The two modes count versions differently, so a button of one must never pass for the
        # other's.
        mode = "a" if self.ahead else "p"
        numbers = ".".join(str(number) for number in self.numbers)
        epoch = f"e{self.epoch}" if self.epoch else ""
        return (
            f"arkadia:{kind}:{self.table}:{self.seat}:{mode}{self.version}{epoch}"
            f":{self.step}:{verb}:{numbers}"
        )

    @classmethod
    def read(cls, match: re.Match[str]) -> tuple[PanelAddress, str]:
        """Return the panel and the verb that a matched custom id names."""
        numbers = match["numbers"]
        address = cls(
            int(match["table"]),
            int(match["seat"]),
            match["mode"] == "a",
            int(match["version"]),
            match["step"],
            tuple(int(number) for number in numbers.split(".")) if numbers else (),
            int(match["epoch"] or 0),
        )
        return address, match["verb"]
