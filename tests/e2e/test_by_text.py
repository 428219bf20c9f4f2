"""Whole turns planned and taken by what Discord shows in words, and questions about the board."""

import pytest

from tests.e2e.people import told
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.words import text_player


@pytest.mark.slow
async def test_the_whole_position_is_written_out_and_questions_are_answered(world: World) -> None:
    match = await Match.begin(world, 4)
    for seed in range(12):
        await match.turn(seed)
    ada, place = world.people[0], await match.place()
    board = told(await ada.run("arkadia board", place, text=True))
    for row in range(1, 13):
        assert text_player.line_after(board, f"Row {row}: ") is not None
    shown = await ada.press(await match.newest(), "Board")
    assert told(await ada.press(shown.post, "As text")) == board
    site = text_player.sites(board)[0]
    for asked in (f"building:{site.name}", f"Building: {site.squares[0].lower()}", site.squares[0]):
        answer = await ada.run("arkadia board", place, ask=asked)
        assert answer.private
        assert all(square in answer.text for square in site.vacant)
        assert not answer.post.pictures
    near = f"near:{site.vacant[0]}"
    for asked, names in (
        *((near, [site.name]), ("castle", ["Vacant around the castle: "])),
        ("building:open", [one.name for one in text_player.sites(board)]),
    ):
        said = told(await ada.run("arkadia board", place, ask=asked))
        assert all(name in said for name in names)
    for asked, help_given in (("near:Z99", "near:"), ("windmill of @everyone", "building:")):
        unclear = told(await ada.run("arkadia board", place, ask=asked))
        assert "@everyone" not in unclear
        assert help_given in unclear or "columns are A to P" in unclear
