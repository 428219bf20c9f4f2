"""The tag of a release on the commit that is checked out: ``python -m deploy.tag``.

The version is that of ``pyproject.toml``; the tag's message is its section of the changelog.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from deploy.notes import CHANGES, NotesError, notes_of


class TagError(ValueError):
    """This commit cannot be tagged as a release."""


def version() -> str:
    """Return the version of ``pyproject.toml``."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def tag() -> str:
    """Create the release's git tag, and return its name.

    Raises:
        TagError: if a change is not committed, or the version's tag exists already.
        NotesError: if the changelog has no dated section of the version.
    """
    name = f"v{version()}"
    if _git("status", "--porcelain"):
        raise TagError("Something is not committed: a release is what is.")
    if _git("tag", "--list", name):
        raise TagError(f"{name} was released already: pyproject.toml needs the next version.")
    notes = notes_of(version(), CHANGES.read_text("utf-8"))
    # Verbatim, or git would take the headings of the notes, which begin with #, for comments.
    _git("tag", "--annotate", "--cleanup=verbatim", "--message", f"{name}\n\n{notes}", name)
    return name


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def main() -> int:
    """Tag the commit, print how to publish the tag, and return the exit status."""
    try:
        name = tag()
    except (TagError, NotesError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{name} is tagged here; “git push origin {name}” publishes it.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
