"""Options of commands that come from the offered editions and themes.

None is written by name. Options are registered before any game exists, so they are those of all
editions together, as they are when the command is loaded.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from discord import app_commands

from engine.edition_files import editions
from engine.start import FIRST_GAME, FREE
from i18n.translation import N_
from render import Theme
from ui.texts.game.helping import HELP_NAMES

CallbackT = TypeVar("CallbackT", bound=Callable[..., Any])

GAME: Final = N_("Which game")
"""The description of every option ``game``; short, since each counts towards a command's size."""
SETUP_CHOICES: Final = [
    app_commands.Choice(name=N_("First game: some buildings stand already"), value=FIRST_GAME),
    app_commands.Choice(name=N_("Free, on an empty board"), value=FREE),
]
LATE_CHOICES: Final = [
    app_commands.Choice(name=N_("The others are asked"), value="ask"),
    app_commands.Choice(name=N_("A computer takes the turn"), value="turn"),
    app_commands.Choice(name=N_("A computer plays until they are back"), value="seat"),
    # Translators: what happens when somebody's time is up
    app_commands.Choice(name=N_("Nothing"), value="nothing"),
]
ABSENCE_CHOICES: Final = [
    app_commands.Choice(name=N_("Their clock stands still"), value="stop"),
    app_commands.Choice(name=N_("A computer plays"), value="computer"),
]
HELP_CHOICES: Final = [
    app_commands.Choice(name=name, value=level) for level, name in HELP_NAMES.items()
]
THEME_CHOICES: Final = [
    app_commands.Choice(
        name=app_commands.locale_str(theme.value, context="background"), value=theme.value
    )
    for theme in Theme
]
MOST_COMMAND_OPTIONS: Final = 25
"""The most options that Discord lets a command have."""


def families(*taken: str) -> tuple[str, ...]:
    """Return the seal families of all editions, as many as a command has room for.

    Names in ``taken``, the command's other options, are left out and use up room.
    """
    found = dict.fromkeys(family for edition in editions() for family in edition.families)
    free = [family for family in found if family not in taken]
    return tuple(free[: MOST_COMMAND_OPTIONS - len(taken)])


def least_seats() -> int:
    """Return the fewest people who can play any edition."""
    return min(edition.seat_counts[0] for edition in editions())


def most_seats() -> int:
    """Return the most people who can play any edition."""
    return max(edition.seat_counts[-1] for edition in editions())


def one_option_each(names: Sequence[str], kind: Any) -> Callable[[CallbackT], CallbackT]:
    """Return a decorator that gives a command with ``**amounts`` an option for each name.

    The new options are numbers, 0 if not filled in, and come before the command's optional ones.

    Args:
        names: the options' names.
        kind: an option's type as discord.py understands it.
    """
    named_options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=0, annotation=kind)
        for name in names
    ]

    def decorate(callback: CallbackT) -> CallbackT:
        # discord.py makes options of a callback's parameters and refuses ``**``: it is shown
        # another signature, and calls with keywords, which ``**amounts`` takes.
        signature = inspect.signature(callback)
        first, others = [], []
        for parameter in signature.parameters.values():
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                optional = parameter.default is not inspect.Parameter.empty
                keyword = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
                others.append(keyword) if optional else first.append(parameter)
        parameters = [*first, *named_options, *others]
        setattr(callback, "__signature__", signature.replace(parameters=parameters))  # noqa: B010
        return callback

    return decorate


def named(sentence: str, **names: str) -> app_commands.locale_str:
    """Return a translatable command description, with names from an edition filled in."""
    english = sentence.format(**{key: name.replace("-", " ") for key, name in names.items()})
    return app_commands.locale_str(english, sentence=sentence, names=names)
