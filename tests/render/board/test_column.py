"""Tests of the column: what it tells of the players."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.events import BannerUsed
from engine.game import Turn, played_turns
from engine.position import Position
from engine.story import changes_of
from engine.view import View
from i18n.translation import ENGLISH
from render import Theme, draw_board, draw_turn
from render.board.players import Told, heights, seat_row
from render.files.tile_cache import PASSING
from render.layout import BOARD_WIDTH
from tests.render.scenes import film, names, position_at, record
from tests.render.written import Written
from words.sentences import Marks


def _told(view: View, marks: Marks) -> Told:
    return Told(
        view=view,
        names=names(view),
        title="",
        changed=marks.changed,
        after=None,
        surface=Theme.DARK.surface,
        scale=1.0,
        words=ENGLISH,
    )


@pytest.mark.parametrize("game", ["first-game-2", "first-game-3", "free-4"])
def test_the_workers_that_others_have_left_can_be_counted_by_everybody(game: str) -> None:
    position = Position(record(game).start)
    for action in record(game).actions:
        position.push(action)
        view = position.view()
        assert [view.workers_left(seat) for seat in range(len(view.seats))] == list(
            position.own_stock
        )


def _sales(game: str) -> list[tuple[int, Turn, BannerUsed]]:
    """The turns in which seals were sold by a banner, with the number of the frame after each."""
    return [
        (number, turn, event)
        for number, turn in enumerate(played_turns(record(game).start, record(game).actions), 1)
        for event in turn.events
        if isinstance(event, BannerUsed) and any(event.sold)
    ]


@pytest.mark.parametrize("game", ["first-game-2", "first-game-4"])
def test_a_banner_used_in_the_last_turn_stands_at_its_player(game: str) -> None:
    for number, turn, event in _sales(game)[:3]:
        view, marks = film(game)[number]
        assert marks.changed == changes_of([turn])
        rows = [seat_row(_told(view, marks), seat, stock=False) for seat in range(len(view.seats))]
        sold = {seat: row.sale.sold for seat, row in enumerate(rows) if row.sale}
        assert sold == {event.seat: event.sold}
        assert rows[event.seat].banners == view.seats[event.seat].banners
        without = Marks(changed=replace(marks.changed, banners=()))
        shown, bare = (draw_board(view, names=names(view), marks=one) for one in (marks, without))
        assert shown != bare


def test_sales_of_one_player_are_added_up() -> None:
    used = BannerUsed(1, 2, (1, 0, 2, 0), 5)
    changed = replace(changes_of([]), banners=(used, used))
    assert [changed.sold_by(seat) for seat in range(3)] == [(), (2, 0, 4, 0), ()]


def test_a_row_with_a_sale_has_a_line_more_if_there_is_room() -> None:
    view, _ = film("first-game-4")[20]
    used = BannerUsed(1, 2, (1, 0, 2, 0), 5)
    told = _told(view, Marks(changed=replace(changes_of([]), banners=(used,))))
    rows = [seat_row(told, seat, stock=False) for seat in range(4)]
    high = heights(rows, 330)
    assert high[1] > high[0] == high[2]
    assert sum(high) <= 330
    assert len(set(heights(rows, 200))) == 1


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
def test_the_column_ends_with_the_camps_that_nothing_covers(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = position_at("first-game-4", share)
    view = position.view(position.active)
    covered = view.neutral
    for some in ([one.workers for one in view.seats], [one.squares for one in view.buildings]):
        for squares in some:
            covered |= squares
    written = Written(monkeypatch)
    for draw in (draw_board, draw_turn):
        PASSING.clear()
        draw(view, names=names(view))
        assert written.lines[-1][0] == str((view.camps & ~covered).bit_count())


def test_the_first_screen_shows_open_cards_and_the_others() -> None:
    position = position_at("first-game-4", 0.3)
    view = position.view(position.active)
    other = (position.active + 1) % 4
    seat = view.seats[other]
    changed = (
        replace(seat, banners=seat.banners + 1),
        replace(seat, cards=seat.cards - 1),
        replace(seat, workers=seat.workers | view.edition.board & -view.edition.board),
    )
    seats = [(*view.seats[:other], one, *view.seats[other + 1 :]) for one in changed]
    views = [view, replace(view, face_up=view.face_up[1:]), replace(view, stack=view.stack - 1)]
    views += [replace(view, seats=some) for some in seats]
    columns = {_column(draw_turn(one, names=names(view))) for one in views}
    assert len(columns) == 6


def _column(png: bytes) -> bytes:
    """The part of a picture beside the board."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return picture.crop((BOARD_WIDTH, 0, *picture.size)).tobytes()
