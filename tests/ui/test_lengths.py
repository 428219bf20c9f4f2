"""What stands still is short in every language: lobbies, sign-ups and the pages of help.

``tests/e2e/test_presses.py`` measures what a game says.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.leagues.rows import StoredEntrant
from i18n.translation import words_for
from tabletop.leagues.league import League
from tests.ui.counting import LANGUAGES, MOST_WORDS, words_in
from tests.ui.leagues.imagined import OPEN
from tests.ui.public.imagined import table
from ui.leagues.posts import signup_post
from ui.public.posts.lobby import lobby_post
from ui.texts.guide import HELP, HELP_PAGES

USUAL = replace(
    OPEN,
    name="Winter",
    mirror=False,
    help="none",
    late="ask",
    setup="first-game",
    entrants=tuple(StoredEntrant(n, n, name) for n, name in enumerate(("Ada", "Bela"), start=1)),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_is_short(language: str) -> None:
    game = table(["Ada", "Bela"], 1, 1)
    object.__setattr__(game.row, "state", "lobby")
    object.__setattr__(game.row, "setup", "first-game")
    assert words_in(lobby_post(game, words_for(language)).text) <= MOST_WORDS["lobby"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_up_is_short(language: str) -> None:
    assert words_in(signup_post(League(USUAL), words_for(language)).text) <= MOST_WORDS["sign-up"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [HELP, *HELP_PAGES.values()])
def test_a_page_of_help_is_short(language: str, page: str) -> None:
    assert words_in(words_for(language)(page)) <= MOST_WORDS["help"]
