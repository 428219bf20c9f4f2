"""The bot's settings: what each means, where it is read from and what is right for it.

They come from the environment and, where that says nothing, from a file ``.env``. All that is
wrong is told at once, each setting with what would be right.
"""

from __future__ import annotations

import difflib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: the bot's token, from the page «Bot» of your application at "
    "https://discord.com/developers/applications, goes into .env. «make try» needs none."
)


class SettingsError(ValueError):
    """Settings that cannot be used.

    Attributes:
        problems: one sentence for each setting that is wrong.
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Settings:
    """What the bot is told at its start.

    Attributes:
        token: the bot's secret; never printed.
        database: the SQLite file that keeps all games.
        log_level: the least level of what is logged.
        guild: the only server that gets the commands, or None for all.
        workers: processes in which computer players think.
    """

    token: str = field(repr=False)
    database: Path
    log_level: int = logging.INFO
    guild: int | None = None
    workers: int = 1


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as people write it.

    Attributes:
        name: the name of the environment variable.
        default: what stands for it when it is not set; empty for nothing.
        right: what would be right, to end the sentence "it must be …".
        parse: makes the value of its text; a ValueError says that the text is wrong.
    """

    name: str
    default: str
    right: str
    parse: Callable[[str], Any]


def _token(text: str) -> str:
    if text and not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", text, re.ASCII):
        raise ValueError
    return text


def _database(text: str) -> Path:
    path = Path(text).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError
    return path


def _log_level(text: str) -> int:
    levels = {name: getattr(logging, name) for name in ("DEBUG", "INFO", "WARNING", "ERROR")}
    if text.upper() not in levels:
        raise ValueError
    return int(levels[text.upper()])


def _workers(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise ValueError
    return int(text)


def _guild(text: str) -> int | None:
    if text and not re.fullmatch(r"[0-9]{15,20}", text):
        raise ValueError
    return int(text) if text else None


SETTINGS: Final = {
    "token": Setting(
        "DISCORD_TOKEN",
        "",
        "the bot's token as the developer portal shows it: three parts with dots between",
        _token,
    ),
    "database": Setting(
        "ARKADIA_DATABASE",
        "arkadia.sqlite3",
        "the path of a file in a folder that exists",
        _database,
    ),
    "log_level": Setting(
        "ARKADIA_LOG_LEVEL",
        "INFO",
        "DEBUG, INFO, WARNING or ERROR",
        _log_level,
    ),
    "workers": Setting(
        "ARKADIA_WORKERS",
        "1",
        "how many processes computer players may think in, 1 to 99",
        _workers,
    ),
    "guild": Setting(
        "ARKADIA_GUILD",
        "",
        "the id of a server, a number of 15 to 20 digits, or empty for all servers",
        _guild,
    ),
}
"""The settings by their attribute in ``Settings``."""


def read_settings(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings of an environment, filled up from a file of ``NAME=value`` lines.

    A missing token is not an error here; ``Settings.token`` is empty then.

    Raises:
        SettingsError: names every setting that is wrong.
    """
    filed = dotenv_values(file, interpolate=False) if file and file.is_file() else {}
    given = {**{name: text or "" for name, text in filed.items()}, **environment}
    problems = [_unknown(name) for name in sorted(given) if _is_unknown(name)]
    values: dict[str, Any] = {}
    for attribute, setting in SETTINGS.items():
        text = given.get(setting.name, "").strip() or setting.default
        try:
            values[attribute] = setting.parse(text)
        except ValueError:
            shown = "" if attribute == "token" else f" «{text}»"
            problems.append(f"{setting.name}{shown} is wrong: it must be {setting.right}.")
    if problems:
        raise SettingsError(problems)
    return Settings(**values)


def _is_unknown(name: str) -> bool:
    known = {setting.name for setting in SETTINGS.values()}
    return name.startswith("ARKADIA_") and name not in known


def _unknown(name: str) -> str:
    names = [setting.name for setting in SETTINGS.values()]
    near = difflib.get_close_matches(name, names, 1)
    return f"{name} is not a setting" + (f"; {near[0]} is one." if near else ".")
