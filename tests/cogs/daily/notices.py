"""The notice of a position of the day."""

from dataclasses import replace
from typing import Final

from cogs.daily.service import DAY_BEGINS, KIND, Daily, in_file, next_time
from tabletop.time_control import DAY
from tests.e2e.forms import set_to
from tests.e2e.notices import Kind, channel, moderator
from tests.e2e.world import World


async def wanted_each_morning(world: World) -> None:
    place = world.guild.create_text_channel("news")
    positions, first = world.bot.services[Daily].positions, next(iter(in_file().values()))
    # The file ends on some day; what is told does not depend on which position it is.
    today = world.wall() // DAY
    positions._known = {day: replace(first, day=day) for day in range(today, today + 3)}
    await set_to(moderator(world), "daily", place)


async def morning(world: World) -> None:
    await world.later(seconds=(next_time(world.wall()) - world.wall()) / 1000 + 1)


async def one_position(world: World) -> None:
    _, post = world.posts(channel(world, "news"))
    assert "Arkadia, position for" in post.text
    assert list(post.buttons) == ["Answer"]


KINDS: Final = {"daily": Kind(KIND, 3, wanted_each_morning, morning, one_position)}

SILENT: Final = {DAY_BEGINS}
