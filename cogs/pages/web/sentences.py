"""The texts of the pages: of the one that looks back, and of a running game's."""

from typing import Final

from i18n.translation import N_, NC_, NP_

REPLAY: Final[dict[str, str | tuple[str, str]]] = {
    "title": N_("Look back at a game"),
    "private": N_("The whole game is in this link. Nothing is sent anywhere."),
    "language": N_("Language"),
    "board": N_("Board"),
    "turn-of": N_("Turn"),
    "first": N_("To the start"),
    "back": N_("One turn back"),
    "on": N_("One turn forward"),
    "last": N_("To the end"),
    "play": N_("Play"),
    "pause": N_("Pause"),
    "screens": N_("Show what's behind the screens"),
    "no-names": N_("Leave names out of the link"),
    "link": N_("Copy a link to this turn"),
    "copied": N_("Link copied."),
    "gold-heading": N_("Gold"),
    "chart": N_(
        "Gold and the value of unsold seals, turn by turn. Press the chart to jump to a turn."
    ),
    "values-heading": N_("Seal values"),
    "open-cards": N_("Open cards"),
    "stack": NP_("{n} card in the stack", "{n} cards in the stack"),
    "hand": N_("Cards in hand"),
    "own": N_("Own workers"),
    "neutral": N_("Neutral workers"),
    "banners": N_("Banners"),
    "seals-heading": N_("Seals"),
    "winner": N_("Won by {players}."),
    "pays": N_("The {building} on {squares} would pay {family} seals: {gains}."),
    "pays-nobody": N_("There's no worker beside the {building} on {squares}."),
    "vacant": NP_("{n} square beside it is vacant.", "{n} squares beside it are vacant."),
    "paid": N_("The {building} on {squares} is complete."),
    "no-game": N_("This link is damaged. Copy the whole link again."),
    "damaged": N_("This link is damaged. Copy the whole link again."),
    "version": N_("This link was made by a newer version. This page needs an update to open it."),
    "edition": N_("This link was made by a newer version. This page needs an update to open it."),
    "start": NP_(
        "The start of the game; {n} turn follows.", "The start of the game; {n} turns follow."
    ),
    "turn": N_("Turn {number} of {total}: {player}."),
    "values": N_("Seal values: {values}."),
    "gold-so-far": N_("Gold from sales: {gold}."),
    "person": N_("{name} ({colour})"),
    "gold": NP_("{gold} gold", "{gold} gold"),
    "built": N_("builds the {building} on {squares}"),
    "camps": NP_(
        "covers the camp on {camps} and takes {n} neutral worker",
        "covers the camps on {camps} and takes {n} neutral workers",
    ),
    "camps-none": N_("covers {camps}; the supply has no neutral workers left"),
    "camps-last": NP_(
        "covers {camps} and takes the last neutral worker from the supply",
        "covers {camps} and takes the last {n} neutral workers from the supply",
    ),
    "drawn": N_("draws from the stack"),
    "taken": N_("takes the open {card}"),
    "taken-revealed": N_("takes the open {card}; the {revealed} replaces it"),
    "own-workers": NP_(
        "{mark}{n} {colour} worker on {squares}", "{mark}{n} {colour} workers on {squares}"
    ),
    "neutral-workers": NP_(
        "{mark}{n} neutral worker on {squares}", "{mark}{n} neutral workers on {squares}"
    ),
    "places": N_("places {workers}"),
    "places-both": N_("places {own} and {neutral}"),
    "passes": N_("can't build or place a worker, and passes"),
    "completes": N_("**completes the {building} at {square}**; {family} seals: {gains}"),
    "piece": N_("puts {family} on ring square {ring}: {changes}"),
    "values-stay": N_("values don't change"),
    "forgone": NP_(
        "{n} castle piece isn't placed: none are left",
        "{n} castle pieces aren't placed: none are left",
    ),
    "floor": N_("floor {floor} is finished; left over for the top floor: {pieces}"),
    "nothing": N_("nothing"),
    "end-begun": N_("**the end begins**: everybody has one more turn, and {name} plays last"),
    "banner": NP_(
        "hands in a banner and takes {n} worker", "hands in a banner and takes {n} workers"
    ),
    "banner-sale": NP_(
        "hands in a banner: {n} worker, {sold} sold for **{gold}**",
        "hands in a banner: {n} workers, {sold} sold for **{gold}**",
    ),
    "so-many": NP_("{n} {family}", "{n} {family}"),
    "seals": NP_("{seals} seal", "{seals} seals"),
    "over-idle": N_("**no moves left: the game is over**"),
    "over": N_("**the game is over**"),
}
"""The sentences of the page that looks back, each or its two plural forms; most are the bot's."""

REPLAY_IN_CONTEXT: Final = {
    "comma": ("between two of a list", NC_("between two of a list", ", ")),
    "counted": ("one of a list", NC_("one of a list", "{name} {count}")),
    "changed": ("one of a list", NC_("one of a list", "{name} {before} → {after}")),
}
"""Short ones, each with its context."""

