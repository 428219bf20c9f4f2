"""The template for translators has every sentence of the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

from engine import editions

ROOT = Path(__file__).parent.parent


def sentences(template: Path) -> set[str]:
    with template.open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id}


def test_the_template_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.pot"
    here = Path(sys.executable).parent
    subprocess.run(
        ["make", "--silent", "words", f"TEMPLATE={fresh}", f"BIN={here}"],
        cwd=ROOT,
        check=True,
    )
    kept = sentences(ROOT / "locale" / "arkadia.pot")
    assert sentences(fresh) == kept, "make words writes the template anew"


def test_the_names_in_every_edition_can_be_translated() -> None:
    template = sentences(ROOT / "locale" / "arkadia.pot")
    for edition in editions():
        for name in (*edition.forms, *edition.families, *edition.colours):
            assert name.replace("-", " ") in template
        assert set(edition.provenance.reconstructed) <= template
