"""Features are deleted: what is left starts, plays a whole game, and is as whole as before."""

from pathlib import Path

import pytest

from tests.removal import CHECK_OF_THE_BOT, FEATURES, copy_without, faults

pytestmark = pytest.mark.slow


def test_all_features_can_be_deleted(tmp_path: Path) -> None:
    copy_without(FEATURES, tmp_path)
    assert [*faults(tmp_path, CHECK_OF_THE_BOT)] == []


@pytest.mark.nightly
@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_can_be_deleted(tmp_path: Path, feature: str) -> None:
    copy_without([feature], tmp_path)
    assert [*faults(tmp_path)] == []
