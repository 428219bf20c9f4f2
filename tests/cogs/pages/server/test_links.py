"""Links: links that expire, work once, and belong to one person and one game."""

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from cogs.pages.links import LINK_MS, MOST_SESSIONS, SESSION_MS, DeadLinkError, Link, Links
from cogs.pages.store import StoredVisit, enter
from db.store import Store
from lab.tables import begun as begun_by
from lab.tables import tables_on
from tabletop.forgetting import Forgetting
from tabletop.tables import Tables
from tests.cogs.pages.server.visiting import URL, Server, first_action, serving
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, Clock, active, begun, finish


async def visits(store: Store) -> Sequence[Mapping[str, object]]:
    """What an export says of Ada's sessions and links."""
    return (await store.people.traces(ADA)).features.get("pages", {}).get("visits", ())


def opens(links: Links, code: str) -> bool:
    try:
        links.read(code, "watch", "visit", "enter")
    except DeadLinkError:
        return False
    return True


async def test_a_link_works_once_even_if_it_is_used_twice_at_once(server: Server) -> None:
    game = await begun(server.tables)
    code = server.services.links.entering(game, ADA, "en")
    async with server.visitor() as one, server.visitor() as other:
        answers = await asyncio.gather(one.enter(code), other.enter(code))
        assert sorted(answer.status for answer in answers) == [303, 403]
        assert (await one.enter(code)).status == 403


async def test_looking_at_a_link_does_not_use_it_up(server: Server) -> None:
    game = await begun(server.tables)
    code = server.services.links.entering(game, ADA, "de")
    async with server.visitor() as visitor:
        for _ in range(3):
            seen = await visitor.get(f"/enter/{code}")
            assert (seen.status, "Ada" in seen.text, 'lang="de"' in seen.text) == (200, True, True)
            assert "Set-Cookie" not in seen.headers
            assert (await visitor.ask("HEAD", f"/enter/{code}")).status == 200
        assert (await visitor.enter(code)).status == 303


async def test_a_link_ends_after_an_hour_and_a_session_after_a_week(server: Server) -> None:
    game = await begun(server.tables)
    links = server.services.links
    old = links.entering(game, ADA, "en")
    async with server.player(game) as visitor, server.visitor() as late:
        server.clock.now += LINK_MS
        assert (await late.get(f"/enter/{old}")).status == 403
        assert (await late.enter(old)).status == 403
        await visitor.scene(game)
        server.clock.now += SESSION_MS
        answer = await visitor.get(f"/api/play/{game}")
        assert (answer.status, answer.data["code"]) == (401, "signed-out")


async def test_a_link_that_was_changed_anywhere_opens_nothing(server: Server) -> None:
    links = server.services.links
    for code in (links.watching(7), links.visiting(7, ADA), links.entering(7, ADA, "de")):
        assert opens(links, code)
        whole = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        for place in range(len(whole)):
            changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
            assert not opens(links, urlsafe_b64encode(changed).decode().rstrip("="))
        for other in (code + "A", code[:-1], code + "=", code.swapcase(), f" {code}", code * 3):
            assert not opens(links, other)


async def test_a_link_without_the_key_opens_nothing(server: Server) -> None:
    game, links = await begun(server.tables), server.services.links
    forged = Link("enter", game, ADA, server.clock.now + LINK_MS, "en")
    for proof in (b"", bytes(16), links._proof(b"other")):
        code = urlsafe_b64encode(forged.packed + proof).decode().rstrip("=")
        assert not opens(links, code)
    stranger = Links(server.tables.store, server.clock)
    assert not opens(stranger, links.watching(game))  # no key was read yet


async def test_a_link_to_watch_does_not_let_one_play(server: Server) -> None:
    game, links = await begun(server.tables), server.services.links
    async with server.visitor() as visitor:
        for code in (links.watching(game), links.visiting(game, ADA)):
            assert (await visitor.enter(code)).status == 403
        play = links.entering(game, ADA, "en")
        assert (await visitor.get(f"/api/watch/{play}")).status == 403


