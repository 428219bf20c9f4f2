"""Rulings: one question about the rules each, with its answer, found by a menu or by typed words.

The answers say what the engine does. A dagger marks the sentences that are not from the rulebooks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.edition import Edition
from engine.opportunities import Span
from i18n.translation import N_, NC_, Words
from words.sentences import counted


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
            "diagonal, diagonally, adjacent, point, tip, kitty-corner, empty corner, corner free,"
            " can I put my tile so it only touches at the point",
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
            "tent, tents, two camps, build over a tent, cover a tent, beige run out, none left, "
            "get neutral workers, gain neutral workers, what if there are no neutral guys left "
            "when I build over a tent, what do tents do",
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
            "deck, pile, face-up, refill, hand limit, new card, card from, before the payout, "
            "hand size, face-down card, instead of an open one, choose, is there a maximum number"
            " of cards in hand, when I draw do I pick before or after the reward",
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
        NC_(
            "typed",
            "deck, runs out, no cards left, no more cards, stack is used up, last card, what "
            "happens when the draw deck is exhausted, all cards have been drawn now what, the "
            "deck is empty do we go on, is the game over when the cards run out, no card on the "
            "pile, no new card to take, used up the stack, what if I cannot draw, end of the "
            "deck, cards finished",
        ),
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
            "place, free square, occupied, anywhere, no building, away from, two workers on one "
            "square, share a square, can I put workers where no house is yet, can two workers "
            "share a square",
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
            "remove, return, reuse, relocate, move, take back, pick up, after the building, come "
            "back, when finished, stay, does my worker come back to me when the house is finished",
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
    Ruling(
        "no-fit",
        N_("What if my tile fits nowhere?"),
        N_(
            "Build with another card, or place workers. Cards are never swapped: it stays in your"
            " hand. If no card fits and you have no worker, you pass†."
        ),
        NC_(
            "typed",
            "my tile does not fit, tile fits nowhere, no space for my card, no room for my "
            "building, cannot place my tile, card cannot be built, none of my cards fit, "
            "unplayable card, my hand is stuck, can I swap cards, exchange my cards, change my "
            "hand, discard a card I cannot use, the building has no place, get rid of a card, "
            "this shape won't fit on the board any more, is there a way to trade in my building "
            "cards, there is no legal place for my building, all my cards are too big, no square "
            "is free for my tile, may I draw other cards instead, can I throw cards away, bad "
            "hand new cards, what to do with a useless card, building too large for the space",
        ),
    ),
    Ruling(
        "no-workers",
        N_("What if I have no workers left?"),
        N_(
            "Build: each camp that your tile covers brings a neutral worker. A banner at the end "
            "of your turn brings {workers} of your own."
        ),
        NC_(
            "typed",
            "no workers left, out of workers, ran out of workers, I have no more workers, all my "
            "workers are placed, zero workers, my workers are gone, nothing left to place, all my"
            " men are on the board, how to go on without workers, no meeples left in my supply, I"
            " placed all my guys what can I do now, I used up all my men, my figures are used up,"
            " my stock of workers is empty, no more guys, do I need workers to play on, can I "
            "play without any worker, where do I get workers when I have none, what can I do with"
            " no people",
        ),
    ),
    Ruling(
        "undo",
        N_("Can I take back a move?"),
        N_(
            "*Undo*, or `/arkadia undo`, takes back your turn step by step until a card is "
            "revealed. Nobody sees your turn before you end it."
        ),
        NC_(
            "typed",
            "undo, take back my move, revert, I made a mistake, wrong move, wrong button, cancel "
            "my action, change my mind, redo my turn, go back a step, correct my move, oops, can "
            "I undo after I drew a card, pressed the wrong thing can I go back, I clicked wrong, "
            "how do I take something back, reverse my last step, is it possible to undo, too late"
            " to undo, accidentally placed it wrong, unmake a move, start my turn over",
        ),
    ),
    Ruling(
        "unplaced",
        N_("What are workers worth that I never placed?"),
        N_("Nothing. Workers that are left behind your screen at the end bring no gold."),
        NC_(
            "typed",
            "unplaced workers, workers left at the end, unused workers, workers in stock at the "
            "end, leftover workers, workers behind my screen at the end, do workers left over "
            "score, what happens to workers I still have, gold for workers, workers not used, do "
            "I get anything for men I have left over when it's finished, workers still in hand at"
            " game end, value of spare workers at the end, are unused meeples worth points, "
            "remaining guys at the end, gold for guys never used, do neutral workers left over "
            "count at the end, workers that never got on the board, penalty for workers left, do "
            "I lose something for workers I keep",
        ),
    ),
    Ruling(
        "tiles",
        N_("How many tiles of each form are there?"),
        N_("{cards} tiles and as many cards: {tiles}. Each card is of one form and one colour."),
        NC_(
            "typed",
            "tiles of a form, how many tiles, how many houses, how many farms, how many taverns, "
            "how many mills, how many smithies, how many trade centres, how many monasteries, how"
            " many of each building, number of buildings, how many cards are there in all, list "
            "of tiles, components, how many tiles of each shape does the box have, how many "
            "taverns are in the game, total number of tiles, count of each building, how often "
            "does each form occur, how many of that shape are there, amount of houses in the box,"
            " how many building cards per colour, what pieces are in the box, are there enough "
            "tiles of a form",
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
            "enclosed, surrounded, finished, edge, border, close, closed, board edge, side, edge "
            "counts as occupied, the house is at the board edge do I need to close that side too",
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
            "payout, reward, earn, score, points, who gets the seal, no worker, share, finish, "
            "finisher, if I finish a house but have no guys next to it do I still get anything",
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
        NC_(
            "typed",
            "optional, skip, refuse, have to, stone, not place, decline, immediately, do I have "
            "to put a tower on the castle when a house is done",
        ),
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
            "price, gold, value, count, how much, calculate, covered, covering a seal lowers the "
            "value, lower, drop, fall, rise, how is it calculated, does covering the printed "
            "symbol on the castle lower its value",
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
    Ruling(
        "castle-purpose",
        N_("What is the castle for?"),
        N_(
            "It sets what seals are worth: a family's seal brings as much gold as ring squares "
            "show its colour. When its floor 2 is finished, the end begins."
        ),
        NC_(
            "typed",
            "what does the castle do, why build the castle, purpose of the castle, what good is "
            "the castle, what is the fortress for, point of the castle, use of castle pieces, why"
            " do I place castle pieces, does the castle give gold, what do castle pieces do, "
            "what's the use of the big castle in the middle, why should I care about the castle, "
            "what is the tower in the middle for, meaning of the castle, what does building on "
            "the castle change, role of the castle, why is there a castle, benefit of the castle,"
            " what happens when the castle grows, what are the castle blocks good for",
        ),
    ),
    Ruling(
        "start-value",
        N_("What are seals worth at the start?"),
        N_("{opening} gold each: so many ring squares are printed with each colour."),
        NC_(
            "typed",
            "worth at the start, starting value, initial value, value at the beginning, value of "
            "a seal at first, first value, what does a seal cost when the game begins, values in "
            "the beginning, price at the start, starting price, value of red when we begin, how "
            "much is one seal worth in the first turn, gold per seal at the beginning, what do "
            "colours start at, worth of each colour at the outset, opening values, how many gold "
            "is a seal in round one, before any castle piece what is a seal worth, starting price"
            " of the seals, with an empty castle what are seals worth",
        ),
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
            "order, before, flag, start of turn, first the banner, then workers, use new workers,"
            " do I get the two workers from the flag in time to use them this turn",
        ),
    ),
    Ruling(
        "banners",
        N_("How many banners may I hand in?"),
        N_("One in a turn and {banners} in the game. A banner that is handed in is gone."),
        NC_(
            "typed",
            "flag, two banners, limit, often, more than one, each turn, per turn, four, in a row,"
            " consecutive, are you allowed to use more than one flag per round",
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
            "flag, only workers, some seals, part, keep seals, one color only, all seals, must "
            "sell, can I keep some seals and sell just one color",
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
        NC_(
            "typed",
            "flag, remaining, left over, points, keep banners, not used, are the flags worth "
            "anything if I never use them",
        ),
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
            "over, last round, trigger, finish, one more turn, another turn, how long, when is it"
            " over, turns left, how many turns remain, second floor done, end of the game, the "
            "end, does everyone get another go once the second storey is full",
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
        NC_(
            "typed",
            "tie, draw, equal, tiebreaker, same score, who wins, same amount, can both of us win",
        ),
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
        NC_(
            "typed",
            "starting player, youngest, first player, order, who starts, goes first, does the "
            "youngest start, who is first, who begins in a rematch",
        ),
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
            "secret, screen, behind, private, money, look, peek, know, see seals of others, how "
            "many seals, collected, can I see how many workers others have, are the others' "
            "neutral workers secret, how much gold does somebody have, is it allowed to look at "
            "how much money the others have, can you see how many seals the other players have "
            "collected",
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
        "goal",
        N_("How do I win?"),
        N_(
            "With most gold at the end. Completed buildings bring you seals. You sell them for "
            "gold when you hand in a banner, and after the last turn."
        ),
        NC_(
            "typed",
            "who wins, how to win the game, what is the goal, what is the aim, object of the "
            "game, what is the point of the game, most gold wins, victory condition, winning, "
            "what am I trying to do, how are points scored, how does scoring work, how do I get "
            "gold, which player is the winner in the end, what should I aim for to come out "
            "first, who has won, how is the winner decided, what counts at the end, how do you "
            "beat the others, what do points mean here, is it about gold or seals, what makes me "
            "win, how can I be first",
        ),
    ),
    Ruling(
        "workers-when",
        N_("When may I place the workers of a banner?"),
        N_(
            "In your next turn: a banner comes after your move. Those of a banner in your last "
            "turn are of no use."
        ),
        NC_(
            "typed",
            "banner's workers when, when can I use the new workers, when do I get the workers of "
            "a banner, may I place new workers at once, workers from the flag, use the two "
            "workers this turn, place banner workers right away, do new workers wait until next "
            "turn, workers of the banner immediately, new workers same turn, can I put down the "
            "two guys from the banner immediately, when do banner workers become available, are "
            "banner workers usable right now, place the workers I just got, must I wait to use "
            "the workers from my flag, guys from a flag this round, when are the two workers mine"
            " to use, can the new guys be played in the same round, workers after handing in a "
            "flag, banner workers in the last turn",
        ),
    ),
    Ruling(
        "when-sell",
        N_("When should I sell?"),
        N_(
            "When a colour that you hold is high: others cover it sooner or later. With {banners}"
            " banners, one a turn, don't keep them all for the end."
        ),
        NC_(
            "typed",
            "best time to sell, good moment to sell, sell now or wait, sell early, should I wait "
            "with selling, when to use a banner, how to time a sale, sell soon or late, when is "
            "selling worth it, is it worth waiting, should I keep my banners, when do I best cash"
            " in, is now a good time to hand in a banner, sell at once or hold on to my seals, "
            "hold my seals or sell them, right moment to cash in seals, how early should I sell, "
            "wait for a higher price",
        ),
    ),
    Ruling(
        "same-turns",
        N_("Does everybody have the same number of turns?"),
        N_(
            "Mostly not. Once the end begins everybody has one more turn. The seats after the "
            "player who finished floor 2 have one fewer in all."
        ),
        NC_(
            "typed",
            "same number of turns, equal turns, do all players get as many turns, is the last "
            "round finished, is the round played to the end, equal number of turns, one turn more"
            " than others, fewer turns, is it fair who starts, does the last player get a final "
            "turn too, does everyone get equally many turns before it ends, will the round be "
            "completed for the others, does each player have as many turns as the rest, is "
            "everyone's turn count equal, how often does each player get a turn, do we finish the"
            " round, does the first player get more turns, are turns even at the end, is "
            "everybody given the same amount of turns, equal chances at the end",
        ),
    ),
    Ruling(
        "how-long",
        N_("How long does a game take?"),
        N_(
            "Mostly 30 to 50 turns in all, about an hour at a table. Here it takes as long as the"
            " game's clock lets each turn take."
        ),
        NC_(
            "typed",
            "how long, how long does it last, duration, playing time, length of a game, time per "
            "game, how many turns does a game have, how many rounds, how many hours, how much "
            "time does it need, how much time should we plan for a match, number of turns in a "
            "whole game, how long until it is over, is it a short or a long game, how many "
            "minutes, average game length, how long is one game, time needed to finish, will it "
            "take all evening, how many days does a game last here",
        ),
    ),
    Ruling(
        "tips",
        N_("What are good tips?"),
        N_(
            "Put own workers where two buildings meet. Leave no building that lacks a square or "
            "two. Sell while a colour is high. *Rules* has more on page 6."
        ),
        NC_(
            "typed",
            "tips, strategy, hints for beginners, how to play well, advice, what is a good move, "
            "tactics, how do I get better, tricks, what should I do, good strategy, beginner "
            "advice, what pays off, how can I play better, what is the best strategy, help me "
            "choose, which move is best, is it good to complete buildings of others, what should "
            "a beginner watch for, any advice for winning",
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
    title = words(ruling.question)
    forms = Counter(card.form for card in edition.cards)
    tiles = words.listing(counted(words.name(form), count, words) for form, count in forms.items())
    printed = [edition.ring_seals.count(family) for family in edition.families]
    opening = str(Span(min(printed), max(printed)))
    answer = words(ruling.answer, **edition_numbers(edition), tiles=tiles, opening=opening)
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
        "cards": len(edition.cards),
        "fewest": min(edition.extra_neutral.values()),
        "most": max(edition.extra_neutral.values()),
    }
