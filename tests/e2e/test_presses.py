"""The presses and the words of a turn: a game of computer players, played over by its people."""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from typing import Final

import pytest

from engine.actions import End
from engine.edition_files import load_edition
from engine.random_play import random_start
from engine.record import Record
from engine.start import FIRST_GAME
from players.levels import level_named
from players.player import Budget
from players.self_play import play
from tests.e2e.panels import Panel, leads_on
from tests.e2e.playing import Match, Plan
from tests.e2e.world import World

USUAL: Final = 6
MOST: Final = 8
"""The presses of a turn, the opening and *End turn* included: in the median, and in 95 of 100."""

USUAL_WORDS: Final = 180
"""The words of a turn in the median: the texts of all screens, the message that calls included."""


class Sound(Plan):
    """A game of two journeymen, who do what people do who know what they want."""

    def record(self) -> Record:
        """The game."""
        start = random_start(load_edition(), FIRST_GAME, 2, Random(self.seed))
        journeymen = [level_named("journeyman").player() for _ in range(2)]
        return play(start, journeymen, self.seed, [Budget(seconds=None)] * 2)


def words_in(text: str) -> int:
    """The words of a text; bullets and arrows are none."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


@pytest.mark.slow
async def test_a_turn_takes_few_presses_and_few_words(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    match, record = await Match.of(world, Sound(FIRST_GAME, 2, seed=1), helped="completions")
    presses: list[int] = []
    read: list[int] = []
    panel: Panel | None = None
    for action in record.actions:
        panel = panel or await Panel.open(match)
        await panel.do(action)
        if isinstance(action, End):
            presses.append(panel.presses)
            assert all(leads_on(screen) for screen in panel.screens[1:])
            read.append(sum(words_in(screen.text) for screen in panel.screens))
            panel = None
    presses.sort()
    most = presses[round(0.95 * (len(presses) - 1))]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(presses)} turns: presses {median(presses)}, 95% within {most}; "
            f"words {median(read)}, {min(read)} to {max(read)}\n"
        )
    assert median(presses) <= USUAL
    assert most <= MOST
    assert median(read) <= USUAL_WORDS
