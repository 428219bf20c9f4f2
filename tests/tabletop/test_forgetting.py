"""Features take people out of what goes on first; one that is off may keep them for a while."""

from pathlib import Path

from db.people import Tombstones
from db.store import Store
from tabletop.forgetting import APPLIED, SCOPE, Afterwards, Forgetting
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.tables import Tables
from tests.db.likes import like, like_less, liked, tables_of_likes
from tests.tabletop.playing import ADA


async def test_whom_a_feature_keeps_is_tried_again(
    tables: Tables, store: Store, tmp_path: Path
) -> None:
    await store.load(tables_of_likes(tmp_path))
    once = Once(store, tables.now)
    tombstones = Tombstones(tmp_path / "forgotten")
    forgetting, steps = Forgetting(tables, Personal(store), once, tombstones), list[str]()

    async def leave(person: int) -> Afterwards:
        steps.append(f"left by {await store.ask(liked, person)}")
        await store.change(like_less, person)
        return lambda: steps.append("shown")

    forgetting.before.append(leave)
    await store.change(like, ADA, "mine")
    await forgetting.forget(ADA, "Somebody")
    assert steps == ["left by 1", "shown"]
    # A backup that knew the person is put back, while the feature is off.
    forgetting.before.remove(leave)
    await store.change(like, ADA, "mine")
    await store.admin.set_setting(SCOPE, APPLIED, None)
    assert await forgetting.forget_again("Somebody") == 0
    assert await store.ask(liked, ADA) == 1
    forgetting.before.append(leave)
    assert await forgetting.forget_again("Somebody") == 1
    assert await store.ask(liked, ADA) == 0
    assert await forgetting.forget_again("Somebody") == 0
