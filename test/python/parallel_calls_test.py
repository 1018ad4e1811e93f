#!/usr/bin/python3
"""Calls that need nothing of each other may run at the same time: the bits, the errors and the limits are those of
one thread, on any number of threads."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import parallel_programs
from sampled import one_of

HERE = pathlib.Path(__file__).resolve().parent
ERRORS = {"checked": "the sum is", "checked_slopes": "the sum is", "late": "in the first", "endless": "the first one fails",
          "endless_tree": "the first one fails", "too_deep": "nested too deeply"}


def said(names, threads, cache):
    """What is printed of each program; `cache` is a folder for machine code, which all of them share."""
    environment = dict(os.environ, COTAN_NUM_THREADS=str(threads), COTAN_CACHE="on", COTAN_CACHE_DIR=cache)
    run = subprocess.run([sys.executable, HERE / "parallel_programs.py", *names], env=environment, capture_output=True,
                         text=True, timeout=600)
    texts = {name: [] for name in names}
    for line in run.stdout.splitlines():
        name, text = line.split(" ", 1)
        texts[name].append(text)
    if run.returncode:
        last = [name for name in names if texts[name]][-1:]
        raise AssertionError(f"{threads} threads: after {last} it ended with {run.returncode}: {run.stderr}")
    return texts


class ParallelCalls(unittest.TestCase):
    def test_all_programs_give_the_same_on_any_number_of_threads(self):
        names = list(parallel_programs.PROGRAMS)
        runs = {2: names, **{many: [name for name in names if many in one_of((4, 16), name)] for many in (4, 16)}}
        with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as cache:
            alone = said(names, 1, cache)
            others = pool.map(lambda threads: said(runs[threads], threads, cache), runs)
            for name, texts in alone.items():
                with self.subTest(name):
                    self.assertEqual(len(texts), 1, "each run gives the same")
                    self.assertRegex(texts[0], f"Error: .*{ERRORS[name]}" if name in ERRORS else "^[0-9a-f]{64}$")
            for threads, other in zip(runs, others):
                with self.subTest(threads=threads):
                    self.assertEqual(other, {name: alone[name] for name in runs[threads]})


if __name__ == "__main__":
    unittest.main()
