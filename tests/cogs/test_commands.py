"""The commands keep Discord's limits: one too many, and none would be registered at all."""

import math
import os
import re
from collections.abc import Sequence

import discord
import pytest

from tests.cogs.payloads import GROUP, SUBCOMMAND, Payload, by_path, keep, kept, named, parts
from tests.removal import FEATURES

SLASH, STRING = 1, 3
NAME = re.compile(r"[-_\w]{1,32}")


@pytest.fixture
def payloads(all_payloads: Sequence[Payload]) -> list[Payload]:
    """The commands that are typed."""
    return [one for one in all_payloads if one["type"] == SLASH]


@pytest.fixture
def all_parts(payloads: list[Payload]) -> list[Payload]:
    """These commands with all their groups, subcommands and options."""
    return [part for payload in payloads for part in parts(payload)]


def is_option(part: Payload) -> bool:
    return "type" in part and part["type"] not in (SUBCOMMAND, GROUP) and "required" in part


def texts(part: Payload, key: str) -> list[str]:
    return [part[key], *(part.get(f"{key}_localizations") or {}).values()]


def longest(part: Payload, key: str) -> int:
    """How long it is in any language; another one may need 40 % more than English."""
    return max(math.ceil(1.4 * len(part[key])), *map(len, texts(part, key)))


def test_commands_change_only_on_purpose(payloads: list[Payload], modules: dict[str, str]) -> None:
    english = dict(found for payload in payloads for found in by_path(payload))
    if os.environ.get("RENEW_COMMANDS"):
        features = {path: module.split(".")[1] for path, module in modules.items()}
        keep(english, {path: name for path, name in features.items() if name in FEATURES})
    assert english == kept()


def test_choices_are_offered_in_the_readers_language(all_parts: list[Payload]) -> None:
    choices = [choice for part in all_parts for choice in part.get("choices") or ()]
    german = {choice["name"]: choice.get("name_localizations", {}).get("de") for choice in choices}
    assert (german["yes"], german["no"]) == ("ja", "nein")


def test_names_are_short_in_small_letters_and_each_there_once(all_parts: list[Payload]) -> None:
    for part in all_parts:
        for name in texts(part, "name"):
            assert NAME.fullmatch(name), name
            assert name == name.lower()
        names = [option["name"] for option in part.get("options", ())]
        assert len(set(names)) == len(names)


def test_descriptions_are_there_with_room_for_other_languages(all_parts: list[Payload]) -> None:
    for part in all_parts:
        assert part["description"] not in ("", "…"), part["name"]
        assert longest(part, "description") <= 100, part


def test_doors_are_few(payloads: list[Payload]) -> None:
    """One screen a subject: as few commands as Discord's own list shows at a glance."""
    arkadia = [entry["name"] for entry in named(payloads, "arkadia")["options"]]
    assert len(arkadia) <= 21, "so that there is room for a feature's own"
    # What is for people in any place leads to screens that have a door here.
    leaves = [
        part
        for payload in payloads
        if payload["integration_types"] == [0]
        for part in parts(payload)
        if part.get("type") in (SLASH, None)
        and "required" not in part
        and not any(not is_option(inner) for inner in part.get("options", ()))
    ]
    assert 20 < len(leaves) <= 40
    assert max(len(part.get("options", ())) for part in leaves) <= 7
    assert len(next(p for p in leaves if p["name"] == "start")["options"]) <= 6


def test_required_options_come_first(all_parts: list[Payload]) -> None:
    for part in all_parts:
        required = [bool(o.get("required")) for o in part.get("options", ()) if is_option(o)]
        assert required == sorted(required, reverse=True), part["name"]


def test_choices_fit(all_parts: list[Payload]) -> None:
    for part in all_parts:
        choices = part.get("choices") or []
        assert not (choices and part.get("autocomplete"))
        for choice in choices:
            assert longest(choice, "name") <= 100, choice
            assert len(str(choice["value"])) <= 100


def characters(payload: Payload) -> int:
    """How long a command is as Discord counts: of each field the longest language."""
    choices = [choice for part in parts(payload) for choice in part.get("choices") or ()]
    total = sum(len(part["name"]) + longest(part, "description") for part in parts(payload))
    return total + sum(longest(one, "name") + len(str(one["value"])) for one in choices)


def test_a_command_has_at_most_eight_thousand_characters(payloads: list[Payload]) -> None:
    for payload in payloads:
        assert characters(payload) <= 8000, payload["name"]


def test_commands_are_for_servers_or_people_in_any_place(all_payloads: Sequence[Payload]) -> None:
    """How it can be added says where a command is: declared, or the portal's choice would count."""
    places = {payload["name"]: payload["contexts"] for payload in all_payloads}
    for payload in all_payloads:
        added_to = payload["integration_types"]
        assert added_to == [0] or (payload["name"], added_to) == ("arkadia-solo", [0, 1])
        assert places[payload["name"]] == ([0] if added_to == [0] else [0, 1, 2])


def test_the_moderators_group_is_for_moderators(payloads: list[Payload]) -> None:
    arkadia, admin = (named(payloads, name) for name in ("arkadia", "arkadia-admin"))
    assert arkadia["default_member_permissions"] is None
    wanted = discord.Permissions(manage_guild=True).value
    assert int(admin["default_member_permissions"]) == wanted


def test_every_option_of_free_text_is_bounded(all_parts: list[Payload]) -> None:
    for part in all_parts:
        if part.get("type") == STRING and is_option(part) and not part.get("choices"):
            assert part.get("max_length", 6000) <= 1000, part["name"]
