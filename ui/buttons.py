"""Faces (custom id, caption, look) of the buttons and menus in public messages and answers.

A press is carried out in ``cogs``, by the class with that ``face=``. The buttons of a panel are
made step by step in ``ui.panel``.
"""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from i18n.translation import NC_
from ui.components.faces import ButtonFace, MenuFace

# The words of custom ids never change: messages with them stand in channels for years.
JOIN: Final = ButtonFace("join", NC_("button", "Join"), style=ButtonStyle.success)
LEAVE: Final = ButtonFace("leave", NC_("button", "Leave"))
SETTINGS: Final = ButtonFace("settings", NC_("button", "Settings…"))
SET_GAME: Final = ButtonFace("set-game", NC_("button", "Game…"))
SET_CLOCK: Final = ButtonFace("set-clock", NC_("button", "Clock…"))
SET_PRESET: Final = MenuFace("set-preset", NC_("button", "Clock and help at once…"))
SET_PEOPLE: Final = ButtonFace("set-people", NC_("button", "Seats…"))
BEGIN: Final = ButtonFace("begin", NC_("button", "Begin"), style=ButtonStyle.primary)
CANCEL: Final = ButtonFace("cancel", NC_("button", "Cancel"), style=ButtonStyle.danger)
AGREE_TO_CANCEL: Final = ButtonFace(
    "agree-to-cancel", NC_("button", "Cancel the game too"), style=ButtonStyle.danger
)
KEEP_OPEN: Final = ButtonFace("keep-open", NC_("button", "Keep it open"), style=ButtonStyle.primary)
# With the seats taken: Discord sends nothing where the same entry of the same menu is chosen again.
ADD_COMPUTER: Final = MenuFace("add-computer", NC_("button", "Add a computer player…"), 2)
REMOVE_COMPUTER: Final = ButtonFace("remove-computer", NC_("button", "Remove computer player"))

TAKE_TURN: Final = ButtonFace("take", NC_("button", "Take your turn"), 2, style=ButtonStyle.success)
"""The second number is that of the news: a message that stands there is known by it."""
BOARD: Final = ButtonFace("board", NC_("button", "Board"), 2)
"""The second number is the turn that was being played when the message was posted."""
BOARD_ANEW: Final = ButtonFace("reboard", NC_("button", "Refresh"))
BOARD_TEXT: Final = ButtonFace("text", NC_("button", "As text"))
PREPARE: Final = ButtonFace("prepare", NC_("button", "Prepare next turn"))
WHAT_CHANGED: Final = ButtonFace("changes", NC_("button", "What changed"))
NEWEST_BOARD: Final = ButtonFace("newest", NC_("button", "What changed"), 2)
"""The second number is that of the news: a pinned board is known by it."""
STORY: Final = ButtonFace("story", NC_("button", "Story"), 2)
"""The second number is the first turn to be told; 0 for those since the reader's own."""
MY_SCREEN: Final = ButtonFace("screen", NC_("button", "My screen"))
SCREEN_ANEW: Final = ButtonFace("rescreen", NC_("button", "Refresh"))
SCREEN_TEXT: Final = ButtonFace("screen-text", NC_("button", "As text"))
OPEN_BOARD: Final = ButtonFace("open-board", NC_("button", "Open the board"))
WATCH: Final = ButtonFace("watch", NC_("button", "Watch"))
SIGN_OUT: Final = ButtonFace("sign-out", NC_("button", "Sign out"), 0)
COMPUTER_TURN: Final = ButtonFace("computer-turn", NC_("button", "Computer takes this turn"), 2)
"""The second number is the turn about which the others were asked."""
COMPUTER_SEAT: Final = ButtonFace("computer-seat", NC_("button", "Computer until they are back"), 2)
I_AM_BACK: Final = ButtonFace("back", NC_("button", "I am back"))
NUDGE: Final = ButtonFace("nudge", NC_("button", "Nudge {name}"), 2)
"""The second number is the turn that waits; the caption names the person for whom it waits."""
HINT: Final = ButtonFace("hint", NC_("button", "Hint"))
WHY: Final = ButtonFace("why", NC_("button", "Why?"))

LOG_EARLIER: Final = ButtonFace("earlier", NC_("button", "Earlier"), 2)
"""The second number is the page, from 1 for the oldest turns."""
LOG_LATER: Final = ButtonFace("later", NC_("button", "Later"), 2)

