"""Every button and menu of public messages and answers, as it looks.

What happens when one is pressed stands in ``cogs``, in the class with ``face=`` that button. The
buttons of a panel are made step by step in ``ui.panel``.
"""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from translation import N_
from ui.components.faces import ButtonFace, MenuFace

JOIN: Final = ButtonFace("join", N_("Join"), style=ButtonStyle.success)
LEAVE: Final = ButtonFace("leave", N_("Leave"))
BEGIN: Final = ButtonFace("begin", N_("Begin"), style=ButtonStyle.primary)
CANCEL: Final = ButtonFace("cancel", N_("Cancel"), style=ButtonStyle.danger)
ADD_COMPUTER: Final = MenuFace("add-computer", N_("Add a computer player…"))
REMOVE_COMPUTER: Final = ButtonFace("remove-computer", N_("Remove computer player"))

TAKE_TURN: Final = ButtonFace("take", N_("Take your turn"), 2, style=ButtonStyle.success)
"""The second number is that of the news: a message that stands there is known by it."""
BOARD: Final = ButtonFace("board", N_("Board"), 2)
"""The second number is the turn that was being played when the message was posted."""
BOARD_ANEW: Final = ButtonFace("reboard", N_("Refresh"))
BOARD_TEXT: Final = ButtonFace("text", N_("As text"))
MY_SCREEN: Final = ButtonFace("screen", N_("My screen"))
SCREEN_ANEW: Final = ButtonFace("rescreen", N_("Refresh"))
SCREEN_TEXT: Final = ButtonFace("screen-text", N_("As text"))
HINT: Final = ButtonFace("hint", N_("Hint"))

LOG_EARLIER: Final = ButtonFace("earlier", N_("Earlier"), 2)
"""The second number is the page, from 1 for the oldest turns."""
LOG_LATER: Final = ButtonFace("later", N_("Later"), 2)

TURN_BY_TURN: Final = ButtonFace("turn-by-turn", N_("Turn by turn"))
TURN_START: Final = ButtonFace("turn-start", N_("⏮ Start"))
TURN_EARLIER: Final = ButtonFace("turn-earlier", N_("◀ Back"), 2)
"""The second number is the turn's."""
TURN_LATER: Final = ButtonFace("turn-later", N_("▶ Next"), 2)
TURN_LAST: Final = ButtonFace("turn-last", N_("⏭ Last"))
GO_TO_TURN: Final = ButtonFace("go-to-turn", N_("Go to turn…"))

THIS_GAME: Final = ButtonFace("this-game", N_("This game"))
"""Carries out what was typed; its caption names the game."""
NEXT_GAME: Final = ButtonFace("next-game", N_("Next game ({n})"))
"""The number is that of the game after which it comes; its caption says how many wait."""

RECORD: Final = ButtonFace("record", N_("Record"))
REMATCH: Final = ButtonFace("rematch", N_("Rematch"), style=ButtonStyle.success)
REPLAY: Final = ButtonFace("replay", N_("Replay"))
REVIEW: Final = ButtonFace("review", N_("Review my turns"))

HELP_PAGE: Final = ButtonFace("help", N_("Help"))
"""The number is the page of the help, from 1; each has its own caption."""
PROVENANCE: Final = ButtonFace("provenance", N_("Where the components are from"), 0)

READ_RULES: Final = ButtonFace("rules", N_("Rules"), 0)
RULES_BACK: Final = ButtonFace("rules-back", N_("Back"))
"""The number is the page of the guide, from 1."""
RULES_ON: Final = ButtonFace("rules-on", N_("Next"), style=ButtonStyle.primary)

PREFER_LOOKS: Final = ButtonFace("prefer-looks", N_("Pictures and commands…"), 0)
PREFER_NOTICES: Final = ButtonFace("prefer-notices", N_("Notices…"), 0)
PREFER_QUIET: Final = ButtonFace("prefer-quiet", N_("Quiet hours…"), 0)
CHOOSE_ZONE: Final = MenuFace("zone", N_("Which clock shows your time?"), 0)

EXPORT_TRACES: Final = ButtonFace("my-traces", N_("Export"), 0)
FORGET_ME: Final = ButtonFace("forget-me", N_("Forget me…"), 0)
FORGET_SURE: Final = ButtonFace(
    "forget-me-now", N_("Forget me for good"), 0, style=ButtonStyle.danger
)

NO_TIPS: Final = ButtonFace("no-tips", N_("No more tips"))

LEARN: Final = ButtonFace("learn", N_("Learn"), 0)
LESSON_CHOICE: Final = ButtonFace("lesson-try", N_("Try"), 2)
"""The numbers are those of the step and of the choice, from 1; the choice has its own caption."""
LESSON_BACK: Final = ButtonFace("lesson-back", N_("Back"))
"""The number is that of the step to be shown, from 1."""
LESSON_SKIP: Final = ButtonFace("lesson-skip", N_("Skip"))
LESSON_ON: Final = ButtonFace("lesson-on", N_("Next"), style=ButtonStyle.primary)
LESSON_ANEW: Final = ButtonFace("lesson-anew", N_("From the start"), 0)
PRACTICE: Final = ButtonFace("practice", N_("Play practice"), 0, style=ButtonStyle.success)

SHOW_ME: Final = ButtonFace("show-me", N_("Show me to others"), 0, style=ButtonStyle.success)
HIDE_ME: Final = ButtonFace("hide-me", N_("Show me no more"), 0)
PLAYER: Final = MenuFace("player", N_("Look at somebody…"), 0)
RANKING: Final = ButtonFace("ranking", N_("Ranking"), 0)
RANKING_BACK: Final = ButtonFace("ranking-back", N_("Back"), 2)
"""The numbers are that of the order and the page, from 1."""
RANKING_ON: Final = ButtonFace("ranking-on", N_("Next"), 2)
RANK_BY: Final = MenuFace("rank-by", N_("In the order of…"), 0)

GAMES_OF: Final = ButtonFace("games-of", N_("Games"), digits=19)
"""The number is the person's id."""
ARCHIVE: Final = ButtonFace("archive", N_("Back to the list"), 4, digits=19)
"""The numbers are the person's id, those of the set-up and the date, and the page, from 1."""
ARCHIVE_BACK: Final = ButtonFace("archive-back", N_("Newer"), 4, digits=19)
ARCHIVE_ON: Final = ButtonFace("archive-on", N_("Older"), 4, digits=19)
ARCHIVE_GAME: Final = MenuFace("archive-game", N_("Open a game…"), 4, digits=19)
ARCHIVE_FIND: Final = ButtonFace("archive-find", N_("Go to game…"), 4, digits=19)
