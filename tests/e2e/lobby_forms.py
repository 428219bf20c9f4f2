"""The forms of a lobby's settings, filled in as its host does."""

from __future__ import annotations

from typing import Any

from tests.e2e.people import Answer, Person
from tests.e2e.world import World


async def settings(world: World, host: Person) -> Answer:
    """The settings as the host of the newest lobby opens them."""
    answer = await host.press(world.newest(), "Settings…")
    assert answer.private
    return answer


async def filled(world: World, host: Person, form: str, **values: Any) -> Answer:
    """Opens a form of the settings, changes some of its fields and sends it."""
    opened = await host.press((await settings(world, host)).post, form)
    given = {name: chosen(field) for name, field in opened.fields.items()}
    return await host.fill(opened, **{**given, **values})


def chosen(field: Any) -> Any:
    """What stands in a field when it is opened."""
    if "options" in field:
        return next(option["value"] for option in field["options"] if option.get("default"))
    return field.get("value") or ([] if field["type"] == 5 else "")
