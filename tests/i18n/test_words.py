"""The template for translators has every sentence of the code."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import editions
from i18n.catalogues import catalogue_files, read, update
from tabletop.lobby import LEFT, NOBODY_CAME
from tabletop.outcome import AGREED, ALL_LEFT, CANCELLED
from tests.catalogues import words_of
from tests.e2e.faces import all_faces

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "locale" / "arkadia.pot"
SAYING = ("runtime", "i18n", "tryout", "players", "words", "render", "db", "tabletop", "ui", "cogs")


def test_the_catalogues_are_up_to_date(tmp_path: Path) -> None:
    for file in catalogue_files():
        copy = tmp_path / file.relative_to(ROOT / "locale")
        copy.parent.mkdir(parents=True)
        shutil.copy(file, copy)
    update(Path(shutil.copy(TEMPLATE, tmp_path)))
    for file in catalogue_files(tmp_path):
        kept = ROOT / "locale" / file.relative_to(tmp_path)
        assert file.read_text() == kept.read_text(), "make words writes them anew"


def in_contexts(template: Path = TEMPLATE) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in read(template) if message.id}


def sentences(context: str | None = None) -> set[str]:
    """The messages of one context, those without one as a rule."""
    return {text for where, text in in_contexts() if where == context}


@pytest.mark.nightly
def test_the_template_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.pot"
    make = ["make", "--silent", f"TEMPLATE={fresh}", f"BIN={Path(sys.executable).parent}"]
    subprocess.run([*make, "words"], cwd=ROOT, check=True)
    assert in_contexts(fresh) == in_contexts(), "make words writes the template anew"


def said(source: Path) -> Iterator[tuple[int, str]]:
    """What a module says by a call of words, or of a call's result, with its line."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and node.args:
            by_words = isinstance(node.func, ast.Name) and node.func.id in {"words", "N_"}
            by_result = isinstance(node.func, ast.Call)
            first = node.args[0]
            if (by_words or by_result) and isinstance(first, ast.Constant):
                yield node.lineno, str(first.value)


@pytest.mark.slow
def test_translators_get_every_sentence() -> None:
    """Babel finds calls of ``words`` alone, and none within an f-string."""
    template = sentences()
    sources = [ROOT / "bot.py"]
    for folder in SAYING:
        sources += (ROOT / folder).rglob("*.py")
    lost = [
        f"{source.relative_to(ROOT)}:{line} {text}"
        for source in sources
        for line, text in said(source)
        if text not in template
    ]
    assert not lost, "have words = words_of(…) and a line of its own"


def test_what_is_said_keeps_its_capitals() -> None:
    """Nouns have capitals in German: ``naming.capital`` changes the first letter alone."""
    changed = (".capitalize()", ".title()", ".swapcase()")
    for folder in ("words", "render", "ui", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not any(way in path.read_text() for way in changed), path


@pytest.mark.slow
def test_every_sentence_with_a_number_is_found_with_both_forms() -> None:
    """Babel takes ``words`` in what is filled in for another call, and forgets the second form."""
    found = {message.id[0] for message in read(TEMPLATE) if isinstance(message.id, tuple)}
    said = {
        (path.name, call.args[0].value)
        for folder in ("cogs", "words", "render", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "plural"
        and isinstance(call.args[0], ast.Constant)
    }
    assert {(name, text) for name, text in said if text not in found} == set()


def test_why_a_game_was_cancelled_is_told_in_its_language() -> None:
    reasons = {AGREED, ALL_LEFT, CANCELLED, LEFT, NOBODY_CAME}
    assert reasons <= sentences()


def test_what_stands_on_buttons_is_told_from_other_words() -> None:
    on_buttons = sentences("button")
    for face in all_faces():
        assert face.caption in on_buttons, 'NC_("button", …) marks it'
    assert {"Back", "Board", "Place", "Pass"} <= on_buttons


def test_a_message_in_a_context_is_looked_up_there() -> None:
    words = words_of("de", {("button", "Back"): "Zurück", "Back": "Rücken"})
    assert words.context("button", "Back") == "Zurück"
    assert words("Back") == "Rücken"
    assert words.context("menu", "Back") == "Back"


def test_the_names_in_every_edition_can_be_translated() -> None:
    names = sentences("name")
    for edition in editions():
        for name in (*edition.forms, *edition.families, *edition.colours):
            assert name.replace("-", " ") in names
