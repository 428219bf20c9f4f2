"""The commands keep Discord's limits: one too many, and none would be registered at all."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import AsyncIterator

import discord
import pytest
from discord.ext import commands

from cogs.daily import DailyCog
from tests.cogs.payloads import SENT, Payload, parts
from ui import buttons
from ui.services.command_sync import command_payloads
from ui.texts.translator import CatalogueTranslator

INNER = ("options", "choices")
TRANSLATED = ("name_localizations", "description_localizations")
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
SLASH, USER_MENU = 1, 2
NAME = re.compile(r"[-_\w]{1,32}")


@pytest.fixture
async def payloads() -> AsyncIterator[list[Payload]]:
    """What is sent to Discord, in the way the bot sends it: with translations."""
    async with commands.AutoShardedBot("!", intents=discord.Intents.none()) as bot:
        await bot.tree.set_translator(CatalogueTranslator())
        for module in ("cogs.arkadia", "cogs.club", "cogs.leagues"):
            await bot.load_extension(module)
        # Its commands alone: set up, it would have positions made.
        daily = DailyCog.__new__(DailyCog, bot).app_command
        assert daily is not None
        bot.tree.add_command(daily)
        await bot.load_extension("cogs.moderation")
        yield [one for one in await command_payloads(bot.tree) if one["type"] == SLASH]


async def test_the_menu_of_a_user_has_an_entry_in_all_languages() -> None:
    async with commands.AutoShardedBot("!", intents=discord.Intents.none()) as bot:
        await bot.tree.set_translator(CatalogueTranslator())
        await bot.load_extension("cogs.club")
        [entry] = [one for one in await command_payloads(bot.tree) if one["type"] == USER_MENU]
        assert entry["name"] == "Arkadia: challenge"
        assert {"de", "fr", "nl"} <= set(entry["name_localizations"])
        assert not too_long(entry, "name", 32)
        assert entry.get("dm_permission") is False or entry.get("contexts") == [0]


def is_option(part: Payload) -> bool:
    return "type" in part and part["type"] not in (SUBCOMMAND, GROUP) and "required" in part


def texts(part: Payload, key: str) -> list[str]:
    """A name or description in all languages."""
    return [part[key], *(part.get(f"{key}_localizations") or {}).values()]


def in_english(payload: Payload) -> Payload:
    """A part of a command without its translations: those are the catalogues' to change."""
    inner = {key: [in_english(part) for part in payload[key]] for key in INNER if payload.get(key)}
    return {key: value for key, value in payload.items() if key not in TRANSLATED} | inner


def longer(english: str) -> int:
    """How long it may become in another language."""
    return math.ceil(1.4 * len(english))


def longest(part: Payload, key: str) -> int:
    return max(longer(part[key]), *map(len, texts(part, key)))


def too_long(part: Payload, key: str, limit: int) -> dict[str, str]:
    """In which languages a text has more than so many characters, or none."""
    said = part.get(f"{key}_localizations") or {}
    return {language: text for language, text in said.items() if not 1 <= len(text) <= limit}


def test_the_commands_change_only_on_purpose(payloads: list[Payload]) -> None:
    english = [in_english(payload) for payload in payloads]
    if os.environ.get("RENEW_COMMANDS"):
        SENT.write_text(json.dumps(english, indent=1, ensure_ascii=False) + "\n")
    assert english == json.loads(SENT.read_text())


def test_choices_are_offered_in_the_readers_language(payloads: list[Payload]) -> None:
    choices = [
        choice
        for payload in payloads
        for part in parts(payload)
        for choice in part.get("choices") or ()
    ]
    german = {choice["name"]: choice.get("name_localizations", {}).get("de") for choice in choices}
    assert (german["yes"], german["dark"], german["light"]) == ("ja", "dunkel", "hell")


TWINS = {
    buttons.STORY: "arkadia record story",
    buttons.NEWEST_BOARD: "arkadia log",
    buttons.NUDGE: "arkadia seat nudge",
    buttons.DAILY: "arkadia-daily show",
    buttons.DAILY_ARCHIVE: "arkadia-daily archive",
    buttons.DAILY_PICK: "arkadia-daily show",
    buttons.HIDE_ME: "arkadia-club leave",
    buttons.SHOW_ME: "arkadia-club join",
    buttons.RANKING: "arkadia-club ranking",
    buttons.RANKING_RULES: "arkadia-admin ranking",
    buttons.RANKING_RULE: "arkadia-admin ranking",
    buttons.CHALLENGE: "arkadia-club challenge",
    buttons.CHALLENGE_THEM: "arkadia-club challenge",
    buttons.ARCHIVE_OF_WEEK: "arkadia-club archive",
    buttons.LEAGUE_AGAIN: "arkadia-league again",
}
"""What a club's buttons and menus do can be typed."""


