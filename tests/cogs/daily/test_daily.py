"""A position a day: one private answer in the panel, then what was best."""

from dataclasses import dataclass, field, replace

import pytest

from cogs.daily.service import BATCH, LEAST_TOLD, Daily, DailySettings, Shares, in_file
from cogs.daily.store import counted
from cogs.daily.texts import date_of
from delivery.dispatcher import LONGEST_REST_S
from engine.actions import Action, Build, Castle, End
from engine.view import Phase
from players.daily import Puzzle
from tests.e2e.forms import set_to, setting_of, turn_off
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.posts import Post
from tests.e2e.world import Place, WallClock, World
from tests.nightly import nightly_except

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
def wall() -> WallClock:
    wall = WallClock()
    wall.ahead = (FIRST + 1) * DAY + 9 * HOUR - wall()
    return wall


def it_is(world: World, day: int, hour: float = 9) -> None:
    world.wall.ahead += round(day * DAY + hour * HOUR) - world.wall()


async def comes(world: World, day: int, hour: float) -> None:
    """It is that time, and what is due was looked at."""
    it_is(world, day, hour)
    await world.env.advance_time(LONGEST_REST_S + 1)


async def asked(world: World, person: Person, puzzle: Puzzle) -> Post:
    it_is(world, puzzle.day)
    return (await person.run("arkadia-daily")).post


async def answered(world: World, person: Person, puzzle: Puzzle, **day: str) -> Answer:
    """What came of a position after its best choice was made in the panel."""
    opened = await person.run("arkadia-daily", **day)
    panel = Panel(Asked(world, puzzle), person, opened.post)
    await panel.do(puzzle.action)
    if isinstance(puzzle.action, Castle):  # shown before it is the answer
        await panel.press("do")
    return await person.run("arkadia-daily", **day)


@pytest.mark.parametrize("day", nightly_except(sorted(KNOWN)[:4], min(KNOWN)))
async def test_the_best_answer_is_found(world: World, day: int) -> None:
    ada, *_ = world.people
    it_is(world, day)
    question = told(await ada.run("arkadia-daily"))
    assert "what's best?" in question or "is best, and where?" in question
    answer = told(await answered(world, ada, KNOWN[day]))
    assert all(part in answer for part in ("You found the best move", "Best: ", "🔥 1`"))
    assert told(await ada.run("arkadia-daily")) == answer
    assert world.posts() == []


@pytest.mark.quick
async def test_the_panel_asks_and_takes_one_answer(world: World) -> None:
    puzzle = of_kind(Phase.MUST, Build)
    ada, bela, *_ = world.people
    question = await asked(world, ada, puzzle)
    assert "Undo" not in question.buttons
    assert question.pictures[0].alt
    card = next(label for label, one in question.buttons.items() if not one.disabled)
    laid = await ada.press(question, card)
    assert "Your first answer counts" in told(laid)
    assert await world.bot.services[Daily].answer_of(ada.id, puzzle.day) is None
    await answered(world, ada, puzzle)
    # The panel of before shows what came of the answer, whatever is pressed in it.
    late = await ada.press(laid.post, next(iter(laid.post.buttons)))
    assert "You found the best move" in told(late)
    assert "what's best?" in told(await bela.run("arkadia-daily"))


async def test_a_castle_piece_is_shown_before_it_is_the_answer(world: World) -> None:
    puzzle, daily, ada = of_kind(Phase.CASTLE), world.bot.services[Daily], world.people[0]
    question = await asked(world, ada, puzzle)
    menu = question.menus[0]
    shown = await ada.choose(question, next(iter(menu.choices)), custom_id=menu.custom_id)
    assert await daily.answer_of(ada.id, puzzle.day) is None
    await ada.press(shown.post, "Place")
    assert await daily.answer_of(ada.id, puzzle.day) is not None


async def test_two_presses_are_one_and_of_the_blocked_none(world: World, moderator: Person) -> None:
    puzzle, daily = of_kind(Phase.CAN), world.bot.services[Daily]
    ada, bela, *_ = world.people
    question = await asked(world, ada, puzzle)
    async with world.at_once():
        pressed = await ada.press(question, "End turn")
        again = await ada.press(question, "End turn")
    assert told(pressed) == told(again)
    right = isinstance(puzzle.action, End)
    assert ("You found the best move" if right else "There's a better move") in told(again)
    assert ("less: end the turn." in told(again)) is not right
    assert len((await daily.standing(ada.id)).answers) == 1
    await moderator.run("arkadia-admin block", person=bela.actor)
    await bela.press(await asked(world, bela, puzzle), "End turn")
    kept = await daily.answer_of(bela.id, puzzle.day)
    assert kept is not None
    assert (kept.found, kept.counted) == (right, False)
    assert await world.bot.services.tables.store.ask(counted, puzzle.day) == 1


async def test_an_hour_after_midnight_counts_and_later_does_not(world: World) -> None:
    puzzle = of_kind(Phase.CAN)
    ada, bela, *_ = world.people
    it_is(world, puzzle.day, 23)
    questions = [(await person.run("arkadia-daily")).post for person in (ada, bela)]
    it_is(world, puzzle.day + 1, 0.5)
    assert "🔥 1`" in told(await ada.press(questions[0], "End turn"))
    it_is(world, puzzle.day + 1, 2)
    late = await bela.press(questions[1], "End turn")
    assert "Late answers don't change your rating or your streak." in told(late)
    assert (await world.bot.services[Daily].standing(bela.id)).streak == 0
    assert await world.bot.services.tables.store.ask(counted, puzzle.day) == 1


