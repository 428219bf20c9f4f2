"""Eight weeks of a club of five, and what else features play: each public number is the records'.

The referee reads logs, seats and pauses alone, and none of what the bot has counted.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from statistics import median

import pytest

from cogs.club.archive import archive_line
from cogs.club.digest import Digests
from cogs.club.service import Club
from cogs.club.standings import Figures, points
from cogs.club.store import records_of, set_rules
from db.games.replaying import replay
from db.games.rows import StoredGame
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.actions import Build, End
from engine.events import BannerUsed
from engine.game import Turn, played_turns
from engine.position import Position
from engine.view import proceeds
from i18n.translation import ENGLISH
from tabletop.opening import Opening
from tabletop.outcome import gone
from tabletop.rating import UNKNOWN, Strength, model
from tabletop.tables import Tables
from tabletop.time_control import DAY
from tests.features import beside_features
from tests.tabletop.handed_over import WAYS, comes_to_play, take_turn
from tests.tabletop.playing import CHANNEL, GUILD, Clock
from ui.public.end import won_lines
from ui.texts.turns import counted_lines

CLUB = (21, 22, 23, 24, 25)
WEEKS, GAMES = 8, 3
OF_THE_END = {"no-banner", "by-one", "by-forty", "comeback", "always-ahead", "gold-120"}
BACK_AFTER = 9  # turns after which some of those who were away come back


@dataclass
class Judged:
    """A game as its records say it is."""

    stored: StoredGame
    gold: list[int]
    turns: list[Turn]
    own: dict[int, list[Turn]]  # of each person the turns that they played
    by_computer: Counter[int]  # how many others their seat had
    places: dict[int, int]  # of each person who is ranked, 1 for the best
    gone: set[int]  # the people who abandoned it

    @property
    def winners(self) -> list[str]:
        return [s.name for s in self.stored.seats if self.places.get(s.user_id or 0) == 1]


def judged(stored: StoredGame) -> Judged:
    game, seats = replay(stored), stored.seats
    authors = [entry.author for entry in stored.log if entry.entry == str(End())]
    # A turn that was under way when the game ended early counts for nothing.
    turns = played_turns(game.start, game.actions)[: len(authors)]
    own: dict[int, list[Turn]] = {seat.user_id or 0: [] for seat in seats}
    by_computer = Counter[int]()
    runs: list[tuple[int, int]] = []
    for turn, author in zip(turns, authors, strict=True):
        user = seats[turn.seat].user_id or 0
        if author is not None:
            assert author == user
            own[user].append(turn)
            continue
        before = turn.number - 1 - len(seats)
        if before < 0 or authors[before] is not None:
            runs.append((turn.number, turn.seat))
        by_computer[user] += 1
    worths, position = [[0] * len(seats)], Position(game.start)
    for action in game.actions:
        position.push(action)
        if isinstance(action, End):
            pairs = zip(position.gold, position.seals, strict=True)
            worths.append([gold + proceeds(seals, position.values) for gold, seals in pairs])
    last = {pause.seat: pause.kind for pause in stored.pauses}
    left = {
        seat.seat
        for seat in seats
        if (seat.left_turn or 0) > len(seats)
        or (seat.status == "away" and last.get(seat.seat) == "seat")
    }
    stayed = [s.seat for s in seats if s.seat not in left and s.left_turn is None]
    gold = list(position.gold if position.over else worths[-1])
    worst = dict.fromkeys(stayed, 0)
    for number, seat in runs:
        if seat in worst:
            before_it = worths[number - 1]
            stood = 1 + sum(before_it[one] > before_it[seat] for one in stayed)
            worst[seat] = max(worst[seat], stood)
    rank = {one: 1 + sum(gold[other] > gold[one] for other in stayed) for one in stayed}
    held = {one: (max(rank[one], worst[one]), worst[one] > rank[one]) for one in stayed}
    places = {one: 1 + sum(held[other] < held[one] for other in stayed) for one in stayed}
    places |= dict.fromkeys(left, len(stayed) + 1)
    by_person = {seats[one].user_id or 0: place for one, place in places.items()}
    abandoned = {seats[one].user_id or 0 for one in left}
    return Judged(stored, gold, turns, own, by_computer, by_person, abandoned)


async def play(
    tables: Tables, clock: Clock, number: int, rng: Random, *, early: bool = False
) -> None:
    """A game to its end, in most of which a computer comes to play; some come back.

    Where it may end early, all who are left agree to that once somebody has abandoned it.
    """
    at, back = rng.randrange(4, 30), 0
    while (table := await tables.get(number)).row.state == "running":
        turn = table.running_game().position.turn
        if turn == at and rng.random() < 0.8:
            way = rng.choice([way for way in WAYS if way != "chosen"])
            seat = (await tables.get(number)).seats[await comes_to_play(tables, clock, table, way)]
            back = seat.user_id or 0 if way != "resigned" and rng.random() < 0.5 else 0
        if back and turn == at + BACK_AFTER:
            await tables.seats.come_back(number, back)
        table = await take_turn(tables, clock, number, rng)
        if early and gone(table.row, table.pauses, turn) and rng.random() < 0.1:
            for person in table.people:
                if table.row.state == "running":
                    await tables.closing.cancel(number, person.user_id or 0)


@pytest.mark.slow
async def test_public_numbers_are_the_records(tables: Tables, clock: Clock, store: Store) -> None:
    rng, clock.now = Random(41), DAY
    others = [await module.begun(tables) for module in beside_features("eight_weeks")]
    club, games = Club(store), list[int]()
    digests = Digests(tables, club, Dispatcher(store, clock))
    seen = set[int]()
    for week in range(WEEKS):
        begin = clock.now
        new = list[int]()
        for _ in range(GAMES):
            host, *guests = rng.sample(CLUB, rng.choice((2, 3, 4)))
            opening = Opening(GUILD, CHANNEL, host, f"P{host}", setup="free", absence="computer")
            game = (await tables.lobby.open(opening)).number
            for guest in guests:
                await tables.lobby.join(game, guest, f"P{guest}")
            await tables.lobby.begin(game, host)
            new.append(game)
        own = {*new}
        for one in others if week % 2 == 0 else ():
            new += await one.games()
        for game in new:
            await play(tables, clock, game, rng, early=game in own)
            for one in others:
                await one.show(game)
        games += new
        clock.now += DAY
        found = [judged(stored) for one in new if (stored := await store.games.load(one))]
        digest = await digests.digest(GUILD, await digests.games(GUILD, begin), begin, clock.now)
        ended = sorted(found, key=lambda one: one.stored.ended_at or 0)
        assert [(g, list(names)) for g, names, _ in digest.finished] == [
            (one.stored.game_id, one.winners) for one in ended
        ]
        ranked = {user for one in found if len(one.places) > 1 for user in one.places}
        assert {int(name[1:]) for name in digest.newcomers} == ranked - seen
        seen |= ranked
        results = await club.results(GUILD, new)
        for one in found:
            table = await tables.get(one.stored.game_id)
            lines = won_lines if one.stored.state == "finished" else counted_lines
            assert all(name in lines(table, ENGLISH)[0] for name in one.winners)
            came_to = results[one.stored.game_id]
            for seat, result in zip(one.stored.seats, came_to, strict=True):
                user = seat.user_id or 0
                whole = not one.by_computer[user] and user not in one.gone
                assert whole or not OF_THE_END & {*result.feats.split()}
            line = archive_line(one.stored, came_to, ENGLISH)
            assert line.split(": ", 1)[1].split(" ")[0] in one.winners
    all_games = [judged(stored) for one in games if (stored := await store.games.load(one))]
    counted = [one for one in all_games if len(one.places) > 1]
    people = (*CLUB, *(person for one in others for person in one.people))
    await figures_are_those_of(counted, club, people)
    await store.change(set_rules, "0")
    await club.recount()
    await figures_are_those_of(counted, club, people)
    await records_are_those_of([one for one in counted if one.stored.state == "finished"], store)
    assert {one.stored.state for one in counted} == {"finished", "cancelled"}
    for one in others:
        await one.judge({one.stored.game_id: one for one in all_games})
        await one.close()


async def figures_are_those_of(counted: list[Judged], club: Club, people: Iterable[int]) -> None:
    """The figures of all people, with their ratings in the order of the games' ends."""
    counted = sorted(counted, key=lambda one: (one.stored.ended_at or 0, one.stored.game_id))
    strengths = dict.fromkeys(people, UNKNOWN)
    for one in counted:
        users = [s.user_id or 0 for s in one.stored.seats if (s.user_id or 0) in one.places]
        teams = [[model().rating(mu=strengths[u].mu, sigma=strengths[u].sigma)] for u in users]
        after = model().rate(teams, ranks=[float(one.places[user]) for user in users])
        for user, [now] in zip(users, after, strict=True):
            strengths[user] = Strength(now.mu, now.sigma)
    for user in [*strengths]:
        mine = [one for one in counted if user in one.places]
        turns = [turn for one in mine for turn in one.own[user]]
        runs = "".join("w" if one.places[user] == 1 else " " for one in mine).split()
        sales = [e.gold for turn in turns for e in turn.events if isinstance(e, BannerUsed)]
        plies = [ply.action for turn in turns for ply in turn.plies]
        built = Counter(action.card.form for action in plies if isinstance(action, Build))
        gold = [
            one.gold[next(s.seat for s in one.stored.seats if s.user_id == user)]
            for one in mine
            if not one.by_computer[user] and user not in one.gone
        ]
        figures = (await club.ranking(GUILD, user)).of(user)
        assert replace(figures, turn=None, feats={}, level=None, course=()) == Figures(
            person=user,
            games=len(mine),
            wins=sum(one.places[user] == 1 for one in mine),
            abandoned=sum(user in one.gone for one in mine),
            gold=median(gold) if gold else None,
            favourite=min(built.items(), key=lambda form: (-form[1], form[0]), default=None),
            sale=max(sales, default=None),
            series=max(map(len, runs), default=0),
            rating=points(strengths[user]) if mine else None,
        )


async def records_are_those_of(counted: list[Judged], store: Store) -> None:
    known = {one.kind: one.value for one in await store.ask(records_of, GUILD)}
    assert known["longest"] == max(len(one.turns) for one in counted)
    whole = {
        one.stored.game_id: [
            one.gold[seat.seat]
            for seat in one.stored.seats
            if not one.by_computer[seat.user_id or 0] and (seat.user_id or 0) not in one.gone
        ]
        for one in counted
    }
    assert known["highest"] == max(gold for golds in whole.values() for gold in golds)
    leads = [
        sorted(golds)[-1] - sorted(golds)[-2]
        for one in counted
        if len(golds := whole[one.stored.game_id]) == len(one.stored.seats)
    ]
    assert known.get("closest") == min((lead for lead in leads if lead), default=None)