TURN_BY_TURN: Final = ButtonFace("turn-by-turn", NC_("button", "Turn by turn"))
TURN_START: Final = ButtonFace("turn-start", NC_("button", "⏮ Start"))
TURN_EARLIER: Final = ButtonFace("turn-earlier", NC_("button", "◀ Back"), 2)
"""The second number is the turn's."""
TURN_LATER: Final = ButtonFace("turn-later", NC_("button", "▶ Next"), 2)
TURN_LAST: Final = ButtonFace("turn-last", NC_("button", "⏭ Last"))
GO_TO_TURN: Final = ButtonFace("go-to-turn", NC_("button", "Go to turn…"))

THIS_GAME: Final = ButtonFace("this-game", NC_("button", "This game"))
"""The button that carries out a typed command at a game, which its caption names."""
INSTEAD: Final = ButtonFace("instead", NC_("button", "This instead"), 2)
"""The button that repeats a typed command with the text on it in place of an unclear one.

The numbers are that of the option, in ``ui.input.unclear``, and the button's place."""
NEXT_GAME: Final = ButtonFace("next-game", NC_("button", "Next game ({n})"))
"""The number is that of the game after which it comes; its caption says how many wait."""

RECORD: Final = ButtonFace("record", NC_("button", "Record"))
REMATCH: Final = ButtonFace("rematch", NC_("button", "Rematch"), style=ButtonStyle.success)
REPLAY: Final = ButtonFace("replay", NC_("button", "Replay"))
REVIEW: Final = ButtonFace("review", NC_("button", "Review my turns"))

TRY_AGAIN: Final = ButtonFace("try-again", NC_("button", "Try turn {turn} again"), 2)
"""The second number is the turn's, which its caption names."""
GO_BACK: Final = ButtonFace("go-back", NC_("button", "Take back turns…"))
BACK_TO_TURN: Final = MenuFace("back-to-turn", NC_("button", "Which turn do you play again?"))
PLAY_FOR_ME: Final = ButtonFace("play-for-me", NC_("button", "Play it for me"))

HELP_PAGE: Final = ButtonFace("help", NC_("button", "Help"))
"""The number is the page of the help, from 1; each has its own caption."""
PROVENANCE: Final = ButtonFace("provenance", NC_("button", "Where the components are from"), 0)

READ_RULES: Final = ButtonFace("rules", NC_("button", "Rules"), 0)
RULES_BACK: Final = ButtonFace("rules-back", NC_("button", "Back"))
"""The number is the page of the guide, from 1."""
RULINGS: Final = ButtonFace("rulings", NC_("button", "What if…?"), 0)
RULING: Final = MenuFace("ruling", NC_("button", "Choose a question…"))
"""The number is the place of the menu's topic, from 1; each has its own caption."""
BOX_WORDS: Final = ButtonFace("box-words", NC_("button", "Words of the box"), 0)
RULES_ON: Final = ButtonFace("rules-on", NC_("button", "Next"), style=ButtonStyle.primary)

TAKE_REMINDED: Final = ButtonFace(
    "take-now", NC_("button", "Take your turn"), style=ButtonStyle.success
)
"""A face of its own: a reminder is no message of the game, and is not found as one."""
PREFER_LOOKS: Final = ButtonFace("prefer-looks", NC_("button", "Pictures and commands…"), 0)
PREFER_NOTICES: Final = ButtonFace("prefer-notices", NC_("button", "Notices…"), 0)
PREFER_QUIET: Final = ButtonFace("prefer-quiet", NC_("button", "Quiet hours…"), 0)
CHOOSE_ZONE: Final = MenuFace("zone", NC_("button", "Which clock shows your time?"), 0)

EXPORT_TRACES: Final = ButtonFace("my-traces", NC_("button", "Export"), 0)
FORGET_ME: Final = ButtonFace("forget-me", NC_("button", "Forget me…"), 0)
FORGET_SURE: Final = ButtonFace(
    "forget-me-now", NC_("button", "Forget me for good"), 0, style=ButtonStyle.danger
)

NO_TIPS: Final = ButtonFace("no-tips", NC_("button", "No more tips"))

LEARN: Final = ButtonFace("learn", NC_("button", "Learn"), 0)
LESSON_BACK: Final = ButtonFace("lesson-back", NC_("button", "One step back"))
"""The number of this and the next two is that of the stage that they are below, from 1."""
LESSON_SKIP: Final = ButtonFace("lesson-skip", NC_("button", "Skip"))
LESSON_ON: Final = ButtonFace("lesson-on", NC_("button", "Next"), style=ButtonStyle.primary)
LESSON_ANEW: Final = ButtonFace("lesson-anew", NC_("button", "From the start"), 0)
PRACTICE: Final = ButtonFace(
    "practice", NC_("button", "Play practice"), 0, style=ButtonStyle.success
)

