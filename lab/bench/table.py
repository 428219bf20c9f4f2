"""The benchmarks' table, one line for each measurement."""

from collections.abc import Iterable
from typing import Final, NamedTuple

_HEAD: Final = ("what", "ours", "", "beside", "", "ratio", "goal", "")


class Row(NamedTuple):
    """A measurement beside its peer, with its goal."""

    name: str
    ours: float
    unit: str
    peer: str = ""  # the peer measured in the same run; empty for none
    peers: float | None = None  # the peer's figure
    # the factor by which we are better than the peer, or above the floor; ``goal`` says which
    ratio: float | None = None
    goal: str = "for orientation"
    ok: bool = True  # True if the goal is reached

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells as they are printed."""
        peers = "" if self.peers is None else _figure(self.peers)
        ratio = "" if self.ratio is None else f"{_figure(self.ratio)}×"
        said = "ok" if self.ok else "short"
        return self.name, _figure(self.ours), self.unit, self.peer, peers, ratio, self.goal, said


def limited(name: str, ours: float, unit: str, most: float) -> Row:
    """Return the row of a figure that has no peer and should not exceed a limit."""
    return Row(name, ours, unit, goal=f"≤ {most:,g} {unit}", ok=ours <= most)


def above(name: str, ours: float, unit: str, floor: str, floors: float, most: float) -> Row:
    """Return the row of a cost that should not exceed a multiple of a floor."""
    ratio = ours / floors
    return Row(name, ours, unit, floor, floors, ratio, f"≤ {most:g}×", ratio <= most)


def _figure(value: float) -> str:
    """Return a figure with three significant digits."""
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def table(rows: Iterable[Row]) -> str:
    """Return the rows as lines with columns: names to the left, figures to the right."""
    lines = [_HEAD, *(row.cells for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    aligned = [
        [f"{cell:{'>' if at in (1, 4, 5) else '<'}{widths[at]}}" for at, cell in enumerate(line)]
        for line in lines
    ]
    return "\n".join("  ".join(line).rstrip() for line in aligned)
