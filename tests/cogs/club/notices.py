"""The notice of what went on in a week."""

from typing import Final

from cogs.club.digest import KIND, WEEK_OVER, next_time
from tests.e2e.finished import finished
from tests.e2e.forms import set_to
from tests.e2e.notices import Kind, channel, moderator
from tests.e2e.world import World


async def wanted_each_monday(world: World) -> None:
    await set_to(moderator(world), "digest", world.guild.create_text_channel("news"))
    ada, bela, *_ = world.people
    await finished(world, ada, bela, at=world.wall() + 60_000)


async def monday(world: World) -> None:
    await world.later(seconds=(next_time(world.wall()) - world.wall()) / 1000 + 1)


async def one_digest(world: World) -> None:
    _, post = world.posts(channel(world, "news"))
    assert "- 1 game began" in post.text


KINDS: Final = {"digest": Kind(KIND, 3, wanted_each_monday, monday, one_digest)}

SILENT: Final = {WEEK_OVER}
