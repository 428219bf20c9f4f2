"""A game goes on from a turn of another: asked for, begun, and nobody's but its players'."""

import json
from random import Random

import pytest

from cogs.branches import Branches, NewBranch
from db.games.rows import StoredSeat
from db.store import Store
from engine.errors import EngineError
from engine.game import played_turns
from engine.record import Record
from i18n.translation import ENGLISH
from lab.tables import tables_on
from tabletop.tables import Tables
from tests.e2e.finished import finished
from tests.e2e.playing import Match, against, until_a_person_is_due
from tests.e2e.world import World
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, begun, finish, play_turn
from ui.features import features_of, together


@pytest.mark.slow
async def test_two_presses_begin_one_game_whose_record_says_where(world: World) -> None:
    ada, bela, *_ = world.people
    number = await finished(world, bela, ada)
    table = await world.bot.services.tables.get(number)
    turn = table.own_turns(1)[-1]
    ways = together([one.at_turn(table, turn, ENGLISH) for one in features_of(world.bot)])
    [button] = ways.buttons
    assert button.label == f"Try turn {turn} again"
    assert button.custom_id is not None
    board = await ada.run("arkadia board", game=number)
    known, posts = {thread.id for thread in world.threads()}, len(world.posts())
    async with world.at_once():
        answer, same = [await ada.forge(board.post, button.custom_id) for _ in range(2)]
    [thread] = [thread for thread in world.threads() if thread.id not in known]
    assert f"goes on from turn {turn} of game {number}" in answer.text
    assert [f"<#{thread.id}>" in one.text for one in (answer, same)] == [True, True]
    assert len(world.posts()) == posts, "nothing of it in the channel"
    [post] = world.posts(thread)
    assert post.text.startswith(f"<@{ada.id}>, your turn in game {number + 1}: the game begins.")
    assert f"It goes on from turn {turn} of game {number}" in post.text
    assert "Turn 1:" not in post.text
    assert post.pictures
    assert f"turn {turn}" in (await ada.press(answer.post, "Take your turn")).text
    assert await world.bot.store.games.load(number + 2) is None
    # Once it was played on, a press begins another one.
    match = Match(world, number + 1)
    await match.turn()
    assert f"Game {number + 2} " in (await ada.forge(board.post, button.custom_id)).text
    assert len(world.threads()) == len(known) + 2
    while not (table := await until_a_person_is_due(match)).running_game().position.over:
        await match.turn()
    record = await ada.through("arkadia record", "As a file", game=match.number)
    told = json.loads(record.post.pictures[0].content)
    assert told["continues"] == {"game": number, "turn": turn}
    assert Record.from_json(json.dumps(told)).replay() == table.running_game().position


async def test_turns_are_played_and_taken_back_in_practice(world: World) -> None:
    ada = world.people[0]
    match = await against(world, "apprentice")
    first = (await until_a_person_is_due(match)).running_game().position.turn
    panel = await ada.press(await match.newest(), "Take your turn")
    assert "Take back turns…" not in panel.post.buttons
    # The master builder plays one.
    answer = await ada.press(panel.post, "Play it for me")
    assert f"played turn {first} of game 1 for you" in answer.text
    assert answer.text.count("\n- ") == answer.text.count("\n  ") > 0
    assert (await until_a_person_is_due(match)).running_game().position.turn == first + 2
    assert "Take back turns…" in answer.post.buttons
    await match.turn()
    await until_a_person_is_due(match)
    place = await match.place()
    panel = await ada.press(await match.newest(), "Take your turn")
    typed = await ada.through("arkadia record", "Take back turns…", place)
    asked = await ada.press(panel.post, "Take back turns…")
    assert typed.post.menus[0].choices == asked.post.menus[0].choices
    assert [*asked.post.menus[0].choices] == [str(first + 2), str(first)]
    answer = await ada.choose(asked.post, str(first))
    assert f"goes on from turn {first} of game 1" in answer.text
    texts = [post.text for post in world.posts(place)]
    assert any("is over without a result: turns were taken back" in text for text in texts)
    assert any(f"It goes on from turn {first} of game 1" in text for text in texts)
    assert "wasn't yours" in (await ada.forge(panel.post, f"arkadia:try-again:2:{first + 1}")).text
    # Where its thread was deleted, the next one has a place of its own and says so.
    again = Match(world, 2)
    await again.turn()
    await until_a_person_is_due(again)
    await world.delete_place(place)
    record = await ada.run("arkadia record", game=2)
    answer = await ada.forge(record.post, f"arkadia:try-again:2:{first}")
    post = await Match(world, 3).newest()
    assert f"It goes on from turn {first} of game 2" in post.text
    assert f"Game 3 in <#{post.channel}> goes on from turn {first} of game 2" in answer.text


