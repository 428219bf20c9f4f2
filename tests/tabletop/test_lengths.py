"""How long a game lasts: by what finished games of the server took, else by its clock."""

from __future__ import annotations

from db.store import Store
from tabletop.lengths import LEAST_MEASURED, Length, Lengths, by_clock
from tabletop.presets import DAILY, GAME_PRESETS, preset_of
from tabletop.time_control import DAY, PRESETS, read_control
from tests.db.real_games import played, stored
from tests.db.samples import GUILD


def test_the_clock_says_how_long() -> None:
    assert by_clock(DAILY.clock, 4) == Length(37 * DAY, 45 * DAY + 4 * DAY)
    assert by_clock(PRESETS["endless"], 4) is None
    assert by_clock(DAILY.clock, 9) is None


def test_a_preset_is_known_by_what_is_played_by() -> None:
    for preset in GAME_PRESETS.values():
        assert preset_of(str(preset.clock), preset.late, preset.help) == preset
        assert read_control(str(preset.clock)) == preset.clock
    assert preset_of("72h+24h", "ask", "completions") is None


async def test_finished_games_of_the_server_are_measured(store: Store) -> None:
    lengths, clock = Lengths(store), read_control("72h+24h")
    for seed in range(LEAST_MEASURED):
        assert await lengths.of(GUILD, clock, 2) == by_clock(clock, 2)
        await stored(store, played(seed), GUILD)
    found = await lengths.of(GUILD, clock, 2)
    assert found is not None
    assert found.games == LEAST_MEASURED
    assert await lengths.of(GUILD, clock, 3) == by_clock(clock, 3)
    assert await lengths.of(GUILD + 1, clock, 2) == by_clock(clock, 2)
    assert await lengths.of(GUILD, DAILY.clock, 2) == by_clock(DAILY.clock, 2)
