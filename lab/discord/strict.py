"""Carry out a bot's requests by SimCord's routes, with the refusals that these lack.

A request that Discord's own description does not allow (``described``) is refused before any other
check. Each function whose name ends in ``faults`` yields the faults of one thing as sentences, none
if Discord would accept it: texts too long, files too large, menus out of bounds.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Channel, Interaction
from simcord.components import walk_components
from simcord.enums import CallbackType, ChannelType, InteractionType
from simcord.http import routes
from simcord.http.router import RouteNotImplemented
from simcord.http.router import dispatch as carry_out

from lab.discord.described import is_described, request_faults

Json: TypeAlias = dict[str, Any]

BUTTON: Final = 2
MENU: Final = 3
MOST_BYTES: Final = 10 * 1024 * 1024


def _long(what: str, text: object, most: int, least: int = 0) -> Iterator[str]:
    if not isinstance(text, str) or not least <= len(text) <= most:
        length = len(text) if isinstance(text, str) else repr(text)
        yield f"{what} must have {least} to {most} characters, and has {length}"


def message_faults(body: Mapping[str, Any], sizes: Sequence[int]) -> Iterator[str]:
    """Yield the faults of a message."""
    if len(sizes) > 10 or sum(sizes) > MOST_BYTES:
        yield f"too many or too large files: {sizes}"
    for part in walk_components(body.get("components") or ()):
        if part.get("type") == BUTTON and not (part.get("label") or part.get("emoji")):
            yield "a button without a label"
        if part.get("type") == MENU:
            yield from _menu_faults(part)


def _menu_faults(menu: Mapping[str, Any]) -> Iterator[str]:
    options, most = menu.get("options") or [], menu.get("max_values", 1)
    chosen = sum(bool(option.get("default")) for option in options)
    if not chosen <= most <= len(options):
        yield f"a menu of up to {most} of {len(options)} options, {chosen} of them chosen"


def choice_faults(choices: Sequence[Json]) -> Iterator[str]:
    """Yield the faults of an autocomplete's suggestions."""
    if len(choices) > 25:
        yield f"{len(choices)} suggestions"
    for choice in choices:
        yield from _long("name of a suggestion", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            yield from _long("value of a suggestion", choice["value"], 100, 1)


MENUS: Final = (2, 3)  # the types of commands that stand in the menus of users and messages


def command_faults(command: Mapping[str, Any], *, top: bool = True) -> Iterator[str]:
    """Yield the faults of a command with its groups and options."""
    if top and command.get("type") in MENUS:
        if command.get("description") or command.get("options"):
            yield f"{command.get('name')} is an entry in a menu, with a description or options"
        return
    if not re.fullmatch(r"[-_\w]{1,32}", str(command.get("name"))):
        yield f"a command or option named {command.get('name')}"
    yield from _long(f"description of {command.get('name')}", command.get("description"), 100, 1)
    for option in command.get("options") or ():
        yield from command_faults(option, top=False)
    if top and (length := _length(command)) > 8000:
        yield f"{command.get('name')} has {length} characters in all"


def _length(part: Mapping[str, Any]) -> int:
    """Return the characters that Discord counts: of each text its longest translation."""
    own = 0
    for key in ("name", "description"):
        texts = [str(part.get(key) or ""), *(part.get(f"{key}_localizations") or {}).values()]
        own += max(map(len, texts))
    own += len(str(part["value"])) if "value" in part else 0
    return own + sum(
        _length(inner) for key in ("options", "choices") for inner in part.get(key) or ()
    )


REQUIRE_TAG: Final = 1 << 4  # the flag of a forum in which each post needs a tag

NONCES_LIVE: Final = timedelta(minutes=5)
"""The time for which Discord posts no second message with the same nonce."""

_MESSAGES: Final = (CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, CallbackType.UPDATE_MESSAGE)
_OF_A_SOURCE: Final = (CallbackType.UPDATE_MESSAGE, CallbackType.DEFERRED_UPDATE_MESSAGE)

assert routes  # which makes the routes known


@dataclass(slots=True)
class Wishes:
    """The wishes of servers' people that SimCord's model has no place for.

    Attributes:
        tagged: the forums in which each post needs a tag.
        words: parts of names of threads that AutoMod blocks.
        commands_alone: the servers to which the bot was added for its commands alone.
        for_people: the servers and private channels without the bot, where those use it who have
            added it to their account.
    """

    tagged: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    commands_alone: set[int] = field(default_factory=set)
    for_people: set[int] = field(default_factory=set)


_wishes: Final = WeakKeyDictionary[Backend, Wishes]()


def wishes(backend: Backend) -> Wishes:
    """Return what the people of a simulated Discord's servers want; it may be changed."""
    return _wishes.setdefault(backend, Wishes())


Nonces: TypeAlias = dict[tuple[int, str], tuple[datetime, int]]

# Beside the model, which has no place for them; weak, so that a finished test's Discord goes.
_nonces: Final = WeakKeyDictionary[Backend, Nonces]()


def dispatch(backend: Backend, method: str, path: str, **rest: Any) -> Any:
    """Carry out a bot's request; the parameters are those of ``simcord.http.router.dispatch``."""
    if not is_described(method, path):
        raise RouteNotImplemented(method, path)
    _refuse(request_faults(method, path, rest.get("json"), rest.get("params")))
    body = rest.get("json") or {}
    sizes = [_size(file.fp) for file in rest.get("files") or ()]
    for wanted, pattern, check in _CHECKS:
        if method in wanted and (match := pattern.fullmatch(path)):
            check(backend, match, body, sizes)
    if method == "POST" and (posting := _POST.fullmatch(path)) and body.get("enforce_nonce"):
        return _once(backend, int(posting[1]), str(body["nonce"]), method, path, rest)
    return _flagged(backend, carry_out(backend, method, path, **rest))


def _flagged(backend: Backend, done: Any) -> Any:
    """Return an answer with the flag of a forum that wants tags."""
    if isinstance(done, dict) and int(done.get("id") or 0) in wishes(backend).tagged:
        return {**done, "flags": REQUIRE_TAG}
    return done


def _size(file: Any) -> int:
    place: int = file.tell()
    size: int = file.seek(0, 2) - place
    file.seek(place)  # SimCord reads the file after this
    return size


def _once(
    backend: Backend, channel: int, nonce: str, method: str, path: str, rest: Mapping[str, Any]
) -> Any:
    """Post a message, or return the one that was posted with the same nonce shortly before."""
    known, now = _nonces.setdefault(backend, {}), backend.clock.now()
    posted, number = known.get((channel, nonce), (now, 0))
    before = backend.messages.get(channel, {}).get(number)
    if before is not None and now - posted < NONCES_LIVE:
        return dict(serializers.message_payload(backend, before))
    done = carry_out(backend, method, path, **rest)
    known[channel, nonce] = now, int(done["id"])
    return done


def _refuse(faults: Iterable[str]) -> None:
    if told := list(faults):
        raise errors.invalid_form_body("; ".join(told))


def _archived(channel: Channel | None) -> bool:
    return bool(channel and channel.thread_metadata and channel.thread_metadata.archived)


def _locked(channel: Channel | None) -> bool:
    return bool(channel and channel.thread_metadata and channel.thread_metadata.locked)


def _thread_is_archived() -> errors.BackendError:
    return errors.BackendError(400, 50083, "Thread is archived")


def _thread_is_locked() -> errors.BackendError:
    return errors.BackendError(400, 160005, "Thread is locked")


def _post(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    _refuse(message_faults(body, sizes))
    channel = backend.channels.get(int(match[1]))
    if _locked(channel):
        raise _thread_is_archived() if _archived(channel) else _thread_is_locked()
    if _archived(channel):
        # A message in a thread opens it again; no request of the bot asks for that.
        backend.edit_channel(int(match[1]), {}, thread_metadata={"archived": False})


def _edit(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    _refuse(message_faults(body, sizes))
    _into_thread(backend, match, body, sizes)


def _into_thread(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    if _archived(backend.channels.get(int(match[1]))):
        raise _thread_is_archived()


def _name(backend: Backend, body: Any) -> None:
    if any(word in str(body.get("name") or "") for word in wishes(backend).words):
        raise errors.BackendError(400, 200001, "Title was blocked by automatic moderation")


def _no_member(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    """Refuse what belongs to a server where the bot is no member, and only its commands are."""
    number = int(match[2])
    channel, wanted = backend.channels.get(number), wishes(backend)
    place = (channel.guild_id or number) if channel else number
    if place in wanted.commands_alone | wanted.for_people:
        raise errors.unknown_guild() if match[1] == "guilds" else errors.missing_access()


def _change_channel(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    _name(backend, body)
    if body.get("archived") is False and _locked(backend.channels.get(int(match[1]))):
        raise errors.missing_permissions()


def _thread(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    channel = backend.channels.get(int(match[1]))
    if channel and channel.is_thread:
        raise errors.invalid_form_body(f"a thread named {body.get('name')}")
    _name(backend, body)
    if channel and channel.id in wishes(backend).tagged and not body.get("applied_tags"):
        raise errors.BackendError(
            400, 40067, "A tag is required to create a forum post in this channel"
        )
    # A thread that is begun at a message has that message's id.
    if match[2] and int(match[2]) in backend.channels:
        raise errors.BackendError(400, 160004, "A thread has already been created for this message")


def _callback(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    interaction = backend.interactions.get(int(match[1]))
    kind, data = body.get("type"), body.get("data") or {}
    if interaction is None:
        return
    _refuse_without_place(backend, interaction)
    asked = interaction.type == InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
    suggested = kind == CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT
    if asked != suggested or (kind in _OF_A_SOURCE and interaction.source_message_id is None):
        raise errors.invalid_form_body(
            f"an answer of type {kind} to an interaction of {interaction.type}"
        )
    if suggested:
        _refuse(choice_faults(data.get("choices") or ()))
    elif kind in _MESSAGES:
        _refuse(message_faults(data, sizes))


def _answer(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    interaction = backend.interactions.get(backend.interaction_tokens.get(match[1], 0))
    if interaction is not None:
        _refuse_without_place(backend, interaction)
    _refuse(message_faults(body or {}, sizes))


def _refuse_without_place(backend: Backend, interaction: Interaction) -> None:
    if interaction.channel_id not in backend.channels:
        raise errors.unknown_channel()


def _commands(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    _refuse(_faults_of_commands(json.dumps(body)))


@lru_cache(maxsize=16)
def _faults_of_commands(body: str) -> tuple[str, ...]:
    # Each bot that starts sends all its commands, and in tests many bots start.
    return tuple(fault for command in json.loads(body) for fault in command_faults(command))


def _emoji(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    name = str(body.get("name"))
    taken = any(emoji.name == name for emoji in backend.application_emojis.values())
    if taken or not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name):
        raise errors.invalid_form_body(f"emoji {name}")


def _no_forum(backend: Backend, match: re.Match[str], body: Any, sizes: list[int]) -> None:
    """Refuse messages of a forum itself, which has posts alone."""
    channel = backend.channels.get(int(match[1]))
    if channel is not None and channel.type == ChannelType.FORUM:
        raise errors.BackendError(400, 50024, "Cannot execute action on this channel type")


_ANY: Final = ("GET", "POST", "PATCH", "DELETE")

Check = Callable[[Backend, "re.Match[str]", Any, list[int]], None]

_POST: Final = re.compile(r"/channels/(\d+)/messages")
_CHECKS: Final[tuple[tuple[tuple[str, ...], re.Pattern[str], Check], ...]] = (
    ((*_ANY, "PUT"), re.compile(r"/(guilds|channels)/(\d+).*"), _no_member),
    (("GET", "POST"), _POST, _no_forum),
    (("POST",), _POST, _post),
    (("PATCH",), re.compile(r"/channels/(\d+)/messages/\d+"), _edit),
    (("PATCH",), re.compile(r"/channels/(\d+)"), _change_channel),
    (("POST",), re.compile(r"/channels/(\d+)(?:/messages/(\d+))?/threads"), _thread),
    (("PUT",), re.compile(r"/channels/(\d+)/thread-members/.+"), _into_thread),
    (("POST",), re.compile(r"/interactions/(\d+)/[^/]+/callback"), _callback),
    (_ANY, re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/.+)?"), _answer),
    (("PUT",), re.compile(r"/applications/\d+(?:/guilds/\d+)?/commands"), _commands),
    (("POST",), re.compile(r"/applications/\d+/emojis"), _emoji),
)
