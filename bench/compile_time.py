"""What is measured of Cotan alone: compile times, and ops per second through the passes."""

import json
import statistics
import subprocess
import sys

from programs import straight_line
from side import Side
from workloads import transformer_comparisons


def absolute(work, value, unit, bar, aim, is_least):
    """A row whose bar is a number rather than a ratio."""
    return {"work": work, "peer": "-", "threads": 1, "value": value, "unit": unit, "bar": bar,
            "aim": aim, "is_least": is_least}


def transformer_rows(shop, repeats):
    step = next(transformer_comparisons(shop))
    command = step.ours
    cold, warm, again = [], [], []
    for turn in range(repeats):
        cache = shop.folder / f"cache{turn}"
        with Side(command, 1, cache) as side:
            cold.append(float(side.said[0]))
        with Side(command, 1, cache) as side:
            warm.append(float(side.said[0]))
            again.append(side.seconds(1, "compile"))
    title = "compile time, transformer step"
    yield absolute(f"{title}, cold", statistics.median(cold), "s", 1, 0.3, False)
    yield absolute(f"{title}, from the disk cache", statistics.median(warm), "s", 0.05, 0.05, False)
    yield absolute(f"{title}, again in the same process", statistics.median(again), "s", None, None, False)


def pass_rows(shop, ops):
    program = shop.program("straight_line", straight_line.program(ops))
    found = subprocess.run([shop.bin / "cotan-bench-parts", program, "--benchmark_format=json"],
                           check=True, stdout=subprocess.PIPE, text=True)
    for entry in json.loads(found.stdout)["benchmarks"]:
        is_bar = entry["name"] == "differentiate_and_optimize"
        yield absolute(f"{entry['name']}, straight line of {ops} ops", entry["items_per_second"] / 1000,
                       "k ops/s", 100 if is_bar else None, 300 if is_bar else None, True)


def compile_rows(shop, quick):
    try:
        yield from transformer_rows(shop, 1 if quick else 3)
        yield from pass_rows(shop, 10_000 if quick else 100_000)
    except (OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
