"""Discord's own description judges requests."""

import pytest

from lab.discord.described import is_described, request_faults

MESSAGES = "/channels/1/messages"


def faults(method: str, path: str, body: object = None, **query: object) -> list[str]:
    return list(request_faults(method, path, body, query))


def button(label: str = "Join") -> dict[str, object]:
    return {"type": 2, "style": 1, "label": label, "custom_id": "join"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": "Turn 1", "nonce": "7", "enforce_nonce": True}),
        ("POST", MESSAGES, {"components": [{"type": 1, "components": [button()]}]}),
        ("POST", MESSAGES, {"attachments": [{"id": 0, "filename": "board.png"}]}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"content": "Done"}),
        ("POST", "/interactions/1/token/callback", {"type": 5, "data": {"flags": 64}}),
        ("POST", "/channels/1/messages/2/threads", {"name": "A game"}),
        ("GET", "/users/@me", None),
    ],
)
def test_what_the_bot_asks_is_described(method: str, path: str, body: object) -> None:
    assert not faults(method, path, body)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": "a" * 4001}),
        ("POST", MESSAGES, {"content": 7}),
        ("POST", MESSAGES, {"nonce": "a" * 26}),
        ("POST", MESSAGES, {"components": [{"type": 1, "components": []}]}),
        ("POST", MESSAGES, {"components": [{"type": 1, "components": [button("a" * 81)]}]}),
        ("POST", MESSAGES, {"allowed_mentions": {"parse": ["friends"]}}),
        ("POST", "/interactions/1/token/callback", {"type": 99}),
        ("POST", "/channels/1/messages/2/threads", {}),
        ("GET", "/users/@me", {"name": "a body"}),
        ("PUT", MESSAGES, {}),
        ("GET", "/nothing/of/the/kind", None),
    ],
)
def test_what_the_description_forbids_is_a_fault(method: str, path: str, body: object) -> None:
    assert faults(method, path, body)


def test_a_query_is_described_and_a_literal_route_comes_before_a_blank() -> None:
    assert not faults("GET", MESSAGES, after=1, limit=50)
    assert faults("GET", MESSAGES, since=1)
    assert is_described("PATCH", "/applications/@me")
    assert not is_described("PUT", "/applications/@me")
