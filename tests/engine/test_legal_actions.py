"""Legal actions are those of the rules, and what holds in every position."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Edition
from engine.errors import StartError, UndoError
from engine.events import BannerUsed, BuildingCompleted, GameOver, NeutralTaken
from engine.game import Game
from engine.legality import can_build
from engine.opportunities import MOST, Opportunity, opportunities
from engine.position import Position
from engine.preview import in_turn, placements
from engine.random_play import random_action, random_start
from engine.squares import STRIDE, SquareSet, column_of, iter_squares, row_of, square_set
from engine.start import FIRST_GAME, SETUPS, Start
from engine.view import Phase
from tests.editions import ISLAND, SMALL
from tests.engine import oracle
from tests.engine.play import POSITIONS, SEEDS, STARTS, positions_of_a_game
from tests.engine.scenes import EDITION, act, give, of_kind, put_any_pieces, scene, why

MOST_WORKERS = 5

HALF = settings(max_examples=settings().max_examples // 2)
"""For what the slow rules take long to find out."""


def modest(position: Position) -> Position:
    """The position with few enough workers in the stock to list every placement."""
    seat = position.active
    over = max(0, position.own_stock[seat] + position.neutral_stock[seat] - MOST_WORKERS)
    neutral = min(over, position.neutral_stock[seat])
    position.neutral_stock[seat] -= neutral
    position.neutral_supply += neutral
    position.own_stock[seat] -= over - neutral
    position.own_supply[seat] += over - neutral
    return position


@pytest.mark.slow
@given(POSITIONS)
@HALF
def test_legal_actions_are_those_of_the_slow_rules(position: Position) -> None:
    for card in {card.form: card for card in EDITION.cards}.values():
        places = list(position.placements(card))
        assert len(places) == len(set(places))
        assert set(places) == oracle.tiles(position, card.form)
    slow = [oracle.bits(site) for site in oracle.sites(position) if site]
    assert sorted(vacant for _, vacant in position.worker_sites()) == sorted(slow)
    found = list(modest(position).legal_actions())
    assert len(found) == len(set(found))
    assert set(found) == oracle.legal(position)
    assert all(position.is_legal(action) for action in found)
    assert bool(found) != position.over


def candidates(position: Position, rng: Random) -> list[Action]:
    """Actions of all kinds, most of them illegal, many of them nearly legal."""
    board = [1 << square for square in range(STRIDE * 12)]
    hand = [*position.hands[position.active], rng.choice(EDITION.cards)]
    found: list[Action] = [Pass(), End(), Banner(), Workers(0, 0)]
    draws = [*Draw, *position.face_up, rng.choice(EDITION.cards)]
    for card in hand:
        for orientation in EDITION.forms[card.form].orientations(mirror=True):
            for square in rng.sample(range(STRIDE * 12), 25):
                found.append(Build(card, orientation.squares << square, rng.choice(draws)))
        found.append(Build(card, sum(rng.sample(board, 3)), rng.choice(draws)))
    for _ in range(60):
        own, neutral = rng.choice(board), rng.choice([0, rng.choice(board)])
        found.append(Workers(own, neutral))
        _, vacant = rng.choice(position.worker_sites() or [(None, own)])
        found.append(Workers(vacant & sum(rng.sample(board, 100)), 0))
        found.append(Workers(0, vacant & sum(rng.sample(board, 50))))
    for family in (*EDITION.families, "gold"):
        found += [Castle(family, ring) for ring in range(-1, 13)]
        found += [Banner(((family, amount),)) for amount in range(-1, 8)]
    return found


@pytest.mark.slow
@given(POSITIONS, SEEDS)
@settings(max_examples=40)
def test_of_many_candidates_exactly_the_legal_ones_apply(position: Position, seed: int) -> None:
    modest(position)
    legal = oracle.legal(position)
    for action in candidates(position, Random(seed)):
        assert position.is_legal(action) == (action in legal), str(action)


def castle_pieces() -> Position:
    position = scene()
    put_any_pieces(position, 4)
    position.phase, position.owed = Phase.CASTLE, 1
    return position


def sales() -> Position:
    position = scene(seals={0: "red 2 olive 1 silver 3"})
    act(position, "workers own G4")
    return position


def builds_and_placements() -> Position:
    position = scene()
    position.hands[0], position.own_stock[0] = position.hands[0][:1], 1
    give(position, 0, neutral=1)
    return position


@pytest.mark.parametrize(
    ("make", "times"), [(builds_and_placements, 20_000), (castle_pieces, 2000), (sales, 2000)]
)
def test_every_legal_action_occurs(make: Callable[[], Position], times: int) -> None:
    position, rng = make(), Random(1)
    occurring = {random_action(position, rng) for _ in range(times)}
    assert occurring == set(position.legal_actions())


def test_starts_differ() -> None:
    rng = Random(1)
    starts = [random_start(EDITION, "free", 2, rng) for _ in range(100)]
    assert {str(start.lot) for start in starts} == {str(lot) for lot in EDITION.lots}
    assert len({start.colours for start in starts}) == 12
    assert len({start.deck for start in starts}) == 100


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_so_many_cannot_play(seats: int) -> None:
    with pytest.raises(StartError):
        random_start(EDITION, "free", seats, Random(1))


def test_after_the_end_there_is_nothing_to_play() -> None:
    position = scene()
    position.turns_left = 1
    act(position, "workers own G4", "end")
    with pytest.raises(ValueError, match="over"):
        random_action(position, Random(1))


def _from_middle(squares: SquareSet) -> float:
    """How far the first square of a tile lies from the middle of the box's board."""
    first = next(iter_squares(squares))
    return (column_of(first) - 7.5) ** 2 + (row_of(first) - 5.5) ** 2