async def test_a_session_is_of_one_game_and_one_person(server: Server) -> None:
    game, other = await begun(server.tables), await begun(server.tables)
    async with server.player(game, ADA) as visitor:
        [(name, cookie)] = visitor.cookies.items()
        assert name == f"__Host-arkadia-{game}"
        visitor.cookies[f"__Host-arkadia-{other}"] = cookie
        assert (await visitor.get(f"/api/play/{other}")).status == 401
        assert (await visitor.scene(game))["own"] is not None
        # The page comes with its first scene, for the same eyes alone.
        assert 'id="scene"' in (await visitor.get(f"/play/{game}")).text
        assert 'id="scene"' not in (await visitor.get(f"/play/{other}")).text
        async with server.visitor() as stranger:
            assert 'id="scene"' not in (await stranger.get(f"/play/{game}")).text


async def test_one_goes_on_to_another_of_ones_games_on_the_same_server(server: Server) -> None:
    games = [await begun(server.tables) for _ in range(2)]
    bela, ada, chiara = (BELA, "Bela"), (ADA, "Ada"), (CHIARA, "Chiara")
    theirs = await begun_by(server.tables, GUILD, CHANNEL, bela, chiara)
    elsewhere = await begun_by(server.tables, GUILD + 1, CHANNEL, bela, ada)
    here, there = games
    over = (await finish(server.tables, await begun(server.tables))).number
    due = await active(server.tables, there) == ADA
    async with server.player(here) as visitor:
        listed = await visitor.post(f"/api/play/{here}/games")
        assert listed.data == {"games": [{"game": there, "due": due, "names": [f"P{BELA}"]}]}
        for no in (theirs, elsewhere, over, here, 99, True, "1", None):
            assert (await visitor.post(f"/api/play/{here}/go", game=no)).status == 404, no
        link = (await visitor.post(f"/api/play/{here}/go", game=there)).data["path"]
        assert (await visitor.get(f"/api/play/{there}")).status == 401
        assert (await visitor.enter(link.removeprefix("enter/"))).status == 303
        assert (await visitor.scene(there))["game"] == there
        # Who is signed in there already begins no second session.
        answer = await visitor.post(f"/api/play/{here}/go", game=there)
        assert answer.data == {"path": f"play/{there}"}
        server.members[ADA] = False
        assert (await visitor.post(f"/api/play/{here}/go", game=there)).status == 403
    async with server.visitor() as stranger:
        for path in ("games", "go"):
            answer = await stranger.post(f"/api/play/{here}/{path}", game=there)
            assert answer.status == 401


async def test_a_link_for_a_person_without_a_seat_opens_nothing(server: Server) -> None:
    game = await begun(server.tables)
    async with server.visitor() as visitor:
        code = server.services.links.entering(game, CHIARA, "en")
        assert (await visitor.get(f"/enter/{code}")).status == 403
        assert (await visitor.enter(code)).status == 403


async def test_signing_out_ends_all_pages_at_once_and_closes_unused_links(server: Server) -> None:
    game, links = await begun(server.tables), server.services.links
    unused = links.entering(game, ADA, "en")
    async with (
        server.player(game) as one,
        server.player(game) as two,
        server.player(game, BELA) as theirs,
        one.events(f"/api/play/{game}/events") as events,
    ):
        await events.next()
        assert await links.close(ADA) == 2
        assert (await events.next())[0] == "gone"
        for visitor in (one, two):
            assert (await visitor.get(f"/api/play/{game}")).status == 401
        assert (await one.enter(unused)).status == 403
        await theirs.scene(game)
        server.clock.now += 1
        assert (await one.enter(links.entering(game, ADA, "en"))).status == 303


