"""The presses and the words of a turn: a game of computer players, played over by its people."""

import os
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Final

import pytest
from simcord.components import walk_components

from engine.actions import End
from engine.edition_files import load_edition
from engine.random_play import random_start
from engine.record import Record
from engine.start import FIRST_GAME
from players.levels import level_named
from players.player import Budget
from players.self_play import play
from tests.e2e.panels import Panel, leads_on
from tests.e2e.playing import Match, Plan, build_of_unknown_card
from tests.e2e.posts import Post
from tests.e2e.wording import speak
from tests.e2e.world import World
from tests.ui.counting import LANGUAGES, MOST_WORDS, told, words_in
from ui.texts.events import names_of

SEED: Final = int(os.environ.get("MEASURED_SEED", "1"))  # which game is played over

USUAL: Final = 6
MOST: Final = 8
"""The presses of a turn, the opening and *End turn* included: in the median, and in 95 of 100."""

USUAL_WORDS: Final = 120
"""The words of a turn in the median: those of all screens, the message that calls included."""

USUAL_CAPTIONS: Final = 300  # the words on the buttons and in the menus of a turn, in the median

HINT_EVERY: Final = 5  # turns of which one is begun with a hint


def words_on(post: Post) -> int:
    """The words on a message's buttons and in its menus, those behind a fold included."""
    parts = walk_components(post.components)
    texts = [part.get(name) or "" for part in parts for name in ("label", "placeholder")]
    for part in walk_components(post.components):
        for option in part.get("options", ()):
            texts += [option["label"], option.get("description") or ""]
    return sum(map(words_in, texts))


class Sound(Plan):
    """A game of journeymen, who do what people do who know what they want."""

    def record(self) -> Record:
        start = random_start(load_edition(), FIRST_GAME, self.seats, Random(self.seed))
        journeymen = [level_named("journeyman").player() for _ in range(self.seats)]
        return play(start, journeymen, self.seed, [Budget(seconds=None)] * self.seats)


@dataclass
class Reader:
    """The words that people read at a time in a game, with all help."""

    match: Match
    language: str  # what the table and all people speak
    turns: int = 0
    # the words of each text, by its kind
    read: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def begin(self) -> Panel:
        person = await self.match.active()
        await speak(self.match.world, person, self.language)
        if self.turns % HINT_EVERY == 0:
            hint = await person.run("arkadia hint", await self.match.place())
            self.read["hint"].append(words_in(hint.text))
        return await Panel.open(self.match, person, language=self.language)

    def end(self, panel: Panel) -> None:
        self.read["whole turn"].append(sum(words_in(one.text) for one in panel.screens))
        self.read["captions"].append(sum(map(words_on, panel.screens)))
        self.read["panel"] += [words_in(screen.text) for screen in panel.screens[1:]]
        self.turns += 1

    def told(self) -> str:
        return "\n".join(
            f"{self.language} {kind}: {told(counts, MOST_WORDS.get(kind, 0))}"
            for kind, counts in sorted(self.read.items())
        )


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_turn_takes_few_presses_and_few_words(
    world: World, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match, record = await Match.of(world, Sound(FIRST_GAME, 2, seed=SEED), language=language)
    reader = Reader(match, language)
    presses: list[int] = []
    panel: Panel | None = None
    for action in record.actions:
        panel = panel or await reader.begin()
        await panel.do(action)
        if isinstance(action, End):
            presses.append(panel.presses)
            assert all(leads_on(screen) for screen in panel.screens[1:])
            reader.end(panel)
            panel = None
    presses.sort()
    most = presses[round(0.95 * (len(presses) - 1))]
    with capsys.disabled():
        sys.stdout.write(f"\npresses {median(presses)}, 95% within {most}\n{reader.told()}\n")
    assert median(presses) <= USUAL
    assert most <= MOST
    assert median(reader.read["whole turn"]) <= USUAL_WORDS
    assert median(reader.read["captions"]) <= USUAL_CAPTIONS
    for kind in ("panel", "hint"):
        counts = reader.read[kind]
        over = [count for count in counts if count > MOST_WORDS[kind]]
        assert len(over) <= len(counts) / 50
        assert max(counts) <= MOST_WORDS[kind] + 5


async def test_the_draw_is_asked_for_after_card_and_place(world: World) -> None:
    match = await Match.begin(world)
    build = await build_of_unknown_card(match)
    card = f"{build.card.family.upper()}  {build.card.form}"
    place = names_of(build.squares).lower().replace(" ", ", ")
    answer = await (await match.active()).run(
        "arkadia build", await match.place(), card=card, place=place
    )
    assert answer.private
    assert "Which card do you draw?" in answer.text
    assert f" on {names_of(build.squares).split()[0]}:" in answer.text
    assert await match.log() == []
    await (await match.active()).press(answer.post, "Build, draw from the stack")
    assert [entry.split()[0] for entry in await match.log()] == ["build"]