@settings(max_examples=25)
@given(POSITIONS, SEEDS)
def test_each_place_is_legal_and_brings_what_is_said(position: Position, seed: int) -> None:
    assume(position.phase is Phase.MUST)
    for card in set(position.hands[position.active]):
        found = placements(position, card.form)
        assert sorted(place.squares for place in found) == sorted(position.placements(card))
        ranks = [(-place.completed, -place.camps, _from_middle(place.squares)) for place in found]
        assert ranks == sorted(ranks)
        for place in Random(seed).sample(found, min(len(found), 10)):
            events = position.copy().apply(Build(card, place.squares, position.draws()[0]))
            assert len(of_kind(events, BuildingCompleted)) == place.completed
            camps = sum(event.camps.bit_count() for event in of_kind(events, NeutralTaken))
            assert camps in (place.camps, 0)


@settings(max_examples=25)
@given(POSITIONS)
def test_looking_ahead_changes_nothing_but_whose_turn_it_is(position: Position) -> None:
    assume(not position.over)
    before = position.copy()
    for seat in range(position.start.seats):
        ahead = in_turn(position, seat)
        assert ahead.active == seat
        assert ahead.phase is Phase.MUST
        assert ahead.view(seat).screen == position.view(seat).screen
        assert why(ahead, End()) == "must-first"
        assert can_build(ahead) == any(
            next(ahead.placements(card), 0) for card in position.hands[seat]
        )
    assert position == before


def deciding(position: Position) -> Position:
    """The position some actions later, when somebody may build or place workers, or the last."""
    rng = Random(position.ply)
    while position.phase not in (Phase.MUST, Phase.OVER):
        position.push(random_action(position, rng))
    return position


DECIDING = POSITIONS.map(deciding).filter(lambda position: not position.over)


def _shown(position: Position, one: Opportunity) -> Iterator[Build | Workers]:
    """The actions that the panel proposes for an opportunity."""
    if one.workers:
        yield Workers(one.own, one.neutral)
    if one.card is not None:
        yield Build(one.card, one.squares, position.draws()[0])


def _every(position: Position, one: Opportunity) -> Iterator[Build | Workers]:
    """Every legal action that could complete the opportunity's building and no more squares."""
    seat, border = position.active, position.start.edition.border
    gap = [*iter_squares(border(one.building.squares) & position.vacant)]
    for own in range(len(gap) + 1):
        for mine in combinations(gap, own):
            yield Workers(square_set(mine), square_set({*gap} - {*mine}))
    for card in {*position.hands[seat]}:
        for squares in position.placements(card):
            yield Build(card, squares, position.draws()[0])


