"""The small marks of a board: few of them, each with a place of its own, over nothing asked for."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.actions import End
from engine.game import played_turns
from engine.opportunities import earned, gap, opportunities
from engine.position import Position
from engine.squares import first_square, iter_squares, union
from engine.story import changes_of
from engine.view import Phase, View
from render.art.buildings import spots_of
from render.art.castle import seal_spot
from render.art.drawing import UNIT
from render.art.signs import chance_pill, gain_plaque, hat_badge, number_badge, payout_plaque
from render.board.badges import FEW, MOST, NEARLY, Badge, notes
from render.board.picture import plain_board_raster
from render.board.pieces import board_grid, cells_of
from render.board.room import units_of
from render.colours import MARK
from render.files.core import core_of
from render.files.raster import index_of
from render.layout import LEFT, TOP, Size, Theme
from tests.nightly import nightly_except
from tests.render.scenes import film, record
from words.sentences import NO_MARKS, Marks

GAMES = ("first-game-2", "first-game-3", "first-game-4", "free-2", "free-3")


def _first_screens(game: str) -> Iterator[tuple[View, Marks]]:
    """What each turn of a game begins with: the news since one's own turn, and the chances."""
    position = Position(record(game).start)
    turns = played_turns(record(game).start, record(game).actions)
    for action in record(game).actions:
        position.push(action)
        if isinstance(action, End) and not position.over:
            view, done = position.view(position.active), position.turn - 1
            changed = changes_of(turns[max(0, done + 1 - len(view.seats)) : done])
            yield view, Marks(changed=changed, chances=opportunities(view))


Box = tuple[int, int, int, int]


def _mask(badge: Badge) -> tuple[Box, Image.Image]:
    """Where on a board a badge hides what lies under it: a rectangle, and what of it."""
    tile = badge.draw(*badge.shown, 1.0)
    x, y = units_of(badge.spot)
    left, top = LEFT + x + tile.left, TOP + y + tile.top
    mask = Image.new("L", (tile.width, tile.height))
    whole = Image.new("L", mask.size, 255)
    core_of(mask).paste(core_of(whole), (0, 0, *mask.size), tile.mask)
    return (left, top, left + tile.width, top + tile.height), mask


def _meet(one: tuple[Box, Image.Image], other: tuple[Box, Image.Image]) -> bool:
    """Whether two badges hide a pixel both."""
    (box, mask), (box_2, mask_2) = one, other
    left, top = max(box[0], box_2[0]), max(box[1], box_2[1])
    right, bottom = min(box[2], box_2[2]), min(box[3], box_2[3])
    if left >= right or top >= bottom:
        return False
    parts = [
        part.crop((left - of[0], top - of[1], right - of[0], bottom - of[1]))
        for part, of in ((mask, box), (mask_2, box_2))
    ]
    return ImageChops.multiply(*parts).getbbox() is not None


@pytest.mark.nightly
@pytest.mark.parametrize("game", nightly_except(GAMES, "free-3"))
def test_no_two_marks_meet(game: str) -> None:
    for view, marks in [*_first_screens(game), *film(game)]:
        badges = notes(view, marks).badges
        masks = [_mask(badge) for badge in badges]
        for one, other in combinations(range(len(badges)), 2):
            assert not _meet(masks[one], masks[other]), (badges[one], badges[other])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_there_are_few_of_them(game: str) -> None:
    for view, marks in [*_first_screens(game), *film(game)]:
        found = notes(view, marks)
        hats = [badge for badge in found.badges if badge.draw is hat_badge]
        pills = [badge for badge in found.badges if badge.draw in (chance_pill, number_badge)]
        assert len(found.news) + len(pills) <= MOST
        assert len(hats) == len(found.news)
        assert [badge.shown[0] for badge in pills] == list(range(1, len(pills) + 1))
        assert len(pills) >= min(2, len(marks.chances))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mark_hides_a_head_or_a_seal_or_a_chip(game: str) -> None:
    corner = board_grid(1.0).corner
    for view, marks in list(_first_screens(game))[::5]:
        plain, marked = (
            plain_board_raster(view, one, Theme.DARK, Size.NORMAL).pixels().convert("RGB")
            for one in (NO_MARKS, marks)
        )
        workers = view.neutral | union(seat.workers for seat in view.seats)
        boxes = [(x + 19, y + 6, x + 42, y + 28) for x, y in map(corner, iter_squares(workers))]
        for square, height in zip(view.lot.ring, view.heights, strict=True):
            (left, top), spot = corner(square), seal_spot(height)
            left, top = left + round(spot[0]), top + round(spot[1])
            boxes.append((left - 11, top - 10, left + 11, top + 10))
        for building in view.buildings:
            if not building.completed:
                first = first_square(building.squares)
                cells = cells_of(view.edition, building.card.form, building.squares >> first)
                left, top = corner(first)[0] - cells[0][0] * UNIT, corner(first)[1]
                spots = spots_of(building.card.form, cells)
                for x, y in (spots.seal, spots.chip):
                    x, y = left + round(x), top + round(y)
                    boxes.append((x - 11, y - 11, x + 11, y + 11))
        for box in boxes:
            differ = ImageChops.difference(plain.crop(box), marked.crop(box))
            assert differ.getbbox() is None, (view.turn, box)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_everybody_sees_is_blue(game: str) -> None:
    blue = index_of(MARK)
    for view, marks in film(game)[::4]:
        pixels = plain_board_raster(view, marks, Theme.LIGHT, Size.NORMAL).pixels()
        assert not pixels.histogram()[blue]


@pytest.mark.parametrize("game", GAMES)
def test_what_nearly_completed_buildings_pay_is_told_whole(game: str) -> None:
    for view, _ in list(film(game))[::3]:
        near = [
            (gap(view, building.squares), earned(view, building.squares))
            for building in view.buildings
            if not building.completed
        ]
        near = [one for one in near if one[0].bit_count() <= NEARLY and any(one[1])]
        near = sorted(near, key=lambda one: one[0].bit_count())[:MOST]
        if view.phase is Phase.OVER:
            continue
        found = notes(view, NO_MARKS)
        shown = [badge[1:] for badge in found.badges]
        left_out = 0
        for _, counts in near:
            pays = [
                (payout_plaque, (view.seats[seat].colour, count))
                for seat, count in enumerate(counts)
                if count
            ]
            if shown[: len(pays)] == pays:
                del shown[: len(pays)]
            else:
                left_out += 1
        assert not shown
        assert left_out <= 1
        lacked = [squares for squares, _ in near if squares.bit_count() <= FEW]
        assert found.missing == union(lacked)


def test_each_gain_stands_on_its_building() -> None:
    for view, marks in film("first-game-4"):
        gains = sum(bool(count) for one in marks.changed.completed for count in one.gains)
        shown = [one for one in notes(view, marks).badges if one.draw is gain_plaque]
        assert len(shown) == gains
