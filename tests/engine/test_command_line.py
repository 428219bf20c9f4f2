"""``python -m engine``: what the tools print, where, and with which exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from engine.__main__ import main
from engine.record import Record, sorted_lines
from tests.editions import ISLAND, SMALL_TEXT
from tests.engine.renew_records import FOLDER

GAMES = FOLDER / "first-game-2.jsonl"
LINES = GAMES.read_text("utf-8").splitlines()


def run(*arguments: str | Path, read: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """What a command does, as in a process of its own."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    given = read.encode() if isinstance(read, str) else read
    with standard_input(given), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:  # that of --help
            status = int(ended.code or 0)
    printed, told = (stream.buffer.getvalue() for stream in (out, err))
    return subprocess.CompletedProcess(arguments, status, printed, told)


@contextmanager
def standard_input(given: bytes) -> Iterator[None]:
    """Inside, file descriptor 0 has what is given to read."""
    kept = os.dup(0)
    with TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        os.dup2(file.fileno(), 0)
        try:
            yield
        finally:
            os.dup2(kept, 0)
            os.close(kept)


def printed(*arguments: str | Path, read: str | bytes = "") -> str:
    """What a command prints that succeeds."""
    done = run(*arguments, read=read)
    assert (done.stderr, done.returncode) == (b"", 0)
    return done.stdout.decode()


def complaints(*arguments: str | Path, read: str | bytes = "") -> list[str]:
    """The lines on standard error of a command that fails."""
    done = run(*arguments, read=read)
    assert done.returncode == 1
    lines = done.stderr.decode().splitlines()
    assert lines
    assert not any("Traceback" in line or not line for line in lines)
    return lines


def running(plies: int, line: str = LINES[0]) -> str:
    """The record of a game up to some action."""
    record = Record.from_json(line)
    return Record(record.start, record.actions[:plies]).to_json()


class TestEdition:
    def test_a_good_file_is_checked_and_can_be_played(self) -> None:
        lines = printed("edition", "check", "ravensburger-2006").splitlines()
        assert lines[-1].startswith("It can be played: Arkadia (")
        assert {line.partition(":")[0] for line in lines[:-1]} == {"note"}

    def test_a_bad_file_is_told_and_the_status_says_so(self, tmp_path: Path) -> None:
        bad = tmp_path / "bad.json"
        bad.write_text(SMALL_TEXT.replace('"A7"', '"B2"'), "utf-8")
        done = run("edition", "check", bad, "small")
        assert done.returncode == 1
        lines = done.stdout.decode().splitlines()
        assert lines[:2] == [
            f"{bad}: error: the camp on B2 is named twice",
            f"{bad}: It cannot be played as it is.",
        ]
        assert lines[-1].startswith("small: It can be played")

    def test_a_drawing_becomes_a_file_and_a_file_a_drawing(self, tmp_path: Path) -> None:
        drawing = printed("edition", "text", "island")
        drawn = tmp_path / "island.txt"
        drawn.write_text(drawing, "utf-8")
        written = tmp_path / "island.json"
        written.write_text(printed("edition", "text", drawn), "utf-8")
        assert printed("edition", "text", written) == drawing
        assert printed("edition", "diff", drawn, written) == "Games of both are the same.\n"

    def test_a_difference_is_named(self, tmp_path: Path) -> None:
        other = tmp_path / "other.json"
        other.write_text(SMALL_TEXT.replace('"A7"', '"A6"').replace('"hand": 2', '"hand": 1'))
        assert printed("edition", "diff", "small", other).splitlines() == [
            "camps: A7 became A6",
            "hand: 2 became 1",
            "Games of one are not the other's.",
        ]

    @pytest.mark.parametrize("tool", [["check"], ["text"], ["diff", "small"]])
    def test_what_is_not_there_is_named(self, tool: list[str], tmp_path: Path) -> None:
        (tmp_path / "bytes").write_bytes(b"\xff")
        for name, told in (("none", "No such file or directory"), ("bytes", "not a text in UTF-8")):
            assert complaints("edition", *tool, tmp_path / name) == [f"{tmp_path}/{name}: {told}"]


