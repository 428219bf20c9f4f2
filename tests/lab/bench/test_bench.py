"""Two runs of the benchmarks compare."""

from __future__ import annotations

from lab.bench.against import compared, figures
from lab.bench.row import Row, table


def test_two_runs_compare_by_what_things_cost() -> None:
    def run(milliseconds: float, a_second: float) -> dict[tuple[str, str], list[float]]:
        rows = [
            Row("a command", milliseconds, "ms", "a constant", 0.5, 9, "≤ 3 ms, ≤ 3×", False),
            Row("random play", a_second, "actions/s", "", None, None, "≥ 2.5×", True),
        ]
        return {(name, unit): [figure] for name, unit, figure in figures(table(rows))}

    slower, faster = sorted(compared(run(4, 100_000), run(6, 125_000)), reverse=True)
    assert slower == "1.50×  4 → 6 ms  a command  (1.50)"
    assert faster == "0.80×  100000 → 125000 actions/s  random play  (0.80)"
