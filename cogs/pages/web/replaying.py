"""The page that looks back at a game: the files of a site, or one file with its one game.

The game stands in the link itself. The modules of a page are joined into one text, so that a
browser asks for them once: over a slow line each request costs a way there and back. Nothing but
their imports and comments is taken out. A policy lets a browser do only what the page brings.
"""

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

from cogs.pages.sprites import draw_sprites, sprite_spots
from cogs.pages.web.scenes import lot_numbers, numbers_of
from cogs.pages.web.sentences import BUILDING, GAME, GAME_IN_CONTEXT, REPLAY, REPLAY_IN_CONTEXT
from engine import SETUPS, SHELF, Record, editions, load_edition
from engine.edition import Edition
from engine.packing import mark_of, pack
from engine.squares import first_square
from i18n.translation import NAMES, Words, languages, own_name, words_for
from render.colours import DARK, LIGHT, PLAYER, UNOWNED

_ALLOWED: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy(changes: dict[str, str] | None = None) -> str:
    """Return a Content-Security-Policy with the sources of some directives changed."""
    allowed = {**_ALLOWED, **(changes or {})}
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())


SOURCE: Final = Path(__file__).parent  # the folder of all pages' modules

_IMPORT: Final = re.compile(r'^import (?P<names>.*?) ?from "(?P<path>[^"]+)";$', re.MULTILINE)
_LINKS: Final = re.compile(r"^import .*?;$|^export (?=\S)|^export \{.*\};$", re.MULTILINE)
_NAMED: Final = re.compile(r"(?m)^(?:export )?(?:async )?(?:function|class|const|let) (\w+)")

_COMMENTS: Final = re.compile(r"(?ms)^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ ]*\n")
"""Comments on lines of their own: types are for the tests, and no reader waits for them."""


def joined(first: str, made: Mapping[str, str]) -> str:
    """Return a module with all that it imports, each after those that it imports itself.

    Args:
        first: the module's path below this folder, such as ``game/main.js``.
        made: modules that are no files, by path.

    Raises:
        ValueError: if two of them have the same name for something, as they stand beside each
            other then.
    """
    texts: dict[str, str] = {}
    _collect(first, made, texts, ())
    named = Counter(name for text in texts.values() for name in _NAMED.findall(text))
    if twice := [name for name, count in named.items() if count > 1]:
        raise ValueError(f"modules of {first} both have {', '.join(twice)}")
    return "\n".join(_LINKS.sub("", text) for text in texts.values())


def _collect(
    path: str, made: Mapping[str, str], texts: dict[str, str], importing: tuple[str, ...]
) -> None:
    if path in texts or path in importing:
        return
    text = made.get(path) or _COMMENTS.sub("", (SOURCE / path).read_text("utf-8"))
    for found in _IMPORT.finditer(text):
        if " as " in found["names"]:
            raise ValueError(f"{path} imports by another name, which cannot be joined")
        _collect(normpath(join(dirname(path), found["path"])), made, texts, (*importing, path))
    texts[path] = text


def style_of(*sheets: str) -> str:
    """Return some style sheets as one."""
    return "".join((SOURCE / sheet).read_text("utf-8") for sheet in sheets)


def edition_of_page(edition: Edition) -> dict[str, Any]:
    """Return what the page plays a game of an edition with; squares are numbered row by row."""
    return {
        "mark": mark_of(edition),
        "columns": edition.columns,
        "rows": edition.rows,
        "camps": numbers_of(edition, edition.camps),
        "setups": list(SETUPS),
        "lots": [lot_numbers(edition, lot) for lot in edition.lots],
        "firstLot": lot_numbers(edition, edition.first_lot),
        "firstBuildings": [
            [preset.card.form, preset.card.family, numbers_of(edition, preset.squares)]
            for preset in edition.first_buildings
        ],
        "ringSeals": list(edition.ring_seals),
        "families": list(edition.families),
        "colours": list(edition.colours),
        "forms": {
            name: {
                "turned": [list(way.cells) for way in form.turned],
                "mirrored": [list(way.cells) for way in form.turned_and_mirrored],
            }
            for name, form in edition.forms.items()
        },
        "cards": [str(card) for card in edition.cards],
        "floors": list(edition.floors),
        "ownWorkers": edition.own_workers,
        "startWorkers": edition.start_workers,
        "banners": edition.banners,
        "workersPerBanner": edition.workers_per_banner,
        "neutralWorkers": edition.neutral_workers,
        "handSize": edition.hand_size,
        "faceUp": edition.face_up,
        "seatCounts": list(edition.seat_counts),
        "extraNeutral": {str(seats): extra for seats, extra in edition.extra_neutral.items()},
    }


