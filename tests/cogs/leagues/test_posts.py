"""The messages of leagues fit, however many people there are and whatever they are called."""

import io
from dataclasses import asdict, replace

import pytest
from PIL import Image

from cogs.leagues import texts
from cogs.leagues.league import League
from cogs.leagues.posts import signed_up_post, signup_post, standings_post
from cogs.leagues.store import StoredEntrant, StoredLeague, StoredLeagueSeat, StoredLeagueTable
from i18n.translation import ENGLISH, words_for
from render import Theme
from tests.cogs.leagues.samples import LEAGUE
from tests.render.colour_difference import contrast
from tests.render.golden_pictures import EVERY_SCRIPT
from tests.render.written import Written
from tests.ui.counting import LANGUAGES, MOST_WORDS, words_in
from ui.public.post import Post
from ui.texts.markup import MESSAGE_LIMIT, size

PEOPLE = tuple(StoredEntrant(number, number, "**W** 🎲 @everyone" * 4) for number in range(1, 65))
RULES = {"seats": 4, "help": "all", "late": "turn", "language": "en"}
OPEN = StoredLeague(
    **{**asdict(LEAGUE), **RULES, "name": "<@1> _Winter_ " * 4},
    league_id=7,
    state="open",
    round=0,
    begun_at=None,
    ended_at=None,
    entrants=PEOPLE,
    tables=(),
)
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
OVER = replace(BEGUN, state="finished", ended_at=3)
RUNNING = tuple(replace(table, over_at=None, state="running") for table in TABLES)


async def posted(row: StoredLeague, unshown: int = 1) -> Post:
    return await standings_post(League(row), 65, ENGLISH, unshown=unshown)


@pytest.mark.parametrize("count", [0, 1, 3, 64])
def test_the_sign_up_fits(count: int) -> None:
    post = signup_post(League(replace(OPEN, entrants=PEOPLE[:count])), ENGLISH)
    assert size(post.text) <= MESSAGE_LIMIT
    assert "*Begin*" in post.text
    assert "@everyone" not in post.text
    assert "<@" not in post.text.replace("\\<", "")
    assert size(signed_up_post(League(BEGUN), ENGLISH).text) <= MESSAGE_LIMIT


async def test_the_standings_fit_and_ping_nobody() -> None:
    for row in (
        BEGUN,
        replace(BEGUN, tables=RUNNING),
        replace(BEGUN, entrants=(replace(PEOPLE[0], left_round=2), *PEOPLE[1:])),
        replace(BEGUN, tables=TABLES[1:]),
        OVER,
        replace(OVER, state="cancelled"),
        replace(OVER, tables=()),
    ):
        post = await posted(row)
        assert size(post.text) <= MESSAGE_LIMIT
        assert not post.pings
        assert "@everyone" not in post.text
        assert post.text.splitlines()[0].startswith(("**", "## "))


async def test_a_round_that_begins_tells_how_the_one_before_ended() -> None:
    seats = tuple(replace(seat, round=2, gold=None) for seat in TABLES[0].seats)
    table = StoredLeagueTable(2, 1, game_id=99, state="running", place=5, seats=seats)
    row = replace(BEGUN, round=2, entrants=PEOPLE[:4], tables=(TABLES[0], table))
    first, playing, head, result = (await posted(row)).text.splitlines()
    assert first.endswith("round 2 of 3 begins.")
    assert playing.endswith("in <#5>")
    assert head == "Round 1 is over:"
    assert "12 points (30 gold)**" in result
    assert "is over:" not in (await posted(replace(row, round=1))).text