async def test_days_to_come_or_without_a_position_are_refused(world: World) -> None:
    ada, *_ = world.people
    assert await ada.suggestions("arkadia-daily", "day", "yesterday") == {}
    for day in ("2999-01-01", "2001-01-01"):
        assert "no position for that day" in refusal(await ada.run("arkadia-daily", day=day))
    assert "Type a day like this" in refusal(await ada.run("arkadia-daily", day="yesterday"))
    it_is(world, max(KNOWN) + 1)
    none = await ada.run("arkadia-daily")
    assert "There's no position of the day" in refusal(none)
    assert "You've answered 0" in told(await ada.press(none.post, "Earlier positions"))
    world.bot.services.add(DailySettings())
    assert "isn't ready yet" in refusal(await ada.run("arkadia-daily"))


async def test_the_archive_opens_earlier_days(world: World) -> None:
    ada, *_ = world.people
    archive = await ada.press((await ada.run("arkadia-daily")).post, "Earlier positions")
    assert "You've answered 0 positions and got 0 right. Your rating is 1000." in told(archive)
    opened = await ada.choose(archive.post, str(FIRST))
    assert "**Position for 25 Nov 2026: you play" in told(opened)
    assert FIRST_DAY in (await ada.suggestions("arkadia-daily", "day", "")).values()
    answer = await answered(world, ada, KNOWN[FIRST], day=FIRST_DAY)
    again = await ada.press(answer.post, "Earlier positions")
    assert "You've answered 1 position and got 1 right. Your rating is 1000." in told(again)


async def test_what_others_chose_is_told_of_many_answers_only(world: World) -> None:
    puzzle, daily = of_kind(Phase.CAN), world.bot.services[Daily]
    it_is(world, puzzle.day)
    for person in range(1, LEAST_TOLD):
        await daily.answer(person, 0, puzzle, puzzle.action)
    assert await daily.shares(puzzle.day) is None
    odd = End() if puzzle.best != "end" else puzzle.position.parse("banner")
    await daily.answer(LEAST_TOLD, 0, puzzle, odd)
    # One answer alone is told of nobody, not even without a name.
    shares = Shares(LEAST_TOLD, ((puzzle.best, LEAST_TOLD - 1),))
    assert await daily.shares(puzzle.day) == shares
    own = await daily.shares(puzzle.day, without=1)
    assert own == Shares(LEAST_TOLD - 1, ((puzzle.best, LEAST_TOLD - 2),))
    for person in range(LEAST_TOLD + 1, LEAST_TOLD + BATCH):
        await daily.answer(person, 0, puzzle, odd)
        assert await daily.shares(puzzle.day) == shares
    await daily.answer(LEAST_TOLD + BATCH, 0, puzzle, odd)
    assert (await daily.shares(puzzle.day)) != shares
    answer = await answered(world, world.people[0], puzzle)
    assert "Others (15 answers): 60% found the best move" in told(answer)


OFF = "- Position of the day: off"


async def test_a_channel_is_told_each_morning(world: World, moderator: Person, news: Place) -> None:
    ada, day = world.people[0], FIRST + 2
    assert OFF in told(await setting_of(moderator, "daily"))
    answer = await set_to(moderator, "daily", news)
    assert f"- Position of the day: <#{news.id}>" in told(answer)
    await comes(world, day, 5)
    [announced] = world.posts(news)
    await comes(world, day, 7)
    _, post = world.posts(news)
    for one in (announced, post):
        assert one.payload["flags"] & SILENT
        assert one.pings == ()
    assert "Arkadia, position for" in post.text
    assert KNOWN[day].best not in post.text
    assert list(post.buttons) == ["Answer"]
    [picture] = post.pictures
    assert picture.alt
    assert not [part for part in ("behind your screen", "your hand") if part in picture.alt.lower()]
    await world.restart()
    await comes(world, day, 8)
    assert len(world.posts(news)) == 2
    assert (await ada.press(post, "Answer")).private
    # A bot that was away for a day tells of the last one alone, and the button before goes.
    await comes(world, day + 2, 7)
    _, before, last = world.posts(news)
    assert not before.buttons
    assert OFF in told(await turn_off(moderator, "daily"))
    await comes(world, day + 3, 7)
    assert len(world.posts(news)) == 3
    # A deleted message and a deleted channel do no harm.
    await set_to(moderator, "daily", news)
    await world.delete(last)
    await comes(world, day + 4, 7)
    assert "Arkadia, position for" in world.newest(news).text
    await world.delete_place(news)
    await comes(world, day + 5, 7)
    assert OFF in told(await setting_of(moderator, "daily"))


async def test_what_is_missing_is_told_later(world: World, moderator: Person, news: Place) -> None:
    ada, day = world.people[0], max(KNOWN) + 1
    it_is(world, day - 1, 7)
    await set_to(moderator, "daily", news)
    for hour in (6, 7.5, 9):  # it is tried again an hour after the last time
        await comes(world, day, hour)
        assert len(world.posts(news)) == 1
        assert "There's no position of the day" in refusal(await ada.run("arkadia-daily"))
    await world.bot.services[Daily].positions.keep(replace(KNOWN[FIRST], day=day))
    await comes(world, day, 10.5)
    _, post = world.posts(news)
    assert (await ada.press(post, "Answer")).private
    await comes(world, day, 12)
    assert len(world.posts(news)) == 2
