"""Rules, section 3.3: banners and sales."""

from engine.actions import Banner
from engine.events import BannerUsed
from engine.position import Position
from tests.engine.scenes import act, earn, lay, put_pieces, scene, stand, why


def after_workers(seals: str = "") -> Position:
    position = scene()
    earn(position, 0, seals)
    act(position, "workers own G4")
    return position


def test_a_banner_leaves_the_game_and_brings_two_workers() -> None:
    position = after_workers()
    act(position, "banner")
    assert position.banners == [3, 4]
    assert position.own_stock == [4, 3]
    assert position.own_supply == [6, 8]


def test_where_the_supply_is_short_a_banner_brings_what_is_left() -> None:
    position = after_workers()
    position.own_supply[0] = 1
    (event,) = act(position, "banner")
    assert isinstance(event, BannerUsed)
    assert event.workers == 1
    assert (position.own_stock[0], position.own_supply[0]) == (3, 0)


def test_a_banner_comes_after_the_action() -> None:
    assert why(scene(), "banner") == "must-first"


def test_one_banner_a_turn() -> None:
    position = after_workers()
    act(position, "banner")
    assert why(position, "banner") == "banner-used"


def test_four_banners_a_game() -> None:
    position = after_workers()
    position.banners[0] = 0
    assert why(position, "banner") == "no-banner"


def test_the_next_turn_allows_the_next_banner() -> None:
    position = after_workers()
    act(position, "banner", "end", "workers own H4", "end", "workers own I4")
    assert why(position, "banner") is None


def test_a_sale_brings_the_current_value_of_each_seal() -> None:
    position = after_workers("red 2 black 3")
    put_pieces(position, "red 5, silver 2")
    act(position, "banner sell red 1 black 3")
    assert position.gold == [3 + 3 * 1, 0]
    assert position.seals[0] == [1, 0, 0, 0]


def test_a_seal_without_value_may_be_sold_for_nothing() -> None:
    position = after_workers("red 1")
    put_pieces(position, "silver 1, silver 6")
    act(position, "banner sell red 1")
    assert position.gold == [0, 0]
    assert position.seals[0] == [0, 0, 0, 0]


def test_nobody_sells_what_they_do_not_have() -> None:
    assert why(after_workers("red 2"), "banner sell red 3") == "too-few-seals"
    assert why(after_workers("red 2"), "banner sell red 2 silver 1") == "too-few-seals"


def test_no_sale_without_a_banner() -> None:
    position = after_workers("red 2")
    assert {str(action).split()[0] for action in position.legal_actions()} == {"banner", "end"}


def test_a_sale_is_written_in_order_without_zeros() -> None:
    position = after_workers("red 2 silver 2")
    for sale in ((("silver", 1), ("red", 1)), (("red", 1), ("red", 1)), (("red", 0),)):
        reason = position.refusal(Banner(sale))
        assert reason is not None
        assert reason.code == "bad-sale"
    reason = position.refusal(Banner((("gold", 1),)))
    assert reason is not None
    assert reason.code == "bad-family"


def test_the_supply_of_workers_is_exactly_enough_for_all_banners() -> None:
    edition = scene().start.edition
    assert edition.start_workers + edition.banners * edition.workers_per_banner == 11


def test_a_sale_uses_the_values_after_this_turns_pieces() -> None:

    position = scene()
    lay(position, "house/red", "A1 B1")
    stand(position, None, "A2 B2")
    act(position, "workers own C1", "castle red 5", "banner sell red 2")
    assert position.gold == [2 * 3, 0]
