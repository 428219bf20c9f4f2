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
from engine.packing import mark_of
from i18n.translation import Words, languages, own_name, words_for
from web.replay_data import art_of_page, colours_of_page, edition_of_page, said_by_page
from web.sentences import SENTENCES

SOURCE: Final = Path(__file__).parent
REPLAY: Final = "replay"
"""The folder of the page that looks back, beside the files of the other one."""


def make_page(folder: Path) -> None:
    """Write the files of both pages into a folder, over older ones."""
    _copy(SOURCE / "edition", folder)
    rules = json.loads(Path(edition_rules.__file__).with_suffix(".json").read_text("utf-8"))
    _write(folder, "rules", "RULES", rules)
    _write(folder, "base", "BASE", edition_data(load_edition(DEFAULT_EDITION)))
    _write(folder, "words", "LANGUAGES", {code: _said(code) for code in languages()})
    _make_replay(folder / REPLAY)


def _make_replay(folder: Path) -> None:
    """Write the page that looks back, with all available editions."""
    _copy(SOURCE / REPLAY, folder)
    known = SHELF.known
    for edition in known:
        name = f"edition-{mark_of(edition)}"
        value = {"edition": edition_of_page(edition), "art": art_of_page(edition)}
        (folder / f"{name}.js").write_text(f"export const PLAYED = {_compact(value)};\n", "utf-8")
    marks = _compact([mark_of(edition) for edition in known])
    (folder / "editions.js").write_text(LOADER.replace("[]", marks), "utf-8")
    said = {code: said_by_page(words_for(code)) for code in languages()}
    (folder / "words.js").write_text(f"export const LANGUAGES = {_compact(said)};\n", "utf-8")
    (folder / "colours.css").write_text(colours_of_page(), "utf-8")


LOADER: Final = """\
/** The marks of the editions that the page has. */
export const EDITIONS = [];

/** Return an edition and its art. */
export async function loadEdition(mark) {
  return (await import(`./edition-${mark}.js`)).PLAYED;
}
"""


def _copy(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        shutil.copyfile(file, folder / file.name)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