def _effect(position: Position, action: Build | Workers) -> tuple[set[SquareSet], int, int, int]:
    """The squares of the other buildings that it completes; its seals, their gold, the pieces."""
    seat, after = position.active, position.copy()
    events = of_kind(after.apply(action), BuildingCompleted)
    laid = action.squares if isinstance(action, Build) else 0
    seals = sum(event.gains[seat] for event in events)
    gold = sum(event.gains[seat] * position.value(event.card.family) for event in events)
    return {one.squares for one in events} - {laid}, seals, gold, after.owed


@given(DECIDING)
def test_an_opportunity_is_legal_and_brings_what_it_says(position: Position) -> None:
    found = opportunities(position.view(position.active))
    assert len(found) <= MOST
    assert [one.rate for one in found] == sorted((one.rate for one in found), reverse=True)
    # A building that cheap workers could close is offered.
    stock = position.own_stock[position.active] + position.neutral_stock[position.active]
    gaps = [gap for site, gap in position.worker_sites() if site is not None and gap]
    assert bool(found) >= any(gap.bit_count() <= stock for gap in gaps)
    for one in found:
        shown = [*_shown(position, one)]
        assert shown
        assert all(position.is_legal(action) for action in shown)
        effects = [_effect(position, action) for action in shown]
        assert {one.squares for one in one.completes} == set.intersection(
            *(squares for squares, *_ in effects)
        )
        assert one.pieces == min(pieces for *_, pieces in effects)
        assert one.gold.most == max(gold for *_, gold, _ in effects)


@pytest.mark.slow
@given(DECIDING)
def test_no_opportunity_is_undersold(position: Position) -> None:
    for one in opportunities(position.view(position.active)):
        ways = [_effect(position, way) for way in _every(position, one) if position.is_legal(way)]
        brought = [way for way in ways if one.building.squares in way[0]]
        assert one.gold.most == max(gold for *_, gold, _ in brought)
        assert one.seals.least <= one.seals.most <= max(seals for _, seals, *_ in brought)


@given(POSITIONS)
def test_nothing_is_offered_to_the_public_or_in_another_phase(position: Position) -> None:
    assert opportunities(position.view()) == ()
    if position.phase is not Phase.MUST:
        assert opportunities(position.view(position.active)) == ()


def check_board(position: Position) -> None:
    """No square holds two things, and the vacant squares are the others."""
    things = [position.start.lot_squares, position.neutral, *position.workers]
    things += [laid.squares for laid in position.buildings]
    filled = 0
    for thing in things:
        assert not filled & thing
        filled |= thing
    edition = position.start.edition
    assert filled | position.vacant == edition.board
    assert not filled & position.vacant
    for number, laid in enumerate(position.buildings):
        assert laid.border == edition.border(laid.squares)
        if position.phase is not Phase.MUST or position.turn > 1:
            assert (number in position.open) == bool(laid.border & position.vacant)


def check_amounts(position: Position) -> None:
    """Workers, cards and castle pieces are neither made nor lost."""
    edition = position.start.edition
    for seat in range(position.start.seats):
        own = position.own_stock[seat] + position.own_supply[seat]
        assert position.workers[seat].bit_count() + own == edition.own_workers
        assert 0 <= position.banners[seat] <= edition.banners
        assert min(position.own_stock[seat], position.own_supply[seat]) >= 0
        assert min(position.seals[seat]) >= 0
        assert position.gold[seat] >= 0
        assert not Counter(position.shown[seat]) - Counter(position.hands[seat])
        assert len(position.hands[seat]) <= edition.hand_size
    neutral = position.neutral.bit_count() + sum(position.neutral_stock)
    assert neutral + position.neutral_supply == edition.neutral_workers
    assert position.neutral_supply >= 0

    first_game = position.start.setup == FIRST_GAME
    cards = Counter(position.stack[position.drawn :]) + Counter(position.face_up)
    for hand in position.hands:
        cards += Counter(hand)
    preset = len(edition.first_buildings) if first_game else 0
    cards += Counter(laid.card for laid in position.buildings[preset:])
    assert cards == Counter(edition.deck(first_game=first_game))


