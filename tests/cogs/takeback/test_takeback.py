"""Taking back by agreement through Discord: asked, agreed on by all, told, and played once more."""

from cogs.takeback import SLIPS
from tests.e2e.forms import start
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World
from ui.services import services_in


async def ask(match: Match, person: Person) -> Answer:
    """A person would like to take back their last turn."""
    board = await person.press(await match.newest(), "Board")
    shown = await person.press(board.post, "Take back my turn…")
    return await person.press(shown.post, "Ask the others")


async def friendly(world: World, seats: int = 3) -> Match:
    """A game that does not count, in its second round."""
    host, *others = world.people[:seats]
    await start(host, seats=seats)
    lobby = services_in(world.bot).tables.lobby
    await lobby.change(1, host.id, {"leaving_counts": False}, None)
    for other in others:
        await other.press(world.newest(), "Join")
    await host.press(world.newest(), "Begin")
    match = Match(world, 1)
    for _ in range(seats):
        await match.turn()
    return match


async def test_a_turn_goes_back_once_all_agree_and_its_cards_come_again(world: World) -> None:
    match = await friendly(world)
    first, played = await match.active(), await match.turn()
    after = await match.turn()
    watch, log = Watch(match), await match.log()
    place = await match.place()
    board = await first.run("arkadia board", place, text=True)
    shown = await first.press(board.posts[-1], "Take back my turn…")
    assert not any(post.pictures for post in (*board.posts, shown.post))
    assert shown.private
    assert "If you take back turn 4, this will be undone:" in shown.text
    assert "Cards you've already seen come up again in the same order." in shown.text
    answer = told(await first.press(shown.post, "Ask the others"))
    assert answer.startswith("Turn 4 is undone once everybody agrees. Still to agree: ")
    question = await match.newest()
    assert f"{first.name.capitalize()} would like to take back turn 4." in question.text
    assert question.pings == ()
    await world.restart()
    async with world.at_once():
        for one in world.people[:3]:
            if one is not first:
                await one.press(question, "Agree")
    back = await match.newest()
    assert back.text.startswith(f"{first.mention}, your turn in game 1: turn 4 was taken back.")
    assert back.pings == (first.id,)
    assert await match.log() == [*log, "takeback 4"]
    await world.restart()
    board = await first.run("arkadia board", place, text=True)
    assert f"turn 4: **{first.name.capitalize()}**" in board.posts[0].text
    await match.play([*played, *after])  # legal: the stack has the same cards
    assert (await match.game()).turn.number == 6
    assert await watch.look() == []
    again = await first.forge(await match.newest(), "arkadia:take-back-ask:1:4:6")
    assert "already been taken back once" in refusal(again)


async def test_one_no_or_a_turn_that_ends_is_the_end_of_the_question(world: World) -> None:
    match = await friendly(world)
    first = await match.active()
    await match.turn()
    second = await match.active()
    await ask(match, first)
    question = await match.newest()
    assert "won't be taken back" in told(await second.press(question, "No"))
    assert "would like" not in (await match.newest()).text
    await ask(match, first)
    asked = await match.newest()
    await match.turn()
    assert "would like" not in (await match.newest()).text
    late = await second.forge(asked, asked.buttons["Agree"].custom_id)
    assert "That's already settled" in refusal(late)
    stranger = world.people[3]
    assert refusal(await stranger.forge(asked, asked.buttons["Agree"].custom_id))


async def test_who_agreed_beforehand_is_not_asked_within_a_minute(world: World) -> None:
    match = await friendly(world, 2)
    first, second = await match.active(), await match.waiting()
    await services_in(world.bot).personal.set_value(second.id, SLIPS, True)
    await match.turn()
    assert "was taken back" in told(await ask(match, first))
    assert (await match.active()) is first
    for _ in range(3):
        await match.turn()
    await world.later(minutes=2)
    assert "once everybody agrees" in told(await ask(match, first))


async def test_a_game_that_counts_needs_its_lobby_to_allow_it_and_a_turn(world: World) -> None:
    ada, bela, *_ = world.people
    await start(ada, seats=2)
    tables = services_in(world.bot).tables
    await tables.lobby.change(1, ada.id, {"leaving_counts": True}, None)
    for label in ("Allow take-backs", "No take-backs"):
        shown = await ada.press(world.newest(), "Settings…")
        said = told(await ada.press(shown.post, label))
    assert said.startswith("Turns can't be taken back")
    lobby = world.newest()
    assert "taken back" not in lobby.text
    await ada.press((await ada.press(lobby, "Settings…")).post, "Allow take-backs")
    assert "Turns can be taken back if everybody agrees." in world.newest().text
    await bela.press(world.newest(), "Join")
    await ada.press(world.newest(), "Begin")
    match = Match(world, 1)
    first, newest = await match.active(), await match.newest()
    board = await first.press(newest, "Board")
    assert "Take back my turn…" not in board.post.buttons  # no turn yet
    assert "You don't have a turn" in refusal(await first.forge(newest, "arkadia:take-back:1"))
    await match.turn()
    assert "once everybody agrees" in told(await ask(match, first))
