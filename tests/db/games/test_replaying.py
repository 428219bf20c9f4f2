"""A stored game is replayed by the rules and the edition it began with, or not at all."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.games.replaying import UnreadableGameError, replay
from db.store import Store
from engine import SHELF, Edition, EditionError, EngineError, Game, edition_files, load_edition
from engine.edition_files import BUILT_IN, edition_from_json
from engine.edition_rules import FACTS, finding
from engine.edition_writing import compact, edition_data
from engine.random_play import random_action, random_start
from tests.db.real_games import new_game, played, stored
from tests.db.samples import whole
from tests.editions import SMALL
from tests.engine.scenes import EDITION
from tests.visiting import rows


@pytest.mark.parametrize("actions", [0, 25, 10_000])
async def test_a_game_comes_back_as_it_was(store: Store, actions: int) -> None:
    game = played(7, actions)
    again = replay(await whole(store, await stored(store, game)))
    assert (again.start, again.actions) == (game.start, game.actions)
    assert again.position.view() == game.position.view()


def corrected(**changes: Any) -> str:
    return json.dumps(json.loads(load_edition().text) | changes)


CORRECTIONS = {
    "another camp": {"camps": [*json.loads(load_edition().text)["camps"][:-1], "A1"]},
    "a smaller hand": {"hand": 3},
    "more workers": {"workers": {**json.loads(load_edition().text)["workers"], "start": 4}},
}


@pytest.fixture(autouse=True)
def own_editions_again() -> Iterator[None]:
    yield
    SHELF.look_in(BUILT_IN)


@pytest.mark.parametrize("changes", CORRECTIONS.values(), ids=CORRECTIONS.keys())
@pytest.mark.parametrize("revision", [1, 2])
async def test_a_game_is_played_by_the_edition_it_began_with_when_its_file_is_corrected(
    store: Store, tmp_path: Path, changes: dict[str, Any], revision: int
) -> None:
    game = played(7, 30)
    number = await stored(store, game)
    (tmp_path / "ours.json").write_text(corrected(revision=revision, **changes), "utf-8")
    SHELF.look_in(tmp_path, default="ravensburger-2006")
    assert load_edition().fingerprint != EDITION.fingerprint
    again = replay(await whole(store, number))
    assert (again.actions, again.start.edition.fingerprint) == (game.actions, EDITION.fingerprint)


async def test_a_game_needs_no_file_of_its_edition(store: Store) -> None:
    game = Game(random_start(SMALL, "free", 2, Random(3)))
    number = await stored(store, game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SHELF, "_unoffered", {})
        again = replay(await whole(store, number))
    assert again.start.edition is not SMALL
    assert compact(again.start.edition) == compact(SMALL)


async def test_what_an_edition_says_is_kept_once(store: Store) -> None:
    for seed in range(3):
        await stored(store, played(seed, 3))
    assert rows(store.place)["editions"] == [(EDITION.fingerprint, compact(EDITION))]


async def test_what_cannot_be_read_is_refused_and_told_why(store: Store) -> None:
    row = await whole(store, await stored(store, played(7, 30)))
    lobby = await whole(store, await store.games.open(new_game(played(7, 0).start)))
    for refused, code, why in (
        (replace(row, edition_text=compact(SMALL)), "other-edition", "the edition"),
        (replace(row, rules_version=99), "other-rules", "version 99 of the rules"),
        (lobby, "not-begun", "not begun"),
    ):
        with pytest.raises(UnreadableGameError, match=why) as caught:
            replay(refused)
        assert caught.value.code == code
    damages: tuple[dict[str, Any], ...] = (
        *({"deck": "farm/pink"}, {"deck": ""}, {"lot": "Z9:4x3"}, {"setup": "other"}),
        *({"edition_text": "{}"}, {"seats": ()}),
    )
    for damage in damages:
        with pytest.raises(EngineError):
            replay(replace(row, **damage))


def check_strictly(patch: pytest.MonkeyPatch) -> None:
    """Refuses every edition, and asks for one more fact, as if checks had become stricter."""
    patch.setattr(
        edition_files, "parsed", lambda text: (json.loads(text), [finding("lot-nowhere")])
    )
    patch.setattr(edition_files, "FACTS", {**FACTS, "smell": "how the box smells"})


@pytest.mark.parametrize("edition", [SMALL, EDITION], ids=lambda edition: edition.id)
async def test_a_game_is_played_on_when_checks_of_editions_became_stricter(
    store: Store, monkeypatch: pytest.MonkeyPatch, edition: Edition
) -> None:
    text = json.dumps(edition_data(edition) | {"title": "Not checked before"})
    game = Game(random_start(edition_from_json(text), "free", 2, Random(3)))
    for rng in map(Random, range(30)):
        game.apply(random_action(game.position, rng))
    number = await stored(store, game)
    check_strictly(monkeypatch)
    with pytest.raises(EditionError, match="lot"):
        edition_from_json(compact(game.start.edition))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SHELF, "_unoffered", {})
        patch.setattr(SHELF, "_by_id", {})
        again = replay(await whole(store, number))
    assert (again.actions, again.position.seals) == (game.actions, game.position.seals)
    assert compact(again.start.edition) == compact(game.start.edition)
    assert pickle.loads(pickle.dumps(again.start.edition)) is again.start.edition


async def test_an_edition_with_a_corrected_title_is_the_same(store: Store, tmp_path: Path) -> None:
    row = await whole(store, await stored(store, played(7, 30)))
    (tmp_path / "ours.json").write_text(corrected(title="Arcadia"), "utf-8")
    SHELF.look_in(tmp_path)
    assert replay(row).start.edition.title == "Arcadia"
