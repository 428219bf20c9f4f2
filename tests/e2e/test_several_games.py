"""Who plays several games goes from one to the next, and back through the past of each."""

import io

import pytest
from PIL import Image

from engine.story import scene_at
from lab.tables import command_of
from tests.e2e.forms import start
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match, build_of_unknown_card, one_worker
from tests.e2e.posts import Picture, Post
from tests.e2e.world import World


async def due_in(world: World, count: int) -> tuple[Person, list[Match]]:
    """A person whose turn it is in some games of the same people, the first one waiting longest."""
    ada, matches = world.people[0], list[Match]()
    for _ in range(count):
        matches.append(await Match.begin(world))
        if await matches[-1].active() is not ada:
            await matches[-1].turn()
    return ada, matches


async def lengths(matches: list[Match]) -> list[int]:
    return [len(await match.log()) for match in matches]


@pytest.mark.quick
async def test_a_command_is_carried_out_in_the_game_that_is_chosen(world: World) -> None:
    ada, matches = await due_in(world, 2)
    command, options = command_of(await build_of_unknown_card(matches[1]))
    first, second = await lengths(matches)
    asked = await ada.run(command, confirm=False, **options)
    assert asked.private
    assert asked.text.startswith("Which game? Tap it below.")
    assert f"/{command} " in asked.text
    assert f" card:{options['card']} place:{options['place']}" in asked.text
    assert [*asked.post.buttons] == ["Game 1: Bela", "Game 2: Bela"]
    await world.restart()
    assert "Done:" in told(await ada.press(asked.post, "Game 2: Bela"))
    assert await lengths(matches) == [first, second + 1]


async def test_what_was_typed_is_kept_to_the_letter(world: World) -> None:
    ada, _ = await due_in(world, 2)
    for typed in ("near `it`: red text:True game:1", "two  words"):
        pressed = await ada.press((await ada.run("arkadia board", ask=typed)).post, "Game 2: Bela")
        assert told(pressed) == told(await ada.run("arkadia board", ask=typed, game=2))
    asked = await ada.run("arkadia castle", family="red", ring=3)
    assert "First build" in told(await ada.press(asked.post, "Game 1: Bela"))
    forged = await ada.forge(world.newest(), "arkadia:this-game:2")
    assert refusal(forged) == "Please type the command again, with `game:2`."


async def test_the_next_game_follows_the_end_of_a_turn(world: World) -> None:
    ada, [first, second, third] = await due_in(world, 3)
    await second.do(await one_worker(second), ada)
    ended = await ada.run("arkadia end", game=2)
    panel = await ada.press(ended.post, "Next game (2)")
    assert "**Game 1, turn" in panel.text
    panel = await ada.press(panel.post, "Next game (1)")
    assert "**Game 3, turn" in panel.text
    panel = await ada.press(panel.post, "Next game (1)")
    assert "**Game 1, turn" in panel.text
    for match in (first, third):
        await match.turn()
    refused = refusal(await ada.press(panel.post, "Next game (1)"))
    assert refused == "No other game is waiting for you now."


async def test_one_game_needs_no_way_to_the_next_and_its_turn_is_its_players(world: World) -> None:
    ada, [match] = await due_in(world, 1)
    answer = await world.people[3].press(await match.newest(), "Take your turn")
    assert "You're watching game 1: it's Ada's turn." in refusal(answer)
    assert not any("Next" in label for label in (await ada.run("arkadia turn")).post.buttons)
    await match.do(await one_worker(match))
    ended = await ada.run("arkadia end", game=1)
    assert not any("Next game" in label for label in ended.post.buttons)


async def test_the_game_whose_clock_runs_out_first_comes_first(world: World) -> None:
    ada = world.people[0]
    for clock in ("endless", "relaxed", "daily"):
        match = await Match.begin(world, clock=clock)
        if (await match.active()).id != ada.id:
            await match.turn()
    listed = await ada.run("arkadia games")
    assert [*listed.post.buttons] == ["Game 3", "Game 2", "Game 1"]
    panel = await ada.press(listed.post, "Game 3")
    assert "**Game 2, turn" in (await ada.press(panel.post, "Next game (2)")).text