def test_what_a_club_presses_can_be_typed(payloads: list[Payload]) -> None:
    assert set(TWINS.values()) <= {path for payload in payloads for path in paths(payload)}


def paths(part: Payload, before: str = "") -> list[str]:
    """The commands that are typed with a payload, in full."""
    path = f"{before} {part['name']}".strip()
    inner = [one for one in part.get("options", []) if one["type"] in (SUBCOMMAND, GROUP)]
    return [found for one in inner for found in paths(one, path)] or [path]


def test_there_are_commands(payloads: list[Payload]) -> None:
    names = [payload["name"] for payload in payloads]
    groups = ("club", "league", "daily", "admin")
    assert names == ["arkadia", *(f"arkadia-{group}" for group in groups)]


def test_names_are_short_and_in_small_letters(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            for name in texts(part, "name"):
                assert NAME.fullmatch(name), name
                assert name == name.lower()


def test_descriptions_are_there_and_not_too_long(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            assert part["description"] not in ("", "…"), part["name"]
            assert longer(part["description"]) <= 100, f"no room for other languages: {part}"
            assert not too_long(part, "description", 100), part["name"]


def test_nothing_has_more_than_twenty_five_entries(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            names = [option["name"] for option in part.get("options", ())]
            assert len(names) <= 25
            assert len(set(names)) == len(names)
            assert len(part.get("choices", ())) <= 25


def test_groups_are_not_nested_deeper_than_discord_allows(payloads: list[Payload]) -> None:
    for payload in payloads:
        for entry in payload["options"]:
            assert entry["type"] in (SUBCOMMAND, GROUP)
            for inner in entry.get("options", ()) if entry["type"] == GROUP else ():
                assert inner["type"] == SUBCOMMAND


def test_required_options_come_first(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            required = [bool(o.get("required")) for o in part.get("options", ()) if is_option(o)]
            assert required == sorted(required, reverse=True), part["name"]


def test_choices_fit(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            choices = part.get("choices") or []
            assert not (choices and part.get("autocomplete"))
            for choice in choices:
                assert longer(choice["name"]) <= 100, choice["name"]
                assert not too_long(choice, "name", 100), choice["value"]
                assert len(str(choice["value"])) <= 100


def characters(payload: Payload) -> int:
    """How long a command is as Discord counts: of each field the longest language.

    Descriptions and the names of choices count as if they were 40 % longer than in English; where a
    language needs still more, that counts.
    """
    total = 0
    for part in parts(payload):
        total += len(part["name"]) + longest(part, "description")
        for choice in part.get("choices") or ():
            total += longest(choice, "name") + len(str(choice["value"]))
    return total


def test_a_command_has_at_most_eight_thousand_characters(payloads: list[Payload]) -> None:
    for payload in payloads:
        assert characters(payload) <= 8000, payload["name"]


def test_all_commands_are_for_servers(payloads: list[Payload]) -> None:
    for payload in payloads:
        assert payload.get("dm_permission") is False or payload.get("contexts") == [0]


def test_the_moderators_group_is_for_moderators(payloads: list[Payload]) -> None:
    *_, admin = payloads
    arkadia = payloads[0]
    assert arkadia["default_member_permissions"] is None
    wanted = discord.Permissions(manage_guild=True).value
    assert int(admin["default_member_permissions"]) == wanted


def test_what_a_turn_needs_is_at_hand(payloads: list[Payload]) -> None:
    names = {entry["name"] for entry in payloads[0]["options"]}
    turn = {"build", "workers", "castle", "banner", "end", "pass", "undo"}
    looking = {"screen", "board", "log", "games", "rules", "help", "about"}
    assert names >= {"start", "lobby", "seat", "record"} | turn | looking


def test_every_option_of_free_text_is_bounded(payloads: list[Payload]) -> None:
    for payload in payloads:
        for part in parts(payload):
            if part.get("type") == STRING and is_option(part) and not part.get("choices"):
                assert part.get("max_length", 6000) <= 1000, part["name"]
