"""The page's texts, besides the findings of a check."""

from __future__ import annotations

from typing import Final

from i18n.translation import N_

SENTENCES: Final = {
    "title": N_("Draw the board of your box"),
    "intro": N_("All of this stays in your browser: nothing is sent anywhere."),
    "language": N_("Language"),
    "photo-heading": N_("1. A photo of the board"),
    "photo-help": N_(
        "Choose a photo of the board, if you like, and move the four marks onto the corners of its "
        "squares, by pointer or by arrow keys. The photo then lies below the squares."
    ),
    "choose-photo": N_("Photo"),
    "photo-alt": N_("Your photo"),
    "top-left": N_("Top left corner"),
    "top-right": N_("Top right corner"),
    "bottom-right": N_("Bottom right corner"),
    "bottom-left": N_("Bottom left corner"),
    "board-heading": N_("2. The board and the first game"),
    "board-help": N_(
        "Choose what you paint, then press squares: camps, the top left square of the castle's "
        "lot, or the first square of a building. Press a building to take it away, or drag it."
    ),
    "board": N_("Board"),
    "columns": N_("Columns"),
    "rows": N_("Rows"),
    "clear-camps": N_("No camps"),
    "clear-buildings": N_("No buildings"),
    "camp": N_("Camp"),
    "lot": N_("The castle's lot"),
    "building": N_("Building"),
    "form": N_("Form"),
    "family": N_("Family"),
    "turn": N_("Turn it"),
    "castle-heading": N_("3. The castle's printed seals"),
    "castle-help": N_(
        "The border squares of the lot are counted clockwise from its top left corner, with a long "
        "side at the top."
    ),
    "blank": N_("blank"),
    "long": N_("Long side"),
    "short": N_("Short side"),
    "shapes-heading": N_("4. Tiles and cards"),
    "shapes-help": N_("Draw each tile as it lies with its printed side up."),
    "cards": N_("Cards of each family"),
    "numbers-heading": N_("5. Numbers"),
    "numbers-help": N_("Pieces and seals are counted for each family, workers for each player."),
    "own": N_("Own workers"),
    "start": N_("At the start"),
    "per-banner": N_("For a banner"),
    "banners": N_("Banners"),
    "neutral": N_("Neutral workers"),
    "hand": N_("Cards in hand"),
    "face-up": N_("Open cards"),
    "pieces": N_("Castle pieces, floor {floor}"),
    "seals": N_("Seals of value {value}"),
    "extra": N_("Additional neutral workers, players: {players}"),
    "facts-heading": N_("6. What you have seen"),
    "facts-help": N_("Say of each fact whether you looked at it in the box."),
    "seen": N_("seen in the box"),
    "not-looked-at": N_("not looked at"),
    "all-seen": N_("I looked at everything"),
    "by": N_("Your name"),
    "on": N_("Day"),
    "check-heading": N_("7. What a check finds"),
    "check-help": N_("✗ has to be mended, △ looks wrong, · is worth knowing."),
    "playable": N_("It can be played."),
    "file-heading": N_("8. The file"),
    "file-help": N_("Save it, play by it, and go on with it later."),
    "id": N_("Short name, in small letters"),
    "name": N_("Title"),
    "revision": N_("Revision"),
    "save": N_("Save the file"),
    "open": N_("Open a file"),
    "send": N_(
        "Whoever runs a bot puts the file into its folder of editions. To correct the project's "
        "own edition, attach it to the form “What is in my box” among the project's issues."
    ),
}
"""By the names that the page has for them."""
