"""All tests of this folder are through the simulated Discord."""

import pytest

from tests.e2e.fixtures import *  # noqa: F403


@pytest.fixture(autouse=True)
def _through_discord(through_discord: None) -> None:
    """Whether a test has the simulated Discord from ``env`` or from itself."""
