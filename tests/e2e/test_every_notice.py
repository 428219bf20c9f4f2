"""Whatever fails or comes twice while something is told or done: it is told and done once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from db.outbox import CHANGES
from db.timers import StoredDue
from delivery.outbox import Outbox
from engine.actions import Banner, End
from lab.tables import command_of
from tabletop.lobby import LOBBY
from tabletop.turn_time import CLOCK, RETURN
from tests.e2e import notices
from tests.e2e.commands import leaves
from tests.e2e.forms import forget, setting_of, start
from tests.e2e.notices import moderator
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match, one_worker
from tests.e2e.sent import Recorder
from tests.e2e.twice import Deliveries, delivering
from tests.e2e.world import ALL_RETRIES, World
from tests.features import beside_features
from tests.nightly import nightly_except
from tests.visiting import rows
from ui.public.announcement import ROLE_FREE
from ui.public.places import THREAD
from ui.public.thread_board import BOARD_SOON, NAME_SOON

KINDS: Final = dict(notices.KINDS)
SILENT: Final = {CLOCK, RETURN, LOBBY, THREAD, ROLE_FREE, BOARD_SOON, NAME_SOON}
"""Timers that say nothing themselves: what they lead to is a kind of notice, or a change."""

for module in beside_features("notices"):
    KINDS.update(module.KINDS)
    SILENT.update(module.SILENT)

PRIVATE: Final = re.compile(r"/(interactions|webhooks|applications|users|gateway|oauth2)")

REFUSED: Final = {
    "503": (503, 0),
    "50013": (403, 50013),
    "40333": (403, 40333),
    "50001": (403, 50001),
    "locked": (400, 50083),
    "full": (400, 160006),
    "wording": (400, 200001),
    "unknown": (403, 987654),
}
"""Discord's refusals, one or more of each cause: the status and the code."""

HOW: Final = (*REFUSED, "lost", "killed before", "killed after")
"""Discord refuses a request; it is carried out and answered too late, or not at all; the bot is
killed before it is carried out, or when it was and nothing is noted."""


@dataclass
class Fault:
    """Breaks the so-manieth request for the public."""

    world: World
    recorder: Recorder
    number: int
    how: str
    count: int = 0  # the requests so far

    def __call__(self, method: str, path: str) -> None:
        if PRIVATE.match(path):
            return
        self.count += 1
        if self.count != self.number:
            return
        if self.how == "killed before":
            raise asyncio.CancelledError
        if self.how == "killed after":
            self.recorder.dying.append((method, path))
        elif self.how == "lost":
            self.world.lose_answer(method, path)
        else:
            status, code = REFUSED[self.how]
            fault = {"method": method, "path": path, "status": status, "code": code}
            self.world.env.backend.faults.append({**fault, "message": self.how, "times": 1})


async def tell(world: World, recorder: Recorder, kind: str, number: int, how: str) -> int:
    """Tells a kind of notice, of which one request fails; how many requests it took at first."""
    case = KINDS[kind]
    await case.prepare(world)
    recorder.before = fault = Fault(world, recorder, number, how)
    with suppress(asyncio.CancelledError):  # what causes it may be killed itself
        await case.cause(world)
    count = fault.count
    if how.startswith("killed"):
        await world.crash()
    for _ in range(3):
        await world.later(seconds=ALL_RETRIES)
    assert await world.bot.store.outbox.unsaid(1 << 62) == ()
    await case.judge(world)
    return count


async def test_every_kind_that_is_registered_is_here(world: World) -> None:
    registered = set(world.bot.services.dispatcher._handlers) - set(CHANGES) - SILENT
    assert registered == {case.told for case in KINDS.values()}


@pytest.mark.parametrize("kind", KINDS)
async def test_it_is_told_without_a_fault(world: World, recorder: Recorder, kind: str) -> None:
    assert await tell(world, recorder, kind, 0, "") == KINDS[kind].requests


def faults() -> Iterator[Any]:
    """Each request of each kind, which fails in each way.

    One way is tried in each run of the tests, another for the next request; all in the night.
    """
    requests = ((kind, n) for kind, case in KINDS.items() for n in range(1, case.requests + 1))
    for place, (kind, number) in enumerate(requests):
        for which, how in enumerate(HOW):
            seldom = (which - 2 * place) % len(HOW)
            yield pytest.param(kind, number, how, marks=pytest.mark.nightly if seldom else ())


