"""What a page is given of a running game: all that may be done, and nothing hidden."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from cogs.pages.web.scenes import LOT, bare, choices_of, played, previewed, seen_of, watched
from engine.actions import Banner, Build, Castle, End, Pass, Workers
from engine.edition_files import editions
from engine.game import Game
from engine.position import Position
from engine.preview import in_turn
from engine.random_play import random_action, random_start
from engine.squares import parse_square, square_names, square_set
from engine.view import Phase, proceeds
from i18n.translation import languages, words_for
from tests.engine.information_sets import with_other_cards, with_other_stocks
from tests.ui.tables import table_of
from ui.panel.player import PanelPlayer
from ui.texts.events import Teller

pytestmark = pytest.mark.slow

ENGLISH = words_for("en")


def games(count: int = 5, *, over: bool = False) -> Iterator[tuple[Game, Random]]:
    """Games of all editions and set-ups, in each of their positions; if asked, also the last."""
    for seed in range(count):
        rng = Random(seed)
        edition = rng.choice(editions())
        setup, mirror = rng.choice(("first-game", "free")), rng.random() < 0.3
        seats = rng.choice(edition.seat_counts)
        game = Game(random_start(edition, setup, seats, rng, mirror=mirror))
        while not game.position.over:
            yield game, rng
            game.apply(random_action(game.position, rng))
        if over:
            yield game, rng


def legal_but_workers(position: Position) -> set[str]:
    """All legal actions but the placements of workers, of which there are very many."""
    if position.phase is Phase.MUST:
        position = position.copy()
        position.own_stock[position.active] = position.neutral_stock[position.active] = 0
    return {str(one) for one in position.legal_actions() if not isinstance(one, Pass)}


def offered(position: Position) -> set[str]:
    """The actions that a page composes of the choices it is given, without workers and passing."""
    may = choices_of(position.view(position.active))
    found = {
        f"build {card} {place} draw {draw}"
        for card in may["cards"]
        for place in may["places"][card.split("/")[0]]
        for draw in may["draw"]
    }
    if may["castle"]:
        pairs = product(may["castle"]["families"], may["castle"]["rings"])
        found |= {f"castle {family} {ring}" for family, ring in pairs}
    if may["banner"]:
        most = may["banner"]["most"]
        for amounts in product(*(range(count + 1) for count in most.values())):
            sale = " ".join(f"{name} {n}" for name, n in zip(most, amounts, strict=True) if n)
            found.add(f"banner sell {sale}" if sale else "banner")
    if may["end"]:
        found.add("end")
    return found


def test_a_page_offers_what_the_rules_allow() -> None:
    kinds, brought, tried = set(), set(), 0
    for game, rng in games():
        position = game.position
        may = choices_of(position.view(position.active))
        if may["banner"]:
            after = position.copy()
            after.push(Banner())
            brings = after.own_stock[position.active] - position.own_stock[position.active]
            assert may["banner"]["workers"] == brings
            brought.add(brings)
        if position.phase is Phase.CAN and sum(position.seals[position.active]) > 24:
            continue  # The sales alone would be tens of thousands.
        found = offered(position)
        assert found == legal_but_workers(position)
        kinds |= {text.split()[0] for text in found}
        assert may["pass"] == position.is_legal(Pass())
        workers = may["workers"]
        if position.phase is not Phase.MUST or not position.can_place_workers():
            assert workers is None
            continue
        stock = position.own_stock[position.active], position.neutral_stock[position.active]
        assert (workers["own"], workers["neutral"]) == stock
        sites = [(None if one == LOT else one, squares) for one, squares in workers["sites"]]
        assert sites == [(one, square_names(gap)) for one, gap in position.worker_sites()]
        # Every placement round a site is legal.
        _, names = rng.choice(workers["sites"])
        chosen = rng.sample(names, rng.randint(1, min(len(names), sum(stock))))
        own = min(stock[0], len(chosen))
        squares = [square_set(map(parse_square, some)) for some in (chosen[:own], chosen[own:])]
        assert position.is_legal(Workers(*squares))
        tried += 1
    assert kinds == {"build", "castle", "banner", "end"}
    assert len(brought) > 1
    assert tried > 50


def test_a_turn_to_come_is_prepared_with_the_own_hand() -> None:
    for game, _ in games(3):
        position = game.before_turn
        seat = (position.active + 1) % position.start.seats
        ahead = in_turn(position, seat)
        may = choices_of(ahead.view(seat))
        assert set(may["cards"]) == {str(card) for card in position.hands[seat]}
        assert offered(ahead) == legal_but_workers(ahead)


def test_nothing_hidden_is_shown() -> None:
    for game, rng in games(2, over=True):
        position = game.position
        seats = list(range(position.start.seats))
        scene = watched(table_of(game), ENGLISH)
        assert (scene["own"], scene["may"], scene["seat"], scene["done"]) == (None, None, None, [])
        public = json.dumps(seen_of(position.view()))
        assert public == json.dumps(seen_of(with_other_stocks(position, seats, rng).view()))
        for seat in seats:
            others = [other for other in seats if other != seat]
            shown = [seen_of(position.view(seat)), choices_of(position.view(seat))]
            for twin in (
                with_other_stocks(position, others, rng),
                with_other_cards(position, others, rng),
            ):
                assert shown == [seen_of(twin.view(seat)), choices_of(twin.view(seat))]
    with pytest.raises(ValueError, match="no choices"):
        choices_of(game.position.view())


def test_others_see_a_turn_when_it_has_ended() -> None:
    game, rng = next(games())
    others: dict[int, object] = {}
    while not game.position.over:
        table = table_of(game)
        reader = 100 + (game.position.active + 1) % game.start.seats
        now = [watched(table, ENGLISH), played(table, reader, ENGLISH)]
        assert all(scene["version"] == game.before_turn.ply for scene in now)
        assert others.setdefault(game.turn.number, now) == now
        game.apply(random_action(game.position, rng))
    assert len(others) == game.position.turn


def test_a_person_in_turn_sees_what_they_did() -> None:
    seen = 0
    for game, _ in games(3):
        table, user = table_of(game), 100 + game.position.active
        scene = played(table, user, ENGLISH, PanelPlayer.of(table, user, ENGLISH))
        assert scene["version"] == game.version
        assert scene["board"]["camps"] == seen_of(game.position.view())["board"]["camps"]
        assert scene["may"]["undo"] == (game.undo_refusal() is None)
        lines = Teller.of(table, ENGLISH).lines(game.turn.events)
        assert scene["done"] == [bare(line) for line in lines]
        seen += bool(lines)
    assert seen > 20


@pytest.mark.parametrize("language", languages())
def test_turns_are_told_in_the_bots_own_sentences(language: str) -> None:
    words = words_for(language)
    game = [game for game, _ in games(1)][-1]
    table = table_of(game)
    scene = watched(table, words)
    teller = Teller.of(table, words)
    assert game.last_turn is not None
    assert scene["log"][0]["said"] == [bare(line) for line in teller.lines(game.last_turn.events)]
    assert not any("**" in line for turn in scene["log"] for line in turn["said"])
    assert scene["result"]["winners"] == list(game.position.result.winners)  # type: ignore[union-attr]


def test_a_name_is_shown_as_it_was_typed() -> None:
    game, _ = next(games())
    while not game.last_turn:
        game.apply(random_action(game.position, Random(1)))
    table = table_of(game)
    name = r"*A*_d_**a** <@1> \o/"
    table.row = replace(table.row, seats=tuple(replace(seat, name=name) for seat in table.seats))
    scene = watched(table, ENGLISH)
    assert scene["seats"][0]["name"] == name
    assert name in scene["log"][0]["head"].replace("\u200b", "")


def test_a_preview_names_no_hidden_card() -> None:
    told = set()
    for game, rng in games(4):
        position = game.position
        table, user = table_of(game), 100 + position.active
        player, action = PanelPlayer.of(table, user, ENGLISH), random_action(position, rng)
        shown = previewed(player, action)
        others = [seat for seat in range(game.start.seats) if seat != player.seat]
        after = position.copy()
        after.push(action)
        assert shown["worth"][1] == proceeds(after.seals[player.seat], after.values)
        assert not any("turned up" in line for line in shown["said"])
        elsewhere = table_of(game.copy())
        elsewhere.running_game().position = with_other_cards(position, others, rng)
        assert previewed(PanelPlayer.of(elsewhere, user, ENGLISH), action) == shown
        told.add(type(action))
    assert told >= {Build, Workers, Castle, Banner, End}
