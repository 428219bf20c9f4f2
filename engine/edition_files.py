"""Editions' files: their parser, which returns an edition or all errors, and their registry.

One JSON file is one edition, and those in the registry's folders are offered.

Each file also says which facts are sourced and which reconstructed, for players to see. Its names
of forms, families and colours are shown to people, with a space for each hyphen, and are translated
by the catalogues.
"""

import copyreg
import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.edition import Card, Edition, Form, Origin, Preset, Provenance
from engine.edition_rules import FACTS, Finding, contradictions, oddities, unnameable
from engine.edition_writing import parsed
from engine.errors import EditionError
from engine.squares import Lot, SquareSet, parse_square, square_set


class Reading(NamedTuple):
    """The result of parsing an edition's file."""

    edition: Edition | None  # the edition that the file describes, or None if there is an error
    findings: tuple[Finding, ...]  # errors first, then warnings, then notes

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that forbid playing the edition."""
        return tuple(found for found in self.findings if found.level == "error")


def read_edition(text: str) -> Reading:
    """Parse the text of an edition's file, and check the edition.

    The checks run in stages: form, names, consistency. A stage that finds errors ends the check.
    """
    data, found = parsed(text)
    if not found:
        found = [*unnameable(data)]
    if found:
        return Reading(None, tuple(found))
    edition = _build(data, text)
    found = [*contradictions(edition), *oddities(edition)]
    levels = ("error", "warning", "note")
    found.sort(key=lambda one: levels.index(one.level))
    wrong = bool(found) and found[0].level == "error"
    return Reading(None if wrong else edition, tuple(found))


@cache
def edition_from_json(text: str) -> Edition:
    """Return the edition that a file's text describes, memoized by the text.

    Raises:
        EditionError: if data is missing or contradicts itself.
    """
    reading = read_edition(text)
    if reading.edition is None:
        raise EditionError("bad-edition", reason=str(reading.findings[0]))
    return accepted_edition(text)


@cache
def accepted_edition(text: str) -> Edition:
    """Return the edition that an already accepted text describes, without checking it again.

    Raises:
        EditionError: if no edition can be built from the text.
    """
    # Games began with such a text, so checks that have become stricter since must not refuse it.
    try:
        return _build(json.loads(text), text)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise EditionError("bad-edition", reason=f"{type(error).__name__}: {error}") from error


# An edition pickles as its text: a worker process has the sender's edition, whatever its own files
# say, and copies and unpickled editions are the one memoized object.
copyreg.pickle(Edition, lambda edition: (accepted_edition, (edition.text,)))


def _squares(names: list[str]) -> SquareSet:
    return square_set(parse_square(name) for name in names)


def _card(text: str) -> Card:
    form, family = text.split("/")
    return Card(form, family)


def _origins(data: str | dict[str, dict[str, Any]]) -> dict[str, Origin]:
    """Return the origin of each fact in the rules' order; none for an invented edition."""
    if isinstance(data, str):
        return {}
    # An accepted text may be older than a fact.
    return {fact: Origin(**data[fact]) for fact in FACTS if fact in data}


def _build(data: dict[str, Any], text: str) -> Edition:
    families = tuple(data["families"])
    pieces = data["castle_pieces_per_family"]
    workers, first = data["workers"], data["first_game"]
    corner, _, sides = first["lot"].partition(":")
    width, _, height = sides.partition("x")
    return Edition(
        id=data["id"],
        title=data["title"],
        revision=data.get("revision", 1),
        provenance=Provenance(_origins(data["provenance"])),
        columns=data["board"]["columns"],
        rows=data["board"]["rows"],
        camps=_squares(data["camps"]),
        lot_sides=(data["lot"]["long"], data["lot"]["short"]),
        ring_seals=tuple(data["lot"]["ring_seals"]),
        families=families,
        colours=tuple(data["colours"]),
        forms={
            name: Form(
                name,
                form["cards_per_family"] * len(families),
                tuple((x, y) for x, y in form["squares"]),
            )
            for name, form in data["forms"].items()
        },
        cards=tuple(
            Card(name, family)
            for name, form in data["forms"].items()
            for family in families
            for _ in range(form["cards_per_family"])
        ),
        seals={int(value): count for value, count in data["seals_per_family"].items()},
        floors=tuple(pieces[f"floor{number + 1}"] for number in range(len(pieces))),
        own_workers=workers["own"],
        start_workers=workers["start"],
        banners=workers["banners"],
        workers_per_banner=workers["per_banner"],
        neutral_workers=workers["neutral"],
        hand_size=data["hand"],
        face_up=data["face_up"],
        first_lot=Lot(parse_square(corner), int(width), int(height)),
        first_buildings=tuple(
            Preset(_card(building["card"]), _squares(building["squares"]))
            for building in first["buildings"]
        ),
        extra_neutral={int(count): extra for count, extra in first["extra_neutral"].items()},
        text=text,
    )


DEFAULT_EDITION: Final = "ravensburger-2006"

BUILT_IN: Final = Path(__file__).parent / "editions"  # the folder of the project's own editions


class Shelf:
    """A registry of editions by id and revision; the newest revision of each is offered.

    A file that is not a valid edition is skipped, and the others are still available.

    Attributes:
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


SHELF: Final = Shelf(BUILT_IN)  # the editions of this process

_OWN: Final = Shelf(BUILT_IN)


def same_edition(text: str) -> Edition:
    """Parse and check an edition's text; return the registered object if one is equal."""
    return _registered(edition_from_json(text))


def kept_edition(text: str) -> Edition:
    """Parse the edition's text stored with a game, unchecked; prefer the registered object."""
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


load_edition: Final = SHELF.named
