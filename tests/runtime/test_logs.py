"""The log has one line for each event, whatever is logged."""

import asyncio
import json
import logging
import re
import sys

from runtime.logs import JsonLine, TextLine, log_interaction


def line(message: str, *args: object, secret: str = "", **extra: object) -> str:
    record = logging.LogRecord("arkadia.test", logging.INFO, "", 0, message, args, None)
    vars(record).update(extra)
    return TextLine(secret).format(record)


def test_a_line_says_when_who_what_and_the_rest_by_key() -> None:
    text = line("Turn shown to %s", "all", table=12, interaction=345)
    time, _, rest = text.partition(" ")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time)
    assert rest == "INFO arkadia.test: Turn shown to all table=12 interaction=345"


def test_values_with_spaces_are_quoted_and_nothing_breaks_the_line() -> None:
    assert line("Stop", why='a "good" reason').endswith(r'why="a \"good\" reason"')
    assert "\n" not in line("One\ntwo\r", three="four\nfive")


def test_an_error_stands_on_the_line_too() -> None:
    record = logging.LogRecord("arkadia.test", logging.ERROR, "", 0, "Failed", (), None)
    try:
        raise ValueError("no good")
    except ValueError:
        record.exc_info = sys.exc_info()
    text = TextLine().format(record)
    assert "ValueError: no good" in text
    assert "\n" not in text


def test_the_secret_is_blotted_out() -> None:
    text = line("Logging in", secret="to.k.en", token="to.k.en", url="https://x/to.k.en")
    assert "to.k.en" not in text
    assert text.count("[secret]") == 2


def test_a_line_can_be_json() -> None:
    record = logging.LogRecord("arkadia.test", logging.INFO, "", 0, "Done\nso", (), None)
    record.table, record.why = 12, 'a "good" reason'
    text = JsonLine().format(record)
    assert "\n" not in text
    read = json.loads(text)
    assert read.pop("time").endswith("Z")
    assert read == {
        "level": "INFO",
        "logger": "arkadia.test",
        "message": "Done\nso",
        "table": 12,
        "why": 'a "good" reason',
    }


async def test_every_line_of_an_interaction_has_its_id() -> None:
    said: dict[str, str] = {}

    async def carry_out(number: int) -> asyncio.Task[None]:
        log_interaction(number)
        await asyncio.sleep(0)
        said[f"command {number}"] = line("Done")
        said[f"thread {number}"] = await asyncio.to_thread(line, "Read")
        return asyncio.create_task(go_on(number))

    async def go_on(number: int) -> None:
        said[f"later {number}"] = line("Something else, long after")

    for later in await asyncio.gather(carry_out(1), carry_out(2)):
        await later
    for round_ in (1, 2):
        assert said[f"command {round_}"].endswith(f"Done interaction={round_}")
        assert said[f"thread {round_}"].endswith(f"Read interaction={round_}")
        assert "interaction" not in said[f"later {round_}"]
