"""The engine beside python-chess and catanatron: legal placements, random play, replay, copies.

Ours and the peer's are measured in turns, so that what slows the machine slows both, and in
processor time, so that what else runs on it counts little: all of this computes and never waits.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, Final

import catanatron
import chess

from engine import legality
from engine.edition_files import load_edition
from engine.position import Position
from engine.random_play import play_out, random_action, random_game, random_start
from engine.record import Record
from engine.view import Phase
from lab.bench.row import Row

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

Rated = Callable[[int], float]
"""A measurement: it takes the number of the round and returns a figure of speed."""


def side_by_side(*rated: Rated) -> list[float]:
    """Return the median of each measurement; all run in turns, and the first round is left out."""
    rounds = [[rate(number) for rate in rated] for number in range(ROUNDS + 1)][1:]
    return [statistics.median(figures) for figures in zip(*rounds, strict=True)]


def micros(work: Callable[[], object], times: int) -> Rated:
    """Return a function that measures the microseconds of one call of ``work``."""

    def rate(_: int) -> float:
        begin = process_time()
        for _ in range(times):
            work()
        return (process_time() - begin) / times * 1e6

    return rate


def per_second(play: Callable[[Random], int], games: int) -> Rated:
    """Return a function that plays games and measures the actions a second."""

    def rate(number: int) -> float:
        rng = Random(number)
        begin = process_time()
        actions = sum(play(rng) for _ in range(games))
        return actions / (process_time() - begin)

    return rate


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


def play_arkadia(rng: Random) -> int:
    """Play one game with four seats at random and return its number of actions."""
    position = Position(random_start(load_edition(), "first-game", 4, rng))
    play_out(position, rng)
    return position.ply


def play_chess(rng: Random) -> int:
    """Play one game of chess at random, to its end or the rule of fifty moves."""
    board = chess.Board()
    while board.halfmove_clock < FIFTY_MOVES:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(rng.random() * len(moves))])
    return int(board.ply())


def play_catan(rng: Random) -> int:
    """Play one game of Catan with four random players and return its number of actions."""
    players = [catanatron.RandomPlayer(colour) for colour in catanatron.Color]
    game = catanatron.Game(players, seed=1 + int(rng.random() * 2**31))
    game.play()
    return len(game.state.actions)


def a_record() -> Record:
    """Return the record of a game of four."""
    rng = Random(1)
    return random_game(random_start(load_edition(), "first-game", 4, rng), rng)


def chess_moves(plies: int) -> list[str]:
    """Return the first ``plies`` moves of a random game of chess."""
    rng = Random(1)
    board = chess.Board()
    while board.ply() < plies:
        moves = list(board.legal_moves)
        if moves:
            board.push(rng.choice(moves))
        else:
            board.reset()
    return [move.uci() for move in board.move_stack]


def placements() -> list[Row]:
    """Measure the placements of a hand, beside the moves of a chess position."""
    positions, boards = middle_games(), middle_boards()

    def anchors() -> None:
        for position in positions:
            for card in position.hands[position.active]:
                legality.anchors(position, card.form)

    def moves() -> None:
        for board in boards:
            list(board.legal_moves)

    ours, theirs = side_by_side(micros(anchors, 20), micros(moves, 20))
    ours, theirs = ours / len(positions), theirs / len(boards)
    name, ratio = "legal placements of a hand", theirs / ours
    ok, peer = ours <= 10 and ratio >= 2.5, "python-chess's legal moves"
    return [Row(name, ours, "µs", peer, theirs, ratio, "≤ 10 µs, ≥ 2.5×", ok)]


def random_play() -> list[Row]:
    """Measure random games."""
    ours, with_chess, with_catan = side_by_side(
        per_second(play_arkadia, GAMES),
        per_second(play_chess, PEERS_GAMES),
        per_second(play_catan, PEERS_GAMES),
    )
    rows = []
    for peer, theirs in (("python-chess", with_chess), ("catanatron", with_catan)):
        ratio, goal = ours / theirs, "≥ 100,000, ≥ 2.5×"
        ok = ours >= 100_000 and ratio >= 2.5
        rows.append(Row("random play", ours, "actions/s", peer, theirs, ratio, goal, ok))
    return rows


def replay() -> list[Row]:
    """Measure the replay of a whole game from its record, every action parsed and checked."""
    text = a_record().to_json()
    plies = len(Record.from_json(text).actions)
    moves = chess_moves(plies)

    def chess_again() -> None:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)

    ours, theirs = side_by_side(
        micros(lambda: Record.from_json(text).replay(), 10), micros(chess_again, 10)
    )
    name, peer = f"replay of a record of {plies} actions", "python-chess, as many moves"
    figures = ours / 1000, "ms", peer, theirs / 1000, theirs / ours
    return [Row(name, *figures, "< 1 ms", ours < 1000)]


def copies() -> list[Row]:
    """Measure copying a position and applying an action to the copy."""
    positions, boards = middle_games(), middle_boards()
    rng = Random(1)
    actions = [random_action(position, rng) for position in positions]
    moves = [next(iter(board.legal_moves)) for board in boards]

    def ours_applied() -> None:
        for position, action in zip(positions, actions, strict=True):
            position.copy().push(action)

    def theirs_applied() -> None:  # without the moves before, as ours has none
        for board, move in zip(boards, moves, strict=True):
            board.copy(stack=False).push(move)

    ours, theirs = side_by_side(micros(ours_applied, 50), micros(theirs_applied, 50))
    ours, theirs = ours / len(positions), theirs / len(boards)
    return [Row("copy, and an action applied", ours, "µs", "python-chess", theirs, theirs / ours)]


def rows() -> list[Row]:
    """Measure all of the engine's rows."""
    return [*placements(), *random_play(), *replay(), *copies()]