def changed(line: str, key: str, at: int, value: str) -> str:
    """A record with another entry in one of its lists."""
    data = json.loads(line)
    data[key][at] = value
    return json.dumps(data)


class TestReplay:
    def test_prints_each_result_as_it_stands_in_the_record(self) -> None:
        expected = [json.dumps(json.loads(line)["result"]) for line in LINES]
        assert printed("replay", GAMES).splitlines() == expected
        assert expected[0].startswith('{"gold": [')
        assert printed("replay", "-", read="\n\n".join(LINES)).splitlines() == expected

    def test_a_running_game_has_the_result_null(self) -> None:
        assert printed("replay", "-", read=running(10)) == "null\n"

    @pytest.mark.parametrize("indent", [None, 0, 2])
    def test_a_record_may_be_spread_over_many_lines(self, indent: int | None) -> None:
        text = json.dumps(json.loads(LINES[0]), indent=indent) + "\n"
        expected = printed("replay", GAMES).splitlines(keepends=True)[0]
        assert printed("replay", "-", read=text) == expected

    def test_names_the_action_that_is_illegal_and_goes_on(self) -> None:
        bad = changed(LINES[1], "actions", 0, "castle red 3")
        done = run("replay", "-", read="\n".join([LINES[0], bad, LINES[2]]))
        assert done.returncode == 1
        assert done.stderr.decode() == (
            "record 2, action 1 “castle red 3”: first build or place workers\n"
        )
        good = printed("replay", GAMES).splitlines()
        assert done.stdout.decode().splitlines() == [good[0], good[2]]

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (
                changed(LINES[0], "actions", 4, "build house/red F7\nF8 draw stack"),
                "record 1, action 5 “build house/red F7\\nF8 draw stack”: ",
            ),
            (LINES[0].replace('"gold": [', '"gold": [1'), "record 1: the result in the record is "),
            (b"", "standard input: there is no record in it"),
            (b"\n \n", "standard input: there is no record in it"),
            (bytes(range(256)), "standard input: not a text in UTF-8"),
            (b"\xff\xfe{}", "standard input: not a text in UTF-8"),
            (b"\0" * 100, "record 1: not JSON: "),
            (b"[" * 100_000, "record 1: not JSON: "),
            (b'{"format":\n', "record 1: not JSON: "),
            (b"hello\nworld\n", "record 1: not JSON: "),
        ],
        ids=range(10),
    )
    def test_what_is_wrong_is_told_in_a_line(self, content: str | bytes, said: str) -> None:
        (line,) = complaints("replay", "-", read=content)
        assert line.startswith(said)

    def test_names_the_record_that_is_none(self) -> None:
        assert complaints("replay", "-", read=f"{LINES[0]}\n[]\n{LINES[1]}\n{{}}\nx\n") == [
            "record 2: a record is one JSON object",
            "record 4: the key “format” is missing",
            "record 5: not JSON: Expecting value: line 1 column 1 (char 0)",
        ]

    def test_several_files_are_told_apart_whatever_is_wrong_with_one(self, tmp_path: Path) -> None:
        bad = tmp_path / "bad.jsonl"
        bad.write_text("{}\n")
        done = run("replay", bad, tmp_path / "none", tmp_path, GAMES)
        assert done.returncode == 1
        told = done.stdout.decode().splitlines()
        assert len(told) == len(LINES)
        assert all(line.startswith(f"{GAMES}: {{") for line in told)
        assert done.stderr.decode().splitlines() == [
            f"{bad}: record 1: the key “format” is missing",
            f"{tmp_path}/none: No such file or directory",
            f"{tmp_path}: Is a directory",
        ]


class TestShow:
    def test_the_position_after_the_last_action(self) -> None:
        text = printed("show", "-", read=running(20))
        assert "ply 20" in text
        assert "behind the screen" not in text
        for part in ("castle at G5:4x3", "values:", "buildings:", "open cards:", "seat 1 "):
            assert part in text

    def test_what_a_seat_may_know(self) -> None:
        text = printed("show", "-", "--seat", "1", read=running(20))
        assert "behind the screen of seat 1:" in text

    def test_the_end(self) -> None:
        text = printed("show", "-", read=LINES[0])
        for part in ("the game is over", "result: ", "(rank 1)"):
            assert part in text

    @pytest.mark.parametrize("seat", ["2", "-1", "99999999999999999999"])
    def test_a_seat_that_is_not_there(self, seat: str) -> None:
        assert complaints("show", "-", f"--seat={seat}", read=running(5)) == [
            f"there is no seat {seat}; there are 0 to 1"
        ]

    def test_an_illegal_record(self) -> None:
        (line,) = complaints("show", "-", read=running(5).replace('"mirror": false', '"mirror": 0'))
        assert line == "record 1: 0 cannot stand for mirror"