async def test_leaving_ends_one_page_alone(server: Server) -> None:
    game = await begun(server.tables)
    async with server.player(game) as one, server.player(game) as two:
        left = await one.post(f"/api/play/{game}/leave")
        assert left.status == 200
        assert "Max-Age=0" in left.headers["Set-Cookie"]
        assert (await one.get(f"/api/play/{game}")).status == 401
        await two.scene(game)


@pytest.mark.parametrize("forgotten", [False, True])
async def test_signing_out_and_forgetting_end_sessions_and_links(
    server: Server, forgotten: bool
) -> None:
    game, store, links = await begun(server.tables), server.tables.store, server.services.links
    await server.publisher.publish(game)
    unused, watching = links.entering(game, ADA, "en"), f"/api/watch/{links.visiting(game, ADA)}"
    async with server.player(game) as visitor, visitor.events(f"{watching}/events") as events:
        assert (await events.next())[0] == "turn"
        assert (await visitor.get(watching)).status == 200
        if forgotten:
            forgetting = Forgetting(
                server.tables, server.services.personal, server.services.once, None
            )
            forgetting.before.append(links.end)
            assert await visits(store)
            await forgetting.forget(ADA, "Somebody")
            assert await visits(store) == ()
        else:
            await links.close(ADA)
        assert (await events.next())[0] == "gone"
        assert (await visitor.get(f"/api/play/{game}")).status == 401
        assert (await visitor.enter(unused)).status == 403
        assert (await visitor.get(watching)).status == 403
        # Others' links, those for everybody, and later ones go on.
        server.clock.now += 1
        for code in (links.visiting(game, BELA), links.watching(game), links.visiting(game, ADA)):
            assert (await visitor.get(f"/api/watch/{code}")).status == 200


async def test_a_page_that_comes_back_proves_what_was_lost(server: Server) -> None:
    store, links = server.tables.store, server.services.links
    game, other = await begun(server.tables), await begun(server.tables)
    await server.publisher.publish(game)
    path = f"/api/watch/{links.watching(game)}/events"
    async with server.visitor() as visitor:
        async with visitor.events(path) as events:
            await events.next()
        # What the visitor makes up, or has of another game, proves nothing.
        genuine = links.sealed(game, 99)
        for name in (events.last, genuine.replace("99", "98"), links.sealed(other, 99), "99", "-"):
            async with visitor.events(path, name) as events:
                assert (await events.next())[0] == "turn"
        assert not store.outdated.is_set()
        async with visitor.events(path, genuine) as events:
            assert events.answer.status == 404
        assert store.outdated.is_set()
    async with server.player(game) as visitor:
        store.epoch = 0
        async with visitor.events(f"/api/play/{game}/events", genuine) as events:
            assert events.answer.status == 404


async def test_another_stretch_of_history_ends_sessions_links_and_pages(
    store: Store, tables: Tables, clock: Clock
) -> None:
    game = await begun(tables)
    user = await active(tables, game)
    async with serving(store, tables, clock) as server, server.player(game, user) as visitor:
        await server.publisher.publish(game)
        links, first = server.services.links, await visitor.scene(game)
        used, unused = links.entering(game, user, "en"), links.entering(game, user, "en")
        watched = {
            kind: f"/api/watch/{code}"
            for kind, code in (
                ("public", links.watching(game)),
                ("personal", links.visiting(game, user)),
            )
        }
        async with server.visitor() as other:
            assert (await other.enter(used)).status == 303
        cookies = visitor.cookies
    # As it is when an older copy of the database was put back: what was kept since is gone.
    store.epoch += 1_700_000_000
    again = tables_on(store, clock, Random(1))
    async with serving(store, again, clock) as server, server.visitor() as visitor:
        visitor.cookies = dict(cookies)
        assert (await visitor.get(f"/api/play/{game}")).status == 401
        assert [(await visitor.enter(code)).status for code in (used, unused)] == [403, 403]
        assert (await visitor.get(watched["personal"])).status == 403
        assert (await visitor.get(watched["public"])).status == 200
        async with server.player(game, user) as visitor:
            action = await first_action(again, game)
            old = await visitor.act(game, action, first["version"])
            assert (old.status, old.data["code"]) == (409, "outdated")
            assert (await visitor.act(game, action, old.data["scene"]["version"])).status == 200


