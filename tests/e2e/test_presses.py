"""The presses and the words of a turn: a game of computer players, played over by its people.

They speak another language each turn: what they read at a time is short in all of them.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from random import Random
from statistics import median
from typing import Final

import pytest

from db.games.rows import StoredMessage
from engine.actions import End
from engine.edition_files import load_edition
from engine.random_play import random_start
from engine.record import Record
from engine.start import FIRST_GAME
from i18n.translation import words_for
from players.levels import level_named
from players.player import Budget
from players.self_play import play
from tests.e2e.panels import Panel, leads_on
from tests.e2e.playing import Match, Plan
from tests.e2e.world import World
from tests.ui.counting import LANGUAGES, MOST_WORDS, told, words_in
from ui.public.posts.turn import told_until, turn_parts
from ui.texts.fitting import fitted

USUAL: Final = 6
MOST: Final = 8
"""The presses of a turn, the opening and *End turn* included: in the median, and in 95 of 100."""

USUAL_WORDS: Final = 210
"""The words of a turn in the median, in any language and with all help.

They are those of all screens, the message that calls included.
"""

HINT_EVERY: Final = 5
"""Turns of which one is begun with a hint: no divisor of the languages, so each has some."""


class Sound(Plan):
    """A game of journeymen, who do what people do who know what they want."""

    def record(self) -> Record:
        """The game."""
        start = random_start(load_edition(), FIRST_GAME, self.seats, Random(self.seed))
        journeymen = [level_named("journeyman").player() for _ in range(self.seats)]
        return play(start, journeymen, self.seed, [Budget(seconds=None)] * self.seats)


@dataclass
class Reader:
    """The words that people read at a time in a game, each turn in another language.

    Attributes:
        read: the words of each text, by its kind and language.
    """

    match: Match
    turns: int = 0
    read: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))

    @property
    def language(self) -> str:
        """The language of this turn."""
        return LANGUAGES[self.turns % len(LANGUAGES)]

    def note(self, kind: str, text: str) -> None:
        """Counts the words of a text."""
        self.read[kind, self.language].append(words_in(text))

    async def begin(self) -> Panel:
        """Opens the panel of the person in turn, who speaks the language now."""
        person = await self.match.active()
        personal = self.match.services.personal
        chosen = replace(personal.preferences(person.id), language=self.language)
        await personal.prefer(person.id, chosen)
        if self.turns % HINT_EVERY == 0:
            hint = await person.run("arkadia hint", await self.match.place())
            self.note("hint", hint.text)
        return await Panel.open(self.match, person)

    async def end(self, panel: Panel, before: StoredMessage | None) -> None:
        """Counts what was read in a turn that has ended, and the message that tells of it."""
        for screen in panel.screens[1:]:
            self.note("panel", screen.text)
        table = await self.match.table()
        if table.active is not None:
            timing = self.match.services.tables.clock.turn_time(table)
            words, called = words_for(self.language), [table.active.user_id or 0]
            turns = table.turns_since(told_until(table, before))
            parts = turn_parts(table, words, before, turns, called, timing=timing)
            self.note("turn", fitted(parts))
        self.turns += 1

    def told(self) -> str:
        """A line for each kind and language."""
        return "\n".join(
            f"{kind} {language}: {told(counts, MOST_WORDS[kind])}"
            for (kind, language), counts in sorted(self.read.items())
        )


@pytest.mark.nightly
@pytest.mark.slow
async def test_a_turn_takes_few_presses_and_few_words(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    match, record = await Match.of(world, Sound(FIRST_GAME, 2, seed=1), helped="all")
    reader = Reader(match)
    presses: list[int] = []
    read: list[int] = []
    panel: Panel | None = None
    for action in record.actions:
        panel = panel or await reader.begin()
        before = (await match.table()).messages.get("turn")
        await panel.do(action)
        if isinstance(action, End):
            presses.append(panel.presses)
            assert all(leads_on(screen) for screen in panel.screens[1:])
            read.append(sum(words_in(screen.text) for screen in panel.screens))
            await reader.end(panel, before)
            panel = None
    presses.sort()
    most = presses[round(0.95 * (len(presses) - 1))]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(presses)} turns: presses {median(presses)}, 95% within {most}; "
            f"words {median(read)}, {min(read)} to {max(read)}\n{reader.told()}\n"
        )
    assert median(presses) <= USUAL
    assert most <= MOST
    assert median(read) <= USUAL_WORDS
    for kind in ("panel", "hint", "turn"):
        counts = [n for (one, _), each in reader.read.items() if one == kind for n in each]
        over = [count for count in counts if count > MOST_WORDS[kind]]
        assert len(over) <= len(counts) / 50
        assert max(counts) <= MOST_WORDS[kind] + 5
