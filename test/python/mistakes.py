"""Mistakes of a new user, each with the whole of the message it gives.

A message begins with the place of the mistake. {0}, {1}, ... in it are the lines that end in the
comments # 0, # 1, ... of the program, as "mistakes_test.py:12".
"""

import inspect
import re
import unittest

import cotan as ct

MISTAKES = []


def mistake(kind, message):
    def add(program):
        MISTAKES.append((program, kind, message))
        return program

    return add


def places(program):
    """The marked lines of a program: {"0": "file:12", "line0": 12}."""
    text, first = inspect.getsourcelines(program)
    marks = {m[1]: first + i for i, line in enumerate(text) if (m := re.search(r"  # (\d)$", line))}
    by_place = {mark: f"{inspect.getsourcefile(program)}:{line}" for mark, line in marks.items()}
    return by_place, {f"line{mark}": line for mark, line in marks.items()}


class Mistakes(unittest.TestCase):
    maxDiff = None

    def test_messages(self):
        self.assertGreater(len(MISTAKES), 5)
        for program, kind, message in MISTAKES:
            with self.subTest(program.__name__):
                with self.assertRaises(kind) as caught:
                    program()
                self.assertIs(type(caught.exception), kind)
                by_place, lines = places(program)
                found = str(caught.exception)
                marks = [by_place[str(i)] for i in range(len(by_place))]
                self.assertEqual(found, message.format(*marks, **lines))

    def test_nothing_stays_open_after_a_mistake(self):
        for program, _, _ in MISTAKES:
            with self.assertRaises(Exception):
                program()
            self.assertEqual(float(ct.jit(ct.grad(lambda x: x * x))(3.0)), 6.0)
