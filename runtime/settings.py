"""The bot's settings, read from the environment and a file ``.env``, and validated.

The environment takes precedence. All errors are reported at once, each with what would be valid.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values

from runtime import setting_values as parse
from runtime.address import is_safe_to_print
from runtime.logs import LogFormat

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: the bot's token, from the page “Bot” of your application at "
    "https://discord.com/developers/applications, goes into .env. “make try” needs none."
)


class SettingsError(ValueError):
    """Settings are invalid.

    Attributes:
        problems: one sentence for each invalid setting.
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Setting:
    """The definition of a setting.

    Attributes:
        name: the name of the environment variable.
        default: its text when it is not set; empty for nothing.
        right: the valid values, as the end of the sentence "it must be …".
        parse: converts the variable's text; raises ValueError for an invalid one.
    """

    name: str
    default: str
    right: str
    parse: Callable[[str], Any]


def setting(
    usual: object, parse: Callable[[str], Any], right: str, *, text: str = "", name: str = ""
) -> Any:
    """Return a field of ``Settings``: its usual value, its parser, and what is valid.

    Args:
        usual: the value of a setting that is not given; ``MISSING`` for none.
        text: the text when the variable is not set; by default that of the usual value.
        name: the variable, if it is not ``ARKADIA_`` and the field's name.
    """
    text = text or ("" if usual in (MISSING, None, ()) else str(usual))
    how = {"name": name, "text": text, "right": right, "parse": parse}
    # What has no usual value is a secret, or may contain one.
    return field(default=usual, repr=usual is not MISSING, metadata=how)


def number(usual: int, right: str, least: int = 1, most: int = 99_999) -> Any:
    """Return a field of ``Settings`` that is a whole number; by default a limit."""
    return setting(usual, parse.number(least, most), f"{right}, {least} to {most}")