class TestLegal:
    def test_every_legal_action_sorted_once(self) -> None:
        text = running(30)
        lines = printed("legal", "-", read=text).splitlines()
        position = Record.from_json(text).replay()
        assert lines == sorted({str(action) for action in position.legal_actions()})

    def test_after_the_end_nothing_is_legal(self) -> None:
        assert printed("legal", "-", read=LINES[0]) == ""

    def test_one_record_only(self) -> None:
        for tool in ("show", "legal"):
            assert complaints(tool, GAMES) == [f"{GAMES}: there is more than one record in it"]
            assert complaints(tool, "-") == ["standard input: there is no record in it"]


class TestSelfplay:
    def test_prints_records_that_replay(self) -> None:
        options = ["--games", "3", "--players", "4", "--setup", "free", "--mirror", "--seed", "5"]
        text = printed("selfplay", *options)
        records = [Record.from_json(line) for line in text.splitlines()]
        assert len(records) == 3
        for record in records:
            start = record.start
            assert (start.setup, start.mirror, start.seats) == ("free", True, 4)
            assert record.replay().over

    @pytest.mark.slow
    def test_the_same_seed_gives_the_same_bytes_in_every_process(self) -> None:
        command = [sys.executable, "-m", "engine", "selfplay", "--games", "2", "--seed"]
        once, again, other = (
            subprocess.run([*command, seed], capture_output=True).stdout for seed in ("7", "7", "8")
        )
        assert once == again != other

    def test_more_games_begin_with_the_same_games(self) -> None:
        few, many = (printed("selfplay", "--games", number) for number in ("1", "3"))
        assert many.startswith(few)

    def test_another_edition(self) -> None:
        record = Record.from_json(printed("selfplay", "--edition", ISLAND.id))
        assert record.start.edition is ISLAND
        assert record.replay().over

    def test_computer_players(self) -> None:
        text = printed("selfplay", "--level", "caretaker", "--players", "3")
        assert Record.from_json(text).replay().over

    @pytest.mark.parametrize(
        "arguments",
        [
            *("--games 0", "--games many", "--players 5", "--edition none", "--setup other"),
            *("--seed x", "--level grandmaster", "--speed", "more"),
        ],
    )
    def test_wrong_options_are_told_in_one_line(self, arguments: str) -> None:
        assert len(complaints("selfplay", *arguments.split())) == 1


@pytest.mark.parametrize("arguments", ["", "play", "replay", "show", "show a b"])
def test_wrong_commands_are_told_in_one_line(arguments: str) -> None:
    assert len(complaints(*arguments.split())) == 1


def test_help_is_no_error() -> None:
    assert "selfplay" in printed("--help")


def test_a_reader_who_has_seen_enough_is_no_trouble() -> None:
    command = f"{sys.executable} -m engine selfplay --games 100000 | head -c 100"
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=os.environ)
    assert len(done.stdout) == 100
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_one_line() -> None:
    command = f"{sys.executable} -m engine selfplay > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True)
    assert (done.returncode, done.stderr) == (1, b"cannot write: No space left on device\n")


def test_an_error_is_one_line_whatever_was_given() -> None:
    assert complaints("show", "no\nfile") == ["no\\nfile: No such file or directory"]
    assert len(complaints("show", "a", "b\nc")) == 1


def test_lines_are_sorted_in_parts_that_fit_the_memory() -> None:
    lines = [str(number * 7919 % 1000) for number in range(1000)]
    assert list(sorted_lines(lines, chunk=64)) == sorted(lines)
    assert list(sorted_lines(lines, chunk=1000)) == sorted(lines)
    assert list(sorted_lines([])) == []
