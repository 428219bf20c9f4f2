"""Stories of delivery, each drawn of a seed: what is dropped is told, once, and soon enough."""

from typing import Any, Final

import pytest

from delivery.outbox import Outbox
from lab.simulation import __main__ as program
from lab.simulation.story import Story
from tests.nightly import nightly_except

SEEDS: Final = 100  # stories of the tests; another job of the night tells ten thousand others

SHARES: Final = 4  # tests that share them: the first is in each run, the others in the night

FOUND: Final = (
    *(14, 27),  # a POST without any answer held back its channel for five minutes
    *(0, 9, 106),  # retries that were due waited for another message's slow attempt
    *(11, 187, 1046, 2446, 3180, 3977),  # a retry left by a killed process made later ones rarer
    *(201854,),  # an outage before made a forbidden place wait for four hours
    *(303940, 304164),  # a change put again while it was made, an act that failed after its commit
    *(3351, 4189),  # after four failures of the database retries waited for a quarter of an hour
)
"""Seeds that once went wrong."""


@pytest.mark.slow
@pytest.mark.parametrize("share", nightly_except(range(SHARES), 0))
def test_what_is_dropped_is_told(share: int) -> None:
    for seed in range(1000 + share, 1000 + SEEDS, SHARES):
        assert Story(seed).run() == [], f"seed {seed}"


FOUND_MOVING: Final = (17, 56, 63)
"""The same with games that move: of a message that nobody had noted the old place was forgotten,
so that its buttons stayed."""


@pytest.mark.parametrize("seed", FOUND_MOVING)
def test_a_moved_game_leaves_no_old_buttons(seed: int) -> None:
    assert Story(seed, moving=True).run() == []


@pytest.mark.parametrize("seed", FOUND)
def test_what_went_wrong_once_goes_well(seed: int) -> None:
    assert Story(seed).run() == []


def test_a_seed_is_a_whole_story() -> None:
    stories = [Story(7), Story(7), Story(8)]
    told = []
    for story in stories:
        story.run()
        told.append((story.lives, story.fates.happened))
    assert told[0] == told[1] != told[2]
    assert told[0][1]


def test_a_post_without_any_answer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.client.bound_waits", lambda http: None)
    assert any("an attempt took" in "\n".join(Story(seed).run()) for seed in range(40))


def test_a_retry_that_is_forgotten_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr(Outbox, "_put_off", nothing)
    found = [fault for seed in range(6) for fault in Story(seed).run()]
    assert "and not by" in "\n".join(found)


def test_the_program_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["--seeds", "2", "--first", "7", "--processes", "1"]) == 0
    assert "2 stories" in capsys.readouterr().out
