"""Discord refuses what SimCord would take."""

from types import SimpleNamespace
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from lab.discord.history import COMMAND, SUGGESTIONS, Interaction, Person
from lab.discord.model import Discord
from lab.discord.people import command_data

Json = dict[str, Any]


@pytest.fixture
def discord() -> Discord:
    return Discord()


def button(custom_id: str, label: str = "Join") -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(chosen: int, most: int) -> Json:
    options = [{"label": str(n), "value": str(n), "default": n < chosen} for n in range(2)]
    return {"type": 3, "custom_id": "menu", "options": options, "max_values": most}


def post(discord: Discord, body: Json, channel: int | None = None) -> Json:
    path = f"/channels/{channel or discord.channel.id}/messages"
    done: Json = discord.request("POST", path, json=body)
    return done


def asked(discord: Discord, kind: int = COMMAND) -> Interaction:
    data = command_data("arkadia board", {})
    channel = discord.channel.id
    return discord.begin(Person(7, "ada"), kind, "arkadia board", channel, data)


def answer(discord: Discord, interaction: Interaction, kind: int, **data: Any) -> None:
    path = f"/interactions/{interaction.record.id}/{interaction.record.token}/callback"
    discord.request("POST", path, json={"type": kind, "data": data})


BAD_MESSAGES: tuple[Json, ...] = (
    {"content": "a" * 2001},
    {"content": ""},
    {"content": "a", "components": [row(button("one"), button("one"))]},
    {"content": "a", "components": [row(button("a" * 101))]},
    {"content": "a", "components": [row(button("one", "a" * 81))]},
    {"content": "a", "components": [row(button("one", ""))]},
    {"content": "a", "components": [row(*(button(str(n)) for n in range(6)))]},
    {"content": "a", "components": [row(button(str(n))) for n in range(6)]},
    {"content": "a", "components": [row({"type": 3, "custom_id": "menu", "options": []})]},
    {"content": "a", "components": [row(menu(2, 1))]},
    {"content": "a", "components": [row(menu(0, 3))]},
    {"content": "a", "nonce": "a" * 26},
    {"content": "a", "attachments": [{"id": 0, "description": "a" * 1025}]},
    {"content": "a", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
)


@pytest.mark.parametrize("body", BAD_MESSAGES, ids=range(len(BAD_MESSAGES)))
def test_a_message_that_is_not_fit(discord: Discord, body: Json) -> None:
    with pytest.raises(BackendError) as refused:
        post(discord, body)
    assert refused.value.status == 400
    assert not discord.channel.messages


def test_the_same_nonce_gives_back_the_first_message(discord: Discord) -> None:
    body = {"content": "Turn 1", "nonce": "7", "enforce_nonce": True}
    first = post(discord, body)
    again = post(discord, {**body, "content": "Turn 2"})
    other = post(discord, {**body, "enforce_nonce": False})
    assert first["id"] == again["id"] != other["id"]
    assert again["content"] == "Turn 1"
    discord.delete_message(discord.channel.id, int(first["id"]))
    assert post(discord, body)["id"] not in (first["id"], other["id"])


def test_who_writes_in_an_archived_thread_opens_it_unless_it_is_locked(discord: Discord) -> None:
    channel = discord.create_thread(discord.channel.id, "Game 1", discord.bot_user.id)
    thread = discord.history.places[channel.id]
    path = f"/channels/{thread.id}/messages/{post(discord, {'content': 'a'}, thread.id)['id']}"
    discord.archive(thread)
    with pytest.raises(BackendError, match="Thread is archived"):
        discord.request("PATCH", path, json={"content": "b"})
    post(discord, {"content": "a"}, thread.id)
    discord.request("PATCH", path, json={"content": "b"})
    discord.archive(thread, locked=True)
    with pytest.raises(BackendError, match="Thread is archived"):
        post(discord, {"content": "a"}, thread.id)
    with pytest.raises(BackendError, match="Missing Permissions"):
        discord.request("PATCH", f"/channels/{thread.id}", json={"archived": False})


def test_a_message_has_one_thread_and_a_thread_none(discord: Discord) -> None:
    message = post(discord, {"content": "a"})["id"]
    path = f"/channels/{discord.channel.id}/messages/{message}/threads"
    thread = discord.request("POST", path, json={"name": "Game 1"})["id"]
    for where, name in ((path, "Game 1"), (path, ""), (f"/channels/{thread}/threads", "Game 2")):
        with pytest.raises(BackendError):
            discord.request("POST", where, json={"name": name})


def test_what_is_answered_must_have_been_asked(discord: Discord) -> None:
    for interaction, kind, data in (
        (asked(discord), 8, {"choices": []}),
        (asked(discord), 7, {"content": "a"}),
        (asked(discord, SUGGESTIONS), 4, {"content": "a"}),
        (asked(discord, SUGGESTIONS), 8, {"choices": [{"name": "", "value": "a"}]}),
        (asked(discord, SUGGESTIONS), 8, {"choices": [{"name": "a", "value": "a"}] * 26}),
    ):
        with pytest.raises(BackendError) as refused:
            answer(discord, interaction, kind, **data)
        assert refused.value.status == 400
        assert not interaction.answered.is_set()


def test_nobody_is_answered_where_the_channel_is_gone(discord: Discord) -> None:
    interaction = asked(discord)
    answer(discord, interaction, 5, flags=64)
    discord.move_on()
    with pytest.raises(BackendError, match="Unknown Channel"):
        discord.request("POST", f"/webhooks/1/{interaction.record.token}", json={"content": "a"})
    assert interaction.cut
    assert not interaction.has_answer


def test_commands_and_emojis(discord: Discord) -> None:
    application = f"/applications/{discord.application_id}"
    good = {"name": "arkadia", "description": "A game"}
    bad: tuple[Json, ...] = (
        {**good, "name": "a b"},
        {**good, "description": ""},
        {**good, "options": [good] * 26},
        {**good, "options": [{**good, "description": "a" * 100, "options": [good] * 25}] * 25},
    )
    for command in bad:
        with pytest.raises(BackendError):
            discord.request("PUT", f"{application}/commands", json=[command])
    assert discord.request("PUT", f"{application}/commands", json=[good])
    discord.request(
        "POST", f"{application}/emojis", json={"name": "seal", "image": "data:image/png;base64,"}
    )
    for name in ("seal", "a b"):
        with pytest.raises(BackendError):
            discord.request("POST", f"{application}/emojis", json={"name": name})


def test_files_that_are_too_many_or_too_large(discord: Discord) -> None:
    class File:
        """As many bytes as it says."""

        def tell(self) -> int:
            return 0

        def seek(self, *_: int) -> int:
            return 10 * 1024 * 1024

    file = SimpleNamespace(fp=File(), filename="a.png", description="")
    path = f"/channels/{discord.channel.id}/messages"
    with pytest.raises(BackendError, match="too large files"):
        discord.request("POST", path, json={"content": "a"}, files=[file, file])
