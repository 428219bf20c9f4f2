"""The story of a game through Discord: for those who play, who watch, and at the end."""

import re
from random import Random

import pytest

from cogs.story import WARM_WORDS, first_turn_for, story_of_game, warm_word
from engine.game import Game
from engine.random_play import random_action, random_start
from i18n.translation import ENGLISH, words_for
from tabletop.outcome import as_counted
from tests.e2e.playing import TO_THE_END_BY_IDLENESS, Match
from tests.e2e.secrets import Watch
from tests.e2e.world import World
from tests.engine.scenes import EDITION
from tests.tabletop.handed_over import Told, told_of  # noqa: F401
from tests.ui.counting import LANGUAGES
from tests.ui.tables import played, table_of
from ui.texts.markup import pattern_of


async def test_players_read_what_they_missed_and_spectators_all(world: World) -> None:
    match = await Match.begin(world, 3)
    watch, place = Watch(match), await match.place()
    for seed in range(7):
        await match.turn(seed)
        assert await watch.look() == []
    active, stranger = await match.active(), world.people[3]
    missed = await active.through("arkadia board", "Story", place)
    assert missed.private
    assert "2 turns since turn 5." in missed.text
    [picture] = missed.post.pictures
    assert picture.name.startswith("arkadia-1-turn-")
    assert picture.alt
    board = await stranger.press(await match.newest(), "Board")
    whole = await stranger.press(board.post, "Story")
    assert whole.private
    assert "7 turns so far." in whole.text
    # The message remembers how far it told.
    await match.turn(8)
    since = await stranger.press(whole.post, "What's new")
    assert "1 turn since turn 7." in since.text
    again = await stranger.press(since.post, "From the start")
    assert "8 turns so far." in again.text
    # A turn can be named, and one that is not played is the newest.
    assert "6 turns since turn 2." in (await active.forge(again.post, "arkadia:story:1:3")).text
    late = await active.forge(again.post, "arkadia:story:1:999")
    assert "0 turns since turn 8." in late.text
    assert len(late.post.pictures) == 1
    assert await watch.look() == []


async def test_at_the_end_the_moments_have_pictures(world: World) -> None:
    match, record = await Match.of(world, TO_THE_END_BY_IDLENESS)
    await match.end(record)
    final = await match.newest()
    assert "Bela's feats: a seal value raised by two in one turn, a lead from the" in final.text
    assert "Ada's feats" not in final.text
    told = await world.people[3].press(final, "Story")
    assert told.private
    assert re.search(r"^After \d+ turns, \*\*\w+\*\* won \d+ : \d+\.$", told.text, re.M)
    assert 1 <= len(told.post.pictures) <= 3
    assert "What's new" not in told.post.buttons


async def test_a_computers_turns_are_nobodys_moments(told: Told) -> None:
    if not told.user:
        return
    last = [one.number for one in told.own][-1]
    assert first_turn_for(told.then, told.user) == last + 1
    story = story_of_game(told.table, last + 1, ENGLISH).lines
    assert f"**{told.table.names[told.seat]}** sold" not in "\n".join(story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_is_short_and_names_turns_that_were_played(language: str) -> None:
    for seed in range(4):
        game = played(EDITION, "first-game", 2 + seed % 3, seed)
        told = story_of_game(table_of(game), 1, words_for(language))
        assert 2 <= len(told.lines) <= 5
        assert len(re.findall(r"\w+", " ".join(told.lines))) <= 75
        assert 1 <= len(told.pictured) <= 3
        assert list(told.pictured) == sorted({*told.pictured} & {*range(1, game.position.turn + 1)})
        assert not any("{" in line for line in told.lines)


def test_a_running_game_shows_one_moment_and_only_turns_that_are_asked_for() -> None:
    game = played(EDITION, "first-game", 3, seed=5, turns=24)
    told = story_of_game(table_of(game), 20, ENGLISH)
    assert told.lines[0].endswith(" since turn 19.")
    assert len(told.pictured) <= 1
    named = [int(turn) for line in told.lines for turn in re.findall(r"^Turn (\d+):", line)]
    assert all(20 <= turn <= 24 for turn in named)


def test_nothing_to_tell_is_said() -> None:
    told = story_of_game(table_of(played(EDITION, "first-game", 2, 1, 0)), 1, ENGLISH)
    assert (told.lines, told.pictured) == (["0 turns so far."], [])


def test_a_moment_has_one_warm_word_and_a_game_says_none_of_them_twice() -> None:
    kinds = set[str]()
    for seed in range(8):
        rng, said = Random(seed), {language: list[str]() for language in LANGUAGES}
        game = Game(random_start(EDITION, "first-game", 2 + seed % 3, rng))
        while not game.position.over:
            seat, turn = game.position.active, game.position.turn
            game.apply(random_action(game.position, rng))
            if game.position.turn == turn and not game.position.over:
                continue
            told, seats = table_of(game), range(len(game.start.colours))
            # While a game goes on, nobody but the one whose turn has ended has a word.
            heard = [one for one in seats if warm_word(told, one, ENGLISH)]
            assert game.position.over or heard in ([], [seat])
            for language, found in said.items():
                found += [warm_word(told, one, words_for(language)) for one in heard]
        for found in said.values():
            assert len(found) == len(set(found))
            assert not [word for word in found if "{" in word or "\n" in word]
        kinds |= {
            kind
            for kind, ways in WARM_WORDS.items()
            for way in ways
            if any(pattern_of(way).fullmatch(word) for word in said["en"])
        }
    assert kinds >= {"floor", "first", "honour"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_warm_word_is_said_in_two_ways_alike(language: str) -> None:
    every = [words_for(language)(way) for ways in WARM_WORDS.values() for way in ways]
    assert len(set(every)) == len(every)
    assert all(len(ways) > 1 for ways in WARM_WORDS.values())


def test_the_end_has_a_word_for_a_comeback_and_for_a_loss_with_honour() -> None:
    found = set[str]()
    for seed in range(30):
        game = played(EDITION, "first-game", 2, seed)
        gold = as_counted(table_of(game), table_of(game).view()).result
        assert gold is not None
        for seat in range(2):
            word = warm_word(table_of(game), seat, ENGLISH)
            short = max(gold.gold) - gold.gold[seat]
            assert bool(word) == (0 < short <= 10) or seat in gold.winners
            found.add(word)
    assert len(found) > 2
