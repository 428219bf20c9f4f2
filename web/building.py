"""Makes the page: its files, with the rules, the sentences and the edition to begin with."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

from engine import edition_rules
from engine.edition import Edition
from engine.edition_files import DEFAULT_EDITION, editions, load_edition
from engine.edition_writing import edition_data
from i18n.translation import Words, languages, own_name, words_for
from web.sentences import SENTENCES

SOURCE: Final = Path(__file__).parent / "edition"


def make_page(folder: Path) -> None:
    """Write the page's files into a folder, over those of an older page."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        shutil.copyfile(file, folder / file.name)
    rules = json.loads(Path(edition_rules.__file__).with_suffix(".json").read_text("utf-8"))
    _write(folder, "rules", "RULES", rules)
    _write(folder, "base", "BASE", edition_data(load_edition(DEFAULT_EDITION)))
    _write(folder, "words", "LANGUAGES", {code: _said(code) for code in languages()})


def _write(folder: Path, name: str, constant: str, value: Any) -> None:
    """Writes data as a module, since a page without a server may not fetch any."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    (folder / f"{name}.js").write_text(f"export const {constant} = {text};\n", "utf-8")


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
