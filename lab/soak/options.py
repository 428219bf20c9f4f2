"""How a soak goes."""

from __future__ import annotations

from dataclasses import dataclass

from lab.discord.faults import KINDS
from lab.discord.interactions import IN_TIME


@dataclass(frozen=True, slots=True)
class Options:
    """What happens in a soak, and how much of it is enough.

    Attributes:
        seed: of everything that happens by chance; what happens at the same time still differs.
        seconds: how long people play at most.
        games: how many finished games are enough; 0 for any number of them.
        kills: how many kills are enough.
        actions: how many acknowledged actions are enough.
        tables: how many tables are played at the same time.
        clubs: how many leagues are played at the same time.
        prepared: how many games were begun before and are played to their end first.
        rate: the share of requests that fail.
        kinds: how they may fail.
        kill_every: seconds between two kills on the average; 0 for none.
        mishap_every: seconds between two other mishaps on the average; 0 for none.
        speed: how much faster the bot's clock runs.
        in_time: the seconds in which interactions must be heard of.
    """

    seed: int = 1
    seconds: float = 60.0
    games: int = 0
    kills: int = 0
    actions: int = 0
    tables: int = 8
    clubs: int = 0
    prepared: int = 0
    rate: float = 0.01
    kinds: tuple[str, ...] = KINDS
    kill_every: float = 4.0
    mishap_every: float = 3.0
    speed: float = 20.0
    in_time: float = IN_TIME
