"""What is under way is counted in bytes; more of it waits, in order, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from runtime.budgets import Budget


async def test_more_than_fits_waits_in_order() -> None:
    budget, begun = Budget(10), list[int]()

    async def work(number: int, size: int) -> None:
        await budget.take(size)
        begun.append(number)

    tasks = [asyncio.create_task(work(*one)) for one in enumerate((6, 3, 4, 1))]
    await asyncio.sleep(0)
    assert (begun, budget.memory) == ([0, 1], 9), "the small one does not overtake"
    budget.give(6)
    await asyncio.gather(*tasks)
    assert (begun, budget.memory) == ([0, 1, 2, 3], 8)


async def test_what_is_larger_than_the_limit_goes_alone() -> None:
    budget = Budget(10)
    await budget.take(25)
    later = asyncio.create_task(budget.take(1))
    await asyncio.sleep(0)
    assert not later.done()
    budget.give(25)
    await later
    assert budget.memory == 1


async def test_those_who_give_up_waiting_count_nothing() -> None:
    budget = Budget(10)
    await budget.take(10)
    impatient, served = (asyncio.create_task(budget.take(4)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    budget.give(10)
    served.cancel()  # its turn has come, which it does not know yet
    await asyncio.gather(impatient, served, return_exceptions=True)
    assert budget.memory == 0
    await budget.take(10)


@pytest.mark.parametrize("its_turn_has_come", [False, True])
def test_a_turn_of_a_loop_that_was_closed_counts_nothing(its_turn_has_come: bool) -> None:
    """One process may run several bots, one after the other, each with its loop."""
    budget = Budget(10)
    ended = asyncio.new_event_loop()
    ended.run_until_complete(budget.take(10))
    waiting = budget.take(4)
    task = ended.create_task(waiting)
    ended.call_soon(ended.stop)
    ended.run_forever()
    if its_turn_has_come:
        budget.give(10)
        assert budget.memory == 4
    ended.close()
    waiting.close()  # not cancelled, as when a process is killed
    if not its_turn_has_come:
        budget.give(10)
    assert not task.done()
    assert budget.memory == 0
    asyncio.run(budget.take(10))
