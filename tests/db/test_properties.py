"""What always holds: the store is its model."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from db.errors import StaleLogError, StillPlayingError, WrongStateError
from db.games.rows import State, StoredEntry, StoredSeat
from db.store import Store
from tests.db.samples import CHANNEL, GUILD, HOST, NEW, START, running_games

T = TypeVar("T")

STATES: tuple[State, ...] = ("lobby", "running", "finished", "cancelled", "closed", "aside")
ENDED = ("finished", "cancelled", "closed")


@dataclass
class Model:
    state: State = "lobby"
    before: State = "running"  # what it was before it was set aside
    seats: tuple[StoredSeat, ...] = ()
    log: list[StoredEntry] = field(default_factory=list)
    news: int = 1
    shown: int = 0
    hosted: bool = True

    @property
    def people(self) -> set[int | None]:
        return {seat.user_id for seat in self.seats}


names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
people = st.lists(names, max_size=4).map(
    lambda called: tuple(StoredSeat(seat, HOST + seat, name) for seat, name in enumerate(called))
)
entries = st.lists(
    st.builds(StoredEntry, names, st.none() | st.just(HOST), st.integers(0, 2**50)),
    min_size=1,
    max_size=3,
)


class Life(RuleBasedStateMachine):
    """A store through openings and closings, beside what it should hold."""

    games = Bundle("games")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "life.sqlite3"
        self.runner = asyncio.Runner()
        self.store = self.run_(Store.open(self.path))
        self.models: dict[int, Model] = {}

    def run_(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run_(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    def attempt(
        self, game: int, allowed: tuple[State, ...], call: Callable[[], Coroutine[Any, Any, int]]
    ) -> bool:
        """Whether the store did what the model allows, and told the news as they are then."""
        model = self.models[game]
        if model.state not in allowed:
            with pytest.raises(WrongStateError):
                self.run_(call())
            return False
        model.news += 1
        assert self.run_(call()) == model.news
        return True

    @rule(target=games, seats=people)
    def create(self, seats: tuple[StoredSeat, ...]) -> int:
        game = self.run_(self.store.games.open(NEW, seats))
        self.models[game] = Model(seats=seats)
        return game

    @rule(game=games, seats=people)
    def set_lobby(self, game: int, seats: tuple[StoredSeat, ...]) -> None:
        if self.attempt(game, ("lobby",), lambda: self.store.games.set_lobby(game, seats)):
            self.models[game].seats = seats

    @rule(game=games, seats=people)
    def begin(self, game: int, seats: tuple[StoredSeat, ...]) -> None:
        if self.attempt(game, ("lobby",), lambda: self.store.games.begin(game, seats, START, at=1)):
            self.models[game].seats = seats
            self.models[game].state = "running"

    @rule(game=games, more=entries)
    def append(self, game: int, more: list[StoredEntry]) -> None:
        log = self.models[game].log
        if self.attempt(
            game, ("running",), lambda: self.store.games.append(game, len(log), more, news=True)
        ):
            log += more

    @rule(game=games, more=entries, off=st.sampled_from([-2, -1, 1, 5]))
    def append_to_another_length(self, game: int, more: list[StoredEntry], off: int) -> None:
        expected = len(self.models[game].log) + off
        with pytest.raises(StaleLogError, match=f"has {expected - off} entries, not"):
            self.run_(self.store.games.append(game, expected, more, news=True))

    @rule(game=games, state=st.sampled_from(STATES))
    def set_state(self, game: int, state: State) -> None:
        before: dict[State, tuple[State, ...]] = {
            "finished": ("running",),
            "cancelled": ("lobby", "running", "aside"),
            "closed": ("lobby", "running", "aside"),
        }
        if self.attempt(
            game, before.get(state, ()), lambda: self.store.games.set_state(game, state, at=9)
        ):
            self.models[game].state = state

    @rule(game=games)
    def set_aside(self, game: int) -> None:
        model = self.models[game]
        before = model.state
        if self.attempt(
            game, ("running", "finished"), lambda: self.store.games.set_aside(game, "x")
        ):
            model.state, model.before = "aside", before

    @rule(game=games)
    def bring_back(self, game: int) -> None:
        model = self.models[game]
        if self.attempt(game, ("aside",), lambda: self.store.games.bring_back(game)):
            model.state = model.before

    @rule(game=games, share=st.floats(0, 1))
    def show(self, game: int, share: float) -> None:
        model = self.models[game]
        shown = int(model.news * share)
        self.run_(self.store.waiting.mark_shown(game, shown))
        model.shown = max(model.shown, shown)

    @rule(who=st.integers(0, 3))
    def forget(self, who: int) -> None:
        person = HOST + who
        open_ones = tuple(
            game
            for game, model in self.models.items()
            if (person in model.people and (model.state in ("lobby", "running", "aside")))
            or (person == HOST and model.state == "lobby" and model.hosted)
        )
        if open_ones:
            with pytest.raises(StillPlayingError) as caught:
                self.run_(self.store.people.forget(person, "nobody"))
            assert caught.value.games == open_ones
            return
        self.run_(self.store.people.forget(person, "nobody"))
        self.store.people.let_in(person)
        for model in self.models.values():
            if person == HOST:
                model.hosted = False
            if person in model.people:
                model.log = [
                    replace(entry, author=None) if entry.author == person else entry
                    for entry in model.log
                ]
            model.seats = tuple(
                replace(seat, user_id=None, name="nobody") if seat.user_id == person else seat
                for seat in model.seats
            )

    @rule()
    def restart(self) -> None:
        self.run_(self.store.close())
        self.store = self.run_(Store.open(self.path))

    @invariant()
    def it_holds_what_it_should(self) -> None:
        for game, model in self.models.items():
            stored = self.run_(self.store.games.load(game))
            assert stored is not None
            assert (stored.state, stored.seats) == (model.state, model.seats)
            assert stored.log == tuple(model.log)
            assert (stored.host_id == HOST) == model.hosted
            assert (stored.news, stored.shown) == (model.news, model.shown)
            was = model.before if model.state == "aside" else model.state
            assert (stored.ended_at is not None) == (was in ENDED)

    @invariant()
    def it_finds_what_it_should(self) -> None:
        def of(wanted: Callable[[Model], bool]) -> tuple[int, ...]:
            return tuple(game for game, model in self.models.items() if wanted(model))

        assert self.run_(running_games(self.store)) == of(lambda model: model.state == "running")
        assert self.run_(self.store.outbox.unshown()) == of(lambda model: model.shown < model.news)
        found = self.run_(self.store.games.find(GUILD, states=["lobby"], channel_or_thread=CHANNEL))
        lobbies = of(lambda model: model.state == "lobby")
        assert tuple(game.game_id for game in found) == lobbies[::-1]


TestLife = pytest.mark.slow(Life.TestCase)
TestLife.settings = settings(max_examples=15, stateful_step_count=20)
