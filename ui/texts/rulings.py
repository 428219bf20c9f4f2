"""Rulings: one question about the rules each, with its answer, found by a menu or by typed words.

The answers say what the engine does. A dagger marks the sentences that are not from the rulebooks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.edition import Edition
from i18n.translation import N_, NC_, Words


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question about the rules and its answer.

    Attributes:
        name: what the ruling is called in menus' values, never changed.
        question: the question as a player asks it.
        answer: the answer, with the numbers of an edition as placeholders; ``OURS`` follows each
            sentence on which the rulebooks are silent and this project decided.
        typed: further words by which it is found, with commas between.
    """

    name: str
    question: str
    answer: str
    typed: str


OURS: Final = "†"
"""The mark of a sentence that is not from the rulebooks."""


BOX_WORDS: Final = "box-words"
"""The name of the ruling that is a glossary: the box's words beside the bot's."""

BUILDING: Final = (
    Ruling(
        "touch",
        N_("What must a new building touch?"),
        N_(
            "One of its sides must touch a building, the castle or a worker of any colour, neutral "
            "workers included."
        ),
        NC_(
            "typed",
            "adjacent, connect, next to, place a tile, border, isolated, start somewhere "
            "else, alone on the board",
        ),
    ),
    Ruling(
        "corner",
        N_("Does a corner count as touching?"),
        N_(
            "No, only sides count: for buildings, for workers and for completing. A house on D3 E3 "
            "does not touch a building on B2 C2."
        ),
        NC_(
            "typed",
            "diagonal, diagonally, adjacent, point, tip, kitty-corner, empty corner, corner free",
        ),
    ),
    Ruling(
        "mirror",
        N_("May I turn or mirror a tile?"),
        N_(
            "You may turn it. You may mirror it only if the game was opened with mirrored tiles†. "
            "The first message of the game says so."
        ),
        NC_(
            "typed",
            "flip, flipped, rotate, reverse, other side, turn over, upside down, "
            "mirrored, turned around, on its head",
        ),
    ),
    Ruling(
        "vacant",
        N_("What may a building cover?"),
        N_(
            "Vacant squares and camps. It may not cover a building, a worker or any square of the "
            "castle."
        ),
        NC_(
            "typed",
            "overlap, on top, free squares, cover a worker, build over, do camps block, "
            "blocked, obstacle",
        ),
    ),
    Ruling(
        "courtyard",
        N_("May I build inside the castle?"),
        N_(
            "No. Castle pieces go on the castle's ring squares, and the courtyard in the middle "
            "stays empty†."
        ),
        NC_("typed", "lot, building site, middle, inner squares, inside"),
    ),
    Ruling(
        "camp",
        N_("What does a camp bring?"),
        N_(
            "One neutral worker for each camp square that your building covers, at once. If fewer "
            "are left in the supply, you take those†."
        ),
        NC_(
            "typed",
            "tent, tents, two camps, build over a tent, cover a tent, beige run out, none "
            "left, get neutral workers, gain neutral workers",
        ),
    ),
    Ruling(
        "draw",
        N_("When do I draw a card, and from where?"),
        N_(
            "Take one of the {shown} open cards or the top of the stack; you then hold {hand} "
            "cards again. You draw right after you lay the tile, before any payout†."
        ),
        NC_(
            "typed",
            "deck, pile, face-up, refill, hand limit, new card, card from, before the "
            "payout, hand size, face-down card, instead of an open one, choose",
        ),
    ),
    Ruling(
        "replace",
        N_("Is an open card replaced when I take it?"),
        N_("Yes, at once, by the top card of the stack. So {shown} cards lie open again."),
        NC_(
            "typed",
            "face-up, display, refill, new face-up card, three cards, new open cards appear",
        ),
    ),
    Ruling(
        "empty-stack",
        N_("What if the stack is empty?"),
        N_(
            "The game goes on; this happens in most games. You must take an open card, and it is "
            "not replaced†. When no card is left, you draw none and play on with fewer cards†."
        ),
        NC_("typed", "deck, runs out, no cards left, no more cards, stack is used up, last card"),
    ),
    Ruling(
        "discard",
        N_("Do played cards come back?"),
        N_("No. A card that was played is out of the game and is not shuffled in again."),
        NC_("typed", "discard, reshuffle, used cards, thrown away, out of the game, shuffle"),
    ),
    Ruling(
        "either",
        N_("May I build and place workers in one turn?"),
        N_("No. You do exactly one of the two. After it you may hand in one banner."),
        NC_("typed", "both, actions, two actions, tile and worker, same turn, after building"),
    ),
    Ruling(
        "pass",
        N_("What if I can neither build nor place a worker?"),
        N_(
            "You pass, and you may still hand in a banner†. If you can do one of the two, you must "
            "do it."
        ),
        NC_("typed", "skip, no move, must I, forced, pass, do nothing, sit out, voluntarily"),
    ),
    Ruling(
        "how-many-workers",
        N_("How many workers may I place in a turn?"),
        N_(
            "One or more, as many as you have, own and neutral mixed, one on each square. All of "
            "them must stand next to the same building, or all next to the castle."
        ),
        NC_(
            "typed",
            "several, same building, limit, all workers, different buildings, at once, "
            "two buildings at once, split",
        ),
    ),
    Ruling(
        "worker-squares",
        N_("Where may a worker stand?"),
        N_(
            "On a vacant square that shares a side with the building you chose. One worker fits on "
            "a square."
        ),
        NC_(
            "typed",
            "place, free square, occupied, anywhere, no building, away from, two workers "
            "on one square, share a square",
        ),
    ),
    Ruling(
        "workers-castle",
        N_("May workers stand next to the castle?"),
        N_(
            "Yes, the castle counts as a building there. It is never completed†, so such a worker "
            "earns only at other buildings it touches."
        ),
        NC_("typed", "lot, around, fortress, castle counts as a building, beside the castle"),
    ),
    Ruling(
        "worker-camp",
        N_("Does a worker on a camp bring a neutral worker?"),
        N_("No. Only a building that covers the camp brings one."),
        NC_("typed", "tent, tents, stand on a tent, stand on a camp, placed on a tent"),
    ),
    Ruling(
        "workers-stay",
        N_("Can a worker be moved or taken back?"),
        N_("No. A worker stays on its square until the game ends."),
        NC_(
            "typed",
            "remove, return, reuse, relocate, move, take back, pick up, after the "
            "building, come back, when finished, stay",
        ),
    ),
    Ruling(
        "new-workers",
        N_("Where do new own workers come from?"),
        N_(
            "From banners: each brings {workers}. You begin with {start}, so with all {banners} "
            "banners you have had all {own}."
        ),
        NC_(
            "typed",
            "more workers, supply, run out, get more, only three, additional, how many "
            "workers are there",
        ),
    ),
)
"""About building, cards and workers."""

