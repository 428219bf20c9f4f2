"""Modules joined into one script: each after those it imports, and no name twice."""

from pathlib import Path

import pytest

from cogs.pages.web import replaying
from cogs.pages.web.replaying import joined

MODULES = {
    "game/a.js": 'import { b } from "./b.js";\nimport { c } from "../common/c.js";\nb(c);\n',
    "game/b.js": 'import { c } from "../common/c.js";\nexport function b() { return c; }\n',
    "common/c.js": "export const c = 1;\n",
}


def test_each_module_stands_once_after_those_it_imports() -> None:
    lines = [line for line in joined("game/a.js", MODULES).splitlines() if line]
    assert lines == ["const c = 1;", "function b() { return c; }", "b(c);"]
    page = joined("game/main.js", {})
    assert ("\nimport " in page, "\nexport " in page) == (False, False)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("common/c.js", "export const c = 1;\nfunction b() {}\n"),
        ("game/b.js", 'import { c as d } from "../common/c.js";\nexport function b() {}\n'),
    ],
)
def test_what_would_mean_another_thing_in_one_script_is_refused(path: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"game/"):
        joined("game/a.js", {**MODULES, path: text})


def test_comments_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(replaying, "SOURCE", tmp_path)
    (tmp_path / "a.js").write_text(
        "/* Of\n * two lines. */\n  // of one\nconst a = /** @type {A} */ (b); // beside\n"
        '/** @type {A} */ (b).c("/* d */");\n'
    )
    assert joined("a.js", {}) == (
        'const a = /** @type {A} */ (b); // beside\n/** @type {A} */ (b).c("/* d */");\n'
    )