SHOW_ME: Final = ButtonFace(
    "show-me", NC_("button", "Show me to others"), 0, style=ButtonStyle.success
)
HIDE_ME: Final = ButtonFace("hide-me", NC_("button", "Hide me"), 0)
RANKING_RULES: Final = ButtonFace("ranking-rules", NC_("button", "Rules of the ranking…"), 0)
RANKING_RULE: Final = MenuFace("ranking-rule", NC_("button", "Choose a rule…"), 0)
PLAYER: Final = MenuFace("player", NC_("button", "Look at a player…"), 0)
CHALLENGE_THEM: Final = ButtonFace("challenge-them", NC_("button", "Challenge"), digits=19)
"""The number is the id of the person who is challenged."""
CHALLENGE: Final = MenuFace("challenge", NC_("button", "Choose a pace…"), digits=19)
RANKING: Final = ButtonFace("ranking", NC_("button", "Ranking"), 0)
RANKING_BACK: Final = ButtonFace("ranking-back", NC_("button", "Back"), 2)
"""The numbers are that of the order and the page, from 1."""
RANKING_ON: Final = ButtonFace("ranking-on", NC_("button", "Next"), 2)
RANK_BY: Final = MenuFace("rank-by", NC_("button", "Rank by…"), 0)

GAMES_OF: Final = ButtonFace("games-of", NC_("button", "Games"), digits=19)
"""The number is the person's id."""
ARCHIVE: Final = ButtonFace("archive", NC_("button", "Back to the list"), 4, digits=19)
"""The numbers are the person's id, those of the set-up and the date, and the page, from 1."""
ARCHIVE_BACK: Final = ButtonFace("archive-back", NC_("button", "Newer"), 4, digits=19)
ARCHIVE_ON: Final = ButtonFace("archive-on", NC_("button", "Older"), 4, digits=19)
ARCHIVE_GAME: Final = MenuFace("archive-game", NC_("button", "Open a game…"), 4, digits=19)
ARCHIVE_FIND: Final = ButtonFace("archive-find", NC_("button", "Go to game…"), 4, digits=19)
ARCHIVE_OF_WEEK: Final = ButtonFace("week", NC_("button", "Finished games"))
"""The number is the day until which the message tells, counted from the first of 1970."""

LEAGUE_JOIN: Final = ButtonFace("league-join", NC_("button", "Join"), style=ButtonStyle.success)
"""The number of these is the league's."""
LEAGUE_LEAVE: Final = ButtonFace("league-leave", NC_("button", "Leave"))
LEAGUE_LEAVE_SURE: Final = ButtonFace(
    "league-leave-now", NC_("button", "Leave for good"), style=ButtonStyle.danger
)
LEAGUE_BEGIN: Final = ButtonFace("league-begin", NC_("button", "Begin"), style=ButtonStyle.primary)
LEAGUE_CANCEL: Final = ButtonFace("league-cancel", NC_("button", "Call off…"))
LEAGUE_CANCEL_SURE: Final = ButtonFace(
    "league-cancel-now", NC_("button", "Call off for good"), style=ButtonStyle.danger
)
LEAGUE_CLOSE: Final = ButtonFace("league-close", NC_("button", "End now…"))
LEAGUE_CLOSE_SURE: Final = ButtonFace(
    "league-close-now", NC_("button", "End it as it stands"), style=ButtonStyle.danger
)
LEAGUE_STANDINGS: Final = ButtonFace("league-standings", NC_("button", "Standings"), 2)
"""The second number is that of the news: a message that stands there is known by it."""
LEAGUE_PAGE_BACK: Final = ButtonFace("league-back", NC_("button", "◀ Back"), 2)
"""The second number is that of the page to be shown, from 1."""
LEAGUE_PAGE_ON: Final = ButtonFace("league-on", NC_("button", "▶ Next"), 2)
LEAGUE_AGAIN: Final = ButtonFace(
    "league-again", NC_("button", "Next season"), style=ButtonStyle.success
)
LEAGUE_MOVE: Final = ButtonFace("league-move", NC_("button", "Go on here"))
LEAGUE_TAKE_OUT: Final = ButtonFace("league-take-out", NC_("button", "Take out"), 2, digits=19)
"""The second number is the id of the person who is taken out of the league."""
LEAGUE_DRAW: Final = ButtonFace("league-draw", NC_("button", "The draw"))

DAILY: Final = ButtonFace("daily", NC_("button", "Answer"), style=ButtonStyle.success)
"""The number is the day's."""
DAILY_ARCHIVE: Final = ButtonFace("daily-archive", NC_("button", "Earlier positions"), 0)
DAILY_PICK: Final = MenuFace("daily-pick", NC_("button", "Open a position…"), 0)
