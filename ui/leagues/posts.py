"""The public messages of a league: the sign-up, and its state after each game."""

from __future__ import annotations

from typing import Final

import discord

from db.leagues.rows import LeagueSummary, StoredLeagueTable
from i18n.translation import N_, Words
from render import Theme
from tabletop.leagues.league import League, played
from tabletop.leagues.moments import Moments
from tabletop.leagues.service import LEAST_PEOPLE, MOST_PEOPLE
from tabletop.lengths import Length
from ui import buttons
from ui.components.views import view_of
from ui.leagues.pictures import standings_file
from ui.leagues.texts import (
    called,
    people_in,
    rest_line,
    seed_line,
    set_up_lines,
    standing_rows,
    table_line,
    table_lines,
)
from ui.public.posts.post import Post
from ui.texts.escaping import plain_name
from ui.texts.fitting import Part
from ui.texts.game.presets import about
from words.sentences import gold_text
from words.standings import MOST_ROWS

MORE: Final = "…"

NO_MOMENTS: Final = Moments()


def signup_post(league: League, words: Words, length: Length | None = None) -> Post:
    """Return the message by which people sign up for a league.

    Args:
        length: how long one of its games lasts.
    """
    row = league.row
    people = [plain_name(one.name) for one in row.entrants]
    heading = words("{name}: a league looks for players", name=called(row))
    lines = [
        (f"## {heading}", 0),
        # The people are the longest part and are cut first; the way to join stays.
        (people_in(row, words), 4),
        (
            words.plural(
                "Press *Join*: {n} round at tables of {seats}. Games open by themselves.",
                "Press *Join*: {n} rounds at tables of {seats}. Games open by themselves.",
                row.rounds,
                seats=row.seats,
            ),
            1,
        ),
        *((line, 3) for line in [*_season(row, length, words), *set_up_lines(row, words)]),
        (
            words(
                "{least} to {most} players; a moderator presses *Begin*.",
                least=LEAST_PEOPLE,
                most=MOST_PEOPLE,
            ),
            2,
        ),
    ]
    full = len(people) >= MOST_PEOPLE
    number = league.number
    view = view_of(
        buttons.LEAGUE_JOIN.button(number, words=words, disabled=full),
        buttons.LEAGUE_LEAVE.button(number, words=words, disabled=not people),
        buttons.LEAGUE_BEGIN.button(number, words=words, disabled=len(people) < LEAST_PEOPLE),
        buttons.LEAGUE_CANCEL.button(number, words=words),
        buttons.LEAGUE_DRAW.button(number, words=words),
        buttons.LEARN.button(words=words),
    )
    return Post([Part(*line) for line in lines], view=view, instead=MORE)


def signed_up_post(league: League, words: Words) -> Post:
    """Return the sign-up message once the league has begun or was called off."""
    if league.row.begun_at is None:
        text = words("**{name}** was called off.", name=called(league.row))
        return Post([Part(text)])
    text = words.plural(
        "**{name}** has begun with {n} person.",
        "**{name}** has begun with {n} people.",
        len(league.row.entrants),
        name=called(league.row),
    )
    view = view_of(buttons.LEARN.button(words=words))
    return Post([Part(text), Part(seed_line(league.row, words))], view=view)


def _season(row: LeagueSummary, length: Length | None, words: Words) -> list[str]:
    """Return how long the season lasts, by how long a game does."""
    if length is None:
        return []
    if length.games:
        time = about(row.rounds * length.milliseconds, words)
        return [words("The season takes about {time}, as games do here.", time=time)]
    time = about(length.milliseconds, words)
    return [words("A round takes about {time}, less if all are quick.", time=time)]


async def standings_post(
    league: League, news: int, words: Words, moments: Moments = NO_MOMENTS, unshown: int = 1
) -> Post:
    """Return the message on a league's state: this round's tables, and the standings.

    Args:
        league: the league.
        news: the count of news that the message tells.
        words: the language.
        moments: of the season, once it is over.
        unshown: how many of the news no message has told yet.
    """
    row = league.row
    newest = league.newest
    lines = [Part(_first_line(league, words))]
    for table, line in table_lines(league, words):
        # The message is about the game that ended last, so its line is cut after all the others.
        lines.append(Part(line, 2 if table == newest else 3))
    lines += [Part(line, 4) for line in rest_line(league, words)]
    lines += [Part(line, 5) for line in _round_before(league, unshown, words)]
    lines += [Part(line, 1) for line in _left_lines(league, words)]
    view = view_of(
        buttons.LEAGUE_STANDINGS.button(league.number, news, words=words),
        buttons.LEAGUE_DRAW.button(league.number, words=words),
    )
    if row.state == "finished":
        lines += [Part(line, 3) for line in _moment_lines(league, moments, words)]
        view.add_item(buttons.LEAGUE_AGAIN.button(league.number, words=words))
    if row.state == "running":
        view.add_item(buttons.LEAGUE_LEAVE.button(league.number, words=words))
    # Before the first game all have no points: a table of zeros says nothing.
    file = await _file(league, words) if league.played else None
    return Post(lines, [file] if file else [], view, instead=MORE)


