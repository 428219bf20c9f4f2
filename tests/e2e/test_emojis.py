"""Our emojis are uploaded in the background, once; messages do without those that are missing."""

import base64
import io
import re
import sys

import pytest
from PIL import Image

from tests.e2e.playing import Match
from tests.e2e.sent import Sent
from tests.e2e.world import World
from ui.texts.markup import MARKS

PATH = "/applications/*/emojis"
EMOJI = re.compile(r"<:([a-z_]+_[0-9a-f]{6}):([0-9]+)>")


def uploads(world: World) -> list[Sent]:
    posted = [sent for sent in world.sent if sent.method == "POST" and sent.accepted]
    return [sent for sent in posted if sent.path.endswith("/emojis")]


async def test_each_is_drawn_and_sent_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = uploads(world)
    names = [str(one.body["name"]) for one in sent]
    assert len(names) == len(set(names)) == len(MARKS)
    assert all(re.fullmatch(r"[a-z_]+_[0-9a-f]{6}", name) and len(name) <= 32 for name in names)
    monkeypatch.setattr(sys.modules["cogs.upkeep"], "draw_icon", pytest.fail)
    await world.restart()
    assert uploads(world) == sent
    assert len(world.bot.services.markup.emojis) == len(MARKS)
    for one in sent:
        kind, _, content = one.body["image"].partition(";base64,")
        assert kind == "data:image/png"
        file = base64.b64decode(content)
        assert len(file) < 256 * 1024
        assert Image.open(io.BytesIO(file)).size == (96, 96)


async def test_public_messages_have_them_beside_the_word(world: World) -> None:
    match = await Match.begin(world)
    content = ""
    while "worker" not in content:
        await match.turn()
        content = (await match.newest()).content
    known = {str(emoji) for emoji in await world.bot.fetch_application_emojis()}
    found = EMOJI.findall(content)
    assert found
    assert {f"<:{name}:{number}>" for name, number in found} <= known
    assert not EMOJI.search(content.split("\n")[0])  # a lock screen shows no emojis of ours
    await (await match.active()).press(await match.newest(), "Take your turn")
    await (await match.active()).press(await match.newest(), "My screen")
    marks = set(MARKS.values())
    assert not [text for sent in world.sent for text in sent.strings if marks & set(text)]


async def test_without_them_words_stand_alone_one_refused_leaves_others(world: World) -> None:
    world.env.backend.application_emojis.clear()
    world.fail("GET", PATH, status=403, times=None)
    world.fail("POST", PATH, status=403, times=None)
    await world.restart()
    match = await Match.begin(world)
    await match.turn()
    assert not EMOJI.search((await match.newest()).content)
    world.recover()
    await world.env.advance_time(3601)
    assert len(world.bot.services.markup.emojis) == len(MARKS)
    world.env.backend.application_emojis.clear()
    world.fail("POST", PATH, status=400, times=1)
    await world.restart()
    assert len(world.bot.services.markup.emojis) == len(MARKS) - 1
    await world.env.advance_time(3601)
    assert len(world.bot.services.markup.emojis) == len(MARKS)


async def test_commands_can_be_clicked(world: World) -> None:
    ada = world.people[0]
    numbers = {sent["name"]: sent["id"] for sent in world.env.backend.commands[None].values()}
    content = (await ada.run("arkadia help")).post.content
    assert f"</arkadia start:{numbers['arkadia']}>" in content
    await world.restart()
    assert (await ada.run("arkadia help")).post.content == content
