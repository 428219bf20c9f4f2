"""Finished games are found again and opened by two presses, by those who may know of them."""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.people import Answer, refusal
from tests.e2e.world import World


def listed(answer: Answer) -> list[int]:
    """The numbers of the games that a list shows, from the top."""
    assert answer.private
    lines = [line for line in answer.text.splitlines() if line.startswith("- **")]
    return [int(line.split("**")[1]) for line in lines]


@pytest.mark.nightly
async def test_any_game_is_opened_by_two_presses(world: World) -> None:
    ada, bela, chiara, _ = world.people
    first = await finished(world, ada, bela)
    second = await finished(world, ada, chiara, seed=2, at=NOVEMBER + DAY)
    archive = await bela.run("arkadia-club archive")
    assert listed(archive) == [second, first]
    assert archive.text.startswith("**Finished games** you can see")
    page = await bela.choose(archive.post, str(first))
    assert page.post.id == archive.post.id
    assert f"wins game {first}" in page.text
    assert "from the final sale" in page.text
    end, by_turn = page.post.pictures
    assert "1. " in end.alt
    assert "turn by turn" in by_turn.alt
    assert list(page.post.buttons) == ["Replay", "Review my turns", "Record", "Back"]
    record = await bela.press(page.post, "Record")
    assert record.post.pictures[0].name == f"arkadia-{first}.json"
    back = await bela.press(page.post, "Back")
    assert listed(back) == [second, first]
    assert "Review my turns" not in (await bela.choose(back.post, str(second))).post.buttons


async def test_games_are_found_by_person_date_and_set_up(world: World) -> None:
    ada, bela, chiara, _ = world.people
    old = await finished(world, ada, bela, at=NOVEMBER - 40 * DAY)
    new = await finished(world, ada, chiara, at=NOVEMBER + 4 * DAY)
    for options, found in (
        ({"player": bela.actor}, [old]),
        ({"player": ada.actor}, [new, old]),
        ({"player": ada.actor, "when": "2026-11"}, [new]),
        ({"when": "2026-11-05"}, [new]),
        ({"when": "2026"}, [new, old]),
        ({"setup": "free"}, [new, old]),
        ({"setup": "first-game"}, []),
        ({"when": "2025"}, []),
    ):
        assert listed(await chiara.run("arkadia-club archive", **options)) == found, options
    suggested = await ada.suggestions("arkadia-club archive", "when")
    assert list(suggested) == ["2026-11", "2026-09"]
    wrong = await ada.run("arkadia-club archive", when="someday")
    assert "`2026-11`" in refusal(wrong)
    mine = await chiara.run("arkadia-club player")
    assert listed(await chiara.press(mine.post, "Games")) == [new]


async def test_many_games_have_pages_and_a_way_to_each(world: World) -> None:
    ada, bela, *_ = world.people
    numbers = [await finished(world, ada, bela, at=NOVEMBER + place * DAY) for place in range(23)]
    numbers.reverse()
    first = await ada.run("arkadia-club archive", player=bela.actor)
    assert first.post.buttons["Later"].disabled
    assert listed(first) == numbers[:10]
    second = await ada.press(first.post, "Earlier")
    assert listed(second) == numbers[10:20]
    third = await ada.press(second.post, "Earlier")
    assert listed(third) == numbers[20:]
    assert third.post.buttons["Earlier"].disabled
    again = await ada.press(third.post, "Later")
    assert listed(again) == numbers[10:20]
    top = await ada.press(again.post, "Later")
    assert listed(top) == numbers[:10]
    assert top.post.buttons["Later"].disabled
    second = await ada.press(top.post, "Earlier")
    form = await ada.press(second.post, "Go to game…")
    page = await ada.fill(form, game=f"game {numbers[-1]}")
    assert f"game {numbers[-1]}" in page.text
    assert listed(await ada.press(page.post, "Back")) == numbers[10:20]
    nowhere = await ada.fill(await ada.press(second.post, "Go to game…"), game="the last one")
    assert "no game" in nowhere.text


async def test_who_cannot_see_the_place_does_not_know_of_its_games(world: World) -> None:
    ada, bela, chiara, _ = world.people
    secret = world.guild.create_text_channel("secret")
    hidden = discord.Permissions(view_channel=True).value
    for target, kind in ((world.guild.id, OverwriteType.ROLE), (chiara.id, OverwriteType.MEMBER)):
        deny = hidden if kind is OverwriteType.ROLE else 0
        overwrite = Overwrite(target_id=target, type=kind, deny=deny, allow=hidden - deny)
        world.env.backend.set_overwrite(secret.id, overwrite)
    await world.env.settle()
    there = await finished(world, ada, chiara, channel=secret.id)
    here = await finished(world, ada, chiara, at=NOVEMBER + DAY)
    assert listed(await chiara.run("arkadia-club archive")) == [here, there]
    mine = await bela.run("arkadia-club archive")
    assert listed(mine) == [here]
    assert "2026-11" in await bela.suggestions("arkadia-club archive", "when")
    forged = await bela.forge(mine.post, "arkadia:archive-game:0:0:0:1", [str(there)])
    assert f"no game {there}" in forged.text


async def test_practice_is_listed_to_its_player_alone(world: World) -> None:
    ada, bela, *_ = world.people
    alone = await finished(world, ada, None)
    shared = await finished(world, ada, bela, at=NOVEMBER + DAY)
    assert listed(await ada.run("arkadia-club archive")) == [shared, alone]
    assert listed(await ada.run("arkadia-club archive", player=ada.actor)) == [shared, alone]
    for options in ({}, {"player": ada.actor}):
        assert listed(await bela.run("arkadia-club archive", **options)) == [shared]


async def test_a_game_that_runs_is_not_opened_there(world: World) -> None:
    ada, bela, *_ = world.people
    await finished(world, ada, bela)
    archive = await ada.run("arkadia-club archive")
    await ada.run("arkadia start")
    forged = await ada.forge(archive.post, "arkadia:archive-game:0:0:0:1", ["2"])
    assert "isn't over yet" in forged.text


@pytest.mark.parametrize(
    "custom_id",
    [
        f"arkadia:archive:{'9' * 19}:{'9' * 19}:{'9' * 19}:{'9' * 19}",
        f"arkadia:archive-on:0:3:20261301:{'9' * 19}",
        f"arkadia:games-of:{'9' * 19}",
        f"arkadia:archive-find:{'9' * 19}:{'9' * 19}:{'9' * 19}:{'9' * 19}",
    ],
)
async def test_an_invented_list_is_answered(world: World, custom_id: str) -> None:
    ada, bela, *_ = world.people
    await finished(world, ada, bela)
    archive = await ada.run("arkadia-club archive")
    answer = await ada.forge(archive.post, custom_id)
    assert answer.answered
    if not answer.fields:
        assert "went wrong" not in answer.text


async def test_there_may_be_no_game_yet(world: World) -> None:
    answer = await world.people[0].run("arkadia-club archive")
    assert answer.text.splitlines()[1].startswith("There's no game here.")
