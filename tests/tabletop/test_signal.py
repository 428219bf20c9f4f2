"""Where a computer player has to act, a listener is told, as long as one is connected."""

from __future__ import annotations

from tabletop.opening import Opening
from tabletop.signal import Signal
from tabletop.tables import Tables
from tests.tabletop.playing import ADA, CHANNEL, GUILD, play_turn


def test_numbers_are_sent_to_the_listener_that_is_connected() -> None:
    signal, first, second = Signal(), list[int](), list[int]()
    signal.send(1)
    signal.connect(first.append)
    signal.send(2)
    signal.connect(second.append)
    signal.send(3)
    signal.disconnect()
    signal.send(4)
    assert (first, second) == ([2], [3])


async def test_a_table_is_sent_when_it_is_a_computers_turn(tables: Tables) -> None:
    due: list[int] = []
    tables.computer_due.connect(due.append)
    opening = Opening(GUILD, CHANNEL, ADA, "Ada", seat_limit=2, computers=("journeyman",))
    number = (await tables.lobby.open(opening)).number
    table = await tables.lobby.begin(number, ADA)
    if not table.computer_due:
        assert due == []
        table = await play_turn(tables, number)
    assert table.computer_due
    assert due == [number]
