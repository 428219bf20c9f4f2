"""Advice on a page, where the table allows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from players.player import Budget
from players.thinking import Question, ThinkingPool
from tests.tabletop.playing import active, begun
from tests.web.server.visiting import Server


async def asked(server: Server, game: int) -> tuple[int, dict[str, object]]:
    async with server.player(game, await active(server.tables, game)) as visitor:
        answer = await visitor.post(f"/api/play/{game}/hint", version=0)
        return answer.status, answer.data


async def test_a_hint_names_actions_that_are_legal_and_says_why(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def quick(_: ThinkingPool, __: Question, budget: Budget, work: Any, *rest: Any) -> Any:
        return work(*rest, replace(budget, playouts=2))

    monkeypatch.setattr(ThinkingPool, "ask", quick)
    game = await begun(server.tables, help="all")
    status, given = await asked(server, game)
    assert status == 200
    position = (await server.tables.get(game)).running_game().position
    actions = given["actions"]
    assert isinstance(actions, list)
    assert actions
    for action in actions:
        assert position.is_legal(position.parse(action))
    assert isinstance(given["said"], list)
    assert given["said"][0] == "Ideas, game 1:"


async def test_a_game_without_hints_refuses_as_in_discord(server: Server) -> None:
    game = await begun(server.tables, help="none")
    status, given = await asked(server, game)
    assert (status, given["said"]) == (422, f"Game {game} is played without hints.")
