"""Links: links that expire, work once, and belong to one person and one game."""

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence

import pytest

from cogs.pages.links import LINK_MS, MOST_SESSIONS, SESSION_MS, DeadLinkError, Link, Links
from cogs.pages.store import StoredVisit, enter
from db.store import Store
from lab.tables import begun as begun_by
from tabletop.forgetting import Forgetting
from tests.cogs.pages.server.visiting import URL, Server, Visitor
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, GUILD, active, begun, finish


async def visits(store: Store) -> Sequence[Mapping[str, object]]:
    """What an export says of Ada's sessions and links."""
    return (await store.people.traces(ADA)).features.get("pages", {}).get("visits", ())


def opens(links: Links, code: str) -> bool:
    try:
        links.read(code, "watch", "visit", "enter")
    except DeadLinkError:
        return False
    return True


async def test_a_link_works_once_and_is_secret(server: Server, game: int, visitor: Visitor) -> None:
    code = server.services.links.entering(game, ADA, "de")
    for _ in range(3):
        seen = await visitor.get(f"/enter/{code}")
        assert (seen.status, "Ada" in seen.text, 'lang="de"' in seen.text) == (200, True, True)
        assert "Set-Cookie" not in seen.headers
        assert (await visitor.ask("HEAD", f"/enter/{code}")).status == 200
    answers = await asyncio.gather(visitor.enter(code), visitor.enter(code))
    assert sorted(answer.status for answer in answers) == [303, 403]
    assert (await visitor.enter(code)).status == 403
    [cookie] = visitor.cookies.values()
    kept = await visits(server.tables.store)
    assert kept
    assert not any(secret in str(kept) for secret in (cookie, code))


async def test_links_last_an_hour_and_sessions_a_week(due: Visitor, visitor: Visitor) -> None:
    old = due.server.services.links.entering(due.game, ADA, "en")
    due.server.clock.now += LINK_MS
    assert (await visitor.get(f"/enter/{old}")).status == 403
    assert (await visitor.enter(old)).status == 403
    await due.scene()
    due.server.clock.now += SESSION_MS
    answer = await due.get(due.play)
    assert (answer.status, answer.data["code"]) == (401, "signed-out")


async def test_a_link_that_was_changed_or_has_another_key_opens_nothing(server: Server) -> None:
    links = server.services.links
    for code in (links.watching(7), links.visiting(7, ADA), links.entering(7, ADA, "de")):
        assert opens(links, code)
        whole = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        for place in range(len(whole)):
            changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
            assert not opens(links, urlsafe_b64encode(changed).decode().rstrip("="))
        for other in (code + "A", code[:-1], code + "=", code.swapcase(), f" {code}", code * 3):
            assert not opens(links, other)
    forged = Link("enter", 7, ADA, server.clock.now + LINK_MS, "en")
    for proof in (b"", bytes(16), links._proof(b"other")):
        code = urlsafe_b64encode(forged.packed + proof).decode().rstrip("=")
        assert not opens(links, code)
    stranger = Links(server.tables.store, server.clock)
    assert not opens(stranger, links.watching(7))  # no key was read yet


async def test_a_link_opens_one_thing_alone(server: Server, game: int, visitor: Visitor) -> None:
    links = server.services.links
    without_a_seat = links.entering(game, CHIARA, "en")
    for code in (links.watching(game), links.visiting(game, ADA), without_a_seat):
        assert (await visitor.enter(code)).status == 403
        assert (await visitor.get(f"/enter/{code}")).status == 403
    play = links.entering(game, ADA, "en")
    assert (await visitor.get(f"/api/watch/{play}")).status == 403


async def test_a_session_is_of_one_game_and_one_person(due: Visitor, visitor: Visitor) -> None:
    another = await begun(due.server.tables)
    [(name, cookie)] = due.cookies.items()
    assert name == f"__Host-arkadia-{due.game}"
    due.cookies[f"__Host-arkadia-{another}"] = cookie
    assert (await due.get(f"/api/play/{another}")).status == 401
    assert (await due.scene())["own"] is not None
    # The page comes with its first scene, for the same eyes alone.
    assert 'id="scene"' in (await due.get(f"/play/{due.game}")).text
    assert 'id="scene"' not in (await due.get(f"/play/{another}")).text
    assert 'id="scene"' not in (await visitor.get(f"/play/{due.game}")).text


