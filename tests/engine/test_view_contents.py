"""What a view shows is what lies on the table."""

from hypothesis import given

from engine.position import Position
from engine.text import view_text
from engine.view import Phase
from tests.engine.play import POSITIONS
from tests.engine.scenes import EDITION, act, lay, put_any_pieces, put_pieces, scene, squares, stand


@given(POSITIONS)
def test_what_is_open_is_shown(position: Position) -> None:
    view = position.view()
    over = position.phase is Phase.OVER
    assert (view.ply, view.turn, view.phase) == (position.ply, position.turn, position.phase)
    assert view.active == (None if over else position.active)
    assert (view.owed, view.banner_used) == (position.owed, position.banner_used)
    assert (view.turns_left, view.result) == (position.turns_left, position.result)
    assert view.lot == position.start.lot
    assert view.stack == len(position.stack) - position.drawn
    assert view.face_up == position.face_up
    assert view.neutral == position.neutral
    assert list(view.values) == position.values
    assert list(view.heights) == position.heights
    assert [list(pool) for pool in view.pools] == position.pools
    assert view.floor == position.floor + 1
    for seat, shown in enumerate(view.seats):
        assert shown.colour == position.start.colours[seat]
        assert shown.banners == position.banners[seat]
        assert shown.cards == len(position.hands[seat])
        assert shown.workers == position.workers[seat]
    for number, building in enumerate(view.buildings):
        laid = position.buildings[number]
        assert (building.card, building.squares) == (laid.card, laid.squares)
        assert building.completed == (not laid.border & position.vacant)
        assert not view.camps & building.squares


@given(POSITIONS)
def test_a_screen_shows_its_stock(position: Position) -> None:
    for seat in range(position.start.seats):
        screen = position.view(seat).screen
        assert screen is not None
        assert sorted(screen.hand) == sorted(position.hands[seat])
        assert list(screen.hand) == sorted(screen.hand, key=EDITION.card_order.__getitem__)
        assert (screen.own, screen.neutral) == (
            position.own_stock[seat],
            position.neutral_stock[seat],
        )
        assert list(screen.seals) == position.seals[seat]
        assert screen.gold == position.gold[seat]


@given(POSITIONS)
def test_places_for_pieces_are_where_pieces_may_go(position: Position) -> None:
    if position.phase is Phase.CASTLE:
        texts = [str(action).split() for action in position.legal_actions()]
        places = {int(words[2]) for words in texts}
        shown = position.view().placeable
        assert places == {place for place, free in enumerate(shown, start=1) if free}


def test_a_camp_is_seen_until_it_is_built_over() -> None:
    position = scene()
    stand(position, 1, "H4")
    assert position.view().camps == EDITION.camps
    lay(position, "house/red", "D4 D5")
    assert position.view().camps == EDITION.camps & ~squares("D5")


def test_the_castle_from_above() -> None:
    position = scene()
    put_pieces(position, "silver 1, olive 5")
    view = position.view()
    assert view.ring == (
        *("silver", "black", "silver", "olive", "olive"),
        *("red", "black", "silver", "olive", None),
    )
    assert view.heights == (1, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    assert view.placeable == (False, True, True, True, False, True, True, True, True, True)


def test_with_an_empty_pool_no_place_is_shown() -> None:
    position = scene()
    put_any_pieces(position, 28)
    assert position.view().placeable == (False,) * 10


def test_the_text_tells_forms_apart_and_explains_its_signs() -> None:
    position = scene("violet", "orange", hand="house/red farm/olive tavern/black mill/silver")
    lay(position, "monastery/olive", "A1 B1 C1 D1")
    lay(position, "mill/olive", "A10 B10 C10 B11")
    lay(position, "trade-centre/red", "F1 G1 H1 H2")
    lay(position, "tavern/red", "N1 N2 N3")
    stand(position, 0, "A2 B2 C2 D2")
    stand(position, 1, "K5")
    act(position, "workers own E1", "castle black 5")
    lines = view_text(position.view()).splitlines()
    rows = {line[:2].strip(): line[3:].split() for line in lines[3:15]}
    assert rows["1"][:9] == ["o-", "o-", "o-", "o-", "*v", "Rr", "Rr", "Rr", "."]
    assert rows["5"][6:11] == ["0r", "0b", "0s", "0o", "*o"]
    assert rows["6"][6:10] == ["0-", "##", "##", "1b"]
    assert rows["10"][:4] == ["Mo", "Mo", "Mo", "."]
    assert rows["2"][13] == "Tr"
    text = "\n".join(lines)
    for explained in ("M mill", "O monastery", "T tavern", "R trade-centre", "*v violet", "^ camp"):
        assert explained in text
