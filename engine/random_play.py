"""Random play: for tests, measurements and self-play.

The distribution of starts: different colours for the seats, the shuffled deck and, in the free
set-up, the lot's position, all uniformly.

The distribution of actions: a turn builds or places workers with equal chance where both are
possible. To build, a card of the hand that has a place, then one of its places, then one of the
possible draws, all uniformly. For workers a building uniformly, then a number of workers from one
to as many as there are or fit, then the squares, then for each square an own or a neutral worker in
proportion to the rest. A castle piece's family and square uniformly. A banner with chance one
half where there is one, each family sold by a uniform amount. Every legal action can occur.
"""

from random import Random

from engine import legality
from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Edition
from engine.errors import StartError
from engine.position import Position
from engine.record import Record
from engine.squares import iter_squares
from engine.start import FIRST_GAME, Start
from engine.view import Phase


def random_action(position: Position, rng: Random) -> Action:
    """Return a random legal action of the active seat."""
    if position.phase is Phase.MUST:
        builds_first = rng.random() < 0.5
        action = _random_build(position, rng) if builds_first else _random_workers(position, rng)
        if action is None:
            action = (
                _random_workers(position, rng) if builds_first else _random_build(position, rng)
            )
        return action or Pass()
    if position.phase is Phase.CASTLE:
        return _random_castle(position, rng)
    if position.phase is Phase.CAN:
        return _random_banner(position, rng)
    raise ValueError("the game is over")


def random_start(
    edition: Edition, setup: str, seats: int, rng: Random, *, mirror: bool = False
) -> Start:
    """Return a start with random colours, a shuffled deck and, in the free set-up, a random lot.

    Raises:
        StartError: if the set-up does not exist, or its number of seats is not allowed.
    """
    counts = edition.seat_counts
    if seats not in counts:
        raise StartError("bad-player-count", count=seats, least=counts[0], most=counts[-1])
    colours = list(edition.colours)
    rng.shuffle(colours)
    deck = list(edition.deck(first_game=setup == FIRST_GAME))
    rng.shuffle(deck)
    lot = None if setup == FIRST_GAME else rng.choice(edition.lots)
    return Start.create(edition, setup, colours[:seats], deck, lot, mirror=mirror)


def random_game(start: Start, rng: Random) -> Record:
    """Play a game from its start to its end at random, and return its record."""
    position = Position(start)
    actions: list[Action] = []
    while not position.over:
        actions.append(random_action(position, rng))
        position.push(actions[-1])
    return Record.of(position, actions)


def _nth_bit(squares: int, number: int) -> int:
    for _ in range(number):
        squares &= squares - 1
    return squares & -squares


def _random_build(position: Position, rng: Random) -> Build | None:
    cards = list(position.hands[position.active])
    while cards:
        # ``random`` instead of ``choice`` throughout, which takes twice as long.
        card = cards[int(rng.random() * len(cards))]
        places = legality.anchors(position, card.form)
        if places:
            break
        cards = [other for other in cards if other.form != card.form]
    else:
        return None
    chosen = int(rng.random() * sum(fits.bit_count() for _, fits in places))
    for orientation, fits in places:
        count = fits.bit_count()
        if chosen < count:
            squares = orientation.squares * _nth_bit(fits, chosen)
            break
        chosen -= count
    draws = legality.draws(position)
    # Nothing is drawn by lot where there is one draw: recorded seeds go on as they did.
    if draws == [Draw.NONE]:
        return Build(card, squares, Draw.NONE)
    return Build(card, squares, draws[int(rng.random() * len(draws))])


def _random_workers(position: Position, rng: Random) -> Workers | None:
    seat = position.active
    own_left, neutral_left = position.own_stock[seat], position.neutral_stock[seat]
    sites = legality.worker_sites(position)
    if not sites or not own_left + neutral_left:
        return None
    _, vacant = sites[int(rng.random() * len(sites))]
    squares = list(iter_squares(vacant))
    count = 1 + int(rng.random() * min(own_left + neutral_left, len(squares)))
    own = neutral = 0
    for _ in range(count):
        bit = 1 << squares.pop(int(rng.random() * len(squares)))
        if rng.random() * (own_left + neutral_left) < own_left:
            own |= bit
            own_left -= 1
        else:
            neutral |= bit
            neutral_left -= 1
    return Workers(own, neutral)


def _random_castle(position: Position, rng: Random) -> Castle:
    edition = position.start.edition
    pool = position.pools[position.floor]
    families = [family for family, left in zip(edition.families, pool, strict=True) if left]
    places = [place for place in range(edition.ring_size) if not position.taken >> place & 1]
    family = families[int(rng.random() * len(families))]
    return Castle(family, places[int(rng.random() * len(places))] + 1)


def _random_banner(position: Position, rng: Random) -> Banner | End:
    seat = position.active
    if position.banner_used or not position.banners[seat] or rng.random() < 0.5:
        return End()
    amounts = [int(rng.random() * (count + 1)) for count in position.seals[seat]]
    return Banner.of(position.start.edition.families, amounts)