def art_of_page(edition: Edition) -> dict[str, Any]:
    """Return the sprites of an edition's pieces, their places, and the colours."""
    return {
        "sprites": {name: list(sprite) for name, sprite in draw_sprites(edition).items()},
        "spots": sprite_spots(edition),
        "players": {colour: _css(PLAYER[colour]) for colour in edition.colours},
        "neutral": UNOWNED,
    }


def colours_of_page() -> str:
    """Return the surfaces of the pictures as custom properties of a style sheet."""
    names = ("page", "panel", "panel_edge", "text", "strong", "quiet", "active", "rim")
    dark, light = (
        " ".join(f"--{name}: {_css(getattr(surface, name))};" for name in names)
        for surface in (DARK, LIGHT)
    )
    return f":root {{{light}}}\n@media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}\n"


def _css(colour: tuple[int, ...]) -> str:
    return "#" + "".join(f"{value:02x}" for value in colour)


def said_of(
    words: Words,
    messages: Mapping[str, str | tuple[str, str]],
    in_context: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    """Return sentences by a page's names for them, with names in braces, and names of things."""
    sentences: dict[str, Any] = {}
    for key, message in messages.items():  # without Discord's marks for bold letters
        if isinstance(message, str):
            sentences[key] = words(message).replace("**", "")
        else:
            sentences[key] = [form.replace("**", "") for form in words.forms(*message)]
    for key, (context, text) in in_context.items():
        sentences[key] = words.context(context, text)
    things = {name for one in editions() for name in (*one.forms, *one.families, *one.colours)}
    return {
        "called": own_name(words.language),
        "forms": [words.form_number(n) for n in range(100)],
        "sentences": sentences,
        "names": {
            name: words.context(NAMES, name.replace("-", " "))
            for name in sorted({*things, UNOWNED, BUILDING})
        },
    }


def played_with(edition: Edition) -> dict[str, Any]:
    """Return what the page needs of an edition."""
    return {"edition": edition_of_page(edition), "art": art_of_page(edition)}


def said(words: Words) -> dict[str, Any]:
    """Return all that the page says in a language, and what the other languages are called."""
    others = {code: own_name(code) for code in languages()}
    return {**said_of(words, GAME, GAME_IN_CONTEXT), "languages": others}


LONGEST: Final = 512  # the most characters that Discord takes as the address of a button
_LONGEST_NAME: Final = 60


def hash_of(record: Record, names: Sequence[str] = (), language: str = "") -> str:
    """Return what stands after ``#``: the packed game, then the names and language for its reader.

    Browsers send this part of an address to no server.
    """
    return pack(record) + _options(names, language)


def link_of(site: str, record: Record, names: Sequence[str] = (), language: str = "") -> str | None:
    """Return the link to a game; without names if it would be too long, or None if it still is."""
    if not site:
        return None
    game = f"{site.rstrip('/')}/replay/#{pack(record)}"
    links = (game + _options(shown, language) for shown in (names, ()))
    return next((link for link in links if len(link) <= LONGEST), None)


def _options(names: Sequence[str], language: str) -> str:
    lines = "\n".join(name.replace("\n", " ")[:_LONGEST_NAME] for name in names)
    shown = {"p": urlsafe_b64encode(lines.encode()).decode().rstrip("="), "l": language}
    return "".join(f",{name}={value}" for name, value in shown.items() if value)


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
    """Return the page that looks back at one game as a single file, for people without the site."""
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
    said = {code: said_of(words_for(code), REPLAY, REPLAY_IN_CONTEXT) for code in languages()}
    made = {"replay/editions.js": loader, "replay/words.js": constant("LANGUAGES", said)}
    return joined("replay/main.js", made)


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
    """Return the art of a game's edition, but of buildings those alone that it has, as they lie."""
    edition, art = record.start.edition, art_of_page(record.start.edition)
    forms = {
        (form, orientation.squares): f"{form}-{number}"
        for form in edition.forms
        for number, orientation in enumerate(edition.forms[form].orientations(mirror=True))
    }
    unseen = art["spots"].keys() - {
        forms[laid.card.form, laid.squares >> first_square(laid.squares)]
        for laid in record.replay().buildings
    }
    left_out = unseen | {f"{name}-done" for name in unseen}
    for part in ("sprites", "spots"):
        art[part] = {name: value for name, value in art[part].items() if name not in left_out}
    return art


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
