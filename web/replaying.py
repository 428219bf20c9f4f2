"""The page that looks back at a game: the files of a site, or one file with its one game."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine.edition import Edition
from engine.edition_files import SHELF, load_edition
from engine.packing import mark_of
from engine.record import Record
from engine.squares import first_square
from i18n.translation import languages, words_for
from web.game_data import played_with
from web.joining import SOURCE, joined, style_of
from web.policy import policy
from web.replay_data import colours_of_page, edition_of_page, said_by_page

_MAIN: Final = "replay/main.js"
_HEAD: Final[Mapping[str, str]] = {
    "style": '<link rel="stylesheet" href="{here}style.css" />',
    "edition": '    <link rel="modulepreload" href="{here}{edition}" />\n',
    "script": '<script type="module" src="{here}main.js"></script>',
}
"""What the head of the page asks for."""


def replay_files() -> dict[str, str]:
    """Return the page's files by name, without its editions.

    In ``index.html`` the folder of the others is written ``{here}``.
    """
    marks = [mark_of(edition) for edition in SHELF.known]
    loading = "(await import(`./edition-${mark}.js`)).PLAYED"
    # The usual edition is loaded at once: the browser would learn of it only from the link.
    usual = edition_file(load_edition())
    return {
        "index.html": _page().replace("{policy}", policy()).replace("{edition}", usual),
        "main.js": _script(_loader(marks, "", loading)),
        "style.css": _style(),
    }


def write_page(folder: Path) -> None:
    """Write the page's files into ``replay`` in a folder, with all known editions."""
    folder /= "replay"
    folder.mkdir(parents=True, exist_ok=True)
    editions = {edition_file(edition): edition_module(edition) for edition in SHELF.known}
    for name, text in {**editions, **replay_files()}.items():
        # The others lie beside it.
        shown = text.replace("{here}", "") if name == "index.html" else text
        (folder / name).write_text(shown, "utf-8")


def edition_file(edition: Edition) -> str:
    """Return the name of the file of an edition."""
    return f"edition-{mark_of(edition)}.js"


def edition_module(edition: Edition) -> str:
    """Return the file of an edition: its facts and its pieces."""
    return constant("PLAYED", played_with(edition))


def one_file(record: Record, game: str) -> bytes:
    """Return the page that looks back at one game as a single file, for people without the site.

    Args:
        record: the game.
        game: the part of its link after ``#``.
    """
    edition = record.start.edition
    played = compact({"edition": edition_of_page(edition), "art": _art_of(record)})
    script, style = _script(_loader([mark_of(edition)], game, f"({played})")), _style()
    alone = policy({"script-src": _hash(script), "style-src": _hash(style)})
    page = _page().replace("{policy}", alone).replace(_HEAD["edition"], "")
    page = page.replace(_HEAD["style"], f"<style>{style}</style>")
    return page.replace(_HEAD["script"], f'<script type="module">{script}</script>').encode()


def _page() -> str:
    return (SOURCE / "replay" / "index.html").read_text("utf-8")


def _script(loader: str) -> str:
    said = {code: said_by_page(words_for(code)) for code in languages()}
    made = {"replay/editions.js": loader, "replay/words.js": constant("LANGUAGES", said)}
    return joined(_MAIN, made)


def _style() -> str:
    return colours_of_page() + style_of("common/page.css", "replay/style.css")


def _loader(marks: Iterable[int], game: str, loading: str) -> str:
    """Return the module that knows which editions the page has, and its game if it has one."""
    return (
        constant("EDITIONS", list(marks))
        + constant("GAME", game)
        + f"export async function loadEdition(mark) {{ return {loading}; }}\n"
    )


def _art_of(record: Record) -> dict[str, Any]:
    """Return the pieces that a game has."""
    art: dict[str, Any] = played_with(record.start.edition)["art"]
    unseen = art["spots"].keys() - _seen_buildings(record)
    left_out = unseen | {f"{name}-done" for name in unseen}
    for part in ("sprites", "spots"):
        art[part] = {name: value for name, value in art[part].items() if name not in left_out}
    return art


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


def _hash(text: str) -> str:
    """Return the source expression of a policy that allows exactly this text inline."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def compact(value: Any) -> str:
    """Return data as short JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def constant(name: str, value: Any) -> str:
    """Return the text of a module that exports one constant.

    Data are a module, since a page without a server may not fetch any.
    """
    return f"export const {name} = {compact(value)};\n"
