"""Who sees a channel of the simulated Discord."""

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.e2e.people import Person
from tests.e2e.world import Place, World


def only_seen_by(world: World, place: Place, *targets: int, roles: bool = True) -> None:
    """Lets only these roles or people see a channel, and the bot."""
    seen = discord.Permissions(view_channel=True).value
    kind = OverwriteType.ROLE if roles else OverwriteType.MEMBER
    overwrites = [Overwrite(target_id=target, type=kind, allow=seen) for target in targets]
    bot = world.env.backend.bot_user.id
    overwrites += [
        Overwrite(target_id=world.guild.id, type=OverwriteType.ROLE, deny=seen),
        Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=seen),
    ]
    for overwrite in overwrites:
        world.env.backend.set_overwrite(place.id, overwrite)


async def hide(world: World, *seeing: Person) -> None:
    only_seen_by(world, world.channel, *(person.id for person in seeing), roles=False)
    await world.env.settle()
