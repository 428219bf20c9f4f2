"""One line of the benchmarks' table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_HEAD: Final = ("what", "ours", "", "beside", "", "ratio", "goal", "")


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, beside what, and whether that is as good as it should be.

    Attributes:
        name: what was measured.
        ours: our figure.
        unit: the unit of both figures, such as ``µs`` or ``actions/s``.
        peer: what was measured beside it in the same run; empty when nothing was.
        peers: its figure.
        ratio: how many times better than the peer we are, or how many times the floor we take;
            ``goal`` says which.
        goal: what is aimed at, such as ``≥ 2.5×`` or ``≤ 10 µs``.
        ok: whether the goal is reached.
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
        """The row as it is printed."""
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


def _figure(value: float) -> str:
    """A figure with three digits that count."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(rows: Iterable[Row]) -> str:
    """The rows as lines with columns: names to the left, figures to the right."""
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
