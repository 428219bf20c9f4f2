"""What could be completed now, in a sentence."""

from dataclasses import replace

from engine.opportunities import Span, opportunities
from i18n.translation import ENGLISH
from tests.render.scenes import position_at
from words.opportunities import opportunity_text


def test_a_sentence_says_building_gains_and_what_it_takes() -> None:
    position = position_at("first-game-4", 0.5)
    found = opportunities(position.view(position.active))
    assert found
    for one in found:
        sentence = opportunity_text(one, ENGLISH)
        assert sentence.startswith(one.building.card.family.capitalize())
        assert f"{one.seals} seal" in sentence
        assert ("castle pieces" in sentence) == (one.pieces > 1)
        assert (f"{one.workers} worker" in sentence) == bool(one.workers)
        assert ("your" in sentence) == (one.card is not None)
        assert len(sentence) < 100
    assert ": 1–4 seals, " in opportunity_text(
        replace(found[0], seals=Span(1, 4), pieces=1), ENGLISH
    )
