"""Draw the test of reading, and score answers."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from PIL import Image

from lab.reading.asking import GOALS, Question, questions_of, scenes, scores
from render import Theme, draw_turn

_SHEET: Final = Path(__file__).with_name("page.html")


def draw(folder: Path) -> int:
    """Draw each position at both widths, and write the questions and the page that asks them."""
    folder.mkdir(parents=True, exist_ok=True)
    asked: list[dict[str, object]] = []
    for scene in scenes():
        # Both themes in turn, so that neither has the easier positions.
        theme = list(Theme)[scene.number // 2 % 2]
        picture = Image.open(
            io.BytesIO(draw_turn(scene.view, names=scene.names, marks=scene.marks, theme=theme))
        ).convert("RGB")
        questions = [{"name": one.name, "text": one.text} for one in questions_of(scene)]
        for width in GOALS:
            height = round(picture.height * width / picture.width)
            file = f"{scene.number:02}-{width}.png"
            picture.resize((width, height), Image.Resampling.LANCZOS).save(folder / file)
            asked.append({"picture": file, "width": width, "questions": questions})
    (folder / "questions.json").write_text(json.dumps(asked, indent=1))
    page = _SHEET.read_text("utf-8").replace("<!-- questions -->", escape(json.dumps(asked)))
    (folder / "index.html").write_text(page)
    print(f"{len(asked)} pictures in {folder}; open index.html, or answer questions.json")
    return 0


def all_questions() -> list[Question]:
    """Return the questions of all positions."""
    return [question for scene in scenes() for question in questions_of(scene)]


def score(file: Path, wrong: bool) -> int:
    """Print the share of right answers of each kind at each width, with its interval."""
    found = scores(all_questions(), json.loads(file.read_text("utf-8")))
    for one in found:
        low, high = one.interval
        goal = "reached" if one.reached else f"below {GOALS[one.width]:.0%}"
        print(
            f"{one.width}  {one.kind:8} {one.right:3} of {one.asked:3}  {one.share:4.0%} "
            f"({low:.0%} to {high:.0%})  {goal}"
        )
        if wrong and one.wrong:
            print("     ", " ".join(one.wrong))
    return 0 if found and all(one.reached for one in found) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the test of reading or score answers, by the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.reading", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="draw the pictures and the page that asks")
    drawing.add_argument("folder", type=Path)
    scoring = commands.add_parser("score", help="compare answers with what is so")
    scoring.add_argument("answers", type=Path, help='{"550": {"1-turn": "green"}, "350": {}}')
    scoring.add_argument("--wrong", action="store_true", help="name what was answered wrongly")
    chosen = parser.parse_args(arguments)
    if chosen.command == "draw":
        return draw(chosen.folder)
    return score(chosen.answers, chosen.wrong)


if __name__ == "__main__":
    raise SystemExit(main())
