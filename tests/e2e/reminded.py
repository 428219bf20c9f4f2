"""What people were told besides the messages of their games, and when it is quiet for them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.e2e.people import Person
from tests.e2e.posts import Post
from tests.e2e.world import World

MESSAGES = "/channels/*/messages"


def reminders(world: World) -> list[Post]:
    """What was posted in the game's places to remind somebody, and still stands there."""
    places = [world.channel, *world.threads()]
    return [
        post for place in places for post in world.posts(place) if "take-now" in str(post.buttons)
    ]


def direct(world: World, person: Person) -> list[Any]:
    """What the bot has written to a person alone, as it was sent."""
    path = f"/channels/{world.env.backend.get_dm_channel(person.id).id}/messages"
    return [sent.body for sent in world.sent if (sent.method, sent.path) == ("POST", path)]


def quiet(world: World, begins: float, ends: float) -> str:
    """Quiet hours from some hours from now to others, by UTC."""
    now = datetime.fromtimestamp(world.wall() / 1000, UTC)
    hours = [now + timedelta(hours=hours) for hours in (begins, ends)]
    return "-".join(moment.strftime("%H:%M") for moment in hours)
