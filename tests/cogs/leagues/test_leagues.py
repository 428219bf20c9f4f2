"""Leagues through Discord: signed up for by buttons, played in threads, told silently, checked."""

import asyncio
from random import Random

import discord
import pytest

from cogs.leagues.draw import fingerprint, schedule
from cogs.leagues.league import League
from cogs.leagues.service import Leagues
from engine.actions import End
from engine.random_play import random_action
from i18n.translation import ENGLISH
from tests.e2e.people import Answer, Person, refusal, told
from tests.e2e.posts import Post
from tests.e2e.world import ALL_RETRIES, World
from tests.nightly import nightly_except
from ui.features import features_of

pytestmark = pytest.mark.slow

MODERATOR = discord.Permissions(manage_guild=True)


async def shown(person: Person, label: str = "", /, **league: int) -> Answer:
    """The screen of a league, or the answer to a button of it."""
    screen = await person.run("arkadia-league show", **league)
    assert screen.private
    return await person.press(screen.post, label) if label else screen


class Club:
    """Six people, a moderator, and a league of theirs."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.moderator = world.newcomer("mona", permissions=MODERATOR)
        more = (world.newcomer("emre"), world.newcomer("fanny"))
        self.people: tuple[Person, ...] = (*world.people, *more)
        self.number = 0

    async def open(self, *, rounds: int = 2, seats: int = 3) -> Post:
        """A league in which nobody is yet; its message."""
        answer = await self.moderator.run(
            "arkadia-league open", name="Winter", rounds=rounds, seats=seats
        )
        assert answer.text.startswith("“Winter” is league ")
        self.number += 1
        return self.world.newest()

    async def begun(self, *, rounds: int = 2, seats: int = 3) -> Post:
        """A league of six that has begun; its newest message."""
        signup = await self.open(rounds=rounds, seats=seats)
        for person in self.people:
            await person.press(self.world.now(signup), "Join")
        await self.moderator.press(self.world.now(signup), "Begin")
        return self.newest()

    def newest(self) -> Post:
        """The newest message of the league, of those that stand in the channel."""
        return [post for post in self.world.posts() if "**Winter**" in post.text or post.pictures][
            -1
        ]

    async def league(self) -> League:
        return await self.world.bot.services[Leagues].get(self.number)

    async def games(self) -> list[int]:
        """The games of this round that run."""
        league = await self.league()
        tables = league.tables(league.row.round)
        return [table.game_id or 0 for table in tables if table.state == "running"]

    async def finish(self, game: int, seed: int = 0) -> None:
        """Play a game to its end by chance, with nothing shown but its end."""
        services, rng = self.world.bot.services, Random(seed)
        table = await services.tables.get(game)
        while table.active is not None:
            user = table.active.user_id
            assert user is not None
            action = random_action(table.running_game().position, rng)
            table, _ = await services.tables.turns.act(game, user, action)
        assert isinstance(table.running_game().actions[-1], End)
        before = self.newest()
        await services.publisher.publish(game)
        async with asyncio.timeout(60):  # a busy machine may take longer than is taken for rest
            while self.newest().id == before.id:
                await self.world.env.settle()
                await asyncio.sleep(0.01)

    async def settle(self) -> None:
        await self.world.env.settle()


@pytest.fixture
def club(world: World) -> Club:
    return Club(world)


async def test_people_sign_up_below_its_message_and_on_its_screen(club: Club, world: World) -> None:
    post = await club.open()
    ada, bela, chiara, *_ = club.people
    assert post.text.startswith(
        "## Winter: a league is looking for players\nNo player has joined yet."
    )
    assert not post.pings
    answer = await ada.press(post, "Join")
    assert told(answer).startswith("You're in “Winter”.")
    joined = await shown(bela, "Join")
    league = await bela.press(joined.post, "League")
    assert [*league.post.buttons] == ["Leave", "The draw"]
    assert "2 people are in: Ada, Bela" in world.now(post).text
    assert refusal(await ada.press(post, "Join")).startswith("You're in “Winter”.")
    assert world.now(post).buttons["Begin"].disabled
    await ada.press(world.now(post), "Leave")
    assert "1 person is in: Bela" in world.now(post).text
    await shown(chiara, "Join", league=1)
    assert refusal(await shown(chiara, league=7)).startswith("There's no")
    suggested = await ada.suggestions("arkadia-league show", "league")
    assert suggested == {"1 Winter (sign-up)": 1}


async def test_moderators_alone_decide(club: Club, world: World) -> None:
    ada = club.people[0]
    answer = await ada.run("arkadia-league open", name="Mine")
    assert refusal(answer).startswith("Only moderators")
    post = await club.open()
    for person in club.people[:3]:
        await person.press(post, "Join")
    for label in ("Begin", "Call off…"):
        answer = await ada.press(world.now(post), label)
        assert refusal(answer).startswith("Only moderators and the person who opened “Winter”")
    assert [*(await shown(ada)).post.buttons] == ["Leave", "The draw"]
    screen = await shown(club.moderator)
    forged = ["league-begin:1", "league-settings:1", "league-take:1", "league-move:1"]
    forged += [f"league-take-out:1:{club.people[1].id}", "league-cancel-now:1"]
    for custom_id in forged:
        answer = await ada.forge(screen.post, f"arkadia:{custom_id}")
        assert refusal(answer).startswith("Only moderators"), custom_id
    whom = await club.moderator.press(screen.post, "Take out…")
    assert [*whom.post.menus[0].choices.values()] == ["Ada", "Bela", "Chiara"]
    asked = await club.moderator.choose(whom.post, str(club.people[1].id))
    assert "**Take <@" in told(asked)
    assert "3 people are in" in world.now(post).text
    taken_out = await club.moderator.press(asked.post, "Take out")
    assert "no longer in “Winter”" in taken_out.text
    assert "2 people are in: Ada, Chiara" in world.now(post).text


async def test_its_games_open_in_threads_and_ping_who_begins(club: Club, world: World) -> None:
    post = await club.begun()
    league = await club.league()
    assert post.text.startswith("**Winter**: round 1 of 2 begins.")
    assert not post.pings
    assert not post.pictures
    assert len(world.threads()) == 2
    for thread, table in zip(world.threads(), league.tables(1), strict=True):
        turn = world.newest(thread)
        first = league.entrant(table.seats[0].entrant)
        assert turn.pings == (first.user_id,)
        assert f"<#{thread.id}>" in post.text
    assert "Join" not in world.posts()[0].buttons


async def test_the_seed_is_fixed_before_and_told_after(club: Club, world: World) -> None:
    signup = await club.open()
    league = await club.league()
    seed = league.row.seed
    before = await shown(club.people[0], "The draw")
    assert "The draw" in signup.buttons
    pressed = await club.people[1].press(signup, "The draw")
    for text in (told(before), told(pressed)):
        assert fingerprint(seed) in text
        assert seed not in text
    for person in club.people:
        await person.press(world.now(signup), "Join")
    await shown(club.moderator, "Begin")
    assert not [sent for sent in world.sent[:-40] for text in sent.strings if seed in text]
    answer = await club.people[0].press(club.newest(), "The draw")
    assert seed in told(answer)
    [file] = answer.post.pictures
    assert f"--seed {seed} --people 6 --seats 3 --rounds 2" in file.content.decode()
    assert (await club.league()).drawn == schedule(6, 3, 2, seed)


async def test_six_play_to_the_end_with_withdrawal_and_restart(club: Club, world: World) -> None:
    await club.begun()
    first, second = await club.games()
    await club.finish(first, seed=1)
    post = club.newest()
    first_line = post.text.splitlines()[0]
    assert first_line.startswith("**Winter**, round 1: ")
    assert first_line.endswith(" won at table 1. Games finished this round: 1 of 2.")
    [picture] = post.pictures
    assert picture.alt
    assert picture.alt.startswith("Standings of Winter, round 1 of 2: 1. ")
    assert not post.pings

    leaver = (await club.league()).tables(1)[1].seats[0].entrant
    person = club.people[leaver - 1]
    asked = await person.press(post, "Leave")
    assert "**Leave “Winter” for good?**" in told(asked)
    await person.press(asked.post, "Leave for good")
    assert f"{person.name.capitalize()} left the league" in club.newest().text
    assert not world.now(post).buttons
    again = await person.press(club.newest(), "Leave")
    assert refusal(again).startswith("You left “Winter”")

    await world.restart()
    await club.settle()
    assert await club.games() == [second]
    await club.finish(second, seed=2)
    league = await club.league()
    assert league.row.round == 2
    assert leaver not in league.present(2)
    for seed, game in enumerate(await club.games(), start=3):
        await club.finish(game, seed)
    league = await club.league()
    assert league.row.state == "finished"
    end = club.newest()
    winner = league.names[league.standings[0].person]
    assert end.text.startswith(f"## {winner} wins “Winter” with ")
    assert league.standings[-1].person == leaver
    answer = await club.people[0].press(end, "Standings")
    assert "**Winter**, final" in told(answer)
    assert answer.post.pictures[0].alt


async def test_it_is_ended_early_or_called_off_after_being_asked(club: Club, world: World) -> None:
    await club.begun()
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
    answer = await shown(club.people[0], league=2)
    assert "**Winter**, called off" in told(answer)


async def test_a_deleted_signup_is_posted_again(club: Club, world: World) -> None:
    post = await club.open()
    await world.delete(post)
    await shown(club.people[0], "Join")
    again = world.newest()
    assert again.text.startswith("## Winter: a league is looking for players\n1 person is in: Ada")
    await world.delete(again)
    answer = await shown(club.moderator, "Go on here", league=1)
    assert "“Winter” goes on here." in told(answer)
    assert world.newest().text == again.text


@pytest.mark.nightly
async def test_where_it_may_not_write_it_waits_and_says_so_once(club: Club, world: World) -> None:
    signup = await club.open()
    for person in club.people:
        await person.press(world.now(signup), "Join")
    await world.forbid("send_messages", "create_public_threads", "send_messages_in_threads")
    answer = await club.moderator.press(world.now(signup), "Begin")
    texts = [post.text for post in answer.posts]
    assert texts[0].startswith("“Winter” begins with 6 people.")
    assert texts[1].startswith("It's saved, but not shown. I can't write in ")
    assert len(texts) == 2
    assert len(await club.games()) == 2
    await world.forbid()
    await world.restart()
    await club.settle()
    assert club.newest().text.startswith("**Winter**: round 1 of 2 begins.")


async def test_who_cannot_see_the_channel_knows_nothing_of_it(club: Club, world: World) -> None:
    await club.open()
    other = world.another_server()
    answer = await shown(other.people[0], league=1)
    assert refusal(answer).startswith("There's no league here.")
    answer = await shown(other.people[0])
    assert refusal(answer).startswith("There's no league here.")


async def test_who_is_forgotten_leaves_it(club: Club, world: World) -> None:
    await club.begun()
    ada = club.people[0]
    answer = await ada.through("arkadia help", "Privacy")
    asked = await ada.press(answer.post, "Forget me…")
    await ada.press(asked.post, "Forget me for good")
    await club.settle()
    league = await club.league()
    assert league.entrant(1).user_id is None
    assert league.entrant(1).name == "Former player"
    assert league.present(2) == [2, 3, 4, 5, 6]
    assert "Former player left the league" in club.newest().text


async def test_several_leagues_are_told_apart(club: Club, world: World) -> None:
    await club.open()
    await club.open()
    ada, bela, *_ = club.people
    answer = await shown(ada)
    assert answer.text == "Which league? Tap it below."
    assert [*answer.post.buttons] == ["2 Winter", "1 Winter"]
    joined = await ada.press((await ada.press(answer.post, "2 Winter")).post, "Join")
    assert "You're in “Winter”." in told(joined)
    assert "1 person is in: Ada" in world.newest().text
    await shown(bela, "Join", league=1)
    other = world.guild.create_text_channel("elsewhere")
    await world.delete_place(world.channel)
    answer = await club.moderator.run("arkadia-league show", other)
    screen = await club.moderator.press(answer.post, "2 Winter")
    moved = await club.moderator.press(screen.post, "Go on here")
    assert "“Winter” goes on here." in told(moved)
    assert "1 person is in: Ada" in world.newest(other).text


async def test_rules_of_its_games_can_change_until_it_begins(club: Club, world: World) -> None:
    signup = await club.open()
    rules = {"late": "seat", "help": "all", "edition": (await club.league()).row.edition}

    async def fill(clock: str) -> Answer:
        return await club.moderator.fill(forms.pop(), clock=clock, theme="light", **rules)

    forms = [await shown(club.moderator, "Settings…") for _ in range(3)]
    assert "soon" in refusal(await fill("soon"))
    saved = await fill("12h+24h")
    row = (await club.league()).row
    assert (row.clock, row.late, row.help, row.theme) == ("12h+24h", "seat", "all", "light")
    assert told(saved).splitlines()[0] in world.now(signup).text
    for person in club.people[:3]:
        await person.press(world.now(signup), "Join")
    await shown(club.moderator, "Begin")
    assert refusal(await fill("endless")).startswith("“Winter” has already begun")


async def test_a_large_league_has_pages_from_the_one_who_looks(club: Club, world: World) -> None:
    signup = await club.open(seats=4, rounds=1)
    leagues = world.bot.services[Leagues]
    for number in range(1, 18):
        await leagues.join(club.number, number, f"Guest {number}")
    for person in club.people[:2]:
        await person.press(signup, "Join")
    await leagues.begin(club.number)
    league = await leagues.get(club.number)
    ranks = {league.entrant(one.person).user_id: one.rank for one in league.standings}
    for person in club.people[:2]:
        answer = await shown(person)
        first = ranks[person.id] <= 16
        back, on = answer.post.buttons["◀ Back"], answer.post.buttons["▶ Next"]
        assert (back.disabled, on.disabled) == (first, not first)
        before = answer.post.pictures[0].alt
        turned = await person.press(answer.post, "▶ Next" if first else "◀ Back")
        assert turned.post.pictures[0].alt != before


async def test_a_league_whose_channel_is_gone_goes_on_elsewhere(club: Club, world: World) -> None:
    signup = await club.open()
    for person in club.people:
        await person.press(world.now(signup), "Join")
    await world.bot.services[Leagues].begin(club.number)
    await world.bot.services[Leagues].advance(club.number)
    other = world.guild.create_text_channel("elsewhere")
    await world.delete_place(world.channel)
    screen = await club.moderator.run("arkadia-league show", other, league=1)
    answer = await club.moderator.press(screen.post, "Go on here")
    assert "“Winter” goes on here." in told(answer)
    [post] = world.posts(other)
    assert post.text.startswith("**Winter**: round 1 of 2 begins.")
    assert len(other.threads) == 2
    for thread in other.threads:
        assert "Take your turn" in world.newest(thread).buttons
        assert f"<#{thread.id}>" in post.text


async def test_a_messages_buttons_do_what_they_say_after_a_reload(club: Club, world: World) -> None:
    post = await club.open()
    assert await world.bot.reload("cogs.leagues") == []
    for person in club.people[:3]:
        assert "You're in “Winter”." in told(await person.press(world.now(post), "Join"))
    await club.moderator.press(world.now(post), "Begin")
    assert club.newest().text.startswith("**Winter**: round 1 of 2 begins.")


@pytest.mark.parametrize("ill", nightly_except(["refused", "unheard", "crashed"], "unheard"))
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/channels/*/messages"),
        ("POST", "/channels/*/threads"),
        ("PATCH", "/channels/*/messages/*"),
    ],
)
async def test_whatever_request_goes_wrong_all_stands_there_once(
    club: Club, world: World, method: str, path: str, ill: str
) -> None:
    signup = await club.open()
    for person in club.people:
        await person.press(world.now(signup), "Join")
    if ill == "refused":
        world.fail(method, path, status=500)
    else:
        world.lose_answer(method, path)
    await club.moderator.press(world.now(signup), "Begin")
    if ill == "crashed":
        await world.crash()
    else:  # games are tried again by sleeping tasks, leagues when that is due
        await world.later(seconds=ALL_RETRIES)
        await world.later(seconds=ALL_RETRIES)
    await club.settle()
    begins = [post for post in world.posts() if "round 1 of 2 begins" in post.text]
    assert len(begins) == 1
    assert len(world.threads()) == 2
    for thread in world.threads():
        turns = [post for post in world.posts(thread) if "Take your turn" in post.buttons]
        assert len(turns) == 1
    assert "Join" not in world.now(signup).buttons


async def test_a_season_says_how_long_it_is_and_offers_the_next(club: Club, world: World) -> None:
    await club.moderator.run(
        "arkadia-league open", name="Winter", rounds=1, seats=3, preset="daily"
    )
    club.number += 1
    signup = world.newest()
    assert "A round takes about 5 weeks, less if everybody is quick." in signup.text
    for person in club.people[:3]:
        await person.press(world.now(signup), "Join")
    await club.moderator.press(world.now(signup), "Begin")
    [game] = await club.games()
    await club.finish(game)
    last = club.newest()
    assert "- Most gold: " in last.text
    assert "- Closest: " in last.text
    ada = club.people[0]
    assert refusal(await ada.press(last, "Next season")).startswith("Only moderators")
    for _ in range(2):
        answer = await club.moderator.press(last, "Next season")
    assert "“Winter 2” is open for sign-ups in" in told(answer)
    again = await shown(club.moderator, "Next season", league=1)
    assert "“Winter 2” is open for sign-ups in" in again.text
    assert "Winter 2: a league is looking for players" in world.newest().text
    screen = await shown(club.moderator, league=2)
    refused = await club.moderator.forge(screen.post, "arkadia:league-again:2")
    assert refusal(refused).startswith("“Winter 2” isn't over")


async def test_a_league_that_takes_sign_ups_is_news(world: World) -> None:
    permissions = discord.Permissions(manage_guild=True)
    moderator = world.newcomer("mona", permissions=permissions)
    await moderator.run("arkadia-league open", name="Winter *cup*")
    found = [
        one for each in features_of(world.bot) for one in await each.news(world.guild.id, ENGLISH)
    ]
    [told] = [one for one in found if "League" in one.line]
    assert told.line == f"- League “Winter \\*cup\\*” is open for sign-ups in <#{world.channel.id}>"
    assert told.channel == world.channel.id
