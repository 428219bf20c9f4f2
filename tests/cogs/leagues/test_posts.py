"""The messages of leagues fit, however many people there are and whatever they are called."""

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageFont

import render.layout
import render.letters.text
from cogs.leagues.league import League
from cogs.leagues.posts import signed_up_post, signup_post, standings_post
from cogs.leagues.store import StoredEntrant, StoredLeague, StoredLeagueSeat, StoredLeagueTable
from cogs.leagues.texts import (
    MOST_ROWS,
    StandingRow,
    describe_standings,
    draw_standings,
    rules_text,
    standing_rows,
)
from i18n.translation import ENGLISH, words_for
from render import Theme
from render.letters.text import Style
from tests.cogs.leagues.imagined import OPEN, PEOPLE
from tests.render.colour_difference import contrast
from tests.render.golden_pictures import EVERY_SCRIPT
from tests.ui.counting import LANGUAGES, MOST_WORDS, words_in
from ui.texts.markup import MESSAGE_LIMIT, size

TABLES = tuple(
    StoredLeagueTable(
        1,
        number + 1,
        game_id=number + 1,
        over_at=number,
        state="finished",
        place=10**18 + number,
        seats=tuple(
            StoredLeagueSeat(1, number + 1, seat, 4 * number + seat + 1, gold=10 * seat)
            for seat in range(4)
        ),
    )
    for number in range(16)
)
BEGUN = replace(OPEN, state="running", round=1, begun_at=2, tables=TABLES)


def leagues() -> Iterator[StoredLeague]:
    yield BEGUN
    yield replace(BEGUN, tables=tuple(replace(table, over_at=None) for table in TABLES))
    yield replace(BEGUN, entrants=(replace(PEOPLE[0], left_round=2), *PEOPLE[1:]))
    yield replace(BEGUN, tables=TABLES[1:])
    yield replace(BEGUN, state="finished", ended_at=3)
    yield replace(BEGUN, state="cancelled", ended_at=3)
    yield replace(BEGUN, state="finished", ended_at=3, tables=())


@pytest.mark.parametrize("count", [0, 1, 3, 64])
def test_the_sign_up_fits(count: int) -> None:
    post = signup_post(League(replace(OPEN, entrants=PEOPLE[:count])), ENGLISH)
    assert size(post.text) <= MESSAGE_LIMIT
    assert "*Begin*" in post.text
    assert "@everyone" not in post.text
    assert "<@" not in post.text.replace("\\<", "")
    assert size(signed_up_post(League(BEGUN), ENGLISH).text) <= MESSAGE_LIMIT


@pytest.mark.parametrize("row", list(leagues()), ids=range(7))
async def test_the_standings_fit_and_ping_nobody(row: StoredLeague) -> None:
    post = await standings_post(League(row), 65, ENGLISH)
    assert size(post.text) <= MESSAGE_LIMIT
    assert not post.pings
    assert "@everyone" not in post.text
    assert post.text.splitlines()[0].startswith(("**", "## "))


async def test_a_round_that_begins_tells_how_the_one_before_ended() -> None:
    seats = [replace(seat, round=2, gold=None) for seat in TABLES[0].seats]
    table = StoredLeagueTable(2, 1, game_id=99, state="running", place=5, seats=tuple(seats))
    row = replace(BEGUN, round=2, entrants=PEOPLE[:4], tables=(TABLES[0], table))
    post = await standings_post(League(row), 65, ENGLISH)
    first, playing, *resting, head, result = post.text.splitlines()
    assert first.endswith("round 2 of 3 begins.")
    assert playing.endswith("in <#5>")
    assert head == "Round 1 is over:"
    assert "12 points (30 gold)**" in result
    assert not resting
    post = await standings_post(League(replace(row, round=1)), 65, ENGLISH)
    assert "is over:" not in post.text


@pytest.mark.parametrize(("early", "unshown", "told"), [(3, 2, 1), (5, 2, 1), (5, 1, 0), (5, 3, 1)])
async def test_each_end_is_told_whether_a_game_of_the_next_round_ended_before_or_after_it(
    early: int, unshown: int, told: int
) -> None:
    """The last game of round 1 ended at 4; one of round 2 before that, or after it."""
    last = replace(TABLES[1], over_at=4)
    seats = [replace(seat, round=2) for seat in TABLES[0].seats]
    of_next = replace(TABLES[0], round=2, over_at=early, seats=tuple(seats))
    row = replace(BEGUN, round=2, entrants=PEOPLE[:8], tables=(TABLES[0], last, of_next))
    post = await standings_post(League(row), 65, ENGLISH, unshown=unshown)
    round_, number = (2, 1) if early > 4 else (1, 2)
    assert f"round {round_}: " in post.text.splitlines()[0]
    assert f"won at table {number}." in post.text.splitlines()[0]
    assert post.text.count("Round 1 is over:") == told


