"""Rulings: one question about the rules each, with its answer, found by a menu or by typed words.

They stand in ``rulings.toml``. The answers say what the engine does.
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from i18n.translation import ENGLISH, NC_, Words, folded, languages, words_for
from ui.input.typed import is_slip


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question about the rules and its answer."""

    name: str
    # the question as a player asks it, and from the second line on its answer, with the numbers of
    # an edition as placeholders; ``OURS`` follows each sentence on which the rulebooks are silent
    # and this project decided
    text: str
    typed: str  # further words by which it is found, with commas between

    def said(self, words: Words, **numbers: object) -> tuple[str, str]:
        """Return the question and the answer in a language."""
        question, _, answer = words(self.text, **numbers).partition("\n")
        return question, answer


OURS: Final = "†"  # the mark of a sentence that is not from the rulebooks
BOX_WORDS: Final = "box-words"  # the glossary: the box's words beside the bot's

CAPTIONS: Final = {
    "building": NC_("button", "Building, cards, workers…"),
    "completing": NC_("button", "Completed buildings, the castle…"),
    "selling": NC_("button", "Selling, the end, the beginning…"),
}
"""The captions of the topics' menus."""


def _read() -> dict[str, tuple[Ruling, ...]]:
    data = tomllib.loads(Path(__file__).with_name("rulings.toml").read_text("utf-8"))
    return {
        caption: tuple(Ruling(name, one["text"], one["typed"]) for name, one in data[topic].items())
        for topic, caption in CAPTIONS.items()
    }


TOPICS: Final = _read()  # the rulings by the captions of their menus

RULINGS: Final = {ruling.name: ruling for topic in TOPICS.values() for ruling in topic}

MOST_WORDS: Final = 16  # typed words that are looked up; a question has fewer
_SHORTEST: Final = 3  # letters of the words that are looked up, numbers aside
_QUESTION: Final = 3
"""A word of the question or of the words to find it by counts as that many of the answer's."""
_ENDING: Final = 3  # letters by which a word may differ from its plural or another form of it
_STEM: Final = 5  # letters that two words of which neither begins the other share as forms of one
_ALIKE: Final = 0.7  # the share of a word's weight that a synonym or a misspelt word has

# Translators: what people type, with commas between: words of a question that do not say what it is
# about; single words, in all their forms.
_LEFT_OUT: Final = NC_(
    "typed",
    "the, what, how, can, could, may, might, does, did, will, would, should, are, was, were, has, "
    "have, had, for, from, with, that, this, these, those, there, their, them, they, and, but, "
    "then, when, while, after, you, your, mine, our, his, her, its, one, any, some, other, still, "
    "also, just, yet, let, get, got, gets, goes, happen, happens, allowed, possible, really, about",
)

# Translators: what people type: on each line single words that mean the same in a question about
# the rules, your box's word among them; your lines may be about others than the English ones.
_SYNONYMS: Final = NC_(
    "typed",
    "building, house, hut, construction\n"
    "worker, guy, meeple, man, men, figure, pawn, people\n"
    "castle, palace, fortress, tower\n"
    "piece, tower, stone, block\n"
    "banner, flag, pennant\n"
    "camp, tent, village\n"
    "floor, storey, story, level, tier, layer\n"
    "gold, money, coin, points, score\n"
    "seal, token, chit, marker\n"
    "stack, deck, pile\n"
    "completed, complete, finished, finish, done, enclosed, surrounded, closed\n"
    "sell, sale, cash, convert, exchange, trade\n"
    "place, put, lay, set\n"
    "tile, shape\n"
    "open, visible, face\n"
    "colour, color, family\n"
    "empty, vacant, free\n"
    "left, remaining, leftover, unused\n"
    "start, begin, beginning\n"
    "end, over, ends, final\n"
    "several, many, more, two, both, multiple\n"
    "earn, gain, reward, receive, bring, pay\n"
    "rotate, flip, flipped, mirror, mirrored, reverse, upside\n"
    "cover, covered, covering, overbuild\n"
    "see, look, show, shown, secret, hidden, peek, know\n"
    "limit, maximum, most\n"
    "edge, border, rim, side\n"
    "adjacent, next, touch, touching, beside, near, connect, connected, isolated\n"
    "twice, double, again\n"
    "out, used, exhausted, empty, run, runs, gone\n"
    "before, first, earlier\n"
    "after, afterwards, later, subsequently\n"
    "worth, price, value, values, cost\n"
    "mix, shuffle, reshuffle",
)

