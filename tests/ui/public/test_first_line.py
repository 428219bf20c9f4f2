"""Public messages fit; a lock screen shows who, which game and what; nothing unread is public."""

import asyncio
import re
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.games.rows import StoredMessage, StoredPause
from engine.events import BuildingCompleted, Passed, TileLaid, WorkersPlaced
from engine.start import FIRST_GAME, FREE
from i18n.translation import ENGLISH, languages, words_for
from tabletop.table import Table
from tests.ui.public.imagined import names, shown_before, table
from ui.features import Extra
from ui.public.end import final_post, notice_post, settled, unreadable_post
from ui.public.lobby import lobby_begun_post, lobby_post
from ui.public.post import Post, without_file
from ui.public.turn import first_line, log_has_more, turn_post, without_asking
from ui.texts.events import Teller
from ui.texts.lobby import DEADLINE, WHEN_LATE
from ui.texts.markup import MESSAGE_LIMIT, plain, size

LOCK_SCREEN: Final = 100
PEOPLE: Final = ("Ada", "Bela", "Chiara", "Doruk")


def seen(text: str, game: Table) -> str:
    """What of a message a phone shows, where a mention is the person's name."""
    for seat in game.seats:
        text = text.replace(f"<@{seat.user_id}>", f"@{seat.name}")
    return text.replace("**", "").removeprefix("## ")[:LOCK_SCREEN]


def test_the_first_hundred_characters_tell_what_matters_most() -> None:
    told: dict[str, type] = {"built": TileLaid, "placed": WorkersPlaced, "passed": Passed}
    for turns in range(1, 60):
        game = table(list(PEOPLE[: 2 + turns % 3]), 5 + turns % 3, turns)
        if game.active is None:
            continue
        turn, teller = game.turns_since(1)[-1], Teller.of(game, ENGLISH)
        line = first_line(game, [turn], teller, notified=[game.active.user_id or 0])
        asked = f"@{game.active.name}, your (final )?turn in game 123456: ({'|'.join(PEOPLE)}) "
        done = r"(built|placed|completed|sold|began|passed)\b.*\.$"
        assert re.match(asked + done, seen(line, game))
        headline = teller.headline(turn)
        kinds = {type(event) for event in turn.events}
        if BuildingCompleted in kinds:
            assert not any(f" {word} " in headline for word in told)
        else:
            known = [word for word, kind in told.items() if kind in kinds]
            assert any(f" {word} " in headline for word in (*known, "sold", "began"))


@settings(max_examples=30, deadline=None)
@given(st.lists(names, min_size=2, max_size=4), st.integers(0, 1000), st.integers(1, 12))
def test_an_old_message_asks_nobody(people: list[str], seed: int, turns: int) -> None:
    game = table(people, seed, turns)
    if game.active is None:
        return
    teller = Teller.of(game, ENGLISH)
    for notified in ([game.active.user_id or 0], []):
        line = first_line(game, game.turns_since(turns), teller, notified=notified)
        assert "\n" not in line
        old = without_asking(f"{line}\nTurn 1: …", ENGLISH)
        assert not re.search(r"your (final )?turn", old)
        assert ", game 123456: " in old
        assert old.endswith(".\nTurn 1: …")
        assert without_asking(old, ENGLISH) == old
        named = plain(game.active.name, 32)
        assert notified or f"**{named}**" in line


@pytest.mark.parametrize("language", languages())
def test_an_old_message_counts_on_in_no_language(language: str) -> None:
    words = words_for(language)
    clock = [words(DEADLINE, when="<t:1:R>"), *(words(late) for late in WHEN_LATE.values())]
    old = without_asking("\n".join(["Game 1: x.", *clock, "since <t:2:R>"]), words)
    assert old == "Game 1: x.\nsince <t:2:f>"


def test_what_is_no_turn_stays_as_it_is() -> None:
    for text in ("", "## Arkadia, game 1", "Ada, your turn in game 7", "Game 1: x.\nmore"):
        assert without_asking(text, ENGLISH) == text


@pytest.mark.parametrize("full", [False, True])
def test_a_lobby_says_what_a_newcomer_needs_and_nothing_that_is_usual(full: bool) -> None:
    game = table(["Ada", "Bela"], 1, 1)
    row = replace(game.row, state="lobby", setup=FIRST_GAME, seat_limit=2 if full else 4)
    game.row = row
    usual = lobby_post(game, ENGLISH, extra=Extra(["It rains."]))
    lacks = "all seats are taken" if full else "Ada is looking for players"
    assert seen(usual.text, game).split("\n")[0] == f"Arkadia, game 123456: {lacks}"
    assert "\nIt rains." in usual.text
    assert usual.text.count("\n") == (4 if full else 5)
    game.row = replace(row, setup=FREE, mirror=True, help="none", clock="1h", leaving_counts=False)
    assert lobby_post(game, ENGLISH).text.count("\n") == (7 if full else 8)


