"""The texts of the page that looks back."""

from __future__ import annotations

from typing import Final

from i18n.translation import N_, NC_, NP_

REPLAY: Final[dict[str, str | tuple[str, str]]] = {
    "title": N_("Look back at a game"),
    "private": N_("The game is in the link. Nothing is sent anywhere."),
    "language": N_("Language"),
    "board": N_("Board"),
    "turn-of": N_("Turn"),
    "first": N_("To the start"),
    "back": N_("One turn back"),
    "on": N_("One turn on"),
    "last": N_("To the end"),
    "play": N_("Play it"),
    "pause": N_("Pause"),
    "screens": N_("Open the screens"),
    "no-names": N_("Leave names out of the link"),
    "link": N_("Copy a link to this turn"),
    "copied": N_("The link is copied."),
    "gold-heading": N_("Gold"),
    "chart": N_("Gold and the worth of unsold seals, turn by turn. Press it to go to a turn."),
    "values-heading": N_("Seal values"),
    "open-cards": N_("Open cards"),
    "stack": NP_("{n} card in the stack", "{n} cards in the stack"),
    "hand": N_("Cards in hand"),
    "own": N_("Own workers"),
    "neutral": N_("Neutral workers"),
    "banners": N_("Banners"),
    "seals-heading": N_("Seals"),
    "winner": N_("Won by {players}."),
    "pays": N_("{building:^} on {squares}: {family} seals would go to {gains}."),
    "pays-nobody": N_("{building:^} on {squares}: no worker stands beside it."),
    "vacant": NP_("{n} square beside it is vacant.", "{n} squares beside it are vacant."),
    "paid": N_("The {building} on {squares} is completed."),
    "no-game": N_("This link has no game. Copy it once more, as a whole."),
    "damaged": N_("This link is damaged. Copy it once more, as a whole."),
    "version": N_("This link was made by a newer version. The page has to be updated."),
    "edition": N_("This game was played with an edition that the page does not have."),
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
        "covers the camp {camps} and takes {n} neutral worker",
        "covers the camps {camps} and takes {n} neutral workers",
    ),
    "camps-none": N_("covers {camps}; the supply has no neutral worker left"),
    "camps-last": NP_(
        "covers {camps} and takes the last neutral worker of the supply",
        "covers {camps} and takes the last {n} neutral workers of the supply",
    ),
    "drawn": N_("draws from the stack"),
    "taken": N_("takes the open {card}"),
    "taken-revealed": N_("takes the open {card}; {revealed} is new"),
    "own-workers": NP_(
        "{mark}{n} {colour} worker on {squares}", "{mark}{n} {colour} workers on {squares}"
    ),
    "neutral-workers": NP_(
        "{mark}{n} neutral worker on {squares}", "{mark}{n} neutral workers on {squares}"
    ),
    "places": N_("places {workers}"),
    "places-both": N_("places {own} and {neutral}"),
    "passes": N_("can neither build nor place a worker, and passes"),
    "completes": N_("**completes the {building} {square}**; {family} seals: {gains}"),
    "piece": N_("puts {family} on ring square {ring}: {changes}"),
    "values-stay": N_("values stay"),
    "forgone": NP_(
        "no castle piece is left; {n} is not placed",
        "no castle pieces are left; {n} are not placed",
    ),
    "floor": N_("floor {floor} is finished; left over for the top floor: {pieces}"),
    "nothing": N_("nothing"),
    "end-begun": N_("**the end begins**: everybody has one more turn, {name} plays last"),
    "banner": NP_(
        "hands in a banner and takes {n} worker", "hands in a banner and takes {n} workers"
    ),
    "banner-sale": NP_(
        "hands in a banner: {n} worker, {sold} sold for **{gold}**",
        "hands in a banner: {n} workers, {sold} sold for **{gold}**",
    ),
    "so-many": NP_("{n} {family}", "{n} {family}"),
    "over-idle": N_("**nobody can do anything any more: the game is over**"),
    "over": N_("**the game is over**"),
}
"""The sentences of the page that looks back, each or its two plural forms; most are the bot's."""

REPLAY_IN_CONTEXT: Final = {
    "comma": ("between two of a list", NC_("between two of a list", ", ")),
    "counted": ("one of a list", NC_("one of a list", "{name} {count}")),
    "changed": ("one of a list", NC_("one of a list", "{name} {before} → {after}")),
}
"""Short ones, each with its context."""

BUILDING: Final = NC_("name", "{family} {form}")
"""The name of a card or building, put together of two names."""
