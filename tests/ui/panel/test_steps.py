"""The panel's steps, without Discord: their limits, and that every choice can be reached."""

import re
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.games.rows import HelpLevel
from engine.actions import Banner, Build, Castle
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced
from engine.game import Game
from engine.opportunities import opportunities
from engine.random_play import random_action, random_start
from engine.squares import column_of, first_square, row_of, square_name
from engine.view import Phase
from i18n.translation import ENGLISH
from tests.engine.scenes import EDITION
from tests.ui.tables import table_of
from ui.panel import page as panel
from ui.panel import player as players
from ui.panel.steps import STEPS
from ui.panel.steps.build import ARROWS, read
from ui.texts.markup import MOST_OPTIONS

KINDS: tuple[panel.PressKind, ...] = get_args(panel.PressKind)
NUMBERS = st.integers(0, 999_999_999)
WORDS = st.from_regex("[a-z]{1,8}", fullmatch=True)
SPOTS = st.builds(
    panel.PanelAddress,
    *(NUMBERS, st.integers(0, 9), st.booleans(), NUMBERS, WORDS),
    st.lists(NUMBERS, max_size=4).map(tuple),
)


@given(SPOTS, WORDS)
def test_a_custom_id_fits_and_says_what_it_said(address: panel.PanelAddress, verb: str) -> None:
    for kind in KINDS:
        custom_id = address.custom_id(kind, verb)
        assert len(custom_id) <= 100
        match = re.fullmatch(panel.template(kind), custom_id)
        assert match is not None
        assert panel.PanelAddress.read(match) == (address, verb)
        others = [other for other in KINDS if other != kind]
        assert not any(re.fullmatch(panel.template(other), custom_id) for other in others)


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
    assert not any(re.fullmatch(panel.template(kind), custom_id) for kind in KINDS)


def players_at(seed: int, helped: HelpLevel = "all") -> list[players.PanelPlayer]:
    """The player who is active, at every step of a random game."""
    rng = Random(seed)
    setup = rng.choice(("first-game", "free"))
    game = Game(random_start(EDITION, setup, rng.randint(2, 4), rng, mirror=seed % 2 == 0))
    found = []
    while not game.position.over:
        table, active = table_of(game.copy(), helped), 100 + game.position.active
        found.append(players.PanelPlayer.of(table, active, ENGLISH))
        game.apply(random_action(game.position, rng))
    return found


def fits(player: players.PanelPlayer, go: panel.Go, page: panel.Page) -> None:
    assert len(page.rows) <= 5
    menus, buttons = menus_of(page), buttons_of(page)
    for row in menus:
        assert row.most <= len(row.options) <= 25
        assert len({option.value for option in row.options}) == len(row.options) > 0
        assert all(len(option.label) <= 100 for option in row.options)
        assert sum(option.chosen for option in row.options) <= row.most
    assert all(1 <= len(row) <= 5 for row in page.rows if not isinstance(row, panel.PageMenu))
    assert all(len(button.label) <= 80 for button in buttons)
    verbs = [menu.verb for menu in menus] + [button.verb for button in buttons]
    assert len(set(verbs)) == len(verbs)
    assert len("\n".join([page.todo, *page.lines])) < 1800
    address = panel.PanelAddress(7, player.seat, player.ahead, player.version, go.step, go.numbers)
    assert panel.components(address, page).to_components()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_step_keeps_discords_limits_in_whole_games(seed: int) -> None:
    rng, lasts, prepared = Random(seed), set(), 0
    for player in players_at(seed):
        go = players.current_step(player)
        last = player.position.turns_left is not None
        for _ in range(4):
            page = STEPS[go.step].draw(player, go.numbers)
            fits(player, go, page)
            if go.step == players.CHOOSE:
                assert ("**Your last turn!**" in " ".join(page.lines)) == last
                lasts.add(last)
            go = somewhere(player, go, page, rng) or go
        # Another player prepares with any card.
        user = 100 + (player.seat + 1) % len(player.table.seats)
        other = players.PanelPlayer.of(player.table, user, ENGLISH)
        for card in [card for card in other.hand if other.choices(card.form)]:
            go = players.build_step(other, card)
            fits(other, go, STEPS[go.step].draw(other, go.numbers))
            prepared += 1
    assert lasts == {True, False}
    assert prepared


