"""A position a day: one private answer in the panel, then what was best."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from bot import EXTENSIONS, ArkadiaBot
from cogs.daily.service import BATCH, LEAST_TOLD, Daily, DailySettings, in_file
from cogs.daily.store import StoredAnswer, counted
from cogs.daily.texts import date_of
from delivery.dispatcher import LONGEST_REST_S
from engine.actions import Action, Build, Castle, End
from engine.view import Phase
from players.daily import Puzzle
from runtime.settings import Settings
from tests.e2e.forms import set_to, setting_of, turn_off
from tests.e2e.loading import QuickBot
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.world import Place, World
from tests.nightly import nightly_except
from tests.tabletop.playing import Clock

HOUR = 3_600_000
DAY = 24 * HOUR
KNOWN = in_file()
FIRST = min(KNOWN)
FIRST_DAY = date_of(FIRST).isoformat()
SILENT = 4096


@dataclass
class Asked:
    """A position of the day in the place of a match: it can be played in the panel."""

    world: World
    game_asked: Puzzle
    done: list[Action] = field(default_factory=list)

    async def game(self) -> Puzzle:
        return self.game_asked


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
    # None is made meanwhile, for minutes of thinking: test_supply.py does.
    settings = Settings(token="", database=database)
    return lambda: QuickBot(settings, EXTENSIONS, clock=clock, rng=rng)


async def answered(world: World, person: Person, puzzle: Puzzle, **day: str) -> Answer:
    """What came of a position after its best choice was made in the panel."""
    opened = await person.run("arkadia-daily", **day)
    panel = Panel(Asked(world, puzzle), person, opened.post)
    await panel.do(puzzle.action)
    if isinstance(puzzle.action, Castle):  # shown before it is the answer
        await panel.press("do")
    return await person.run("arkadia-daily", **day)


async def at(world: World, clock: Clock, now: int) -> None:
    """It is that time, and what is due was looked at."""
    clock.now = now
    await world.env.advance_time(LONGEST_REST_S + 1)


@pytest.mark.parametrize("day", nightly_except(sorted(KNOWN)[:4], min(KNOWN)))
async def test_the_best_answer_is_found(world: World, clock: Clock, day: int) -> None:
    ada, *_ = world.people
    clock.now = day * DAY + 9 * HOUR
    question = await ada.run("arkadia-daily")
    assert question.private
    assert "what's best?" in told(question) or "is best, and where?" in told(question)
    answer = await answered(world, ada, KNOWN[day])
    assert answer.private
    assert "You found the best move" in told(answer)
    assert "Best: " in told(answer)
    assert "🔥 1`" in told(answer)
    again = await ada.run("arkadia-daily")
    assert told(again) == told(answer)
    assert world.posts() == []


@pytest.mark.quick
async def test_the_panel_asks_and_takes_one_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.MUST, Build)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, bela, *_ = world.people
    question = await ada.run("arkadia-daily")
    assert "Undo" not in question.post.buttons
    assert question.post.pictures[0].alt
    card = next(label for label, one in question.post.buttons.items() if not one.disabled)
    laid = await ada.press(question.post, card)
    assert "Your first answer counts" in told(laid)
    assert await world.bot.services[Daily].answer_of(ada.id, puzzle.day) is None
    await answered(world, ada, puzzle)
    # The panel of before shows what came of the answer, whatever is pressed in it.
    late = await ada.press(laid.post, next(iter(laid.post.buttons)))
    assert "You found the best move" in told(late)
    assert "what's best?" in told(await bela.run("arkadia-daily"))


async def test_a_castle_piece_is_shown_before_it_is_the_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CASTLE)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    question = await ada.run("arkadia-daily")
    shown = await ada.choose(
        question.post,
        next(iter(question.post.menus[0].choices)),
        custom_id=question.post.menus[0].custom_id,
    )
    assert await world.bot.services[Daily].answer_of(ada.id, puzzle.day) is None
    await ada.press(shown.post, "Place")
    assert await world.bot.services[Daily].answer_of(ada.id, puzzle.day) is not None


async def test_ending_the_turn_in_the_panel_is_an_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    answer = await ada.press((await ada.run("arkadia-daily")).post, "End turn")
    right = isinstance(puzzle.action, End)
    assert ("You found the best move" if right else "There is a better move") in told(answer)
    assert ("less: end the turn." in told(answer)) is not right


async def test_two_presses_at_once_are_one_answer(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    question = await ada.run("arkadia-daily")
    async with world.at_once():
        pressed = await ada.press(question.post, "End turn")
        again = await ada.press(question.post, "End turn")
    assert told(pressed) == told(again)
    kept = (await world.bot.services[Daily].standing(ada.id)).answers
    assert len(kept) == 1


async def test_an_hour_after_midnight_counts_and_later_does_not(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    ada, bela, *_ = world.people
    clock.now = puzzle.day * DAY + 23 * HOUR
    questions = [(await person.run("arkadia-daily")).post for person in (ada, bela)]
    clock.now = (puzzle.day + 1) * DAY + HOUR // 2
    answer = await ada.press(questions[0], "End turn")
    assert "🔥 1`" in told(answer)
    clock.now = (puzzle.day + 1) * DAY + 2 * HOUR
    late = await bela.press(questions[1], "End turn")
    assert "A late answer changes neither" in told(late)
    assert (await world.bot.services[Daily].standing(bela.id)).streak == 0
    assert await world.bot.services.tables.store.ask(counted, puzzle.day) == 1


async def test_days_to_come_or_without_a_position_are_refused(world: World, clock: Clock) -> None:
    ada, *_ = world.people
    assert await ada.suggestions("arkadia-daily", "day", "yesterday") == {}
    for day in ("2999-01-01", "2001-01-01"):
        assert "no position for that day" in refusal(await ada.run("arkadia-daily", day=day))
    assert "Type a day like this" in refusal(await ada.run("arkadia-daily", day="yesterday"))
    clock.now = (max(KNOWN) + 1) * DAY
    none = await ada.run("arkadia-daily")
    assert "There's no position of the day" in refusal(none)
    assert "You've answered 0" in told(await ada.press(none.post, "Earlier positions"))
    world.bot.services.add(DailySettings())
    assert "isn't ready yet" in refusal(await ada.run("arkadia-daily"))


async def test_the_archive_opens_earlier_days(world: World, clock: Clock) -> None:
    ada, *_ = world.people
    archive = await ada.press((await ada.run("arkadia-daily")).post, "Earlier positions")
    assert "You've answered 0 positions and got 0 right. Your rating is 1000." in told(archive)
    opened = await ada.choose(archive.post, str(FIRST))
    assert "**Position of 25 Nov 2026: you play" in told(opened)
    assert FIRST_DAY in (await ada.suggestions("arkadia-daily", "day", "")).values()
    answer = await answered(world, ada, KNOWN[FIRST], day=FIRST_DAY)
    again = await ada.press(answer.post, "Earlier positions")
    assert "You've answered 1 position and got 1 right. Your rating is 1000." in told(again)


async def test_answers_are_exported_and_forgotten(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, bela, *_ = world.people
    daily = world.bot.services[Daily]
    for person in (ada, bela):
        await daily.answer(person.id, world.guild.id, puzzle, puzzle.action)
    exported = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Export")
    [file] = exported.post.pictures
    assert f'"choice": "{puzzle.best}"' in file.content.decode()
    assert str(bela.id) not in file.content.decode()
    shown = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Forget me…")
    await ada.press(shown.post, "Forget me for good")
    assert (await daily.standing(ada.id)).answers == ()
    assert len((await daily.standing(bela.id)).answers) == 1


async def test_what_others_chose_is_told_of_many_answers_only(world: World, clock: Clock) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    daily = world.bot.services[Daily]
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
    assert "found the best move (15 answers)" in told(await answered(world, ada, puzzle))


async def test_an_answer_of_who_is_blocked_is_for_that_person_alone(
    world: World, clock: Clock, moderator: Person
) -> None:
    puzzle = of_kind(Phase.CAN)
    clock.now = puzzle.day * DAY + 9 * HOUR
    ada, *_ = world.people
    await moderator.run("arkadia-admin block", person=ada.actor)
    answer = await ada.press((await ada.run("arkadia-daily")).post, "End turn")
    assert "better move" in told(answer) or puzzle.best == "end"
    kept = await world.bot.services[Daily].answer_of(ada.id, puzzle.day)
    assert isinstance(kept, StoredAnswer)
    assert not kept.counted
    assert await world.bot.services.tables.store.ask(counted, puzzle.day) == 0


async def test_a_channel_is_told_each_morning_silently_and_once(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, *_ = world.people
    assert "- Position of the day: off" in told(await setting_of(moderator, "daily"))
    answer = await set_to(moderator, "daily", news)
    assert f"- Position of the day: <#{news.id}>" in told(answer)
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
    assert "- Position of the day: off" in told(await turn_off(moderator, "daily"))
    await at(world, clock, (day + 3) * DAY + 7 * HOUR)
    assert len(world.posts(news)) == 3


async def test_a_position_that_is_missing_is_told_of_as_soon_as_it_is_made(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    ada, *_ = world.people
    day = max(KNOWN) + 1
    clock.now = (day - 1) * DAY + 7 * HOUR
    await set_to(moderator, "daily", news)
    for hour in (6, 7, 8):
        await at(world, clock, day * DAY + hour * HOUR + 1)
        assert len(world.posts(news)) == 1
        assert "There's no position of the day" in refusal(await ada.run("arkadia-daily"))
    await world.bot.services[Daily].positions.keep(replace(KNOWN[FIRST], day=day))
    await at(world, clock, day * DAY + 9 * HOUR + 1)
    _, post = world.posts(news)
    assert (await ada.press(post, "Answer")).private
    await at(world, clock, day * DAY + 10 * HOUR + 1)
    assert len(world.posts(news)) == 2


async def test_a_deleted_message_and_a_deleted_channel_do_no_harm(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await set_to(moderator, "daily", news)
    day = FIRST + 2
    await at(world, clock, day * DAY + 6 * HOUR + 1)
    await world.delete(world.newest(news))
    await at(world, clock, (day + 1) * DAY + 6 * HOUR + 1)
    assert "Arkadia, position of" in world.newest(news).text
    await world.delete_place(news)
    await at(world, clock, (day + 2) * DAY + 6 * HOUR + 1)
    assert "- Position of the day: off" in told(await setting_of(moderator, "daily"))


async def test_what_a_channel_sees_has_nothing_of_a_screen(
    world: World, clock: Clock, moderator: Person, news: Place
) -> None:
    await set_to(moderator, "daily", news)
    await at(world, clock, (FIRST + 2) * DAY + 6 * HOUR + 1)
    post = world.newest(news)
    puzzle = KNOWN[FIRST + 2]
    assert puzzle.best not in post.text
    [picture] = post.pictures
    assert picture.alt
    assert "behind your screen" not in picture.alt.lower()
    assert "your hand" not in picture.alt.lower()