async def test_nobody_has_turns_played_among_people(world: World) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    panel = await person.press(await match.newest(), "Take your turn")
    assert "Hint" in panel.post.buttons
    assert "Play it for me" not in panel.post.buttons
    refused = await person.run("arkadia hint", await match.place(), play=True)
    assert "all your opponents are computers" in refused.text
    assert await match.log() == []


async def test_a_forged_choice_is_refused(world: World) -> None:
    post = await (await against(world, "apprentice")).newest()
    for value in (["x"], [""], ["-1"], ["1e9"], ["9" * 5000], ["0", "1"], ["²"]):
        answer = await world.people[0].forge(post, "arkadia:back-to-turn:1", value)
        assert answer.private, value
        assert "Something went wrong" not in answer.text, value
    assert await world.bot.store.games.load(2) is None


ADAS = NewBranch(user=ADA, name="Ada", channel=99, level="mason", language="de")


async def test_a_game_begins_in_the_middle_of_another(store: Store) -> None:
    def full_name(pattern: str, language: str, name: str) -> str:
        return f"{name} ({language})"

    tables = tables_on(store, lambda: 1_000, Random(1), full_name=full_name)
    number = await begun(tables, BELA, CHIARA)
    over = await finish(tables, number)
    own, whole = over.own_seat(ADA), over.running_game()
    turns = played_turns(whole.start, whole.actions)
    for turn in (own.seat + 1, over.own_turns(own.seat)[-1]):
        table, _ = await Branches(tables).play_again(number, turn, ADAS)
        tables.cache.forget(table.number)
        table = await tables.get(table.number, GUILD)
        row = table.row
        assert (row.state, row.begun_in, row.begun_turn) == ("running", number, turn)
        assert (row.channel_id, row.thread_id, table.is_practice) == (99, None, True)
        assert table.active == StoredSeat(own.seat, ADA, "Ada", own.colour)
        assert {seat.level for seat in table.seats if seat.user_id is None} == {"mason"}
        assert len(set(table.names)) == 3
        assert [name.endswith(" (de)") for name in table.names].count(True) == 2
        game, before = table.running_game(), (one for one in turns if one.number < turn)
        actions = tuple(ply.action for one in before for ply in one.plies)
        assert tuple(game.actions) == actions
        then = Record(whole.start, actions).replay()
        assert game.position.observe(own.seat) == then.observe(own.seat)
        await finish(tables, table.number)
    assert (await tables.get(number)).row.state == "finished"


async def test_a_game_of_one_person_goes_on_elsewhere_from_an_earlier_turn(tables: Tables) -> None:
    over = await finish(tables, await begun(tables))
    own = over.own_seat(ADA)
    turn = own.seat + 1
    again, _ = await Branches(tables).play_again(over.number, turn, ADAS)
    number = again.number
    await tables.display.set_thread(number, 98)
    assert (await play_turn(tables, number)).turns_to_go_back(own.seat) == [turn]
    other, _ = await Branches(tables).play_again(number, turn, ADAS)
    assert other.running_game().position.turn == turn
    assert (other.row.begun_in, other.row.channel_id, other.row.thread_id) == (number, 99, 98)
    assert [seat.name for seat in other.seats] == [seat.name for seat in again.seats]
    old = await tables.get(number)
    assert (old.row.state, old.row.reason) == ("cancelled", "turns were taken back")


async def test_nobody_plays_again_what_is_not_theirs(tables: Tables) -> None:
    running = await begun(tables)
    over = await finish(tables, await begun(tables, BELA))
    own = over.own_seat(ADA)
    for number, turn, user, code in (
        (running, 1, ADA, "not-practice"),
        *((over.number, turn, ADA, "not-own-turn") for turn in (own.seat + 2, 0, 9_999)),
        (over.number, 1, CHIARA, "not-seated"),
    ):
        again = NewBranch(user, "X", CHANNEL, "mason", "en")
        with pytest.raises(EngineError) as refused:
            await Branches(tables).play_again(number, turn, again)
        assert refused.value.code == code
