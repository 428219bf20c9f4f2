"""Commands as they are sent to Discord, and as they were when they were changed last.

After a change on purpose ``RENEW_COMMANDS=1 pytest tests/cogs/test_commands.py`` writes them anew:
those of a feature beside its tests, all others here.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

Payload = dict[str, Any]

SUBCOMMAND, GROUP = 1, 2
INNER: Final = ("options", "choices")
TRANSLATED: Final = ("name_localizations", "description_localizations")

FOLDER: Final = Path(__file__).parent
FILE: Final = "commands.json"


def named(payloads: Sequence[Payload], name: str) -> Payload:
    [found] = [payload for payload in payloads if payload["name"] == name]
    return found


def parts(payload: Payload) -> Iterator[Payload]:
    """A command with all its groups, subcommands and options."""
    yield payload
    for option in payload.get("options", ()):
        yield from parts(option)


def by_path(payload: Payload, before: str = "") -> Iterator[tuple[str, Payload]]:
    """Each group and command with its full name, in English, groups without what is in them."""
    path, inner = f"{before} {payload['name']}".strip(), payload.get("options", ())
    yield path, _in_english(payload | {"options": [one for one in inner if not _is_command(one)]})
    for one in filter(_is_command, inner):
        yield from by_path(one, path)


def _is_command(part: Payload) -> bool:
    return part["type"] in (SUBCOMMAND, GROUP)


def _in_english(payload: Payload) -> Payload:
    """A part of a command without its translations: those are the catalogues' to change."""
    inner = {key: [_in_english(part) for part in payload[key]] for key in INNER if payload.get(key)}
    return {k: v for k, v in payload.items() if k not in (*TRANSLATED, *INNER)} | inner


def kept() -> dict[str, Payload]:
    """What was sent when the commands were changed last, of the features that there are."""
    found: dict[str, Payload] = {}
    for file in (FOLDER / FILE, *FOLDER.glob(f"*/{FILE}")):
        found |= json.loads(file.read_text())
    # A feature may have put some under the group of another one that is deleted.
    return {path: payload for path, payload in found.items() if path.split(" ")[0] in found}


def keep(payloads: Mapping[str, Payload], features: Mapping[str, str]) -> None:
    """Keeps what ``by_path`` gives of all commands, those of a feature beside its tests."""
    files: dict[Path, dict[str, Payload]] = {file: {} for file in FOLDER.glob(f"*/{FILE}")}
    for path, payload in sorted(payloads.items()):
        feature = features.get(path, "")
        files.setdefault(FOLDER / feature / FILE, {})[path] = payload
    for file, those in files.items():
        file.write_text(json.dumps(those, indent=1, ensure_ascii=False) + "\n")
