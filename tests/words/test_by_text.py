"""Turns and whole games are planned and taken by the text form alone."""

import random

import pytest

from engine import Edition, Position
from engine.actions import Build
from engine.events import BuildingCompleted
from engine.random_play import random_start
from engine.view import Phase
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.words import text_player
from words.fulltext import board_text, screen_text

NAMES = ("Ada", "Béla", "Cem", "Dora")


def texts(position: Position) -> tuple[str, str]:
    """What the person in turn can have read to them."""
    view = position.view(position.active)
    names = NAMES[: len(view.seats)]
    return board_text(view, names=names), screen_text(view, names=names)


@pytest.mark.slow
@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda edition: edition.id)
def test_a_game_is_played_by_text_alone(edition: Edition) -> None:
    rng = random.Random(7)
    position = Position(random_start(edition, "first-game", 2, rng))
    completed = placed = 0
    for _ in range(60):
        if position.over:
            break
        completed += take_must(position, rng)
        while not position.over and position.phase is Phase.CASTLE:
            position.apply(position.parse(text_player.castle(texts(position)[0])))
            placed += 1
        if not position.over:
            position.apply(position.parse("end"))
    assert completed
    assert placed


def take_must(position: Position, rng: random.Random) -> int:
    """Build or place workers by what the texts say, and see that they said the truth."""
    board, screen = texts(position)
    ways = text_player.builds(board, screen)
    if not position.start.mirror:
        assert set(ways) == {
            str(action)
            for action in position.legal_actions()
            if isinstance(action, Build) and str(action).split(" draw ")[1] == _draw(ways)
        }
    text = text_player.workers(board, screen)
    if text is None:
        text = rng.choice(ways) if ways else _any_worker(board, screen)
    events = position.apply(position.parse(text))
    done = [event for event in events if isinstance(event, BuildingCompleted)]
    if text.startswith("workers"):
        expect_payout(board, text, done[0] if done else None, position)
    return len(done)


def _draw(ways: list[str]) -> str:
    return ways[0].split(" draw ")[1] if ways else ""


def _any_worker(board: str, screen: str) -> str:
    own = int(text_player.line_after(screen, "Workers: ").split()[0])
    squares = [square for site in text_player.sites(board) for square in site.vacant]
    if not squares or screen.count("Workers: 0 own, 0 neutral"):
        return "pass"
    return f"workers {'own' if own else 'neutral'} {squares[0]}"


def expect_payout(
    board: str, text: str, event: BuildingCompleted | None, position: Position
) -> None:
    """The first building completed pays what its line said, and own workers placed beside it."""
    if event is None:
        return
    own, _, neutral = text.removeprefix("workers ").partition("neutral")
    mine = set(own.split()) - {"own"}
    bits = position.start.edition.square_bits
    for site in text_player.sites(board):
        if event.squares == sum(bits[name] for name in site.squares):
            assert set(site.vacant) <= mine | set(neutral.split())
            said = [site.gains[colour] for colour in position.start.colours]
            said[event.seat] += len(mine & set(site.vacant))
            assert tuple(said) == event.seals
            return
    raise AssertionError("a building was completed that no line told of")