TOKEN: Final = "the bot's token as the developer portal shows it: three parts with dots between"
DATABASE: Final = (
    "the path of a file in a folder that exists, or an address such as "
    "postgresql://user@host/database, with signs of a password such as @ percent-encoded"
)
GUILD: Final = "the id of a server, a number of 15 to 20 digits, or empty for all servers"
WORKERS: Final = "how many processes computer players may think in, 1 to 99, or dask://host:port"
EDITIONS: Final = "a folder that exists, or empty for no other editions than the bot's own"
BACKUPS: Final = "a folder that exists, or empty for no daily backups"
HEARTBEAT: Final = "the path of a file in a folder that exists, or empty for none"
SHARDS: Final = "a whole number from 1 to 16384, or empty for as many as Discord recommends"
SHARD_IDS: Final = "numbers of shards below ARKADIA_SHARDS, such as 0-3 or 0,2,5, or empty for all"
PORT: Final = "a whole number from 1 to 65535, or empty for none"
LISTENS: Final = "an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"
ORIGIN: Final = "an address without a path, such as https://arkadia.example.org, or empty for none"
ORIGINS: Final = "addresses with commas between, such as https://discord.com, or empty for none"
PROXY: Final = "addresses or networks with commas between, such as 127.0.0.1, or empty for none"
LANGUAGES: Final = (
    "codes of languages in locale/ with commas between, such as it,pt-BR, or empty for none"
)
PAGE: Final = "an address that begins with https://, or empty for none"
CONTACT: Final = "an address or a sentence of at most 200 characters, or empty for none"


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, parsed; ``.env.example`` says what each is for.

    Attributes:
        token: the bot's secret; never printed.
        database: the file of SQLite's, or the address of a PostgreSQL database, which may contain a
            password.
        policy_url: the address of the privacy policy, with `{language}` for the code of the
            reader's language, or empty.
    """

    token: str = setting(MISSING, parse.token, TOKEN, name="DISCORD_TOKEN")
    database: Path | str = setting(MISSING, parse.database, DATABASE, text="arkadia.sqlite3")
    log_level: int = setting(
        logging.INFO, parse.log_level, "DEBUG, INFO, WARNING or ERROR", text="INFO"
    )
    log_format: LogFormat = setting("text", parse.log_format, "text or json")
    guild: int | None = setting(None, parse.guild, GUILD)
    workers: int | parse.Cluster = setting(1, parse.workers, WORKERS)
    editions: Path | None = setting(None, parse.folder, EDITIONS)
    edition: str = setting("ravensburger-2006", parse.edition, "the “id” in the file of an edition")
    backups: Path | None = setting(None, parse.folder, BACKUPS)
    backups_kept: int = number(7, "how many daily backups are kept", 1, 9999)
    keep_left_days: int = number(
        30, "how many days the games of a server are kept after the bot left it", 0, 9999
    )
    heartbeat: Path | None = setting(None, parse.file_or_none, HEARTBEAT)
    shards: int | None = setting(None, parse.shards, SHARDS)
    shard_ids: tuple[int, ...] | None = setting(None, parse.shard_ids, SHARD_IDS)
    shard_wait: int = number(
        0, "how many seconds to wait for shards that another process serves", 0, 999_999_999
    )
    metrics_port: int | None = setting(None, parse.port, PORT)
    metrics_address: str = setting("127.0.0.1", parse.host_address, LISTENS)
    web_port: int | None = setting(None, parse.port, PORT)
    web_address: str = setting("127.0.0.1", parse.host_address, LISTENS)
    web_url: str = setting("", parse.origin, ORIGIN)
    web_proxy: tuple[IPv4Network | IPv6Network, ...] = setting((), parse.networks, PROXY)
    web_frames: tuple[str, ...] = setting((), parse.origins, ORIGINS)
    languages: tuple[str, ...] = setting((), parse.language_codes, LANGUAGES)
    policy_url: str = setting("", parse.page_address, PAGE)
    page_url: str = setting("", parse.page_address, PAGE)
    contact: str = setting("", parse.contact, CONTACT)
    games_hosted: int = number(20, "how many unfinished games one person may host on a server")
    games_seated: int = number(
        50, "in how many unfinished games a person may play and still open another"
    )
    games_lobbies: int = number(40, "how many games of a server may wait to begin")
    games_unfinished: int = number(500, "how many unfinished games a server may have")
    posts_a_minute: int = number(
        4, "how many messages a person may cause in a game within a minute"
    )
    posts_an_hour: int = number(
        30, "how many messages a person may cause in the games of a server within an hour"
    )
    games_an_hour: int = number(10, "how many games one person may open on a server within an hour")
    threads_an_hour: int = number(
        15, "how many threads one person's games may open on a server within an hour"
    )
    server_times: int = number(
        6, "for how many people's hourly games and threads a server has room"
    )
    invitations_a_day: int = number(
        20, "how many seats one person may keep for others on a server within a day"
    )
    ping_again_hours: int = number(
        24, "in how many hours the same host notifies an invited person at most once"
    )
    pings_an_hour: int = number(6, "how often lobbies may notify one person within an hour")
    nudges_a_day: int = number(3, "how often opponents may nudge one person within a day")
    direct_a_day: int = number(5, "how many direct messages a person may have tried within a day")
    role_pings_minutes: int = number(
        30, "in how many minutes a role is notified of open games at most once"
    )
    practice_threads: int = number(
        3, "how many practice threads of one person stay open on a server"
    )
    daily_ahead: int = setting(
        3,
        parse.number(0, 30),
        "for how many days ahead missing positions of the day are made, 0 to 30; 0 for none",
    )

    @property
    def looking_back(self) -> str:
        """The address of the folder with the page that looks back at games, or empty."""
        return self.page_url or self.web_url


def _defined(one: Field[Any]) -> Setting:
    """Return the definition that a field holds."""
    how = one.metadata
    name = how["name"] or f"ARKADIA_{one.name.upper()}"
    return Setting(name, how["text"], how["right"], how["parse"])


SETTINGS: Final = {one.name: _defined(one) for one in fields(Settings)}
"""The settings by their attribute in ``Settings``."""


def read_settings(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """Read the settings from an environment, and from a file of ``NAME=value`` lines.

    A missing token is not an error here: ``Settings.token`` is empty then, since the health check
    and the database's tools need none.

    Raises:
        SettingsError: names every invalid setting.
    """
    filed = _read(file) if file else {}
    given = {**{name: text or "" for name, text in filed.items()}, **environment}
    problems = [_unknown(name) for name in sorted(given) if _is_unknown(name)]
    values: dict[str, Any] = {}
    for attribute, setting in SETTINGS.items():
        # An empty variable counts as unset, like the blank lines of .env.example.
        text = given.get(setting.name, "").strip() or setting.default
        try:
            values[attribute] = setting.parse(text)
        except (ValueError, OSError):  # such as a folder that may not be entered
            problems.append(_wrong(setting, "" if _is_secret(attribute, text) else text))
    if not problems:
        problems = _contradictions(Settings(**values))
    if problems:
        raise SettingsError(problems)
    return Settings(**values)


def _contradictions(settings: Settings) -> list[str]:
    """Return the problems of settings that are valid one by one but not together."""
    problems = []
    if isinstance(settings.workers, parse.Cluster) and find_spec("distributed") is None:
        problems.append(
            "ARKADIA_WORKERS needs Dask, which is not installed: make dask installs it."
        )
    if (settings.web_port is None) != (not settings.web_url):
        problems.append(
            "ARKADIA_WEB_PORT and ARKADIA_WEB_URL go together: the port that listens, and the "
            "address under which people reach it."
        )
    if settings.web_port is not None and settings.web_port == settings.metrics_port:
        problems.append("ARKADIA_WEB_PORT and ARKADIA_METRICS_PORT must be two different ports.")
    if settings.shard_ids is None:
        return problems
    if settings.shards is None or max(settings.shard_ids) >= settings.shards:
        problems.append(
            "ARKADIA_SHARD_IDS needs ARKADIA_SHARDS, the number of all shards, which is more "
            "than each of these."
        )
    if isinstance(settings.database, Path):
        problems.append(
            "ARKADIA_SHARD_IDS needs PostgreSQL: ARKADIA_DATABASE is a file, which only one "
            "process can use."
        )
    return problems


def _is_secret(attribute: str, text: str) -> bool:
    """Return whether an invalid text may be a secret or contain one."""
    return attribute == "token" or (attribute == "database" and not is_safe_to_print(text))


def _wrong(setting: Setting, text: str) -> str:
    """Return the problem of an invalid setting.

    Args:
        setting: the setting.
        text: its text, or empty if that may be a secret.
    """
    given = f"{setting.name} “{text}”" if text else setting.name
    return f"{given} is wrong: it must be {setting.right}."


def _read(file: Path) -> dict[str, str | None]:
    """Return the variables of a file of settings; none if there is no such file."""
    # Without interpolation: a password may contain a dollar sign.
    try:
        return dict(dotenv_values(file, interpolate=False)) if file.is_file() else {}
    except UnicodeDecodeError as error:
        problem = f"{file} is not text in UTF-8; save it as that."
        raise SettingsError([problem]) from error
    except OSError as error:
        problem = f"{file} cannot be read: {error}."
        raise SettingsError([problem]) from error


def _is_unknown(name: str) -> bool:
    known = {setting.name for setting in SETTINGS.values()}
    return name.startswith("ARKADIA_") and name not in known


def _unknown(name: str) -> str:
    names = [setting.name for setting in SETTINGS.values()]
    for near in difflib.get_close_matches(name, names, 1):
        return f"{name} is not a setting; {near} is one."
    return f"{name} is not a setting."
