"""Whatever Discord delivers twice is done once, and answered as it was the first time."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from engine.actions import Banner, End
from lab.commands import command_of
from tests.e2e.actions import one_worker
from tests.e2e.commands import leaves
from tests.e2e.notices import moderator
from tests.e2e.panels import Panel
from tests.e2e.people import Answer, Person
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.twice import Deliveries, delivering
from tests.e2e.world import World
from tests.often import often
from tests.visiting import rows

NOT_COMPARED: Final = frozenset(("acts", "outages", "settings"))
"""Tables in which what is kept of acts stands, and signs of life."""

READING: Final = frozenset(
    (
        *("arkadia turn", "arkadia screen", "arkadia board", "arkadia log", "arkadia games"),
        *("arkadia rules", "arkadia help", "arkadia about", "arkadia privacy"),
        *("arkadia record export", "arkadia record replay", "arkadia record story"),
        *("arkadia-club player", "arkadia-club ranking", "arkadia-club archive"),
        *("arkadia-league standings", "arkadia-league draw"),
        # what these ask first is done by a button, which is delivered twice here
        *("arkadia-league close", "arkadia-league cancel"),
    )
)
"""Commands that change nothing."""

OF_TURNS: Final = frozenset(("arkadia build", "arkadia castle", "arkadia pass"))
"""Commands that carry out an action as ``workers`` and ``banner`` do, by the same function."""


def compared(world: World) -> Mapping[str, object]:
    """What is kept, by table."""
    found = rows(world.bot.store.place)
    return {table: kept for table, kept in found.items() if table not in NOT_COMPARED}


@dataclass
class Evening:
    """Steps of people, each delivered twice.

    Attributes:
        between: what happens between the two deliveries; None to deliver both at once.
        done: the commands that were run, and the words of the custom ids that were pressed.
    """

    world: World
    deliveries: Deliveries
    between: Callable[[], Awaitable[None]] | None
    done: set[str]

    async def twice(self, step: Awaitable[Answer], what: str = "") -> Answer:
        """Take a step whose interaction is delivered twice."""
        since = len(self.world.sent)
        self.deliveries.twice = self.between is None
        answer = await step
        self.deliveries.twice = False
        self.done.add(what or str(self.deliveries.last["data"].get("custom_id")).split(":")[1])
        given = self.deliveries.answers(since)
        if self.between is None:
            assert len(given) == 2
            assert given[0] == given[1]
            return answer
        assert len(given) == 1
        await self.between()
        kept, since = compared(self.world), len(self.world.sent)
        await self.deliveries.again()
        assert compared(self.world) == kept
        assert self.deliveries.answers(since) == given
        posted = ("POST", "/channels/")
        assert not [one for one in self.world.sent[since:] if (one.method, one.path[:10]) == posted]
        return answer

    async def run(self, person: Person, command: str, /, **options: object) -> Answer:
        """Run a command at home."""
        return await self.twice(person.run(command, **options), command)

    async def press(self, person: Person, label: str, answer: Answer | None = None) -> Answer:
        """Press a button of a private answer, else of the newest message that has it."""
        if answer is not None:
            return await self.twice(person.press(answer.post, label))
        post = next(post for post in self.world.posts()[::-1] if label in post.buttons)
        return await self.twice(person.press(post, label))


async def lobby(evening: Evening) -> None:
    ada, bela, chiara, deniz = evening.world.people
    await evening.run(ada, "arkadia start", seats=4)
    await evening.press(bela, "Join")
    await evening.run(chiara, "arkadia lobby join")
    await evening.press(chiara, "Leave")
    await evening.run(deniz, "arkadia lobby join")
    await evening.run(deniz, "arkadia lobby leave")
    await evening.run(ada, "arkadia lobby add", level="journeyman")
    await evening.run(ada, "arkadia lobby remove")
    post = evening.world.newest()
    [menu] = post.menus
    await evening.twice(ada.choose(post, "journeyman", custom_id=menu.custom_id))
    await evening.press(ada, "Remove computer player")
    await evening.run(ada, "arkadia lobby theme", theme="light")
    await evening.run(ada, "arkadia lobby language", language="en")
    await evening.run(ada, "arkadia lobby settings", game=1)
    await evening.run(ada, "arkadia lobby move", game=1)
    await evening.press(ada, "Begin")
    await evening.run(chiara, "arkadia start", seats=2)
    await evening.run(deniz, "arkadia lobby join", game=2)
    await evening.run(chiara, "arkadia lobby begin", game=2)
    await evening.run(chiara, "arkadia start", seats=2)
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
    await evening.run(waiting, "arkadia note", text="keep the mill", game=1)
    await evening.world.later(hours=7)
    await evening.run(waiting, "arkadia seat nudge", game=1)
    wanted = str(await one_worker(match))
    await evening.run(waiting, "arkadia seat prepare", turn=wanted, game=1)
    await evening.run(waiting, "arkadia seat away", until="3d", game=1)
    await evening.run(waiting, "arkadia seat back", game=1)


async def ends(evening: Evening) -> None:
    match = Match(evening.world, 1)
    ada, bela, chiara, deniz = evening.world.people
    await evening.run(ada, "arkadia lobby cancel", game=1)
    agreed = await match.newest()
    await evening.twice(bela.press(agreed, "Cancel the game too"))
    await evening.run(chiara, "arkadia seat resign", sure="yes", game=2)
    mona = moderator(evening.world)
    await evening.run(deniz, "arkadia start", seats=2)
    await evening.run(mona, "arkadia-admin close", game=4, sure="yes")


async def people(evening: Evening) -> None:
    ada, bela, *_ = evening.world.people
    await evening.run(ada, "arkadia preferences", remind="4h")
    form = await ada.press((await ada.run("arkadia preferences")).post, "Notices…")
    filled = ada.fill(
        form, mention="yes", remind="4h", remind_in="game", tell_end="no", invites="anyone"
    )
    await evening.twice(filled)
    await evening.run(ada, "arkadia-club join")
    await evening.run(ada, "arkadia-club leave")
    shown = await bela.run("arkadia-club player")
    shown = await evening.press(bela, "Show me to others", shown)
    await evening.press(bela, "Hide me", await bela.run("arkadia-club player"))
    lesson = await evening.run(bela, "arkadia learn")
    await evening.press(bela, next(iter(lesson.post.buttons)), lesson)
    await evening.run(ada, "arkadia practice", opponents=1)
    await evening.run(ada, "arkadia-club challenge", person=bela.actor)


async def servers(evening: Evening) -> None:
    world = evening.world
    ada, bela, chiara, deniz = world.people
    mona = moderator(world)
    await evening.run(mona, "arkadia-league open", name="Winter", rounds=2, seats=2)
    for person in (ada, bela, deniz):
        await evening.run(person, "arkadia-league join")
    await evening.press(chiara, "Join")
    await evening.press(chiara, "Leave")
    await evening.run(bela, "arkadia-league leave")
    await evening.run(bela, "arkadia-league join")
    await evening.press(chiara, "Join")
    await evening.run(mona, "arkadia-league move")
    await evening.run(mona, "arkadia-league begin")
    leave = await ada.run("arkadia-league leave")
    await evening.press(ada, "Leave for good", leave)
    close = await mona.run("arkadia-league close")
    await evening.press(mona, next(iter(close.post.buttons)), close)
    await evening.run(mona, "arkadia-league again")
    await evening.run(mona, "arkadia-league open", name="Spring", rounds=2, seats=2)
    cancel = await mona.run("arkadia-league cancel")
    await evening.press(mona, next(iter(cancel.post.buttons)), cancel)
    await evening.run(mona, "arkadia-admin announce", channel=world.channel)
    await evening.run(mona, "arkadia-admin digest", channel=world.channel)
    await evening.run(mona, "arkadia-admin language", language="en")
    await evening.run(mona, "arkadia-admin block", person=chiara.actor)


async def afterwards(evening: Evening) -> None:
    world = evening.world
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    ada, bela, *_ = world.people
    await match.pass_by(record.actions)
    last = await match.newest()
    await evening.twice(ada.press(last, "Rematch"))
    await evening.twice(bela.press(world.now(last), "Rematch with Ada"))
    started = await evening.run(ada, "arkadia practice", opponents=1)
    assert started.answered
    [practice] = [thread for thread in world.threads() if "ractice" in str(thread.name)]
    own = Match(world, 3)
    for action in (await one_worker(own), Banner(()), End()):
        command, options = command_of(action)
        await ada.run(command, practice, **options)
    await evening.twice(ada.run("arkadia hint", practice, play=True), "arkadia hint")


async def forgotten(evening: Evening) -> None:
    bela = evening.world.people[1]
    sure = await bela.press((await bela.run("arkadia privacy")).post, "Forget me…")
    await bela.press(sure.post, "Forget me for good")
    kept = rows(evening.world.bot.store.place)
    assert not [act for act in kept["acts"] if bela.id in act]


def between(world: World, how: str) -> Callable[[], Awaitable[None]] | None:
    """What happens between two deliveries."""

    async def nothing() -> None:
        pass

    ways = {"later": nothing, "after a restart": world.restart, "after a crash": world.crash}
    return ways.get(how)


STEPS: Final = ((lobby, turns, ends), (people,), (servers,), (afterwards,), (lobby, forgotten))


async def take(world: World, how: str, steps: list[Callable[[Evening], Awaitable[None]]]) -> None:
    """Go through an evening in which each interaction is delivered twice."""
    with delivering(world) as deliveries:
        evening = Evening(world, deliveries, between(world, how), set())
        for step in steps:
            await step(evening)
    if steps[0] is lobby:
        kept = rows(world.bot.store.place)
        assert len(kept["games"]) == (4 if ends in steps else 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    often(["at once", "later", "after a restart"], "at once"),
)
@pytest.mark.parametrize("steps", [[*steps] for steps in STEPS])
async def test_what_is_delivered_twice_is_done_once(
    world: World, how: str, steps: list[Callable[[Evening], Awaitable[None]]]
) -> None:
    await take(world, how, steps)


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("steps", often([[*steps] for steps in STEPS], [*STEPS[-1]]))
async def test_each_database_knows_after_a_crash_what_was_done(
    world: World, steps: list[Callable[[Evening], Awaitable[None]]]
) -> None:
    await take(world, "after a crash", steps)


async def test_every_command_is_delivered_twice_or_changes_nothing(world: World) -> None:
    tried = set(re.findall(r'"(arkadia[a-z-]* [a-z ]+)"', Path(__file__).read_text("utf-8")))
    assert {command.qualified_name for command in leaves(world)} - tried == set()
