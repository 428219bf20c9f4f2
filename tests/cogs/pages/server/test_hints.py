"""Advice on a page, where the table allows it."""

import pytest

from tests.cogs.pages.server.visiting import Server, think_little
from tests.tabletop.playing import active, begun


async def asked(server: Server, game: int) -> tuple[int, dict[str, object]]:
    async with server.player(game, await active(server.tables, game)) as visitor:
        answer = await visitor.post(f"/api/play/{game}/hint", version=0)
        return answer.status, answer.data


async def test_a_hint_names_actions_that_are_legal_and_says_why(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)
    game = await begun(server.tables, help="all")
    status, given = await asked(server, game)
    assert status == 200
    position = (await server.tables.get(game)).running_game().position
    ideas = given["ideas"]
    assert isinstance(ideas, list)
    assert ideas
    for idea in ideas:
        assert position.is_legal(position.parse(idea["action"]))
        assert idea["text"][0].isupper(), "the page's list has the numbers"
        assert idea["why"]
    assert given["said"] == []


async def test_a_game_without_hints_refuses_as_in_discord(server: Server) -> None:
    game = await begun(server.tables, help="none")
    status, given = await asked(server, game)
    assert (status, given["said"]) == (422, f"Game {game} is played without hints.")
