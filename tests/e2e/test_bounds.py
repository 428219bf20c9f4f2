"""No text is longer than Discord's limit for it when code of ours reads it, however it came."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot import EXTENSIONS
from tests.e2e.people import told
from tests.e2e.world import World
from ui.client import command_payloads
from ui.interactions import LONGEST
from ui.texts.markup import OPTION_LIMIT

TEXT = "x" * 6000


@pytest.fixture
def extensions() -> tuple[str, ...]:
    return (*EXTENSIONS, "tests.e2e.extensions.lengths")


async def test_whatever_is_typed_is_cut(world: World) -> None:
    ada = world.people[0]
    offered = await ada.suggestions("length", "text", TEXT, also=TEXT)
    assert set(offered) == {f"0: {OPTION_LIMIT}", f"1: {OPTION_LIMIT}"}
    assert (await ada.run("length", text=TEXT)).text == str(LONGEST)
    form = await ada.press((await ada.run("button")).post, "Open")
    assert (await ada.fill(form, text=TEXT)).text == str(LONGEST)


async def test_a_custom_id_of_any_length_is_answered(world: World) -> None:
    ada, bela, *_ = world.people
    await ada.run("arkadia start")
    for made_up in (f"arkadia:join:{'1' * 6000}", f"arkadia:turn:{':1' * 3000}", TEXT):
        assert "too old" in told(await bela.forge(world.newest(), made_up))


async def test_no_option_takes_more_than_is_read(world: World) -> None:
    payloads = await command_payloads(world.bot.tree)
    ours = [one for one in payloads if one["name"].startswith("arkadia")]
    texts = [one for one in _texts(ours) if not one.get("choices")]
    assert texts
    assert [one["name"] for one in texts if one.get("max_length", 6000) > LONGEST] == []


def _texts(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in commands:
        yield from _texts(part.get("options", []))
        if part.get("type") == 3 and "required" in part:
            yield part
