"""The pages' modules, judged by TypeScript's checker from the types in their comments."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
WEB: Final = ROOT / "cogs" / "pages" / "web"
PAGES: Final = ("common", "game", "replay")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("tsc") is None, reason="TypeScript (tsc) is not installed (node-typescript)"
    ),
]

WRONG: Final = """\
import { say } from "{web}/common/language.js";
/** @type {(scene: Scene) => number} */
export const unfinished = (scene) => scene.openCard.length;
export const told = say(3);
"""
"""A module with a property that is misspelt, and a number in the place of a text."""


def test_no_page_uses_anything_as_what_it_is_not(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text(WRONG.replace("{web}", str(WEB)), "utf-8")
    looked_at = [str(WEB / part) for part in (*PAGES, "types")]
    project = {"extends": str(WEB / "tsconfig.json"), "include": [*looked_at, "wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    given = ("tsc", "--project", str(tmp_path), "--listFiles", "--pretty", "false")
    done = subprocess.run(given, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.stderr
    said = done.stdout.splitlines()
    read = {line for line in said if Path(line).is_absolute()}
    assert read >= {str(path) for part in PAGES for path in (WEB / part).glob("*.js")}
    wrong = [re.sub(r".*wrong\.js\((\d+).*(TS\d+):.*", r"\1 \2", line) for line in said]
    assert [line for line in wrong if line not in read] == ["3 TS2551", "4 TS2345"]
