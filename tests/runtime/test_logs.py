"""The log has one line for each event, whatever is logged."""

from __future__ import annotations

import logging
import sys

from runtime.logs import OneLine


def line(message: str, *args: object, secret: str = "", **extra: object) -> str:
    record = logging.LogRecord("arkadia.test", logging.INFO, "", 0, message, args, None)
    vars(record).update(extra)
    return OneLine(secret).format(record)


def test_a_line_says_when_who_what_and_the_rest_by_key() -> None:
    text = line("Turn shown to %s", "all", table=12, interaction=345)
    time, _, rest = text.partition(" ")
    assert time.endswith("Z")
    assert rest == "INFO arkadia.test: Turn shown to all table=12 interaction=345"


def test_values_with_spaces_are_quoted() -> None:
    assert line("Stop", why='a "good" reason').endswith(r'why="a \"good\" reason"')


def test_nothing_breaks_the_line() -> None:
    assert "\n" not in line("One\ntwo\r", three="four\nfive")


def test_an_error_stands_on_the_line_too() -> None:
    record = logging.LogRecord("arkadia.test", logging.ERROR, "", 0, "Failed", (), None)
    try:
        raise ValueError("no good")
    except ValueError:
        record.exc_info = sys.exc_info()
    text = OneLine().format(record)
    assert "ValueError: no good" in text
    assert "\n" not in text


def test_the_secret_is_blotted_out() -> None:
    text = line("Logging in", secret="to.k.en", token="to.k.en", url="https://x/to.k.en")
    assert "to.k.en" not in text
    assert text.count("[secret]") == 2
