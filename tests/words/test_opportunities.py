"""What could be completed now, in a sentence."""

from engine.opportunities import opportunities
from i18n.translation import ENGLISH
from tests.render.scenes import position_at
from words.opportunities import opportunity_text


def test_a_sentence_says_building_workers_and_gains() -> None:
    position = position_at("first-game-4", 0.5)
    view = position.view(position.active)
    found = opportunities(view)
    assert found
    for one in found:
        sentence = opportunity_text(view, one, ENGLISH)
        assert sentence.startswith(one.building.card.family.capitalize())
        assert ("castle pieces" in sentence) == (one.pieces > 1)
        assert ("neutral" in sentence) == bool(one.neutral)
        assert "seal" in sentence
        assert len(sentence) < 100
