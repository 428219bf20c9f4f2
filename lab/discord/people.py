"""People's actions in Discord: commands, presses, choices and forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from simcord.backend import serializers
from simcord.backend.models import Message as Posted
from simcord.backend.models import User

from lab.discord import history
from lab.discord.model import Discord
from lab.discord.strict import BUTTON, MENU, Json

Shown: TypeAlias = history.Message | Posted

FIELD: Final = 4  # the type of a field for text

_TYPES: Final = {str: 3, int: 4, bool: 5, history.Person: 6}


@dataclass(frozen=True, slots=True)
class Hands:
    """A simulated person who uses a Discord client."""

    discord: Discord
    person: history.Person

    async def run(
        self, command: str, place: history.Place, /, **options: Any
    ) -> history.Interaction:
        """Run a slash command, and return its interaction once it is answered or given up."""
        data = command_data(command, options)
        people = [value for value in options.values() if isinstance(value, history.Person)]
        if people:
            users = {str(one.id): self._user(one) for one in people}
            data["resolved"] = {"users": users}
        return await self._do(history.COMMAND, command, place.id, data)

    def _user(self, person: history.Person) -> Json:
        """Return a named person as Discord describes one."""
        user = User(person.id, person.name, global_name=person.name)
        self.discord.users[person.id] = user
        return dict(serializers.user_payload(user))

    async def suggestions(
        self, command: str, option: str, typed: str, place: history.Place, /, **filled: Any
    ) -> history.Interaction:
        """Ask for an autocomplete of an option."""
        focused = {"name": option, "type": 3, "value": typed, "focused": True}
        data = command_data(command, filled, focused)
        return await self._do(history.SUGGESTIONS, command, place.id, data)

    async def press(
        self, message: Shown, custom_id: str, values: Sequence[str] | None = None
    ) -> history.Interaction:
        """Press a button of a message, or choose in a menu, even if the message lacks it."""
        data: Json = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            data |= {"component_type": MENU, "values": list(values)}
        what = ":".join(custom_id.split(":")[:2])
        return await self._do(history.COMPONENT, what, message.channel_id, data, message)

    async def fill(
        self, form: Mapping[str, Any], message: Shown, text: str = "", **chosen: str
    ) -> history.Interaction:
        """Fill in a form, and send it.

        Args:
            text: what is typed into each of its fields.
            chosen: what is chosen in its menus, by their custom ids; else what is chosen there.
        """
        fields: list[Json] = []
        for field in history.controls(form.get("components")):
            filled: Json = {"type": field["type"], "custom_id": field["custom_id"]}
            if field["type"] == FIELD:
                filled["value"] = text
            elif field["custom_id"] in chosen:
                filled["values"] = [chosen[field["custom_id"]]]
            else:
                options = [one["value"] for one in field.get("options", ()) if one.get("default")]
                filled["values"] = options or [one["id"] for one in field.get("default_values", ())]
            fields.append({"type": 18, "component": filled})
        data = {"custom_id": form["custom_id"], "components": fields}
        what = ":".join(str(form["custom_id"]).split(":")[:2])
        return await self._do(history.FORM, what, message.channel_id, data, message)

    async def _do(
        self,
        kind: int,
        what: str,
        channel: int,
        data: Json,
        source: history.Message | Posted | None = None,
    ) -> history.Interaction:
        """Send an interaction, and wait for the answer as long as Discord does."""
        interaction = self.discord.begin(self.person, kind, what, channel, data, source)
        await self.discord.answering.wait(interaction)
        return interaction


def _leaves(options: Mapping[str, Any]) -> list[Json]:
    return [
        {
            "name": name,
            "type": _TYPES[type(value)],
            "value": str(value.id) if isinstance(value, history.Person) else value,
        }
        for name, value in options.items()
    ]


def command_data(command: str, options: Mapping[str, Any], *more: Json) -> Json:
    """Return a command with its options in Discord's JSON."""
    root, *path = command.split()
    leaves = [*_leaves(options), *more]
    for depth, name in enumerate(reversed(path)):
        leaves = [{"name": name, "type": 2 if depth else 1, "options": leaves}]
    return {"id": "1", "name": root, "type": 1, "options": leaves}
