#!/usr/bin/python3
"""What a transformation computes, in steps of the machine code: a function and its reverse run once each."""

import pathlib
import subprocess
import tempfile
import unittest

import cotan as ct
from cotan import _cotan
from expected import ENVIRONMENT

TOOL = pathlib.Path(_cotan.__file__).resolve().parents[2] / "bin/cotan"
TURNS = 1000


def steps(function, *arguments):
    """The least limit on steps that a compiled function runs under, to 1 part in 16."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(ct.jit(function).lower(*arguments).as_text())
        file.flush()
        inputs = [word for x in arguments for word in ("--input", str(x))]

        def ends_within(limit):
            run = subprocess.run([TOOL, "run", file.name, *inputs, "--max-steps", str(limit)], capture_output=True,
                                 text=True, check=False, env=ENVIRONMENT)
            assert run.returncode == 0 or "steps" in run.stderr, run.stderr
            return run.returncode == 0

        few, many = 0, 4 * TURNS
        while not ends_within(many):
            few, many = many, 2 * many
        while many - few > many // 16:
            middle = (few + many) // 2
            few, many = (few, middle) if ends_within(middle) else (middle, many)
        return many


def by_while(a):
    return ct.while_loop(lambda c: c[0] < TURNS, lambda c: (c[0] + 1, ct.sin(c[1]) * a), (0.0, a))[1]


def by_scan(a):
    return ct.scan(lambda x, _: (ct.sin(x) * a, x), a, None, TURNS)[0]


def nested(a):
    def inner(i, x):
        return ct.cond(x > 0, lambda: ct.fori_loop(0, 50, lambda j, y: ct.sin(y) * a, x), lambda: x)
    return ct.fori_loop(0, TURNS // 50, inner, a)


LOOPS = by_while, by_scan, nested


def by_vjp(function):
    def both(a):
        value, back = ct.vjp(function, a)
        return value, back(1.0)[0]
    return both


class Work(unittest.TestCase):
    def check(self, transformed, like, slack=1.2):
        """For each loop: what `transformed` makes of it takes no more steps than what `like` does."""
        for loop in LOOPS:
            with self.subTest(loop.__name__):
                self.assertLessEqual(steps(transformed(loop), 1.5), slack * steps(like(loop), 1.5))

    def test_vjp_runs_the_function_once(self):
        self.check(by_vjp, ct.value_and_grad)

    def test_a_value_whose_derivative_is_not_asked_for(self):
        self.check(lambda f: lambda a: ct.vjp(f, a)[0], lambda f: f)

    def test_second_derivatives_of_vjp(self):
        self.check(lambda f: ct.grad(lambda a: by_vjp(f)(a)[1]), lambda f: ct.grad(ct.grad(f)))

    def test_a_reverse_that_is_called_twice(self):
        def twice(function):
            def back_twice(a):
                value, back = ct.vjp(function, a)
                return value, back(1.0)[0], back(ct.sin(a))[0]
            return back_twice
        self.check(twice, lambda f: lambda a: (ct.value_and_grad(f)(a), ct.grad(f)(a + 1)))


if __name__ == "__main__":
    unittest.main()