def somewhere(
    player: players.PanelPlayer, go: panel.Go, page: panel.Page, rng: Random
) -> panel.Go | None:
    """Where some press that is offered leads, if it leads to another step or choice."""
    row = rng.choice(page.rows)
    verb, values = "", []
    if isinstance(row, panel.PageMenu):
        verb, values = row.verb, [str(rng.choice(row.options).value)]
    else:
        live = [button for button in row if not button.disabled]
        if not live:
            return None
        verb = rng.choice(live).verb
    outcome = STEPS[go.step].press(player, go.numbers, verb, values)
    return outcome if isinstance(outcome, panel.Go) else None


def press(player: players.PanelPlayer, go: panel.Go, verb: str, *values: int) -> panel.Go:
    """Where a press leads that is offered and does nothing yet."""
    outcome = STEPS[go.step].press(player, go.numbers, verb, [*map(str, values)])
    assert isinstance(outcome, panel.Go)
    return outcome


def menus_of(page: panel.Page) -> list[panel.PageMenu]:
    return [row for row in page.rows if isinstance(row, panel.PageMenu)]


def buttons_of(page: panel.Page) -> list[panel.PageButton]:
    return [button for row in page.rows if not isinstance(row, panel.PageMenu) for button in row]


def building(seed: int, after: int) -> tuple[players.PanelPlayer, panel.Go]:
    """A player with some card on the build step, some turns into a game."""
    found = [player for player in players_at(seed) if player.position.phase is Phase.MUST]
    for player in found[after:]:
        for card in player.hand:
            go = players.build_step(player, card)
            if go.step == players.BUILD:
                return player, go
    raise AssertionError("nothing can be built")


@pytest.mark.parametrize(("seed", "after"), [(0, 0), (1, 8), (2, 25), (5, 20)])
def test_arrows_go_that_way_and_everything_legal_can_be_reached(seed: int, after: int) -> None:
    player, start = building(seed, after)
    chosen = read(player, start.numbers)
    every = {*chosen.choices}
    seen, waiting, go, by_next = set(), [start], start, set()
    for _ in every:
        by_next.add(go.numbers)
        go = press(player, go, "next")
    assert go == start
    assert len(by_next) == len(every)
    while waiting:
        here = waiting.pop()
        choice = read(player, here.numbers)
        if (choice.way, choice.squares) in seen:
            continue
        seen.add((choice.way, choice.squares))
        for verb in (*ARROWS, "turn"):
            outcome = press(player, here, verb)
            there = read(player, outcome.numbers)
            assert (there.way, there.squares) in every
            if verb in ARROWS and there.squares != choice.squares:
                across, down = ARROWS[verb]
                old, new = map(first_square, (choice.squares, there.squares))
                assert there.way == choice.way
                right, below = column_of(new) - column_of(old), row_of(new) - row_of(old)
                assert right * across + below * down > 0
            waiting.append(outcome)
    assert len(seen) > len(every) * 0.5
    for way, squares in every:  # an arrow takes the nearest place and leaps over none
        choice = chosen._replace(way=way, squares=squares)
        go = press(player, panel.Go(players.BUILD, choice.numbers(player)), "right")
        new, first = first_square(read(player, go.numbers).squares), first_square(squares)
        near = [first_square(other) for other_way, other in every if other_way == way]
        columns = [column_of(one) for one in near if row_of(one) == row_of(first)]
        ahead = [column for column in columns if column > column_of(first)]
        assert not ahead or column_of(first) < column_of(new) <= min(ahead)


def test_filling_takes_neutral_workers_first_and_completes_the_building() -> None:
    filled = 0
    for player in players_at(4):
        if player.position.phase is not Phase.MUST or not player.position.can_place_workers():
            continue
        for site, gap in players.urgent_sites(player.position):
            lacks, neutral_stock = gap.bit_count(), player.position.neutral_stock[player.seat]
            if (found := players.filling(player, site)) is None:
                assert player.position.own_stock[player.seat] + neutral_stock < lacks
                continue
            of_neutral = min(lacks, neutral_stock)
            assert [each.bit_count() for each in found] == [lacks - of_neutral, of_neutral]
            filled += 1
    assert filled > 5


def test_the_last_step_offers_only_what_can_be_done() -> None:
    ends = [player for player in players_at(3) if player.position.phase is Phase.CAN]
    final = [player for player in ends if player.why_no_undo()]
    poor = [player for player in ends if not player.worth() and player.position.is_legal(Banner())]
    rich = [player for player in ends if player.worth() and player.position.is_legal(Banner())]
    assert 0 < len(final) < len(ends)
    assert poor
    assert rich
    sold = 0
    for player in ends:
        page = STEPS[players.END].draw(player, ())
        live = {button.verb: button for button in buttons_of(page) if not button.disabled}
        assert ("undo" in live) == (player not in final)
        assert ("banner" in live) == (player in poor + rich)
        for ply in player.table.running_game().turn.plies:
            for sale in ply.events:
                if isinstance(sale, BannerUsed) and sale.gold:
                    assert f"for **{sale.gold} gold**)" in page.lines[0]
                    sold += 1
        if any(player.seals) and "banner" in live:
            assert f"({player.worth()} gold)" in live["banner"].label
    assert sold


