"""Whole turns planned and taken by what Discord shows in words, and questions about the board."""

import pytest

from tests.e2e.people import Person, told
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.words import text_player


async def texts(match: Match, person: Person) -> tuple[str, str]:
    place = await match.place()
    board = await person.run("arkadia board", place, text=True)
    screen = await person.run("arkadia screen", place, text=True)
    assert board.private
    return "\n".join(post.text for post in board.posts), screen.text


@pytest.mark.slow
async def test_the_whole_position_is_written_out_and_questions_are_answered(world: World) -> None:
    match = await Match.begin(world, 4)
    for seed in range(12):
        await match.turn(seed)
    ada, place = world.people[0], await match.place()
    board, _ = await texts(match, ada)
    for row in range(1, 13):
        assert text_player.line_after(board, f"Row {row}: ") is not None
    shown = await ada.press(await match.newest(), "Board")
    pressed = await ada.press(shown.post, "As text")
    assert "\n".join(post.text for post in pressed.posts) == board
    site = text_player.sites(board)[0]
    for asked in (f"building:{site.name}", f"Building: {site.squares[0].lower()}", site.squares[0]):
        answer = await ada.run("arkadia board", place, ask=asked)
        assert answer.private
        assert all(square in answer.text for square in site.vacant)
        assert not answer.post.pictures
    near = await ada.run("arkadia board", place, ask=f"near:{site.vacant[0]}")
    assert site.name in near.text
    castle = await ada.run("arkadia board", place, ask="castle")
    assert "Vacant around the castle: " in castle.text
    everything = await ada.run("arkadia board", place, ask="building:open")
    said = "\n".join(post.text for post in everything.posts)
    assert all(one.name in said for one in text_player.sites(board))
    for asked, help_given in (("near:Z99", "near:"), ("windmill of @everyone", "building:")):
        unclear = told(await ada.run("arkadia board", place, ask=asked))
        assert "@everyone" not in unclear
        assert help_given in unclear or "columns are A to P" in unclear
