"""Nudges in a whole game."""

from tests.e2e.playing import Match


async def look(match: Match) -> None:
    await match.world.later(hours=19)
    waiting = await match.waiting()
    board = await waiting.run("arkadia board", await match.place())
    [label] = [label for label in board.post.buttons if label.startswith("Nudge")]
    nudged = await waiting.press(board.post, label)
    assert "gets a friendly nudge" in nudged.text or "been nudged" in nudged.text
