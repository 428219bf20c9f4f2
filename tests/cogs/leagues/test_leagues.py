"""Leagues through Discord: signed up for by buttons, played in threads, told silently, checked."""

import asyncio

import pytest

from cogs.leagues.draw import fingerprint
from cogs.leagues.league import League
from cogs.leagues.service import Leagues
from i18n.translation import ENGLISH
from tests.cogs.leagues.notices import begin, open_league, sign_up
from tests.e2e.notices import moderator
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.posts import Post
from tests.e2e.world import ALL_RETRIES, World
from tests.nightly import nightly_except
from tests.tabletop.playing import finish
from ui.features import features_of

pytestmark = pytest.mark.slow


async def shown(person: Person, label: str = "", /, **league: int) -> Answer:
    screen = await person.run("arkadia-league show", **league)
    assert screen.private
    return await person.press(screen.post, label) if label else screen


class Club:
    def __init__(self, world: World) -> None:
        self.world = world
        self.moderator = moderator(world)
        self.number = 0

    async def open(self, **options: object) -> Post:
        """A league in which nobody is yet; its message."""
        await open_league(self.world, **options)
        self.number += 1
        return self.world.newest()

    async def gathered(self, count: int = 6, **options: object) -> Post:
        """A league for which people have signed up; its message."""
        signup = await self.open(**options)
        self.people = await sign_up(self.world, count)
        return self.world.now(signup)

    async def begun(self) -> Post:
        """A league of six that has begun; its newest message."""
        await self.gathered()
        await begin(self.world)
        return self.newest()

    def newest(self) -> Post:
        """The newest message of the league, of those that stand in the channel."""
        posts = self.world.posts()
        return [post for post in posts if "**Winter**" in post.text or post.pictures][-1]

    async def league(self) -> League:
        return await self.world.bot.services[Leagues].get(self.number)

    async def games(self) -> list[int]:
        league = await self.league()
        tables = league.tables(league.row.round)
        return [table.game_id or 0 for table in tables if table.state == "running"]

    async def finish(self, game: int, seed: int = 0) -> None:
        """Play a game to its end by chance, with nothing shown but its end."""
        services, before = self.world.bot.services, self.newest()
        await finish(services.tables, game, seed)
        await services.publisher.publish(game)
        async with asyncio.timeout(60):  # a busy machine may take longer than is taken for rest
            while self.newest().id == before.id:
                await self.world.env.settle()
                await asyncio.sleep(0.01)


@pytest.fixture
def club(world: World) -> Club:
    return Club(world)


async def test_people_sign_up_below_its_message_and_on_its_screen(club: Club, world: World) -> None:
    post = await club.open()
    ada, bela, chiara, _ = world.people
    heading = "## Winter: a league is looking for players\n"
    assert post.text.startswith(f"{heading}Nobody has joined yet.")
    assert not post.pings
    assert told(await ada.press(post, "Join")).startswith("You're in “Winter”.")
    league = await bela.press((await shown(bela, "Join")).post, "League")
    assert [*league.post.buttons] == ["Leave", "Pairings"]
    assert "2 players so far: Ada, Bela" in world.now(post).text
    assert refusal(await ada.press(post, "Join")).startswith("You're in “Winter”.")
    assert world.now(post).buttons["Begin"].disabled
    await ada.press(world.now(post), "Leave")
    assert "1 player so far: Bela" in world.now(post).text
    await shown(chiara, "Join", league=1)
    assert refusal(await shown(chiara, league=7)).startswith("There's no")
    assert await ada.suggestions("arkadia-league show", "league") == {"1 Winter (sign-up)": 1}
    await world.delete(post)  # it is posted again
    await shown(ada, "Join")
    again = world.newest()
    assert again.text.startswith(f"{heading}3 players so far: Bela, Chiara, Ada")
    await world.delete(again)
    assert "“Winter” goes on here." in told(await shown(club.moderator, "Go on here", league=1))
    assert world.newest().text == again.text
    assert await world.bot.reload("cogs.leagues") == []
    assert "You're in “Winter”." in told(await world.people[3].press(world.newest(), "Join"))
    await begin(world)
    assert club.newest().text.startswith("**Winter**: round 1 of 2 begins.")


