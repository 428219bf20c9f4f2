"""The review of a person's own turns, through Discord."""

import re
import sys

import pytest

from cogs.review import turns_played
from players.player import Budget
from players.self_play import own_turns
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.world import World
from tests.tabletop.handed_over import Told, told_of  # noqa: F401


@pytest.mark.slow
async def test_people_look_back_at_turns(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    reviews = sys.modules["cogs.review"]
    monkeypatch.setattr(reviews, "JUDGING", Budget(playouts=1))
    monkeypatch.setattr(reviews, "WORTH_TELLING", 0.0)
    monkeypatch.setattr(reviews, "own_turns", lambda *game: own_turns(*game)[:8])
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    ada, _, chiara, _ = world.people
    answer = await ada.press(await match.newest(), "Review my turns")
    assert answer.private
    assert "Turning points of game 1" in answer.text
    assert "given away in all" not in answer.text.casefold()
    *positions, chart = answer.post.pictures
    assert chart.alt.startswith("Gold missed, turn by turn")
    assert len(positions) == answer.text.count(". Better: ") <= 3
    assert all(picture.alt for picture in positions)
    points = [line for line in answer.text.split("\n") if ". Better: " in line]
    built = [
        (line, picture.alt)
        for line, picture in zip(points, positions, strict=True)
        if re.search(r"Better: \w+ (house|farm|tavern|mill|smithy|trade|monastery)", line)
    ]
    assert any(" gold" in line for line, _ in built)
    for line, alt in built:
        assert (" gold" in line) == ("Completed: the" in alt)
    assert "Estimated gold missed: tiles " in answer.text
    assert "You followed" not in answer.text
    refused = await chiara.press(await match.newest(), "Review my turns")
    assert "You're not in game" in refused.text


async def test_a_review_is_of_the_own_turns(told: Told) -> None:
    if told.user:
        found = [one.number for one in turns_played(told.table, told.seat)]
        assert found == [one.number for one in told.own]
