"""Channels that not everybody sees."""

from __future__ import annotations

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.e2e.people import Person
from tests.e2e.world import World


async def hide(world: World, *seeing: Person) -> None:
    """Lets nobody but these people and the bot see the channel of the world."""
    backend, channel = world.env.backend, world.channel.id
    sight = discord.Permissions(view_channel=True).value
    everybody = Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, deny=sight)
    backend.set_overwrite(channel, everybody)
    for user in (backend.bot_user.id, *(person.id for person in seeing)):
        backend.set_overwrite(
            channel, Overwrite(target_id=user, type=OverwriteType.MEMBER, allow=sight)
        )
    await world.env.settle()
