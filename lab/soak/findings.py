"""The findings of a soak."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Findings:
    """The faults that a run has found.

    Attributes:
        count: the number of faults of each kind.
        examples: the first ones of each kind, in words, perhaps with lines of evidence.
    """

    count: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, what: str = "", count: int = 1) -> None:
        """Note a fault."""
        self.count[kind] += count
        examples = self.examples.setdefault(kind, [])
        if what and len(examples) < 5:
            examples.append(what)

    def add_all(self, *found: Iterable[tuple[str, str, int]]) -> None:
        """Add faults, each given by its kind, an example and a count."""
        for one in itertools.chain(*found):
            self.add(*one)

    def lines(self) -> list[str]:
        """Return the findings as lines to print, under a heading: their count and examples."""
        lines = ["findings:" if self.count else "findings: none"]
        for kind, count in sorted(self.count.items()):
            lines.append(f"  {count:6,} × {kind}")
            told = "\n".join(self.examples[kind]).splitlines()
            lines += [f"           {line}" for line in told]
        return lines
