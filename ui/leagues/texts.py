"""Leagues in words: their state, their standings, and the check of a draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from db.leagues.rows import LeagueSummary, StoredLeague, StoredLeagueTable
from engine.start import FIRST_GAME
from i18n.translation import N_, Words
from tabletop.leagues.draw import Round, draw_text, fingerprint
from tabletop.leagues.league import League, played
from tabletop.leagues.standings import MOST_POINTS, WITHOUT_GAME
from tabletop.time_control import read_control
from ui.texts.escaping import NAME, plain, plain_name, short
from ui.texts.game.clock import time_in_short
from ui.texts.game.helping import help_agreed
from words.sentences import gold_text
from words.standings import StandingRow

RULES: Final = N_(
    "**Points**: first {most}, last 0, others evenly between; ties share. Sitting out or no "
    "result: {rest}. A player who resigns comes last.\n"
    "**Ties**: head-to-head results, share of gold, wins, then a draw."
)


def rules_text(words: Words) -> str:
    """Return a league's points for each place, and its tie-breaks, as text."""
    return words(RULES, most=MOST_POINTS, rest=WITHOUT_GAME)


def called(row: LeagueSummary, limit: int = 60) -> str:
    """Return a league's name, cut and escaped for a message."""
    return plain(row.name, limit)


def state_text(row: LeagueSummary, words: Words) -> str:
    """Return the state of a league, in two or three words."""
    match row.state:
        case "open":
            return words.context("state of a league", "sign-up")
        case "finished":
            return words.context("state of a league", "final")
        case "cancelled":
            return words.context("state of a league", "called off")
        case _:
            return words("round {round} of {rounds}", round=row.round, rounds=row.rounds)


def people_in(row: StoredLeague, words: Words) -> str:
    """Return the people who have signed up."""
    if not row.entrants:
        return words("No player has joined yet.")
    return words.plural(
        "{n} person is in: {people}",
        "{n} people are in: {people}",
        len(row.entrants),
        people=words.listing(plain_name(one.name) for one in row.entrants),
    )


def set_up_lines(row: LeagueSummary, words: Words) -> list[str]:
    """Return lines on a league's game settings: the time for a turn, and unusual rules."""
    lines = [time_in_short(read_control(row.clock), row.late, words)]
    if row.setup != FIRST_GAME:
        lines.append(words("The board is empty at the start."))
    if row.mirror:
        lines.append(words("Tiles may also be laid mirrored, not only rotated."))
    if row.help != "none":
        lines.append(help_agreed(row.help, words))
    return lines


def seed_line(row: LeagueSummary, words: Words) -> str:
    """Return where the seed's fingerprint is before the league begins, and the seed after that."""
    # A commitment: the fingerprint, which the draw shows, binds the host before the people are
    # known, and the seed, shown afterwards, lets anybody draw again.
    if row.begun_at is None:
        return words("The draw can be checked: *The draw*, or `/arkadia-league draw`.")
    return words("Seed of the draw: `{seed}`", seed=row.seed)


def table_line(league: League, table: StoredLeagueTable, words: Words) -> str:
    """Return the line for a table of this round: its players and channel, or their results."""
    names = {number: plain_name(name) for number, name in league.names.items()}
    if table.over_at is None:
        return words(
            "Table {number}: {people} in {place}",
            number=table.number,
            people=words.listing(names[seat.entrant] for seat in table.seats),
            place=f"<#{table.place}>",
        )
    over = played(table)
    if over.gold is None:
        people = words.listing(names[one] for one in over.people)
        return words("Table {number}: {people}, no result", number=table.number, people=people)
    order = sorted(over.people, key=lambda one: (-over.points(one), -over.worth(one)))
    results = [
        (names[one], int(over.points(one)), over.gold[over.people.index(one)]) for one in order
    ]
    (winner, points, gold), *others = results
    told = words.listing(
        words.context(
            "one of a list", "{name} {points} ({gold})", name=name, points=points, gold=gold
        )
        for name, points, gold in others
    )
    amount = gold_text(gold, words)
    return words.plural(
        "Table {number}: **{winner} {n} point ({gold})**, {others}",
        "Table {number}: **{winner} {n} points ({gold})**, {others}",
        points,
        number=table.number,
        winner=winner,
        gold=amount,
        others=told,
    )


def table_lines(league: League, words: Words) -> list[tuple[StoredLeagueTable, str]]:
    """Return a line for each table of this round, then for those of the next one that are open."""
    tables = league.seen_tables
    early = [one for one in tables if one.round > league.row.round]
    told = [(table, f"- {table_line(league, table, words)}") for table in tables]
    if not early:
        return told
    head = words("Round {round} has begun for those who are free:", round=early[0].round)
    place = tables.index(early[0])
    table, line = told[place]
    return [*told[:place], (table, f"{head}\n{line}"), *told[place + 1 :]]


def rest_line(league: League, words: Words) -> list[str]:
    """Return a line on the people who sit out this round; an empty list if none does."""
    resting = league.round(league.row.round).resting
    if not resting or league.row.state != "running":
        return []
    return [
        words.plural(
            "{people} sits out. Points for that: {points}.",
            "{people} sit out. Points for that: {points} each.",
            len(resting),
            people=words.all_of(plain_name(league.names[one]) for one in resting),
            points=WITHOUT_GAME,
        )
    ]


def standing_rows(league: League, user: int | None = None) -> list[StandingRow]:
    """Return a league's standings as rows for the picture.

    Args:
        user: the person whose own row is marked, or None.
    """
    return [
        StandingRow(
            rank=one.rank,
            name=short(league.names[one.person], NAME),
            points=str(int(one.points)),
            games=one.games,
            wins=one.wins,
            share=round(100 * one.share),
            left=one.left,
            own=user is not None and league.entrant(one.person).user_id == user,
        )
        for one in league.standings
    ]


def draw_file_text(league: League, words: Words) -> str:
    """Return the draw as a file: seed, people by number, rounds, and how to check them."""
    row = league.row
    people = [f"{number}. {short(name, 60)}" for number, name in league.names.items()]
    left = {one.entrant: one.left_round for one in row.entrants if one.left_round is not None}
    return "\n".join(
        [
            short(row.name, 60),
            words("seed {seed}, fingerprint {print}", seed=row.seed, print=fingerprint(row.seed)),
            "",
            *people,
            "",
            draw_text(league.drawn),
            "",
            words("To check it with this program:"),
            " ".join(_check(row, len(people), left.items())),
            "",
        ]
    )


def _check(row: LeagueSummary, people: int, left: Iterable[tuple[int, int | None]]) -> list[str]:
    """Return the command line that draws a league again."""
    return [
        "python -m tabletop.leagues draw",
        f"--seed {row.seed} --people {people} --seats {row.seats} --rounds {row.rounds}",
        *(f"--left {person}:{first}" for person, first in left),
    ]


def round_lines(league: League, rounds: Iterable[Round], words: Words) -> list[str]:
    """Return the tables of the rounds by their people's names, a line for each table."""
    names = {number: plain_name(name) for number, name in league.names.items()}
    lines = []
    for number, one in enumerate(rounds, 1):
        lines.append(words("**Round {number}**", number=number))
        lines += [f"- {words.listing(names[person] for person in table)}" for table in one.tables]
    return lines
