"""Of a log that cannot be read only what everybody has seen is made public."""

from __future__ import annotations

from ui.public.posts.notices import settled


def test_of_a_log_everybody_has_seen_what_was_done_in_ended_turns() -> None:
    log = ["workers own A1", "end", "build a", "undo", "build b", "end", "build c", "undo", "pass"]
    assert settled(log) == ["workers own A1", "end", "build b", "end"]
    assert settled(["undo", "undo", "x", "end", "undo"]) == ["x", "end"]
    assert settled([]) == []