async def test_nobody_wins_a_season_that_all_left_or_for_a_round_that_none_finished() -> None:
    row = replace(BEGUN, state="finished", ended_at=3, entrants=PEOPLE[:64])
    left = tuple(replace(one, left_round=1) for one in row.entrants)
    post = await standings_post(League(replace(row, entrants=left)), 65, ENGLISH)
    assert post.text.splitlines()[0].endswith("is over, and nobody won it.")
    running = tuple(replace(one, over_at=None) for one in TABLES[1:])
    points = {one.person: one.points for one in League(replace(row, tables=running)).standings}
    assert set(points.values()) == {0}


async def test_the_caretaker_is_said_to_play_for_those_alone_whose_game_goes_on() -> None:
    left = tuple(replace(PEOPLE[n], name=f"P{n}", left_round=2) for n in (0, 4))
    entrants = (left[0], *PEOPLE[1:4], left[1], *PEOPLE[5:])
    tables = (TABLES[0], replace(TABLES[1], over_at=None, state="running"), *TABLES[2:])
    post = await standings_post(
        League(replace(BEGUN, entrants=entrants, tables=tables)), 65, ENGLISH
    )
    assert "P4 left the league. The caretaker plays" in post.text
    assert "P0 left the league." in post.text.splitlines()


def test_what_is_told_of_a_result_is_in_the_order_of_places() -> None:
    league = League(BEGUN)
    [first, *_] = standing_rows(league)
    assert (first.rank, first.points, first.wins, first.share) == (1, "12", 1, 50)
    assert "12" in rules_text(ENGLISH)
    assert "6" in rules_text(ENGLISH)


USUAL = replace(
    OPEN,
    name="Winter",
    mirror=False,
    help="none",
    late="ask",
    setup="first-game",
    entrants=tuple(StoredEntrant(n, n, name) for n, name in enumerate(("Ada", "Bela"), start=1)),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_up_is_short(language: str) -> None:
    assert words_in(signup_post(League(USUAL), words_for(language)).text) <= MOST_WORDS["sign-up"]


PHONE, WIDTH, CAPITAL, TEXT = 350, 1220, 7.0, 4.5
"""A picture's width on a phone and by itself, the least height of capitals, the least contrast."""


def rows(count: int) -> list[StandingRow]:
    return [
        StandingRow(
            rank=number + 1,
            name=EVERY_SCRIPT[number % len(EVERY_SCRIPT)],
            points=str(180 - number),
            games=15,
            wins=number % 15,
            share=100 - number,
            left=number == count - 1,
            own=number == 2,
        )
        for number in range(count)
    ]


def draw(count: int, theme: Theme = Theme.DARK, *, over: bool = False) -> Image.Image:
    picture = draw_standings(
        rows(count), title="Winter " * 20, state="Round 12 of 15", over=over, theme=theme
    )
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("count", [1, 3, 8, MOST_ROWS])
def test_the_picture_is_as_high_as_its_rows_need(count: int) -> None:
    picture = draw(count)
    assert picture.width == WIDTH
    assert picture.height <= 900


@pytest.mark.parametrize("count", [0, MOST_ROWS + 1])
def test_rows_that_do_not_fit_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        draw(count)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("count", [3, MOST_ROWS])
def test_phones_show_all_legibly(theme: Theme, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Style] = []
    real = render.letters.text.write

    def listening(*given: object, **more: object) -> int:
        style = given[4]
        assert isinstance(style, Style)
        heard.append(style)
        return real(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(render.layout, "write", listening)
    draw(count, theme, over=True)
    assert len(heard) == 6 + 6 * count
    for style in set(heard):
        font = ImageFont.truetype("render/letters/fonts/Cabin-Bold.otf", style.size)
        _, top, _, bottom = font.getbbox("H", anchor="ls")
        assert (bottom - top) * PHONE / WIDTH >= CAPITAL
        assert contrast(style.colour, style.ground) >= TEXT


def test_the_winner_and_the_one_who_looks_stand_out() -> None:
    pictures = [draw(4), draw(4, over=True)]
    pictures.append(draw(4, Theme.LIGHT))
    for one, other in combinations(pictures, 2):
        assert one.tobytes() != other.tobytes()


def test_the_words_say_the_same() -> None:
    told = describe_standings(rows(2), title="Winter", state="Round 1 of 3")
    assert told.startswith("Standings of Winter, Round 1 of 3: 1. ")
    assert "points: 180, 15 games, 0 won. 2. " in told
