"""The try-out's command, where the package that simulates Discord is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITHOUT = """
import sys
sys.modules["simcord"] = None
from tryout.__main__ import main
sys.exit(main())
"""


@pytest.mark.slow
def test_without_the_simulation_it_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_CONFIG
    assert done.stdout == ""
    assert done.stderr == "The try-out needs one more package: “make try” installs it.\n"
    assert not list(tmp_path.iterdir())