COMPLETING: Final = (
    Ruling(
        "completed",
        N_("When is a building completed?"),
        N_(
            "When it is enclosed: every square next to its sides holds a worker, another building "
            "or the castle. "
            "The edge of the board counts as filled."
        ),
        NC_(
            "typed",
            "enclosed, surrounded, finished, edge, border, close, closed, board edge, "
            "side, edge counts as occupied",
        ),
    ),
    Ruling(
        "hollow",
        N_("Do squares in a hollow of the building count?"),
        N_(
            "Yes. Each square that shares a side with the building must be filled, inside ones too."
        ),
        NC_("typed", "hole, inside, concave, notch, gap in the middle, courtyard of a building"),
    ),
    Ruling(
        "at-once",
        N_("Can a building be completed as I lay it?"),
        N_(
            "Yes. If all squares around it are filled already, it pays at once like any other. You "
            "place a castle piece for it."
        ),
        NC_("typed", "gap, immediately, same turn, own tile, already surrounded, fill a hole"),
    ),
    Ruling(
        "payout",
        N_("Who gains seals when a building is completed?"),
        N_(
            "Each player gains one seal of its colour for each own worker next to it, in any "
            "player's turn. The player who completed it also gains the seal on it."
        ),
        NC_(
            "typed",
            "payout, reward, earn, score, points, who gets the seal, no worker, share, "
            "finish, finisher",
        ),
    ),
    Ruling(
        "neutral",
        N_("Do neutral workers earn anything?"),
        N_("No. They fill squares and earn no seals."),
        NC_("typed", "beige, grey, payout, score, points, beige workers, count, get seals"),
    ),
    Ruling(
        "builder",
        N_("Does the player who laid the building gain something?"),
        N_(
            "Not for laying it. Buildings belong to nobody. Only own workers next to it earn, and "
            "the player who completes it gets the seal on it."
        ),
        NC_("typed", "owner, belong, who built, my own building, laid it"),
    ),
    Ruling(
        "several",
        N_("What if one move completes several buildings?"),
        N_(
            "Each pays by itself; the order makes no difference. Then you place one castle piece "
            "for each of them."
        ),
        NC_(
            "typed",
            "two buildings, both, order, chain, at the same time, at once, simultaneously, three",
        ),
    ),
    Ruling(
        "two-buildings",
        N_("Does a worker between two buildings earn twice?"),
        N_("Yes. It earns one seal at each building next to it when that building is completed."),
        NC_("typed", "both, double, again, between, shared, same worker, counts for both"),
    ),
    Ruling(
        "once",
        N_("Does a completed building pay again?"),
        N_("No. A building pays once, when it is completed."),
        NC_(
            "typed",
            "twice, later, second time, worker placed afterwards, scored already, after "
            "the fact, finished building, how often, how many times",
        ),
    ),
    Ruling(
        "supply",
        N_("Can the seals run out?"),
        N_("No, here the supply has no end†. In the box seals of value 5 are only change."),
        NC_("typed", "fives, value 5, change, supply, not enough seals, limited"),
    ),
    Ruling(
        "piece-square",
        N_("Where may a castle piece go?"),
        N_(
            "On any of the {ring} ring squares that has no piece of the present floor yet. It may "
            "cover a printed seal or a piece of the floor below."
        ),
        NC_(
            "typed", "place, ring, cover, stack, stack on top, on another piece, next to each other"
        ),
    ),
    Ruling(
        "piece-colour",
        N_("Which colour of castle piece may I take?"),
        N_(
            "Any that is left for this floor. The first two floors have {each} pieces of each "
            "colour in their supply."
        ),
        NC_(
            "typed",
            "choose, color, pool, limited, run out, same colour as the building, which color",
        ),
    ),
    Ruling(
        "must-piece",
        N_("Must I place the castle piece?"),
        N_("Yes: one for each building you complete, before a banner and before your turn ends."),
        NC_("typed", "optional, skip, refuse, have to, stone, not place, decline, immediately"),
    ),
    Ruling(
        "value",
        N_("What is a seal worth?"),
        N_(
            "As much gold as ring squares show its colour from above. What shows is the top piece, "
            "or else the printed seal. Three squares that show red: 3 gold for each red seal."
        ),
        NC_(
            "typed",
            "price, gold, value, count, how much, calculate, covered, covering a seal "
            "lowers the value, lower, drop, fall, rise, how is it calculated",
        ),
    ),
    Ruling(
        "zero",
        N_("Can a seal be worth nothing?"),
        N_("Yes, while no ring square shows its colour. A new piece makes it worth 1 again."),
        NC_("typed", "zero, 0, worthless, not visible, disappeared, no seal on the castle"),
    ),
    Ruling(
        "floors",
        N_("When does the next floor begin?"),
        N_(
            "As soon as all {ring} ring squares have a piece of this floor, even in the middle of "
            "a turn."
        ),
        NC_(
            "typed",
            "level, second floor, story, layer, first floor full, upstairs, next level, "
            "how many floors, three floors, height",
        ),
    ),
    Ruling(
        "left-over",
        N_("What happens to the pieces left of a floor?"),
        N_(
            "The {spare} pieces that remain of floor 1, and later of floor 2, go to floor 3. It "
            "has {top} pieces in the end."
        ),
        NC_("typed", "leftover, remaining, third floor, two pieces left, extra pieces"),
    ),
    Ruling(
        "no-pieces",
        N_("What if no castle piece is left?"),
        N_("Then none is placed. The building still pays†."),
        NC_(
            "typed",
            "run out, third floor full, empty pool, all pieces used, castle full, castle "
            "pieces used up",
        ),
    ),
    Ruling(
        "castle-completed",
        N_("Is the castle ever completed?"),
        N_("No. It pays nothing, however many workers stand round it†."),
        NC_("typed", "finished, payout, fortress, surround the castle, castle seal"),
    ),
)
"""About completed buildings and the castle."""

