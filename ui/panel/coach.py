"""Tips for newcomers on the turn that they are about to take.

Tips are found in what their player may know. Each has a code, by which the bot remembers who has
had it; ``tabletop.personal`` chooses the one that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.opportunities import opportunities
from engine.preview import placements
from engine.squares import SquareSet
from ui.panel.desk import Desk
from ui.texts.game.events import names_of
from ui.texts.icons import GOLD
from words.sentences import gold_text

FEW_PIECES: Final = 4
"""The end is near when no more castle pieces than these are left."""
MUCH_GOLD: Final = 12
"""The gold from which a newcomer's seals are worth a banner."""
FEW_SQUARES: Final = 3
"""A building that lacks no more squares than these is nearly finished."""


def tips(desk: Desk) -> dict[str, str]:
    """Return the tips that fit the coming turn, keyed by their codes, the most urgent first."""
    found = {}
    for code, tip in TIPS.items():
        for sentence in tip(desk):
            found[code] = desk.words("**Tip.** {sentence}", sentence=sentence)
    return found


def _end_is_near(desk: Desk) -> Iterator[str]:
    view, gold = desk.position.view(), desk.worth()
    left = 2 * view.edition.ring_size - sum(min(height, 2) for height in view.heights)
    if 0 < left <= FEW_PIECES and gold and desk.position.banners[desk.seat]:
        yield desk.words.plural(
            "{n} more castle piece, and the end begins. Your seals are worth {gold} now: "
            "hand in a banner and sell what is high.",
            "{n} more castle pieces, and the end begins. Your seals are worth {gold} now: "
            "hand in a banner and sell what is high.",
            left,
            gold=f"{GOLD}{gold_text(gold, desk.words)}",
        )


def _finishing(desk: Desk) -> Iterator[str]:
    if desk.help.completions != "squares":
        return
    chances = opportunities(desk.position.view(desk.seat), 1)
    if not chances or not chances[0].pieces:
        return
    chance, words = chances[0], desk.words
    building = desk.teller.building(chance.building.card)
    if chance.card is None or chance.workers:
        yield words(
            "You can finish the {building} now: choose it in *Place workers round…*. You get its "
            "seal and place a castle piece.",
            building=building,
        )
    else:
        yield words(
            "Your {card} on {squares} finishes the {building}. You get its seal and place a castle "
            "piece.",
            card=desk.teller.building(chance.card),
            squares=names_of(chance.squares),
            building=building,
        )


def _without_workers(desk: Desk) -> Iterator[str]:
    position, seat = desk.position, desk.seat
    if position.own_stock[seat] or position.neutral_stock[seat]:
        return
    if not position.banners[seat]:
        yield desk.words("You have no worker left. Build on a camp: it brings a neutral worker.")
    else:
        yield desk.words.plural(
            "You have no worker left. Build on a camp, or hand in a banner at the end of your "
            "turn: it brings {n} worker.",
            "You have no worker left. Build on a camp, or hand in a banner at the end of your "
            "turn: it brings {n} workers.",
            position.start.edition.workers_per_banner,
        )


def _selling(desk: Desk) -> Iterator[str]:
    gold = desk.worth()
    if gold >= MUCH_GOLD and desk.position.banners[desk.seat]:
        yield desk.words(
            "Your seals are worth {gold} now, and others may cover your colours. After you "
            "have built, *Hand in a banner…* sells them.",
            gold=f"{GOLD}{gold_text(gold, desk.words)}",
        )


def _camps(desk: Desk) -> Iterator[str]:
    for card in desk.hand:
        # Placements come best first; the None stands in where the tile fits nowhere.
        [best, *_] = [*placements(desk.position, card.form), None]
        if best is not None and best.camps:
            camps = best.squares & desk.position.start.edition.camps
            yield desk.words(
                "Your {card} can cover the camp on {squares}. That brings a neutral worker, to "
                "finish buildings with.",
                card=desk.teller.building(card),
                squares=names_of(camps & -camps),
            )
            return


def _joining(desk: Desk) -> Iterator[str]:
    """Yield a tip about the nearest building in which the person has no share yet."""
    position, seat = desk.position, desk.seat
    if not position.own_stock[seat]:
        return
    lacking: list[tuple[int, SquareSet, int]] = []
    for number in position.open:
        border = position.buildings[number].border
        if not border & position.workers[seat]:
            gap = border & position.vacant
            lacking.append((gap.bit_count(), gap, number))
    for count, gap, number in sorted(lacking)[:1]:
        if count <= FEW_SQUARES:
            card = position.buildings[number].card
            yield desk.words(
                "The {building} still needs {squares}. Your own worker there earns you "
                "one {family} seal when any player completes it.",
                building=desk.teller.building(card),
                squares=names_of(gap),
                family=desk.teller.seals(card.family),
            )


TIPS: Final[Mapping[str, Callable[[Desk], Iterator[str]]]] = MappingProxyType(
    {
        "end": _end_is_near,
        "finish": _finishing,
        "out": _without_workers,
        "sell": _selling,
        "camp": _camps,
        "join": _joining,
    }
)
"""The subjects of tips by their codes; each yields its sentence where it fits."""
