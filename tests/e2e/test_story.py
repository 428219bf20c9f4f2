"""The story of a game through Discord: for those who play, who watch, and at the end."""

from __future__ import annotations

import re

import pytest

from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World


async def test_players_read_what_they_missed_and_spectators_all(world: World) -> None:
    match = await Match.begin(world, 3)
    watch, place = Watch(match), await match.place()
    for seed in range(7):
        await match.turn(seed)
        assert await watch.look() == []
    active, stranger = await match.active(), world.people[3]
    missed = await active.run("arkadia record story", place)
    assert missed.private
    assert "Since turn 5, 2 turns were played." in missed.text
    [picture] = missed.post.pictures
    assert picture.name.startswith("arkadia-1-turn-")
    assert picture.alt
    whole = await stranger.press(
        (await stranger.press(await match.newest(), "Board")).post, "Story"
    )
    assert whole.private
    assert "So far 7 turns were played." in whole.text
    # The message remembers how far it told.
    await match.turn(8)
    since = await stranger.press(whole.post, "What came since")
    assert "Since turn 7, 1 turn was played." in since.text
    again = await stranger.press(since.post, "From the start")
    assert "So far 8 turns were played." in again.text
    assert await watch.look() == []


async def test_a_turn_can_be_named_and_one_that_is_not_played_is_the_newest(world: World) -> None:
    match = await Match.begin(world, 2)
    for seed in range(4):
        await match.turn(seed)
    place, ada = await match.place(), world.people[0]
    assert "Since turn 2, 2 turns" in (await ada.run("arkadia record story", place, since=3)).text
    late = await ada.run("arkadia record story", place, since=999)
    assert "Since turn 4, 0 turns were played." in late.text
    assert len(late.post.pictures) == 1


@pytest.mark.slow
async def test_at_the_end_the_moments_have_pictures(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    final = await match.newest()
    assert "Feats of Bela: a value raised by two in one turn, ahead from the second" in final.text
    assert "Feats of Ada" not in final.text
    told = await world.people[3].press(final, "Story")
    assert told.private
    assert re.search(r"^\d+ turns, and \*\*\w+\*\* won \d+ : \d+\.$", told.text, re.M)
    assert 1 <= len(told.post.pictures) <= 3
    assert "What came since" not in told.post.buttons
