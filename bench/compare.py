#!/usr/bin/python3
"""Measures Cotan and its peers side by side: cotan, peer, cotan, peer, ...

Prints the table of bars, and writes it with the machine and the versions as Markdown and JSON.
What does not compute the same numbers is not timed.
"""

import argparse
import pathlib
import tempfile

import report
import workloads
from adbench.comparisons import adbench_comparisons
from compile_time import compile_rows
from front_door.comparisons import front_door_comparisons
from functions.comparisons import function_comparisons
from side import Side, difference, interleave, summary
from workloads import Workshop

GROUPS = workloads.GROUPS | {"front_door": front_door_comparisons, "adbench": adbench_comparisons,
                             "functions": function_comparisons}


def compare(comparison, shop, rounds, threads):
    """One row of the table."""
    row = {"work": comparison.workload, "peer": comparison.peer, "threads": threads}
    if comparison.bar:
        row |= {"bar": comparison.bar.least, "aim": comparison.bar.aim, "said_as": comparison.bar.said_as}
    with Side(comparison.ours, threads) as ours, \
            Side(comparison.command, threads) as theirs:
        row["peer_says"] = theirs.said
        if comparison.tolerance is not None:
            row["difference"] = difference(ours.results(shop.folder / "ours.npz"),
                                           theirs.results(shop.folder / "theirs.npz"))
            if not row["difference"] <= comparison.tolerance:
                return row | {"problem": f"results differ by {row['difference']:.1e}"}
        return row | summary(*interleave(ours, theirs, rounds, 0.2))


def spoiled(row, on_one_thread):
    """A peer that more threads make slower waits for cores that others have: nothing is compared."""
    alone = on_one_thread.get((row["work"], row["peer"]))
    if "peer_s" not in row or row["threads"] == 1 or not alone or row["peer_s"] <= 1.1 * alone:
        return row
    text = f"the peer takes {row['peer_s']:.3g} s, and {alone:.3g} s on one thread: the cores are not free"
    return row | {"problem": text}


def rows_of(arguments, shop):
    on_one_thread = {}
    for name in arguments.only or [*GROUPS, "compile"]:
        if name == "compile":
            yield from compile_rows(shop, arguments.quick)
            continue
        for comparison in GROUPS[name](shop):
            for threads in arguments.threads or comparison.threads:
                try:
                    row = compare(comparison, shop, arguments.rounds, threads)
                    if threads == 1 and "peer_s" in row:
                        on_one_thread[row["work"], row["peer"]] = row["peer_s"]
                    yield spoiled(row, on_one_thread)
                except (RuntimeError, OSError) as error:
                    yield {"work": comparison.workload, "peer": comparison.peer, "threads": threads,
                           "problem": str(error)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--only", nargs="+", choices=[*GROUPS, "compile"], help="these groups")
    parser.add_argument("--threads", nargs="+", type=int)
    parser.add_argument("--output", type=pathlib.Path, help="writes OUTPUT.md and OUTPUT.json")
    arguments = parser.parse_args()
    arguments.rounds = 5 if arguments.quick else 15
    found, about = [], report.machine()  # before anything runs: its load is that of others
    with tempfile.TemporaryDirectory() as folder:
        for row in rows_of(arguments, Workshop(arguments.build, folder)):
            found.append(row)
            print(report.line(row), flush=True)
    if arguments.output:
        report.write(arguments.output, about, found)


if __name__ == "__main__":
    main()
