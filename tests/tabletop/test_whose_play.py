"""What a computer played is told as nobody's own: every teller, in each way it comes to play."""

from engine.story import story_of
from i18n.translation import ENGLISH
from tabletop.outcome import outcome_of, wins
from tests.tabletop.whose_play import Told, told_of  # noqa: F401
from ui.public.end import ranking_lines, won_lines
from ui.texts.events import Teller
from ui.texts.turns import changes_since


async def test_nobody_is_told_to_have_played_what_a_computer_did(told: Told) -> None:
    table, seat, name = told.table, told.seat, told.table.names[told.seat]
    outcome = outcome_of(table)
    assert outcome is not None
    [winner] = outcome.winners
    assert (winner != seat) == bool(told.user)
    best = table.names[winner]
    first, *more = [one for one in won_lines(table, ENGLISH) if not one.startswith("From ")]
    assert first.startswith(f"{best} wins")
    assert bool(more) == bool(told.user)
    assert all(line.startswith(f"{name}'s seat, ") for line in more)
    teller = Teller.of(table, ENGLISH)
    lines = ranking_lines(table, story_of(table.running_game()), teller)
    assert f"**{best}**" in lines[0]
    assert any("by a computer" in line for line in lines) == bool(told.by_computer)
    won = [owner for owner, count in wins(table).items() if count]
    assert won == [table.seats[winner].user_id or best]
    assert len(changes_since(table, seat, ENGLISH)) > 1 or not told.user


async def test_what_was_missed_has_each_turn_and_marks_those_of_a_computer(told: Told) -> None:
    if not told.user:
        return
    last = [one.number for one in told.own][-1]
    since = [one for one in told.turns if last < one.number <= told.asked]
    assert sum(line.startswith("- ") for line in told.missed) == len(since)
    name = f"{told.table.names[told.seat]} (computer)"
    assert sum(name in line for line in told.missed) == sum(one.seat == told.seat for one in since)
