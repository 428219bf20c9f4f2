"""Positions of the day as people see them, on one page: each with its answer, to be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from html import escape
from pathlib import Path

from db.daily.rows import StoredAnswer
from i18n.translation import words_for
from players.daily.puzzle import Puzzle
from render import Theme
from tabletop.daily.rating import beginner, expected
from tabletop.daily.service import Standing
from ui.daily.channel import daily_post
from ui.daily.desk import daily_desk
from ui.daily.page import question_page
from ui.daily.result import result_page
from ui.panel import routes


def draw(puzzles: Iterable[Puzzle], folder: Path, language: str) -> int:
    """Write for each position what its channel sees, the question and the answer; return how many.

    The pictures are files, and ``index.html`` has them with the texts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for puzzle in puzzles:
        parts.append(f"<h2>{puzzle.day}</h2>")
        for name, text, content in asyncio.run(_shown(puzzle, language)):
            file = f"{puzzle.day}-{name}.png"
            (folder / file).write_bytes(content)
            parts.append(f"<pre>{escape(text)}</pre><img src={file} width=550>")
    style = "<meta charset=utf-8><style>body{max-width:550px}pre{white-space:pre-wrap}</style>"
    (folder / "index.html").write_text(style + "\n".join(parts), "utf-8")
    return sum(part.startswith("<h2>") for part in parts)


async def _shown(puzzle: Puzzle, language: str) -> list[tuple[str, str, bytes]]:
    words = words_for(language)
    desk = daily_desk(puzzle, 1, words)
    post = await daily_post(puzzle, "", words)
    asked = await question_page(puzzle, desk, routes.current_step(desk), Theme.DARK)
    answer = StoredAnswer(puzzle.day, 1, puzzle.best, True, True, True, 0)
    standing = Standing((answer,), beginner(), 1)
    result = await result_page(puzzle, desk, answer, standing, expected(puzzle), None, Theme.DARK)
    found = (
        ("channel", post.text, post.files),
        ("question", asked.text, asked.files),
        ("answer", result.text, result.files),
    )
    return [(name, text, files[0].fp.read()) for name, text, files in found]