_Weights: TypeAlias = Mapping[str, float]  # of a word, by ruling
_Index: TypeAlias = Mapping[str, _Weights]  # the weights of all words


def asked(typed: str, words: Words) -> list[Ruling]:
    """Return the rulings that a typed text may ask for, the most fitting first; all if empty.

    A word that few rulings have counts for more. Words are read in the reader's language and in
    English, cut short, in another form or with mistakes too, and by their synonyms. What neither
    language knows is looked up in the others. A text that is much like a ruling's question, or like
    one of its everyday ways to ask, counts as much again.
    """
    wanted = _wanted(typed, words)
    if not wanted:
        return list(RULINGS.values())
    scores: dict[str, float] = {}
    for word in wanted:
        for name, score in _scores(word, words).items():
            scores[name] = scores.get(name, 0) + score
    most = max(scores.values(), default=0)
    scores = {name: score / most for name, score in scores.items()}
    for name, alike in _best(_likeness(typed, one) for one in {words, ENGLISH}).items():
        scores[name] = scores.get(name, 0) + alike
    spelled = folded(typed.strip())

    def place(ruling: Ruling) -> tuple[bool, bool, float]:
        listed = spelled in words.typed(ruling.typed)
        asked_for = f" {spelled}" in f" {folded(ruling.said(words)[0])}"
        return not asked_for, not listed, -scores[ruling.name]

    return sorted((RULINGS[name] for name in scores), key=place)


def _wanted(typed: str, words: Words) -> list[str]:
    """Return the words of a text that are looked up; all where none says what it is about."""
    found = list(dict.fromkeys(_words(typed)))
    left = [word for word in found if word not in words.typed(_LEFT_OUT)]
    return (left or found)[:MOST_WORDS]


def _scores(word: str, words: Words) -> _Weights:
    own = {words, ENGLISH}
    # A word of another language comes before a compound or a mistake in one's own.
    return (
        _best(_known(word, one) for one in own)
        or _best(_known(word, words_for(code)) for code in languages())
        or _best(_guessed(word, one) for one in own)
    )


def _best(found: Iterable[_Weights]) -> _Weights:
    best: dict[str, float] = {}
    for weights in found:
        for name, weight in weights.items():
            best[name] = max(best.get(name, 0), weight)
    return best


# As a question is typed, its words are looked up again at each keystroke.
@lru_cache(maxsize=2048)
def _known(word: str, words: Words) -> _Weights:
    """Return how much a word of a language and its synonyms speak for each ruling."""
    return _weighed(_meant(word, words), _synonyms(word, words), words)


@lru_cache(maxsize=2048)
def _guessed(word: str, words: Words) -> _Weights:
    """Return how much a compound, or else a misspelt word, speaks for each ruling."""
    index = _index(words)
    return _weighed((), [*_parts(word, index)] or _misspelt(word, index), words)


def _weighed(same: Iterable[str], alike: Iterable[str], words: Words) -> _Weights:
    """Return the weights of rulings that have some words, or words like those that were typed."""
    index, weights = _index(words), dict[str, float]()
    for share, known in ((1, same), (_ALIKE, alike)):
        for one in known:
            for name, weight in index[one].items():
                weights[name] = max(weights.get(name, 0), share * weight)
    rare = math.log(1 + len(RULINGS) / len(weights)) if weights else 0
    return {name: weight * rare for name, weight in weights.items()}


def _likeness(typed: str, words: Words) -> _Weights:
    """Return how like a text is to the nearest way to ask for each ruling, 0 to 1, by trigrams."""
    ways, rare = _ways(words)
    wanted = _lengthened(_trigrams(typed), rare)
    alike: dict[tuple[str, int], float] = {}
    for trigram, share in wanted.items():
        for way, weight in ways.get(trigram, ()):
            alike[way] = alike.get(way, 0) + share * weight
    return _best({name: likeness} for (name, _), likeness in alike.items())


