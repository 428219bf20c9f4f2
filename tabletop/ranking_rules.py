"""The rules of a server's ranking, which its moderators choose: what counts, and who is listed."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from db.store import Store

Rule: TypeAlias = Literal["everybody", "chosen", "none"]
"""The people whom the ranking lists: all who play, each with a way out, or those who choose it.

With "none" new games are friendly unless their host says otherwise."""

RULES: Final[tuple[Rule, ...]] = get_args(Rule)

USUAL: Final[Rule] = "chosen"
"""The rule of a server whose moderators chose none."""

SCOPE: Final = "ranking"
"""The scope of the settings that hold the rules."""

ASKED: Final = "ranking-asked"
"""The scope of the settings that hold the game at whose end the moderators were asked."""


async def rule_of(store: Store, guild: int) -> Rule:
    """Return the rule of a server's ranking."""
    found = await store.admin.setting(SCOPE, str(guild))
    return next((rule for rule in RULES if rule == found), USUAL)


async def choose_rule(store: Store, guild: int, rule: Rule) -> None:
    """Choose the rule of a server's ranking.

    A rule that lists all people lists each from their next game on, of which they are told.
    """
    if rule == "everybody" and await rule_of(store, guild) != rule:
        await store.club.unlist(guild)
    await store.admin.set_setting(SCOPE, str(guild), rule)


async def asked_at(store: Store, guild: int, game: int) -> bool:
    """Return whether the end of this game asks the moderators, who have not chosen yet.

    One game of a server does: the first that ends with people who are compared.
    """
    if await store.admin.setting(SCOPE, str(guild)) is not None:
        return False
    return await store.admin.claim_setting(ASKED, str(guild), str(game)) == str(game)
