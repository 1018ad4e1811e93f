#!/usr/bin/python3
"""Measures Cotan and its peers side by side: cotan, peer, cotan, peer, ...

Prints the table of bars, and writes it with the machine and the versions as Markdown and JSON.
What does not compute the same numbers is not timed.
"""

import argparse
import pathlib
import tempfile

import report
from compile_time import compile_rows
from side import Side, difference, interleave, summary
from workloads import GROUPS, Workshop


def compare(comparison, shop, rounds, threads):
    """One row of the table."""
    row = {"work": comparison.workload, "peer": comparison.peer, "threads": threads}
    if comparison.bar:
        row |= {"bar": comparison.bar.least, "aim": comparison.bar.aim, "said_as": comparison.bar.said_as}
    with Side(shop.cotan(comparison.program, comparison.inputs), threads) as ours, \
            Side(comparison.command, threads) as theirs:
        if comparison.tolerance is not None:
            row["difference"] = difference(ours.results(shop.folder / "ours.npz"),
                                           theirs.results(shop.folder / "theirs.npz"))
            if not row["difference"] <= comparison.tolerance:
                return row | {"problem": f"results differ by {row['difference']:.1e}"}
        return row | summary(*interleave(ours, theirs, rounds, 0.2))


def rows_of(arguments, shop):
    for name in arguments.only or [*GROUPS, "compile"]:
        if name == "compile":
            yield from compile_rows(shop, arguments.quick)
            continue
        for comparison in GROUPS[name](shop):
            for threads in arguments.threads or comparison.threads:
                try:
                    yield compare(comparison, shop, arguments.rounds, threads)
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
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for row in rows_of(arguments, Workshop(arguments.build, folder)):
            found.append(row)
            print(report.line(row), flush=True)
    if arguments.output:
        report.write(arguments.output, found)


if __name__ == "__main__":
    main()
