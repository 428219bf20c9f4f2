"""Makes the pages as files: drawing the board of a box, and looking back at a game.

Any host can serve the folder; the pages need no server and send nothing.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

from engine import edition_rules
from engine.edition import Edition
from engine.edition_files import DEFAULT_EDITION, SHELF, editions, load_edition
from engine.edition_writing import edition_data
from i18n.translation import Words, languages, own_name, words_for
from web.joining import SOURCE
from web.policy import policy
from web.replaying import constant, edition_file, edition_module, replay_files
from web.sentences import SENTENCES

REPLAY: Final = "replay"
"""The folder of the page that looks back, beside the files of the other one."""
SHARED: Final = "common"
"""The folder of the modules that the pages share."""


def make_page(folder: Path) -> None:
    """Write the files of both pages into a folder, over older ones."""
    _copy(SOURCE / "edition", folder)
    _copy(SOURCE / SHARED, folder / SHARED)
    page = folder / "index.html"
    allowed = policy({"img-src": "'self' blob: data:"})
    page.write_text(page.read_text("utf-8").replace("{policy}", allowed), "utf-8")
    rules = json.loads(Path(edition_rules.__file__).with_suffix(".json").read_text("utf-8"))
    _write(folder, "rules", "RULES", rules)
    _write(folder, "base", "BASE", edition_data(load_edition(DEFAULT_EDITION)))
    _write(folder, "words", "LANGUAGES", {code: _said(code) for code in languages()})
    _make_replay(folder / REPLAY)


def _make_replay(folder: Path) -> None:
    """Write the page that looks back, with all available editions."""
    folder.mkdir(exist_ok=True)
    files = {edition_file(edition): edition_module(edition) for edition in SHELF.known}
    for name, text in {**files, **replay_files()}.items():
        (folder / name).write_text(
            text.replace("{here}", "") if name == "index.html" else text, "utf-8"
        )


def _copy(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        shutil.copyfile(file, folder / file.name)


def _write(folder: Path, name: str, name_in_it: str, value: Any) -> None:
    (folder / f"{name}.js").write_text(constant(name_in_it, value), "utf-8")


def _said(language: str) -> dict[str, Any]:
    """All that the page says in a language, and what things are called in it."""
    words = words_for(language)
    return {
        "called": own_name(language),
        "sentences": dict(_sentences(words)),
        "names": {name: str(words.name(name)) for one in editions() for name in _names(one)},
    }


def _sentences(words: Words) -> list[tuple[str, str]]:
    """Every sentence by the page's name for it, with its names still in braces."""
    return [
        *((name, words(text)) for name, text in SENTENCES.items()),
        *((f"kind {name}", words(text)) for name, text in edition_rules.KINDS.items()),
        *((f"fact {name}", words(text)) for name, text in edition_rules.FACTS.items()),
        *((f"counted {name}", words(one.what)) for name, one in edition_rules.BOX.items()),
        *((f"finding {name}", words(text)) for name, text in edition_rules.SAYINGS.items()),
    ]


def _names(edition: Edition) -> tuple[str, ...]:
    return (*edition.forms, *edition.families)
