"""The bot's settings, read from the environment and a file ``.env``, and validated.

The environment takes precedence. All errors are reported at once, each with what would be valid, in
the language of the machine.
"""

from __future__ import annotations

import difflib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Final, NamedTuple

from dotenv import dotenv_values

from i18n.translation import N_, Words, languages, unfinished_languages, words_of_host
from runtime.address import is_safe_to_print, read_address
from runtime.logs import FORMATS, LogFormat

NO_TOKEN: Final = N_(
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


class Cluster(NamedTuple):
    """A Dask cluster.

    Attributes:
        address: the address of the cluster's scheduler.
        at_once: the number of questions that this process asks it at a time.
    """

    address: str
    at_once: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, parsed.

    Attributes:
        token: the bot's secret; never printed.
        database: the SQLite file that keeps all games, or the address of a PostgreSQL database,
            which may contain a password.
        log_level: the least level that is logged.
        log_format: whether lines are text or JSON.
        guild: the only server that gets the commands, or None for all.
        workers: the number of processes for computer players, or the cluster of their workers.
        editions: a folder with files of editions beside the project's own, or None for none.
        edition: the id of the default edition.
        backups: the folder for the daily backups, or None for none.
        backups_kept: the number of them that are kept.
        keep_left_days: the days after which the games of a server that the bot left are deleted.
        shards: the number of gateway shards, or None for as many as Discord recommends.
        shard_ids: the shards that this process serves, or None for all.
        shard_wait: seconds to wait at the start for shards that another process serves.
        metrics_port: the port of ``/healthz`` and ``/metrics``, or None.
        metrics_address: the address on which that port listens.
        heartbeat: the file that the bot touches while it is alive, or None.
        web_port: the port of the pages on which games are watched and played, or None.
        web_address: the address on which that port listens.
        web_url: the address under which people reach it, without a path.
        web_proxy: the networks whose word for a visitor's address is taken.
        languages: the codes of incomplete languages that are offered all the same.
        policy_url: the address of the privacy policy, with `{language}` for the code of the
            reader's language, or empty.
        page_url: the address of the folder with the pages that ``make page`` writes, or empty.
        contact: the address or sentence that tells people where to report problems, or empty.
        games_hosted: unfinished games that one person may host on a server.
        games_seated: unfinished games that one person may play in to open one more.
        games_lobbies: lobbies that a server may have.
        games_unfinished: lobbies and running games that a server may have.
        posts_a_minute: public messages that one person may cause in one game within a minute,
            besides those of turns.
        posts_an_hour: the same, in all games of a server within an hour.
        games_an_hour: games that one person may open on a server within an hour.
        threads_an_hour: threads that one person's games may open on a server within an hour.
        server_times: the number of people's hourly games and threads that a server has room for.
        invitations_a_day: seats that one person may keep for others on a server within a day.
        ping_again_hours: hours in which the same host notifies an invited person at most once.
        pings_an_hour: notifications of lobbies that one person gets within an hour at most.
        nudges_a_day: nudges that one person gets within a day, whoever gives them.
        direct_a_day: direct messages that a person may cause to be tried within a day.
        role_pings_minutes: minutes in which a server's role is notified of open games at most once.
        practice_threads: practice threads of one person on a server that stay open.
        daily_ahead: days after today for which positions of the day are made here, if missing.
    """

    token: str = field(repr=False)
    database: Path | str = field(repr=False)
    log_level: int = logging.INFO
    log_format: LogFormat = "text"
    guild: int | None = None
    workers: int | Cluster = 1
    editions: Path | None = None
    edition: str = "ravensburger-2006"
    backups: Path | None = None
    backups_kept: int = 7
    keep_left_days: int = 30
    heartbeat: Path | None = None
    shards: int | None = None
    shard_ids: tuple[int, ...] | None = None
    shard_wait: int = 0
    metrics_port: int | None = None
    metrics_address: str = "127.0.0.1"
    web_port: int | None = None
    web_address: str = "127.0.0.1"
    web_url: str = ""
    web_proxy: tuple[IPv4Network | IPv6Network, ...] = ()
    languages: tuple[str, ...] = ()
    policy_url: str = ""
    page_url: str = ""
    contact: str = ""
    games_hosted: int = 20
    games_seated: int = 50
    games_lobbies: int = 40
    games_unfinished: int = 500
    posts_a_minute: int = 4
    posts_an_hour: int = 30
    games_an_hour: int = 10
    threads_an_hour: int = 15
    server_times: int = 6
    invitations_a_day: int = 20
    ping_again_hours: int = 24
    pings_an_hour: int = 6
    nudges_a_day: int = 3
    direct_a_day: int = 5
    role_pings_minutes: int = 30
    practice_threads: int = 3
    daily_ahead: int = 3

    @property
    def looking_back(self) -> str:
        """The address of the folder with the page that looks back at games, or empty."""
        return self.page_url or self.web_url


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


def _usual(field: str) -> str:
    """Return the text of a field's default, which is written in ``Settings`` alone."""
    return str(Settings.__dataclass_fields__[field].default)


def _token(text: str) -> str:
    if text and not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", text, re.ASCII):
        raise ValueError
    return text


def _file(text: str) -> Path:
    path = Path(text).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError
    return path


def _database(text: str) -> Path | str:
    if read_address(text) is not None:
        return text
    # A mistyped address would be taken for a file's name, and its password printed as a path.
    if not is_safe_to_print(text):
        raise ValueError
    return _file(text)


def _heartbeat(text: str) -> Path | None:
    return _file(text) if text else None


def _log_level(text: str) -> int:
    levels = {name: getattr(logging, name) for name in ("DEBUG", "INFO", "WARNING", "ERROR")}
    if text.upper() not in levels:
        raise ValueError
    return int(levels[text.upper()])


def _log_format(text: str) -> LogFormat:
    for name in FORMATS:
        if text.lower() == name:
            return name
    raise ValueError


def _folder(text: str) -> Path | None:
    path = Path(text).expanduser() if text else None
    if path is not None and not path.is_dir():
        raise ValueError
    return path


def _edition(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text):
        raise ValueError
    return text


def _number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds."""

    def parse(text: str) -> int:
        # Not ``int`` alone, which also takes "1_000", "+5" and digits of other scripts.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return parse


def _shards(text: str) -> int | None:
    return _number(1, 16_384)(text) if text else None


def _shard_ids(text: str) -> tuple[int, ...] | None:
    """Parse numbers and ranges of them, such as ``0-3,8``."""
    ids: set[int] = set()
    for part in text.replace(" ", "").split(",") if text else ():
        first, _, last = part.partition("-")
        begin = _number(0, 16_383)(first)
        ids.update(range(begin, _number(begin, 16_383)(last or first) + 1))
    return tuple(sorted(ids)) or None


def _workers(text: str) -> int | Cluster:
    """Parse a number, or a cluster with its number of questions: ``dask://host:8786/8``."""
    if not text.startswith("dask:"):
        return _number(1, 99)(text)
    match = re.fullmatch(r"dask://([\w.-]+:[0-9]{1,5})(?:/([0-9]+))?", text)
    if match is None:
        raise ValueError
    return Cluster(f"tcp://{match[1]}", _number(1, 999)(match[2] or "2"))


def _port(text: str) -> int | None:
    return _number(1, 65_535)(text) if text else None


def _ip_address(text: str) -> str:
    return str(ip_address(text))


def _languages(text: str) -> tuple[str, ...]:
    codes = tuple(code for part in text.split(",") if (code := part.strip().replace("_", "-")))
    if unknown := set(codes) - {*languages(), *unfinished_languages()}:
        raise ValueError(unknown)
    return codes


def _address(text: str) -> str:
    if text and not re.fullmatch(r"https?://[^\s<>]{1,200}", text):
        raise ValueError
    return text


def _origin(text: str) -> str:
    """Parse where people reach the pages: encrypted, or on this machine alone."""
    home = r"http://(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?"
    away = r"https://[a-z0-9.-]{1,200}(?::[0-9]{1,5})?"
    if text and not re.fullmatch(f"(?:{home}|{away})/?", text):
        raise ValueError
    return text.rstrip("/")


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def _contact(text: str) -> str:
    if len(text) > 200:
        raise ValueError
    return text


def _guild(text: str) -> int | None:
    if text and not re.fullmatch(r"[0-9]{15,20}", text):
        raise ValueError
    return int(text) if text else None


SETTINGS: Final = {
    "token": Setting(
        "DISCORD_TOKEN",
        "",
        N_("the bot's token as the developer portal shows it: three parts with dots between"),
        _token,
    ),
    "database": Setting(
        "ARKADIA_DATABASE",
        "arkadia.sqlite3",
        N_(
            "the path of a file in a folder that exists, or an address such as "
            "postgresql://user@host/database, with signs of a password such as @ percent-encoded"
        ),
        _database,
    ),
    "log_level": Setting(
        "ARKADIA_LOG_LEVEL",
        "INFO",
        N_("DEBUG, INFO, WARNING or ERROR"),
        _log_level,
    ),
    "log_format": Setting(
        "ARKADIA_LOG_FORMAT",
        "text",
        N_("text or json"),
        _log_format,
    ),
    "workers": Setting(
        "ARKADIA_WORKERS",
        _usual("workers"),
        N_("how many processes computer players may think in, 1 to 99, or dask://host:port"),
        _workers,
    ),
    "editions": Setting(
        "ARKADIA_EDITIONS",
        "",
        N_("a folder that exists, or empty for no other editions than the bot's own"),
        _folder,
    ),
    "edition": Setting(
        "ARKADIA_EDITION",
        _usual("edition"),
        N_("the “id” in the file of an edition"),
        _edition,
    ),
    "backups": Setting(
        "ARKADIA_BACKUPS",
        "",
        N_("a folder that exists, or empty for no daily backups"),
        _folder,
    ),
    "backups_kept": Setting(
        "ARKADIA_BACKUPS_KEPT",
        _usual("backups_kept"),
        N_("how many daily backups are kept, 1 to 9999"),
        _number(1, 9_999),
    ),
    "keep_left_days": Setting(
        "ARKADIA_KEEP_LEFT_DAYS",
        _usual("keep_left_days"),
        N_("how many days the games of a server are kept after the bot left it, 0 to 9999"),
        _number(0, 9_999),
    ),
    "shards": Setting(
        "ARKADIA_SHARDS",
        "",
        N_("a whole number from 1 to 16384, or empty for as many as Discord recommends"),
        _shards,
    ),
    "shard_ids": Setting(
        "ARKADIA_SHARD_IDS",
        "",
        N_("numbers of shards below ARKADIA_SHARDS, such as 0-3 or 0,2,5, or empty for all"),
        _shard_ids,
    ),
    "shard_wait": Setting(
        "ARKADIA_SHARD_WAIT",
        _usual("shard_wait"),
        N_("how many seconds to wait for shards that another process serves, 0 to 999999999"),
        _number(0, 999_999_999),
    ),
    "metrics_port": Setting(
        "ARKADIA_METRICS_PORT",
        "",
        N_("a whole number from 1 to 65535, or empty for none"),
        _port,
    ),
    "metrics_address": Setting(
        "ARKADIA_METRICS_ADDRESS",
        "127.0.0.1",
        N_("an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"),
        _ip_address,
    ),
    "web_port": Setting(
        "ARKADIA_WEB_PORT",
        "",
        N_("a whole number from 1 to 65535, or empty for none"),
        _port,
    ),
    "web_address": Setting(
        "ARKADIA_WEB_ADDRESS",
        "127.0.0.1",
        N_("an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"),
        _ip_address,
    ),
    "web_url": Setting(
        "ARKADIA_WEB_URL",
        "",
        N_("an address without a path, such as https://arkadia.example.org, or empty for none"),
        _origin,
    ),
    "web_proxy": Setting(
        "ARKADIA_WEB_PROXY",
        "",
        N_("addresses or networks with commas between, such as 127.0.0.1, or empty for none"),
        _networks,
    ),
    "heartbeat": Setting(
        "ARKADIA_HEARTBEAT",
        "",
        N_("the path of a file in a folder that exists, or empty for none"),
        _heartbeat,
    ),
    "languages": Setting(
        "ARKADIA_LANGUAGES",
        "",
        N_(
            "codes of languages in locale/ with commas between, such as it,pt-BR, or empty for none"
        ),
        _languages,
    ),
    "policy_url": Setting(
        "ARKADIA_POLICY_URL",
        "",
        N_("an address that begins with https://, or empty for none"),
        _address,
    ),
    "page_url": Setting(
        "ARKADIA_PAGE_URL",
        "",
        N_("an address that begins with https://, or empty for none"),
        _address,
    ),
    "contact": Setting(
        "ARKADIA_CONTACT",
        "",
        N_("an address or a sentence of at most 200 characters, or empty for none"),
        _contact,
    ),
    "games_hosted": Setting(
        "ARKADIA_GAMES_HOSTED",
        _usual("games_hosted"),
        N_("how many unfinished games one person may host on a server, 1 to 99999"),
        _number(1, 99_999),
    ),
    "games_seated": Setting(
        "ARKADIA_GAMES_SEATED",
        _usual("games_seated"),
        N_("in how many unfinished games a person may play and still open another, 1 to 99999"),
        _number(1, 99_999),
    ),
    "games_lobbies": Setting(
        "ARKADIA_GAMES_LOBBIES",
        _usual("games_lobbies"),
        N_("how many games of a server may wait to begin, 1 to 99999"),
        _number(1, 99_999),
    ),
    "games_unfinished": Setting(
        "ARKADIA_GAMES_UNFINISHED",
        _usual("games_unfinished"),
        N_("how many unfinished games a server may have, 1 to 99999"),
        _number(1, 99_999),
    ),
    "posts_a_minute": Setting(
        "ARKADIA_POSTS_A_MINUTE",
        _usual("posts_a_minute"),
        N_("how many messages a person may cause in a game within a minute, 1 to 99999"),
        _number(1, 99_999),
    ),
    "posts_an_hour": Setting(
        "ARKADIA_POSTS_AN_HOUR",
        _usual("posts_an_hour"),
        N_(
            "how many messages a person may cause in the games of a server within an hour, 1 "
            "to 99999"
        ),
        _number(1, 99_999),
    ),
    "games_an_hour": Setting(
        "ARKADIA_GAMES_AN_HOUR",
        _usual("games_an_hour"),
        N_("how many games one person may open on a server within an hour, 1 to 99999"),
        _number(1, 99_999),
    ),
    "threads_an_hour": Setting(
        "ARKADIA_THREADS_AN_HOUR",
        _usual("threads_an_hour"),
        N_("how many threads one person's games may open on a server within an hour, 1 to 99999"),
        _number(1, 99_999),
    ),
    "server_times": Setting(
        "ARKADIA_SERVER_TIMES",
        _usual("server_times"),
        N_("for how many people's hourly games and threads a server has room, 1 to 99999"),
        _number(1, 99_999),
    ),
    "invitations_a_day": Setting(
        "ARKADIA_INVITATIONS_A_DAY",
        _usual("invitations_a_day"),
        N_("how many seats one person may keep for others on a server within a day, 1 to 99999"),
        _number(1, 99_999),
    ),
    "ping_again_hours": Setting(
        "ARKADIA_PING_AGAIN_HOURS",
        _usual("ping_again_hours"),
        N_("in how many hours the same host notifies an invited person at most once, 1 to 99999"),
        _number(1, 99_999),
    ),
    "pings_an_hour": Setting(
        "ARKADIA_PINGS_AN_HOUR",
        _usual("pings_an_hour"),
        N_("how often lobbies may notify one person within an hour, 1 to 99999"),
        _number(1, 99_999),
    ),
    "nudges_a_day": Setting(
        "ARKADIA_NUDGES_A_DAY",
        _usual("nudges_a_day"),
        N_("how often opponents may nudge one person within a day, 1 to 99999"),
        _number(1, 99_999),
    ),
    "direct_a_day": Setting(
        "ARKADIA_DIRECT_A_DAY",
        _usual("direct_a_day"),
        N_("how many direct messages a person may have tried within a day, 1 to 99999"),
        _number(1, 99_999),
    ),
    "role_pings_minutes": Setting(
        "ARKADIA_ROLE_PINGS_MINUTES",
        _usual("role_pings_minutes"),
        N_("in how many minutes a role is notified of open games at most once, 1 to 99999"),
        _number(1, 99_999),
    ),
    "practice_threads": Setting(
        "ARKADIA_PRACTICE_THREADS",
        _usual("practice_threads"),
        N_("how many practice threads of one person stay open on a server, 1 to 99999"),
        _number(1, 99_999),
    ),
    "daily_ahead": Setting(
        "ARKADIA_DAILY_AHEAD",
        _usual("daily_ahead"),
        N_("for how many days ahead missing positions of the day are made, 0 to 30; 0 for none"),
        _number(0, 30),
    ),
    "guild": Setting(
        "ARKADIA_GUILD",
        "",
        N_("the id of a server, a number of 15 to 20 digits, or empty for all servers"),
        _guild,
    ),
}
"""The settings by their attribute in ``Settings``."""


def read_settings(environment: Mapping[str, str], file: Path | None = None) -> Settings:
    """Read the settings from an environment, and from a file of ``NAME=value`` lines.

    A missing token is not an error here: ``Settings.token`` is empty then, since the health check
    and the database's tools need none.

    Raises:
        SettingsError: names every invalid setting.
    """
    words = words_of_host(environment)
    filed = _read(file, words) if file else {}
    given = {**{name: text or "" for name, text in filed.items()}, **environment}
    problems = [_unknown(name, words) for name in sorted(given) if _is_unknown(name)]
    values: dict[str, Any] = {}
    for attribute, setting in SETTINGS.items():
        # An empty variable counts as unset, like the blank lines of .env.example.
        text = given.get(setting.name, "").strip() or setting.default
        try:
            values[attribute] = setting.parse(text)
        except (ValueError, OSError):  # such as a folder that may not be entered
            problems.append(_wrong(setting, "" if _is_secret(attribute, text) else text, words))
    if not problems:
        problems = _contradictions(Settings(**values), words)
    if problems:
        raise SettingsError(problems)
    return Settings(**values)


def _contradictions(settings: Settings, words: Words) -> list[str]:
    """Return the problems of settings that are valid one by one but not together."""
    problems = []
    if isinstance(settings.workers, Cluster) and find_spec("distributed") is None:
        problems.append(
            words("ARKADIA_WORKERS needs Dask, which is not installed: make dask installs it.")
        )
    if (settings.web_port is None) != (not settings.web_url):
        problems.append(
            words(
                "ARKADIA_WEB_PORT and ARKADIA_WEB_URL go together: the port that listens, and the "
                "address under which people reach it."
            )
        )
    if settings.web_port is not None and settings.web_port == settings.metrics_port:
        problems.append(
            words("ARKADIA_WEB_PORT and ARKADIA_METRICS_PORT must be two different ports.")
        )
    if settings.shard_ids is None:
        return problems
    if settings.shards is None or max(settings.shard_ids) >= settings.shards:
        problems.append(
            words(
                "ARKADIA_SHARD_IDS needs ARKADIA_SHARDS, the number of all shards, which is more "
                "than each of these."
            )
        )
    if isinstance(settings.database, Path):
        problems.append(
            words(
                "ARKADIA_SHARD_IDS needs PostgreSQL: ARKADIA_DATABASE is a file, which only one "
                "process can use."
            )
        )
    return problems


def _is_secret(attribute: str, text: str) -> bool:
    """Return whether an invalid text may be a secret or contain one."""
    return attribute == "token" or (attribute == "database" and not is_safe_to_print(text))


def _wrong(setting: Setting, text: str, words: Words) -> str:
    """Return the problem of an invalid setting.

    Args:
        setting: the setting.
        text: its text, or empty if that may be a secret.
        words: the language of the machine.
    """
    right = words(setting.right)
    if not text:
        return words("{name} is wrong: it must be {right}.", name=setting.name, right=right)
    return words(
        "{name} “{text}” is wrong: it must be {right}.", name=setting.name, text=text, right=right
    )


def _read(file: Path, words: Words) -> dict[str, str | None]:
    """Return the variables of a file of settings; none if there is no such file."""
    # Without interpolation: a password may contain a dollar sign.
    try:
        return dict(dotenv_values(file, interpolate=False)) if file.is_file() else {}
    except UnicodeDecodeError as error:
        problem = words("{file} is not text in UTF-8; save it as that.", file=file)
        raise SettingsError([problem]) from error
    except OSError as error:
        problem = words("{file} cannot be read: {error}.", file=file, error=error)
        raise SettingsError([problem]) from error


def _is_unknown(name: str) -> bool:
    known = {setting.name for setting in SETTINGS.values()}
    return name.startswith("ARKADIA_") and name not in known


def _unknown(name: str, words: Words) -> str:
    names = [setting.name for setting in SETTINGS.values()]
    for near in difflib.get_close_matches(name, names, 1):
        return words("{name} is not a setting; {near} is one.", name=name, near=near)
    return words("{name} is not a setting.", name=name)
