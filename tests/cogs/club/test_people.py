"""People in figures and the ranking: who chose so is shown; rules, and levels as strong as they."""

import pytest

from cogs.club.service import Club
from players.levels import OPPONENTS
from tests.cogs.club.games import listed
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.forms import set_to, start
from tests.e2e.people import Person, refusal, told
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from tests.e2e.world import World


@pytest.mark.quick
async def test_ones_own_figures_are_for_oneself_until_one_chooses(world: World) -> None:
    ada, bela, chiara, _ = world.people
    for day in range(5):
        await finished(world, ada, bela, at=NOVEMBER + day * DAY)
    mine = await ada.run("arkadia-club player")
    assert mine.private
    for part in (
        "**Ada** on this server",
        "Played 5 games, won 5",
        "Rating: **",
        "- Feats: three buildings completed in one turn (5×), a win with the fewest buildings (5×)",
        "Only you see your numbers.",
    ):
        assert part in mine.text
    [picture] = mine.post.pictures
    assert "Ada's rating over time" in (picture.alt or "")
    begins = "Nobody is in the ranking yet."
    refused = await bela.run("arkadia-club player", person=ada.actor)
    assert refusal(refused).startswith("Ada keeps these numbers private")
    assert begins in (await bela.run("arkadia-club ranking")).text
    shown = await ada.press(mine.post, "Show me to others")
    assert "You're in the ranking." in shown.text
    assert "place 1 of 1" in (await bela.run("arkadia-club player", person=ada.actor)).text
    ranking = await bela.run("arkadia-club ranking")
    assert "1. **Ada**" in ranking.text
    assert "Bela" not in ranking.text
    await world.restart()
    assert (await ada.run("arkadia-club player")).text == shown.text
    assert "1. **Ada**" in (await ada.press(shown.post, "Ranking")).text
    hidden = await ada.press((await ada.run("arkadia-club player")).post, "Hide me")
    assert "Only you see your numbers." in hidden.text
    refusal(await bela.run("arkadia-club player", person=ada.actor))
    assert begins in (await bela.run("arkadia-club ranking")).text
    # The ranking has orders, and leads to people.
    for person in (ada, bela, chiara):
        await listed(person)
    ranking = await ada.run("arkadia-club ranking")
    assert ranking.text.splitlines()[1].startswith("1. **Ada**")
    assert "Chiara" not in ranking.text  # who has finished nothing yet
    by_wins = await ada.choose(ranking.post, "1", custom_id="arkadia:rank-by")
    assert by_wins.post.id == ranking.post.id
    assert "ranking**: games won" in by_wins.text
    assert "1. **Ada**: 5 · 5 games, 5 won" in by_wins.text
    assert "minutes" in (await ada.run("arkadia-club ranking", by=6)).text
    page = await ada.choose(ranking.post, str(bela.id), custom_id="arkadia:player")
    assert "**Bela** on this server" in page.text
    assert "Show me" not in "".join(page.post.buttons)
    assert "This server's ranking**" in (await ada.press(page.post, "Ranking")).text
    page = await ada.run("arkadia-club player", person=bela.actor)
    assert "Choose a pace" in (await ada.press(page.post, "Challenge")).text


async def test_a_rating_is_provisional_and_computers_and_other_servers_apart(world: World) -> None:
    ada, bela, chiara, _ = world.people
    await finished(world, ada, bela)
    await finished(world, chiara, None)
    await listed(ada)
    answer = await ada.run("arkadia-club player")
    assert "place 1 of 1; provisional for 4 more games" in answer.text
    assert answer.post.pictures == ()
    ranking = (await bela.run("arkadia-club ranking")).text
    for part in (
        "? · 1 game, ",
        "A “?” marks a provisional rating: fewer than 5 games.",
        "1 player has finished games here but isn't listed.",
        "Only you see your numbers.",
    ):
        assert part in ranking
    alone = (await chiara.run("arkadia-club player")).text
    assert "hasn't finished a game against people" in alone
    assert "Against computer players: 1 game" in alone
    elsewhere = world.another_server().people[0]
    empty = (await elsewhere.run("arkadia-club ranking")).text
    assert "Nobody is in the ranking yet." in empty
    assert "To join the ranking, finish a game against people here" in empty
    assert "hasn't finished a game" in (await elsewhere.run("arkadia-club player")).text


async def test_a_long_ranking_has_pages(world: World) -> None:
    ada, bela, *_ = world.people
    await finished(world, ada, bela)
    newcomers = [world.newcomer(f"guest{number}") for number in range(12)]
    for newcomer in newcomers:
        await finished(world, newcomer, ada)
        await listed(newcomer)
    first = await ada.run("arkadia-club ranking", by=2)
    assert "page 1 of 2" in first.text
    assert first.post.buttons["Back"].disabled
    second = await ada.press(first.post, "Next")
    assert "page 2 of 2" in second.text
    assert second.post.buttons["Next"].disabled
    assert "page 2 of 2" in (await ada.forge(first.post, "arkadia:ranking-on:99:999999999")).text
    odd = await ada.forge(first.post, "arkadia:player", ["9x"])
    assert "keeps these numbers private" in odd.text


FRIENDLY = "Friendly game: it doesn't count in the ranking."


