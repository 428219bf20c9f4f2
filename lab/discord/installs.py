"""By whom the bot was added where an interaction comes from, which SimCord does not tell it.

A bot is added to servers, or by a person to their account: such a person may use some of its
commands everywhere. ``wishes(backend).for_people`` has the places where the bot itself is not.
"""

from collections.abc import Mapping
from typing import Any, Final

from simcord import interactions
from simcord.backend import Backend
from simcord.backend.errors import SetupError
from simcord.backend.models import Interaction

from lab.discord.strict import Json, wishes

SERVER, PERSON = 0, 1  # how a bot was added: to a server, or to a person's account

IN_SERVER, WITH_BOT, BETWEEN_PEOPLE = 0, 1, 2
"""Where an interaction takes place; the second are direct messages with the bot itself."""

_COMMAND: Final = 2
_whole: Final = interactions.base_payload


def base_payload(
    backend: Backend, *, channel_id: int, guild_id: int | None, user_id: int, **rest: Any
) -> tuple[Interaction, Json]:
    """Create an interaction and what the bot is sent of it, as SimCord's function of that name.

    Raises:
        SetupError: if it is a command that Discord's client would not show there.
    """
    alone = (guild_id or channel_id) in wishes(backend).for_people
    context = IN_SERVER if guild_id else BETWEEN_PEOPLE if alone else WITH_BOT
    owners = {} if alone else {str(SERVER): str(guild_id or 0)}
    if alone or guild_id is None:
        owners[str(PERSON)] = str(user_id)
    if rest["type"] == _COMMAND:
        _must_be_shown(backend, rest["data"], context, {int(one) for one in owners})
    record, payload = _whole(
        backend, channel_id=channel_id, guild_id=guild_id, user_id=user_id, **rest
    )
    return record, payload | {"context": context, "authorizing_integration_owners": owners}


def _must_be_shown(
    backend: Backend, data: Mapping[str, Any], context: int, installs: set[int]
) -> None:
    command = backend.find_command(data["name"], None, type=data.get("type", 1)) or {}
    for key, here in (("contexts", {context}), ("integration_types", installs)):
        declared = command.get(key)
        if declared is not None and not here & {*declared}:
            raise SetupError(f"/{data['name']} is not shown here: {key} {declared}")
