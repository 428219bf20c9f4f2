"""The registry of computer players' levels.

A new level is an entry here. Menus, thinking time and the player itself follow from it;
``docs/players.md`` tells how strong each level is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.view import Observation
from players import journeyman
from players.master import Master
from players.player import Budget, Caretaker, Player

N_ = str
"""Marker of texts for the catalogues; they are translated elsewhere, since no player knows i18n."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of computer players."""

    name: str
    caption: str  # its name for people, in English; shown through a catalogue
    full_name: str  # the pattern of a named player's full name, in English
    note: str  # the level's style of play in a few words, in English
    make: Callable[[int], Player]
    seconds: float | None  # the time limit of a decision at a table of people, or None for no limit
    number: int = 0  # its strength parameter; 0 for none
    by_playouts: bool = False  # whether that number is a decision's limit of playouts

    def player(self) -> Player:
        """Create a player of this level."""
        return self.make(self.number)

    @property
    def budget(self) -> Budget:
        """The budget of a decision at a table of people."""
        return Budget(self.seconds, self.number if self.by_playouts else None)


def _without_crowd(_number: int) -> Master:
    """Return a master without a crowd, for levels with few playouts."""
    # With 24 playouts a crowd of drift 0.2 won 48.5 % against none, with 5 playouts 36.2 %: so few
    # samples only see its noise. The master itself gains by it (65.5 %).
    return Master(drift=0.0)


OPPONENTS: Final = (
    Level(
        name="pupil",
        caption=N_("Pupil"),
        full_name=N_("{name} the pupil"),
        note=N_("Still learning; a good first opponent"),
        make=journeyman.Apprentice,
        seconds=0.1,
        number=1,
    ),
    Level(
        name="apprentice",
        caption=N_("Apprentice"),
        full_name=N_("{name} the apprentice"),
        note=N_("A friendly beginner who forgets the castle"),
        make=journeyman.Apprentice,
        seconds=0.1,
        number=6,
    ),
    Level(
        name="stonecutter",
        caption=N_("Stonecutter"),
        full_name=N_("{name} the stonecutter"),
        note=N_("Loves monasteries and other large buildings"),
        make=partial(journeyman.Craftsman, journeyman.fond_of_large_buildings),
        seconds=0.1,
        number=3,
    ),
    Level(
        name="mason",
        caption=N_("Mason"),
        full_name=N_("{name} the mason"),
        note=N_("Thrives on camps and neutral workers"),
        make=partial(journeyman.Craftsman, journeyman.fond_of_tents),
        seconds=0.1,
        number=20,
    ),
    Level(
        name="journeyman",
        caption=N_("Journeyman"),
        full_name=N_("{name} the journeyman"),
        note=N_("Plays soundly, looking one turn ahead"),
        make=lambda _: journeyman.Journeyman(),
        seconds=0.1,
    ),
    Level(
        name="foreman",
        caption=N_("Foreman"),
        full_name=N_("{name} the foreman"),
        note=N_("Looks a few turns ahead"),
        make=_without_crowd,
        seconds=1.0,
        number=4,
        by_playouts=True,
    ),
    Level(
        name="warden",
        caption=N_("Guild warden"),
        full_name=N_("{name} the warden"),
        note=N_("Weighs up what everybody might do next"),
        make=_without_crowd,
        seconds=1.0,
        number=24,
        by_playouts=True,
    ),
    Level(
        name="provost",
        caption=N_("Guild provost"),
        full_name=N_("{name} the provost"),
        note=N_("Thinks ahead for all players, but only briefly"),
        make=lambda _: Master(),
        seconds=1.5,
        number=120,
        by_playouts=True,
    ),
    Level(
        name="master",
        caption=N_("Master builder"),
        full_name=N_("{name} the master"),
        note=N_("The strongest; thinks for a few seconds"),
        make=lambda _: Master(),
        seconds=2.0,
    ),
)
"""The levels that people can play against, the weakest first."""

CARETAKER: Final = Level(
    name="caretaker",
    caption=N_("Caretaker"),
    full_name=N_("{name} the caretaker"),
    note=N_("Fills in for players who left and interferes as little as it can"),
    make=lambda _: Caretaker(),
    seconds=None,
)
"""The level that plays the seats of people who left; no menu offers it as an opponent."""

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {level.name: level for level in (CARETAKER, *OPPONENTS)}
)


class LevelError(ValueError):
    """A level that does not exist was named; the text lists those that do."""


def level_named(name: str) -> Level:
    """Return the level with a name.

    Raises:
        LevelError: if no level has that name.
    """
    level = LEVELS.get(name)
    if level is None:
        raise LevelError(f"there is no level “{name}”; there are {', '.join(LEVELS)}")
    return level


def decide(name: str, observation: Observation, seed: int, budget: Budget) -> Action:
    """Return the action that a level's player takes for the observing seat.

    Arguments and result are small when pickled, so that worker processes can run it.
    """
    return level_named(name).player().decide(observation, Random(seed), budget)