@pytest.mark.parametrize(("early", "unshown", "told"), [(3, 2, 1), (5, 2, 1), (5, 1, 0), (5, 3, 1)])
async def test_ends_of_two_rounds_are_told_in_order(early: int, unshown: int, told: int) -> None:
    """The last game of round 1 ended at 4; one of round 2 before that, or after it."""
    last = replace(TABLES[1], over_at=4)
    seats = tuple(replace(seat, round=2) for seat in TABLES[0].seats)
    tables = (TABLES[0], last, replace(TABLES[0], round=2, over_at=early, seats=seats))
    post = await posted(replace(BEGUN, round=2, entrants=PEOPLE[:8], tables=tables), unshown)
    first = post.text.splitlines()[0]
    newest = ("round 2: ", "won at table 1.") if early > 4 else ("round 1: ", "won at table 2.")
    assert all(part in first for part in newest)
    assert post.text.count("Round 1 is over:") == told


async def test_nobody_wins_a_season_that_all_left_or_for_a_round_that_none_finished() -> None:
    left = tuple(replace(one, left_round=1) for one in PEOPLE)
    first = (await posted(replace(OVER, entrants=left))).text.splitlines()[0]
    assert first.endswith("is over, and nobody won it.")
    assert {one.points for one in League(replace(OVER, tables=RUNNING)).standings} == {0}


async def test_the_caretaker_is_said_to_play_for_those_alone_whose_game_goes_on() -> None:
    left = tuple(replace(PEOPLE[n], name=f"P{n}", left_round=2) for n in (0, 4))
    entrants = (left[0], *PEOPLE[1:4], left[1], *PEOPLE[5:])
    tables = (TABLES[0], RUNNING[1], *TABLES[2:])
    post = await posted(replace(BEGUN, entrants=entrants, tables=tables))
    assert "P4 left the league. A computer plays" in post.text
    assert "P0 left the league." in post.text.splitlines()


def test_what_is_told_of_a_result_is_in_the_order_of_places() -> None:
    [first, *_] = texts.standing_rows(League(BEGUN))
    assert (first.rank, first.points, first.wins, first.share) == (1, "12", 1, 50)
    assert all(number in texts.rules_text(ENGLISH) for number in ("12", "6"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_up_is_short(language: str) -> None:
    people = tuple(StoredEntrant(n, n, name) for n, name in enumerate(("Ada", "Bela"), start=1))
    usual = replace(OPEN, name="Winter", mirror=False, help="none", late="ask", entrants=people)
    post = signup_post(League(replace(usual, setup="first-game")), words_for(language))
    assert words_in(post.text) <= MOST_WORDS["sign-up"]


def rows(count: int) -> list[texts.StandingRow]:
    names = EVERY_SCRIPT * count
    return [
        texts.StandingRow(
            at + 1, names[at], str(180 - at), 15, at % 15, 100 - at, at == count - 1, at == 2
        )
        for at in range(count)
    ]


def draw(count: int, theme: Theme = Theme.DARK, *, over: bool = False) -> Image.Image:
    picture = texts.draw_standings(
        rows(count), title="Winter " * 20, state="Round 12 of 15", over=over, theme=theme
    )
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("count", [1, 3, 8, texts.MOST_ROWS])
def test_the_picture_is_as_high_as_its_rows_need(count: int) -> None:
    picture = draw(count)
    assert picture.width == 1220
    assert picture.height <= 900


@pytest.mark.parametrize("count", [0, texts.MOST_ROWS + 1])
def test_rows_that_do_not_fit_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        draw(count)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("count", [3, texts.MOST_ROWS])
def test_phones_show_all_legibly(theme: Theme, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Written(monkeypatch)
    draw(count, theme, over=True)
    assert len(written.lines) == 6 + 6 * count
    assert not written.small
    assert all(contrast(style.colour, style.ground) >= 4.5 for _, style in written.lines)


def test_the_winner_and_the_theme_make_a_difference_and_words_say_the_same() -> None:
    pictures = {draw(4).tobytes(), draw(4, over=True).tobytes(), draw(4, Theme.LIGHT).tobytes()}
    assert len(pictures) == 3
    told = texts.describe_standings(rows(2), title="Winter", state="Round 1 of 3")
    assert told.startswith("Standings of Winter, Round 1 of 3: 1. ")
    assert "(points: 180), 15 games, 0 won. 2. " in told
