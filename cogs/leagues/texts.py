"""Leagues in words: their state, the check of a draw, and standings, also as a picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.leagues.draw import Round, draw_text, fingerprint
from cogs.leagues.league import MOST_POINTS, WITHOUT_GAME, League, played
from cogs.leagues.store import LeagueSummary, StoredLeague, StoredLeagueTable
from engine.start import FIRST_GAME
from i18n.translation import ENGLISH, N_, Words
from render.art.signs import crown
from render.files.raster import plain_raster
from render.files.tile_cache import TILES
from render.layout import GAP, MEDIUM, SMALL, WIDTH, Box, Pen, Theme
from render.letters.text import legible
from tabletop.time_control import read_control
from ui.texts.lobby import help_agreed, time_in_short
from ui.texts.markup import NAME, plain, plain_name, short
from words.sentences import gold_text

MOST_ROWS: Final = 16
"""Rows of one picture, and of its words: as many as a phone shows without turning."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person in the standings."""

    rank: int
    name: str
    points: str
    games: int
    wins: int
    share: int  # their share of the gold at their tables, in per cent
    left: bool = False
    own: bool = False  # whether the row is the reader's


def describe_standings(
    rows: Sequence[StandingRow], *, title: str, state: str, words: Words = ENGLISH
) -> str:
    """Describe the standings, the leaders first."""
    lines = [
        words.plural(
            "{rank}. {name} (points: {points}), {n} game, {wins} won.",
            "{rank}. {name} (points: {points}), {n} games, {wins} won.",
            row.games,
            rank=row.rank,
            name=row.name,
            points=row.points,
            wins=row.wins,
        )
        for row in rows
    ]
    return " ".join([words("Standings of {title}, {state}:", title=title, state=state), *lines])


_PAD: Final = 22
_HEAD: Final = 128  # the height of the heading with the names of the columns
_LOWEST, _TALLEST = 46, 84  # the least and the greatest height of a row
_ROOM: Final = 600  # the height that the rows share
_COLUMNS: Final = (WIDTH - 430, WIDTH - 300, WIDTH - 168, WIDTH - _PAD - GAP)
"""Where the columns of figures end on the right: games, victories, gold, points."""


