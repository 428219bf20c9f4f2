"""Two runs of the benchmarks compare."""

from lab.bench.against import Figures, compared, figures
from lab.bench.row import Row, table


def run(*rows: Row) -> Figures:
    """The figures of one run, as they are read from its table."""
    return figures(table(rows))


def a_command(milliseconds: float, constant: float = 0.5) -> Row:
    ratio = milliseconds / constant
    return Row("a command", milliseconds, "ms", "a constant", constant, ratio, "≤ 3×", ratio <= 3)


def play(a_second: float, peer: str = "", peers: float | None = None) -> Row:
    ratio = peers and a_second / peers
    return Row("random play", a_second, "actions/s", peer, peers, ratio)


def test_two_runs_compare_by_what_things_cost() -> None:
    before, now = run(a_command(4), play(100_000)), run(a_command(6), play(125_000))
    slower, faster = sorted(compared(before, now), reverse=True)
    assert slower == "1.50×; to its peer 1.50×  4 → 6 ms  a command  (1.50)"
    assert faster == "0.80×  100000 → 125000 actions/s  random play  (0.80)"


def test_a_row_beside_two_peers_counts_once() -> None:
    both = table([play(100_000, "one", 90), play(100_000, "another", 80)])
    assert figures(both) == {("random play", "actions/s"): [(100_000, 90)]}


def test_a_peer_that_was_slower_too_tells_that_it_was_the_machine() -> None:
    [line] = compared(run(a_command(4)), run(a_command(8, constant=1)))
    assert line == "2.00×; to its peer 1.00×  4 → 8 ms  a command  (2.00)"


def test_what_one_checkout_alone_has_is_named() -> None:
    lines = [*compared(run(a_command(4)), run(play(1)))]
    assert lines == ["only before: a command, 4 ms", "only now: random play, 1 actions/s"]