async def test_moderators_alone_decide(club: Club, world: World) -> None:
    ada, bela, *_ = world.people
    answer = await ada.run("arkadia-league open", name="Mine")
    assert refusal(answer).startswith("Only moderators")
    post = await club.gathered(3)
    for label in ("Begin", "Call off…"):
        answer = await ada.press(post, label)
        assert refusal(answer).startswith("Only moderators and the person who opened “Winter”")
    assert [*(await shown(ada)).post.buttons] == ["Leave", "Pairings"]
    screen = await shown(club.moderator)
    forged = ["league-begin:1", "league-settings:1", "league-take:1", "league-move:1"]
    forged += [f"league-take-out:1:{bela.id}", "league-cancel-now:1"]
    for custom_id in forged:
        answer = await ada.forge(screen.post, f"arkadia:{custom_id}")
        assert refusal(answer).startswith("Only moderators"), custom_id
    whom = await club.moderator.press(screen.post, "Remove…")
    assert [*whom.post.menus[0].choices.values()] == ["Ada", "Bela", "Chiara"]
    asked = await club.moderator.choose(whom.post, str(bela.id))
    assert "**Remove <@" in told(asked)
    assert "3 players so far" in world.now(post).text
    assert "no longer in “Winter”" in (await club.moderator.press(asked.post, "Remove")).text
    assert "2 players so far: Ada, Chiara" in world.now(post).text
    # The rules of its games can change until it begins.
    rules = {"late": "seat", "help": "all", "edition": (await club.league()).row.edition}
    forms = [await shown(club.moderator, "Settings…") for _ in range(3)]

    async def fill(clock: str) -> Answer:
        return await club.moderator.fill(forms.pop(), clock=clock, theme="light", **rules)

    assert "soon" in refusal(await fill("soon"))
    saved = await fill("12h+24h")
    row = (await club.league()).row
    assert (row.clock, row.late, row.help, row.theme) == ("12h+24h", "seat", "all", "light")
    assert told(saved).splitlines()[0] in world.now(post).text
    await bela.press(post, "Join")
    await shown(club.moderator, "Begin")
    assert refusal(await fill("endless")).startswith("“Winter” has already begun")


async def test_the_seed_is_fixed_before_and_told_after(club: Club, world: World) -> None:
    signup = await club.gathered()
    ada, bela, *_ = club.people
    seed = (await club.league()).row.seed
    for answer in (await shown(ada, "Pairings"), await bela.press(signup, "Pairings")):
        assert fingerprint(seed) in told(answer)
        assert seed not in told(answer)
    await shown(club.moderator, "Begin")
    assert not [sent for sent in world.sent[:-40] for text in sent.strings if seed in text]
    answer = await ada.press(club.newest(), "Pairings")
    assert seed in told(answer)
    [file] = answer.post.pictures
    assert f"--seed {seed} --people 6 --seats 3 --rounds 2" in file.content.decode()


async def test_six_play_to_the_end_with_withdrawal_and_restart(club: Club, world: World) -> None:
    post, league = await club.begun(), await club.league()
    assert post.text.startswith("**Winter**: round 1 of 2 begins.")
    assert (post.pings, post.pictures) == ((), ())
    for thread, table in zip(world.threads(), league.tables(1), strict=True):
        assert world.newest(thread).pings == (league.entrant(table.seats[0].entrant).user_id,)
        assert f"<#{thread.id}>" in post.text
    assert "Join" not in world.posts()[0].buttons
    first, second = await club.games()
    await club.finish(first, seed=1)
    post = club.newest()
    first_line = post.text.splitlines()[0]
    assert first_line.startswith("**Winter**, round 1: ")
    assert first_line.endswith(" won at table 1. Games finished this round: 1 of 2.")
    [picture] = post.pictures
    assert (picture.alt or "").startswith("Standings of Winter, round 1 of 2: 1. ")
    assert not post.pings

    leaver = league.tables(1)[1].seats[0].entrant
    person = club.people[leaver - 1]
    asked = await person.press(post, "Leave")
    assert "**Leave “Winter” for good?**" in told(asked)
    await person.press(asked.post, "Leave for good")
    assert f"{person.name.capitalize()} left the league" in club.newest().text
    assert not world.now(post).buttons
    assert refusal(await person.press(club.newest(), "Leave")).startswith("You've left “Winter”")

    await world.restart()
    await world.env.settle()
    assert await club.games() == [second]
    await club.finish(second, seed=2)
    league = await club.league()
    assert league.row.round == 2
    assert leaver not in league.present(2)
    for seed, game in enumerate(await club.games(), start=3):
        await club.finish(game, seed)
    league = await club.league()
    assert (league.row.state, league.standings[-1].person) == ("finished", leaver)
    end, winner = club.newest(), league.names[league.standings[0].person]
    assert end.text.startswith(f"## {winner} wins “Winter” with ")
    answer = await club.people[0].press(end, "Standings")
    assert "**Winter**, final" in told(answer)
    assert answer.post.pictures[0].alt


