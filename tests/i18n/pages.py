"""The pages for people, and the words of the boxes that one of them lists."""

import re
from pathlib import Path

from i18n.translation import SOURCE

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

ENGLISH = {
    "moderating": DOCS / "moderating.md",
    "playing": DOCS / "playing.md",
    "privacy": ROOT / "PRIVACY.md",
    "terms": ROOT / "TERMS.md",
}
"""The pages that are translated, by their names in the folder of a language."""

TRANSLATED = sorted(folder.name for folder in DOCS.iterdir() if (folder / "playing.md").exists())


def page_in(language: str, name: str) -> Path:
    return ENGLISH[name] if language == SOURCE else DOCS / language / f"{name}.md"


def words_of_boxes(language: str) -> dict[str, str]:
    """The words of the boxes in a page's table, by the bot's own words in its language."""
    rows = re.findall(r"^\| ([^|]+) \| (.+) \|$", page_in(language, "playing").read_text(), re.M)
    return {here: boxes for here, boxes in rows if boxes.count("|") == len(TRANSLATED)}