@lru_cache(maxsize=16)
def _ways(
    words: Words,
) -> tuple[Mapping[str, Sequence[tuple[tuple[str, int], float]]], Mapping[str, float]]:
    """Return the ways to ask that have each trigram, with its share, and how rare each is."""
    asked_by = {
        (ruling.name, number): _trigrams(way)
        for ruling in RULINGS.values()
        for number, way in enumerate([ruling.said(words)[0], *words.typed(ruling.typed)])
    }
    having = Counter(t for _, t in {(name, t) for (name, _), ts in asked_by.items() for t in ts})
    rare = {trigram: math.log(1 + len(RULINGS) / n) for trigram, n in having.items()}
    ways: dict[str, list[tuple[tuple[str, int], float]]] = {}
    for way, trigrams in asked_by.items():
        for trigram, weight in _lengthened(trigrams, rare).items():
            ways.setdefault(trigram, []).append((way, weight))
    return ways, rare


def _trigrams(text: str) -> Counter[str]:
    return Counter(
        marked[at : at + 3]
        for word in _words(text)
        for marked in [f" {word} "]
        for at in range(len(word))
    )


def _lengthened(trigrams: Mapping[str, float], rare: Mapping[str, float]) -> Mapping[str, float]:
    """Return known trigrams weighted by their rarity, as a vector of length 1."""
    weights = {one: n * rare[one] for one, n in trigrams.items() if one in rare}
    length = math.hypot(*weights.values()) or 1
    return {one: weight / length for one, weight in weights.items()}


def _words(text: str) -> list[str]:
    found = re.findall(r"[^\W_]+", folded(text))
    return [word for word in found if len(word) >= _SHORTEST or word.isdigit()]


def _meant(word: str, words: Words) -> list[str]:
    """Return the known words that a typed one is, begins, or is another form of."""
    begun = _by_beginning(words).get(word[:_SHORTEST], ())
    if word.isdigit():
        return [word] if word in begun else []
    forms = [known for known in begun if _is_form(word, known)]
    return forms or [known for known in begun if known.startswith(word)]


def _is_form(word: str, known: str) -> bool:
    """Return whether two words may be forms of one, such as *banners* and *banner*."""
    if word == known:
        return True
    shorter = min(len(word), len(known))
    stem = next((n for n in range(shorter) if word[n] != known[n]), shorter)
    least = _SHORTEST + 1 if stem == shorter else _STEM
    return stem >= least and max(len(word), len(known)) - stem <= _ENDING


def _synonyms(word: str, words: Words) -> Iterator[str]:
    """Yield the known words that mean the same as a typed one."""
    for same, known in _groups(words):
        if any(_is_form(word, one) for one in same):
            yield from known


def _parts(word: str, index: _Index) -> Iterator[str]:
    """Yield the known words that a compound begins or ends with: *Kastell* of *Kastellteile*."""
    for known in index:
        if len(known) > _SHORTEST and (word.startswith(known) or word.endswith(known)):
            yield known


def _misspelt(word: str, index: _Index) -> Iterator[str]:
    # A mistake is rarely in the first letter; all words of the index would take too long.
    for known in index:
        if known[0] == word[0] and is_slip(word, known):
            yield known


@lru_cache(maxsize=16)
def _groups(words: Words) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Return the groups of synonyms, each with the words of the rulings that it means."""
    lines = f"{_SYNONYMS}\n{words.context('typed', _SYNONYMS)}".splitlines()
    groups = [frozenset(_words(line)) for line in dict.fromkeys(lines)]
    return tuple((same, frozenset(k for w in same for k in _meant(w, words))) for same in groups)


@lru_cache(maxsize=16)
def _by_beginning(words: Words) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for known in _index(words):
        beginning = known[:_SHORTEST]
        found[beginning] = (*found.get(beginning, ()), known)
    return found


@lru_cache(maxsize=16)
def _index(words: Words) -> _Index:
    index: dict[str, dict[str, float]] = {}
    for ruling in RULINGS.values():
        question, answer = ruling.said(words)
        asking = {*_words(question), *words.typed(ruling.typed)}
        for word in {part for text in asking for part in _words(text)}:
            index.setdefault(word, {})[ruling.name] = _QUESTION
        for word in _words(re.sub(r"{\w+}", "", answer)):
            index.setdefault(word, {}).setdefault(ruling.name, 1)
    return index
