"""The panel's screens, without Discord: their limits, and that every choice can be reached."""

from __future__ import annotations

import re
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.panel import spots
from cogs.panel.building import ARROWS, read
from cogs.panel.desk import Desk, first_square
from cogs.panel.ids import Kind, Spot, template
from cogs.panel.page import MOST_OPTIONS, BadSpotError, Button, Go, Menu, Page
from cogs.panel.pressing import SCREENS
from cogs.panel.putting import components
from db.rows import StoredSeat, TableSummary
from engine.actions import Banner
from engine.game import Game
from engine.random_play import random_action, random_start
from engine.squares import column_of, iter_squares, row_of
from engine.view import Phase
from tables.table import Table
from tests.engine.scenes import EDITION
from translation import ENGLISH

KINDS: tuple[Kind, ...] = get_args(Kind)
NUMBERS = st.integers(0, 999_999_999)
WORDS = st.from_regex("[a-z]{1,8}", fullmatch=True)
SPOTS = st.builds(
    Spot,
    NUMBERS,
    st.integers(0, 9),
    st.booleans(),
    NUMBERS,
    WORDS,
    st.lists(NUMBERS, max_size=4).map(tuple),
)


@given(SPOTS, WORDS)
def test_a_custom_id_fits_and_says_the_same_when_read(spot: Spot, verb: str) -> None:
    for kind in KINDS:
        custom_id = spot.custom_id(kind, verb)
        assert len(custom_id) <= 100
        match = re.fullmatch(template(kind), custom_id)
        assert match is not None
        assert Spot.read(match) == (spot, verb)
        others = [other for other in KINDS if other != kind]
        assert not any(re.fullmatch(template(other), custom_id) for other in others)


@pytest.mark.parametrize(
    "custom_id",
    [
        *("arkadia:turn:1:0:p0:build:do", "arkadia:turn:1:0:p0:build:do:1.", "arkadia:turn:::::::"),
        *("arkadia:turn:1:0:p0:build:do:1..2", "arkadia:turn:-1:0:p0:build:do:", "arkadia:turn"),
        *("arkadia:turn:1:0:x0:build:do:", "arkadia:turn:1:0:p1234567890:build:do:"),
        *("arkadia:turn:1:0:p0:build:do:1.2.3.4.5.6.7.8.9", "arkadia:turn:١:0:p0:build:do:"),
        *("arkadia:turn:1:0:p0:Build:do:", "arkadia:turn:1:0:p0:build:do:\n", ""),
    ],
)
def test_anything_else_is_no_custom_id_of_a_panel(custom_id: str) -> None:
    assert not any(re.fullmatch(template(kind), custom_id) for kind in KINDS)


def table_of(game: Game) -> Table:
    """A running table in memory, where the person of seat 0 has the id 100, and so on."""
    seats = tuple(
        StoredSeat(seat, 100 + seat, f"Player {seat}", colour)
        for seat, colour in enumerate(game.start.colours)
    )
    row = TableSummary(
        guild_id=1,
        channel_id=2,
        host_id=100,
        edition=EDITION.id,
        setup=game.start.setup,
        mirror=game.start.mirror,
        seat_limit=4,
        language="en",
        created_at=0,
        table_id=7,
        state="running",
        reason=None,
        begun_at=0,
        ended_at=None,
        news=1,
        shown=1,
        seats=seats,
    )
    return Table(row, game, frozenset(), {})


def desks(seed: int) -> list[Desk]:
    """The desks of the active person, at every step of a random game."""
    rng = Random(seed)
    setup = rng.choice(("first-game", "free"))
    game = Game(random_start(EDITION, setup, rng.randint(2, 4), rng, mirror=seed % 2 == 0))
    found = []
    while not game.position.over:
        copy = game.copy()
        found.append(Desk.of(table_of(copy), 100 + copy.position.active, ENGLISH))
        game.apply(random_action(game.position, rng))
    return found


def fits(desk: Desk, go: Go, page: Page) -> None:
    """A page keeps Discord's limits."""
    assert len(page.rows) <= 5
    verbs = []
    for row in page.rows:
        if isinstance(row, Menu):
            assert 1 <= len(row.options) <= 25
            assert row.most <= len(row.options)
            assert len({option.value for option in row.options}) == len(row.options)
            assert all(len(option.label) <= 100 for option in row.options)
            assert sum(option.chosen for option in row.options) <= row.most
            verbs.append(row.verb)
        else:
            assert 1 <= len(row) <= 5
            assert all(isinstance(button, Button) and len(button.label) <= 80 for button in row)
            verbs += [button.verb for button in row]
    assert len(set(verbs)) == len(verbs)
    assert len("\n".join([page.todo, *page.lines])) < 1800
    spot = Spot(7, desk.seat, desk.ahead, desk.version, go.screen, go.numbers)
    assert components(spot, page).to_components()


@pytest.mark.parametrize("seed", range(3))
def test_every_screen_keeps_discords_limits_in_whole_games(seed: int) -> None:
    rng = Random(seed)
    for desk in desks(seed):
        go = spots.natural(desk)
        for _ in range(4):
            page = SCREENS[go.screen].draw(desk, go.numbers)
            fits(desk, go, page)
            go = somewhere(desk, go, page, rng) or go


def somewhere(desk: Desk, go: Go, page: Page, rng: Random) -> Go | None:
    """Where some press that is offered leads, if it leads to another screen or choice."""
    row = rng.choice(page.rows)
    verb, values = "", []
    if isinstance(row, Menu):
        verb, values = row.verb, [str(rng.choice(row.options).value)]
    else:
        live = [button for button in row if not button.disabled]
        if not live:
            return None
        verb = rng.choice(live).verb
    outcome = SCREENS[go.screen].press(desk, go.numbers, verb, values)
    return outcome if isinstance(outcome, Go) else None


