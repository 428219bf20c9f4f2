"""A release has notes and a tag, or is refused with the reason."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from deploy import tag as tagging
from deploy.notes import NotesError, notes_of

CHANGES = """# Changes

## 0.3.0, unreleased

- Something.

## 0.2.0, 2026-12-24

- **Snow** on every roof.

### For hosts

Nothing to do.

## 0.1.0, 2026-11-30

The first.
"""


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_notes_are_the_section_alone() -> None:
    notes = "- **Snow** on every roof.\n\n### For hosts\n\nNothing to do.\n"
    assert notes_of("0.2.0", CHANGES) == notes


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("0.3.0", "unreleased"),
        ("0.4.0", "no section"),
        ("0x2.0", "no section"),
        ("0.1.0", "For hosts"),
    ],
)
def test_without_a_dated_section_there_are_none(version: str, why: str) -> None:
    with pytest.raises(NotesError, match=why):
        notes_of(version, CHANGES)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, in which everything is ready for 0.2.0."""
    monkeypatch.chdir(tmp_path)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "Ready")
    return tmp_path


def test_the_tag_says_what_changed(clone: Path) -> None:
    assert tagging.main() == 0
    told = git("tag", "--list", "-n9", "v0.2.0")
    notes = "- **Snow** on every roof. ### For hosts Nothing to do."
    assert " ".join(told.split()) == f"v0.2.0 v0.2.0 {notes}"
    assert git("rev-parse", "v0.2.0^{commit}") == git("rev-parse", "HEAD")


def test_a_release_is_made_once_and_of_what_is_committed(
    clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tagging.main() == 0
    assert tagging.main() == 1
    assert "released already" in capsys.readouterr().err
    (clone / "new").touch()
    assert tagging.main() == 1
    assert "not committed" in capsys.readouterr().err
