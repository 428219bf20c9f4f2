"""A dictionary that keeps what was put into it last."""

from runtime.newest import Newest


def test_the_oldest_go_and_what_is_set_again_is_new() -> None:
    kept: Newest[str, int] = Newest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    assert kept == {"a": 3, "c": 4}
