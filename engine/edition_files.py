"""Editions as files: one JSON file is one edition, and what lies in the folders of them is offered.

What in the data is sourced and what is reconstructed stands in the file too and is shown to
players. The names of forms, families and colours in it are the words that people read, with a
hyphen for a space; the catalogues of other languages take them from here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.edition import Edition
from engine.edition_reading import edition_from_json
from engine.errors import EditionError

DEFAULT_EDITION: Final = "ravensburger-2006"

BUILT_IN: Final = Path(__file__).parent / "editions"
"""Where the project's own editions lie."""


class Shelf:
    """The editions at hand, by their ids and revisions; the newest revision of each is offered.

    A file that is no edition is left out; the others are there all the same.

    Attributes:
        default: the id of the edition that is played where nothing else is said.
        problems: what is wrong with files that were left out, by their names.
    """

    def __init__(self, *folders: Path) -> None:
        self.default = self._wanted = DEFAULT_EDITION
        self.problems: dict[str, str] = {}
        self._folders = folders
        self._by_id: dict[str, dict[int, Edition]] = {}
        self._unoffered: dict[str, Edition] = {}
        self._was_read = False

    def look_in(self, *folders: Path, default: str = DEFAULT_EDITION) -> None:
        """Has the editions of these folders, a later one's before those of the same id before it.

        Where there is no edition of the default's id, the usual one is played.
        """
        self._folders, self._wanted = folders, default
        self.read()

    def read(self) -> None:
        """Reads the folders anew; whatever was offered and is not there any more, is not."""
        self._was_read = True
        self._by_id, self.problems = {}, {}
        for folder in self._folders:
            here: dict[tuple[str, int], str] = {}
            for file in sorted(folder.glob("*.json")):
                self._read_file(file, here)
        self.default = self._wanted
        if self.default not in self._by_id:
            self.problems[self.default] = str(EditionError("unknown-edition", token=self.default))
            self.default = DEFAULT_EDITION

    def _read_file(self, file: Path, here: dict[tuple[str, int], str]) -> None:
        """Has a file's edition, or notes what is wrong with it."""
        try:
            edition = edition_from_json(file.read_text("utf-8"))
        except EditionError as error:
            self.problems[file.name] = str(error.parameters["reason"])
        except (OSError, UnicodeDecodeError) as error:
            self.problems[file.name] = str(error)
        else:
            other = here.setdefault((edition.id, edition.revision), file.name)
            if other == file.name:
                self._by_id.setdefault(edition.id, {})[edition.revision] = edition
            else:
                self.problems[file.name] = (
                    f"{other} has revision {edition.revision} of “{edition.id}” too"
                )

    def lend(self, edition: Edition) -> None:
        """Has an edition of no folder, which is found by its id and never offered."""
        self._unoffered[edition.id] = edition

    @property
    def offered(self) -> tuple[Edition, ...]:
        """The newest revision of each edition, the default one first."""
        revisions = self._read_once().values()
        newest = [kept[max(kept)] for kept in revisions]
        return tuple(sorted(newest, key=lambda one: (one.id != self.default, one.id)))

    def named(self, name: str | None = None) -> Edition:
        """The newest revision of the edition with that id, or of the default one.

        Raises:
            EditionError: if there is none.
        """
        revisions = self._read_once()
        wanted = self.default if name is None else name
        if wanted in revisions:
            return revisions[wanted][max(revisions[wanted])]
        if wanted in self._unoffered:
            return self._unoffered[wanted]
        raise EditionError("unknown-edition", token=wanted)

    def played(self, name: str, fingerprint: str | None = None) -> Edition | None:
        """The edition with that id by which a game began, if it is at hand.

        Without a fingerprint it is the first revision: later ones came with fingerprints.
        """
        revisions = self._read_once().get(name, {})
        lent = self._unoffered.get(name)
        known = [revisions[number] for number in sorted(revisions)] + ([lent] if lent else [])
        right = (one for one in known if fingerprint in (None, one.fingerprint))
        return next(right, None)

    def _read_once(self) -> dict[str, dict[int, Edition]]:
        if not self._was_read:
            self.read()
        return self._by_id


SHELF: Final = Shelf(BUILT_IN)
"""The editions of this process."""

_OWN: Final = Shelf(BUILT_IN)


def same_edition(text: str) -> Edition:
    """The edition that a text describes: the one at hand that says the same, if there is one.

    Raises:
        EditionError: if it describes none.
    """
    edition = edition_from_json(text)
    return SHELF.played(edition.id, edition.fingerprint) or edition


def has_every_clone(edition: Edition) -> bool:
    """Whether whoever has this project knows the edition by its name alone."""
    own = _OWN.played(edition.id)
    return own is not None and own.fingerprint == edition.fingerprint


def first_edition() -> Edition:
    """The first revision of the project's own edition, which is the same whatever a host offers.

    What is written for its board, such as a lesson, is played by it.
    """
    first = _OWN.played(DEFAULT_EDITION)
    if first is None:
        raise EditionError("unknown-edition", token=DEFAULT_EDITION)
    return same_edition(first.text)


def editions() -> tuple[Edition, ...]:
    """Every edition that is offered, the default one first."""
    return SHELF.offered


def load_edition(name: str | None = None) -> Edition:
    """The edition with that id, or the default one; the same object until files are read anew.

    Raises:
        EditionError: if there is none.
    """
    return SHELF.named(name)
