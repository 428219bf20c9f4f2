"""A stored game is replayed by the rules and the edition it began with, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.games.replaying import UnreadableGameError, replay
from db.games.rows import StoredGame
from db.store import Store
from engine import Edition, EngineError, load_edition
from tests.db.real_games import new_game, played, stored


async def loaded(store: Store, number: int) -> StoredGame:
    found = await store.games.load(number)
    assert found is not None
    return found


@pytest.mark.parametrize("actions", [0, 1, 25, 10_000])
async def test_a_game_comes_back_as_it_was(store: Store, actions: int) -> None:
    game = played(7, actions)
    again = replay(await loaded(store, await stored(store, game)))
    assert again.start == game.start
    assert again.actions == game.actions
    assert again.position.view() == game.position.view()


EDITION = load_edition()

CHANGED = {
    "rotated seals": replace(EDITION, ring_seals=(*EDITION.ring_seals[1:], EDITION.ring_seals[0])),
    "a smaller hand": replace(EDITION, hand_size=EDITION.hand_size - 1),
    "more workers": replace(EDITION, own_workers=EDITION.own_workers + 1),
    "another camp": replace(EDITION, camps=EDITION.camps & (EDITION.camps - 1)),
}


@pytest.mark.parametrize("edition", CHANGED.values(), ids=CHANGED.keys())
async def test_an_edition_that_has_changed_is_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch, edition: Edition
) -> None:
    row = await loaded(store, await stored(store, played(7, 30)))
    with monkeypatch.context() as patch:
        patch.setattr("db.games.replaying.load_edition", lambda name: edition)
        with pytest.raises(UnreadableGameError) as caught:
            replay(row)
        assert caught.value.code == "other-edition"
    assert replay(row).version == 30


async def test_an_edition_whose_title_has_changed_is_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = await loaded(store, await stored(store, played(7, 30)))
    retitled = replace(EDITION, title="Arcadia")
    monkeypatch.setattr("db.games.replaying.load_edition", lambda name: retitled)
    assert replay(row).version == 30


async def test_other_rules_are_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    row = await loaded(store, await stored(store, played(7, 30)))
    monkeypatch.setattr("db.games.replaying.RULES_VERSION", 99)
    with pytest.raises(UnreadableGameError, match="version 1 of the rules") as caught:
        replay(row)
    assert caught.value.code == "other-rules"


async def test_a_lobby_is_no_game_yet(store: Store) -> None:
    number = await store.games.open(new_game(played(7, 0).start))
    with pytest.raises(UnreadableGameError) as caught:
        replay(await loaded(store, number))
    assert caught.value.code == "not-begun"


@pytest.mark.parametrize(
    "damage",
    [
        {"edition": "lost"},
        {"deck": "farm/pink"},
        {"deck": ""},
        {"lot": "Z9:4x3"},
        {"setup": "other"},
        {"seats": ()},
    ],
    ids=repr,
)
async def test_what_cannot_be_read_is_an_engine_error(store: Store, damage: dict[str, str]) -> None:
    row = await loaded(store, await stored(store, played(7, 30)))
    with pytest.raises(EngineError):
        replay(replace(row, **damage))  # type: ignore[arg-type]
