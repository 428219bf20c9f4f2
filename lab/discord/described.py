"""Judge a bot's requests by Discord's own description of its API.

``described.json`` is made by ``described.mjs`` from the OpenAPI document that Discord publishes. It
tells of each route its methods, the parameters of its query and the schema of its body. What it
cannot tell, such as the sum of a command's characters, is in ``rules``.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jsonschema_rs import Draft202012Validator

_DESCRIPTION: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_suffix(".json").read_text(encoding="utf-8")
)

# Discord takes ids as numbers too, which it does not describe; discord.py numbers files so.
_DESCRIPTION["$defs"]["SnowflakeType"]["type"] = ["string", "integer"]

UNDESCRIBED: Final = frozenset({"use_nested_fields"})
"""Parameters that discord.py sends and Discord takes, without their being described: the message
of a forum's post then stands in a field of its own."""


class Method(NamedTuple):
    """The parameters and the body that a route takes by one method."""

    path: str
    query: frozenset[str]
    body: Draft202012Validator | None


def _pattern(path: str) -> str:
    return re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))


# A template's literal parts come before its blanks: "@original" is also a "{message_id}".
_ROUTES: Final = sorted(_DESCRIPTION["routes"], key=lambda path: path.count("{"))
_ANY_ROUTE: Final = re.compile("|".join(f"({_pattern(path)})" for path in _ROUTES))


@cache
def _method(path: str, method: str) -> Method | None:
    described = _DESCRIPTION["routes"][path].get(method)
    if described is None:
        return None
    body = described["body"]
    check = Draft202012Validator({**body, "$defs": _DESCRIPTION["$defs"]}) if body else None
    return Method(path, frozenset(described["query"]), check)


def _described(method: str, path: str) -> Method | None:
    match = _ANY_ROUTE.fullmatch(path)
    return _method(_ROUTES[match.lastindex - 1], method) if match and match.lastindex else None


def is_described(method: str, path: str) -> bool:
    """Return whether the description has this request."""
    return _described(method, path) is not None


def request_faults(
    method: str, path: str, body: object = None, query: Mapping[str, object] | None = None
) -> Iterator[str]:
    """Yield where a request differs from the description, each as a sentence."""
    described = _described(method, path)
    if described is None:
        yield f"{method} {path} is no request of Discord's API"
        return
    for name in sorted(set(query or ()) - described.query - UNDESCRIBED):
        yield f"{method} {described.path} has no parameter {name}"
    if described.body is None:
        if body:
            yield f"{method} {described.path} takes no body"
        return
    for error in described.body.iter_errors(body if body is not None else {}):
        place = "/".join(map(str, error.instance_path))
        yield f"{method} {described.path}: {place or 'the body'}: {error.message[-200:]}"
