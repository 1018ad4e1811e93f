#!/usr/bin/python3
"""bench/memory.py: what the schedule saves for reverse mode takes no more than the better of its alternatives."""

import pathlib
import re
import subprocess
import sys
import unittest

import cotan  # noqa: F401  which the program imports, too

PROGRAM = pathlib.Path(__file__).parents[2] / "bench" / "memory.py"
ROW = re.compile(r"^ *(.+?) +([\d.]+) MiB +([\d.]+) MiB +([\d.]+) +([\d.]+) MiB +([\d.]+)$", re.MULTILINE)


class Memory(unittest.TestCase):
    def test_of_the_schedule_is_the_least(self):
        done = subprocess.run([sys.executable, str(PROGRAM)], capture_output=True, text=True, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = ROW.findall(done.stdout)
        self.assertEqual([row[0] for row in rows], [
            "ResNet-50, batch_norm", "log_softmax", "gelu", "layer_norm", "dropout", "attention"])
        for name, schedule, decomposed, _, alone, _ in rows:
            with self.subTest(name):
                self.assertLessEqual(float(schedule), min(float(decomposed), float(alone)))


if __name__ == "__main__":
    unittest.main()