async def test_where_it_may_not_write_it_waits_and_says_so_once(club: Club, world: World) -> None:
    signup = await club.gathered()
    await world.forbid("send_messages", "create_public_threads", "send_messages_in_threads")
    begins, waits = [post.text for post in (await club.moderator.press(signup, "Begin")).posts]
    assert begins == "**Winter** has begun with 6 players."
    assert waits.startswith("Saved, but I couldn't show the result. I can't write in ")
    assert len(await club.games()) == 2
    await world.forbid()
    await world.restart()
    await world.env.settle()
    assert club.newest().text.startswith("**Winter**: round 1 of 2 begins.")


async def test_the_forgotten_leave_and_it_ends_or_is_called_off(club: Club, world: World) -> None:
    await club.begun()
    ada, bela, *_ = club.people
    asked = await ada.press((await ada.through("arkadia help", "Privacy")).post, "Forget me…")
    await ada.press(asked.post, "Forget me for good")
    await world.env.settle()
    league = await club.league()
    assert (league.entrant(1).user_id, league.entrant(1).name) == (None, "Former player")
    assert league.present(2) == [2, 3, 4, 5, 6]
    assert "Former player left the league" in club.newest().text
    asked = await shown(club.moderator, "End now…")
    assert "**End “Winter” as it stands?**" in told(asked)
    assert (await club.league()).row.state == "running"
    await club.moderator.press(asked.post, "End it as it stands")
    assert club.newest().text.startswith("**Winter** is over, and nobody won it.")
    post = await club.open()
    asked = await club.moderator.press(post, "Call off…")
    await club.moderator.press(asked.post, "Call off for good")
    assert world.now(post).text == "**Winter** was called off."
    assert not world.now(post).buttons
    assert "**Winter**, called off" in told(await shown(bela, league=2))


async def test_several_leagues_are_told_apart(club: Club, world: World) -> None:
    await club.open()
    opened = await club.moderator.run("arkadia-league open", name="Winter *cup*")
    assert opened.text.startswith("“Winter \\*cup\\*” is open as league 2.")
    ada, bela, *_ = world.people
    stranger = world.another_server().people[0]
    for league in ({}, {"league": 1}):
        assert refusal(await shown(stranger, **league)).startswith("There's no league here.")
    features, guild = features_of(world.bot), world.guild.id
    found = [one for each in features for one in await each.news(guild, ENGLISH)]
    [news, _] = [one for one in found if "League" in one.line]
    assert news.line == f"- League “Winter \\*cup\\*” is open for sign-ups in <#{world.channel.id}>"
    assert news.channel == world.channel.id
    answer = await shown(ada)
    assert answer.text == "Which league? Tap it below."
    assert [*answer.post.buttons] == ["2 Winter *cup*", "1 Winter"]
    joined = await ada.press((await ada.press(answer.post, "1 Winter")).post, "Join")
    assert "You're in “Winter”." in told(joined)
    assert "1 player so far: Ada" in world.posts()[0].text
    await shown(bela, "Join", league=2)
    await world.delete_place(world.channel)
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await club.moderator.run("arkadia-league show", elsewhere)
    screen = await club.moderator.press(answer.post, "1 Winter")
    assert "“Winter” goes on here." in told(await club.moderator.press(screen.post, "Go on here"))
    assert "1 player so far: Ada" in world.newest(elsewhere).text