def draw_standings(
    rows: Sequence[StandingRow],
    *,
    title: str,
    state: str,
    over: bool = False,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw some rows of the standings of a league as a PNG."""
    if not 0 < len(rows) <= MOST_ROWS:
        raise ValueError(f"{len(rows)} rows do not fit")
    # Few people have tall rows, so that the picture is large enough to be read on a phone.
    tall = max(_LOWEST, min(_TALLEST, _ROOM // len(rows)))
    height = _HEAD + tall * len(rows) + 2 * GAP + 8
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, height, surface.page), surface, 1.0)
    panel = Box(GAP, GAP, WIDTH - 2 * GAP, height - 2 * GAP)
    pen.box(panel, fill=surface.panel, edge=surface.panel_edge)
    _head(pen, title, state, words)
    for number, row in enumerate(rows):
        box = Box(GAP + 6, GAP + _HEAD + number * tall, WIDTH - 2 * GAP - 12, tall)
        _row(pen, row, box, words, striped=number % 2 == 1, won=over and row.rank == 1)
    return pen.raster.png()


def _head(pen: Pen, title: str, state: str, words: Words) -> None:
    strong, quiet = pen.surface.strong, pen.surface.quiet
    right = WIDTH - _PAD - GAP
    wide = pen.write(right, 18, state, SMALL, colour=quiet, align=1, width=460)
    room = right - wide - 30 - _PAD
    pen.write(_PAD, 14, legible(title), MEDIUM, colour=strong, width=room, cut=True)
    names = (
        words.context("column", "Games"),
        words.context("column", "Wins"),
        words.context("column", "Gold"),
        words.context("column", "Points"),
    )
    for name, x in zip(names, _COLUMNS, strict=True):
        pen.write(x, 82, name, SMALL, colour=quiet, weight="plain", align=1, width=122)


def _row(pen: Pen, row: StandingRow, box: Box, words: Words, *, striped: bool, won: bool) -> None:
    surface = pen.surface
    ground = surface.active if row.own or won or striped else surface.panel
    if ground != surface.panel:
        pen.fill(box.left, box.top, box.width, box.height - 2, ground)
    # People who have left stay in the table, since others' points came from games with them.
    colour = surface.quiet if row.left else surface.strong
    size = SMALL if box.height < 56 else MEDIUM
    top = box.top + (box.height - round(size * 1.24)) // 2
    pen.write(104, top, f"{row.rank}.", size, colour=colour, ground=ground, align=1)
    x = 122
    if won:
        sign = TILES.get(crown, 46, 1.0, ground)
        pen.paste(sign, x, box.top + (box.height - sign.height) // 2)
        x += 58
    room = _COLUMNS[0] - 110 - x
    pen.write(x, top, row.name, size, colour=colour, ground=ground, width=room, cut=True)
    figures = (str(row.games), str(row.wins), words.percent(row.share), row.points)
    for figure, right, weight in zip(
        figures, _COLUMNS, ("plain", "plain", "plain", "bold"), strict=True
    ):
        pen.write(
            right,
            top,
            figure,
            size,
            colour=colour,
            ground=ground,
            weight=weight,
            align=1,
            width=122,
        )
    if row.own:
        pen.fill(box.left, box.top, 8, box.height - 2, surface.good)


RULES: Final = N_(
    "**Points**: first place gets {most} and last place 0, with the others evenly in "
    "between. Tied players share points. Players who sit out or have no result get "
    "{rest}. Resigning means last place.\n"
    "**Tiebreakers**: head-to-head results, share of gold, wins, then random draw."
)


def rules_text(words: Words) -> str:
    """Return a league's points for each place, and its tie-breaks, as text."""
    return words(RULES, most=MOST_POINTS, rest=WITHOUT_GAME)


def league_name(row: LeagueSummary) -> str:
    """Return a league's name, cut and escaped for a message."""
    return plain(row.name, 60)


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
        return words("Nobody has joined yet.")
    return words.plural(
        "{n} player so far: {people}",
        "{n} players so far: {people}",
        len(row.entrants),
        people=words.listing(plain_name(one.name) for one in row.entrants),
    )


def begun_text(row: StoredLeague, words: Words) -> str:
    """Return that a league has begun, and with how many people."""
    return words.plural(
        "**{name}** has begun with {n} player.",
        "**{name}** has begun with {n} players.",
        len(row.entrants),
        name=league_name(row),
    )


def set_up_lines(row: LeagueSummary, words: Words) -> list[str]:
    """Return lines on a league's game settings: the time for a turn, and unusual rules."""
    lines = [time_in_short(read_control(row.clock), row.late, words)]
    if row.setup != FIRST_GAME:
        lines.append(words("The board is empty at the start."))
    if row.mirror:
        lines.append(words("Tiles can be mirrored as well as rotated."))
    if row.help != "none":
        lines.append(help_agreed(row.help, words))
    return lines


def seed_line(row: LeagueSummary, words: Words) -> str:
    """Return where the seed's fingerprint is before the league begins, and the seed after that."""
    # A commitment: the fingerprint, which the draw shows, binds the host before the people are
    # known, and the seed, shown afterwards, lets anybody draw again.
    if row.begun_at is None:
        return words("To check that the pairings are fair, press *Pairings*.")
    return words("Random seed for the pairings: `{seed}`", seed=row.seed)


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
    rest = words.listing(
        words.context(
            "one of a list", "{name} {points} ({gold})", name=name, points=points, gold=gold
        )
        for name, points, gold in others
    )
    amount = gold_text(gold, words)  # within the call, it would take the plural from translators
    return words.plural(
        "Table {number}: **{winner} {n} point ({gold})**, {others}",
        "Table {number}: **{winner} {n} points ({gold})**, {others}",
        points,
        number=table.number,
        winner=winner,
        gold=amount,
        others=rest,
    )


def table_lines(league: League, words: Words) -> list[tuple[StoredLeagueTable, str]]:
    """Return a line for each table of this round, then for those of the next one that are open."""
    tables = league.seen_tables
    early = [one for one in tables if one.round > league.row.round]
    lines = [(table, f"- {table_line(league, table, words)}") for table in tables]
    if not early:
        return lines
    head = words(
        "Round {round} has begun for everybody who has finished their game:", round=early[0].round
    )
    place = tables.index(early[0])
    table, line = lines[place]
    return [*lines[:place], (table, f"{head}\n{line}"), *lines[place + 1 :]]


def rest_line(league: League, words: Words) -> list[str]:
    """Return a line on the people who sit out this round; an empty list if none does."""
    resting = league.round(league.row.round).resting
    if not resting or league.row.state != "running":
        return []
    return [
        words.plural(
            "{people} sits this round out. Points: {points}.",
            "{people} sit this round out. Points: {points} each.",
            len(resting),
            people=words.all_of(plain_name(league.names[one]) for one in resting),
            points=WITHOUT_GAME,
        )
    ]


def standing_rows(league: League, user: int | None = None) -> list[StandingRow]:
    """Return a league's standings as rows for the picture."""
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
    command = (
        "python -m cogs.leagues draw"
        f" --seed {row.seed} --people {len(people)} --seats {row.seats} --rounds {row.rounds}"
    )
    left = [f"--left {one.entrant}:{one.left_round}" for one in row.entrants if one.left_round]
    return "\n".join(
        [
            short(row.name, 60),
            words("seed {seed}, fingerprint {print}", seed=row.seed, print=fingerprint(row.seed)),
            "",
            *people,
            "",
            draw_text(league.drawn),
            "",
            words("To check the pairings yourself, run:"),
            " ".join([command, *left]),
            "",
        ]
    )


def round_lines(league: League, rounds: Iterable[Round], words: Words) -> list[str]:
    """Return the tables of the rounds by their people's names, a line for each table."""
    names = {number: plain_name(name) for number, name in league.names.items()}
    lines = []
    for number, one in enumerate(rounds, 1):
        lines.append(words("**Round {number}**", number=number))
        lines += [f"- {words.listing(names[person] for person in table)}" for table in one.tables]
    return lines
