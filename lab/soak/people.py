"""What people do in Discord: commands, presses, choices and forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lab.soak.interactions import COMMAND, COMPONENT, FORM, SUGGESTIONS, Interaction, Person
from lab.soak.places import Json, Message, Place, controls
from lab.soak.rules import BUTTON
from lab.soak.servers import Servers

_TYPES: Final = {str: 3, int: 4, bool: 5}


@dataclass(frozen=True, slots=True)
class Hands:
    """A person at the keyboard.

    Attributes:
        servers: Discord.
        person: who it is.
    """

    servers: Servers
    person: Person

    async def run(self, command: str, place: Place, /, **options: Any) -> Interaction:
        """Runs a slash command."""
        data = command_data(command, _leaves(options))
        return await self.servers.interact(self.person, COMMAND, command, place, data)

    async def suggestions(
        self, command: str, option: str, typed: str, place: Place, /, **filled: Any
    ) -> Interaction:
        """Asks for what could be typed."""
        leaves = [*_leaves(filled), {"name": option, "type": 3, "value": typed, "focused": True}]
        data = command_data(command, leaves)
        return await self.servers.interact(self.person, SUGGESTIONS, command, place, data)

    async def press(
        self, message: Message, custom_id: str, values: Sequence[str] | None = None
    ) -> Interaction:
        """Presses a button of a message, or chooses in a menu, whether it is there or not."""
        data: Json = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            data |= {"component_type": 3, "values": list(values)}
        place = self.servers.guild.places.get(message.place, self.servers.channel)
        what = ":".join(custom_id.split(":")[:2])
        return await self.servers.interact(self.person, COMPONENT, what, place, data, message)

    async def fill(self, form: Mapping[str, Any], message: Message, text: str) -> Interaction:
        """Fills in every field of a form with a text, and sends it."""
        fields = [
            {"type": 1, "components": [{"type": 4, "custom_id": field["custom_id"], "value": text}]}
            for field in controls(list(form.get("components") or ()))
        ]
        data = {"custom_id": form["custom_id"], "components": fields}
        place = self.servers.guild.places.get(message.place, self.servers.channel)
        what = ":".join(str(form["custom_id"]).split(":")[:2])
        return await self.servers.interact(self.person, FORM, what, place, data, message)


def _leaves(options: Mapping[str, Any]) -> list[Json]:
    return [
        {"name": name, "type": _TYPES[type(value)], "value": value}
        for name, value in options.items()
    ]


def command_data(command: str, leaves: list[Json]) -> Json:
    """A command with its options, as Discord tells of it."""
    root, *path = command.split()
    for depth, name in enumerate(reversed(path)):
        leaves = [{"name": name, "type": 2 if depth else 1, "options": leaves}]
    return {"id": "1", "name": root, "type": 1, "options": leaves}