async def test_who_is_no_member_of_the_server_looks_and_does_not_act(server: Server) -> None:
    game = await begun(server.tables)
    user = await active(server.tables, game)
    async with server.player(game, user) as visitor:
        action = await first_action(server.tables, game)
        for member, status, said in ((False, 403, "no longer"), (None, 503, "isn't answering")):
            server.members[user] = member
            for path in ("act", "prepare"):
                body: dict[str, Any] = {"version": 0, "action": action, "once": "x" * 20}
                refused = await visitor.post(f"/api/play/{game}/{path}", **body)
                assert (refused.status, said in refused.data["said"]) == (status, True)
            await visitor.scene(game)
        server.members.clear()
        assert (await visitor.act(game, action, 0)).status == 200


async def test_a_link_used_while_its_person_is_forgotten_opens_nothing(server: Server) -> None:
    game, people = await begun(server.tables), server.tables.store.people
    links, codes = server.services.links, [server.services.links.entering(game, ADA, "en")] * 5
    await server.tables.seats.resign(game, ADA)
    entered = (links.enter(f"{code}") for code in codes)
    # Pressed, and looked at, before; saved after.
    await asyncio.gather(people.forget(ADA, "Somebody"), *entered, return_exceptions=True)
    assert await visits(server.tables.store) == ()
    people.let_in(ADA)
    await links.enter(links.entering(game, ADA, "en"))
    assert await visits(server.tables.store)


async def test_the_database_has_no_secret_of_a_session(server: Server) -> None:
    game = await begun(server.tables)
    code = server.services.links.entering(game, ADA, "en")
    async with server.visitor() as visitor:
        await visitor.enter(code)
        [cookie] = visitor.cookies.values()
    kept = str(await visits(server.tables.store))
    assert cookie not in kept
    assert code not in kept


async def test_a_person_has_so_many_sessions_and_the_oldest_ends(server: Server) -> None:
    game, store = await begun(server.tables), server.tables.store
    async with server.player(game) as first:
        for number in range(MOST_SESSIONS):
            server.clock.now += 1
            until = server.clock.now + SESSION_MS
            link = StoredVisit(f"link {number}", "used", ADA, game, "en", until)
            begun_then = StoredVisit(f"session {number}", "session", ADA, game, "en", until)
            assert await store.change(enter, link, begun_then, server.clock.now, MOST_SESSIONS)
        assert (await first.get(f"/api/play/{game}")).status == 401
    kept = await visits(store)
    assert sum(visit["kind"] == "session" for visit in kept) == MOST_SESSIONS


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", f"{URL}.evil.example"])
async def test_no_other_page_can_press_the_button_or_act(server: Server, origin: str) -> None:
    game = await begun(server.tables)
    code = server.services.links.entering(game, BELA, "en")
    async with server.player(game) as visitor:
        assert (await visitor.enter(code, Origin=origin)).status == 403
        path, body = f"/api/play/{game}/act", {"version": 0, "action": "end", "once": "x" * 20}
        assert (await visitor.post(path, {"Origin": origin}, **body)).status == 403
        assert (await visitor.post(path, {"Sec-Fetch-Site": "cross-site"}, **body)).status == 403
        assert (await visitor.post(path, {"X-Arkadia": ""}, **body)).status == 403
        simple = await visitor.ask(
            "POST", path, headers={"Origin": URL, "X-Arkadia": "1", "Content-Type": "text/plain"}
        )
        assert simple.status == 400
    assert (await server.tables.get(game)).version == 0