async def test_the_list_says_whose_turn_it_is_and_leads_there(world: World) -> None:
    ada, [first, *_] = await due_in(world, 2)
    await first.turn()
    bela, chiara = world.people[1:3]
    await start(chiara, seats=3)
    listed = await ada.run("arkadia games")
    waiting, other = listed.text.split("\n")
    turn = (await Match(world, 2).table()).messages["turn"]
    link = f"https://discord.com/channels/{world.guild.id}/{turn.channel_id}/{turn.message_id}"
    assert waiting.startswith(
        f"- [Game 2]({link}) with Bela: **it's your turn**. The turn began <t:"
    )
    assert "with Bela: it's Bela's turn, then yours. Deadline: <t:" in other
    assert [*listed.post.buttons] == ["Game 2", "Game 1"]
    assert (await ada.press(listed.post, "Game 2")).text.startswith("**Game 2, turn")
    assert (await ada.press((await ada.run("arkadia games")).post, "Game 1")).post.pictures
    listed = await bela.run("arkadia games", everybody=True)
    assert "Players so far (1 of 3): Chiara" in listed.text
    await bela.press(listed.post, "Join game 3")
    assert (await Match(world, 3).table()).person(bela.id)


async def test_the_screen_begins_with_what_the_others_did(world: World) -> None:
    match = await Match.begin(world, 3)
    await match.turn()
    panel = await Panel.open(match)
    assert "Turn 1: " in (await match.newest()).text, "one turn alone is told by the message"
    assert "since" not in panel.post.text.casefold()
    assert "Done:" not in panel.post.text
    for seed in range(1, 5):
        await match.turn(seed)
    person, place = await match.active(), await match.place()
    screen = await person.run("arkadia screen", place)
    table = await match.table()
    lines = screen.post.text.splitlines()
    told = lines[lines.index("Since your last turn:") + 1 :][:2]
    for line, turn in zip(told, table.turns_since(4), strict=True):
        assert line.startswith(f"- {table.names[turn.seat]} ")
    waiting = await match.waiting()
    assert "Since your last turn:" not in (await waiting.run("arkadia board", place)).text


async def over(world: World, seats: int = 2) -> Post:
    match = await Match.begin(world, seats)
    await match.finish()
    return await match.newest()


async def test_two_people_who_want_it_play_on_at_once(world: World) -> None:
    last = await over(world)
    ada, bela, _, deniz = world.people
    answer = await deniz.press(last, "Rematch")
    assert refusal(answer).startswith("Only this game's players can ask for a rematch.")
    for _ in range(3):
        answer = await ada.press(world.now(last), custom_id="arkadia:rematch:1")
        assert told(answer).startswith("You've asked for a rematch. It opens as soon as")
    assert len(world.posts()) == 1
    await world.restart()
    answer = await bela.press(world.now(last), "Rematch with Ada")
    assert told(answer).startswith("The rematch is game 2, in <#")
    assert "Rematch" in world.now(last).buttons
    assert "Game 2 of the series. Won so far: " in (await Match(world, 2).newest()).text
    assert told(await ada.press(world.now(last), "Rematch")) == told(answer)
    assert len(world.threads()) == 2


@pytest.mark.quick
async def test_seats_are_kept_and_each_is_called_once(world: World) -> None:
    last = await over(world, 3)
    ada, bela, chiara, deniz = world.people
    await ada.press(last, "Rematch")
    answer = await bela.press(world.now(last), "Rematch with Ada")
    assert told(answer).startswith("You have a seat in game 2, the rematch.")
    lobby = world.newest()
    assert lobby.text.startswith("## Arkadia, game 2: a rematch of game 1")
    assert f"A seat for {chiara.mention}" in lobby.text
    assert lobby.pings == (chiara.id,)
    assert "are reserved" in refusal(await deniz.press(lobby, "Join"))
    await chiara.press(lobby, "Join")
    assert "has begun" in world.now(lobby).text
    assert len(world.posts()) == 2


async def opened(person: Person, match: Match) -> Answer:
    board = await person.press(await match.newest(), "Board")
    answer = await person.press(board.post, "Turn by turn")
    assert answer.private
    assert board.posts == answer.posts  # in its place
    return answer


