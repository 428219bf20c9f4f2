"""Every button and menu that is shown does something, and only one thing."""

import pytest

from tests.e2e.faces import all_faces
from tests.e2e.world import World
from ui.components import ComponentCog


@pytest.mark.quick
async def test_each_face_has_one_press(world: World) -> None:
    cogs = [cog for cog in world.bot.cogs.values() if isinstance(cog, ComponentCog)]
    patterns = [press.pattern for cog in cogs for press in cog.presses]
    for face in all_faces():
        custom_id = face.custom_id(*range(face.count))
        matching = [pattern for pattern in patterns if pattern.fullmatch(custom_id)]
        assert len(matching) == 1, face