async def test_games_count_unless_they_are_friendly(world: World, moderator: Person) -> None:
    ada, bela, *_ = world.people
    await start(ada, friendly=True)
    assert FRIENDLY in world.newest().text
    await ada.decide("cancel", game=1)
    await ada.run("arkadia start")
    assert "Friendly" not in world.newest().text
    await bela.decide("join", game=2)
    await ada.decide("begin", game=2)
    asked = await bela.run("arkadia seat resign", game=2, sure="no")
    assert "counts as a loss" not in refusal(asked)  # in the first round it does not
    await finished(world, ada, bela, resigned=1, leaving_counts=False)
    assert "hasn't finished a game" in (await bela.run("arkadia-club player")).text
    await finished(world, ada, bela, resigned=1)
    shown = (await bela.run("arkadia-club player")).text
    assert all(part in shown for part in ("Played 1 game, won 0", "1 abandoned"))
    assert "median gold" not in shown
    shown = (await ada.run("arkadia-club player")).text
    assert "Played 1 game, won 1" in shown
    assert "abandoned" not in shown
    await listed(bela)
    assert "? · 1 game, 0 won, 1 abandoned" in (await ada.run("arkadia-club ranking")).text
    await set_to(moderator, "ranking", "none")
    await ada.run("arkadia start")
    assert FRIENDLY in world.newest().text
    await start(ada, friendly=False)
    assert "Friendly" not in world.newest().text


async def test_the_loss_of_who_leaves_is_told_and_stays(world: World) -> None:
    match = await Match.begin(world)
    for _ in range(3):
        await match.turn()
    loser, winner, place = await match.active(), await match.waiting(), await match.place()
    asked = await loser.run("arkadia seat resign", place, sure="no")
    assert "Leaving counts as a loss in the ranking." in refusal(asked)
    await loser.run("arkadia seat resign", place, sure="yes")
    await winner.run("arkadia seat resign", place, sure="yes")
    told = (await match.newest()).text
    assert "ended early: everybody resigned" in told
    assert f", and {loser.name.capitalize()} left and comes last." in told
    assert "Played 1 game, won 0" in (await loser.run("arkadia-club player")).text
    assert "Played 1 game, won 1" in (await winner.run("arkadia-club player")).text
    archive = await winner.run("arkadia-club archive", place)
    page = await winner.choose(archive.post, str(match.number))
    assert f"as it stands: {winner.name.capitalize()} wins with " in page.text
    assert "Record" in page.post.buttons


UNCHOSEN = "Nobody has decided yet whether games count here"


async def over(match: Match) -> Post:
    await match.finish()
    return await match.newest()


async def test_that_nobody_has_chosen_is_for_moderators(world: World, moderator: Person) -> None:
    ada, bela, *_ = world.people
    last = await over(await Match.begin(world))
    assert "moderators" not in last.text, "the victory is the players' alone"
    assert "Ranking settings…" not in last.buttons
    assert UNCHOSEN not in (await ada.run("arkadia-club ranking")).text
    for id in ("arkadia:ranking-rules", "arkadia:setting:ranking:1"):
        forged = await ada.forge(last, id, [] if id.endswith("rules") else ["everybody"])
        assert refusal(forged).startswith("Only moderators")
    assert UNCHOSEN in (await moderator.run("arkadia-admin list")).text
    shown = await moderator.run("arkadia-club ranking")
    assert UNCHOSEN in shown.text
    await world.restart()
    page = await moderator.press(shown.post, "Ranking settings…")
    assert "lists everybody who presses" in told(page)
    await over(await Match.begin(world))
    # Twice at once is once.
    for _ in range(2):
        menu = page.post.menus[1].custom_id
        answer = await moderator.choose(page.post, "everybody", custom_id=menu)
    assert "Everybody joins it when they next finish a game" in told(answer)
    assert UNCHOSEN not in (await moderator.run("arkadia-club ranking")).text
    ranking = await bela.run("arkadia-club ranking")
    assert "Ada" not in ranking.text  # told nothing so far
    assert "You'll join the ranking when you next finish a game" in ranking.text


async def test_a_listed_person_is_told_at_seat_and_end(world: World, moderator: Person) -> None:
    ada, bela, chiara, _ = world.people
    answer = await set_to(moderator, "ranking", "everybody")
    assert "Everybody joins it when they next finish a game" in told(answer)
    await finished(world, bela, chiara)
    seat = await start(ada, seats=2, full=True)
    assert "you're in this server's ranking. To opt out now or later, press *Hide me*" in seat.text
    joined = await bela.decide("join", game=2)
    assert "Hide me" not in joined.text  # whose first ranked game that is not
    last = await over(Match(world, 2))
    assert "New in this server's ranking: Ada. To opt out, press *Hide me*." in last.text
    assert "Only you see your numbers." in told(await ada.press(last, "Hide me"))
    assert "Hide me" not in (await ada.run("arkadia start")).text


LIKE_ME = "About as strong as me: Based on my games against computers"


async def test_a_computer_player_may_be_as_strong_as_oneself(world: World) -> None:
    ada, *_ = world.people
    assert LIKE_ME not in await ada.suggestions("arkadia practice", "level")
    for number, seed in enumerate(range(1, 9)):
        await finished(world, ada, None, seed=seed, at=NOVEMBER + number * DAY)
    likely = await world.bot.services[Club].level(world.guild.id, ada.id)
    own = next(level for level in OPPONENTS if level.name == likely)
    assert own.name != "apprentice", "a level that none but these games give"
    offered = await ada.suggestions("arkadia start", "level")
    assert next(iter(offered.items())) == (LIKE_ME, "like-me")
    await start(ada, seats=4, computers=1, level="like-me")
    assert f"the {own.name}" in world.newest().text
    await ada.choose(world.newest(), "like-me")
    assert world.newest().text.count(f"the {own.name}") == 2