async def test_a_large_league_has_pages_from_the_one_who_looks(club: Club, world: World) -> None:
    await club.gathered(2, seats=4, rounds=1)
    leagues = world.bot.services[Leagues]
    for number in range(1, 18):
        await leagues.join(club.number, number, f"Guest {number}")
    await leagues.begin(club.number)
    league = await leagues.get(club.number)
    ranks = {league.entrant(one.person).user_id: one.rank for one in league.standings}
    for person in club.people:
        answer = await shown(person)
        first = ranks[person.id] <= 16
        back, on = answer.post.buttons["◀ Back"], answer.post.buttons["▶ Next"]
        assert (back.disabled, on.disabled) == (first, not first)
        before = answer.post.pictures[0].alt
        turned = await person.press(answer.post, "▶ Next" if first else "◀ Back")
        assert turned.post.pictures[0].alt != before


async def test_it_goes_on_without_its_channel(club: Club, world: World) -> None:
    await club.gathered()
    await world.bot.services[Leagues].begin(club.number)
    await world.bot.services[Leagues].advance(club.number)
    await world.delete_place(world.channel)
    elsewhere = world.guild.create_text_channel("elsewhere")
    screen = await club.moderator.run("arkadia-league show", elsewhere, league=1)
    assert "“Winter” goes on here." in told(await club.moderator.press(screen.post, "Go on here"))
    [post] = world.posts(elsewhere)
    assert post.text.startswith("**Winter**: round 1 of 2 begins.")
    assert len(elsewhere.threads) == 2
    for thread in elsewhere.threads:
        assert "Take your turn" in world.newest(thread).buttons
        assert f"<#{thread.id}>" in post.text


@pytest.mark.parametrize("ill", nightly_except(["refused", "unheard", "crashed"], "unheard"))
@pytest.mark.parametrize("request_", ["POST messages", "POST threads", "PATCH messages/*"])
async def test_all_stands_there_once(club: Club, world: World, request_: str, ill: str) -> None:
    signup = await club.gathered()
    method, path = request_.split()
    if ill == "refused":
        world.fail(method, f"/channels/*/{path}", status=500)
    else:
        world.lose_answer(method, f"/channels/*/{path}")
    await begin(world)
    if ill == "crashed":
        await world.crash()
    else:  # games are tried again by sleeping tasks, leagues when that is due
        await world.later(seconds=ALL_RETRIES)
        await world.later(seconds=ALL_RETRIES)
    await world.env.settle()
    assert ["round 1 of 2 begins" in post.text for post in world.posts()].count(True) == 1
    turns = [[*post.buttons] for thread in world.threads() for post in world.posts(thread)]
    assert len(world.threads()) == sum("Take your turn" in buttons for buttons in turns) == 2
    assert "Join" not in world.now(signup).buttons


async def test_a_season_says_how_long_it_is_and_offers_the_next(club: Club, world: World) -> None:
    signup = await club.gathered(3, rounds=1, preset="daily")
    assert "A round takes about 5 weeks, less if everybody is quick." in signup.text
    await begin(world)
    [game] = await club.games()
    await club.finish(game)
    last = club.newest()
    assert all(part in last.text for part in ("- Most gold: ", "- Closest win: "))
    assert refusal(await club.people[0].press(last, "Next season")).startswith("Only moderators")
    for _ in range(2):
        answer = await club.moderator.press(last, "Next season")
    assert "“Winter 2” is open for sign-ups in" in told(answer)
    again = await shown(club.moderator, "Next season", league=1)
    assert "“Winter 2” is open for sign-ups in" in again.text
    assert "Winter 2: a league is looking for players" in world.newest().text
    screen = await shown(club.moderator, league=2)
    refused = await club.moderator.forge(screen.post, "arkadia:league-again:2")
    assert refusal(refused).startswith("“Winter 2” isn't over")
