"""Database addresses, redacted: the parts that may be printed, and those that never are.

User, password, port and options are never printed. Nor is any part of a malformed address: with
one mistyped character a password can stand in the place of the host.
"""

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
    """A well-formed database address."""

    host: str  # the server, or several with commas between
    database: str  # its name, or empty
    # the parts never printed, each as written and percent-decoded
    hidden: tuple[str, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return f"postgresql://{self.host}/{self.database}"

    def redacted(self, text: str) -> str:
        """Redact a text, such as a server's error, with an ellipsis for each hidden part."""
        # The longest first: a short part may be contained in a long one, whose rest would remain.
        for part in sorted(self.hidden, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", "…", text)
        return text


def read_address(text: str) -> Address | None:
    """Parse an address; return None if the text is not a well-formed one."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    host, database = unquote(_PORT.sub("", found["hosts"])), unquote(found["database"] or "")
    parts = [found["user"], found["password"], *_PORT.findall(found["hosts"])]
    parts += [option.partition("=")[2] for option in (found["options"] or "").split("&")]
    both = {form.strip(":") for part in parts if part for form in (part, unquote(part))}
    return Address(host or "localhost", database, tuple(both - {"", *host.split(","), database}))


def is_safe_to_print(text: str) -> bool:
    """Return whether a file's path cannot be a mistyped address, which may have a password."""
    return _PATH.fullmatch(text) is not None
