"""Faces (custom id, caption, look) of the buttons and menus in public messages and answers.

A press is carried out in ``cogs``, by the class with that ``face=``. The buttons of a panel are
made step by step in ``ui.panel``.
"""

from typing import Final

from discord import ButtonStyle

from i18n.translation import NC_
from ui.components import ButtonFace, MenuFace

# The words of custom ids never change: messages with them stand in channels for years.
JOIN: Final = ButtonFace("join", NC_("button", "Join"), style=ButtonStyle.success)
LOBBY: Final = ButtonFace("lobby", NC_("button", "Lobby"))
LEAVE: Final = ButtonFace("leave", NC_("button", "Leave"))
SETTINGS: Final = ButtonFace("settings", NC_("button", "Settings…"))
SET_GAME: Final = ButtonFace("set-game", NC_("button", "Game…"))
SET_CLOCK: Final = ButtonFace("set-clock", NC_("button", "Clock…"))
SET_PRESET: Final = MenuFace("set-preset", NC_("button", "Clock and help…"))
SET_PEOPLE: Final = ButtonFace("set-people", NC_("button", "Seats…"))
BEGIN: Final = ButtonFace("begin", NC_("button", "Begin"), style=ButtonStyle.primary)
CANCEL: Final = ButtonFace("cancel", NC_("button", "Cancel"), style=ButtonStyle.danger)
AGREE_TO_CANCEL: Final = ButtonFace(
    "agree-to-cancel", NC_("button", "Agree to cancel"), style=ButtonStyle.danger
)
WITHDRAW: Final = ButtonFace("withdraw-cancel", NC_("button", "Keep playing"))
MOVE_HERE: Final = ButtonFace("move-here", NC_("button", "Go on here"))
SET_DISPLAY: Final = ButtonFace("set-display", NC_("button", "Language and background…"))
SET_EDITION: Final = MenuFace("set-edition", NC_("button", "Another edition…"))
BEGIN_AT: Final = MenuFace("begin-at", NC_("button", "Begin with the castle at…"))
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
MY_SCREEN: Final = ButtonFace("screen", NC_("button", "My screen"))
SCREEN_ANEW: Final = ButtonFace("rescreen", NC_("button", "Refresh"))
SCREEN_TEXT: Final = ButtonFace("screen-text", NC_("button", "As text"))
NOTE: Final = ButtonFace("note", NC_("button", "Note…"))
COMPUTER_TURN: Final = ButtonFace("computer-turn", NC_("button", "Computer takes this turn"), 2)
"""The second number is the turn about which the others were asked."""
COMPUTER_SEAT: Final = ButtonFace("computer-seat", NC_("button", "Computer until they're back"), 2)
I_AM_BACK: Final = ButtonFace("back", NC_("button", "I'm back"))
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
INSTEAD: Final = ButtonFace("instead", NC_("button", "Use this instead"), 2)
"""The button that repeats a typed command with the text on it in place of an unclear one.

The numbers are that of the option, in ``ui.input.typed``, and the button's place."""
NEXT_GAME: Final = ButtonFace("next-game", NC_("button", "Next game ({n})"))
"""The number is that of the game after which it comes; its caption says how many wait."""

RECORD: Final = ButtonFace("record", NC_("button", "Record"))
ALL_RECORDS: Final = ButtonFace("all-records", NC_("button", "All my games"), 0)
REMATCH: Final = ButtonFace("rematch", NC_("button", "Rematch"), style=ButtonStyle.success)
REPLAY: Final = ButtonFace("replay", NC_("button", "Replay"))

PLAY_FOR_ME: Final = ButtonFace("play-for-me", NC_("button", "Play it for me"))

ABOUT: Final = ButtonFace("about", NC_("button", "About"), 0)
PRIVACY: Final = ButtonFace("privacy", NC_("button", "Privacy"), 0)

TAKE_REMINDED: Final = ButtonFace(
    "take-now", NC_("button", "Take your turn"), style=ButtonStyle.success
)
"""A face of its own: a reminder is no message of the game, and is not found as one."""
PREFERENCES: Final = ButtonFace("preferences", NC_("button", "Preferences…"), 0)
# With a number that differs each time: Discord sends nothing where the same entry of the same menu
# is chosen again.
PREFER_REMIND: Final = MenuFace("prefer-remind", NC_("button", "Reminders…"))
PREFER_LANGUAGE: Final = MenuFace("prefer-language", NC_("button", "Language…"))
PREFER_LOOKS: Final = ButtonFace("prefer-looks", NC_("button", "Pictures and commands…"), 0)
PREFER_NOTICES: Final = ButtonFace("prefer-notices", NC_("button", "Notices…"), 0)
PREFER_QUIET: Final = ButtonFace("prefer-quiet", NC_("button", "Quiet hours…"), 0)
PREFER_MORE: Final = ButtonFace("prefer-more", NC_("button", "More…"), 0)
CHOOSE_ZONE: Final = MenuFace("zone", NC_("button", "What time is it for you?"), 0)

EXPORT_TRACES: Final = ButtonFace("my-traces", NC_("button", "Export"), 0)
FORGET_ME: Final = ButtonFace("forget-me", NC_("button", "Forget me…"), 0)
FORGET_SURE: Final = ButtonFace(
    "forget-me-now", NC_("button", "Forget me for good"), 0, style=ButtonStyle.danger
)

PRACTICE: Final = ButtonFace(
    "practice", NC_("button", "Play practice"), 0, style=ButtonStyle.success
)
