"""The banner step: how many seals of each family are sold, with the gold that brings."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Banner
from engine.events import BannerUsed
from engine.view import Phase
from ui.limits import MOST_OPTIONS
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import (
    Do,
    Go,
    NotOfferedError,
    Numbers,
    Page,
    PageButton,
    PageMenu,
    PageOption,
    PageRow,
    PressOutcome,
    one,
)
from ui.pictures import marks_now
from words.sentences import gold_text


class BannerStep:
    """The step that picks how many seals of each family to sell with a banner."""

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return a page with a menu for each family of which the person has seals."""
        self._check(desk, numbers)
        words, position = desk.words, desk.position
        families = position.start.edition.families
        _, [event, *_] = desk.outlook(self._action(desk, numbers))
        assert isinstance(event, BannerUsed)
        lines = [
            words.plural(
                "Hand in your last **banner**: {workers} own workers for you, and a sale.",
                "Hand in one of {n} **banners**: {workers} own workers for you, and a sale.",
                position.banners[desk.seat],
                workers=event.workers,
            )
        ]
        rows: list[PageRow] = []
        for number, (name, count, price, amount) in enumerate(
            zip(families, desk.seals, position.values, numbers, strict=True)
        ):
            if count:
                prompt = words.plural(
                    "How many of {n} {family} seal, {gold} each",
                    "How many of {n} {family} seals, {gold} each",
                    count,
                    family=words.name(name),
                    gold=gold_text(price, words),
                )
                # Verbs are letters alone, so a family is named by the letter of its place.
                verb = f"sell{'abcdefgh'[number]}"
                rows.append(PageMenu(verb, prompt, self._amounts(desk, number, amount)))
        if not any(desk.seals):
            lines.append(words("- you have no seals to sell"))
        lines.append(self._turns_left(desk))
        rows.append(self._buttons(desk, numbers, event))
        shown = [line for line in lines if line]
        return Page("", shown, rows, marks_now(desk.table, desk.user))

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """Choose an amount, hand the banner in for that or for all seals, or go back."""
        if verb == "back":
            return Go(routes.END)
        self._check(desk, numbers)
        match verb:
            case "all":
                return Do(self._action(desk, desk.seals))
            case "do":
                return Do(self._action(desk, numbers))
        for number, amount in enumerate(numbers):
            if verb == f"sell{'abcdefgh'[number]}" and desk.seals[number]:
                chosen = list(numbers)
                chosen[number] = one(values, self._amounts(desk, number, amount))
                return Go(routes.BANNER, tuple(chosen))
        raise NotOfferedError(verb)

    def _check(self, desk: Desk, numbers: Numbers) -> None:
        if desk.ahead or desk.position.phase is not Phase.CAN:
            raise NotOfferedError("not the time for a banner")
        if len(numbers) != len(desk.seals) or any(
            amount > count for amount, count in zip(numbers, desk.seals, strict=True)
        ):
            raise NotOfferedError("not so many seals")
        if not desk.position.is_legal(Banner()):
            raise NotOfferedError("no banner can be handed in")

    def _action(self, desk: Desk, numbers: Numbers) -> Banner:
        families = desk.position.start.edition.families
        return Banner(
            tuple((name, amount) for name, amount in zip(families, numbers, strict=True) if amount)
        )

    def _amounts(self, desk: Desk, number: int, chosen: int) -> list[PageOption]:
        """Return the amounts of a family; of very many those round the chosen one, 0 and all."""
        count, price = desk.seals[number], desk.position.values[number]
        family = desk.words.name(desk.position.start.edition.families[number])
        # A menu has 25 entries and a player may have more seals: none and all keep two of them.
        room = MOST_OPTIONS - 2
        first = min(max(chosen - room // 2, 0), max(count + 1 - room, 0))
        amounts = sorted({0, count, *range(first, min(first + room, count + 1))})
        options = []
        for amount in amounts:
            gold = gold_text(amount * price, desk.words)
            sale = desk.words.plural(
                "Sell {n} {family} seal: {gold}",
                "Sell {n} {family} seals: {gold}",
                amount,
                family=family,
                gold=gold,
            )
            options.append(PageOption(amount, sale, chosen=amount == chosen))
        return options

    def _buttons(self, desk: Desk, numbers: Numbers, event: BannerUsed) -> list[PageButton]:
        words, gold = desk.words, gold_text(event.gold, desk.words)
        buttons = [
            PageButton("do", words.context("button", "Hand it in for {gold}", gold=gold), "go")
            if any(numbers)
            else PageButton("do", words.context("button", "Hand it in, sell nothing"), "main"),
            PageButton("back", words.context("button", "Back")),
        ]
        if any(desk.seals) and numbers != desk.seals:
            every = gold_text(desk.worth(), words)
            sale = words.context("button", "Sell all for {gold}", gold=every)
            buttons.insert(0, PageButton("all", sale, "main"))
        return buttons

    def _turns_left(self, desk: Desk) -> str:
        left = desk.position.turns_left
        if left is None:
            return ""
        if left <= len(desk.table.seats):
            return desk.words("- this is your last turn; what you keep is sold when the game ends")
        return desk.words("- you have one more turn after this one")
