"""Finished games are found again and opened by two presses, by those who may know of them."""

import pytest

from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.people import Answer, refusal
from tests.e2e.permissions import only_seen_by
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
    assert all(part in page.text for part in (f"wins game {first}", "from the final sale"))
    end, by_turn = page.post.pictures
    assert "1. " in end.alt
    assert "turn by turn" in by_turn.alt
    assert {"Replay", "Review my turns", "Record", "Back"} <= {*page.post.buttons}
    assert (await bela.press(page.post, "Record")).post.pictures[0].name == f"arkadia-{first}.json"
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
    assert list(await ada.suggestions("arkadia-club archive", "when")) == ["2026-11", "2026-09"]
    assert "`2026-11`" in refusal(await ada.run("arkadia-club archive", when="someday"))
    mine = await chiara.run("arkadia-club player")
    assert listed(await chiara.press(mine.post, "Games")) == [new]


async def test_many_games_have_pages_and_a_way_to_each(world: World) -> None:
    ada, bela, *_ = world.people
    numbers = [await finished(world, ada, bela, at=NOVEMBER + place * DAY) for place in range(23)]
    numbers.reverse()
    first = await ada.run("arkadia-club archive", player=bela.actor)
    assert first.post.buttons["Later"].disabled
    assert listed(first) == numbers[:10]
    page = first
    for button, begin in (("Earlier", 10), ("Earlier", 20), ("Later", 10), ("Later", 0)):
        page = await ada.press(page.post, button)
        assert listed(page) == numbers[begin : begin + 10]
        disabled = (page.post.buttons["Later"].disabled, page.post.buttons["Earlier"].disabled)
        assert disabled == (begin == 0, begin == 20)
    second = await ada.press(page.post, "Earlier")
    page = await ada.fill(await ada.press(second.post, "Go to game…"), game=f"game {numbers[-1]}")
    assert f"game {numbers[-1]}" in page.text
    assert listed(await ada.press(page.post, "Back")) == numbers[10:20]
    nowhere = await ada.fill(await ada.press(second.post, "Go to game…"), game="the last one")
    assert "no game" in nowhere.text


async def test_who_cannot_see_the_place_does_not_know_of_its_games(world: World) -> None:
    ada, bela, chiara, _ = world.people
    secret = world.guild.create_text_channel("secret")
    only_seen_by(world, secret, chiara.id, roles=False)
    await world.env.settle()
    there = await finished(world, ada, chiara, channel=secret.id)
    here = await finished(world, ada, chiara, at=NOVEMBER + DAY)
    assert listed(await chiara.run("arkadia-club archive")) == [here, there]
    mine = await bela.run("arkadia-club archive")
    assert listed(mine) == [here]
    assert "2026-11" in await bela.suggestions("arkadia-club archive", "when")
    forged = await bela.forge(mine.post, "arkadia:archive-game:0:0:0:1", [str(there)])
    assert f"no game {there}" in forged.text
    # Practice is listed to its player alone.
    alone = await finished(world, ada, None, at=NOVEMBER + 2 * DAY)
    for options in ({}, {"player": ada.actor}):
        assert listed(await ada.run("arkadia-club archive", **options)) == [alone, here, there]
        assert listed(await bela.run("arkadia-club archive", **options)) == [here]


async def test_what_is_not_there_is_answered(world: World) -> None:
    ada, bela, *_ = world.people
    nothing = (await ada.run("arkadia-club archive")).text
    assert nothing.splitlines()[1].startswith("There's no game here.")
    await finished(world, ada, bela)
    archive = await ada.run("arkadia-club archive")
    for custom_id in (
        f"archive:{'9' * 19}:{'9' * 19}:{'9' * 19}:{'9' * 19}",
        f"archive-on:0:3:20261301:{'9' * 19}",
        f"games-of:{'9' * 19}",
        f"archive-find:{'9' * 19}:{'9' * 19}:{'9' * 19}:{'9' * 19}",
    ):
        answer = await ada.forge(archive.post, f"arkadia:{custom_id}")
        assert answer.answered
        assert answer.fields or "went wrong" not in answer.text
    await ada.run("arkadia start")
    running = await ada.forge(archive.post, "arkadia:archive-game:0:0:0:1", ["2"])
    assert "You can do that once game" in running.text
