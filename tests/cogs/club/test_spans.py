"""Days, months and years as people type them to look into the archive."""

import pytest

from cogs.club.archive import DaySpan, month_of, read_span, span_of
from tests.nightly import nightly_except
from tests.ui.input.hostile import LENGTH, SHAPES, grows_too_fast

NOON = 1_793_880_000_000  # 5 November 2026, 12:00 UTC


@pytest.mark.parametrize(
    ("typed", "span"),
    [
        ("2026", DaySpan(2026)),
        (" 2026-11 ", DaySpan(2026, 11)),
        ("2026/11/5", DaySpan(2026, 11, 5)),
        ("2026.11.05", DaySpan(2026, 11, 5)),
        ("2026 - 1", DaySpan(2026, 1)),
    ],
)
def test_a_date_is_read_as_people_type_it(typed: str, span: DaySpan) -> None:
    assert read_span(typed) == read_span(str(span)) == span_of(span.number) == span


def test_what_is_no_date_is_none() -> None:
    typed = ("", "yesterday", "26", "2026-13", "2026-02-30", "2026-00-05")
    assert [one for one in typed if read_span(one) is not None] == []
    numbers = (0, 5, 20_260_005, 20_261_301, 9 * 10**18)
    assert [one for one in numbers if span_of(one) is not None] == []


def span(typed: str) -> DaySpan:
    found = read_span(typed)
    assert found is not None
    assert found.begin < found.end
    return found


def test_a_span_has_the_times_that_lie_in_it() -> None:
    assert str(month_of(NOON)) == "2026-11"
    spans = map(span, ("2025", "2026", "2026-10", "2026-11", "2026-11-05", "2026-11-06"))
    found = [str(one) for one in spans if one.begin <= NOON < one.end]
    assert found == ["2026", "2026-11", "2026-11-05"]


def test_a_span_ends_where_the_next_begins_also_in_the_first_and_the_last_years() -> None:
    for one, after in (
        ("2026-12", "2027-01"),
        ("2026-11", "2026-12"),
        ("2026", "2027"),
        ("2026-12-31", "2027"),
        ("0001-01-01", "0001-01-02"),
        ("0001", "0002"),
    ):
        assert span(one).end == span(after).begin
    for last in ("9999", "9999-12", "9999-12-31"):
        assert span(last).end >= span("9999-12-31").begin


@pytest.mark.parametrize("shapes", nightly_except(SHAPES, "few"))
def test_time_grows_with_the_length(shapes: str) -> None:
    length = LENGTH[shapes]
    assert [shape for shape in SHAPES[shapes] if grows_too_fast(read_span, shape, length)] == []
