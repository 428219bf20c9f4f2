"""Parsers of the settings' texts; each raises ValueError for a text that is not valid."""

import logging
import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from i18n.translation import languages, unfinished_languages
from runtime.address import is_safe_to_print, read_address
from runtime.limits import PRESETS, Limits
from runtime.logs import FORMATS, LogFormat


class Cluster(NamedTuple):
    """A Dask cluster."""

    address: str  # the address of the cluster's scheduler
    at_once: int  # the number of questions that this process asks it at a time


def token(text: str) -> str:
    """Parse the bot's token."""
    if text and not re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", text, re.ASCII):
        raise ValueError
    return text


def file(text: str) -> Path:
    """Parse the path of a file in a folder that exists."""
    path = Path(text).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError
    return path


def database(text: str) -> Path | str:
    """Parse a file's path, or the address of a server."""
    if read_address(text) is not None:
        return text
    # A mistyped address would be taken for a file's name, and its password printed as a path.
    if not is_safe_to_print(text):
        raise ValueError
    return file(text)


def file_or_none(text: str) -> Path | None:
    """Parse the path of a file, or nothing."""
    return file(text) if text else None


class Log(NamedTuple):
    """The log: its level, and how a line is written."""

    level: int
    written: LogFormat


def log(text: str) -> Log:
    """Parse the name of a level, of a format, or both."""
    words = text.replace(",", " ").upper().split()
    levels = [word for word in words if word in ("DEBUG", "INFO", "WARNING", "ERROR")]
    formats = [name for name in FORMATS if name.upper() in words]
    if len(levels) > 1 or len(formats) > 1 or len(levels) + len(formats) != len(words):
        raise ValueError
    return Log(getattr(logging, levels[0] if levels else "INFO"), formats[0] if formats else "text")


def folder(text: str) -> Path | None:
    """Parse the path of a folder that exists, or nothing."""
    path = Path(text).expanduser() if text else None
    if path is not None and not path.is_dir():
        raise ValueError
    return path


def edition(text: str) -> str:
    """Parse the id of an edition."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text):
        raise ValueError
    return text


def number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within bounds."""

    def parse(text: str) -> int:
        # Not ``int`` alone, which also takes "1_000", "+5" and digits of other scripts.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return parse


class ShardSetting(NamedTuple):
    """Discord's shards: how many there are, and which of them this process serves; None for all."""

    total: int
    ids: tuple[int, ...] | None = None


def shards(text: str) -> ShardSetting | None:
    """Parse a number of shards, with those of this process before it as in ``0-3,8/16``."""
    if not text:
        return None
    own, _, after = text.replace(" ", "").rpartition("/")
    total = number(1, 16_384)(after)
    ids: set[int] = set()
    for part in own.split(",") if own else ():
        first, _, last = part.partition("-")
        begin = number(0, total - 1)(first)
        ids.update(range(begin, number(begin, total - 1)(last or first) + 1))
    return ShardSetting(total, tuple(sorted(ids)) or None)


def workers(text: str) -> int | Cluster:
    """Parse a number, or a cluster with its number of questions: ``dask://host:8786/8``."""
    if not text.startswith("dask:"):
        return number(1, 99)(text)
    match = re.fullmatch(r"dask://([\w.-]+:[0-9]{1,5})(?:/([0-9]+))?", text)
    if match is None:
        raise ValueError
    return Cluster(f"tcp://{match[1]}", number(1, 999)(match[2] or "2"))


class Listen(NamedTuple):
    """An address of this machine and a port of it."""

    address: str
    port: int


def listen(text: str) -> Listen | None:
    """Parse an address and a port, or nothing; a port alone is for this machine."""
    if not text:
        return None
    address, _, port = text.rpartition(":")
    found = ip_address(address.strip("[]") or "127.0.0.1")
    return Listen(str(found), number(1, 65_535)(port))


def language_codes(text: str) -> tuple[str, ...]:
    """Parse codes of languages that there are."""
    codes = tuple(code for part in text.split(",") if (code := part.strip().replace("_", "-")))
    if unknown := set(codes) - {*languages(), *unfinished_languages()}:
        raise ValueError(unknown)
    return codes


def names(text: str) -> tuple[str, ...]:
    """Parse names with commas between."""
    found = tuple(name for part in text.split(",") if (name := part.strip().lower()))
    if not all(name.isidentifier() for name in found):
        raise ValueError
    return found


def page_address(text: str) -> str:
    """Parse the address of a page, or nothing."""
    if text and not re.fullmatch(r"https?://[^\s<>]{1,200}", text):
        raise ValueError
    return text


def origin(text: str) -> str:
    """Parse where people reach the pages: encrypted, or on this machine alone."""
    home = r"http://(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?"
    away = r"https://[a-z0-9.-]{1,200}(?::[0-9]{1,5})?"
    if text and not re.fullmatch(f"(?:{home}|{away})/?", text):
        raise ValueError
    return text.rstrip("/")


def origins(text: str) -> tuple[str, ...]:
    """Parse addresses of pages, in which a star stands for any name before the rest."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for one in found:
        if one.startswith("https://*."):
            origin(one.replace("*.", "", 1))
        else:
            origin(one)
    return found


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Parse addresses and networks."""
    return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())


def limits(text: str) -> Limits:
    """Parse the name of a preset of limits."""
    if text.lower() not in PRESETS:
        raise ValueError
    return PRESETS[text.lower()]


def contact(text: str) -> str:
    """Parse a short text."""
    if len(text) > 200:
        raise ValueError
    return text


def guild(text: str) -> int | None:
    """Parse the id of a server, or nothing."""
    if text and not re.fullmatch(r"[0-9]{15,20}", text):
        raise ValueError
    return int(text) if text else None
