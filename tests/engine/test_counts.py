"""Counting: how many ways there are to play, which any slip in the rules would change."""

import pytest

from engine.actions import Build, Workers
from engine.position import Position
from engine.record import Record
from engine.start import Start
from tests.editions import SMALL
from tests.engine.renew_records import FOLDER
from tests.engine.scenes import EDITION


def ways(position: Position, plies: int) -> int:
    """How many sequences of so many actions there are."""
    if plies == 1:
        return sum(1 for _ in position.legal_actions())
    total = 0
    for action in position.legal_actions():
        after = position.copy()
        after.push(action)
        total += ways(after, plies - 1)
    return total


def small(setup: str) -> Position:
    deck = SMALL.deck(first_game=setup == "first-game")
    return Position(Start.create(SMALL, setup, ("red", "pink"), deck))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "counts"),
    [("free", [75, 150, 6505, 19290]), ("first-game", [966, 1992, 255856])],
)
def test_the_small_editions_ways(setup: str, counts: list[int]) -> None:
    assert [ways(small(setup), plies) for plies in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("setup", "mirror", "builds", "placements"),
    [
        # Round the lot are fourteen squares, for one to three workers: 14 + 91 + 364.
        ("free", False, 640, 469),
        ("first-game", False, 1088, 2200),
        ("first-game", True, 1536, 2200),
    ],
)
def test_the_first_actions_of_a_sorted_deck(
    setup: str, mirror: bool, builds: int, placements: int
) -> None:
    deck = EDITION.deck(first_game=setup == "first-game")[::-1]
    start = Start.create(EDITION, setup, ("violet", "green"), deck, mirror=mirror)
    actions = list(Position(start).legal_actions())
    assert sum(isinstance(action, Build) for action in actions) == builds
    assert sum(isinstance(action, Workers) for action in actions) == placements


def test_places_along_a_golden_game() -> None:
    """Places for a tile of each form before every twentieth action."""
    line = (FOLDER / "free-3.jsonl").read_text("utf-8").splitlines()[0]
    record = Record.from_json(line)
    position = Position(record.start)
    cards = {card.form: card for card in EDITION.cards}
    counted = []
    for action in record.actions:
        if position.ply % 20 == 0:
            counted.append([len(list(position.placements(cards[form]))) for form in cards])
        position.push(action)
    assert counted == [
        [32, 68, 36, 72, 36, 76, 40],
        [57, 105, 55, 97, 49, 102, 55],
        [72, 127, 61, 102, 51, 106, 57],
        [85, 136, 63, 99, 49, 97, 52],
        [73, 98, 55, 70, 33, 67, 39],
        [60, 58, 31, 23, 12, 26, 14],
        [26, 20, 12, 7, 3, 6, 4],
        [13, 0, 5, 0, 0, 0, 1],
        [7, 0, 1, 0, 0, 0, 0],
    ]
