"""Arguments for and against castle pieces, sales and keeping the banner, as sentences."""

from engine.actions import Action, Banner, Castle, End
from engine.view import View
from i18n.translation import Words
from ui.texts.markup import GOLD, seal_mark
from words.sentences import gold_text


def sides(view: View, action: Action, words: Words) -> list[str]:
    """Return arguments on a castle piece, a sale, or a banner kept, in its player's view before."""
    match action:
        case Castle(family, ring):
            return _piece(view, family, ring, words)
        case Banner(sale) if sale:
            return [_sale(view, dict(sale), words)]
        case End() if _could_sell(view):
            return [
                words(
                    "For it: the banner stays, and your seals may rise. Against it: others may "
                    "lower them before you sell; now they are worth {gold}.",
                    gold=f"{GOLD}{gold_text(_worth(view), words)}",
                )
            ]
    return []


def _piece(view: View, family: str, ring: int, words: Words) -> list[str]:
    """Return the value that rises and the one that falls, with the player's seals of each."""
    covered = view.ring[ring - 1]
    # A piece over a seal of its own family raises and lowers the same value: nothing to weigh.
    if covered == family:
        return []
    lines = [
        words(
            "For it: {family} {before} → {after}, and you have {seals}.",
            **_change(view, family, 1, words),
        )
    ]
    if covered is not None:
        lines.append(
            # Translators: what speaks against a castle piece: seal values before and after.
            words(
                "Against it: {family} {before} → {after}, and you have {seals}.",
                **_change(view, covered, -1, words),
            )
        )
    return lines


def _change(view: View, family: str, by: int, words: Words) -> dict[str, object]:
    assert view.screen is not None
    number = view.edition.family_number[family]
    before = view.values[number]
    seals = view.screen.seals[number]
    name = words.name(family).after(seal_mark(family))
    return {"family": name, "before": before, "after": before + by, "seals": seals}


def _sale(view: View, sale: dict[str, int], words: Words) -> str:
    gold = sum(
        amount * view.values[view.edition.family_number[family]] for family, amount in sale.items()
    )
    assert view.seat is not None
    return words.plural(
        "For it: {gold} for sure, and new workers. Against it: what is sold rises no "
        "more, and {n} banner is left.",
        "For it: {gold} for sure, and new workers. Against it: what is sold rises no "
        "more, and {n} banners are left.",
        view.seats[view.seat].banners - 1,
        gold=f"{GOLD}{gold_text(gold, words)}",
    )


def _could_sell(view: View) -> bool:
    assert view.seat is not None
    return not view.banner_used and view.seats[view.seat].banners > 0 and _worth(view) > 0


def _worth(view: View) -> int:
    assert view.screen is not None
    return sum(seals * value for seals, value in zip(view.screen.seals, view.values, strict=True))
