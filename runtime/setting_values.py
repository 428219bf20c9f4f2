"""Parsers of the settings' texts; each raises ValueError for a text that is not valid."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from i18n.translation import languages, unfinished_languages
from runtime.address import is_safe_to_print, read_address
from runtime.logs import FORMATS, LogFormat


class Cluster(NamedTuple):
    """A Dask cluster.

    Attributes:
        address: the address of the cluster's scheduler.
        at_once: the number of questions that this process asks it at a time.
    """

    address: str
    at_once: int


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


def log_level(text: str) -> int:
    """Parse the name of a level."""
    levels = {name: getattr(logging, name) for name in ("DEBUG", "INFO", "WARNING", "ERROR")}
    if text.upper() not in levels:
        raise ValueError
    return int(levels[text.upper()])


def log_format(text: str) -> LogFormat:
    """Parse the name of a format."""
    for name in FORMATS:
        if text.lower() == name:
            return name
    raise ValueError


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


def shards(text: str) -> int | None:
    """Parse a number of shards, or nothing."""
    return number(1, 16_384)(text) if text else None


def shard_ids(text: str) -> tuple[int, ...] | None:
    """Parse numbers and ranges of them, such as ``0-3,8``."""
    ids: set[int] = set()
    for part in text.replace(" ", "").split(",") if text else ():
        first, _, last = part.partition("-")
        begin = number(0, 16_383)(first)
        ids.update(range(begin, number(begin, 16_383)(last or first) + 1))
    return tuple(sorted(ids)) or None


def workers(text: str) -> int | Cluster:
    """Parse a number, or a cluster with its number of questions: ``dask://host:8786/8``."""
    if not text.startswith("dask:"):
        return number(1, 99)(text)
    match = re.fullmatch(r"dask://([\w.-]+:[0-9]{1,5})(?:/([0-9]+))?", text)
    if match is None:
        raise ValueError
    return Cluster(f"tcp://{match[1]}", number(1, 999)(match[2] or "2"))


def port(text: str) -> int | None:
    """Parse a port, or nothing."""
    return number(1, 65_535)(text) if text else None


def host_address(text: str) -> str:
    """Parse an address of this machine."""
    return str(ip_address(text))


def language_codes(text: str) -> tuple[str, ...]:
    """Parse codes of languages that there are."""
    codes = tuple(code for part in text.split(",") if (code := part.strip().replace("_", "-")))
    if unknown := set(codes) - {*languages(), *unfinished_languages()}:
        raise ValueError(unknown)
    return codes


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
