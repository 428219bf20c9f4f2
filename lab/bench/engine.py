"""The engine beside python-chess: legal placements, random play, replay.

Ours and the peer's are measured in turns, so that what slows the machine slows both, and in
processor time, so that what else runs on it counts little: all of this computes and never waits.
"""

import statistics
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, Final

import chess

from engine import Phase, Position, Record, legality, load_edition
from engine.random_play import random_action, random_game, random_start
from lab.bench.table import Row

ROUNDS: Final = 15
GAMES: Final = 20
PEERS_GAMES: Final = 2
POSITIONS: Final = 20
FIFTY_MOVES: Final = 100
MIDDLE_TURNS: Final = range(20, 28)
OPERA_GAME: Final = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5"
)
MIDDLE_PLIES: Final = range(12, 20)


def side_by_side(ours: Callable[[int], object], theirs: Callable[[int], object]) -> list[float]:
    """Return the median seconds of each; both run in turns, and the first round is left out."""
    took: list[list[float]] = [[], []]
    for number in range(ROUNDS + 1):
        for times, work in zip(took, (ours, theirs), strict=True):
            begin = process_time()
            work(number)
            times.append(process_time() - begin)
    return [statistics.median(times[1:]) for times in took]


def middle_games() -> list[Position]:
    """Return positions in the middle of random games, before a turn with four forms in hand."""
    found: list[Position] = []
    rng = Random(1)
    while len(found) < POSITIONS:
        position = Position(random_start(load_edition(), "first-game", 4, rng))
        while not position.over and position.turn < MIDDLE_TURNS.stop:
            hand = {card.form for card in position.hands[position.active]}
            middle = position.turn in MIDDLE_TURNS and position.phase is Phase.MUST
            # Four different forms, the dearest hand: cards of one form have the same places.
            if middle and len(hand) == load_edition().hand_size:
                found.append(position)
                break
            position.push(random_action(position, rng))
    return found


def middle_boards() -> list[Any]:
    """Return positions in the middle of a famous game of chess."""
    board = chess.Board()
    found = []
    for ply, move in enumerate(OPERA_GAME.split()):
        board.push_san(move)
        if ply in MIDDLE_PLIES:
            found.append(board.copy())
    return found


def play_chess(rng: Random) -> list[str]:
    """Play one game of chess at random, to its end or the rule of fifty moves; return its moves."""
    board = chess.Board()
    while board.halfmove_clock < FIFTY_MOVES and (moves := list(board.legal_moves)):
        board.push(moves[int(rng.random() * len(moves))])
    return [move.uci() for move in board.move_stack]


def placements() -> Row:
    """Measure the placements of a hand, beside the moves of a chess position."""
    positions, boards = middle_games(), middle_boards()

    def anchors(_: int) -> None:
        for position in positions * 20:
            for card in position.hands[position.active]:
                legality.anchors(position, card.form)

    def moves(_: int) -> None:
        for board in boards * 20:
            list(board.legal_moves)

    ours, theirs = side_by_side(anchors, moves)
    ours, theirs = (ours / len(positions) / 20 * 1e6, theirs / len(boards) / 20 * 1e6)
    ratio = theirs / ours
    ok, peer = ours <= 10 and ratio >= 2.5, "python-chess's legal moves"
    name = "legal placements of a hand"
    return Row(name, ours, "µs", peer, theirs, ratio, "≤ 10 µs, ≥ 2.5×", ok)


def random_play() -> Row:
    """Measure random games of four."""
    plies = [0, 0]

    def arkadia(number: int) -> None:
        rng = Random(number)
        for _ in range(GAMES):
            position = Position(random_start(load_edition(), "first-game", 4, rng))
            while not position.over:
                position.push(random_action(position, rng))
            plies[0] += position.ply

    def of_chess(number: int) -> None:
        rng = Random(number)
        plies[1] += sum(len(play_chess(rng)) for _ in range(PEERS_GAMES))

    took = side_by_side(arkadia, of_chess)
    ours, theirs = (count / (ROUNDS + 1) / one for count, one in zip(plies, took, strict=True))
    ok, goal = ours >= 100_000 and ours / theirs >= 2.5, "≥ 100,000, ≥ 2.5×"
    return Row("random play", ours, "actions/s", "python-chess", theirs, ours / theirs, goal, ok)


def replay() -> Row:
    """Measure the replay of a whole game from its record, every action parsed and checked."""
    rng = Random(1)
    text = random_game(random_start(load_edition(), "first-game", 4, rng), rng).to_json()
    plies = len(Record.from_json(text).actions)
    games = [play_chess(rng) for _ in range(10)]

    def ours_again(_: int) -> None:
        for _ in range(10):
            Record.from_json(text).replay()

    def theirs_again(_: int) -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    ours, theirs = side_by_side(ours_again, theirs_again)
    ours, theirs = ours * 100, theirs / sum(map(len, games)) * plies * 1000
    name, peer = f"replay of a record of {plies} actions", "python-chess, as many moves"
    return Row(name, ours, "ms", peer, theirs, theirs / ours, "< 1 ms", ours < 1)


def rows() -> list[Row]:
    """Measure all of the engine's rows."""
    return [placements(), random_play(), replay()]