BUILDING: Final = NC_("name", "{family} {form}")  # the name of a card or building, of two names

_SHARED: Final = (
    "language board values-heading open-cards stack hand own neutral banners seals-heading winner"
    " gold gold-so-far pays pays-nobody paid vacant"
)
"""Sentences that the page has in common with the one that looks back."""

GAME: Final[dict[str, str | tuple[str, str]]] = {
    **{key: REPLAY[key] for key in _SHARED.split()},
    "title": N_("Game {number}"),
    "your-turn": N_("It's your turn."),
    "begin": N_("Tap a card to build, or place workers."),
    "only-build": N_("Tap a card to build."),
    "only-workers": N_("You can't build anything now. Place workers."),
    "only-pass": N_("You can't build or place a worker. Pass."),
    "where": N_("Tap where the tile goes. Tap the tile to turn it."),
    "build-ready": N_("Build here, or keep moving the tile."),
    "near": N_("The tile fits on {squares} (framed on the board)."),
    "no-turn": N_("The tile doesn't fit here any other way."),
    "no-place": N_("This card doesn't fit anywhere any more. Choose another one."),
    "which-draw": N_("Which card do you draw?"),
    "from-stack": N_("From the stack"),
    "nothing-left": N_("There's no card left to draw."),
    "which-site": N_("Which building"),
    "squares": N_("Tap a square to place a worker. Tap again to take the worker back."),
    "which-worker": N_("Which worker"),
    "put-own": N_("Own: {n}"),
    "put-neutral": N_("Neutral: {n}"),
    "near-worker": N_("A worker can go on {square}."),
    "none-left": N_("You have no more workers to place."),
    "which-squares": N_("Surrounding squares"),
    "vacant-square": N_("{square}: vacant"),
    "own-on": N_("{square}: your worker"),
    "neutral-on": N_("{square}: neutral worker"),
    "site": N_("{building:^} on {squares}"),
    "the-castle": N_("The castle"),
    "piece": N_("Choose the colour of your castle piece, and tap its square."),
    "piece-ready": N_("Place the piece, or choose again."),
    "near-ring": N_("A castle piece can go on {squares}."),
    "by-name": N_("Choose by name"),
    "which-colour": N_("Which colour"),
    "which-ring": N_("Which ring square"),
    "ring": N_("{number}: {covered}"),
    "blank": N_("blank"),
    "may-end": N_("End your turn."),
    "may-sell": N_("End your turn, or hand in a banner first."),
    "sell": N_("Choose how many seals to sell."),
    "sale-line": N_("{family:^}: {amount} of {count}, {price} gold each"),
    "more": N_("One more {family} seal"),
    "fewer": N_("One fewer {family} seal"),
    "banner-brings": NP_("The banner brings {n} worker.", "The banner brings {n} workers."),
    "done-heading": N_("Your turn so far (the others see it when you end it):"),
    "brings-nothing": N_("This doesn't complete anything."),
    "worth": N_("Value of your seals: {before} → {after}"),
    "worth-now": N_("Your seals are worth {gold} now."),
    "ahead": N_("Meanwhile you can prepare your next turn; only you see it."),
    "since": N_("Since your last turn:"),
    "turn-now": N_("Turn {number}"),
    "floor": N_("Pieces left for floor {floor}"),
    "screen-heading": N_("Behind your screen"),
    "players": N_("Players"),
    "cards": NP_("{n} card", "{n} cards"),
    "others": N_("Your other games"),
    "log": N_("What happened"),
    "no-turns": N_("No turns played yet."),
    "computer": N_("{name} (computer)"),
    "away": N_("{name} (away)"),
    "closer": N_("Zoom in"),
    "whole": N_("The whole board"),
    "sending": N_("One moment…"),
    "no-answer": N_("The bot isn't answering. Nothing is lost; try again in a moment."),
    "cut": N_("Connection lost. The page keeps trying to reconnect."),
    "again": N_("You're connected again, and the board is up to date."),
    "old-page": N_("There's a newer version of this page."),
    "reload": N_("Reload the page"),
    "closed": N_("This game ended early."),
    "watching": N_("You're watching this game."),
    "now": N_("What you can do now"),
    "in-words": N_("The board in words"),
    "what-pays": N_("What each building pays"),
    "squares-of-tile": N_("The tile's squares"),
    "hint-heading": N_("Ideas"),
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
    "hand-in-for": ("button", NC_("button", "Hand it in, sell for {gold}")),
    "at-once": ("button", NC_("button", "Play it immediately")),
    "wait": ("button", NC_("button", "Wait for me")),
    "look": ("button", NC_("button", "View prepared turn")),
    "forget": ("button", NC_("button", "Clear prepared turn")),
}
"""Captions of buttons and other short ones, each with its context."""
