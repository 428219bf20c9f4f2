"""A position a day: one private answer in the panel or by a command, then what was best."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import discord
import pytest

from bot import EXTENSIONS, ArkadiaBot
from db.daily.rows import StoredAnswer
from delivery.dispatcher import LONGEST_REST_S
from engine.actions import Banner, Build, Castle, End, Workers
from engine.view import Phase
from players.daily.puzzle import Puzzle
from runtime.settings import Settings
from tabletop.daily.positions import in_file
from tabletop.daily.service import BATCH, LEAST_TOLD
from tests.e2e.answers import refusal, told
from tests.e2e.loading import QuickBot
from tests.e2e.people import Person
from tests.e2e.world import Place, World
from tests.often import often
from tests.tabletop.playing import Clock
from ui.daily.texts import date_of

HOUR = 3_600_000
DAY = 24 * HOUR
KNOWN = in_file()
FIRST = min(KNOWN)
SILENT = 4096


def of_kind(phase: Phase, kind: type = object) -> Puzzle:
    """The first position of the file with such a decision."""
    return next(
        puzzle
        for puzzle in KNOWN.values()
        if puzzle.position.phase is phase and isinstance(puzzle.action, kind)
    )


@pytest.fixture
def clock() -> Clock:
    return Clock((FIRST + 1) * DAY + 9 * HOUR)


@pytest.fixture
def make_bot(database: Path, clock: Clock, rng: Random) -> Callable[[], ArkadiaBot]:
    # None is made meanwhile, for minutes of thinking: tests/tabletop/daily/test_supply.py does.
    settings = Settings(token="", database=database, daily_ahead=0)
    return lambda: QuickBot(settings, EXTENSIONS, clock=clock, rng=rng)


@pytest.fixture
def moderator(world: World) -> Person:
    return world.newcomer("mod", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def news(world: World) -> Place:
    """A channel that everybody sees."""
    return world.guild.create_text_channel("news")


def typed(puzzle: Puzzle, action: object) -> tuple[str, dict[str, object]]:
    """The command that gives an action as the answer."""
    match action:
        case Build(card, _, _):
            squares = str(action).split(" draw ")[0].split(" ", 2)[2]
            return "arkadia-daily build", {"card": str(card), "place": squares}
        case Workers():
            found = re.fullmatch(r"workers(?: own ([^a-z]+?))?(?: neutral ([^a-z]+))?", str(action))
            assert found is not None
            own, neutral = found.groups()
            return "arkadia-daily workers", {
                **({"own": own} if own else {}),
                **({"neutral": neutral} if neutral else {}),
            }
        case Castle(family, ring):
            return "arkadia-daily castle", {"family": family, "ring": ring}
        case End():
            return "arkadia-daily end", {}
        case Banner(sale):
            return "arkadia-daily banner", dict(sale)
    raise AssertionError(f"no answer: {action}")


async def at(world: World, clock: Clock, now: int) -> None:
    """It is that time, and what is due was looked at."""
    clock.now = now
    await world.env.advance_time(LONGEST_REST_S + 1)


@pytest.mark.parametrize("day", often(sorted(KNOWN)[:4], min(KNOWN)))
async def test_the_best_answer_is_typed_and_found(world: World, clock: Clock, day: int) -> None:
    ada, *_ = world.people
    clock.now = day * DAY + 9 * HOUR
    question = await ada.run("arkadia-daily show")
    assert question.private
    assert "what is best?" in told(question) or "is best, and where?" in told(question)
    command, options = typed(KNOWN[day], KNOWN[day].action)
    answer = await ada.run(command, **options)
    assert answer.private
    assert "You found the best move" in told(answer)
    assert "Best: " in told(answer)
    assert "🔥 1`" in told(answer)
    again = await ada.run("arkadia-daily show")
    assert told(again) == told(answer)
    assert world.posts() == []


@pytest.mark.quick
async def test_the_panel_asks_and_takes_one_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.MUST, Build)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, bela, *_ = world.people
    question = await ada.run("arkadia-daily show")
    assert "Undo" not in question.post.buttons
    assert question.post.pictures[0].alt
    card = next(label for label, one in question.post.buttons.items() if not one.disabled)
    laid = await ada.press(question.post, card)
    assert "Your first answer counts" in told(laid)
    assert await world.bot.services.daily.answer_of(ada.id, puzzle.day) is None
    command, options = typed(puzzle, puzzle.action)
    other = await ada.run(command, **{**options, "place": "A1"})
    assert refusal(other)
    await ada.run(command, **options)
    # The panel of before shows what came of the answer, whatever is pressed in it.
    late = await ada.press(laid.post, next(iter(laid.post.buttons)))
    assert "You found the best move" in told(late)
    assert "what is best?" in told(await bela.run("arkadia-daily show"))


async def test_a_castle_piece_is_shown_before_it_is_the_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CASTLE)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    question = await ada.run("arkadia-daily show")
    shown = await ada.choose(
        question.post,
        next(iter(question.post.menus[0].choices)),
        custom_id=question.post.menus[0].custom_id,
    )
    assert await world.bot.services.daily.answer_of(ada.id, puzzle.day) is None
    await ada.press(shown.post, "Place")
    assert await world.bot.services.daily.answer_of(ada.id, puzzle.day) is not None


async def test_ending_the_turn_in_the_panel_is_an_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    answer = await ada.press((await ada.run("arkadia-daily show")).post, "End turn")
    right = isinstance(puzzle.action, End)
    assert ("You found the best move" if right else "There is a better move") in told(answer)
    assert ("less: end the turn." in told(answer)) is not right


async def test_what_is_typed_is_suggested_from_the_position(world: World, clock: Clock) -> None:
    ada, *_ = world.people
    puzzle = of_kind(Phase.MUST, Build)
    clock.now = puzzle.day * DAY + 9 * HOUR
    hand = {str(card) for card in puzzle.position.hands[puzzle.position.active]}
    assert set((await ada.suggestions("arkadia-daily build", "card", "")).values()) == hand
    _, options = typed(puzzle, puzzle.action)
    card, place = str(options["card"]), str(options["place"])
    places = await ada.suggestions("arkadia-daily build", "place", place, card=card)
    assert place in places.values()
    assert await ada.suggestions("arkadia-daily workers", "own", "")
    castle = of_kind(Phase.CASTLE)
    day = date_of(castle.day).isoformat()
    clock.now = (castle.day + 1) * DAY + 9 * HOUR
    assert KNOWN[castle.day + 1].position.phase is not Phase.CASTLE
    assert day in (await ada.suggestions("arkadia-daily castle", "day", "")).values()
    assert isinstance(castle.action, Castle)
    rings = await ada.suggestions("arkadia-daily castle", "ring", "", day=day)
    assert castle.action.ring in rings.values()
    families = await ada.suggestions("arkadia-daily castle", "family", "", day=day)
    assert castle.action.family in families.values()
    assert await ada.suggestions("arkadia-daily castle", "ring", "", day="yesterday") == {}


async def test_two_presses_at_once_are_one_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    question = await ada.run("arkadia-daily show")
    async with world.at_once():
        pressed = await ada.press(question.post, "End turn")
        typed_too = await ada.run("arkadia-daily banner", everything=True)
    assert told(pressed) == told(typed_too)
    kept = (await world.bot.services.daily.standing(ada.id)).answers
    assert len(kept) == 1


async def test_an_hour_after_midnight_still_counts_and_later_does_not(
    world: World, clock: Clock
) -> None:
    puzzle = of_kind(Phase.CAN)
    ada, bela, *_ = world.people
    clock.now = puzzle.day * DAY + 23 * HOUR
    questions = [(await person.run("arkadia-daily show")).post for person in (ada, bela)]
    clock.now = (puzzle.day + 1) * DAY + HOUR // 2
    answer = await ada.press(questions[0], "End turn")
    assert "🔥 1`" in told(answer)
    clock.now = (puzzle.day + 1) * DAY + 2 * HOUR
    late = await bela.press(questions[1], "End turn")
    assert "An answer after its day changes neither" in told(late)
    assert (await world.bot.services.daily.standing(bela.id)).streak == 0
    assert await world.bot.services.tables.store.daily.counted(puzzle.day) == 1


async def test_days_to_come_and_days_without_a_position_are_refused(
    world: World, clock: Clock
) -> None:
    ada, *_ = world.people
    for day in ("2999-01-01", "2001-01-01"):
        assert "no position of that day" in refusal(await ada.run("arkadia-daily show", day=day))
    assert "typed such as" in refusal(await ada.run("arkadia-daily show", day="yesterday"))
    clock.now = (max(KNOWN) + 1) * DAY
    assert "no further positions" in refusal(await ada.run("arkadia-daily show"))
    object.__setattr__(world.bot.services.settings, "daily_ahead", 3)
    assert "is being made" in refusal(await ada.run("arkadia-daily show"))


async def test_the_archive_opens_earlier_days(world: World, clock: Clock) -> None:
    ada, *_ = world.people
    archive = await ada.run("arkadia-daily archive")
    assert "You answered 0 positions and found 0. Your rating is 1000." in told(archive)
    opened = await ada.choose(archive.post, str(FIRST))
    assert "**Position of 25 Nov 2026: you play" in told(opened)
    command, options = typed(KNOWN[FIRST], KNOWN[FIRST].action)
    answer = await ada.run(command, **options, day="2026-11-25")
    again = await ada.press(answer.post, "Earlier positions")
    assert "You answered 1 position and found 1. Your rating is 1000." in told(again)


async def test_answers_are_exported_and_forgotten(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, bela, *_ = world.people
    daily = world.bot.services.daily
    for person in (ada, bela):
        await daily.answer(person.id, world.guild.id, puzzle, puzzle.action)
    exported = await ada.press((await ada.run("arkadia privacy")).post, "Export")
    [file] = exported.post.pictures
    assert f'"choice": "{puzzle.best}"' in file.content.decode()
    assert str(bela.id) not in file.content.decode()
    shown = await ada.press((await ada.run("arkadia privacy")).post, "Forget me…")
    await ada.press(shown.post, "Forget me for good")
    assert (await daily.standing(ada.id)).answers == ()
    assert len((await daily.standing(bela.id)).answers) == 1


async def test_what_others_chose_is_told_of_many_answers_only(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    daily = world.bot.services.daily
    for person in range(1, LEAST_TOLD):
        await daily.answer(person, 0, puzzle, puzzle.action)
    assert await daily.shares(puzzle.day) is None
    odd = End() if puzzle.best != "end" else puzzle.position.parse("banner")
    await daily.answer(LEAST_TOLD, 0, puzzle, odd)
    shares = await daily.shares(puzzle.day)
    assert shares is not None
    # One answer alone is told of nobody, not even without a name.
    assert shares.choices == ((puzzle.best, LEAST_TOLD - 1),)
    own = await daily.shares(puzzle.day, without=1)
    assert own is not None
    assert (own.answers, own.choices) == (LEAST_TOLD - 1, ((puzzle.best, LEAST_TOLD - 2),))
    for person in range(LEAST_TOLD + 1, LEAST_TOLD + BATCH):
        await daily.answer(person, 0, puzzle, odd)
        assert await daily.shares(puzzle.day) == shares
    await daily.answer(LEAST_TOLD + BATCH, 0, puzzle, odd)
    assert (await daily.shares(puzzle.day)) != shares
    ada, *_ = world.people
    command, options = typed(puzzle, puzzle.action)
    assert "found it (15 answers)" in told(await ada.run(command, **options))


async def test_an_answer_of_who_is_blocked_is_for_that_person_alone(
    world: World, clock: Clock, moderator: Person
) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    await moderator.run("arkadia-admin block", person=ada.actor)
    assert "better move" in told(await ada.run("arkadia-daily end")) or puzzle.best == "end"
    kept = await world.bot.services.daily.answer_of(ada.id, puzzle.day)
    assert isinstance(kept, StoredAnswer)
    assert not kept.counted
    assert await world.bot.services.tables.store.daily.counted(puzzle.day) == 0


async def test_a_channel_is_told_each_morning_silently_and_once(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, *_ = world.people
    assert "No channel gets" in told(await moderator.run("arkadia-admin daily"))
    answer = await moderator.run("arkadia-admin daily", channel=news)
    assert f"<#{news.id}> gets a position every day, silently" in told(answer)
    [announced] = world.posts(news)
    assert announced.payload["flags"] & SILENT
    day = FIRST + 2
    await at(world, clock, day * DAY + 5 * HOUR)
    assert len(world.posts(news)) == 1
    await at(world, clock, day * DAY + 6 * HOUR + 1)
    _, post = world.posts(news)
    assert post.payload["flags"] & SILENT
    assert post.pings == ()
    assert "Arkadia, position of" in post.text
    assert list(post.buttons) == ["Answer"]
    await world.restart()
    await at(world, clock, day * DAY + 8 * HOUR)
    assert len(world.posts(news)) == 2
    assert (await ada.press(post, "Answer")).private
    # A bot that was away for a day tells of the last one alone, and the button before goes.
    await at(world, clock, (day + 2) * DAY + 7 * HOUR)
    assert len(world.posts(news)) == 3
    assert not world.posts(news)[1].buttons
    assert "No channel" in told(await moderator.run("arkadia-admin daily", off=True))
    await at(world, clock, (day + 3) * DAY + 7 * HOUR)
    assert len(world.posts(news)) == 3


async def test_a_position_that_is_missing_is_told_of_as_soon_as_it_is_made(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, *_ = world.people
    day = max(KNOWN) + 1
    clock.now = (day - 1) * DAY + 7 * HOUR
    await moderator.run("arkadia-admin daily", channel=news)
    for hour in (6, 7, 8):
        await at(world, clock, day * DAY + hour * HOUR + 1)
        assert len(world.posts(news)) == 1
        assert "no further positions" in refusal(await ada.run("arkadia-daily show"))
    await world.bot.services.daily.positions.keep(replace(KNOWN[FIRST], day=day))
    await at(world, clock, day * DAY + 9 * HOUR + 1)
    _, post = world.posts(news)
    assert (await ada.press(post, "Answer")).private
    await at(world, clock, day * DAY + 10 * HOUR + 1)
    assert len(world.posts(news)) == 2


async def test_a_deleted_message_and_a_deleted_channel_do_no_harm(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin daily", channel=news)
    day = FIRST + 2
    await at(world, clock, day * DAY + 6 * HOUR + 1)
    await world.delete(world.newest(news))
    await at(world, clock, (day + 1) * DAY + 6 * HOUR + 1)
    assert "Arkadia, position of" in world.newest(news).text
    await world.delete_place(news)
    await at(world, clock, (day + 2) * DAY + 6 * HOUR + 1)
    assert "No channel" in told(await moderator.run("arkadia-admin daily"))


async def test_what_a_channel_sees_has_nothing_of_a_screen(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await moderator.run("arkadia-admin daily", channel=news)
    await at(world, clock, (FIRST + 2) * DAY + 6 * HOUR + 1)
    post = world.newest(news)
    puzzle = KNOWN[FIRST + 2]
    assert puzzle.best not in post.text
    [picture] = post.pictures
    assert picture.alt
    assert "behind your screen" not in picture.alt.lower()
    assert "your hand" not in picture.alt.lower()
