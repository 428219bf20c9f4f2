"""Tests of the column: what it tells of the players."""

from dataclasses import replace

import pytest

from engine.events import BannerUsed
from engine.game import played_turns
from engine.opportunities import occupied
from engine.story import changes_of
from engine.view import View
from i18n.translation import ENGLISH
from render import Theme, draw_board, draw_turn
from render.board.players import Told, heights, seat_row
from render.files.tile_cache import PASSING
from render.layout import BOARD_WIDTH
from tests.render.scenes import film, names, opened, own_view, record
from tests.render.written import Written
from words.sentences import Marks


def _told(view: View, marks: Marks) -> Told:
    return Told(view, names(view), "", marks.changed, None, Theme.DARK.surface, 1.0, ENGLISH)


@pytest.mark.parametrize("game", ["first-game-2", "first-game-4"])
def test_a_banner_used_in_the_last_turn_stands_at_its_player(game: str) -> None:
    sales = [
        (number, turn, event)
        for number, turn in enumerate(played_turns(record(game).start, record(game).actions), 1)
        for event in turn.events
        if isinstance(event, BannerUsed) and any(event.sold)
    ]
    for number, turn, event in sales[:3]:
        view, marks = film(game)[number]
        assert marks.changed == changes_of([turn])
        rows = [seat_row(_told(view, marks), seat, stock=False) for seat in range(len(view.seats))]
        sold = {seat: row.sale.sold for seat, row in enumerate(rows) if row.sale}
        assert sold == {event.seat: event.sold}
        assert rows[event.seat].banners == view.seats[event.seat].banners
        without = Marks(changed=replace(marks.changed, banners=()))
        shown, bare = (draw_board(view, names=names(view), marks=one) for one in (marks, without))
        assert shown != bare


def test_sales_of_one_player_are_added_up_in_a_line_more_if_there_is_room() -> None:
    view, _ = film("first-game-4")[20]
    used = BannerUsed(1, 2, (1, 0, 2, 0), 5)
    changed = replace(changes_of([]), banners=(used, used))
    assert [changed.sold_by(seat) for seat in range(3)] == [(), (2, 0, 4, 0), ()]
    told = _told(view, Marks(changed=changed))
    rows = [seat_row(told, seat, stock=False) for seat in range(4)]
    high = heights(rows, 330)
    assert high[1] > high[0] == high[2]
    assert sum(high) <= 330
    assert len(set(heights(rows, 200))) == 1


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
def test_the_column_ends_with_the_camps_left(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    view = own_view("first-game-4", share)
    written = Written(monkeypatch)
    for draw in (draw_board, draw_turn):
        PASSING.clear()
        draw(view, names=names(view))
        assert written.lines[-1][0] == str((view.camps & ~occupied(view)).bit_count())


def test_the_first_screen_shows_open_cards_and_the_others() -> None:
    view = own_view("first-game-4", 0.3)
    other = ((view.active or 0) + 1) % 4
    seat = view.seats[other]
    changed = (
        replace(seat, banners=seat.banners + 1),
        replace(seat, cards=seat.cards - 1),
        replace(seat, workers=seat.workers | view.edition.board & -view.edition.board),
    )
    seats = [(*view.seats[:other], one, *view.seats[other + 1 :]) for one in changed]
    views = [view, replace(view, face_up=view.face_up[1:]), replace(view, stack=view.stack - 1)]
    views += [replace(view, seats=some) for some in seats]
    pictures = [opened(draw_turn(one, names=names(view))) for one in views]
    assert len({one.crop((BOARD_WIDTH, 0, *one.size)).tobytes() for one in pictures}) == 6
