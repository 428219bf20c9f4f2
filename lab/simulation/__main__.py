"""``python -m lab.simulation``: tell many stories, each of another seed, and judge them.

The status is 1 if anything was wrong in one. Its seed then belongs into the tests.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from lab.simulation.story import Story


def judged(seed: int) -> tuple[int, Sequence[str], int, int]:
    """Tell a story; return its seed, its faults, and how many requests failed and kills were."""
    story = Story(seed)
    return seed, story.run(), len(story.fates.happened), story.lives - 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell the stories that the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300, help="how many stories")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=None, help="how many at once")
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    wrong = failures = kills = 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        stories = pool.map(judged, seeds, chunksize=10)
        for seed, faults, failed, killed in stories:
            failures, kills = failures + failed, kills + killed
            if faults:
                wrong += 1
                print(f"Seed {seed}:", *faults, sep="\n  ", flush=True)
    print(f"{len(seeds)} stories, {failures} failed requests, {kills} kills: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
