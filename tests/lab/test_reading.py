"""The test of reading asks what the engine knows, and scores what was answered."""

import json
from pathlib import Path

import pytest
from PIL import Image

from lab import reading
from lab.reading import Question, Score, all_questions, kind_of, main, scenes, scores


def test_there_are_forty_positions_with_questions_of_each_kind() -> None:
    found = list(scenes())
    assert [scene.number for scene in found] == list(range(1, 41))
    assert all(scene.view.screen is not None for scene in found)
    questions = all_questions()
    assert len({question.name for question in questions}) == len(questions)
    kinds = [kind_of(question.name) for question in questions]
    asked = {"turn", "value", "since", "payout", "hand", "height", "left", "own", "sign", "camps"}
    assert set(kinds) == asked
    assert kinds.count("payout") >= 15
    assert all(question.is_right(question.right) for question in questions if not question.any_of)


@pytest.mark.parametrize(
    ("answer", "right"),
    [("Violet 2, green 1", True), ("green 1; violet 2.", True), ("violet 1, green 2", False)],
)
def test_the_order_of_an_answer_does_not_matter(answer: str, right: bool) -> None:
    assert Question(1, "payout", "", "violet 2, green 1").is_right(answer) == right


def test_one_square_of_several_is_enough_and_a_wrong_one_is_not() -> None:
    question = Question(3, "since-green", "", "A1 B1 P12", any_of=True)
    assert question.is_right("a1")
    assert question.is_right("P12 and B1")
    assert not question.is_right("A1 C1")
    assert not question.is_right("")


def test_shares_have_intervals() -> None:
    [score] = scores(
        [Question(1, "turn", "", "green"), Question(2, "turn", "", "violet")],
        {"550": {"1-turn": "green", "2-turn": ""}},
    )
    assert (score.right, score.asked, score.wrong, score.reached) == (1, 2, ("2-turn",), False)
    low, high = Score("turn", 550, 95, 100, ()).interval
    assert low == pytest.approx(0.888, abs=0.001)
    assert high == pytest.approx(0.978, abs=0.001)


def test_pictures_a_page_and_the_scores_of_perfect_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SHARES", reading.SHARES[1::3])
    assert main(["draw", str(tmp_path)]) == 0
    asked = json.loads((tmp_path / "questions.json").read_text())
    assert len(asked) == 2 * len(list(scenes())) == 32
    for one in asked[:4]:
        with Image.open(tmp_path / one["picture"]) as picture:
            assert picture.width == one["width"]
        assert "right" not in one["questions"][0]
    assert "<!-- questions -->" not in (tmp_path / "index.html").read_text()
    every = {
        question.name: question.right.split()[0] if question.any_of else question.right
        for question in all_questions()
    }
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"550": every, "350": every}))
    assert main(["score", str(answers)]) == 0
    answers.write_text(json.dumps({"550": dict.fromkeys(every, "?")}))
    assert main(["score", str(answers)]) == 1
    assert "below 95%" in capsys.readouterr().out
