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


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the checker says of all pages with one module that is wrong, and which files it read."""
    folder = tmp_path_factory.mktemp("types")
    (folder / "wrong.js").write_text(WRONG.replace("{web}", str(WEB)), "utf-8")
    looked_at = [str(WEB / part) for part in (*PAGES, "types")]
    project = {"extends": str(WEB / "tsconfig.json"), "include": [*looked_at, "wrong.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    done = subprocess.run(
        ["tsc", "--project", str(folder), "--listFiles", "--pretty", "false"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_no_page_uses_anything_as_what_it_is_not(said: list[str]) -> None:
    read = {line for line in said if Path(line).is_absolute()}
    assert read >= {str(path) for part in PAGES for path in (WEB / part).glob("*.js")}
    wrong = [line for line in said if line not in read and "wrong.js(" not in line]
    assert not wrong, "\n".join(wrong)


def test_what_is_wrong_is_found(said: list[str]) -> None:
    found = [line for line in said if "wrong.js(" in line]
    assert [re.sub(r".*wrong\.js\((\d+).*(TS\d+):.*", r"\1 \2", line) for line in found] == [
        "3 TS2551",
        "4 TS2345",
    ]