async def test_one_goes_on_to_ones_other_games_there(server: Server, visitor: Visitor) -> None:
    here, there = [await begun(server.tables) for _ in range(2)]
    bela, ada, chiara = (BELA, "Bela"), (ADA, "Ada"), (CHIARA, "Chiara")
    theirs = await begun_by(server.tables, GUILD, CHANNEL, bela, chiara)
    elsewhere = await begun_by(server.tables, GUILD + 1, CHANNEL, bela, ada)
    over = (await finish(server.tables, await begun(server.tables))).number
    due = await active(server.tables, there) == ADA
    for path in ("games", "go"):
        assert (await visitor.post(f"/api/play/{here}/{path}", game=there)).status == 401
    async with server.player(here) as player:
        listed = await player.post(f"{player.play}/games")
        assert listed.data == {"games": [{"game": there, "due": due, "names": [f"P{BELA}"]}]}
        for no in (theirs, elsewhere, over, here, 99, True, "1", None):
            assert (await player.post(f"{player.play}/go", game=no)).status == 404, no
        link = (await player.post(f"{player.play}/go", game=there)).data["path"]
        assert (await player.get(f"/api/play/{there}")).status == 401
        assert (await player.enter(link.removeprefix("enter/"))).status == 303
        assert (await player.scene(f"/api/play/{there}"))["game"] == there
        # Who is signed in there already begins no second session.
        answer = await player.post(f"{player.play}/go", game=there)
        assert answer.data == {"path": f"play/{there}"}
        server.members[ADA] = False
        assert (await player.post(f"{player.play}/go", game=there)).status == 403


async def test_leaving_ends_one_page_alone(due: Visitor) -> None:
    async with due.server.player(due.game, due.user) as two:
        left = await due.post(f"{due.play}/leave")
        assert left.status == 200
        assert "Max-Age=0" in left.headers["Set-Cookie"]
        assert (await due.get(due.play)).status == 401
        await two.scene()


@pytest.mark.parametrize("forgotten", [False, True])
async def test_signing_out_ends_pages_and_links(server: Server, game: int, forgotten: bool) -> None:
    store, links = server.tables.store, server.services.links
    unused, watching = links.entering(game, ADA, "en"), f"/api/watch/{links.visiting(game, ADA)}"
    async with (
        server.player(game) as one,
        server.player(game) as two,
        server.player(game, BELA) as theirs,
        one.events() as events,
        one.events(watching) as watched,
    ):
        assert [(await heard.next())[0] for heard in (events, watched)] == ["turn", "turn"]
        assert (await one.get(watching)).status == 200
        if forgotten:
            kept = server.services.personal, server.services.once
            forgetting = Forgetting(server.tables, *kept, None)
            forgetting.before.append(links.close)
            assert await visits(store)
            await forgetting.forget(ADA, "Somebody")
            assert await visits(store) == ()
        else:
            await links.close(ADA)
        assert [(await heard.next())[0] for heard in (events, watched)] == ["gone", "gone"]
        assert [(await page.get(page.play)).status for page in (one, two)] == [401, 401]
        assert (await one.enter(unused)).status == 403
        assert (await one.get(watching)).status == 403
        # Others' pages and links, those for everybody, and later ones go on.
        await theirs.scene()
        server.clock.now += 1
        for code in (links.visiting(game, BELA), links.watching(game), links.visiting(game, ADA)):
            assert (await one.get(f"/api/watch/{code}")).status == 200
        if not forgotten:
            assert (await one.enter(links.entering(game, ADA, "en"))).status == 303


async def test_a_page_proves_what_was_lost(due: Visitor, visitor: Visitor, watch: str) -> None:
    store, links = due.server.tables.store, due.server.services.links
    async with visitor.events(watch) as events:
        await events.next()
    # What the visitor makes up, or has of another game, proves nothing.
    genuine, foreign = links.sealed(due.game, 99), links.sealed(due.game + 1, 99)
    for name in (events.last, genuine.replace("99", "98"), foreign, "99", "-"):
        async with visitor.events(watch, name) as events:
            assert (await events.next())[0] == "turn"
    assert not store.outdated.is_set()
    async with visitor.events(watch, genuine) as events:
        assert events.answer.status == 404
    assert store.outdated.is_set()
    store.epoch = 0
    async with due.events(last=genuine) as events:
        assert events.answer.status == 404


