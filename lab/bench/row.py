"""One line of the benchmarks' table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_HEAD: Final = ("what", "ours", "", "beside", "", "ratio", "goal", "")


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement beside its peer, with its goal.

    Attributes:
        name: the name of the measurement.
        ours: our figure.
        unit: the unit of both figures, such as ``µs`` or ``actions/s``.
        peer: the peer measured in the same run; empty for none.
        peers: the peer's figure.
        ratio: the factor by which we are better than the peer, or above the floor; ``goal`` says
            which.
        goal: the goal in words, such as ``≥ 2.5×`` or ``≤ 10 µs``.
        ok: True if the goal is reached.
    """

    name: str
    ours: float
    unit: str
    peer: str
    peers: float | None
    ratio: float | None
    goal: str
    ok: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells as they are printed."""
        return (
            self.name,
            _figure(self.ours),
            self.unit,
            self.peer,
            "" if self.peers is None else _figure(self.peers),
            "" if self.ratio is None else f"{_figure(self.ratio)}×",
            self.goal,
            "ok" if self.ok else "short",
        )


def limited(name: str, ours: float, unit: str, most: float) -> Row:
    """Return the row of a figure that has no peer and should not exceed a limit."""
    return Row(name, ours, unit, "", None, None, f"≤ {most:,g} {unit}", ours <= most)


def _figure(value: float) -> str:
    """Return a figure with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(rows: Iterable[Row]) -> str:
    """Return the rows as lines with columns: names to the left, figures to the right."""
    lines = [_HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    figures = (1, 4, 5)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in figures else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
