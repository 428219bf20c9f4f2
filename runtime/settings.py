"""The bot's settings, read from the environment and a file ``.env``, and validated.

The environment takes precedence. All errors are reported at once, each with what would be valid.

A feature has settings of its own, in a class that stands as ``SETTINGS`` in its module:

>>> @dataclass(frozen=True, slots=True)
... class Weather:
...     weather_days: int = number(3, "for how many days weather is foretold", 0, 30)

The environment's ``ARKADIA_WEATHER_DAYS`` is checked at the start with all others, and given by
``read_own(Weather, services.settings)``. What is valid one by one but not together, its
``__post_init__`` refuses by a ``SettingsError``.
"""

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from dotenv import dotenv_values

from runtime import setting_values as parse
from runtime.address import is_safe_to_print
from runtime.limits import PRESETS, Limits

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: the bot's token, from the page “Bot” of your application at "
    "https://discord.com/developers/applications, goes into .env. “make try” needs none."
)

Own = TypeVar("Own")


class SettingsError(ValueError):
    """Settings are invalid."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Setting:
    """The definition of a setting."""

    name: str
    default: str  # its text when it is not set; empty for nothing
    right: str  # the valid values, as the end of the sentence "it must be …"
    # converts the variable's text; raises ValueError for an invalid one
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
    if isinstance(usual, Mapping):
        return field(default_factory=lambda: usual, metadata=how)
    # What has no usual value is a secret, or may contain one.
    return field(default=usual, repr=usual is not MISSING, metadata=how)


def number(usual: int, right: str, least: int = 1, most: int = 99_999) -> Any:
    """Return a field of ``Settings`` that is a whole number."""
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
SHARDS: Final = (
    "a whole number from 1 to 16384, or those of this process before it as in 0-3/16, or empty for "
    "as many as Discord recommends"
)
LISTENS: Final = (
    "an address of this machine and a port, such as 127.0.0.1:8080, or empty to listen nowhere"
)
LOG: Final = "DEBUG, INFO, WARNING or ERROR, or json, or both as in json DEBUG"
LANGUAGES: Final = (
    "codes of languages in locale/ with commas between, such as it,pt-BR, or empty for none"
)
WITHOUT: Final = "names of features in cogs/ with commas between, such as leagues, or empty"
PAGE: Final = "an address that begins with https://, or empty for none"
CONTACT: Final = "an address or a sentence of at most 200 characters, or empty for none"

BACKUPS_KEPT: Final = 7
KEEP_LEFT_DAYS: Final = 30

LIMITS_OF_BEFORE: Final = (
    "GAMES_HOSTED GAMES_SEATED GAMES_LOBBIES GAMES_UNFINISHED GAMES_AN_HOUR THREADS_AN_HOUR "
    "SERVER_TIMES POSTS_A_MINUTE POSTS_AN_HOUR INVITATIONS_A_DAY PING_AGAIN_HOURS PINGS_AN_HOUR "
    "NUDGES_A_DAY DIRECT_A_DAY ROLE_PINGS_MINUTES PRACTICE_THREADS"
)

HARMLESS: Final[Mapping[str, str]] = {
    "ARKADIA_BACKUPS_KEPT": str(BACKUPS_KEPT),
    "ARKADIA_KEEP_LEFT_DAYS": str(KEEP_LEFT_DAYS),
    "ARKADIA_SHARD_IDS": "",
}
"""Removed settings without which data would be deleted that was to be kept, or other servers served
than were meant, and the value that changes nothing. Any other value is refused."""

PRECIOUS: Final = ("ARKADIA_DATABASE", "ARKADIA_BACKUPS")
"""Settings whose names must not be misspelt: another database would be begun, or none backed up."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings, parsed; ``.env.example`` says what each is for.

    Attributes:
        token: the bot's secret; never printed.
        database: the file of SQLite's, or the address of a PostgreSQL database, which may contain a
            password.
        backups_kept, keep_left_days: how many daily backups are kept, and how many days the games
            of a server after the bot left it.
        notes: sentences about settings that there are not, or no longer.
        REMOVED: what there is in the place of settings that were removed, by their names. The
            class of a feature's settings may have the same.
        others: the texts of all other variables, from which features read their own settings.
        limits: how much people may cause, by the names of ``RULES`` in ``runtime/limits.py``.
        policy_url: the address of the privacy policy, with `{language}` for the code of the
            reader's language, or empty.
    """

    token: str = setting(MISSING, parse.token, TOKEN, name="DISCORD_TOKEN")
    database: Path | str = setting(MISSING, parse.database, DATABASE, text="arkadia.sqlite3")
    log: parse.Log = setting(parse.log("INFO"), parse.log, LOG, text="INFO")
    guild: int | None = setting(None, parse.guild, GUILD)
    workers: int | parse.Cluster = setting(1, parse.workers, WORKERS)
    editions: Path | None = setting(None, parse.folder, EDITIONS)
    edition: str = setting("ravensburger-2006", parse.edition, "the “id” in the file of an edition")
    backups: Path | None = setting(None, parse.folder, BACKUPS)
    heartbeat: Path | None = setting(None, parse.file_or_none, HEARTBEAT)
    shards: parse.ShardSetting | None = setting(None, parse.shards, SHARDS)
    languages: tuple[str, ...] = setting((), parse.language_codes, LANGUAGES)
    without: tuple[str, ...] = setting((), parse.names, WITHOUT)
    policy_url: str = setting("", parse.page_address, PAGE)
    contact: str = setting("", parse.contact, CONTACT)
    limits: Limits = setting(PRESETS["open"], parse.limits, "open or club", text="open")
    backups_kept: int = BACKUPS_KEPT
    keep_left_days: int = KEEP_LEFT_DAYS
    others: Mapping[str, str] = field(default_factory=dict, repr=False)
    notes: tuple[str, ...] = ()

    REMOVED: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("ARKADIA_LOG_LEVEL", "ARKADIA_LOG_FORMAT"), "ARKADIA_LOG has both, as in json DEBUG"
        ),
        **dict.fromkeys(
            [f"ARKADIA_{name}" for name in LIMITS_OF_BEFORE.split()],
            "ARKADIA_LIMITS chooses all limits, open or club",
        ),
        "ARKADIA_BACKUPS_KEPT": f"the newest {BACKUPS_KEPT} daily backups are kept",
        "ARKADIA_KEEP_LEFT_DAYS": (
            f"the games of a server are deleted {KEEP_LEFT_DAYS} days after the bot left it"
        ),
        "ARKADIA_SHARD_IDS": "ARKADIA_SHARDS has both, as in 0-3/16",
        "ARKADIA_SHARD_WAIT": "a process waits ten minutes for shards that another one serves",
    }


def _defined(one: Field[Any]) -> Setting:
    how = one.metadata
    name = how["name"] or f"ARKADIA_{one.name.upper()}"
    return Setting(name, how["text"], how["right"], how["parse"])


def defined_in(kind: type[Any]) -> dict[str, Setting]:
    """Return the settings that a class has, by their attributes."""
    return {one.name: _defined(one) for one in fields(kind) if one.metadata}


SETTINGS: Final = defined_in(Settings)


def read_settings(
    environment: Mapping[str, str],
    file: Path | None = None,
    features: Collection[type[Any]] | None = None,
) -> Settings:
    """Read the settings from an environment, and from a file of ``NAME=value`` lines.

    A missing token is not an error here: ``Settings.token`` is empty then, since the health check
    and the database's tools need none.

    Args:
        features: the classes of all features' settings, which are checked too. None where they
            concern nobody: variables that the core does not know are passed over.

    Raises:
        SettingsError: names every invalid setting, and those without which it would be dangerous to
            go on. All others that there are not stand in ``Settings.notes``.
    """
    filed = _read(file) if file else {}
    given = {**{name: text or "" for name, text in filed.items()}, **environment}
    kinds: list[type[Any]] = [Settings, *(features or ())]
    problems, notes = _not_there(given, kinds, all_known=features is not None)
    for kind in kinds:
        problems += _parsed(kind, given)[1]
    values = _parsed(Settings, given)[0]
    if not problems:
        problems = _contradictions(Settings(**values))
        for kind in features or ():
            try:
                kind(**_parsed(kind, given)[0])
            except SettingsError as error:
                problems += error.problems
    if problems:
        raise SettingsError(problems + notes)
    core = {setting.name for setting in SETTINGS.values()}
    others = {name: text for name, text in given.items() if _is_ours(name) and name not in core}
    return Settings(**values, others=others, notes=tuple(notes))


def read_own(kind: type[Own], settings: Settings) -> Own:
    """Return the settings of a feature, from the same environment as the others.

    Raises:
        SettingsError: names every invalid one; none is after a start that has checked them.
    """
    values, problems = _parsed(kind, settings.others)
    if problems:
        raise SettingsError(problems)
    return kind(**values)


def _parsed(kind: type[Any], given: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    values, problems = {}, []
    for attribute, setting in defined_in(kind).items():
        # An empty variable counts as unset, like the blank lines of .env.example.
        text = given.get(setting.name, "").strip() or setting.default
        try:
            values[attribute] = setting.parse(text)
        except (ValueError, OSError):  # such as a folder that may not be entered
            problems.append(_wrong(setting, "" if _is_secret(attribute, text) else text))
    return values, problems


def _contradictions(settings: Settings) -> list[str]:
    found = []
    if isinstance(settings.workers, parse.Cluster) and find_spec("distributed") is None:
        found.append("ARKADIA_WORKERS needs Dask, which is not installed: make dask installs it.")
    if settings.shards and settings.shards.ids and isinstance(settings.database, Path):
        found.append(
            "ARKADIA_SHARDS names some of the shards, which needs PostgreSQL: ARKADIA_DATABASE is "
            "a file, which only one process can use."
        )
    return found


def _is_secret(attribute: str, text: str) -> bool:
    """Return whether an invalid text may be a secret or contain one."""
    return attribute == "token" or (attribute == "database" and not is_safe_to_print(text))


def _wrong(setting: Setting, text: str) -> str:
    given = f"{setting.name} “{text}”" if text else setting.name
    return f"{given} is wrong: it must be {setting.right}."


def _read(file: Path) -> dict[str, str | None]:
    # Without interpolation: a password may contain a dollar sign.
    try:
        return dict(dotenv_values(file, interpolate=False)) if file.is_file() else {}
    except UnicodeDecodeError as error:
        problem = f"{file} is not text in UTF-8; save it as that."
        raise SettingsError([problem]) from error
    except OSError as error:
        problem = f"{file} cannot be read: {error}."
        raise SettingsError([problem]) from error


def _is_ours(name: str) -> bool:
    return name.startswith("ARKADIA_")


def _not_there(
    given: Mapping[str, str], kinds: Collection[type[Any]], *, all_known: bool
) -> tuple[list[str], list[str]]:
    """Return sentences about settings that there are not: the refused, and the others."""
    names = [setting.name for kind in kinds for setting in defined_in(kind).values()]
    removed = {name: why for kind in kinds for name, why in getattr(kind, "REMOVED", {}).items()}
    problems: list[str] = []
    notes: list[str] = []
    gone: dict[str, list[str]] = {}
    for name in sorted(filter(_is_ours, given)):
        if name in names or not (all_known or name in removed):
            continue
        text = given[name].strip()
        if name in removed and text in ("", HARMLESS.get(name, text)):
            gone.setdefault(removed[name], []).append(name)
        elif name in removed:
            problems.append(f"{name} is gone: {removed[name]}. Remove it once that is right.")
        else:
            near = difflib.get_close_matches(name, names, 1, cutoff=0.85)
            problem = f"{name} is not a setting{f'; {near[0]} is one' if near else ''}."
            precious = near and near[0] in PRECIOUS and near[0] not in given
            (problems if precious else notes).append(problem)
    for why, those in gone.items():
        notes.append(f"{', '.join(those)} {'is' if len(those) == 1 else 'are'} gone: {why}.")
    return problems, notes
