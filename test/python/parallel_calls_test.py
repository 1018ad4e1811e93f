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
TIMES = 5
ERRORS = {"checked": "the sum is", "checked_slopes": "the sum is", "late": "in the first", "endless": "the first one fails",
          "endless_tree": "the first one fails", "too_deep": "nested too deeply"}


def said(name, threads, cache):
    """What is printed; `cache` is a folder for machine code, which all of them share."""
    environment = dict(os.environ, COTAN_NUM_THREADS=str(threads), COTAN_CACHE="on", COTAN_CACHE_DIR=cache)
    times = 3 if name.startswith(("interrupted", "too_deep", "deep")) else TIMES
    return subprocess.run([sys.executable, HERE / "parallel_programs.py", name, str(times)], env=environment, check=True,
                          capture_output=True, text=True, timeout=600).stdout.splitlines()


class ParallelCalls(unittest.TestCase):
    def test_all_programs_give_the_same_on_any_number_of_threads(self):
        for name in parallel_programs.PROGRAMS:
            with self.subTest(name), concurrent.futures.ThreadPoolExecutor(2) as pool, \
                    tempfile.TemporaryDirectory() as cache:
                alone = said(name, 1, cache)
                many = [2, *one_of((4, 16), name)]
                others = pool.map(lambda threads, name=name, cache=cache: said(name, threads, cache), many)
                self.assertEqual(len(alone), 1, "each run gives the same")
                if name in ERRORS:
                    self.assertRegex(alone[0], f"Error: .*{ERRORS[name]}")
                else:
                    self.assertRegex(alone[0], "^[0-9a-f]{64}$")
                for other in others:
                    self.assertEqual(other, alone)


if __name__ == "__main__":
    unittest.main()
