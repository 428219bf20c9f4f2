"""What belongs to one person, and a game's theme."""

from dataclasses import replace

import pytest

from db.errors import ConflictError
from db.preferences import Preferences, StoredPlan
from db.store import Store
from db.timers import StoredDue
from tabletop.personal import Personal, Value, flag
from tests.db.samples import END, GUEST, GUILD, HOST, running


async def test_preferences_of_everybody_who_changed_any(store: Store) -> None:
    assert await store.people.all_preferences() == {}
    light = Preferences(theme="light", confirm=False, mention=False, language="de")
    await store.people.set_preferences(HOST, light)
    await store.people.set_preferences(GUEST, Preferences(language="fr"))
    assert await store.people.all_preferences() == {HOST: light, GUEST: Preferences(language="fr")}
    await store.people.set_preferences(HOST, Preferences())
    assert await store.people.all_preferences() == {GUEST: Preferences(language="fr")}


async def test_a_feature_keeps_values_of_people(store: Store) -> None:
    colour, rain = Value("colour", "blue", str), flag("rain", True)
    personal = Personal(store)
    assert (personal.value(HOST, colour), personal.value(HOST, rain)) == ("blue", True)
    await personal.set_value(HOST, colour, "red")
    await personal.set_value(HOST, rain, False)
    await personal.set_value(GUEST, colour, "green")
    await personal.set_value(GUEST, colour, "blue")
    assert await store.people.all_values() == {HOST: {"colour": "red", "rain": "no"}}
    again = Personal(store)
    await again.load()
    assert (again.value(HOST, colour), again.value(HOST, rain)) == ("red", False)
    assert (await store.people.traces(HOST)).values == {"colour": "red", "rain": "no"}
    await store.people.forget(HOST, "Somebody")
    assert await store.people.all_values() == {}


async def test_who_has_finished_a_game(store: Store) -> None:
    game = await running(store)
    assert not await store.people.has_finished(HOST)
    await store.games.append(game, 0, [END], news=True, ended="finished")
    assert await store.people.has_finished(HOST)
    assert await store.people.has_finished(GUEST)
    assert not await store.people.has_finished(GUEST + 1)


async def test_a_note_for_each_game_and_person(store: Store) -> None:
    first, second = await running(store), await running(store)
    await store.people.set_note(first, HOST, "keep the red mill")
    await store.people.set_note(first, GUEST, "sell silver")
    assert await store.people.note(first, HOST) == "keep the red mill"
    assert await store.people.note(first, GUEST) == "sell silver"
    assert await store.people.note(second, HOST) is None
    await store.people.set_note(first, HOST, "sell")
    await store.people.set_note(first, GUEST, None)
    assert await store.people.note(first, HOST) == "sell"
    assert await store.people.note(first, GUEST) is None


async def test_a_turn_is_prepared_replaced_and_forgotten(store: Store) -> None:
    game = await running(store)
    assert await store.people.plan(game, HOST) is None
    await store.people.set_plan(game, HOST, StoredPlan(3, "workers own D4"))
    await store.people.set_plan(game, HOST, StoredPlan(4, "workers own D5"))
    assert await store.people.plan(game, HOST) == StoredPlan(4, "workers own D5")
    assert await store.people.plan(game, GUEST) is None
    await store.people.set_plan(game, HOST, None)
    assert await store.people.plan(game, HOST) is None


def test_a_plan_does_not_print_what_is_hidden() -> None:
    assert "mill" not in repr(StoredPlan(3, "build mill/red A1 draw stack"))


async def test_nothing_about_a_game_that_does_not_exist(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.people.set_note(7, HOST, "where am I")
    with pytest.raises(ConflictError):
        await store.people.set_plan(7, HOST, StoredPlan(1, "pass"))


async def test_a_games_theme_and_language(store: Store) -> None:
    game = await running(store)
    await store.games.set_theme(game, "light")
    [before] = await store.games.find(GUILD, states=["running"])
    await store.games.set_language(game, "nl")
    [row] = await store.games.find(GUILD, states=["running"])
    assert (row.theme, row.language, row.news) == ("light", "nl", before.news + 1)
    stored = await store.games.load(game)
    assert stored is not None
    assert (stored.theme, stored.lot) == ("light", "G5:4x3")


async def test_what_is_due_for_a_person_in_their_games(store: Store) -> None:
    game = await running(store)
    own = StoredDue("ended", 5, GUILD, game, HOST)
    others = (replace(own, user_id=GUEST), replace(own, kind="remind"), replace(own, guild_id=7))
    await store.timers.put(own, *others)
    assert await store.timers.of_person(HOST, "ended") == (own,)
