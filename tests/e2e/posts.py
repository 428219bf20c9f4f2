"""What people see: messages with their pictures, buttons and menus, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import simcord
from simcord.backend import serializers
from simcord.components import walk_components

from tests.e2e.quick import copied
from ui.texts.markup import as_read

Source = discord.Message | simcord.ResponseMessage

_BUTTON: Final = 2
_MENUS: Final = (3, 5, 6, 7, 8)


@dataclass(frozen=True, slots=True)
class Picture:
    name: str  # the file's name
    alt: str  # its description for those who do not see it; empty when there is none
    content: bytes  # its bytes


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu as it stands on a message; the choices are labels by value."""

    custom_id: str
    choices: Mapping[str, str]
    disabled: bool


@dataclass(frozen=True, slots=True)
class Post:
    """A message as it was when it was looked at."""

    id: int
    channel: int  # the id of the channel or thread that it stands in
    author: int  # the id of the one who wrote it
    text: str  # its content as it is read, with commands in plain form and without our emojis
    content: str  # its content as it was sent
    owner: int | None  # the id of the only person who sees it, or None when all do
    pings: tuple[int, ...]  # the ids of the people whom it notified
    pictures: tuple[Picture, ...]
    embeds: tuple[Mapping[str, Any], ...]  # its embeds as Discord's JSON
    components: tuple[Mapping[str, Any], ...]  # its rows of buttons and menus as Discord's JSON
    # the message in the simulated Discord, to press its buttons
    source: Source = field(repr=False, compare=False)
    payload: Mapping[str, Any] = field(repr=False, compare=False)  # all of it as Discord's JSON

    @property
    def buttons(self) -> dict[str, Button]:
        """The buttons that can be pressed, by their label."""
        pressed = (part for part in self._of_types((_BUTTON,)) if "custom_id" in part)
        return {button.label: button for button in map(_button, pressed)}

    @property
    def links(self) -> dict[str, str]:
        """The addresses that link buttons open, by their label."""
        return {part["label"]: part["url"] for part in self._of_types((_BUTTON,)) if "url" in part}

    @property
    def menus(self) -> tuple[Menu, ...]:
        return tuple(map(_menu, self._of_types(_MENUS)))

    def _of_types(self, types: tuple[int, ...]) -> Iterator[Mapping[str, Any]]:
        return (part for part in walk_components(self.components) if part.get("type") in types)


def post_of(env: simcord.Env, source: Source) -> Post:
    """A message of the simulated Discord as it stands now."""
    channel = source.channel.id if isinstance(source, discord.Message) else source.channel_id
    message = env.backend.get_message(channel, source.id)
    user = (message.interaction_metadata or {}).get("user", {})
    return Post(
        id=message.id,
        channel=message.channel_id,
        author=message.author_id,
        text=as_read(message.content or ""),
        content=message.content or "",
        owner=int(user["id"]) if message.is_ephemeral else None,
        pings=tuple(message.ping_user_ids),
        pictures=tuple(_picture(env, file) for file in message.attachments),
        embeds=tuple(copied(message.embeds)),
        components=tuple(copied(message.components)),
        source=source,
        payload=copied(dict(serializers.message_payload(env.backend, message))),
    )


def _picture(env: simcord.Env, file: Mapping[str, Any]) -> Picture:
    content = env.backend.cdn.get(file["url"])
    assert content is not None, f"the file {file['filename']} was not uploaded"
    return Picture(file["filename"], file["description"] or "", content)


def _button(part: Mapping[str, Any]) -> Button:
    label = part.get("label") or (part.get("emoji") or {}).get("name") or ""
    return Button(label, part.get("custom_id", ""), bool(part.get("disabled")))


def _menu(part: Mapping[str, Any]) -> Menu:
    choices = {choice["value"]: choice["label"] for choice in part.get("options") or ()}
    return Menu(part["custom_id"], choices, bool(part.get("disabled")))
