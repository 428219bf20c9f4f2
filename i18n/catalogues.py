"""The compiler of catalogues, a build step: the running bot reads its output alone.

``python -m i18n.catalogues`` compiles each changed ``locale/<language>/LC_MESSAGES/arkadia.po``
into a ``.mo`` beside it: ``arkadia.mo`` if the catalogue is complete, else ``unfinished.mo``. With
``begin it`` it creates an Italian catalogue, with ``update TEMPLATE`` it merges a new template into
those beside it.
"""

import argparse
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER: Final = Path(__file__).parents[1] / "locale"
TEMPLATE: Final = "arkadia.pot"
COMPLETE: Final = "arkadia.mo"
UNFINISHED: Final = "unfinished.mo"

_MILLIONS: Final = "n != 0 && n % 1000000 == 0 ? 1 : 2"
"""The end of the rule of plurals of languages with such a form, such as French."""


def catalogue_files(folder: Path = FOLDER) -> list[Path]:
    """Return the catalogues of a folder, one of each language."""
    return sorted(folder.glob("*/LC_MESSAGES/arkadia.po"))


def read(file: Path) -> Catalog:
    """Parse the file of a catalogue or template.

    Raises:
        babel.messages.pofile.PoFileError: if the file is not in gettext's PO format.
    """
    language = file.parts[-3] if file.suffix == ".po" else None
    with file.open("rb") as stream:
        return read_po(stream, locale=language, domain="arkadia", abort_invalid=True)


def missing(catalogue: Catalog, template: Catalog) -> Iterator[Message]:
    """Yield the template's messages that a catalogue lacks, leaves empty or marks as fuzzy."""
    for message in template:
        if message.id:
            said = catalogue.get(_id(message), message.context)
            if said is None or said.fuzzy or not all(_strings(said)):
                yield message


def build(folder: Path = FOLDER) -> None:
    """Compile the changed catalogues of a folder, and delete compiled files without a source."""
    files = catalogue_files(folder)
    for old in folder.glob("*/LC_MESSAGES/*.mo"):
        if old.with_name("arkadia.po") not in files:
            old.unlink(missing_ok=True)
    changed = [file for file in files if _built(file) is None]
    if not changed:
        return
    # Parsed only now, since most builds find nothing changed.
    template = read(folder / TEMPLATE)
    for file in changed:
        catalogue = read(file)
        # Two names instead of a flag inside: the bot offers a language by looking at file names.
        finished = not any(missing(catalogue, template))
        made, other = (COMPLETE, UNFINISHED) if finished else (UNFINISHED, COMPLETE)
        stream = BytesIO()
        write_mo(stream, catalogue)
        _write(file.with_name(made), stream.getvalue())
        file.with_name(other).unlink(missing_ok=True)


def update(template: Path) -> None:
    """Merge a template into the catalogues beside it, without guesses or obsolete messages."""
    wanted = read(template)
    for file in catalogue_files(template.parent):
        catalogue = read(file)
        catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
        _write(file, source(catalogue))


def begin(language: str, folder: Path = FOLDER) -> Path:
    """Create the empty catalogue of a language, with its plural rules.

    Raises:
        babel.UnknownLocaleError: if there is no such language.
        FileExistsError: if the language has a catalogue already.
    """
    locale = Locale.parse(language)
    comment = f"# Arkadia in {locale.get_display_name('en')}"
    catalogue = Catalog(locale=locale, domain="arkadia", header_comment=comment, fuzzy=False)
    catalogue.update(read(folder / TEMPLATE))
    file = folder / str(locale) / "LC_MESSAGES" / "arkadia.po"
    file.parent.mkdir(parents=True)
    _write(file, source(catalogue))
    return file


def _built(file: Path) -> Path | None:
    """Return a catalogue's compiled file, or None if it is missing or out of date."""
    # This module counts as a source: a change of how catalogues are compiled outdates them too.
    sources = (file, file.parents[2] / TEMPLATE, Path(__file__))
    changed = max(source.stat().st_mtime_ns for source in sources)
    for made in (file.with_name(COMPLETE), file.with_name(UNFINISHED)):
        if made.exists() and made.stat().st_mtime_ns > changed:
            return made
    return None


def source(catalogue: Catalog) -> bytes:
    """Serialize a catalogue in PO format, sorted, its header without dates and names."""
    # No number of the game is a million, so translators are not asked for the form of millions.
    if _MILLIONS in catalogue.plural_expr:
        rule = catalogue.plural_expr.replace(_MILLIONS, "1")
        catalogue.mime_headers = [("Plural-Forms", f"nplurals=2; plural={rule}")]
    # Babel's own header has dates, which would change the file at every update without a reason.
    head = {
        "Language": catalogue.locale_identifier,
        "Plural-Forms": catalogue.plural_forms,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    lines = [catalogue.header_comment, 'msgid ""', 'msgstr ""']
    lines += [f'"{name}: {value}\\n"' for name, value in head.items()]
    messages = BytesIO()
    write_po(
        messages,
        catalogue,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return "\n".join([*lines, "", ""]).encode() + messages.getvalue()


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically: readers see the old content or the new one."""
    # An unchanged source keeps its time stamp, by which the next build knows that it is unchanged.
    if path.suffix == ".po" and path.exists() and path.read_bytes() == content:
        return
    new = path.with_suffix(f".{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


def _id(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, (tuple, list)) else message.id)


def _strings(message: Message) -> tuple[str, ...]:
    text = message.string
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text or ""),)


def main() -> None:
    """Run the command line: compile catalogues, or create or update one."""
    parser = argparse.ArgumentParser(description="Make the catalogues of other languages.")
    what = parser.add_subparsers(dest="what")
    what.add_parser("build", help="make what the bot reads (usual)")
    what.add_parser("begin", help="begin a language").add_argument("language")
    what.add_parser("update", help="take a template's messages over").add_argument(
        "template", type=Path
    )
    given = parser.parse_args()
    if given.what == "begin":
        begin(given.language)
    elif given.what == "update":
        update(given.template)
    else:
        build()


if __name__ == "__main__":
    main()