def test_more_buildings_than_a_menu_holds_are_on_more_pages() -> None:
    musts = [one for one in players_at(1) if one.position.phase is Phase.MUST]
    many = [one for one in musts if len(one.position.worker_sites()) > MOST_OPTIONS]
    player = next(one for one in many if one.position.can_place_workers())
    go, listed = players.current_step(player), list[int]()
    while True:
        page = STEPS[go.step].draw(player, go.numbers)
        fits(player, go, page)
        menu = next(row for row in menus_of(page) if row.verb == "site")
        *values, more = [option.value for option in menu.options]
        if set(values) & set(listed):
            break
        listed += values
        go = press(player, go, "site", more)
    assert listed == [site for site, _ in players.urgent_sites(player.position)]


def test_very_many_seals_can_be_sold_in_any_number() -> None:
    player = next(player for player in players_at(0) if player.position.is_legal(Banner()))
    player.position.seals[player.seat][1] = 60
    reached, waiting = {0}, [0]
    while waiting:
        numbers = (0, waiting.pop(), 0, 0)
        page = STEPS[players.BANNER].draw(player, numbers)
        fits(player, panel.Go(players.BANNER, numbers), page)
        menu = next(row for row in menus_of(page) if row.verb == "sellb")
        waiting += (offered := {option.value for option in menu.options}) - reached
        reached |= offered
    assert reached == set(range(61))


def test_what_an_action_shows_is_that_action() -> None:
    rng = Random(9)
    kinds = set()
    for player in players_at(9):
        action = random_action(player.position, rng)
        go = players.step_of(player, action)
        verb = {"choose": "pass", "end": "end"}.get(go.step, "do")
        outcome = STEPS[go.step].press(player, go.numbers, verb, ())
        assert getattr(outcome, "action", None) == action
        kinds.add(type(action).__name__)
    assert kinds >= {"Build", "Workers", "Castle", "Banner", "End"}


def test_nothing_is_chosen_in_advance() -> None:
    seen = set()
    for player in players_at(4):
        go = players.current_step(player)
        if go.step == players.CASTLE:
            pieces = [one for one in player.position.legal_actions() if isinstance(one, Castle)]
            assert (go.numbers == (0, 0)) == (len(pieces) > 1)
        elif go.step == players.CHOOSE:
            card = next((card for card in player.hand if player.choices(card.form)), None)
            if card is None or len(player.position.draws()) < 2:
                continue
            go = players.build_step(player, card)
            assert go.numbers[3] == players.NO_DRAW
        if go.numbers != (0, 0) and players.NO_DRAW not in go.numbers:
            continue
        page = STEPS[go.step].draw(player, go.numbers)
        fits(player, go, page)
        assert "do" not in [button.verb for button in buttons_of(page)]
        with pytest.raises(panel.NotOfferedError):
            STEPS[go.step].press(player, go.numbers, "do", ())
        draws = [button for button in buttons_of(page) if button.verb.startswith("draw")]
        assert len({button.look for button in draws}) < 2
        if go.step == players.CASTLE:
            assert not any(option.chosen for menu in menus_of(page) for option in menu.options)
        seen.add(go.step)
    assert seen == {players.CASTLE, players.BUILD}


@pytest.mark.slow
def test_every_castle_piece_is_one_choice_in_a_menu_that_says_what_it_changes() -> None:
    seen = waiting = 0
    for player in players_at(4) + players_at(4, "completions") + players_at(2) + players_at(5):
        go = players.current_step(player)
        if go.step != players.CASTLE:
            continue
        page, done = STEPS[go.step].draw(player, go.numbers), []
        events = player.table.running_game().turn.events
        completed = [event for event in events if isinstance(event, BuildingCompleted)]
        placed = sum(isinstance(event, PiecePlaced) for event in events)
        assert f"for the {player.teller.building(completed[placed].card)}" in page.lines[0]
        assert ("the first of" in page.lines[0]) == (player.position.owed > 1)
        waiting += player.position.owed > 1
        options = [(menu.verb, option) for menu in menus_of(page) for option in menu.options]
        for verb, option in options:
            outcome = STEPS[go.step].press(player, go.numbers, verb, [str(option.value)])
            assert isinstance(outcome, panel.Do)
            done.append(outcome.action)
            _, [event, *_] = player.outlook(outcome.action)
            assert isinstance(event, PiecePlaced)
            changes = zip(event.before, event.after, strict=True)
            fell = [f" {before} → {after}" for before, after in changes if before > after]
            assert ("→" in option.label) == bool(fell)
            assert all(change in option.label for change in fell)
            more = player.worth(event.after) - player.worth(event.before)
            told = player.help.completions == "squares" and more != 0
            gain = f"{'+' if more > 0 else '−'}{abs(more)} gold"
            assert option.note == (gain if told else "")
            seen += told
        assert sorted(map(str, done)) == sorted(map(str, player.position.legal_actions()))
    assert seen
    assert waiting