SELLING: Final = (
    Ruling(
        "sell",
        N_("When may I sell seals?"),
        N_(
            "Only at an evaluation: when you hand in a banner at the end of your turn. After the "
            "last turn of the game everybody sells all seals left."
        ),
        NC_(
            "typed", "convert, gold, evaluation, score, any time, without a banner, unsold, cash in"
        ),
    ),
    Ruling(
        "banner-first",
        N_("May I hand in a banner before I build?"),
        N_("No. The banner comes last, after your move and after the castle pieces for it."),
        NC_(
            "typed",
            "order, before, flag, start of turn, first the banner, then workers, use new workers",
        ),
    ),
    Ruling(
        "banners",
        N_("How many banners may I hand in?"),
        N_("One in a turn and {banners} in the game. A banner that is handed in is gone."),
        NC_(
            "typed",
            "flag, two banners, limit, often, more than one, each turn, per turn, four, "
            "in a row, consecutive",
        ),
    ),
    Ruling(
        "banner-workers",
        N_("May I hand in a banner without selling?"),
        N_(
            "Yes. It brings {workers} own workers, and you sell as many seals as you like, or none."
        ),
        NC_(
            "typed",
            "flag, only workers, some seals, part, keep seals, one color only, all seals, "
            "must sell",
        ),
    ),
    Ruling(
        "sale-values",
        N_("Which values count when I sell?"),
        N_(
            "Those of the moment, with the castle pieces of this turn in place. 7 red at 3 and 5 "
            "silver at 4 bring 41 gold."
        ),
        NC_("typed", "price, current, worth, before or after the castle piece, price now"),
    ),
    Ruling(
        "banner-left",
        N_("What is an unused banner worth at the end?"),
        N_("Nothing. Use it in time: even its workers alone may bring seals."),
        NC_("typed", "flag, remaining, left over, points, keep banners, not used"),
    ),
    Ruling(
        "end",
        N_("When does the game end?"),
        N_(
            "Castle piece number {limit} finishes floor 2 and begins the end. That player finishes "
            "the turn; then every player has exactly one more."
        ),
        NC_(
            "typed",
            "over, last round, trigger, finish, one more turn, another turn, how long, "
            "when is it over, turns left, how many turns remain, second floor done",
        ),
    ),
    Ruling(
        "last",
        N_("Who has the last turn?"),
        N_("The player who placed the last piece of floor 2."),
        NC_("typed", "order, final turn, plays last, who ends, final player"),
    ),
    Ruling(
        "last-banner",
        N_("May I hand in a banner in my last turn?"),
        N_(
            "Yes, the last turn is like any other. After everybody's last turn all seals left are "
            "sold at the final values."
        ),
        NC_(
            "typed",
            "flag, final round, final sale, final evaluation, sell at the end, last "
            "chance, banner at the very end",
        ),
    ),
    Ruling(
        "tie",
        N_("What if two players have the same gold?"),
        N_("They share the victory; nothing else is compared."),
        NC_("typed", "tie, draw, equal, tiebreaker, same score, who wins, same amount"),
    ),
    Ruling(
        "nobody",
        N_("What if nobody can act any more?"),
        N_(
            "When all players pass in a row without a banner, the game ends at once with the final "
            "sale†."
        ),
        NC_("typed", "stuck, all pass, blocked, no one can move, deadlock"),
    ),
    Ruling(
        "begin",
        N_("What does each player begin with?"),
        N_(
            "{hand} cards, {start} own workers and {banners} banners. The first-game set-up adds "
            "{fewest} to {most} neutral workers each, more for fewer players."
        ),
        NC_("typed", "start, setup, starting hand, how many cards at the start, initial"),
    ),
    Ruling(
        "first-game",
        N_("What is the first-game set-up?"),
        N_(
            "{ready} buildings with their seals stand on the board already, and the castle has its "
            "place. The cards of these buildings are out of the game. It is easier to begin with."
        ),
        NC_("typed", "beginner, preset, recommended, newcomers, buildings on the board already"),
    ),
    Ruling(
        "lot",
        N_("Where does the castle stand?"),
        N_(
            "Where it covers no camp: {lots} places are possible. In the free set-up the host "
            "chooses one of them, or else the bot draws it†."
        ),
        NC_("typed", "position, building lot, setup, place the castle, on a tent"),
    ),
    Ruling(
        "first",
        N_("Who begins?"),
        N_(
            "By the rulebooks the youngest. Here the bot draws the order of the seats, and the "
            "first of them begins†. In a rematch of the same people the next in that order "
            "begins†."
        ),
        NC_("typed", "starting player, youngest, first player, order, who starts, goes first"),
    ),
    Ruling(
        "hidden",
        N_("What is hidden from the others?"),
        N_(
            "Your cards, neutral workers and seals. A card drawn from the stack. Your gold†. Your "
            "own workers are not: those on the board and your banners give their number away."
        ),
        NC_(
            "typed",
            "secret, screen, behind, private, money, look, peek, know, see seals of "
            "others, how many seals, collected",
        ),
    ),
    Ruling(
        "public",
        N_("What may everybody see?"),
        N_(
            "The board, open cards, banners, everybody's own workers, and the number of cards in "
            "each hand and in the stack. Seals as they are gained, and sales as they happen. "
            "Totals are not shown."
        ),
        NC_("typed", "open information, public, total, count along, ask"),
    ),
    Ruling(
        "families",
        N_("Who are the four families?"),
        N_(
            "Red is the cloth merchants' colour, olive the spice merchants', black the carpenters' "
            "and silver the silversmiths'. Only the colours matter for the rules."
        ),
        NC_(
            "typed",
            "colors, cloth, spice, carpenters, silversmiths, what do the colours mean, names",
        ),
    ),
    Ruling(
        BOX_WORDS,
        N_("What do the words of my box mean here?"),
        # Translators: the words of your language's box that differ from the bot's or stand here
        # alone; the lines may be about others than the English ones.
        N_(
            "**Payout**: the seals for a completed building.\n"
            "**Enclosed**: completed, no vacant square beside it.\n"
            "**Evaluation**: a sale.\n"
            "**Building card**: card. **Face-up card**: open card.\n"
            "**Residential house**: house. **Architect's banner**: banner.\n"
            "**Building lot for the castle**: the castle's place. **Tent camp**: camp."
        ),
        # Translators: what people type, with commas between: the words of your language's box.
        NC_("typed", "glossary, vocabulary, terms, payout, enclosed, evaluation, meaning"),
    ),
)
"""About banners, selling, the end, the beginning, and what is hidden."""

