"""Warnings and notes about a playable edition: counts that differ from the real box, odd shapes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.cards import Form
from engine.edition import Edition
from engine.edition_rules import BOX, FACTS, Finding, finding


def oddities(edition: Edition) -> Iterator[Finding]:
    """Yield the warnings and notes about a playable edition."""
    if not edition.provenance.invented:
        yield from _counts(edition)
        for preset in edition.first_buildings:
            if not preset.squares & edition.camps:
                yield finding("preset-no-camp", card=str(preset.card))
    yield from _shapes(list(edition.forms.values()))
    # Always told: a single wrong camp can forbid positions that the real box allows.
    lots = " ".join(map(str, edition.lots))
    yield finding("lots", count=len(edition.lots), lots=lots)
    unseen = [fact for fact in FACTS if edition.provenance.facts and fact not in _seen(edition)]
    if unseen:
        yield finding("not-seen", facts=" ".join(unseen))


def _seen(edition: Edition) -> frozenset[str]:
    return frozenset(edition.provenance.known("seen"))


def _counts(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each count that differs from the box; its code tells the provenance."""
    for what, count in _counted(edition):
        box = BOX[what.partition(" ")[0]]
        if count == box.amount:
            continue
        known = edition.provenance.facts[box.fact].known
        code = {"seen": "count-seen", "one source": "count-one-source"}.get(known, "count")
        yield finding(code, what=what, count=count, box=box.amount)


def _counted(edition: Edition) -> Iterator[tuple[str, int]]:
    """Yield the edition's component counts, each after its key in ``BOX`` (and a family)."""
    families = len(edition.families)
    yield "squares", edition.columns * edition.rows
    yield "camps", edition.camps.bit_count()
    yield "ring", edition.ring_size
    for family in edition.families:
        yield f"printed-seals {family}", edition.ring_seals.count(family)
    yield "families", families
    yield "colours", len(edition.colours)
    yield "tiles", len(edition.cards)
    yield "seals", sum(edition.seals.values()) * families
    yield "pieces", sum(edition.floors) * families
    for number, count in enumerate(edition.floors, 1):
        yield f"floor{number}", count * families
    yield "own", edition.own_workers
    yield "neutral", edition.neutral_workers
    yield "banners", edition.banners
    yield "presets", len(edition.first_buildings)


def _shapes(forms: list[Form]) -> Iterator[Finding]:
    for form, other in combinations(forms, 2):
        shape = other.turned[0].squares
        if shape in {way.squares for way in form.turned}:
            yield finding("same-shape", form=form.name, other=other.name)
        elif shape in {way.squares for way in form.turned_and_mirrored}:
            yield finding("mirrored-twin", form=form.name, other=other.name)
    for form in forms:
        if len(form.turned_and_mirrored) > len(form.turned):
            yield finding("turns-over", form=form.name)