async def test_a_loss_of_history_ends_sessions(due: Visitor, visitor: Visitor, watch: str) -> None:
    game, user, tables, links = due.game, due.user, due.server.tables, due.server.services.links
    version = (await due.scene())["version"]
    used, unused = links.entering(game, user, "en"), links.entering(game, user, "en")
    personal = f"/api/watch/{links.visiting(game, user)}"
    assert (await visitor.enter(used)).status == 303
    # As it is when an older copy of the database was put back: what was kept since is gone.
    tables.store.epoch += 1_700_000_000
    async with due.server.anew() as later, later.visitor() as visitor:
        visitor.cookies = due.cookies
        assert (await visitor.get(due.play)).status == 401
        assert [(await visitor.enter(code)).status for code in (used, unused)] == [403, 403]
        assert [(await visitor.get(path)).status for path in (personal, watch)] == [403, 200]
        async with later.player(game, user) as player:
            action = await later.legal(game)
            old = await player.act(action, version)
            assert (old.status, old.data["code"]) == (409, "outdated")
            assert (await player.act(action, old.data["scene"]["version"])).status == 200


async def test_who_is_no_member_of_the_server_looks_and_does_not_act(due: Visitor) -> None:
    action = await due.server.legal(due.game)
    for member, status, said in ((False, 403, "no longer"), (None, 503, "isn't answering")):
        due.server.members[due.user] = member
        for path in ("act", "prepare"):
            refused = await due.post(f"{due.play}/{path}", version=0, action=action, once="x" * 20)
            assert (refused.status, said in refused.data["said"]) == (status, True)
        await due.scene()
    due.server.members.clear()
    assert (await due.act(action, 0)).status == 200


async def test_a_link_used_while_its_person_is_forgotten(server: Server, game: int) -> None:
    people, links = server.tables.store.people, server.services.links
    code = links.entering(game, ADA, "en")
    await server.tables.seats.resign(game, ADA)
    # Pressed, and looked at, before; saved after.
    entered = (links.enter(code) for _ in range(5))
    await asyncio.gather(people.forget(ADA, "Somebody"), *entered, return_exceptions=True)
    assert await visits(server.tables.store) == ()
    people.let_in(ADA)
    await links.enter(links.entering(game, ADA, "en"))
    assert await visits(server.tables.store)


async def test_a_person_has_so_many_sessions_and_the_oldest_ends(server: Server, game: int) -> None:
    store = server.tables.store
    async with server.player(game) as first:
        for number in range(MOST_SESSIONS):
            server.clock.now += 1
            about = (ADA, game, "en", server.clock.now + SESSION_MS)
            link = StoredVisit(f"link {number}", "used", *about)
            begun_then = StoredVisit(f"session {number}", "session", *about)
            assert await store.change(enter, link, begun_then, server.clock.now, MOST_SESSIONS)
        assert (await first.get(first.play)).status == 401
    assert sum(visit["kind"] == "session" for visit in await visits(store)) == MOST_SESSIONS


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", f"{URL}.evil.example"])
async def test_no_other_page_can_press_the_button_or_act(due: Visitor, origin: str) -> None:
    code = due.server.services.links.entering(due.game, BELA, "en")
    assert (await due.enter(code, Origin=origin)).status == 403
    path, body = f"{due.play}/act", {"version": 0, "action": "end", "once": "x" * 20}
    for wrong in ({"Origin": origin}, {"Sec-Fetch-Site": "cross-site"}, {"X-Arkadia": ""}):
        assert (await due.post(path, wrong, **body)).status == 403
    own = {"Origin": URL, "X-Arkadia": "1", "Content-Type": "text/plain"}
    assert (await due.ask("POST", path, headers=own)).status == 400
    assert (await due.server.tables.get(due.game)).version == 0
