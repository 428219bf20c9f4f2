"""The notes of a release, from the changelog: ``python -m deploy.notes 0.1.0``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

CHANGES: Final = Path("CHANGELOG.md")
FOR_HOSTS: Final = "### For hosts"
"""The heading of the part on what an update asks of a host."""


class NotesError(ValueError):
    """The changelog has no notes for a release."""


def notes_of(version: str, changes: str) -> str:
    """Return a version's section of the changelog, without its heading.

    Raises:
        NotesError: if the section is missing, empty, without a date or without a part for hosts.
    """
    found = re.search(
        rf"^## {re.escape(version)}, (?P<date>.+)\n(?P<notes>(?:(?!## ).*\n?)*)",
        changes,
        re.MULTILINE,
    )
    if found is None:
        raise NotesError(f"{CHANGES} has no section “## {version}, DATE”.")
    # A section still headed "unreleased" must not become a release by accident.
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", found["date"]):
        raise NotesError(f"{CHANGES} says “{found['date']}” of {version}; a day is needed.")
    if not found["notes"].strip():
        raise NotesError(f"{CHANGES} says nothing of {version}.")
    if not re.search(rf"^{FOR_HOSTS}\n+[^#\n]", found["notes"], re.MULTILINE):
        raise NotesError(f"{CHANGES} has no part “{FOR_HOSTS}” in the section of {version}.")
    return found["notes"].strip() + "\n"


def main(arguments: list[str]) -> int:
    """Print the notes of a version, and return the exit status."""
    try:
        [version] = arguments
        sys.stdout.write(notes_of(version.removeprefix("v"), CHANGES.read_text("utf-8")))
    except NotesError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