async def test_a_running_games_past_is_shown_turn_by_turn(world: World) -> None:
    match = await Match.begin(world, 3)
    for seed in range(5):
        await match.turn(seed)
    stranger = world.people[3]
    shown = await opened(stranger, match)
    assert "turn 5 of 5" in shown.text
    assert shown.post.pictures[0].alt.startswith("Turn 5 of 5: ")
    assert shown.post.buttons["▶ Next"].disabled
    texts = {shown.text}
    for number in (4, 3, 2, 1):
        await stranger.press(shown.post, "◀ Back")
        assert f"turn {number} of 5" in shown.text
        texts.add(shown.text)
    assert len(texts) == 5
    await stranger.press(shown.post, "◀ Back")
    assert "how it began" in shown.text
    assert shown.post.buttons["⏮ Start"].disabled
    await stranger.press(shown.post, "▶ Next")
    assert "turn 1 of 5" in shown.text
    await match.turn(9)
    await stranger.press(shown.post, "⏭ Last")
    assert "turn 6 of 6" in shown.text
    await stranger.press(shown.post, "Board")
    assert "Turn by turn" in shown.post.buttons


async def test_each_turn_is_told_as_in_the_log_and_found_by_its_number(world: World) -> None:
    match = await Match.begin(world, 2)
    for seed in range(4):
        await match.turn(seed)
    ada = world.people[0]
    told = (await ada.run("arkadia log", await match.place())).text
    shown = await opened(ada, match)
    for _ in range(4):
        lines = shown.text.splitlines()[1:]
        assert lines
        assert "\n".join(lines) in told
        await ada.press(shown.post, "◀ Back")
    for typed, expected in (
        *(("2", "turn 2 of 4"), (" turn 1", "turn 1 of"), ("99", "turn 4 of 4")),
        ("the last", "from 0 (the start) to 4"),
    ):
        form = await ada.press(shown.post, "Go to turn…")
        assert expected in (await ada.fill(form, turn=typed)).text
    await world.restart()
    await ada.press(shown.post, "⏮ Start")
    assert "how it began" in shown.text


def size_of(picture: Picture) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture.content)).size


async def test_a_board_is_large_and_cards_are_turned_if_asked_for(world: World) -> None:
    match = await Match.begin(world, 2)
    ada, place = world.people[0], await match.place()
    for size, pixels in (({}, (1220, 776)), ({"size": "large"}, (1525, 970))):
        board = await ada.run("arkadia board", place, **size)
        assert size_of(board.post.pictures[0]) == pixels
    straight = await ada.run("arkadia screen", place)
    turned = await ada.run("arkadia screen", place, turn=1)
    assert straight.post.pictures[0].content != turned.post.pictures[0].content
    assert turned.private


@pytest.mark.nightly
async def test_a_finished_game_is_replayed_and_stepped_through(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    ada, place = world.people[0], await match.place()
    early = await ada.run("arkadia record", place, game=match.number)
    assert "Replay" not in early.post.buttons
    await match.end(record)
    final = await match.newest()
    board, charts = final.pictures
    assert size_of(board) == size_of(charts) == (1220, 776)
    assert "turn by turn" in charts.alt
    shown = await ada.press(final, "Replay")
    assert shown.private
    [animation] = shown.post.pictures
    assert animation.name.endswith(".gif")
    assert len(animation.content) <= 8 * 1024 * 1024, "Discord plays no more"
    assert getattr(Image.open(io.BytesIO(animation.content)), "n_frames", 1) > 1
    assert [*shown.post.buttons] == ["⏮ Start", "◀ Back", "▶ Next", "⏭ Last", "Go to turn…"]
    last = scene_at(record.start, record.actions, 10_000).number
    await ada.press(shown.post, "◀ Back")
    assert f"turn {last - 1} of {last}" in shown.text
    [picture] = shown.post.pictures
    assert picture.name.endswith(".png")
    assert "Gold from sales: " in picture.alt
    await ada.press(shown.post, "⏭ Last")
    assert f"turn {last} of {last}" in shown.text
    assert shown.post.buttons["▶ Next"].disabled
