"""The options of a soak."""

from __future__ import annotations

from dataclasses import dataclass

from lab.discord.faults import KINDS
from lab.discord.interactions import IN_TIME


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of a soak: its events, and the amounts that end it.

    Attributes:
        seed: the seed of all chance; the order of simultaneous events still differs.
        seconds: the longest time for which people play.
        games: the number of finished games that is enough; 0 for any number.
        kills: the number of kills that is enough.
        actions: the number of acknowledged actions that is enough.
        tables: the number of tables played at the same time.
        hostile: the number of people who press what they forged.
        prepared: the number of games begun before, which are played to their end first.
        rate: the share of requests that fail.
        kinds: the kinds of faults.
        kill_every: seconds between two kills on the average; 0 for none.
        mishap_every: seconds between two other mishaps on the average; 0 for none.
        speed: the factor by which the bot's clock runs faster.
        in_time: the seconds in which interactions must be acknowledged.
    """

    seed: int = 1
    seconds: float = 60.0
    games: int = 0
    kills: int = 0
    actions: int = 0
    tables: int = 8
    hostile: int = 1
    prepared: int = 0
    rate: float = 0.01
    kinds: tuple[str, ...] = KINDS
    kill_every: float = 4.0
    mishap_every: float = 3.0
    speed: float = 20.0
    in_time: float = IN_TIME
