"""The texts of the page on which a running game is watched and played."""

from __future__ import annotations

from typing import Final

from i18n.translation import N_, NC_, NP_
from web.sentences import REPLAY, REPLAY_IN_CONTEXT

_SHARED: Final = (
    *("language", "board", "values-heading", "open-cards", "stack", "hand", "own", "neutral"),
    *("banners", "seals-heading", "winner", "gold", "gold-so-far"),
)
"""Sentences that the page has in common with the one that looks back."""

GAME: Final[dict[str, str | tuple[str, str]]] = {
    **{key: REPLAY[key] for key in _SHARED},
    "title": N_("Game {number}"),
    "your-turn": N_("It is your turn."),
    "begin": N_("Tap a card to build, or place workers."),
    "only-build": N_("Tap a card to build."),
    "only-workers": N_("You can build nothing now. Place workers."),
    "only-pass": N_("You can neither build nor place a worker. Pass."),
    "where": N_("Tap the board where the building goes. Turn it, or drag it."),
    "no-place": N_("No place is left for this card. Choose another one."),
    "which-draw": N_("Which card do you draw?"),
    "from-stack": N_("From the stack"),
    "nothing-left": N_("No card is left to draw."),
    "which-site": N_("Which building"),
    "squares": N_("Tap squares: once for your own worker, again for a neutral one."),
    "which-squares": N_("Squares round it"),
    "vacant-square": N_("{square}: vacant"),
    "own-on": N_("{square}: own worker"),
    "neutral-on": N_("{square}: neutral worker"),
    "left": N_("Left: own {own}, neutral {neutral}"),
    "site": N_("{building:^} on {squares}"),
    "the-castle": N_("The castle"),
    "piece": N_("Pick colour and ring square of the castle piece."),
    "which-colour": N_("Its colour"),
    "which-ring": N_("Its ring square"),
    "ring": N_("{number}: {covered}"),
    "blank": N_("blank"),
    "may-end": N_("End your turn."),
    "may-sell": N_("End your turn, or hand in a banner first."),
    "sell": N_("Say how many seals you sell."),
    "sale-line": N_("{family:^}: {amount} of {count}, each for {price}"),
    "more": N_("One more: {family}"),
    "fewer": N_("One fewer: {family}"),
    "banner-brings": NP_("The banner brings {n} worker.", "The banner brings {n} workers."),
    "done-heading": N_("Your turn so far; the others see it when you end it:"),
    "brings": N_("This would bring:"),
    "brings-nothing": N_("Nothing is completed by it."),
    "worth": N_("Your seals: worth {before} → {after}"),
    "worth-now": N_("Your seals are worth {gold} now."),
    "ahead": N_("Meanwhile you may prepare your next turn; you alone see it."),
    "screen": N_("Your screen"),
    "screen-heading": N_("Behind your screen"),
    "players": N_("Players"),
    "cards": NP_("{n} card", "{n} cards"),
    "log": N_("What happened"),
    "no-turns": N_("No turn has ended yet."),
    "computer": N_("{name} (computer)"),
    "away": N_("{name} (away)"),
    "closer": N_("Closer"),
    "whole": N_("The whole board"),
    "sending": N_("One moment…"),
    "no-answer": N_("The bot does not answer. Nothing is lost; try again in a moment."),
    "cut": N_("The connection is lost. The page tries again by itself."),
    "again": N_("The connection is back, and the board is up to date."),
    "old-page": N_("There is a newer version of this page."),
    "reload": N_("Load it again"),
    "changed-meanwhile": N_("The game has gone on. Choose again."),
    "closed": N_("This game was ended early."),
    "watching": N_("You watch this game."),
    "now": N_("What can be done now"),
    "in-words": N_("The board in words"),
    "squares-of-tile": N_("Its squares"),
    "hint-heading": N_("Ideas"),
    "idea": N_("Show idea {number}"),
}
"""The sentences of the page, each or its two plural forms."""

GAME_IN_CONTEXT: Final = {
    **REPLAY_IN_CONTEXT,
    "do-build": ("button", NC_("button", "Build here")),
    "do-workers": ("button", NC_("button", "Place workers")),
    "do-castle": ("button", NC_("button", "Place")),
    "do-prepare": ("button", NC_("button", "Prepare this")),
    "turn-it": ("button", NC_("button", "↻ Rotate")),
    "back": ("button", NC_("button", "Back")),
    "undo": ("button", NC_("button", "Undo")),
    "end": ("button", NC_("button", "End turn")),
    "pass": ("button", NC_("button", "Pass")),
    "hint": ("button", NC_("button", "Hint")),
    "banner": ("button", NC_("button", "Hand in a banner…")),
    "sell-all": ("button", NC_("button", "Sell all")),
    "hand-in": ("button", NC_("button", "Hand it in, sell nothing")),
    "hand-in-for": ("button", NC_("button", "Hand it in for {gold}")),
    "prepare": ("button", NC_("button", "Prepare my turn")),
    "look": ("button", NC_("button", "Look at what I prepared")),
    "forget": ("button", NC_("button", "Forget what I prepared")),
}
"""Captions of buttons and other short ones, each with its context."""
