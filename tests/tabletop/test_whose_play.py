"""What a computer played is told as nobody's own: every teller, in each way it comes to play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from cogs.arkadia.reviews import turns_played
from db.club.rows import RecordKind
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.actions import Build, End
from engine.events import BannerUsed
from engine.game import Turn, played_turns
from engine.story import story_of
from i18n.translation import ENGLISH
from tabletop.club.digest import Digests
from tabletop.club.ranking import Club
from tabletop.club.results import feats_in
from tabletop.opening import Opening
from tabletop.series import wins
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.handed_over import WAYS, comes_to_play, take_turn
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, Clock
from ui.club.archive import archive_line
from ui.public.posts.final import ranking_lines, won_lines
from ui.texts.game.events import Teller
from ui.texts.game.since import changes_since
from ui.texts.game.story import first_turn_for, story_of_game

MISSED = 6
"""Turns after that of which its person is told."""


@dataclass
class Told:
    """A game that is over, in which a computer's seat had most gold, and what is known of it.

    Attributes:
        seat: the seat that a computer played.
        own: the turns that its person played, by the authors in the log.
        turns: all turns.
        asked: the turn after which its person asked what happened.
        missed, story: the lines on what was missed, and the first turn of the story.
    """

    tables: Tables
    table: Table
    seat: int
    own: list[Turn]
    turns: list[Turn]
    asked: int
    missed: list[str]
    story: int

    @property
    def user(self) -> int:
        return self.table.seats[self.seat].user_id or 0

    @property
    def club(self) -> Club:
        return Club(self.tables.store)


async def a_game(tables: Tables, clock: Clock, way: str, rounds: int, seed: int) -> Told:
    """A game of three that a computer comes to play in such a way, to its end."""
    rng = Random(seed)
    opening = Opening(GUILD, CHANNEL, ADA, "Ada", setup="free", absence="computer")
    number = (await tables.lobby.open(opening)).number
    await tables.lobby.join(number, BELA, "Bela")
    if way == "chosen":
        await tables.lobby.add_computer(number, ADA, "pupil")
    else:
        await tables.lobby.join(number, CHIARA, "Chiara")
    table = await tables.lobby.begin(number, ADA)
    while table.running_game().position.turn <= 3 * rounds:
        table = await take_turn(tables, clock, number, rng)
    seat = await comes_to_play(tables, clock, table, way)
    while table.running_game().position.turn <= 3 * rounds + MISSED:
        table = await take_turn(tables, clock, number, rng)
    missed = changes_since(table, seat, ENGLISH)
    story = first_turn_for(table, table.seats[seat].user_id or 0)
    while table.row.state == "running":
        table = await take_turn(tables, clock, number, rng)
    stored = await tables.store.games.load(number)
    assert stored is not None
    authors = [entry.author for entry in stored.log if entry.entry == str(End())]
    game = table.running_game()
    turns = played_turns(game.start, game.actions)
    own = [one for one in turns if one.seat == seat and authors[one.number - 1] is not None]
    return Told(tables, table, seat, own, turns, 3 * rounds + MISSED, missed, story)


@pytest.fixture(params=WAYS)
async def told(request: pytest.FixtureRequest, tables: Tables, clock: Clock) -> Told:
    """Such a game in which the computer's seat has most gold."""
    found = await a_game(tables, clock, request.param, *WAYS[request.param])
    result = found.table.running_game().position.result
    assert result is not None
    assert result.winners == (found.seat,)
    return found


async def test_nobody_is_told_to_have_played_what_a_computer_did(told: Told, store: Store) -> None:
    table, seat, club = told.table, told.seat, told.club
    name = table.names[seat]
    ranking = {user: (await club.ranking(GUILD, user)).of(user) for user in (ADA, BELA, CHIARA)}
    winner = max(ranking, key=lambda user: ranking[user].wins) if told.user else 0
    assert not winner or winner != told.user
    best = next(one.name for one in table.seats if one.user_id == (winner or None))
    # The last message, the archive, the series and the digest name the one whom the ranking does.
    first, *more = won_lines(table, ENGLISH)
    assert first.startswith(f"{best} wins")
    assert bool(more) == bool(told.user)
    assert all(line.startswith(f"{name}'s seat, ") for line in more)
    teller = Teller.of(table, ENGLISH)
    lines = ranking_lines(table, story_of(table.running_game()), teller)
    assert f"**{best}**" in lines[0]
    by_computer = [
        one for one in told.turns if told.user and one.seat == seat and one not in told.own
    ]
    assert any("by a computer" in line for line in lines) == bool(by_computer)
    results = (await club.results(GUILD, [table.number]))[table.number]
    assert f": {best} " in archive_line(table.row, results, ENGLISH)
    won = [owner for owner, count in wins(table).items() if count]
    assert won == [winner or best]
    digests = Digests(told.tables, club, Dispatcher(store, told.tables.now))
    digest = await digests.digest(GUILD, [table.row], 0, told.tables.now() + 1)
    assert [names for _, names, _ in digest.finished] == [(best,)]
    # Highlights, feats, figures and records are of turns that a person took.
    for highlight in (digest.highlights.sale, digest.highlights.turn):
        assert highlight is None or highlight.turn not in {one.number for one in by_computer}
    assert digest.highlights.comeback is None or digest.highlights.comeback.name == best
    if told.user:
        await figures_are_own(told, store)
    assert len(changes_since(table, seat, ENGLISH)) > 1 or not told.user


async def figures_are_own(told: Told, store: Store) -> None:
    """Figures, feats, records, the review, the story and what was missed are of the own turns."""
    table, figures = told.table, (await told.club.ranking(GUILD, told.user)).of(told.user)
    built = Counter(
        ply.action.card.form
        for turn in told.own
        for ply in turn.plies
        if isinstance(ply.action, Build)
    )
    sales = [e.gold for turn in told.own for e in turn.events if isinstance(e, BannerUsed)]
    assert figures.favourite == min(built.items(), key=lambda one: (-one[1], one[0]), default=None)
    assert (figures.sale or 0) == max(sales, default=0)
    assert figures.gold is None
    feats = (await feats_in(store, table.number))[told.seat].split()
    ends = {"no-banner", "by-one", "by-forty", "comeback", "always-ahead", "gold-120"}
    assert not ends & {*feats}
    records: dict[RecordKind, int] = {
        one.kind: one.value
        for one in await store.club.records_of(GUILD)
        if one.game_id == table.number
    }
    assert records["longest"] == len(told.turns)
    assert records.get("highest", 0) < max(table.running_game().position.gold)
    assert [one.number for one in turns_played(table, told.seat)] == [
        one.number for one in told.own
    ]
    # While it went on: each turn since the own last one, a computer's own ones marked.
    last = [one.number for one in told.own][-1]
    since = [one for one in told.turns if last < one.number <= told.asked]
    assert told.story == since[0].number
    assert sum(line.startswith("- ") for line in told.missed) == len(since)
    name = f"{table.names[told.seat]} (computer)"
    assert sum(name in line for line in told.missed) == sum(one.seat == told.seat for one in since)
    story = story_of_game(table, last + 1, ENGLISH).lines
    assert f"**{table.names[told.seat]}** sold" not in "\n".join(story)
