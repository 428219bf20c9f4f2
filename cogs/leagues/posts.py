"""The public messages of a league: the sign-up, and its state after each game; and its buttons."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle

from cogs.leagues import texts
from cogs.leagues.league import League, Moments, played
from cogs.leagues.service import LEAST_PEOPLE, MOST_PEOPLE
from cogs.leagues.store import LeagueSummary, StoredLeagueTable
from i18n.translation import N_, NC_, Words
from render import Theme
from tabletop.time_control import Length
from ui.components import ButtonFace, MenuFace, view_of
from ui.features import NOTHING, Extra
from ui.pictures import drawn_file
from ui.public.post import Post
from ui.texts.lobby import about
from ui.texts.markup import Part, plain_name
from words.sentences import gold_text

MORE: Final = "…"

NO_MOMENTS: Final = Moments()


def signup_post(
    league: League, words: Words, length: Length | None = None, extra: Extra = NOTHING
) -> Post:
    """Return the message by which people sign up for a league."""
    row = league.row
    people = [plain_name(one.name) for one in row.entrants]
    heading = words("{name}: a league is looking for players", name=texts.league_name(row))
    lines = [
        (f"## {heading}", 0),
        # The people are the longest part and are cut first; the way to join stays.
        (texts.people_in(row, words), 4),
        (
            words.plural(
                "Press *Join* to play {n} round at tables of {seats}. Games open automatically.",
                "Press *Join* to play {n} rounds at tables of {seats}. Games open automatically.",
                row.rounds,
                seats=row.seats,
            ),
            1,
        ),
        *((line, 3) for line in [*_season(row, length, words), *texts.set_up_lines(row, words)]),
        (
            words(
                "{least} to {most} players; a moderator starts the league with *Begin*.",
                least=LEAST_PEOPLE,
                most=MOST_PEOPLE,
            ),
            2,
        ),
    ]
    full = len(people) >= MOST_PEOPLE
    number = league.number
    view = view_of(
        LEAGUE_JOIN.button(number, words=words, disabled=full),
        LEAGUE_LEAVE.button(number, words=words, disabled=not people),
        LEAGUE_BEGIN.button(number, words=words, disabled=len(people) < LEAST_PEOPLE),
        LEAGUE_CANCEL.button(number, words=words),
        LEAGUE_DRAW.button(number, words=words),
        *extra.buttons,
    )
    return Post([Part(*line) for line in lines], view=view, instead=MORE)


def signed_up_post(league: League, words: Words, extra: Extra = NOTHING) -> Post:
    """Return the sign-up message once the league has begun or was called off."""
    if league.row.begun_at is None:
        return Post([Part(words("**{name}** was called off.", name=texts.league_name(league.row)))])
    parts = [Part(texts.begun_text(league.row, words)), Part(texts.seed_line(league.row, words))]
    return Post(parts, view=view_of(*extra.buttons))


def _season(row: LeagueSummary, length: Length | None, words: Words) -> list[str]:
    """Return how long the season lasts, by how long a game does."""
    if length is None:
        return []
    if length.games:
        time = about(row.rounds * length.milliseconds, words)
        return [words("The season takes about {time}, judging by earlier games here.", time=time)]
    time = about(length.milliseconds, words)
    return [words("A round takes about {time}, less if everybody is quick.", time=time)]


async def standings_post(
    league: League, news: int, words: Words, moments: Moments = NO_MOMENTS, unshown: int = 1
) -> Post:
    """Return the message on a league's state: this round's tables, and the standings."""
    row = league.row
    newest = league.newest
    lines = [Part(_first_line(league, words))]
    for table, line in texts.table_lines(league, words):
        # The message is about the game that ended last, so its line is cut after all the others.
        lines.append(Part(line, 2 if table == newest else 3))
    lines += [Part(line, 4) for line in texts.rest_line(league, words)]
    lines += [Part(line, 5) for line in _round_before(league, unshown, words)]
    lines += [Part(line, 1) for line in _left_lines(league, words)]
    view = view_of(
        LEAGUE_STANDINGS.button(league.number, news, words=words),
        LEAGUE_DRAW.button(league.number, words=words),
    )
    if row.state == "finished":
        lines += [Part(line, 3) for line in _moment_lines(league, moments, words)]
        view.add_item(LEAGUE_AGAIN.button(league.number, words=words))
    if row.state == "running":
        view.add_item(LEAGUE_LEAVE.button(league.number, words=words))
    # Before the first game all have no points: a table of zeros says nothing.
    rows, theme = texts.standing_rows(league)[: texts.MOST_ROWS], Theme(row.theme)
    files = [await standings_file(league, rows, words, theme=theme)] if league.played else []
    return Post(lines, files, view, instead=MORE)


def _moment_lines(league: League, moments: Moments, words: Words) -> list[str]:
    lines = []
    for moment, sentence in (
        (moments.highest, N_("- Most gold: {name}, {amount} (round {round}, table {table})")),
        (moments.closest, N_("- Closest win: {name}, by {amount} (round {round}, table {table})")),
        (moments.sale, N_("- Best sale: {name}, {amount} (round {round}, table {table})")),
    ):
        if moment is not None:
            name, amount = league.names[moment.person], gold_text(moment.amount, words)
            at = {"table": moment.table, "round": moment.round}
            lines.append(words(sentence, name=plain_name(name), amount=amount, **at))
    return lines


def _first_line(league: League, words: Words) -> str:
    row = league.row
    if row.state == "cancelled":
        return words("**{name}** was called off.", name=texts.league_name(row))
    if row.state == "finished":
        return _last_line(league, words)
    tables = league.tables(row.round)
    over = sum(table.over_at is not None for table in tables)
    newest = league.newest
    if not over or newest is None:
        return words(
            "**{name}**: round {round} of {rounds} begins.",
            name=texts.league_name(row),
            round=row.round,
            rounds=row.rounds,
        )
    count = words("Games finished this round: {count} of {total}.", count=over, total=len(tables))
    result = _result(league, newest, words)
    return f"{result} {count}" if newest.round == row.round else result


def _result(league: League, newest: StoredLeagueTable, words: Words) -> str:
    result = played(newest)
    winners = [plain_name(league.names[one]) for one in result.people if result.won(one)]
    given = {"name": texts.league_name(league.row), "round": newest.round, "number": newest.number}
    if not winners:
        return words(
            "**{name}**, round {round}: the game at table {number} ended without a result.", **given
        )
    return words.plural(
        "**{name}**, round {round}: {people} won at table {number}.",
        "**{name}**, round {round}: {people} won at table {number}.",
        len(winners),
        people=words.all_of(winners),
        **given,
    )


def _last_line(league: League, words: Words) -> str:
    """Return the line on a season's end: nobody wins one without a game, or having left it."""
    first, name = league.standings[0], texts.league_name(league.row)
    finished = any(one.gold is not None for one in league.played)
    if not finished or first.left or not first.games:
        return words("**{name}** is over, and nobody won it.", name=name)
    line = words.plural(
        "{winner} wins “{name}” with {n} point!",
        "{winner} wins “{name}” with {n} points!",
        int(first.points),
        winner=plain_name(league.names[first.person]),
        name=name,
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
    return [head, *(f"- {texts.table_line(league, table, words)}" for table in tables)]


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
                "{people} left the league. A computer plays this round for them.",
                "{people} left the league. A computer plays this round for them.",
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


async def standings_file(
    league: League, rows: Sequence[texts.StandingRow], words: Words, *, theme: Theme = Theme.DARK
) -> discord.File:
    """Return some of a league's standings as a picture with alt text."""
    given = {"title": league.row.name, "state": texts.state_text(league.row, words)}
    over = league.row.state == "finished"
    return await drawn_file(
        f"arkadia-league-{league.number}.png",
        texts.describe_standings(rows, words=words, **given),
        lambda: texts.draw_standings(rows, over=over, theme=theme, words=words, **given),
    )


# The words of custom ids never change: messages with them stand in channels for years.
LEAGUE_JOIN: Final = ButtonFace("league-join", NC_("button", "Join"), style=ButtonStyle.success)
"""The number of these is the league's."""
LEAGUE_LEAVE: Final = ButtonFace("league-leave", NC_("button", "Leave"))
LEAGUE_LEAVE_SURE: Final = ButtonFace(
    "league-leave-now", NC_("button", "Leave for good"), style=ButtonStyle.danger
)
LEAGUE_BEGIN: Final = ButtonFace("league-begin", NC_("button", "Begin"), style=ButtonStyle.primary)
LEAGUE_CANCEL: Final = ButtonFace("league-cancel", NC_("button", "Call off…"))
LEAGUE_CANCEL_SURE: Final = ButtonFace(
    "league-cancel-now", NC_("button", "Call off for good"), style=ButtonStyle.danger
)
LEAGUE_CLOSE: Final = ButtonFace("league-close", NC_("button", "End now…"))
LEAGUE_CLOSE_SURE: Final = ButtonFace(
    "league-close-now", NC_("button", "End it as it stands"), style=ButtonStyle.danger
)
LEAGUE_STANDINGS: Final = ButtonFace("league-standings", NC_("button", "Standings"), 2)
"""The second number is that of the news: a message that stands there is known by it."""
LEAGUE_PAGE_BACK: Final = ButtonFace("league-back", NC_("button", "◀ Back"), 2)
"""The second number is that of the page to be shown, from 1."""
LEAGUE_PAGE_ON: Final = ButtonFace("league-on", NC_("button", "▶ Next"), 2)
LEAGUE_AGAIN: Final = ButtonFace(
    "league-again", NC_("button", "Next season"), style=ButtonStyle.success
)
LEAGUE_MOVE: Final = ButtonFace("league-move", NC_("button", "Go on here"))
LEAGUE_SETTINGS: Final = ButtonFace("league-settings", NC_("button", "Settings…"))
LEAGUE_TAKE: Final = ButtonFace("league-take", NC_("button", "Remove…"))
LEAGUE_TAKE_WHOM: Final = MenuFace("league-take-whom", NC_("button", "Choose a player…"), 2)
"""The second number is the menu's: one of them has 25 people at most."""
LEAGUE_TAKE_OUT: Final = ButtonFace(
    "league-take-out", NC_("button", "Remove"), 2, digits=19, style=ButtonStyle.danger
)
"""The second number is the id of the person who is taken out of the league."""
LEAGUE_DRAW: Final = ButtonFace("league-draw", NC_("button", "Pairings"))
