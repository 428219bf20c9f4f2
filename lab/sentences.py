"""List every sentence that people can read, with its names filled in and its height on a phone.

``make sentences`` prints one a line, the tallest first: how many lines it takes on a phone, how
many characters it has, where it is said, and an example. docs/wording.md says what to look for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.pofile import read_po

from ui.texts.markup import height

TEMPLATE: Final = Path(__file__).parents[1] / "locale" / "arkadia.pot"

_EXAMPLES: Final = {
    "name absent host winner player winners": "Ada",
    "names people person": "Ada, Bela",
    "building card revealed": "red house",
    "buildings cards draws": "red house, olive farm",
    "squares place vacant taken": "F7 F8",
    "places": "F7 F8; F7 G7; G7 G8",
    "square token typed camps": "F7",
    "own neutral near": "G7",
    "action done better": "build the red house on F7 F8",
    "gains sold pieces": "2 red, 1 olive",
    "changes": "red 2→3, olive 2→1",
    "what covered option": "olive",
    "reason sentence how": "4 neutral workers finish it",
    "when since time clock": "5 minutes ago",
    "column": "P",
    "family colour families": "red",
    "form": "house",
    "event": "Bela built the red house",
    "title": "Arkadia, game 12",
}
EXAMPLES: Final = {name: said for names, said in _EXAMPLES.items() for name in names.split()}
"""The example for each name in a sentence; a number stands for any other."""


class Sentence(NamedTuple):
    """A sentence as people may read it.

    Attributes:
        lines: its height on a phone.
        where: the file that says it.
    """

    lines: int
    where: str
    text: str


def sentences(template: Path = TEMPLATE) -> Iterator[Sentence]:
    """Yield each sentence of the translators' template but what people type.

    Of one with a number it is the plural form.
    """
    with template.open("rb") as file:
        for message in read_po(file):
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            # The entry with an empty id is the template's header.
            if (text := forms[-1]) and message.context != "typed":
                where = message.locations[0][0] if message.locations else "an edition"
                example = filled_in(str(text))
                yield Sentence(height(example), where, example)


def filled_in(text: str) -> str:
    """Return a sentence with an example for each name."""
    return re.sub(r"\{([a-z_]+)\}", lambda found: EXAMPLES.get(found[1], "12"), text)


def main() -> None:
    """Print all sentences with their heights on a phone, the tallest first."""
    found = sorted(sentences(), key=lambda sentence: -sentence.lines)
    for lines, where, text in found:
        shown = text.replace("\n", " / ")
        sys.stdout.write(f"{lines:3} {len(text):5}  {where:32} {shown}\n")


if __name__ == "__main__":
    main()