def _moment_lines(league: League, moments: Moments, words: Words) -> list[str]:
    """Return the moments of a season, a line for each."""
    lines = []
    for moment, sentence in (
        (moments.highest, N_("- Most gold: {name}, {amount}, at table {table} of round {round}")),
        (
            moments.closest,
            N_("- Closest: {name}, by {amount}, at table {table} of round {round}"),
        ),
        (moments.sale, N_("- Best sale: {name}, {amount}, at table {table} of round {round}")),
    ):
        if moment is not None:
            lines.append(
                words(
                    sentence,
                    name=plain_name(league.names[moment.person]),
                    amount=gold_text(moment.amount, words),
                    table=moment.table,
                    round=moment.round,
                )
            )
    return lines


async def _file(league: League, words: Words) -> discord.File:
    rows = standing_rows(league)
    return await standings_file(league, rows[:MOST_ROWS], words, theme=Theme(league.row.theme))


def _first_line(league: League, words: Words) -> str:
    row = league.row
    if row.state == "cancelled":
        return words("**{name}** was called off.", name=called(row))
    if row.state == "finished":
        return _last_line(league, words)
    tables = league.tables(row.round)
    over = sum(table.over_at is not None for table in tables)
    newest = league.newest
    if not over or newest is None:
        return words(
            "**{name}**: round {round} of {rounds} begins.",
            name=called(row),
            round=row.round,
            rounds=row.rounds,
        )
    count = words(
        "Games of this round that are over: {count} of {total}.", count=over, total=len(tables)
    )
    told = _result(league, newest, words)
    return f"{told} {count}" if newest.round == row.round else told


def _result(league: League, newest: StoredLeagueTable, words: Words) -> str:
    """Return the result of the game that ended last."""
    result = played(newest)
    winners = [plain_name(league.names[one]) for one in result.people if result.won(one)]
    told = {"name": called(league.row), "round": newest.round, "number": newest.number}
    if not winners:
        return words(
            "**{name}**, round {round}: the game at table {number} ended without a result.", **told
        )
    return words.plural(
        "**{name}**, round {round}: {people} won at table {number}.",
        "**{name}**, round {round}: {people} won at table {number}.",
        len(winners),
        people=words.all_of(winners),
        **told,
    )


def _last_line(league: League, words: Words) -> str:
    """Return the line on a season's end: nobody wins one without a game, or having left it."""
    first, told = league.standings[0], called(league.row)
    if not any(one.gold is not None for one in league.played):
        return words("**{name}** is over, and no game came to its end.", name=told)
    if first.left or not first.games:
        return words("**{name}** is over, and nobody stayed to win it.", name=told)
    line = words.plural(
        "{winner} wins “{name}” with {n} point!",
        "{winner} wins “{name}” with {n} points!",
        int(first.points),
        winner=plain_name(league.names[first.person]),
        name=told,
    )
    return f"## {line}"


def _round_before(league: League, unshown: int, words: Words) -> list[str]:
    """Return the results of the round before, in the first message after its last game."""
    row = league.row
    if row.state != "running" or row.round == 1:
        return []
    tables = league.tables(row.round - 1)
    last = max((table.over_at or 0, table.round) for table in tables)
    # Games of this round may have ended before it began for all, and after it in the same message.
    over = [table for table in league.seen_tables if table.over_at is not None]
    later = sum((table.over_at or 0, table.round) > last for table in over)
    if later and unshown <= later:
        return []
    head = words("Round {round} is over:", round=row.round - 1)
    return [head, *(f"- {table_line(league, table, words)}" for table in tables)]


def _left_lines(league: League, words: Words) -> list[str]:
    """Return the people who play no more from the next round on."""
    if league.row.state != "running":
        return []
    running = [table for table in league.seen_tables if table.over_at is None]
    playing = {seat.entrant for table in running for seat in table.seats}
    left = [one for one in league.row.entrants if (one.left_round or 0) > league.row.round]
    lines = []
    if replaced := [plain_name(one.name) for one in left if one.entrant in playing]:
        lines.append(
            words.plural(
                "{people} left the league. The caretaker plays this round for them.",
                "{people} left the league. The caretaker plays this round for them.",
                len(replaced),
                people=words.all_of(replaced),
            )
        )
    if gone := [plain_name(one.name) for one in left if one.entrant not in playing]:
        lines.append(
            words.plural(
                "{people} left the league.",
                "{people} left the league.",
                len(gone),
                people=words.all_of(gone),
            )
        )
    return lines