def test_without_a_turn_the_change_of_a_seat_is_told_else_the_last_turn() -> None:
    game = table(["Ada", "Bela"], 5, 6)
    teller = Teller.of(game, ENGLISH)
    last = game.running_game().last_turn
    assert last is not None

    def told() -> str:
        return first_line(game, [], teller, notified=[])

    assert teller.headline(last) in told()
    row, [other, seat] = game.row, game.seats
    at = game.moved_at
    for changed, pause, said in (
        ({"status": "away", "level": "journeyman"}, None, "a computer plays for Bela"),
        ({}, at + 2, "Bela is back"),
        ({"left_turn": game.running_game().position.turn}, at + 2, "Bela left the game"),
    ):
        game.row = replace(row, seats=(other, replace(seat, **changed)))
        game.pauses = (StoredPause(seat.seat, at + 1, pause, "away"),)
        assert said in told()
    game.row, game.pauses = row, (StoredPause(seat.seat, at - 9, at - 8, "away"),)
    assert teller.headline(last) in told()


people = st.lists(names, min_size=2, max_size=4)
seeds = st.integers(0, 10_000)


def assert_fits(post: Post) -> None:
    for one in (post, without_file(post, ENGLISH)):
        assert 0 < size(one.text) <= MESSAGE_LIMIT


def assert_tells(post: Post, game: Table, before: StoredMessage) -> None:
    """All turns since a message, or the latest of them and where the others are."""
    turns = [turn.number for turn in game.turns_since(before.turn or 1)]
    told = [int(turn) for turn in re.findall(r"^Turn ([0-9]+): ", post.text, re.MULTILINE)]
    assert told == list(turns[len(turns) - len(told) :])
    assert len(told) == len(turns) or log_has_more(ENGLISH) in post.text


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(people, seeds, st.integers(1, 40), st.integers(1, 8))
def test_a_turn_fits_and_says_whose(people: list[str], seed: int, turns: int, news: int) -> None:
    game = table(people, seed, turns)
    if game.row.state == "finished":
        return
    before = shown_before(game, news)
    post = asyncio.run(turn_post(game, ENGLISH, before))
    assert_fits(post)
    active = game.active
    assert active is not None
    assert re.match(f"<@{active.user_id}>, your (final )?turn in game 123456: ", post.text)
    assert len(re.findall(r"(?<!\\)<@", post.text)) == 1
    assert_tells(post, game, before)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(people, seeds, st.integers(1, 8))
def test_the_end_fits_and_ranks_everybody(people: list[str], seed: int, news: int) -> None:
    game = table(people, seed)
    before = shown_before(game, news)
    post = asyncio.run(final_post(game, ENGLISH, before))
    assert_fits(post)
    result = game.running_game().position.result
    assert result is not None
    won = "## (.+ wins game 123456|A shared victory in game 123456,)"
    assert re.match(rf"{won} with {max(result.gold)} gold[!:]", post.text)
    for rank, seat in result.ranking:
        line = f"{rank}. **{plain(people[seat], 32)}**"
        assert any(found.startswith(line) for found in post.text.split("\n"))
    assert_tells(post, game, before)


@settings(max_examples=50, deadline=None)
@given(people, seeds, st.text(max_size=500))
def test_all_other_messages_fit(people: list[str], seed: int, reason: str) -> None:
    game = table(people, seed, 1)
    object.__setattr__(game.row, "reason", reason)
    assert_fits(lobby_post(game, ENGLISH))
    assert_fits(lobby_begun_post(game, ENGLISH))
    assert_fits(notice_post(game, ENGLISH))
    assert_fits(unreadable_post(game, ["end"], ENGLISH))


def test_why_a_log_cannot_be_read_is_not_said_in_public() -> None:
    game = table(["Ada", "Bela"], 1, 1)
    object.__setattr__(game.row, "reason", "illegal entry build house/red A1")
    assert "house" not in unreadable_post(game, ["build house/red A1"], ENGLISH).text


def test_of_a_log_everybody_has_seen_what_was_done_in_ended_turns() -> None:
    log = ["workers own A1", "end", "build a", "undo", "build b", "end", "build c", "undo", "pass"]
    assert settled(log) == ["workers own A1", "end", "build b", "end"]
    assert settled(["undo", "undo", "x", "end", "undo"]) == ["x", "end"]
    assert settled([]) == []
