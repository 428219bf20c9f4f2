"""The registry of editions: one JSON file is one edition, and those in its folders are offered.

Each file also says which facts are sourced and which reconstructed, for players to see. Its names
of forms, families and colours are shown to people, with a space for each hyphen, and are translated
by the catalogues.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.edition import Edition
from engine.edition_reading import accepted_edition, edition_from_json
from engine.errors import EditionError

DEFAULT_EDITION: Final = "ravensburger-2006"

BUILT_IN: Final = Path(__file__).parent / "editions"
"""The folder of the project's own editions."""


class Shelf:
    """A registry of editions by id and revision; the newest revision of each is offered.

    A file that is not a valid edition is skipped, and the others are still available.

    Attributes:
        default: the id of the default edition.
        problems: for the name of each skipped file its error.

    >>> shelf = Shelf(BUILT_IN)
    >>> shelf.named().id
    'ravensburger-2006'
    >>> shelf.played("ravensburger-2006", "another fingerprint") is None
    True
    """

    # Old revisions stay: games that began with them are replayed by the fingerprint in their row.

    def __init__(self, *folders: Path) -> None:
        self.default = self._wanted = DEFAULT_EDITION
        self.problems: dict[str, str] = {}
        self._folders = folders
        self._by_id: dict[str, dict[int, Edition]] = {}
        self._unoffered: dict[str, Edition] = {}
        self._was_read = False

    def look_in(self, *folders: Path, default: str = DEFAULT_EDITION) -> None:
        """Replace the registry's folders and read them; later folders override earlier ones.

        If no edition has the id ``default``, the project's own default edition is used.
        """
        self._folders, self._wanted = folders, default
        self.read()

    def read(self) -> None:
        """Read the folders again; editions whose files are gone are dropped."""
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
        """Register a file's edition, or note its error."""
        # Never raised: one bad file in a host's folder must not keep the bot from starting.
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
        """Register an edition that has no file; it can be found by its id, but is not offered."""
        self._unoffered[edition.id] = edition

    @property
    def offered(self) -> tuple[Edition, ...]:
        """The newest revision of each edition, the default one first."""
        revisions = self._read_once().values()
        newest = [kept[max(kept)] for kept in revisions]
        return tuple(sorted(newest, key=lambda one: (one.id != self.default, one.id)))

    @property
    def known(self) -> tuple[Edition, ...]:
        """Every revision of every edition, those without a file included."""
        kept = [one for revisions in self._read_once().values() for one in revisions.values()]
        return (*kept, *self._unoffered.values())

    def named(self, name: str | None = None) -> Edition:
        """Return the newest revision of the edition with an id, or of the default one.

        Raises:
            EditionError: if there is no such edition.
        """
        revisions = self._read_once()
        wanted = self.default if name is None else name
        if wanted in revisions:
            return revisions[wanted][max(revisions[wanted])]
        if wanted in self._unoffered:
            return self._unoffered[wanted]
        raise EditionError("unknown-edition", token=wanted)

    def played(self, name: str, fingerprint: str | None = None) -> Edition | None:
        """Return the edition with an id and a fingerprint, or None if it is not available.

        Without a fingerprint, return the first revision: games of later ones have a fingerprint.
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
    """Parse and check an edition's text; return the registered object if one is equal.

    Raises:
        EditionError: if the text is not a valid edition.
    """
    return _registered(edition_from_json(text))


def kept_edition(text: str) -> Edition:
    """Parse the edition's text stored with a game, unchecked; prefer the registered object.

    Raises:
        EditionError: if no edition can be built from the text.
    """
    return _registered(accepted_edition(text))


def _registered(edition: Edition) -> Edition:
    return SHELF.played(edition.id, edition.fingerprint) or edition


def has_every_clone(edition: Edition) -> bool:
    """Return whether the edition ships with the project, so that its id alone identifies it."""
    own = _OWN.played(edition.id)
    return own is not None and own.fingerprint == edition.fingerprint


def first_edition() -> Edition:
    """Return the first revision of the project's own edition, independent of the host's files.

    Texts written for its board, such as the lesson, need exactly this one.
    """
    first = _OWN.played(DEFAULT_EDITION)
    if first is None:
        raise EditionError("unknown-edition", token=DEFAULT_EDITION)
    return _registered(first)


def editions() -> tuple[Edition, ...]:
    """Return all offered editions, the default one first."""
    return SHELF.offered


def load_edition(name: str | None = None) -> Edition:
    """Return the edition with an id, or the default one; the same object until files are reread.

    Raises:
        EditionError: if there is no such edition.
    """
    return SHELF.named(name)
