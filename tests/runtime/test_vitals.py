"""What the process says of itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

from runtime.vitals import version


def test_the_version_is_the_projects() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert version() == tomllib.loads(project.read_text("utf-8"))["project"]["version"]