def check_castle(position: Position) -> None:
    """No piece is lost; the values are what is seen; floors lie on each other."""
    edition = position.start.edition
    pieces = sum(map(sum, position.pools)) + sum(position.heights)
    assert pieces == sum(edition.floors) * len(edition.families)
    assert position.values == [position.tops.count(n) for n in range(len(edition.families))]
    assert sum(position.values) == edition.ring_size - position.tops.count(None)
    for place, height in enumerate(position.heights):
        assert height == position.floor + (position.taken >> place & 1)
        assert (position.tops[place] is None) <= (height == 0)
    assert (position.turns_left is None) == (position.floor < 2)
    if position.phase is Phase.CASTLE:
        assert position.owed > 0
        assert any(position.pools[position.floor])
    else:
        assert position.owed == 0


@pytest.mark.slow
@pytest.mark.parametrize("edition", [EDITION, SMALL, ISLAND], ids=lambda edition: edition.id)
@given(st.sampled_from(SETUPS), SEEDS, st.booleans())
@settings(max_examples=15)
def test_in_every_position_of_a_game(edition: Edition, setup: str, seed: int, mirror: bool) -> None:
    rng = Random(seed)
    start = random_start(edition, setup, rng.choice(edition.seat_counts), rng, mirror=mirror)
    before, neutral = [0] * start.seats, 0
    for position in positions_of_a_game(start, seed):
        # Workers stay where they stand.
        assert not neutral & ~position.neutral
        assert all(not old & ~new for old, new in zip(before, position.workers, strict=True))
        before, neutral = list(position.workers), position.neutral
        check_board(position)
        check_amounts(position)
        check_castle(position)
        assert position.active == (position.turn - 1) % start.seats
    assert position.over
    assert position.result is not None


@given(STARTS, SEEDS)
@settings(max_examples=20)
def test_seals_and_gold_are_what_the_events_told(start: Start, seed: int) -> None:
    rng = Random(seed)
    position = Position(start)
    seals = [[0] * 4 for _ in range(start.seats)]
    gold = [0] * start.seats
    while not position.over:
        for event in position.apply(random_action(position, rng)):
            if isinstance(event, BuildingCompleted):
                for seat, count in enumerate(event.gains):
                    seals[seat][EDITION.family_number[event.card.family]] += count
            elif isinstance(event, BannerUsed):
                gold[event.seat] += event.gold
                for number, count in enumerate(event.sold):
                    seals[event.seat][number] -= count
            elif isinstance(event, GameOver):
                assert [list(sold) for sold in event.sold] == seals
                gold = [had + more for had, more in zip(gold, event.result.sold, strict=True)]
                seals = [[0] * 4 for _ in range(start.seats)]
        assert (position.seals, position.gold) == (seals, gold)


@given(STARTS, SEEDS)
@settings(max_examples=25)
def test_a_game_goes_back_to_the_start_of_a_turn_and_on_from_there(start: Start, seed: int) -> None:
    rng = Random(seed)
    game, log, begins = Game(start), list[str](), [0]
    while len(begins) < 12:
        action = random_action(game.position, rng)
        game.apply(action)
        log.append(str(action))
        if len(begins) < game.turn.number:
            begins.append(len(log))
    turn = rng.randint(1, len(begins) - 1)
    kept = begins[turn - 1]
    unplayed = Game.from_log(start, log[:kept])

    assert list(map(str, game.take_back(turn))) == log[kept:]
    assert (game.version, game.actions) == (len(log) + 1, unplayed.actions)
    assert (game.position, game.turn) == (unplayed.position, unplayed.turn)
    assert (game.last_turn, game.before_turn) == (unplayed.last_turn, unplayed.before_turn)
    assert [(one := game.take_back_refusal(at)) and one.code for at in (0, turn, turn + 1)] == [
        "no-such-turn"
    ] * 3  # nothing was played in it since

    entries = [*log, f"takeback {turn}"]
    for entry in log[kept:]:  # the stack has the same cards in the same order
        game.enter(entry)
    assert game.position == Game.from_log(start, log).position
    with pytest.raises(UndoError, match="taken back once already"):
        game.take_back(turn)
    replayed = Game.from_log(start, [*entries, *log[kept:]])
    assert (replayed.position, replayed.version) == (game.position, game.version)
    assert replayed.copy().taken_back == {turn}
