"""What holds for the repository as a whole."""

import ast
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import CORE
from tests.removal import FEATURES, feature_of

ROOT = Path(__file__).parent.parent
LOGGING = ("runtime", "i18n", "tryout", "players", "db", "tabletop", "ui", "cogs")
ENGINE = sorted((ROOT / "engine").rglob("*.py"))


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_needs_the_standard_library_only(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    if path.name == "__main__.py":
        allowed |= {"players"}
    assert {module.split(".")[0] for module in modules_in(path)} <= allowed


def keys_of_extra(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    extras = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "extra"]
    keys = [key for extra in extras if isinstance(extra, ast.Dict) for key in extra.keys]
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


def test_no_line_of_the_log_says_what_the_log_itself_says() -> None:
    taken = {*vars(logging.makeLogRecord({})), "message", "asctime"}
    sources = [path for folder in LOGGING for path in (ROOT / folder).rglob("*.py")]
    used = {path: keys_of_extra(path) for path in (*sources, *ROOT.glob("*.py"))}
    assert any(used.values())
    assert {path.name: keys & taken for path, keys in used.items() if keys & taken} == {}


def test_every_folder_says_what_lives_there() -> None:
    game = ("engine", "players", "words", "render", "db", "tabletop", "ui", "cogs")
    folders = (*game, "runtime", "i18n", "tryout", "lab", "tests")
    for folder in folders:
        assert ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text()))


def test_files_that_pages_name_are_there() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("locale/*.md")]
    named = re.compile(r"`([a-z_]+/[a-z_/]+\.(?:py|sql|md|json))`")
    found = {(page.name, path) for page in pages for path in named.findall(page.read_text())}
    assert len(found) > 20
    missing = {(page, path) for page, path in found if not (ROOT / path).exists()}
    # A feature that was deleted may still be written of.
    assert {(page, path) for page, path in missing if feature_of(path) in ("", *FEATURES)} == set()


@pytest.mark.parametrize(
    ("heading", "folder", "there"),
    [("extension", "cogs", CORE), ("part", "ui", None)],
    ids=["cogs", "ui"],
)
def test_a_table_of_the_pages_names_what_lies_in_its_folder(
    heading: str, folder: str, there: frozenset[str] | None
) -> None:
    page = (ROOT / "docs" / "subsystems" / "discord.md").read_text()
    [table] = re.findall(rf"^\| {heading} \|.*\n\|-.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    first_cells = (row.split("|")[1] for row in table.splitlines())
    named = {name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)}
    modules = {path.name for path in (ROOT / folder).glob("[!_]*.py")}
    packages = {f"{path.parent.name}/" for path in (ROOT / folder).glob("*/__init__.py")}
    found = modules | packages
    if there is not None:
        found = {name for name in found if f"{folder}.{re.sub('/|[.]py', '', name)}" in there}
    assert named == found


def test_what_the_life_of_a_command_and_of_a_button_name_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    life = page.partition("## The life of a command")[2].partition("## Where is decided")[0]
    named = re.findall(r"`([a-z_/]+\.py)`(?:\s+or\s+`[a-z_/]+\.py`)?(?::\s+`([A-Za-z_.]+)`)?", life)
    assert len(named) > 20
    for path, name in named:
        text, defined = (ROOT / path).read_text(), name.rpartition(".")[2]
        assert re.search(rf"(def|class) {defined}\b", text) or not name, f"{path}: {name}"


def test_the_spine_is_read_in_an_afternoon() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    spine = page.partition("## The spine")[2].partition("\n## ")[0]
    rows = re.findall(r"\[([a-z_/]+\.py)\]\(\.\./([a-z_/]+\.py)\) \| (.*) \|", spine)
    assert len(rows) == 10
    texts = {}
    for shown, linked, told in rows:
        assert shown == linked
        texts[shown] = (ROOT / linked).read_text()
        assert re.search(rf"(def|class) {re.findall('`([A-Za-z_]+)', told)[0]}\b", texts[shown])
    assert sum(len(text.splitlines()) for text in texts.values()) <= 3000


def modules_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_what_is_of_a_feature_is_imported_by_itself_alone() -> None:
    folders = [ROOT / name for name in ("lab", "tests", "tryout", "cogs", "ui", "tabletop", "db")]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    found = {
        (str(path.relative_to(ROOT)), module)
        for path in (*sources, *ROOT.glob("*.py"))
        for module in modules_in(path)
        if (name := feature_of(module.replace(".", "/"))) in FEATURES
        and name != feature_of(str(path.relative_to(ROOT)))
    }
    assert found == set()


STATEMENT = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH)\b.*\b(?:FROM|INTO|SET|TABLE)\b", re.S
)


def test_a_feature_has_its_statements_in_its_store() -> None:
    """Only ``store.py`` of a feature's folder has SQL, as only ``db/`` of the core has."""
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "cogs").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and STATEMENT.match(node.value)
    }
    assert {path for path in found if not path.endswith("/store.py")} == set()
