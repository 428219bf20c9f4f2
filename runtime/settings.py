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
    usual: object,
    parse: Callable[[str], Any],
    right: str,
    *,
    text: str | None = None,
    variable: str | None = None,
    shown: bool = True,
) -> Any:
    """Return a field of ``Settings`` for the environment variable of the same name.

    Args:
        usual: the value of a setting that is not given; ``MISSING`` for none.
        parse: converts the variable's text; raises ValueError for an invalid one.
        right: the valid values, as the end of the sentence "it must be …".
        text: the text when the variable is not set; by default that of the usual value.
        variable: the variable, if it is not ``ARKADIA_`` and the field's name.
        shown: False for a secret.
    """
    if text is None:
        text = "" if usual in (MISSING, None, ()) else str(usual)
    how = {"variable": variable, "text": text, "right": right, "parse": parse}
    return field(default=usual, repr=shown, metadata=how)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, parsed; each field says what is valid.

    Attributes:
        token: the bot's secret; never printed.
        database: the SQLite file that keeps all games, or the address of a PostgreSQL database,
            which may contain a password.
        log_level: the least level that is logged.
        log_format: whether lines are text or JSON.
        guild: the only server that gets the commands, or None for all.
        editions: a folder with files of editions beside the project's own, or None for none.
        backups: the folder for the daily backups, or None for none.
        heartbeat: the file that the bot touches while it is alive, or None.
        shards: the number of gateway shards, or None for as many as Discord recommends.
        shard_ids: the shards that this process serves, or None for all.
        metrics_port: the port of ``/healthz`` and ``/metrics``, or None.
        metrics_address: the address on which that port listens.
        web_port: the port of the pages on which games are watched and played, or None.
        web_address: the address on which that port listens.
        web_url: the address under which people reach it, without a path.
        web_proxy: the networks whose word for a visitor's address is taken.
        languages: the codes of incomplete languages that are offered all the same.
        policy_url: the address of the privacy policy, with `{language}` for the code of the
            reader's language, or empty.
        page_url: the address of the folder with the pages that ``make page`` writes, or empty.
        contact: the address or sentence that tells people where to report problems, or empty.
    """

    token: str = setting(
        MISSING,
        parse.token,
        "the bot's token as the developer portal shows it: three parts with dots between",
        variable="DISCORD_TOKEN",
        shown=False,
    )
    database: Path | str = setting(
        MISSING,
        parse.database,
        (
            "the path of a file in a folder that exists, or an address such as "
            "postgresql://user@host/database, with signs of a password such as @ percent-encoded"
        ),
        shown=False,
        text="arkadia.sqlite3",
    )
    log_level: int = setting(
        logging.INFO, parse.log_level, "DEBUG, INFO, WARNING or ERROR", text="INFO"
    )
    log_format: LogFormat = setting("text", parse.log_format, "text or json")
    guild: int | None = setting(
        None,
        parse.guild,
        "the id of a server, a number of 15 to 20 digits, or empty for all servers",
    )
    workers: int | parse.Cluster = setting(
        1,
        parse.workers,
        "how many processes computer players may think in, 1 to 99, or dask://host:port",
    )
    editions: Path | None = setting(
        None,
        parse.folder,
        "a folder that exists, or empty for no other editions than the bot's own",
    )
    edition: str = setting("ravensburger-2006", parse.edition, "the “id” in the file of an edition")
    backups: Path | None = setting(
        None, parse.folder, "a folder that exists, or empty for no daily backups"
    )
    backups_kept: int = setting(
        7, parse.number(1, 9_999), "how many daily backups are kept, 1 to 9999"
    )
    keep_left_days: int = setting(
        30,
        parse.number(0, 9_999),
        "how many days the games of a server are kept after the bot left it, 0 to 9999",
    )
    heartbeat: Path | None = setting(
        None,
        parse.file_or_none,
        "the path of a file in a folder that exists, or empty for none",
    )
    shards: int | None = setting(
        None,
        parse.shards,
        "a whole number from 1 to 16384, or empty for as many as Discord recommends",
    )
    shard_ids: tuple[int, ...] | None = setting(
        None,
        parse.shard_ids,
        "numbers of shards below ARKADIA_SHARDS, such as 0-3 or 0,2,5, or empty for all",
    )
    shard_wait: int = setting(
        0,
        parse.number(0, 999_999_999),
        "how many seconds to wait for shards that another process serves, 0 to 999999999",
    )
    metrics_port: int | None = setting(
        None, parse.port, "a whole number from 1 to 65535, or empty for none"
    )
    metrics_address: str = setting(
        "127.0.0.1",
        parse.host_address,
        "an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them",
    )
    web_port: int | None = setting(
        None, parse.port, "a whole number from 1 to 65535, or empty for none"
    )
    web_address: str = setting(
        "127.0.0.1",
        parse.host_address,
        "an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them",
    )
    web_url: str = setting(
        "",
        parse.origin,
        "an address without a path, such as https://arkadia.example.org, or empty for none",
    )
    web_proxy: tuple[IPv4Network | IPv6Network, ...] = setting(
        (),
        parse.networks,
        "addresses or networks with commas between, such as 127.0.0.1, or empty for none",
    )
    languages: tuple[str, ...] = setting(
        (),
        parse.language_codes,
        "codes of languages in locale/ with commas between, such as it,pt-BR, or empty for none",
    )
    policy_url: str = setting(
        "", parse.page_address, "an address that begins with https://, or empty for none"
    )
    page_url: str = setting(
        "", parse.page_address, "an address that begins with https://, or empty for none"
    )
    contact: str = setting(
        "",
        parse.contact,
        "an address or a sentence of at most 200 characters, or empty for none",
    )
    games_hosted: int = setting(
        20,
        parse.count,
        "how many unfinished games one person may host on a server, 1 to 99999",
    )
    games_seated: int = setting(
        50,
        parse.count,
        "in how many unfinished games a person may play and still open another, 1 to 99999",
    )
    games_lobbies: int = setting(
        40, parse.count, "how many games of a server may wait to begin, 1 to 99999"
    )
    games_unfinished: int = setting(
        500, parse.count, "how many unfinished games a server may have, 1 to 99999"
    )
    posts_a_minute: int = setting(
        4,
        parse.count,
        "how many messages a person may cause in a game within a minute, 1 to 99999",
    )
    posts_an_hour: int = setting(
        30,
        parse.count,
        (
            "how many messages a person may cause in the games of a server within an hour, 1 "
            "to 99999"
        ),
    )
    games_an_hour: int = setting(
        10,
        parse.count,
        "how many games one person may open on a server within an hour, 1 to 99999",
    )
    threads_an_hour: int = setting(
        15,
        parse.count,
        "how many threads one person's games may open on a server within an hour, 1 to 99999",
    )
    server_times: int = setting(
        6,
        parse.count,
        "for how many people's hourly games and threads a server has room, 1 to 99999",
    )
    invitations_a_day: int = setting(
        20,
        parse.count,
        "how many seats one person may keep for others on a server within a day, 1 to 99999",
    )
    ping_again_hours: int = setting(
        24,
        parse.count,
        "in how many hours the same host notifies an invited person at most once, 1 to 99999",
    )
    pings_an_hour: int = setting(
        6,
        parse.count,
        "how often lobbies may notify one person within an hour, 1 to 99999",
    )
    nudges_a_day: int = setting(
        3,
        parse.count,
        "how often opponents may nudge one person within a day, 1 to 99999",
    )
    direct_a_day: int = setting(
        5,
        parse.count,
        "how many direct messages a person may have tried within a day, 1 to 99999",
    )
    role_pings_minutes: int = setting(
        30,
        parse.count,
        "in how many minutes a role is notified of open games at most once, 1 to 99999",
    )
    practice_threads: int = setting(
        3,
        parse.count,
        "how many practice threads of one person stay open on a server, 1 to 99999",
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
    name = how["variable"] or f"ARKADIA_{one.name.upper()}"
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