def test_a_place_is_one_choice_in_a_menu_and_a_draw_builds_there() -> None:
    whole = 0
    for player, start in (building(seed, after) for seed, after in ((0, 0), (1, 8), (2, 25))):
        step, choice = STEPS[players.BUILD], read(player, start.numbers)
        page = step.draw(player, start.numbers)
        fits(player, start, page)
        reached = {choice.squares}
        for menu in menus_of(page):
            for option in menu.options:
                there = read(player, press(player, start, menu.verb, option.value).numbers)
                assert square_name(first_square(there.squares)) == option.label
                reached.add(there.squares)
        places = {squares for way, squares in choice.choices if way == choice.way}
        assert reached <= places
        whole += reached == places
        assert len(reached) == min(len(places), 2 * MOST_OPTIONS)
        for number, draw in enumerate(player.position.draws()):
            built = step.press(player, start.numbers, f"draw{'abcdefgh'[number]}", ())
            assert built == panel.Do(Build(choice.card, choice.squares, draw))
    assert whole


@pytest.mark.slow
def test_completions_are_shown_named_or_left_out_as_the_table_agreed() -> None:
    everything = zip(*(players_at(4, one) for one in ("all", "completions", "none")), strict=True)
    named_without = 0
    for player, named, silent in everything:
        if players.current_step(player).step != players.CHOOSE:
            continue
        pages = [STEPS[players.CHOOSE].draw(one, ()) for one in (player, named, silent)]
        chances = opportunities(player.position.view(player.seat), players.MOST_NAMED)
        assert [page.marks.chances for page in pages] == [chances, (), ()]
        told = ["\n".join(page.lines) for page in pages]
        assert ["You can complete" in text for text in told] == [bool(chances)] * 2 + [False]
        if chances:
            line = next(line for line in pages[1].lines if "You can complete" in line)
            assert all(player.teller.building(chance.building.card) in line for chance in chances)
            assert not re.search(r"[A-P][0-9]", line)
            named_without += 1
        for one in (player, named, silent):
            if not one.position.can_place_workers():
                continue
            site, _ = players.urgent_sites(one.position)[0]
            page = STEPS[players.WORKERS].draw(one, (site, 0, 0, 0))
            assert ("fill" in [each.verb for each in buttons_of(page)]) == (one is not silent)
            if one is silent:
                with pytest.raises(panel.NotOfferedError):
                    STEPS[players.WORKERS].press(one, (site, 0, 0, 0), "fill", ())
    assert named_without


@pytest.mark.slow
def test_the_tile_starts_in_the_middle_and_later_where_it_last_was() -> None:
    moved = 0
    for player in players_at(4):
        if players.current_step(player).step != players.CHOOSE:
            continue
        for number, card in enumerate(player.hand):
            places = [squares for _, squares in player.choices(card.form)]
            if not places:
                continue
            verb = f"card{'abcdefgh'[number]}"
            go = press(player, panel.Go(players.CHOOSE), verb)
            squares = read(player, go.numbers).squares
            assert squares in places
            if len(places) > 12:
                moved += squares != places[0]
            there = press(player, go, "next")
            back = press(player, there, "back")
            assert press(player, back, verb).numbers[:3] == there.numbers[:3]
            STEPS[players.CHOOSE].draw(player, back.numbers)
    assert moved > 5


@given(st.lists(st.integers(0, 300), max_size=6).map(tuple), st.integers(0, 10))
def test_invented_numbers_are_refused_or_shown(numbers: tuple[int, ...], at: int) -> None:
    player = PLAYERS[at * len(PLAYERS) // 11]
    for step in STEPS.values():
        try:
            page = step.draw(player, numbers)
        except panel.NotOfferedError:
            continue
        assert page.rows


PLAYERS = players_at(2)
