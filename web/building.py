"""Makes the pages as files: drawing the board of a box, and looking back at a game.

Any host can serve the folder; the pages need no server and send nothing.
"""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine import edition_rules
from engine.edition import Edition
from engine.edition_files import DEFAULT_EDITION, SHELF, editions, load_edition
from engine.edition_writing import edition_data
from engine.packing import mark_of
from engine.record import Record
from engine.squares import first_square
from i18n.translation import Words, languages, own_name, words_for
from web.replay_data import art_of_page, colours_of_page, edition_of_page, said_by_page
from web.sentences import SENTENCES

SOURCE: Final = Path(__file__).parent
PRELOAD: Final = '    <link rel="modulepreload" href="'
REPLAY: Final = "replay"
"""The folder of the page that looks back, beside the files of the other one."""
SHARED: Final = "common"
"""The folder of the modules that the pages share."""


def make_page(folder: Path) -> None:
    """Write the files of both pages into a folder, over older ones."""
    _copy(SOURCE / "edition", folder)
    _copy(SOURCE / SHARED, folder / SHARED)
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
        _write(
            folder,
            name,
            "PLAYED",
            {"edition": edition_of_page(edition), "art": art_of_page(edition)},
        )
    marks = [mark_of(edition) for edition in known]
    loading = "(await import(`./edition-${mark}.js`)).PLAYED"
    (folder / "editions.js").write_text(_loader(marks, "", loading), "utf-8")
    _write(folder, "words", "LANGUAGES", _said_by_replay())
    # The usual edition is loaded at once: the browser would learn of it only from the link.
    page, first = folder / "index.html", f"edition-{mark_of(load_edition())}.js"
    linked = page.read_text("utf-8").replace("words.js", f'{first}" />\n{PRELOAD}words.js')
    page.write_text(linked, "utf-8")
    (folder / "colours.css").write_text(colours_of_page(), "utf-8")


def _said_by_replay() -> dict[str, Any]:
    """Return the sentences of the page that looks back, by language."""
    return {code: said_by_page(words_for(code)) for code in languages()}


def one_file(record: Record, game: str) -> bytes:
    """Return the page that looks back at one game as a single file, for people without the site.

    Args:
        record: the game.
        game: the part of its link after ``#``.
    """
    edition = record.start.edition
    art = art_of_page(edition)
    seen = _seen_buildings(record)
    unseen = art["spots"].keys() - seen
    left_out = unseen | {f"{name}-done" for name in unseen}
    for part in ("sprites", "spots"):
        art[part] = {name: value for name, value in art[part].items() if name not in left_out}
    played = _compact({"edition": edition_of_page(edition), "art": art})
    files = (file for name in (SHARED, REPLAY) for file in (SOURCE / name).glob("*.js"))
    modules = {f"{file.parent.name}/{file.name}": file.read_text("utf-8") for file in files}
    modules["replay/editions.js"] = _loader([mark_of(edition)], game, f"({played})")
    modules["replay/words.js"] = _constant("LANGUAGES", _said_by_replay())
    script = "\n".join(_without_links(modules[name]) for name in MODULES)
    style = colours_of_page() + "".join(
        (SOURCE / sheet).read_text("utf-8") for sheet in ("common/page.css", f"{REPLAY}/style.css")
    )
    return _one_page(script, style).encode()


MODULES: Final = (
    *("common/elements.js", "common/language.js", "common/squares.js", "common/board.js"),
    *("replay/words.js", "replay/editions.js", "replay/game.js", "replay/packing.js"),
    *("replay/telling.js", "replay/chart.js", "replay/main.js"),
)
"""The modules of the page, each after those it imports."""


def _seen_buildings(record: Record) -> set[str]:
    """Return the names of the sprites of all buildings that a game has, as they lie."""
    edition = record.start.edition
    forms = {
        (form, orientation.squares): f"{form}-{number}"
        for form in edition.forms
        for number, orientation in enumerate(edition.forms[form].orientations(mirror=True))
    }
    return {
        forms[laid.card.form, laid.squares >> first_square(laid.squares)]
        for laid in record.replay().buildings
    }


def _without_links(module: str) -> str:
    """Return a module's text without imports and exports, to stand beside the others' in one."""
    return re.sub(r"^import .*?;$|^export (?=\S)|^export \{.*\};$", "", module, flags=re.MULTILINE)


def _one_page(script: str, style: str) -> str:
    page = (SOURCE / REPLAY / "index.html").read_text("utf-8")
    page = page.replace("script-src 'self'", f"script-src {_hash(script)}")
    page = page.replace("style-src 'self'", f"style-src {_hash(style)}")
    for sheet in ("colours.css", "../common/page.css"):
        page = page.replace(f'<link rel="stylesheet" href="{sheet}" />', "")
    page = re.sub(r' *<link rel="modulepreload" [^>]*>\n', "", page)
    page = page.replace('<link rel="stylesheet" href="style.css" />', f"<style>{style}</style>")
    return page.replace(
        '<script type="module" src="main.js"></script>', f'<script type="module">{script}</script>'
    )


def _hash(text: str) -> str:
    """Return the source expression of a policy that allows exactly this text inline."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _loader(marks: list[int], game: str, loading: str) -> str:
    """Return the module that knows which editions the page has, and its game if it has one."""
    return (
        _constant("EDITIONS", marks)
        + _constant("GAME", game)
        + f"export async function loadEdition(mark) {{ return {loading}; }}\n"
    )


def _copy(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        shutil.copyfile(file, folder / file.name)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _write(folder: Path, name: str, constant: str, value: Any) -> None:
    """Write data as a module, since a page without a server may not fetch any."""
    (folder / f"{name}.js").write_text(_constant(constant, value), "utf-8")


def _constant(name: str, value: Any) -> str:
    """Return the text of a module that exports one constant."""
    return f"export const {name} = {_compact(value)};\n"


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
