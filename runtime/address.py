"""The address of a database on a server: what may be said of it, and what is kept back.

A user, a password, a port and options are never said. Nor is any part of what is no whole address:
where one sign is mistyped, a password stands where the name of a host was expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

_SIGN: Final = r"[A-Za-z0-9._~!$'()*+,;-]|%[0-9A-Fa-f]{2}"
_HOST: Final = r"(?:[A-Za-z0-9._-]|%2[Ff])+|\[[0-9A-Fa-f:.]+\]"
_ADDRESS: Final = re.compile(
    rf"postgres(?:ql)?://"
    rf"(?:(?P<user>(?:{_SIGN})*)(?::(?P<password>(?:{_SIGN}|:)*))?@)?"
    rf"(?P<hosts>(?:{_HOST})?(?::[0-9]{{1,5}})?(?:,(?:{_HOST})(?::[0-9]{{1,5}})?)*)"
    rf"(?:/(?P<database>(?:{_SIGN})*))?"
    rf"(?:\?(?P<options>[a-z_]+=(?:{_SIGN}|[:/])*(?:&[a-z_]+=(?:{_SIGN}|[:/])*)*))?"
)
_PORT: Final = re.compile(r":[0-9]{1,5}(?=,|$)")
_PATH: Final = re.compile(r"[^@:=?%]*")


@dataclass(frozen=True, slots=True)
class Address:
    """An address that is whole.

    Attributes:
        host: the server, or several with commas between.
        database: its name, or empty.
        hidden: all that is never said, each part as it stands there and as it is meant.
    """

    host: str
    database: str
    hidden: tuple[str, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"postgresql://{self.host}/{self.database}"

    def without_hidden(self, text: str) -> str:
        """A text, such as a server's refusal, with an ellipsis for whatever is never said."""
        for part in sorted(self.hidden, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", "…", text)
        return text


def read_address(text: str) -> Address | None:
    """The address that a text is; None if it is none, or not a whole one."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    host, database = unquote(_PORT.sub("", found["hosts"])), unquote(found["database"] or "")
    parts = [found["user"], found["password"], *_PORT.findall(found["hosts"])]
    parts += [option.partition("=")[2] for option in (found["options"] or "").split("&")]
    both = {form.strip(":") for part in parts if part for form in (part, unquote(part))}
    return Address(host or "localhost", database, tuple(both - {"", *host.split(","), database}))


def may_be_said(text: str) -> bool:
    """Whether a text that was taken for the path of a file certainly is no mistyped address."""
    return _PATH.fullmatch(text) is not None