def building(seed: int, after: int) -> tuple[Desk, Go]:
    """A desk with some card on the build screen, some turns into a game."""
    found = [desk for desk in desks(seed) if desk.position.phase is Phase.MUST]
    for desk in found[after:]:
        for card in desk.hand:
            go = spots.build(desk, card)
            if go.screen == spots.BUILD:
                return desk, go
    raise AssertionError("nothing can be built")


@pytest.mark.parametrize(("seed", "after"), [(0, 0), (1, 8), (2, 25), (5, 20)])
def test_arrows_go_that_way_and_everything_legal_can_be_reached(seed: int, after: int) -> None:
    desk, start = building(seed, after)
    screen = SCREENS[spots.BUILD]
    every = {(way, squares) for way, squares in read(desk, start.numbers).choices}
    seen, waiting = set(), [start]
    by_next = set()
    go = start
    for _ in every:
        by_next.add(go.numbers)
        outcome = screen.press(desk, go.numbers, "next", ())
        assert isinstance(outcome, Go)
        go = outcome
    assert go == start
    assert len(by_next) == len(every)
    while waiting:
        here = waiting.pop()
        ground = read(desk, here.numbers)
        if (ground.way, ground.squares) in seen:
            continue
        seen.add((ground.way, ground.squares))
        for verb in (*ARROWS, "turn"):
            outcome = screen.press(desk, here.numbers, verb, ())
            assert isinstance(outcome, Go)
            there = read(desk, outcome.numbers)
            assert (there.way, there.squares) in every
            if verb in ARROWS and there.squares != ground.squares:
                across, down = ARROWS[verb]
                old, new = map(first_square, (ground.squares, there.squares))
                assert there.way == ground.way
                assert (column_of(new) - column_of(old)) * across + (
                    row_of(new) - row_of(old)
                ) * down > 0
            waiting.append(outcome)
    assert len(seen) > len(every) * 0.5


def test_filling_takes_neutral_workers_first_and_completes_the_building() -> None:
    filled = 0
    for desk in desks(4):
        if desk.position.phase is not Phase.MUST or not desk.position.can_place_workers():
            continue
        for site, gap in spots.urgent_sites(desk.position):
            own_and_neutral = spots.filling(desk, site)
            stock = desk.position.own_stock[desk.seat] + desk.position.neutral_stock[desk.seat]
            if own_and_neutral is None:
                assert stock < gap.bit_count()
                continue
            own, neutral = own_and_neutral
            assert own.bit_count() + neutral.bit_count() == len(list(iter_squares(gap)))
            assert neutral.bit_count() == min(
                gap.bit_count(), desk.position.neutral_stock[desk.seat]
            )
            filled += 1
    assert filled > 5


def test_more_buildings_than_a_menu_holds_are_on_more_pages() -> None:
    desk = next(
        desk
        for desk in desks(1)
        if len(desk.position.worker_sites()) > MOST_OPTIONS
        and desk.position.phase is Phase.MUST
        and desk.position.can_place_workers()
    )
    screen, go = SCREENS[spots.WORKERS], spots.workers(desk)
    listed: list[int] = []
    while True:
        page = screen.draw(desk, go.numbers)
        fits(desk, go, page)
        menu = page.rows[0]
        assert isinstance(menu, Menu)
        *values, more = [option.value for option in menu.options]
        if set(values) & set(listed):
            break
        listed += values
        outcome = screen.press(desk, go.numbers, "site", [str(more)])
        assert isinstance(outcome, Go)
        go = outcome
    assert listed == [site for site, _ in spots.urgent_sites(desk.position)]


def test_very_many_seals_can_be_sold_in_any_number() -> None:
    desk = next(desk for desk in desks(0) if desk.position.is_legal(Banner()))
    desk.position.seals[desk.seat][1] = 60
    screen = SCREENS[spots.BANNER]
    reached, waiting = {0}, [0]
    while waiting:
        numbers = (0, waiting.pop(), 0, 0)
        page = screen.draw(desk, numbers)
        fits(desk, Go(spots.BANNER, numbers), page)
        menu = next(row for row in page.rows if isinstance(row, Menu) and row.verb == "sellb")
        for option in menu.options:
            if option.value not in reached:
                reached.add(option.value)
                waiting.append(option.value)
    assert reached == set(range(61))


def test_what_an_action_shows_is_that_action() -> None:
    rng = Random(9)
    kinds = set()
    for desk in desks(9):
        action = random_action(desk.position, rng)
        go = spots.of_action(desk, action)
        verb = {"choose": "pass", "end": "end"}.get(go.screen, "do")
        outcome = SCREENS[go.screen].press(desk, go.numbers, verb, ())
        assert getattr(outcome, "action", None) == action
        kinds.add(type(action).__name__)
    assert kinds >= {"Build", "Workers", "Castle", "Banner", "End"}


@given(st.lists(st.integers(0, 300), max_size=6).map(tuple), st.integers(0, 10))
def test_invented_numbers_are_refused_or_shown(numbers: tuple[int, ...], at: int) -> None:
    desk = DESKS[at * len(DESKS) // 11]
    for screen in SCREENS.values():
        try:
            page = screen.draw(desk, numbers)
        except BadSpotError:
            continue
        assert page.rows


DESKS = desks(2)
