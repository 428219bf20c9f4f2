"""What each of Discord's refusals means, whatever its status."""

from typing import Any

import discord
import pytest

from delivery.causes import CODES, HOPELESS, PASSING, Cause, retry_after_s
from delivery.sender import cause_of
from ui.texts.bot import REASONS


class Response:
    """What discord.py's errors read of a response."""

    reason = ""

    def __init__(self, status: int) -> None:
        self.status = status


def refused(status: int, body: Any) -> discord.HTTPException:
    response: Any = Response(status)
    return discord.HTTPException(response, body)


@pytest.mark.parametrize(
    ("status", "code", "cause"),
    [
        (403, 40333, "unavailable"),
        (400, 40006, "unavailable"),
        (403, 20016, "unavailable"),
        (400, 30046, "unavailable"),
        (404, 10008, "missing"),
        (403, 50005, "missing"),
        (404, 10003, "gone"),
        (400, 50083, "locked"),
        (403, 50013, "forbidden"),
        (403, 50001, "absent"),
        (404, 10004, "absent"),
        (400, 160006, "full"),
        (400, 200001, "wording"),
        (400, 20031, "wording"),
        (400, 40067, "refused"),
        (403, 50007, "closed"),
        (404, 10062, "over"),
        (400, 40060, "done"),
        (400, 987654, "unknown"),
        (403, 987654, "unknown"),
        (503, 50013, "unavailable"),
        (429, 0, "unavailable"),
    ],
)
def test_the_code_says_the_cause_and_not_the_status(status: int, code: int, cause: Cause) -> None:
    assert cause_of(refused(status, {"code": code, "message": "no"})) == cause


@pytest.mark.parametrize("status", [400, 403, 404, 502])
def test_what_is_not_json_passes(status: int) -> None:
    assert cause_of(refused(status, "<html>Attention Required!</html>")) == "unavailable"


def test_an_unknown_code_is_logged_and_tried_again_soon(caplog: pytest.LogCaptureFixture) -> None:
    cause = cause_of(refused(403, {"code": 987654, "message": "new"}))
    assert cause in PASSING
    assert retry_after_s(cause, 1) == retry_after_s("unavailable", 1)
    [record] = caplog.records
    assert record.__dict__["code"] == 987654


def test_each_code_has_one_cause_with_words_and_a_wait_unless_it_is_hopeless() -> None:
    codes = [code for some in CODES.values() for code in some]
    assert len(codes) == len(set(codes))
    for cause in CODES:
        assert (retry_after_s(cause, 1) is None) == (cause in HOPELESS)
        assert cause in REASONS or cause in ("over", "done")