@pytest.mark.parametrize(("kind", "number", "how"), [*faults()])
async def test_it_is_told_once(
    world: World, recorder: Recorder, kind: str, number: int, how: str
) -> None:
    assert await tell(world, recorder, kind, number, how) >= number


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_kill_leaves_no_retry(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = KINDS[kind]
    await case.prepare(world)
    world.fail("POST", "/channels/*/messages", status=503)
    await case.cause(world)
    assert await failing(world)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(Outbox, "_forget", killed)
    await world.later(seconds=60)
    left = await failing(world)
    monkeypatch.undo()
    await world.crash()
    assert left == []


async def failing(world: World) -> list[StoredDue]:
    kinds = world.bot.services.dispatcher._handlers
    dues = await world.bot.store.timers.next(kinds, limit=100)
    return [due for due in dues if due.attempts]


NOT_COMPARED: Final = frozenset(("outages", "settings"))  # tables in which signs of life stand

TWICE: Final = "I got this twice, but only did it once."
FAILED: Final = "Something went wrong"

READING: Final = frozenset(
    (
        *("arkadia turn", "arkadia screen", "arkadia board", "arkadia log", "arkadia games"),
        *("arkadia rules", "arkadia help", "arkadia record"),
        *("arkadia-club player", "arkadia-club ranking", "arkadia-club archive", "arkadia-daily"),
        # what these ask first is done by a button, which is delivered twice here
        *("arkadia-league show", "arkadia-solo games", "arkadia-solo rules", "arkadia-solo daily"),
    )
)
"""Commands that change nothing."""

OF_TURNS: Final = frozenset(("arkadia build", "arkadia castle"))
"""Commands that carry out an action as ``workers`` and ``banner`` do, by the same function."""

AFTER_A_RESTART: Final = ("log", "seats", "votes", "invited", "entrants", "league_tables")
"""What is the same when a restart came between. Else that may be saved twice which changes nothing
for people, such as until when somebody is away or that a message is to show how things stand."""


def compared(world: World, restarts: bool) -> Mapping[str, object]:
    """What is kept, by table; after a restart only what people would notice."""
    found = rows(world.bot.store.place)
    if not restarts:
        return {table: kept for table, kept in found.items() if table not in NOT_COMPARED}
    created = {table: len(found[table]) for table in ("games", "leagues", "messages")}
    return created | {table: found[table] for table in AFTER_A_RESTART}


@dataclass
class Evening:
    """Steps of people, each delivered twice."""

    world: World
    deliveries: Deliveries
    # what happens between the two deliveries; None to deliver both at once
    between: Callable[[], Awaitable[None]] | None
    # whether that is the end of the process, after which what was done is told by how things stand
    restarts: bool
    done: set[str]  # the commands that were run, and the words of the custom ids that were pressed

    async def twice(self, step: Awaitable[Answer], what: str = "") -> Answer:
        since = len(self.world.sent)
        self.deliveries.twice = self.between is None
        answer = await step
        self.deliveries.twice = False
        self.done.add(what or str(self.deliveries.last["data"].get("custom_id")).split(":")[1])
        given = self.deliveries.answers(since)
        if self.between is None:
            assert len(given) == 2
            assert TWICE in str(given[1])
            return answer
        assert len(given) == 1
        await self.between()
        kept, since = compared(self.world, self.restarts), len(self.world.sent)
        await self.deliveries.again()
        assert compared(self.world, self.restarts) == kept
        [again] = map(str, self.deliveries.answers(since))
        assert TWICE in again or (self.restarts and "content" in again and FAILED not in again)
        posted = ("POST", "/channels/")
        assert not [one for one in self.world.sent[since:] if (one.method, one.path[:10]) == posted]
        return answer

    async def run(self, person: Person, command: str, /, **options: object) -> Answer:
        return await self.twice(person.run(command, **options), command)

    async def press(self, person: Person, label: str, answer: Answer | None = None) -> Answer:
        """Press a button of a private answer, else of the newest message that has it."""
        if answer is not None:
            return await self.twice(person.press(answer.post, label))
        post = next(post for post in self.world.posts()[::-1] if label in post.buttons)
        return await self.twice(person.press(post, label))


async def lobby(evening: Evening) -> None:
    ada, bela, chiara, deniz = evening.world.people
    await evening.run(ada, "arkadia start")
    await evening.press(bela, "Join")
    await evening.press(chiara, "Join")
    await evening.press(chiara, "Leave")
    post = evening.world.newest()
    [menu] = post.menus
    await evening.twice(ada.choose(post, "journeyman", custom_id=menu.custom_id))
    await evening.press(ada, "Remove computer player")
    screen = await evening.run(ada, "arkadia lobby", game=1)
    form = await ada.press(screen.post, "Language and background…")
    await evening.twice(ada.fill(form, language="en", theme="light"))
    await evening.press(ada, "Message lost? Post it again", screen)
    page = await ada.press(screen.post, "Settings…")
    form = await ada.press(page.post, "Seats…")
    await evening.twice(ada.fill(form, **form.opened | {"seats": "3"}))
    await evening.press(ada, "Begin")
    await start(chiara, seats=2)
    await evening.twice(deniz.decide("join", game=2), "join")
    await evening.press(chiara, "Begin", await chiara.run("arkadia lobby", game=2))
    await start(chiara, seats=2)
    await evening.press(chiara, "Cancel")


async def turns(evening: Evening) -> None:
    match = Match(evening.world, 1)
    active = await match.active()
    place = await match.place()
    command, options = command_of(await one_worker(match))
    assert command == "arkadia workers"
    for _ in range(2):
        await evening.twice(active.run(command, place, **options), command)
        await evening.twice(active.run("arkadia undo", place), "arkadia undo")
    await evening.twice(active.run(command, place, **options), command)
    await evening.twice(active.run("arkadia banner", place), "arkadia banner")
    await evening.twice(active.run("arkadia end", place), "arkadia end")
    panel = await Panel.open(match)
    action = await one_worker(match)
    await panel.show(action, (await match.game()).position)
    for verb in ("do", "end"):
        custom_id = panel.button(verb).custom_id
        answer = await evening.twice(panel.person.press(panel.post, custom_id=custom_id))
        panel.post = answer.post
    log = await match.log()
    assert log[-2:] == [str(action), str(End())]
    assert len([entry for entry in log if entry == str(Banner(()))]) <= 1
    waiting = await match.waiting()
    form = await waiting.through("arkadia screen", "Note…", game=1)
    await evening.twice(waiting.fill(form, note="keep the mill"))
    await evening.world.later(hours=7)
    turn = (await match.game()).position.turn
    await evening.twice(waiting.forge(await match.newest(), f"arkadia:nudge:1:{turn}"))
    wanted = str(await one_worker(match))
    await evening.run(waiting, "arkadia seat prepare", turn=wanted, game=1)
    await evening.run(waiting, "arkadia seat away", until="3d", game=1)
    await evening.run(waiting, "arkadia seat back", game=1)


async def ends(evening: Evening) -> None:
    match = Match(evening.world, 1)
    ada, bela, chiara, deniz = evening.world.people
    await evening.press(ada, "Cancel the game", await ada.run("arkadia lobby", game=1))
    await evening.twice(bela.press(await match.newest(), "Agree to cancel"))
    await evening.run(chiara, "arkadia seat resign", sure="yes", game=2)
    mona = moderator(evening.world)
    await start(deniz, seats=2)
    await evening.run(mona, "arkadia-admin close", game=4, sure="yes")


async def people(evening: Evening) -> None:
    ada, bela, *_ = evening.world.people
    shown = await evening.run(ada, "arkadia preferences")
    await evening.twice(ada.choose(shown.post, "4h", custom_id=shown.post.menus[0].custom_id))
    form = await ada.press(shown.post, "Notices…")
    filled = ada.fill(
        form, mention="yes", remind="4h", remind_in="game", tell_end="no", invites="anyone"
    )
    await evening.twice(filled)
    shown = await evening.press(bela, "Show me to others", await bela.run("arkadia-club player"))
    await evening.press(bela, "Hide me", await bela.run("arkadia-club player"))
    lesson = await evening.run(bela, "arkadia learn")
    await evening.press(bela, next(iter(lesson.post.buttons)), lesson)
    await evening.run(bela, "arkadia-solo learn")
    for command in ("arkadia practice", "arkadia-solo practice"):
        await evening.run(ada, command, opponents=1)
    await evening.run(ada, "arkadia-club challenge", person=bela.actor)


async def servers(evening: Evening) -> None:
    world = evening.world
    ada, bela, chiara, deniz = world.people
    mona = moderator(world)
    await evening.run(mona, "arkadia-league open", name="Winter", rounds=2, seats=2)
    for person in (ada, bela, deniz):
        await evening.press(person, "Join", await person.run("arkadia-league show"))
    await evening.press(chiara, "Join")
    await evening.press(chiara, "Leave")
    await evening.press(bela, "Leave", await bela.run("arkadia-league show"))
    await evening.press(bela, "Join")
    await evening.press(chiara, "Join")
    for label in ("Go on here", "Begin"):
        await evening.press(mona, label, await mona.run("arkadia-league show"))
    leave = await ada.press((await ada.run("arkadia-league show")).post, "Leave")
    await evening.press(ada, "Leave for good", leave)
    close = await mona.press((await mona.run("arkadia-league show")).post, "End now…")
    await evening.press(mona, next(iter(close.post.buttons)), close)
    await evening.press(mona, "Next season", await mona.run("arkadia-league show", league=1))
    await evening.run(mona, "arkadia-league open", name="Spring", rounds=2, seats=2)
    cancel = await mona.press((await mona.run("arkadia-league show", league=3)).post, "Call off…")
    await evening.press(mona, next(iter(cancel.post.buttons)), cancel)
    values = {"announce": world.channel, "digest": world.channel, "language": "en"}
    for name, value in values.items():
        opened = (await setting_of(mona, name)).post
        await evening.twice(mona.choose(opened, value, custom_id=opened.menus[1].custom_id))
    await evening.run(mona, "arkadia-admin block", person=chiara.actor)


async def afterwards(evening: Evening) -> None:
    world = evening.world
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    ada, bela, *_ = world.people
    await match.pass_by(record.actions)
    last = await match.newest()
    await evening.twice(ada.press(last, "Rematch"))
    await evening.twice(bela.press(world.now(last), "Rematch with Ada"))
    assert (await evening.run(ada, "arkadia practice", opponents=1)).answered
    [practice] = [thread for thread in world.threads() if "ractice" in str(thread.name)]
    own = Match(world, 3)
    for action in (await one_worker(own), Banner(()), End()):
        command, options = command_of(action)
        await ada.run(command, practice, **options)
    await evening.twice(ada.run("arkadia hint", practice, play=True), "arkadia hint")


async def forgotten(evening: Evening) -> None:
    await forget(evening.world.people[1])


STEPS: Final = ((lobby, turns, ends), (people,), (servers,), (afterwards,), (lobby, forgotten))


@pytest.mark.slow
@pytest.mark.databases(nightly=True)
@pytest.mark.parametrize(
    ("how", "steps"),
    nightly_except(
        [*product(("at once", "later", "restart", "crash"), STEPS)],
        *(("at once", steps) for steps in STEPS),
        ("crash", STEPS[-1]),
    ),
)
async def test_what_is_delivered_twice_is_done_once(
    world: World, how: str, steps: Sequence[Callable[[Evening], Awaitable[None]]]
) -> None:
    """Also after a crash on each database."""
    way: dict[str, Any] = {
        "later": world.env.settle,
        "restart": world.restart,
        "crash": world.crash,
    }
    with delivering(world) as deliveries:
        evening = Evening(world, deliveries, way.get(how), how in ("restart", "crash"), set())
        for step in steps:
            await step(evening)
    if steps[0] is lobby:
        assert len(rows(world.bot.store.place)["games"]) == (4 if ends in steps else 3)


async def test_every_command_is_delivered_twice_or_changes_nothing(world: World) -> None:
    tried = set(re.findall(r'"(arkadia[a-z -]*)"', Path(__file__).read_text("utf-8")))
    assert {command.qualified_name for command in leaves(world)} - tried == set()
