"""Texts as they are sent: commands become links, marks become emojis, and both can be read back."""

from __future__ import annotations

import pytest

from ui.limits import MESSAGE_LIMIT
from ui.services.markup import Markup, as_read
from ui.texts.escaping import plain
from ui.texts.icons import GOLD, MARKS, seal_mark, worker_mark

RED = "<:red_seal_1a2b3c:77>"


@pytest.fixture
def markup() -> Markup:
    """What Discord knows of two commands and one emoji."""
    markup = Markup()
    markup.commands = {"arkadia turn": 5, "arkadia seat back": 5}
    markup.emojis = {seal_mark("red"): RED}
    return markup


def test_known_commands_can_be_clicked(markup: Markup) -> None:
    text = "Type `/arkadia turn`, or `/arkadia seat back`; `/arkadia start` is unknown."
    assert markup.sent(text) == (
        "Type </arkadia turn:5>, or </arkadia seat back:5>; `/arkadia start` is unknown."
    )


def test_commands_with_options_are_for_typing(markup: Markup) -> None:
    for text in ("`/arkadia turn game:3`", "`turn`", "/arkadia turn", "`/arkadia` `turn`"):
        assert markup.sent(text) == text


def test_nothing_is_clicked_in_a_code_block(markup: Markup) -> None:
    text = "```\n`/arkadia turn`\n``` `/arkadia turn`"
    assert markup.sent(text) == "```\n`/arkadia turn`\n``` </arkadia turn:5>"


def test_the_word_stays_beside_the_emoji(markup: Markup) -> None:
    text = f"2 {seal_mark('red')}red, 3 {seal_mark('olive')}olive for {GOLD}12 gold"
    assert markup.sent(text) == f"2 {RED} red, 3 olive for 12 gold"
    assert Markup().sent(text) == "2 red, 3 olive for 12 gold"


def test_what_was_sent_reads_as_before(markup: Markup) -> None:
    text = f"`/arkadia turn` {seal_mark('red')}red\n```\nx\n```"
    assert as_read(markup.sent(text)) == as_read(text) == "`/arkadia turn` red\n```\nx\n```"


def test_a_message_stays_within_its_limit(markup: Markup) -> None:
    many = seal_mark("red") * 120 + "`/arkadia turn` "
    assert markup.sent(many) == "</arkadia turn:5> "
    long = "`/arkadia turn`".ljust(MESSAGE_LIMIT, ".")
    assert markup.sent(long + seal_mark("red")) == long


def test_nobody_can_be_called_like_a_mark() -> None:
    assert plain(f"A{seal_mark('red')}da") == "Ada"


def test_every_seal_and_worker_of_the_editions_has_a_mark() -> None:
    assert {icon.name for icon in MARKS} >= {"gold", "red_seal", "orange_worker", "neutral_worker"}
    assert len({icon.name for icon in MARKS}) == len(set(MARKS.values())) == len(MARKS)
    assert worker_mark() in MARKS.values()
    assert seal_mark("of another edition") == ""
