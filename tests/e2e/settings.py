"""A server's settings as moderators choose them on their screen."""

from typing import Any

from tests.e2e.people import Answer, Person


async def setting_of(person: Person, name: str) -> Answer:
    """Opens a setting."""
    screen = await person.run("arkadia-admin settings")
    assert screen.private
    return await person.choose(screen.post, name)


async def set_to(person: Person, name: str, value: Any) -> Answer:
    """Chooses a channel, a role or an option for a setting."""
    opened = await setting_of(person, name)
    return await person.choose(opened.post, value, custom_id=opened.post.menus[1].custom_id)


async def turn_off(person: Person, name: str) -> Answer:
    """Turns a setting off."""
    return await person.press((await setting_of(person, name)).post, "Turn off")