TOPICS: Final = {
    NC_("button", "Building, cards, workers…"): BUILDING,
    NC_("button", "Completed buildings, the castle…"): COMPLETING,
    NC_("button", "Selling, the end, the beginning…"): SELLING,
}
"""The rulings by the captions of their menus."""

RULINGS: Final = {ruling.name: ruling for topic in TOPICS.values() for ruling in topic}
"""All rulings by name."""


def ruling_text(ruling: Ruling, edition: Edition, words: Words) -> str:
    """Return a question and its answer, with the numbers of an edition."""
    title, answer = words(ruling.question), words(ruling.answer, **edition_numbers(edition))
    lines = [f"**{title}**", answer]
    if OURS in answer:
        lines.append(words("-# † The rulebooks do not say this; here it is played so."))
    return "\n".join(lines)


def edition_numbers(edition: Edition) -> dict[str, int]:
    """Return the numbers of an edition that the rules name, by placeholder."""
    families, ring = len(edition.families), edition.ring_size
    left = [pieces * families - ring for pieces in edition.floors[:-1]]
    return {
        "families": families,
        "ring": ring,
        "forms": len(edition.forms),
        "hand": edition.hand_size,
        "shown": edition.face_up,
        "start": edition.start_workers,
        "own": edition.own_workers,
        "banners": edition.banners,
        "workers": edition.workers_per_banner,
        "each": edition.floors[0],
        "spare": left[0],
        "top": edition.floors[-1] * families + sum(left),
        "limit": ring * (len(edition.floors) - 1),
        "ready": len(edition.first_buildings),
        "lots": len(edition.lots),
        "fewest": min(edition.extra_neutral.values()),
        "most": max(edition.extra_neutral.values()),
    }
